/* SPDX-License-Identifier: MIT */
/* Which squares of the plane are rods. */
#include "problems/elements/machine/natural/rods.h"

#include <string.h>

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
static bool as_rod(const mb_natural *n, const mb_square *e, const mb_difference *r, mb_rod *rod)
{
    const bool held = r[0].s[1] == 0.0 && r[1].s[1] == 0.0;
    const int to = !held && is_point(r, 1, 1.0) ? 1 : 0, from = 1 - to;
    const double sign = r[0].s[to] < 0.0 ? -1.0 : 1.0;

    if (!is_point(r, to, held ? sign : 1.0) || constant_at(n, r, to))
        return false;
    if (!held &&
        (!is_point(r, from, -1.0) || constant_at(n, r, from) || r[0].c != 0.0 || r[1].c != 0.0))
        return false;
    *rod = (mb_rod){.row = e->row,
                    .to = r[0].i[to],
                    .from = held ? -1 : r[0].i[from],
                    .at_to = {r[0].at[to], r[1].at[to]},
                    .at_from = {r[0].at[from], r[1].at[from]},
                    .place = {-sign * r[0].c, -sign * r[1].c},
                    .value = e->value};
    return true;
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

mb_status mb_natural_rods(mb_model *model, mb_machine *m, mb_error *err)
{
    mb_natural *n = m->natural;
    mb_status status = MB_OK;

    if (n->dimension != 2)
        return MB_OK;
    MB_TRY(MB_TAKE(model->arena, &n->rod, (size_t)n->nsquares, err));
    for (int held = 0; held < 2; held++) {
        for (int i = n->nrods; i < n->nsquares; i++) {
            mb_rod *rod = &n->rod[n->nrods];

            if (as_rod(n, &n->square[i], &n->reach[2 * i], rod) && (rod->from < 0) == held)
                exchange(n, i, n->nrods++);
        }
        n->nfree_rods = held ? n->nfree_rods : n->nrods;
    }
    n->only_rods = n->nrods == model->m && m->ncourses == 0;
done:
    return status;
}
