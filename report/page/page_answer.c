/* SPDX-License-Identifier: MIT */
/* The first screen: how many solvers are right on each mechanism, the best of them, the cheapest.
 */
#include <math.h>

#include "report/page/page.h"
#include "report/records/grade.h"

/* Level that the column "cheapest" asks for: what no chart of the motion would show. */
enum { CHEAP = 1 };

static double gap(const mb_report_run *row)
{
    return mb_row_field(row, MB_FIELD_GAP);
}

static double drift(const mb_report_run *row)
{
    return mb_row_field(row, MB_FIELD_DRIFT);
}

/* CPU time of the time loop for the whole run [s]; NaN of one that is not right enough. */
static double cost(const mb_report_run *row)
{
    return mb_row_class(row) <= mb_level[CHEAP] ? mb_row_cpu(row) : (double)NAN;
}

typedef double measure(const mb_report_run *row);

/* The right run with the smallest measure; NULL when none has one. */
static const mb_report_run *best(const mb_run_group *group, measure *of)
{
    const mb_report_run *found = NULL;

    for (int i = 0; i < group->count; i++) {
        const mb_report_run *row = group->row[i];

        if (mb_row_grade(row) == MB_RIGHT && isfinite(of(row)) && (!found || of(row) < of(found)))
            found = row;
    }
    return found;
}

/* Other right ones nearly as good: among round-off errors the first place means little. */
static int count_near(const mb_run_group *group, const mb_report_run *row, measure *of)
{
    int n = 0;

    for (int i = 0; i < group->count; i++)
        n += group->row[i] != row && mb_row_grade(group->row[i]) == MB_RIGHT &&
             of(group->row[i]) <= 10 * of(row);
    return n;
}

static void put_best(FILE *page, const mb_run_group *group, const mb_tally *tally, measure *of,
                     const char *unit, double scale)
{
    const mb_report_run *row = best(group, of);
    char number[MB_SHORT_SIZE];
    int near;

    if (!row) {
        fprintf(page, "<td>%s</td>",
                tally->ungraded                         ? "not measured"
                : of == cost && tally->right[CHEAP] > 0 ? "not timed"
                                                        : "none");
        return;
    }
    mb_short_number(of(row) * scale, number);
    mb_html(page, "<td><a href=\"#%s\">%s</a> <span class=\"n\">%s%s", row->anchor, row->label,
            number, unit);
    near = count_near(group, row, of);
    if (near > 0)
        fprintf(page, " <small>(+%d)</small>", near);
    fputs("</span></td>", page);
}

static const char *put_loss(FILE *page, const mb_run_group *group, mb_badge b, int n,
                            const char *between)
{
    if (n == 0)
        return between;
    fprintf(page, "%s<a class=\"tag %s\" href=\"#%s-failures\">%s %d %s</a>", between, b.style,
            group->file, b.glyph, n, b.name);
    return " ";
}

/* "2 no class, 3 diverged, 1 crashed", statuses in the order of the key */
static void put_failures(FILE *page, const mb_run_group *group, const mb_tally *tally)
{
    const mb_badge loose = {"no class", "○", "loose", ""};
    const char *between = put_loss(page, group, loose, tally->classless, "");
    int known = tally->finished;

    for (int k = 1; mb_badge_at(k).name; k++) {
        mb_badge b = mb_badge_at(k);
        int n = 0;

        for (int i = 0; i < group->count; i++)
            n += mb_badge_of(group->row[i]->status).name == b.name;
        known += n;
        between = put_loss(page, group, b, n, between);
    }
    if (known < group->count)
        fprintf(page, "%s%d of unknown status", between, group->count - known);
    else if (!*between)
        fputs("none", page);
}

static void put_row(FILE *page, const mb_run_group *group)
{
    mb_tally tally = {0};

    for (int i = 0; i < group->count; i++)
        mb_tally_add(&tally, group->row[i]);
    fputs("<tr><th scope=\"row\"", page);
    mb_page_words(page, group);
    mb_html(page, "><a href=\"#%s\">%s</a></th><td class=\"num\"><b>%d</b> of %d</td>", group->file,
            group->title, tally.finished, group->count);
    for (int k = 0; k < MB_LEVELS; k++) {
        if (tally.ungraded > 0 && tally.right[k] == 0)
            fputs("<td class=\"num\">—</td>", page);
        else /* of some it was not measured */
            fprintf(page, "<td class=\"num\">%s%d</td>", tally.ungraded > 0 ? "≥ " : "",
                    tally.right[k]);
    }
    put_best(page, group, &tally, gap, "", 1);
    put_best(page, group, &tally, drift, "", 1);
    put_best(page, group, &tally, cost, " ms", 1e3);
    fputs("<td>", page);
    put_failures(page, group, &tally);
    fputs("</td></tr>\n", page);
}

void mb_page_answer(FILE *page, const mb_digest *digest)
{
    char level[MB_SHORT_SIZE];
    const char *study = NULL;
    int shown = 0;

    for (int g = 0; g < digest->group_count; g++)
        shown += !digest->group[g].judged;
    if (shown == 0)
        return;
    mb_level_text(mb_level[CHEAP], level);
    fprintf(page,
            "<h3>What is right on each mechanism</h3>\n<p>A run <em>finished</em> when it came to "
            "its end. It is <em>right</em> to a level when gap (how far joints opened, of the "
            "mechanism's size), drift (of the largest kinetic energy) and error (against the "
            "reference), as far as they are known, stay below it. The best are taken from runs "
            "that are right to 1e-2 at least; <em>cheapest</em>: the least CPU time for the whole "
            "run among those right to %s. (+5): five more within a factor of 10.</p>\n<div "
            "class=\"wide\"><table class=\"answer ranks\">\n<thead><tr><th "
            "scope=\"col\">mechanism</th><th scope=\"col\" class=\"num\">finished</th><th "
            "scope=\"col\" class=\"num\">right to <span class=\"nb\">1e-2</span></th><th "
            "scope=\"col\" class=\"num\">right to <span class=\"nb\">1e-4</span></th><th "
            "scope=\"col\" class=\"num\">right to <span class=\"nb\">1e-6</span></th><th "
            "scope=\"col\">smallest gap</th><th scope=\"col\">smallest drift</th><th "
            "scope=\"col\">cheapest right to <span class=\"nb\">%s</span></th><th "
            "scope=\"col\">not finished, or ○ without a "
            "class</th></tr></thead>\n<tbody>\n",
            level, level);
    for (int g = 0; g < digest->group_count; g++) {
        if (digest->group[g].judged)
            continue;
        if (digest->study_count > 1 && digest->group[g].study != study) {
            study = digest->group[g].study;
            mb_html(page,
                    "<tr><th colspan=\"9\" scope=\"rowgroup\" class=\"study\">study %s</th></tr>\n",
                    study);
        }
        put_row(page, &digest->group[g]);
    }
    fputs("</tbody></table></div>\n", page);
}

void mb_page_reading(FILE *page)
{
    fputs(
        "<details><summary>How to read the numbers and charts</summary>\n<ul>\n"
        "<li>The gap is how far joints opened: of each position row |Φᵢ| over the length of its "
        "gradient, angles counted with the mechanism's size, the largest over rows and steps; in "
        "m, "
        "or as part of the mechanism's size. It is recomputed from the mechanism at every accepted "
        "step, never taken from the solver.</li>\n"
        "<li>The class of a finished run, “right to 1e-4”, is the finest of 1e-2, 1e-3, 1e-4, 1e-6 "
        "and 1e-8 that gap, drift and error stay below, as far as they are known. A run with steps "
        "that did not converge has one only where its error is known. ○ marks a run that finished "
        "and is in no class.</li>\n"
        "<li>Violations are Euclidean norms of all constraint rows: ‖Φ‖₂ of the positions, "
        "‖dΦ/dt‖₂ of the velocities, in the SI units of the rows; where rows are lengths, squared "
        "lengths and angles, m, m² and rad are added up, so violations compare within a mechanism "
        "only.</li>\n"
        "<li>Drift in J is E − E₀; where energy is not conserved it is the error of its balance. "
        "As "
        "part of the largest kinetic energy it is unknown where nothing moves. The error in m and "
        "rad is the largest absolute error of the named outputs against the reference, as long as "
        "that is known; in classes lengths count over the mechanism's size.</li>\n"
        "<li>A line shows the largest absolute value in each of 240 equal parts of the time, on a "
        "logarithmic axis. A cross ends the line of a run that failed, a circle that of one "
        "without a class. Names stand in the order "
        "of the lines' ends; parameters show only where they tell solvers apart.</li>\n"
        "<li>A CPU ratio is the median over interleaved rounds of the two time loops, with its "
        "confidence interval; it leaves set-up and audit out.</li>\n</ul></details>\n",
        page);
}
