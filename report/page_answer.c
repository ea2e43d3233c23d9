/* The first screen: which solvers held, the best of each kind, the cheapest within limits. */
#include <math.h>

#include "report/badge.h"
#include "report/page.h"

/* Limits of the column "cheapest": a violation that no chart of the motion would show, and a
 * thousandth of the largest kinetic energy, the size of drift the field's benchmarks accept. */
static const double violation_limit = 1e-6, drift_limit = 1e-3;

static double violation(const mb_row *row)
{
    return mb_record_number(row->record, "position.l2.max");
}

static double drift(const mb_row *row)
{
    return mb_record_number(row->record, "energy.max_abs");
}

/* CPU time of the time loop for the whole run [s]; NaN outside the limits. */
static double cost_within(const mb_row *row)
{
    double relative = mb_record_number(row->record, "energy.max_rel_ke");

    if (!(violation(row) <= violation_limit) || !(relative <= drift_limit))
        return NAN;
    return mb_row_cpu(row->record);
}

typedef double measure(const mb_row *row);

/* The run that held with the smallest measure; NULL when none has one. */
static const mb_row *best(const mb_group *group, measure *of)
{
    const mb_row *found = NULL;

    for (int i = 0; i < group->count; i++) {
        const mb_row *row = group->row[i];

        if (row->ok && isfinite(of(row)) && (!found || of(row) < of(found)))
            found = row;
    }
    return found;
}

/* Others that held nearly as well: among round-off errors the first place means little. */
static int count_near(const mb_group *group, const mb_row *row, measure *of)
{
    int n = 0;

    for (int i = 0; i < group->count; i++)
        n += group->row[i] != row && group->row[i]->ok && of(group->row[i]) <= 10 * of(row);
    return n;
}

static void put_best(FILE *page, const mb_group *group, measure *of, const char *unit, double scale)
{
    const mb_row *row = best(group, of);
    char number[MB_SHORT_SIZE];
    int near;

    if (!row) {
        fputs("<td>none</td>", page);
        return;
    }
    mb_short_number(of(row) * scale, number);
    fprintf(page, "<td><a href=\"#%s\">", row->anchor);
    mb_put_html(page, row->label);
    fprintf(page, "</a> <span class=\"n\">%s%s", number, unit);
    near = count_near(group, row, of);
    if (near > 0)
        fprintf(page, " <small>(+%d)</small>", near);
    fputs("</span></td>", page);
}

/* "3 diverged, 1 crashed", statuses in the order of the key */
static void put_failures(FILE *page, const mb_group *group)
{
    const char *between = "";
    int known = 0, failed = 0;

    for (int k = 0; mb_badge_at(k).name; k++) {
        mb_badge b = mb_badge_at(k);
        int n = 0;

        for (int i = 0; i < group->count; i++)
            n += mb_badge_of(group->row[i]->status).name == b.name;
        known += n;
        if (n == 0 || k == 0)
            continue;
        failed += n;
        fprintf(page, "%s<a class=\"tag %s\" href=\"#%s-failures\">%s %d %s</a>", between, b.style,
                group->file, b.glyph, n, b.name);
        between = " ";
    }
    if (known < group->count)
        fprintf(page, "%s%d of unknown status", between, group->count - known);
    else if (failed == 0)
        fputs("none", page);
}

static void put_row(FILE *page, const mb_group *group)
{
    int held = 0;

    for (int i = 0; i < group->count; i++)
        held += group->row[i]->ok;
    fprintf(page, "<tr><th scope=\"row\"><a href=\"#%s\">", group->file);
    mb_put_html(page, group->title);
    fprintf(page, "</a></th><td class=\"num\"><b>%d</b> of %d</td>", held, group->count);
    put_best(page, group, violation, "", 1);
    put_best(page, group, drift, " J", 1);
    put_best(page, group, cost_within, " ms", 1e3);
    fputs("<td>", page);
    put_failures(page, group);
    fputs("</td></tr>\n", page);
}

void mb_page_answer(FILE *page, const mb_digest *digest)
{
    char v[MB_SHORT_SIZE], d[MB_SHORT_SIZE];
    const char *study = NULL;
    int shown = 0;

    for (int g = 0; g < digest->group_count; g++)
        shown += !digest->group[g].judged;
    if (shown == 0)
        return;
    mb_short_number(violation_limit, v);
    mb_short_number(100 * drift_limit, d);
    fprintf(
        page,
        "<h3>What holds on each mechanism</h3>\n<p>A solver <em>held</em> when it ran to the end "
        "and passed the audit. "
        "<em>Cheapest</em>: the least CPU time for the whole run among those that held with a "
        "position violation of at most %s and a drift of at most %s&nbsp;%% of the kinetic "
        "energy. (+5): five more within a factor of 10.</p>\n<div class=\"wide\"><table "
        "class=\"answer\">\n<thead><tr><th "
        "scope=\"col\">mechanism</th><th scope=\"col\" class=\"num\">held</th><th "
        "scope=\"col\">smallest violation</th><th scope=\"col\">smallest drift</th><th "
        "scope=\"col\">cheapest</th><th scope=\"col\">did not hold</th></tr></thead>\n<tbody>\n",
        v, d);
    for (int g = 0; g < digest->group_count; g++) {
        if (digest->group[g].judged)
            continue;
        if (digest->study_count > 1 && digest->group[g].study != study) {
            study = digest->group[g].study;
            fputs("<tr><th colspan=\"6\" scope=\"rowgroup\" class=\"study\">study ", page);
            mb_put_html(page, study);
            fputs("</th></tr>\n", page);
        }
        put_row(page, &digest->group[g]);
    }
    fputs("</tbody></table></div>\n", page);
}

void mb_page_reading(FILE *page)
{
    fputs(
        "<details><summary>How to read the numbers and charts</summary>\n<ul>\n"
        "<li>Violations are Euclidean norms of all constraint rows: ‖Φ‖₂ of the positions, "
        "‖dΦ/dt‖₂ of the velocities, in the SI units of the rows (m, m² or rad), recomputed from "
        "the mechanism at every accepted step, never taken from the solver.</li>\n"
        "<li>Drift is E − E₀ in J; where energy is not conserved it is the error of its balance. "
        "The error is the largest absolute error of the named outputs against the reference, as "
        "long as that is known.</li>\n"
        "<li>A line shows the largest absolute value in each of 240 equal parts of the time, on a "
        "logarithmic axis. A cross ends the line of a run that failed. Names stand in the order "
        "of the lines' ends; parameters show only where they tell solvers apart.</li>\n"
        "<li>A CPU ratio is the median over interleaved rounds of the two time loops, with its "
        "confidence interval; it leaves set-up and audit out.</li>\n</ul></details>\n",
        page);
}
