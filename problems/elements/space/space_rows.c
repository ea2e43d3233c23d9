/* Rows of spatial joints: Phi, D and gamma, which every step evaluates.
 *
 *     d = r_b + A_b u_b - r_a - A_a u_a                 coincident points
 *     (A_a x_a) . (A_b x_b)                             axes at right angles
 *     (A_a n) . d                                       point of b in a plane of a
 *     d . d - length^2                                  distance */
#include "problems/elements/space/spatial.h"

void mb_joints_announce(const mb_mechanism *m, mb_pattern_builder *d, mb_pattern_builder *h)
{
    const int size = mb_body_size(m->euler);

    for (const mb_joint *j = m->joint; j < m->joint + m->njoints; j++) {
        const int far = j->n - j->nplanes - j->distance; /* the first row with all three */

        mb_pair_announce(&j->pair, m->euler, h);
        for (int side = 0; side < 2; side++) {
            const int first = size * j->pair.body[side];

            if (j->pair.body[side] < 0)
                continue;
            for (int i = 0; i < j->n; i++) {
                for (int c = 3; c < size; c++)
                    mb_pattern_add(d, j->row + i, first + c);
                for (int c = 0; c < 3; c++)
                    if (i >= far || (j->coincident && i == c))
                        mb_pattern_add(d, j->row + i, first + c);
            }
        }
    }
}

void mb_joints_place(mb_mechanism *m, const mb_pattern *d, const mb_pattern *h)
{
    const int size = mb_body_size(m->euler);

    for (mb_joint *j = m->joint; j < m->joint + m->njoints; j++) {
        const int far = j->n - j->nplanes - j->distance;

        mb_pair_place(&j->pair, m->euler, h);
        for (int side = 0; side < 2; side++) {
            const int first = size * j->pair.body[side];

            if (j->pair.body[side] < 0)
                continue;
            for (int c = 3; c < size; c++)
                j->rotation[side][c - 3] = mb_pattern_find(d, j->row, first + c);
            for (int c = 0; c < 3; c++)
                j->translation[side][c] =
                    mb_pattern_find(d, j->row + (j->coincident ? c : far), first + c);
        }
    }
}

MB_INLINE void frames(const mb_joint *j, const double *q, mb_frame f[2])
{
    mb_frame_at(&f[0], q, j->pair.body[0]);
    mb_frame_at(&f[1], q, j->pair.body[1]);
}

/* Arms A u of the two points and d */
MB_INLINE void between(const mb_joint *j, const mb_frame f[2], double arm[2][3], double *d)
{
    mb_turn(&f[0], j->ua, arm[0]);
    mb_turn(&f[1], j->ub, arm[1]);
    for (int i = 0; i < 3; i++)
        d[i] = f[1].r[i] + arm[1][i] - f[0].r[i] - arm[0][i];
}

void mb_joints_phi(const mb_mechanism *m, const double *q, double *phi)
{
    for (const mb_joint *j = m->joint; j < m->joint + m->njoints; j++) {
        double *out = phi + j->row, d[3], arm[2][3], x[3], y[3];
        mb_frame f[2];

        frames(j, q, f);
        between(j, f, arm, d);
        for (int i = 0; j->coincident && i < 3; i++)
            *out++ = d[i];
        for (int k = 0; k < j->nperpendiculars; k++) {
            mb_turn(&f[0], j->xa[k], x);
            mb_turn(&f[1], j->xb[k], y);
            *out++ = mb_dot(x, y);
        }
        for (int k = 0; k < j->nplanes; k++) {
            mb_turn(&f[0], j->normal[k], x);
            *out++ = mb_dot(x, d);
        }
        if (j->distance)
            *out = mb_dot(d, d) - j->square;
    }
}

/* One row's derivative by the rotation (3 or 4) and the place of a body */
MB_INLINE void put_rotation(const mb_joint *j, bool euler, int side, int row, const double *x,
                            double *d)
{
    for (int c = 0; c < (euler ? 4 : 3); c++)
        d[j->rotation[side][c] + row] = x[c];
}

MB_INLINE void put_translation(const mb_joint *j, int side, int slot, double s, const double *x,
                               double *d)
{
    for (int c = 0; c < 3; c++)
        d[j->translation[side][c] + slot] = s * x[c];
}

/* Derivatives of one side of a joint; the signs are those of d */
MB_INLINE void side_jacobian(const mb_joint *j, const mb_frame f[2], bool euler, int side,
                             const double *between, double *d)
{
    const double sign = side ? 1.0 : -1.0, *u = side ? j->ub : j->ua;
    int row = 0, slot = j->coincident;
    double x[3], pull[4], arm[4], columns[12];

    if (j->coincident) {
        mb_columns(&f[side], euler, u, columns);
        for (int c = 0; c < (euler ? 4 : 3); c++)
            for (int i = 0; i < 3; i++)
                d[j->rotation[side][c] + i] = sign * columns[3 * c + i];
        for (int c = 0; c < 3; c++)
            d[j->translation[side][c]] = sign;
        row = 3;
    }
    for (int k = 0; k < j->nperpendiculars; k++) {
        mb_turn(&f[!side], side ? j->xa[k] : j->xb[k], x);
        mb_pull(&f[side], euler, side ? j->xb[k] : j->xa[k], x, pull);
        put_rotation(j, euler, side, row++, pull, d);
    }
    for (int k = 0; k < j->nplanes; k++) {
        mb_turn(&f[0], j->normal[k], x);
        mb_pull(&f[side], euler, u, x, pull);
        if (!side) {
            mb_pull(&f[0], euler, j->normal[k], between, arm);
            for (int c = 0; c < (euler ? 4 : 3); c++)
                pull[c] = arm[c] - pull[c];
        }
        put_rotation(j, euler, side, row++, pull, d);
        put_translation(j, side, slot++, sign, x, d);
    }
    if (j->distance) {
        mb_pull(&f[side], euler, u, between, pull);
        for (int c = 0; c < (euler ? 4 : 3); c++)
            d[j->rotation[side][c] + row] = 2.0 * sign * pull[c];
        put_translation(j, side, slot, 2.0 * sign, between, d);
    }
}

MB_INLINE void jacobian(const mb_mechanism *m, bool euler, const double *q, double *d)
{
    for (const mb_joint *j = m->joint; j < m->joint + m->njoints; j++) {
        double apart[3] = {0.0}, arm[2][3];
        mb_frame f[2];

        frames(j, q, f);
        if (j->nplanes || j->distance)
            between(j, f, arm, apart);
        for (int side = 0; side < 2; side++)
            if (j->pair.body[side] >= 0)
                side_jacobian(j, f, euler, side, apart, d);
    }
}

void mb_joints_jacobian(const mb_mechanism *m, const double *q, double *d)
{
    if (m->euler)
        jacobian(m, true, q, d);
    else
        jacobian(m, false, q, d);
}

/* x . y differentiated twice without accelerations */
MB_INLINE double bend(double x[3][3], double y[3][3])
{
    return mb_dot(x[2], y[0]) + 2.0 * mb_dot(x[1], y[1]) + mb_dot(x[0], y[2]);
}

/* A u with its two rates */
MB_INLINE void swing(const mb_frame *f, bool euler, const double *u, double s[3][3])
{
    mb_turn(f, u, s[0]);
    mb_swing(f, euler, u, s[0], s[1], s[2]);
}

MB_INLINE void gamma_(const mb_mechanism *m, bool euler, const double *q, const double *v,
                      double *gamma)
{
    for (const mb_joint *j = m->joint; j < m->joint + m->njoints; j++) {
        double *out = gamma + j->row, a[3][3], b[3][3], d[3][3];
        mb_frame f[2];

        for (int side = 0; side < 2; side++) {
            mb_frame_at(&f[side], q, j->pair.body[side]);
            mb_frame_move(&f[side], euler, v, j->pair.body[side]);
        }
        if (j->coincident || j->nplanes || j->distance) {
            swing(&f[0], euler, j->ua, a);
            swing(&f[1], euler, j->ub, b);
            for (int i = 0; i < 3; i++) {
                d[0][i] = f[1].r[i] + b[0][i] - f[0].r[i] - a[0][i];
                d[1][i] = f[1].rdot[i] + b[1][i] - f[0].rdot[i] - a[1][i];
                d[2][i] = b[2][i] - a[2][i];
            }
        }
        for (int i = 0; j->coincident && i < 3; i++)
            *out++ = -d[2][i];
        for (int k = 0; k < j->nperpendiculars; k++) {
            swing(&f[0], euler, j->xa[k], a);
            swing(&f[1], euler, j->xb[k], b);
            *out++ = -bend(a, b);
        }
        for (int k = 0; k < j->nplanes; k++) {
            swing(&f[0], euler, j->normal[k], a);
            *out++ = -bend(a, d);
        }
        if (j->distance)
            *out = -bend(d, d);
    }
}

void mb_joints_gamma(const mb_mechanism *m, const double *q, const double *v, double *gamma)
{
    if (m->euler)
        gamma_(m, true, q, v, gamma);
    else
        gamma_(m, false, q, v, gamma);
}
