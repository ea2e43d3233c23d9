/* Pairs of bodies: the entries of H that a pair shares, products of vectors that turn and move with
 * the two, and their curvature. */
#include <string.h>

#include "problems/elements/space/spatial.h"

const double mb_ground_place[7] = {0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0};
const double mb_ground_rest[7] = {0.0};

void mb_pair_announce(const mb_pair *pair, bool euler, mb_pattern_builder *h)
{
    const int size = mb_body_size(euler);

    for (int a = 0; a < 2; a++)
        for (int b = 0; b < 2; b++)
            for (int i = 0; pair->body[a] >= 0 && pair->body[b] >= 0 && i < size; i++)
                for (int c = 0; c < size; c++)
                    mb_pattern_add(h, size * pair->body[a] + i, size * pair->body[b] + c);
}

void mb_pair_place(mb_pair *pair, bool euler, const mb_pattern *h)
{
    const int size = mb_body_size(euler);

    for (int a = 0; a < 2; a++)
        for (int b = 0; b < 2; b++)
            for (int c = 0; pair->body[a] >= 0 && pair->body[b] >= 0 && c < size; c++)
                pair->at[a][b][c] =
                    mb_pattern_find(h, size * pair->body[a], size * pair->body[b] + c);
}

void mb_span_axis(mb_span *x, const mb_frame *f, bool euler, int side, const double *u)
{
    memset(x, 0, sizeof *x);
    mb_turn(f, u, x->value);
    mb_columns(f, euler, u, x->column[side][3]);
}

void mb_span_points(mb_span *d, const mb_frame f[2], bool euler, const double *ua, const double *ub)
{
    double s[2][3];

    memset(d, 0, sizeof *d);
    mb_turn(&f[0], ua, s[0]);
    mb_turn(&f[1], ub, s[1]);
    mb_columns(&f[0], euler, ua, d->column[0][3]);
    mb_columns(&f[1], euler, ub, d->column[1][3]);
    for (int i = 0; i < 3; i++) {
        d->value[i] = f[1].r[i] + s[1][i] - f[0].r[i] - s[0][i];
        d->column[0][i][i] = -1.0;
        d->column[1][i][i] = 1.0;
        for (int c = 3; c < 7; c++)
            d->column[0][c][i] = -d->column[0][c][i];
    }
}

void mb_span_rates(mb_span *d, const mb_frame f[2], bool euler, const double *ua, const double *ub)
{
    double s[2][3], s1[2][3], s2[3];

    memset(d, 0, sizeof *d);
    mb_turn(&f[0], ua, s[0]);
    mb_turn(&f[1], ub, s[1]);
    mb_swing(&f[0], euler, ua, s[0], s1[0], s2);
    mb_swing(&f[1], euler, ub, s[1], s1[1], s2);
    mb_columns_rate(&f[0], euler, ua, d->column[0][3]);
    mb_columns_rate(&f[1], euler, ub, d->column[1][3]);
    for (int i = 0; i < 3; i++) {
        d->value[i] = f[1].rdot[i] + s1[1][i] - f[0].rdot[i] - s1[0][i];
        for (int c = 3; c < 7; c++)
            d->column[0][c][i] = -d->column[0][c][i];
    }
}

void mb_pair_product(double *h, const mb_pair *pair, bool euler, double s, const mb_span *x,
                     const mb_span *y)
{
    const int size = mb_body_size(euler);

    for (int a = 0; a < 2; a++)
        for (int b = 0; b < 2; b++)
            for (int c = 0; pair->body[a] >= 0 && pair->body[b] >= 0 && c < size; c++)
                for (int i = 0; i < size; i++)
                    h[pair->at[a][b][c] + i] += s * mb_dot(x->column[a][i], y->column[b][c]);
}

void mb_pair_curvature(double *h, const mb_pair *pair, bool euler, int side, const mb_frame *f,
                       const double *u, const double *w)
{
    double bend[16] = {0.0};

    if (pair->body[side] < 0)
        return;
    mb_curvature(f, euler, u, w, bend);
    for (int c = 0; c < (euler ? 4 : 3); c++)
        for (int i = 0; i < (euler ? 4 : 3); i++)
            h[pair->at[side][side][3 + c] + 3 + i] += bend[4 * i + c];
}
