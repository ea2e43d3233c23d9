/* Which methods hold on which mechanism, over all runs of the published studies. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/label.h"
#include "report/page.h"
#include "report/script.h"

/* What became of a method (names of its parts, any parameters) on a mechanism (any parameters). */
typedef struct tally {
    const char *mechanism, *method;
    int runs, held;
    double violation;   /* largest position violation of the runs that held */
    const char *status; /* of a run that did not hold */
} tally;

enum { ALL, SOME, NONE, CLASSES };

enum { SHOWN = 6 /* methods of a class; the others open */ };

static int class_of(const tally *t)
{
    return t->held == t->runs ? ALL : t->held > 0 ? SOME : NONE;
}

/* By mechanism; in each those that held in all runs by their violation, then by the share. */
static int by_mechanism(const void *a, const void *b)
{
    const tally *x = a, *y = b;
    int order = strcmp(x->mechanism, y->mechanism), class = class_of(x) - class_of(y);
    double share_x = (double)x->held / x->runs, share_y = (double)y->held / y->runs;

    if (order != 0 || class != 0)
        return order != 0 ? order : class;
    if (share_x != share_y)
        return share_x > share_y ? -1 : 1;
    if (x->violation != y->violation)
        return x->violation < y->violation ? -1 : 1;
    return strcmp(x->method, y->method);
}

static void count(tally *t, const mb_row *row)
{
    double violation = mb_record_number(row->record, "position.l2.max");

    t->runs++;
    t->held += row->ok;
    if (!row->ok)
        t->status = row->status;
    else if (isfinite(violation))
        t->violation = fmax(t->violation, violation);
}

static mb_status add(const mb_row *row, mb_arena *arena, tally *all, int *n, mb_error *err)
{
    const char *mechanism, *method;
    int k = 0;
    mb_status status;

    if (strcmp(row->status, "not-applicable") == 0)
        return MB_OK;
    MB_TRY(mb_arena_printf(arena, &mechanism, err, "%.*s", (int)strcspn(row->problem, ":"),
                           row->problem));
    MB_TRY(mb_spec_names(row->solver, arena, &method, err));
    while (k < *n &&
           (strcmp(all[k].method, method) != 0 || strcmp(all[k].mechanism, mechanism) != 0))
        k++;
    if (k == *n)
        all[(*n)++] = (tally){.mechanism = mechanism, .method = method};
    count(&all[k], row);
done:
    return status;
}

static void put_method(FILE *page, const tally *t)
{
    char number[MB_SHORT_SIZE];

    fputs("<li>", page);
    mb_put_html(page, t->method);
    fputs(" <small>", page);
    mb_short_number(t->violation, number);
    if (class_of(t) == ALL)
        fprintf(page, "%d %s, Φ ≤ %s", t->runs, t->runs == 1 ? "run" : "runs", number);
    else
        fprintf(page, "%d of %d", t->held, t->runs);
    if (class_of(t) != ALL) {
        fputs(", ", page);
        mb_put_html(page, t->status);
    }
    fputs("</small></li>", page);
}

/* Those of the n methods that belong to a class. */
static void put_class(FILE *page, const tally *t, int n, int class)
{
    int of_class = 0, put = 0;

    for (int i = 0; i < n; i++)
        of_class += class_of(&t[i]) == class;
    fputs(of_class ? "<ul class=\"methods\">" : "–", page);
    for (int i = 0; i < n; i++) {
        if (class_of(&t[i]) != class)
            continue;
        if (put++ == SHOWN)
            fprintf(page, "</ul><details><summary>%d more</summary><ul class=\"methods\">",
                    of_class - SHOWN);
        put_method(page, &t[i]);
    }
    fputs(of_class ? "</ul>" : "", page);
    fputs(of_class > SHOWN ? "</details>" : "", page);
}

static void put_row(FILE *page, const tally *t, int n)
{
    fputs("<tr><th scope=\"row\">", page);
    mb_put_html(page, t->mechanism);
    fputs("</th>", page);
    for (int class = ALL; class < CLASSES; class ++) {
        fputs("<td>", page);
        put_class(page, t, n, class);
        fputs("</td>", page);
    }
    fputs("</tr>\n", page);
}

mb_status mb_page_methods(FILE *page, const mb_digest *digest, mb_arena *arena, mb_error *err)
{
    tally *all;
    int n = 0;
    mb_status status;

    MB_TRY(mb_claim(arena, &all, (size_t)digest->row_count, sizeof *all, err));
    for (int g = 0; g < digest->group_count; g++)
        for (int i = 0; i < digest->group[g].count && digest->group[g].judged; i++)
            MB_TRY(add(digest->group[g].row[i], arena, all, &n, err));
    if (n == 0)
        return MB_OK;
    qsort(all, (size_t)n, sizeof *all, by_mechanism);
    fputs(
        "<h3 id=\"methods\">Which methods hold, by mechanism</h3>\n<p>A run <em>held</em> when it "
        "went to its end and passed the audit; Φ is the largest position violation ‖Φ‖₂ of those "
        "that did, whatever the step and the parameters. A method that held in some runs depends "
        "on them: the regions, maps and claims below say how.</p>\n<div class=\"wide\"><table "
        "class=\"answer\">\n<thead><tr><th scope=\"col\">mechanism</th><th scope=\"col\">held in "
        "every run</th><th scope=\"col\">held in some</th><th scope=\"col\">held in none</th>"
        "</tr></thead>\n<tbody>\n",
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
