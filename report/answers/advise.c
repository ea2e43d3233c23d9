/* SPDX-License-Identifier: MIT */
#include "report/answers/advise.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/places.h"
#include "report/records/grade.h"

mb_field mb_limit_field(mb_limit_kind limit)
{
    static const mb_field field[MB_LIMITS] = {
#define FIELD(name, field, word) field,
        MB_LIMIT_LIST(FIELD)
#undef FIELD
    };

    return field[limit];
}

/* Is a run without a class right for who asked?  Each part that is too large for any class must
 * have a limit, and steps that did not converge need one of the error. */
static bool asked_for(const mb_report_run *row, const double limit[MB_LIMITS])
{
    static const struct {
        mb_field field;
        mb_limit_kind by, or_by;
    } part[] = {{MB_FIELD_GAP, MB_LIMIT_GAP, MB_LIMIT_VIOLATION},
                {MB_FIELD_DRIFT, MB_LIMIT_DRIFT, MB_LIMIT_DRIFT},
                {MB_FIELD_ERROR, MB_LIMIT_ERROR, MB_LIMIT_ERROR}};
    int large = 0;

    if (mb_row_unconverged(row) > 0 && isnan(limit[MB_LIMIT_ERROR]))
        return false;
    for (int k = 0; k < 3; k++) {
        if (!(mb_row_field(row, part[k].field) >= mb_level[0]))
            continue;
        if (isnan(limit[part[k].by]) && isnan(limit[part[k].or_by]))
            return false;
        large++;
    }
    return large > 0;
}

static mb_standing standing_of(const mb_candidate *c, const double limit[MB_LIMITS])
{
    if (c->margin < 1.0)
        return MB_MISSES;
    if (mb_row_grade(c->row) == MB_CLASSLESS && !asked_for(c->row, limit))
        return MB_NOT_RIGHT;
    return isnan(c->cost) ? MB_NOT_TIMED : MB_ADVISED;
}

static mb_candidate assess(const mb_report_run *row, const double limit[MB_LIMITS])
{
    mb_candidate c = {.row = row, .margin = INFINITY};

    c.cost = mb_row_cpu(row);
    c.rough = isnan(c.cost) && mb_row_searched(row);
    if (c.rough) /* its search has ended, and timed passes were not worth their time */
        c.cost = mb_row_field(row, MB_FIELD_CPU_MEASURED);
    c.cost /= mb_row_field(row, MB_FIELD_T_END);
    for (int k = 0; k < MB_LIMITS; k++) {
        double margin;

        c.value[k] = mb_row_field(row, mb_limit_field((mb_limit_kind)k));
        if (isnan(limit[k]))
            continue;
        margin = isnan(c.value[k]) ? 0.0 : limit[k] / c.value[k]; /* infinite for a value of 0 */
        if (margin < c.margin) {
            c.margin = margin;
            c.worst = (mb_limit_kind)k;
        }
    }
    c.standing = standing_of(&c, limit);
    return c;
}

static int by_rank(const void *a, const void *b)
{
    const mb_candidate *x = a, *y = b;

    if (x->standing != y->standing)
        return (int)x->standing - (int)y->standing;
    if (x->standing == MB_ADVISED && x->cost != y->cost)
        return x->cost < y->cost ? -1 : 1;
    if (x->margin != y->margin)
        return x->margin > y->margin ? -1 : 1;
    return (x->row > y->row) - (x->row < y->row); /* the order of the file */
}

/* Machine of the last ok record of the problem, of the last one where none is ok; NULL when there is
 * none. */
static const char *last_machine(const mb_digest *d, const char *problem)
{
    const char *machine[2] = {NULL, NULL}; /* of those that are ok, of all */

    for (int i = 0; i < d->row_count; i++)
        if (strcmp(d->row[i].problem, problem) == 0) {
            machine[1] = mb_row_machine(&d->row[i]);
            if (d->row[i].ok)
                machine[0] = machine[1];
        }
    return machine[0] ? machine[0] : machine[1];
}

/* Of runs of one solver the one that counts: it ran longer, or has times where the other has none, or
 * is later. */
static bool counts_before(const mb_report_run *row, const mb_report_run *other)
{
    const double t = mb_row_field(row, MB_FIELD_T_END), of = mb_row_field(other, MB_FIELD_T_END);
    const bool timed = !isnan(mb_row_cpu(row)), other_timed = !isnan(mb_row_cpu(other));

    return t > of || (t == of && (timed > other_timed || (timed == other_timed && row > other)));
}

/* Keeps the run of each solver that counts, in the order of the file: place of a solver's run among
 * the candidates by the hash of its spec. */
static mb_status stand_for(mb_places *places, const mb_report_run *row, mb_advice *advice,
                           mb_error *err)
{
    const uint64_t solver = mb_hash_text(MB_HASH_START, row->solver);
    const bool known = !isnan(mb_row_field(row, MB_FIELD_T_END)); /* else it stands for itself */
    const int at = known ? mb_places_find(places, solver) : -1;

    if (at < 0) {
        advice->candidate[advice->count++].row = row;
        return known ? mb_places_set(places, solver, advice->count - 1, err) : MB_OK;
    }
    if (counts_before(row, advice->candidate[at].row))
        advice->candidate[at].row = row;
    return MB_OK;
}

/* Earliest time [s] at which the rows lose rank; NaN: they do not.  A motion that is not right may come
 * to such a position at another time, or where the mechanism does not: only what lies behind all times
 * that right ones went through is taken from it. */
static double rank_lost(const mb_digest *d, const char *problem)
{
    double through = -INFINITY, lost = NAN;

    for (int right = 1; right >= 0; right--)
        for (int i = 0; i < d->row_count; i++) {
            const mb_report_run *row = &d->row[i];
            const double t = mb_row_field(row, MB_FIELD_RANK_LOST);

            if (strcmp(row->problem, problem) != 0 || (mb_row_grade(row) == MB_RIGHT) != right)
                continue;
            if (right)
                through = fmax(through, mb_row_field(row, MB_FIELD_T_REACHED));
            if (right || t > through)
                lost = fmin(lost, t);
        }
    return lost;
}

mb_status mb_advise(const mb_digest *d, const char *problem, const double limit[MB_LIMITS],
                    mb_arena *arena, mb_advice *advice, mb_error *err)
{
    mb_places places = {0};
    mb_status status;

    memset(advice, 0, sizeof *advice);
    advice->machine = last_machine(d, problem);
    advice->rank_lost = rank_lost(d, problem);
    MB_TRY(MB_TAKE(arena, &advice->candidate, (size_t)d->row_count, err));
    MB_TRY(MB_TAKE(arena, &advice->failure, (size_t)d->row_count, err));
    for (int i = 0; i < d->row_count && advice->machine; i++) {
        const mb_report_run *row = &d->row[i];

        if (strcmp(row->problem, problem) != 0)
            continue;
        if (strcmp(mb_row_machine(row), advice->machine) != 0)
            advice->elsewhere++;
        else if (!row->ok)
            advice->failure[advice->failed++] = row;
        else
            MB_TRY(stand_for(&places, row, advice, err));
    }
    for (int i = 0; i < advice->count; i++)
        advice->candidate[i] = assess(advice->candidate[i].row, limit);
    qsort(advice->candidate, (size_t)advice->count, sizeof *advice->candidate, by_rank);
    for (int i = 0; i < advice->count; i++) {
        advice->meet += advice->candidate[i].standing <= MB_NOT_TIMED;
        advice->timed += advice->candidate[i].standing == MB_ADVISED;
        advice->wrong += advice->candidate[i].standing == MB_NOT_RIGHT;
    }
done:
    mb_places_free(&places);
    return status;
}
