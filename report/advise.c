#include "report/advise.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/table.h"

enum { SHOWN = 5, SHOWN_OTHERS = 8 };

static const char *const path[MB_LIMITS] = {
#define PATH(name, path, word) path,
    MB_LIMIT_LIST(PATH)
#undef PATH
};

static const char *const word[MB_LIMITS] = {
#define WORD(name, path, word) word,
    MB_LIMIT_LIST(WORD)
#undef WORD
};

/* ---- ranking -------------------------------------------------------------------------------- */

static mb_candidate assess(const mb_row *row, const double limit[MB_LIMITS])
{
    mb_candidate c = {.row = row, .margin = INFINITY};

    c.cost = mb_row_cpu(row->record) / mb_record_number(row->record, "t_end");
    for (int k = 0; k < MB_LIMITS; k++) {
        double margin;

        c.value[k] = mb_record_number(row->record, path[k]);
        if (isnan(limit[k]))
            continue;
        margin = isnan(c.value[k]) ? 0.0 : limit[k] / c.value[k]; /* infinite for a value of 0 */
        if (margin < c.margin) {
            c.margin = margin;
            c.worst = (mb_limit_kind)k;
        }
    }
    return c;
}

/* 0: meets the limits and was timed, 1: meets them, 2: misses one. */
static int class_of(const mb_candidate *c)
{
    return c->margin < 1.0 ? 2 : isnan(c->cost) ? 1 : 0;
}

static int by_rank(const void *a, const void *b)
{
    const mb_candidate *x = a, *y = b;
    int class = class_of(x) - class_of(y);

    if (class != 0)
        return class;
    if (class_of(x) == 0 && x->cost != y->cost)
        return x->cost < y->cost ? -1 : 1;
    if (x->margin != y->margin)
        return x->margin > y->margin ? -1 : 1;
    return (x->row > y->row) - (x->row < y->row); /* the order of the file */
}

/* Machine of the last ok record of the problem; NULL when there is none. */
static const char *last_machine(const mb_digest *d, const char *problem)
{
    const char *machine = NULL;

    for (int i = 0; i < d->row_count; i++)
        if (d->row[i].ok && strcmp(d->row[i].problem, problem) == 0)
            machine = mb_row_machine(d->row[i].record);
    return machine;
}

/* Is there a record of the same solver that counts instead: one that ran longer, or a later one
 * with times where this one has none? */
static bool replaced(const mb_digest *d, const mb_row *row, const char *machine)
{
    double t_end = mb_record_number(row->record, "t_end");

    for (int i = 0; i < d->row_count; i++) {
        const mb_row *other = &d->row[i];
        double t = mb_record_number(other->record, "t_end");
        bool timed = !isnan(mb_row_cpu(row->record)),
             other_timed = !isnan(mb_row_cpu(other->record));

        if (other == row || !other->ok || strcmp(other->solver, row->solver) != 0 ||
            strcmp(other->problem, row->problem) != 0 ||
            strcmp(mb_row_machine(other->record), machine) != 0)
            continue;
        if (t > t_end ||
            (t == t_end && (other_timed > timed || (other_timed == timed && other > row))))
            return true;
    }
    return false;
}

mb_status mb_advise(const mb_digest *d, const char *problem, const double limit[MB_LIMITS],
                    mb_arena *arena, mb_advice *advice, mb_error *err)
{
    mb_status status;

    memset(advice, 0, sizeof *advice);
    advice->machine = last_machine(d, problem);
    MB_TRY(
        mb_claim(arena, &advice->candidate, (size_t)d->row_count, sizeof *advice->candidate, err));
    MB_TRY(mb_claim(arena, &advice->failure, (size_t)d->row_count, sizeof *advice->failure, err));
    for (int i = 0; i < d->row_count && advice->machine; i++) {
        const mb_row *row = &d->row[i];

        if (strcmp(row->problem, problem) != 0)
            continue;
        if (strcmp(mb_row_machine(row->record), advice->machine) != 0)
            advice->elsewhere++;
        else if (!row->ok)
            advice->failure[advice->failed++] = row;
        else if (!replaced(d, row, advice->machine))
            advice->candidate[advice->count++] = assess(row, limit);
    }
    qsort(advice->candidate, (size_t)advice->count, sizeof *advice->candidate, by_rank);
    for (int i = 0; i < advice->count; i++) {
        advice->meet += class_of(&advice->candidate[i]) < 2;
        advice->timed += class_of(&advice->candidate[i]) == 0;
    }
done:
    return status;
}

/* ---- for people ----------------------------------------------------------------------------- */

static const char *number(double x, char text[MB_SHORT_SIZE])
{
    mb_short_number(x, text);
    return *text ? text : "-";
}

static void put_limits(FILE *out, const double limit[MB_LIMITS])
{
    const char *comma = "";
    char text[MB_SHORT_SIZE];

    for (int k = 0; k < MB_LIMITS; k++)
        if (!isnan(limit[k])) {
            fprintf(out, "%s%s <= %s", comma, word[k], number(limit[k], text));
            comma = ", ";
        }
}

static void put_candidate(FILE *out, const mb_candidate *c, double cheapest)
{
    char text[4][MB_SHORT_SIZE], cost[MB_SHORT_SIZE], t[MB_SHORT_SIZE];

    fprintf(out, "  %-8s %-8s %-10s %-10s %-10s %-6s %s\n      ", number(c->cost / cheapest, cost),
            number(c->margin, text[3]), number(c->value[MB_LIMIT_VIOLATION], text[0]),
            number(c->value[MB_LIMIT_DRIFT], text[1]), number(c->value[MB_LIMIT_ERROR], text[2]),
            number(mb_record_number(c->row->record, "t_end"), t), c->row->solver);
    mb_put_command(out, c->row);
    fputc('\n', out);
}

static void put_table(FILE *out, const mb_advice *a, int from, int till)
{
    double cheapest = NAN;

    for (int i = from; i < till; i++)
        cheapest = fmin(cheapest, a->candidate[i].cost); /* of those that were timed */
    fprintf(out, "  %-8s %-8s %-10s %-10s %-10s %-6s %s\n", "cost", "margin", "violation", "drift",
            "error", "t_end", "solver and command");
    for (int i = from; i < till; i++)
        put_candidate(out, &a->candidate[i], cheapest);
}

/* Those that miss a limit, nearest first, and how the others ended. */
static void put_others(FILE *out, const mb_advice *a, int from, const double limit[MB_LIMITS])
{
    char text[2][MB_SHORT_SIZE];

    if (a->count > from)
        fputs("These ended ok but miss a limit, the nearest first:\n", out);
    for (int i = from; i < a->count && i < from + SHOWN_OTHERS; i++) {
        const mb_candidate *c = &a->candidate[i];

        if (isnan(c->value[c->worst]))
            fprintf(out, "  %s: no value of %s\n", c->row->solver, word[c->worst]);
        else
            fprintf(out, "  %s: %s %s, a factor of %s above the limit\n", c->row->solver,
                    word[c->worst], number(c->value[c->worst], text[0]),
                    number(c->value[c->worst] / limit[c->worst], text[1]));
    }
    if (a->count > from + SHOWN_OTHERS)
        fprintf(out, "  and %d more\n", a->count - from - SHOWN_OTHERS);
    if (a->failed > 0)
        fputs("These did not end ok:\n", out);
    for (int i = 0; i < a->failed && i < SHOWN_OTHERS; i++)
        fprintf(out, "  %s: %s: %.200s\n", a->failure[i]->solver, a->failure[i]->status,
                *a->failure[i]->reason ? a->failure[i]->reason : "the record gives no reason");
    if (a->failed > SHOWN_OTHERS)
        fprintf(out, "  and %d more\n", a->failed - SHOWN_OTHERS);
}

void mb_put_advice(FILE *out, const mb_advice *a, const char *problem,
                   const double limit[MB_LIMITS])
{
    int shown = a->timed < SHOWN ? a->timed : SHOWN, near = a->count < SHOWN ? a->count : SHOWN;

    fprintf(out, "%s with ", problem);
    put_limits(out, limit);
    fprintf(out, ": %d of %d solvers that ended ok meet the limits.\n", a->meet, a->count);
    if (shown > 0) {
        fputs("The cheapest (cost: CPU time for a simulated second over that of the first; margin: "
              "the limit over the value, the smallest):\n",
              out);
        put_table(out, a, 0, shown);
    } else if (a->meet == 0) {
        fputs("Nothing meets them all.  The nearest:\n", out);
        put_table(out, a, 0, near);
    }
    if (a->meet > a->timed) {
        fprintf(out, "%d meet the limits but were not timed, so their cost is unknown:\n",
                a->meet - a->timed);
        for (int i = a->timed; i < a->meet && i < a->timed + SHOWN_OTHERS; i++)
            fprintf(out, "  %s\n", a->candidate[i].row->solver);
    }
    put_others(out, a, a->meet, limit);
    fprintf(out, "CPU times compare only within one machine and one file; these are of %s.\n",
            *a->machine ? a->machine : "an unnamed machine");
    if (a->elsewhere > 0)
        fprintf(out, "%d records of other machines are left out.\n", a->elsewhere);
}
