/* SPDX-License-Identifier: MIT */
/* Which methods are right on which mechanism, over all runs of the published studies. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "report/page/page.h"
#include "report/records/grade.h"
#include "report/records/label.h"
#include "report/records/run_status.h"

/* What became of a method (names of its parts and what chooses between methods, any numbers) on a
 * mechanism (any parameters). */
typedef struct entry {
    const char *mechanism, *method;
    mb_tally tally;
    double gap;               /* largest of the runs that are right */
    const mb_report_run *bad; /* the last run that is not; NULL: all are */
} entry;

enum { ALL, SOME, NONE, CLASSES };

enum { SHOWN = 6 /* methods of a class; the others open */ };

/* Runs that are right to 1e-2; of records without a class those that finished. */
static int good(const entry *e)
{
    return e->tally.right[0] + e->tally.ungraded;
}

static int class_of(const entry *e)
{
    return good(e) == e->tally.runs ? ALL : good(e) > 0 ? SOME : NONE;
}

/* By mechanism; in each those that are right in all runs by their gap, then by the share. */
static int by_mechanism(const void *a, const void *b)
{
    const entry *x = a, *y = b;
    int order = strcmp(x->mechanism, y->mechanism), class = class_of(x) - class_of(y);
    double share_x = (double)good(x) / x->tally.runs, share_y = (double)good(y) / y->tally.runs;

    if (order != 0 || class != 0)
        return order != 0 ? order : class;
    if (share_x != share_y)
        return share_x > share_y ? -1 : 1;
    if (x->gap != y->gap)
        return x->gap < y->gap ? -1 : 1;
    return strcmp(x->method, y->method);
}

static void count(entry *e, const mb_report_run *row)
{
    double gap = mb_row_field(row, MB_FIELD_GAP);

    mb_tally_add(&e->tally, row);
    if (mb_row_explained(row))
        e->bad = row;
    else if (isfinite(gap))
        e->gap = fmax(e->gap, gap);
}

static mb_status add(const mb_report_run *row, mb_arena *arena, entry *all, int *n, mb_error *err)
{
    const char *mechanism, *method;
    int k = 0;
    mb_status status;

    if (mb_run_status_find(row->status) == MB_RUN_NOT_APPLICABLE)
        return MB_OK;
    MB_TRY(mb_arena_printf(arena, &mechanism, err, "%.*s", (int)strcspn(row->problem, ":"),
                           row->problem));
    MB_TRY(mb_spec_kind(row->solver, arena, &method, err));
    while (k < *n &&
           (strcmp(all[k].method, method) != 0 || strcmp(all[k].mechanism, mechanism) != 0))
        k++;
    if (k == *n)
        all[(*n)++] = (entry){.mechanism = mechanism, .method = method};
    count(&all[k], row);
done:
    return status;
}

static void put_method(FILE *page, const entry *e)
{
    char number[MB_SHORT_SIZE];

    mb_html(page, "<li>%s <small>", e->method);
    mb_short_number(e->gap, number);
    if (class_of(e) == ALL)
        fprintf(page, "%d %s", e->tally.runs, e->tally.runs == 1 ? "run" : "runs");
    else
        fprintf(page, "%d of %d", good(e), e->tally.runs);
    if (e->tally.ungraded > 0)
        fputs(", finished; how right was not measured", page);
    else if (class_of(e) == ALL)
        fprintf(page, ", gap ≤ %s", number);
    if (e->bad)
        mb_html(page, ", %s", mb_row_badge(e->bad).name);
    fputs("</small></li>", page);
}

/* Those of the n methods that belong to a class. */
static void put_class(FILE *page, const entry *e, int n, int class)
{
    int of_class = 0, put = 0;

    for (int i = 0; i < n; i++)
        of_class += class_of(&e[i]) == class;
    fputs(of_class ? "<ul class=\"methods\">" : "–", page);
    for (int i = 0; i < n; i++) {
        if (class_of(&e[i]) != class)
            continue;
        if (put++ == SHOWN)
            fprintf(page, "</ul><details><summary>%d more</summary><ul class=\"methods\">",
                    of_class - SHOWN);
        put_method(page, &e[i]);
    }
    fputs(of_class ? "</ul>" : "", page);
    fputs(of_class > SHOWN ? "</details>" : "", page);
}

static void put_row(FILE *page, const entry *e, int n)
{
    mb_html(page, "<tr><th scope=\"row\">%s</th>", e->mechanism);
    for (int class = ALL; class < CLASSES; class ++) {
        fputs("<td>", page);
        put_class(page, e, n, class);
        fputs("</td>", page);
    }
    fputs("</tr>\n", page);
}

mb_status mb_page_methods(FILE *page, const mb_digest *digest, mb_arena *arena, mb_error *err)
{
    entry *all;
    int n = 0;
    mb_status status;

    MB_TRY(MB_TAKE(arena, &all, (size_t)digest->row_count, err));
    for (int g = 0; g < digest->group_count; g++)
        for (int i = 0; i < digest->group[g].count && digest->group[g].judged; i++)
            MB_TRY(add(digest->group[g].row[i], arena, all, &n, err));
    if (n == 0)
        return MB_OK;
    qsort(all, (size_t)n, sizeof *all, by_mechanism);
    fputs("<h3 id=\"methods\">Which methods are right, by mechanism</h3>\n<p>A run is right here "
          "when "
          "it finished and gap, drift and error stay below 1e-2, as far as they are known; the gap "
          "is "
          "the largest of those that are, of the mechanism's size, whatever the step and the "
          "parameters. A method that is right in some runs depends on them: the regions, maps and "
          "claims below say how.</p>\n<div class=\"wide\"><table class=\"answer\">\n<thead><tr><th "
          "scope=\"col\">mechanism</th><th scope=\"col\">right in every run</th><th "
          "scope=\"col\">right in some</th><th scope=\"col\">right in none</th></tr></thead>\n"
          "<tbody>\n",
          page);
    for (int i = 0, last; i < n; i = last) {
        for (last = i; last < n && strcmp(all[last].mechanism, all[i].mechanism) == 0;)
            last++;
        put_row(page, &all[i], last - i);
    }
    fputs("</tbody></table></div>\n", page);
done:
    return status;
}
