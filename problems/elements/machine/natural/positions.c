/* SPDX-License-Identifier: MIT */
/* Patterns of D, M and H, and where rows and forces have their entries in them. */
#include <stdlib.h>

#include "problems/elements/machine/natural/natural.h"

/* ---- squares and pairs: x with x, y with y -------------------------------------------------------- */

static bool varies(const mb_difference *x, int end)
{
    return x->s[end] != 0.0;
}

/* The component x of one arrow by y of the other; x itself in a square */
static void announce_reach(const mb_difference *x, const mb_difference *y, int row,
                           mb_pattern_builder *d, mb_pattern_builder *h)
{
    for (int a = 0; a < 2; a++) {
        if (varies(x, a))
            mb_pattern_add(d, row, x->i[a]);
        if (varies(y, a))
            mb_pattern_add(d, row, y->i[a]);
        for (int b = 0; b < 2; b++)
            if (varies(x, a) && varies(y, b)) {
                mb_pattern_add(h, x->i[a], y->i[b]);
                mb_pattern_add(h, y->i[b], x->i[a]);
            }
    }
}

static void place_reach(mb_difference *x, mb_difference *y, int row, const mb_pattern *d)
{
    for (int a = 0; a < 2; a++) {
        if (varies(x, a))
            x->at[a] = mb_pattern_find(d, row, x->i[a]);
        if (varies(y, a))
            y->at[a] = mb_pattern_find(d, row, y->i[a]);
    }
}

/* The second derivatives of x y, x x in a square: how many an entry of H gets, or, unless bend is NULL,
 * each to the next place of its entry */
static void bend_reach(const mb_difference *x, const mb_difference *y, int row, const mb_pattern *h,
                       int *next, mb_bend *bend)
{
    for (int k = 0; k < 4; k++) {
        const int a = k / 2, b = k % 2;

        if (!varies(x, a) || !varies(y, b))
            continue;
        for (int across = 0; across < (x == y ? 1 : 2); across++) {
            const int at = across ? mb_pattern_find(h, y->i[b], x->i[a])
                                  : mb_pattern_find(h, x->i[a], y->i[b]);

            if (bend)
                bend[next[at]] = (mb_bend){row, (x == y ? 2.0 : 1.0) * x->s[a] * y->s[b]};
            next[at]++;
        }
    }
}

static void bend_all(const mb_natural *n, const mb_pattern *h, int *next, mb_bend *bend)
{
    for (int k = 0; k < n->dimension * n->nsquares; k++)
        bend_reach(&n->reach[k], &n->reach[k], n->square[k / n->dimension].row, h, next, bend);
    for (int k = 0; k < n->dimension * n->npairs; k++)
        bend_reach(&n->pair_reach[2 * k], &n->pair_reach[2 * k + 1], n->pair[k / n->dimension].row,
                   h, next, bend);
}

/* Whether two entries are sums of the same bends */
static bool alike(const mb_bend *bend, const int *start, int k, int other)
{
    const int count = start[k + 1] - start[k];

    if (start[other + 1] - start[other] != count)
        return false;
    for (int i = 0; i < count; i++)
        if (bend[start[k] + i].row != bend[start[other] + i].row ||
            bend[start[k] + i].factor != bend[start[other] + i].factor)
            return false;
    return true;
}

/* The first entry that has the bends of entry k = (i, j), among those across and of the component
 * before: itself, if there is none */
static int first_alike(const mb_pattern *h, const mb_bend *bend, const int *start, const int *first,
                       int k, int i, int j)
{
    const int across = mb_pattern_find(h, j, i);
    const int before = i > 0 && j > 0 ? mb_pattern_find(h, i - 1, j - 1) : -1;

    if (across >= 0 && across < k && alike(bend, start, k, across))
        return first[across];
    return before >= 0 && alike(bend, start, k, before) ? first[before] : k;
}

/* The first entries (H.nnz), and how many others there are */
static int find_twins(const mb_pattern *h, const mb_bend *bend, const int *start, int *first)
{
    int ntwins = 0;

    for (int j = 0; j < h->ncol; j++)
        for (int k = h->start[j]; k < h->start[j + 1]; k++) {
            first[k] = first_alike(h, bend, start, first, k, h->row[k], j);
            ntwins += first[k] != k;
        }
    return ntwins;
}

/* Sums and twins from the bends of each entry, which are moved together */
static void lay_out_bends(mb_natural *n, int nnz, const int *start, const int *first)
{
    int end = 0;

    n->ntwins = 0;
    for (int k = 0; k < nnz; k++) {
        if (first[k] != k) {
            n->twin[n->ntwins++] = (mb_twin){k, first[k]};
            continue;
        }
        for (int i = start[k]; i < start[k + 1]; i++)
            n->bend[end++] = n->bend[i];
        n->bent[n->nbent++] = (mb_bent){k, end};
    }
}

static mb_status place_bends(mb_model *model, mb_natural *n, mb_error *err)
{
    const mb_pattern *h = &model->H;
    const size_t nnz = (size_t)h->nnz;
    mb_status status = MB_OK;
    int *start = calloc(2 * nnz + 2, sizeof *start), *first;

    if (!start)
        return mb_fail(err, MB_NO_MEMORY, "no memory for %d tangents", h->nnz);
    first = start + nnz + 2;
    bend_all(n, h, start + 2, NULL);
    for (int k = 0; k < h->nnz; k++)
        start[k + 2] += start[k + 1];
    MB_TRY(MB_TAKE(model->arena, &n->bend, (size_t)start[h->nnz + 1], err));
    bend_all(n, h, start + 1, n->bend);
    n->ntwins = find_twins(h, n->bend, start, first);
    MB_TRY(MB_TAKE(model->arena, &n->twin, (size_t)n->ntwins, err));
    MB_TRY(MB_TAKE(model->arena, &n->bent, nnz - (size_t)n->ntwins, err));
    lay_out_bends(n, h->nnz, start, first);
done:
    free(start);
    return status;
}

/* ---- lists of variables --------------------------------------------------------------------------- */

/* row < 0: a force */
static void announce(int row, int nvar, const int *var, mb_pattern_builder *d,
                     mb_pattern_builder *h)
{
    for (int i = 0; i < nvar; i++) {
        if (row >= 0)
            mb_pattern_add(d, row, var[i]);
        for (int j = 0; j < nvar; j++)
            mb_pattern_add(h, var[i], var[j]);
    }
}

static mb_status place(mb_model *model, int row, int nvar, const int *var, int **at, int **in_h,
                       mb_error *err)
{
    mb_status status = MB_OK;
    const size_t n = (size_t)nvar;

    MB_TRY(MB_TAKE(model->arena, at, n, err));
    MB_TRY(MB_TAKE(model->arena, in_h, n * n, err));
    for (int i = 0; i < nvar; i++) {
        if (row >= 0)
            (*at)[i] = mb_pattern_find(&model->D, row, var[i]);
        for (int j = 0; j < nvar; j++)
            (*in_h)[i * nvar + j] = mb_pattern_find(&model->H, var[i], var[j]);
    }
done:
    return status;
}

static void announce_all(const mb_machine *m, mb_pattern_builder *d, mb_pattern_builder *h)
{
    const mb_natural *n = m->natural;

    for (int k = 0; k < n->dimension * n->nsquares; k++)
        announce_reach(&n->reach[k], &n->reach[k], n->square[k / n->dimension].row, d, h);
    for (int k = 0; k < n->dimension * n->npairs; k++)
        announce_reach(&n->pair_reach[2 * k], &n->pair_reach[2 * k + 1],
                       n->pair[k / n->dimension].row, d, h);
    for (const mb_linear_row *e = n->linear; e < n->linear + n->nlinear; e++)
        for (int k = 0; k < e->n; k++)
            mb_pattern_add(d, e->row, e->term[k].var);
    for (const mb_lines_row *e = n->form; e < n->form + n->nforms; e++)
        announce(e->row, e->form.nvar, e->form.var, d, h);
    for (const mb_twist_row *e = n->twist; e < n->twist + n->ntwists; e++)
        announce(e->row, e->twist.nvar, e->twist.var, d, h);
    for (const mb_twist_force *e = n->twist_force; e < n->twist_force + n->ntwist_forces; e++)
        announce(-1, e->twist.nvar, e->twist.var, d, h);
    for (int k = 0; k < m->nefforts; k++)
        announce(-1, n->effort[k].nvar, n->effort[k].var, d, h);
}

static mb_status place_all(mb_model *model, const mb_machine *m, mb_error *err)
{
    mb_natural *n = m->natural;
    mb_status status = MB_OK;

    for (int k = 0; k < n->dimension * n->nsquares; k++)
        place_reach(&n->reach[k], &n->reach[k], n->square[k / n->dimension].row, &model->D);
    for (int k = 0; k < n->dimension * n->npairs; k++)
        place_reach(&n->pair_reach[2 * k], &n->pair_reach[2 * k + 1], n->pair[k / n->dimension].row,
                    &model->D);
    MB_TRY(place_bends(model, n, err));
    for (mb_lines_row *e = n->form; e < n->form + n->nforms; e++)
        MB_TRY(place(model, e->row, e->form.nvar, e->form.var, &e->form.at, &e->form.h, err));
    for (mb_twist_row *e = n->twist; e < n->twist + n->ntwists; e++)
        MB_TRY(place(model, e->row, e->twist.nvar, e->twist.var, &e->twist.at, &e->twist.h, err));
    for (mb_twist_force *e = n->twist_force; e < n->twist_force + n->ntwist_forces; e++)
        MB_TRY(place(model, -1, e->twist.nvar, e->twist.var, &e->twist.at, &e->twist.h, err));
    for (mb_lines *e = n->effort; e < n->effort + m->nefforts; e++)
        MB_TRY(place(model, -1, e->nvar, e->var, &e->at, &e->h, err));
    MB_TRY(MB_TAKE(model->arena, &n->d, (size_t)model->D.nnz, err));
    for (mb_linear_row *e = n->linear; e < n->linear + n->nlinear; e++)
        for (int k = 0; k < e->n; k++) {
            e->term[k].local = mb_pattern_find(&model->D, e->row, e->term[k].var);
            n->d[e->term[k].local] += e->term[k].factor;
        }
done:
    return status;
}

mb_status mb_natural_patterns(mb_model *model, mb_machine *m, mb_error *err)
{
    mb_status status = MB_OK, of_d, of_m, of_h;
    mb_pattern_builder *d = mb_pattern_begin(model->m, model->nv);
    mb_pattern_builder *mass = mb_pattern_begin(model->nv, model->nv);
    mb_pattern_builder *h = mb_pattern_begin(model->nv, model->nv);

    announce_all(m, d, h);
    mb_natural_announce_mass(m, mass);
    /* all three are ended, failure or not, since that frees them */
    of_d = mb_pattern_end(d, model->arena, &model->D, err);
    of_m = mb_pattern_end(mass, model->arena, &model->M, err);
    of_h = mb_pattern_end(h, model->arena, &model->H, err);
    MB_TRY(of_d);
    MB_TRY(of_m);
    MB_TRY(of_h);
    MB_TRY(place_all(model, m, err));
    MB_TRY(mb_natural_masses(model, m, err));
done:
    return status;
}
