/* SPDX-License-Identifier: MIT */
/* Which squares of the plane are rods. */
#include "problems/elements/machine/natural/rods.h"

#include <stdlib.h>

/* Rods whose entries of D stay in a cache together */
enum { TOGETHER = 256 };

typedef struct found {
    mb_rod rod;
    bool held;
} found;

/* Whether end k of both components is a point's x and y, with the factor s */
static bool is_point(const mb_difference *r, int k, double s)
{
    return r[0].s[k] == s && r[1].s[k] == s && r[1].i[k] == r[0].i[k] + 1;
}

static bool constant_at(const mb_natural *n, const mb_difference *r, int k)
{
    return n->d[r[0].at[k]] != 0.0 || n->d[r[1].at[k]] != 0.0;
}

/* A square as a rod: from a point or from a held place to a point */
static bool as_rod(const mb_natural *n, const mb_square *e, const mb_difference *r, found *f)
{
    const bool held = r[0].s[1] == 0.0 && r[1].s[1] == 0.0;
    const int to = !held && is_point(r, 1, 1.0) ? 1 : 0, from = 1 - to;
    const double sign = r[0].s[to] < 0.0 ? -1.0 : 1.0;

    if (!is_point(r, to, held ? sign : 1.0) || constant_at(n, r, to))
        return false;
    if (!held &&
        (!is_point(r, from, -1.0) || constant_at(n, r, from) || r[0].c != 0.0 || r[1].c != 0.0))
        return false;
    f->held = held;
    f->rod = (mb_rod){
        .row = e->row, .to = r[0].i[to], .at_to = {r[0].at[to], r[1].at[to]}, .value = e->value};
    for (int i = 0; held && i < 2; i++)
        f->rod.place[i] = -sign * r[i].c;
    if (held)
        return true;
    f->rod.from = r[0].i[from];
    for (int i = 0; i < 2; i++)
        f->rod.at_from[i] = r[i].at[from];
    return true;
}

static int by_place(const void *a, const void *b)
{
    const found *x = a, *y = b;

    return (x->rod.at_to[0] > y->rod.at_to[0]) - (x->rod.at_to[0] < y->rod.at_to[0]);
}

static int by_kind(const void *a, const void *b)
{
    const found *x = a, *y = b;

    return x->held != y->held ? x->held - y->held : by_place(a, b);
}

static void exchange(mb_natural *n, int i, int j)
{
    const mb_square e = n->square[i];

    n->square[i] = n->square[j];
    n->square[j] = e;
    for (int k = 0; k < 2; k++) {
        const mb_difference r = n->reach[2 * i + k];

        n->reach[2 * i + k] = n->reach[2 * j + k];
        n->reach[2 * j + k] = r;
    }
}

/* Rods to the front of the squares, and into f (nsquares) */
static void find(mb_natural *n, found *f)
{
    for (int i = 0; i < n->nsquares; i++)
        if (as_rod(n, &n->square[i], &n->reach[2 * i], &f[n->nrods]))
            exchange(n, i, n->nrods++);
}

static void lay_out(mb_natural *n, found *f)
{
    qsort(f, (size_t)n->nrods, sizeof *f, by_place);
    for (int k = 0; k < n->nrods; k += TOGETHER) {
        const int end = k + TOGETHER < n->nrods ? k + TOGETHER : n->nrods;
        int held = k;

        qsort(f + k, (size_t)(end - k), sizeof *f, by_kind);
        for (int i = k; i < end; i++) {
            n->rod[i] = f[i].rod;
            held += !f[i].held;
        }
        n->rod_run[n->nrod_runs++] = held;
        n->rod_run[n->nrod_runs++] = end;
    }
}

mb_status mb_natural_rods(mb_model *model, mb_machine *m, mb_error *err)
{
    mb_natural *n = m->natural;
    mb_status status = MB_OK;
    found *f;

    if (n->dimension != 2)
        return MB_OK;
    f = malloc(((size_t)n->nsquares + 1) * sizeof *f);
    if (!f)
        return mb_fail(err, MB_NO_MEMORY, "no memory for %d rods", n->nsquares);
    find(n, f);
    MB_TRY(MB_TAKE(model->arena, &n->rod, (size_t)n->nrods, err));
    MB_TRY(MB_TAKE(model->arena, &n->rod_run, 2 * ((size_t)n->nrods / TOGETHER + 1), err));
    lay_out(n, f);
    n->only_rods = n->nrods == model->m && m->ncourses == 0;
done:
    free(f);
    return status;
}
