/* SPDX-License-Identifier: MIT */
/* Advice for people. */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "report/answers/advise.h"
#include "report/records/command.h"
#include "report/records/remarks.h"
#include "report/tables/table.h"

enum { SHOWN = 5, SHOWN_OTHERS = 8 };

#define UNITS                                                                                      \
    "gap of the\nmechanism's size, violation in SI units of the rows, drift in J, error in m or "  \
    "rad"

static const char *const word[MB_LIMITS] = {
#define WORD(name, field, word) word,
    MB_LIMIT_LIST(WORD)
#undef WORD
};

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
            fprintf(out, "%s%s <= %s (%s)", comma, word[k], number(limit[k], text),
                    mb_field_of(mb_limit_field((mb_limit_kind)k))->unit);
            comma = ", ";
        }
}

static void put_heading(FILE *out)
{
    fprintf(out, "  %-8s %-8s %-9s %-9s %-9s %-9s %-9s %-6s %s\n", "cost", "margin", "right to",
            "gap", "violation", "drift", "error", "t_end", "solver and command");
}

static void put_candidate(FILE *out, const mb_candidate *c, double cheapest)
{
    char text[MB_LIMITS][MB_SHORT_SIZE], margin[MB_SHORT_SIZE], cost[MB_SHORT_SIZE + 1];
    char t[MB_SHORT_SIZE], class[MB_SHORT_SIZE];

    mb_level_text(mb_row_class(c->row), class);
    for (int k = 0; k < MB_LIMITS; k++)
        number(c->value[k], text[k]);
    number(c->cost / cheapest, cost);
    if (c->rough)
        strcat(cost, "~");
    fprintf(out, "  %-8s %-8s %-9s %-9s %-9s %-9s %-9s %-6s ", cost, number(c->margin, margin),
            *class                                ? class
            : mb_row_grade(c->row) == MB_UNGRADED ? "?"
                                                  : "none",
            text[MB_LIMIT_GAP], text[MB_LIMIT_VIOLATION], text[MB_LIMIT_DRIFT],
            text[MB_LIMIT_ERROR], number(mb_row_field(c->row, MB_FIELD_T_END), t));
    mb_put_line(out, "%s", c->row->solver);
    fputs("      ", out);
    mb_put_command(out, c->row);
    fputc('\n', out);
    if (mb_row_unconverged(c->row) > 0)
        fprintf(out, "      %ld of its accepted steps have not converged\n",
                mb_row_unconverged(c->row));
    if (json_is_false(
            json_object_get(json_object_get(mb_row_record(c->row), "precision"), "met"))) {
        char limits[MB_REMARK_SIZE];

        mb_remark_limits(mb_row_record(c->row), limits);
        mb_put_line(out, "      %s", limits);
    }
}

static void put_table(FILE *out, const mb_advice *a, int from, int till)
{
    double cheapest = NAN;

    for (int i = from; i < till; i++)
        cheapest = fmin(cheapest, a->candidate[i].cost); /* of those that were timed */
    put_heading(out);
    for (int i = from; i < till; i++)
        put_candidate(out, &a->candidate[i], cheapest);
}

static void put_more(FILE *out, int more)
{
    if (more > 0)
        fprintf(out, "  and %d more\n", more);
}

/* Those that keep the limits and are in no class, with what denies them one. */
static void put_wrong(FILE *out, const mb_advice *a)
{
    char why[MB_WHY_SIZE];

    if (a->wrong == 0)
        return;
    fputs("These meet the limits, but their motion is not right to 1e-2, or not proven to be:\n",
          out);
    for (int i = a->meet; i < a->meet + a->wrong && i < a->meet + SHOWN_OTHERS; i++) {
        mb_why_no_class(a->candidate[i].row, why);
        mb_put_line(out, "  %s: %s", a->candidate[i].row->solver, why);
    }
    put_more(out, a->wrong - SHOWN_OTHERS);
}

/* Has no step or tolerance been found that is good enough? */
static bool searched_in_vain(const mb_report_run *row)
{
    return mb_record_text(mb_row_record(row), "search.reason") &&
           isnan(mb_row_field(row, MB_FIELD_SEARCH_VALUE));
}

static const char *why_failed(const mb_report_run *row)
{
    if (mb_run_status_limited(mb_run_status_find(row->status)) && searched_in_vain(row))
        return mb_record_text(mb_row_record(row), "search.reason");
    return *row->reason ? row->reason : "the record gives no reason";
}

/* Those that miss a limit, nearest first, and how the others ended. */
static void put_others(FILE *out, const mb_advice *a, int from, const double limit[MB_LIMITS])
{
    char text[2][MB_SHORT_SIZE];

    if (a->count > from)
        fputs("These finished but miss a limit, the nearest first:\n", out);
    for (int i = from; i < a->count && i < from + SHOWN_OTHERS; i++) {
        const mb_candidate *c = &a->candidate[i];

        if (searched_in_vain(c->row))
            mb_put_line(out, "  %s: %s", c->row->solver,
                        mb_record_text(mb_row_record(c->row), "search.reason"));
        else if (isnan(c->value[c->worst]))
            mb_put_line(out, "  %s: no value of %s", c->row->solver, word[c->worst]);
        else
            mb_put_line(out, "  %s: %s %s, a factor of %s above the limit", c->row->solver,
                        word[c->worst], number(c->value[c->worst], text[0]),
                        number(c->value[c->worst] / limit[c->worst], text[1]));
    }
    put_more(out, a->count - from - SHOWN_OTHERS);
    if (a->failed > 0)
        fputs("These did not finish:\n", out);
    for (int i = 0; i < a->failed && i < SHOWN_OTHERS; i++)
        mb_put_line(out, "  %s: %s: %s", a->failure[i]->solver, a->failure[i]->status,
                    why_failed(a->failure[i]));
    put_more(out, a->failed - SHOWN_OTHERS);
}

/* "45 us": seconds with a unit that suits them. */
static void put_seconds(FILE *out, double x)
{
    char text[MB_SHORT_SIZE];
    const double scale = x < 1e-3 ? 1e6 : x < 1.0 ? 1e3 : 1.0;

    fprintf(out, "%s %s", number(scale * x, text), x < 1e-3 ? "us" : x < 1.0 ? "ms" : "s");
}

/* The step or tolerance of the one to take, and how it was found. */
static void put_step(FILE *out, const json_t *record)
{
    const char *variable = mb_record_text(record, "search.variable");
    const json_t *search = json_object_get(record, "search");
    double h = mb_record_field(record, MB_FIELD_STEP);
    double found = mb_record_field(record, MB_FIELD_SEARCH_VALUE);
    char text[MB_SHORT_SIZE];

    if (!isnan(h))
        fprintf(out, "  step        %s s", number(h, text));
    else if (variable && !isnan(found))
        fprintf(out, "  tolerance   %s", number(found, text));
    else
        return;
    if (variable && !isnan(found))
        fputs(json_is_true(json_object_get(search, "confirmed"))
                  ? ", the largest that is good enough; finer ones are too"
                  : ", good enough; that finer ones are too is not confirmed",
              out);
    fputc('\n', out);
}

/* The first candidate in words. */
static void put_choice(FILE *out, const mb_advice *a, const double limit[MB_LIMITS])
{
    const mb_candidate *c = &a->candidate[0];
    const char *unit = mb_field_of(mb_limit_field(c->worst))->unit;
    char text[3][MB_SHORT_SIZE];

    fputc('\n', out);
    mb_put_line(out, "Take %s", c->row->solver);
    put_step(out, mb_row_record(c->row));
    fputs("  cost        ", out);
    put_seconds(out, c->cost);
    fprintf(out, " of CPU for a simulated second, %s times %s than the motion\n",
            number(c->cost < 1.0 ? 1.0 / c->cost : c->cost, text[0]),
            c->cost < 1.0 ? "faster" : "slower");
    if (isfinite(c->margin))
        fprintf(out, "  margin      %s: %s %s of at most %s (%s)\n", number(c->margin, text[0]),
                word[c->worst], number(c->value[c->worst], text[1]),
                number(limit[c->worst], text[2]), unit);
    fputs("  command     ", out);
    mb_put_command(out, c->row);
    fputs("\n\n", out);
}

/* The runs that keep the limits, or the nearest. */
static void put_best(FILE *out, const mb_advice *a)
{
    int shown = a->timed < SHOWN ? a->timed : SHOWN, near = a->count < SHOWN ? a->count : SHOWN;

    if (shown > 0) {
        fputs(
            "The cheapest (cost: CPU time for a simulated second over that of the first, with '~' "
            "measured\n"
            "beside other work; margin: the limit over the value, the smallest; " UNITS "):\n",
            out);
        put_table(out, a, 0, shown);
        put_more(out, a->timed - shown);
    } else if (a->meet == 0 && a->wrong == 0 && a->count > 0) {
        fputs("Nothing meets them all.  The nearest (" UNITS "):\n", out);
        put_table(out, a, 0, near);
    } else if (a->meet == 0 && a->count > 0) {
        fputs("Nothing that is right meets them all.\n", out);
    }
    if (a->meet > a->timed) {
        fprintf(out, "%d meet the limits but were not timed, so their cost is unknown:\n",
                a->meet - a->timed);
        for (int i = a->timed; i < a->meet && i < a->timed + SHOWN_OTHERS; i++)
            mb_put_line(out, "  %s", a->candidate[i].row->solver);
        put_more(out, a->meet - a->timed - SHOWN_OTHERS);
    }
}

/* Whether the search of some run ended for want of time. */
static bool cut_short(const mb_advice *a)
{
    bool cut = false;

    for (int i = 0; i < a->count + a->failed && !cut; i++) {
        const mb_report_run *row = i < a->count ? a->candidate[i].row : a->failure[i - a->count];
        const char *ended;

        if (!mb_row_searched(row))
            continue;
        ended = mb_record_text(mb_row_record(row), "search.ended");
        cut = ended && (strcmp(ended, "total time") == 0 || strcmp(ended, "limit") == 0) &&
              !json_is_true(
                  json_object_get(json_object_get(mb_row_record(row), "search"), "confirmed")) &&
              strcmp(row->status, "not-applicable") != 0;
    }
    return cut;
}

/* What the reader must know about the records themselves. */
static void put_remarks(FILE *out, const mb_advice *a)
{
    int ungraded = 0, errors = 0;
    char t[MB_SHORT_SIZE], rows[MB_REMARK_SIZE] = "", start[MB_REMARK_SIZE] = "";

    for (int i = 0; i < a->count; i++) {
        ungraded += mb_row_grade(a->candidate[i].row) == MB_UNGRADED;
        errors += !isnan(a->candidate[i].value[MB_LIMIT_ERROR]);
    }
    if (a->count > 0)
        mb_remark_rows(mb_row_record(a->candidate[0].row), rows);
    if (*rows)
        mb_put_line(out, "%s", rows);
    if (a->count > 0)
        mb_remark_start(mb_row_record(a->candidate[0].row), start);
    if (*start)
        mb_put_line(out, "%s", start);
    if (!isnan(a->rank_lost))
        fprintf(out,
                "The constraint matrix D loses rank at t = %s s: there the motion may branch or "
                "lock, and solvers differ.\n",
                number(a->rank_lost, t));
    if (errors == 0 && a->count > 0)
        fputs(
            "No run has an error against a reference: how right they are is told by gap, drift and "
            "what steps depart from the motion by, which do not say how errors grow.\n",
            out);
    if (cut_short(a))
        fputs("Some searches ended for want of time: with more (--budget of advise, --time-limit "
              "of run) "
              "or over\na shorter time (--t-end) they may find a step.\n",
              out);
    if (ungraded > 0)
        fprintf(out,
                "%d of the records do not say how right they are; mbsbench run --rerun measures "
                "them again.\n",
                ungraded);
    mb_put_line(out, "CPU times compare only within one machine and one file; these are of %s.",
                *a->machine ? a->machine : "an unnamed machine");
    if (a->elsewhere > 0)
        fprintf(out, "%d records of other machines are left out.\n", a->elsewhere);
}

/* Why nothing was found where no reference was. */
static void put_late(FILE *out, const mb_advice *a, const double limit[MB_LIMITS])
{
    if (!a->late || a->meet > 0)
        return;
    fputs(
        isnan(limit[MB_LIMIT_ERROR])
            ? "The look for a reference of the motion took half of the time, and none was found: "
              "more time\n(--budget) or a shorter run (--t-end) leaves more for trying.\n"
            : "No reference of the motion was found in the time there was, so that no error is "
              "known, and\n--error cannot be met.  --gap and --drift need no reference; more time "
              "(--budget) or a shorter\nrun (--t-end) may find it.\n",
        out);
}

void mb_put_advice(FILE *out, const mb_advice *a, const char *problem,
                   const double limit[MB_LIMITS])
{
    fprintf(out, "%s with ", problem);
    put_limits(out, limit);
    fprintf(out, ": %d of %d solvers that finished meet the limits and are right.\n", a->meet,
            a->count);
    put_late(out, a, limit);
    if (a->timed > 0)
        put_choice(out, a, limit);
    put_best(out, a);
    put_wrong(out, a);
    put_others(out, a, a->meet + a->wrong, limit);
    put_remarks(out, a);
}
