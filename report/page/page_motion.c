/* SPDX-License-Identifier: MIT */
/* The motion of a mechanism: its drawing, and what the player (report/motion/player.js) needs. */
#include "report/charts/method_style.h"
#include "report/charts/palette.h"
#include "report/page/page.h"
#include "report/records/grade.h"
#include "report/records/remarks.h"

enum { MUTED = MB_LINE_STYLE_COUNT + 1 }; /* of the colours of a page (page_frame.c) */

/* The most right run, which is shown first. */
static int best_of(const mb_motion *m)
{
    int best = 0;

    for (int i = 1; i < m->count; i++)
        if (mb_row_better(m->row[i], m->row[best]))
            best = i;
    return best;
}

static void put_run(FILE *page, const mb_report_run *row, const char *key, bool first)
{
    const double left = mb_row_field(row, MB_FIELD_BRANCH_LEFT);
    const double t = mb_row_field(row, MB_FIELD_T_REACHED);
    mb_badge b = mb_row_badge(row);
    char at[MB_SHORT_SIZE] = "";

    mb_html(page, "<li data-run=\"%s\" data-colour=\"%d\" data-good=\"%s\"%s>%s", key,
            mb_method_style_of(row->solver).colour, row->ok ? "yes" : "no",
            first ? " data-first" : "", row->label);
    if (!row->ok) {
        mb_short_number(left > 0.0 ? left : t, at);
        mb_html(page, " <span class=\"tag %s\">%s %s</span>", b.style, b.glyph, b.name);
        if (*at)
            mb_html(page, " <span class=\"muted\">t = %s s</span>", at);
    }
    fputs("</li>\n", page);
}

static void put_drawing(FILE *page, const mb_run_group *group, const mb_motion *m)
{
    fputs("<img src=\"", page);
    if (m->drawing)
        mb_put_svg_link(page, m->drawing);
    else
        mb_html(page, MB_MOTION_FOLDER "/%s.svg", m->scene);
    mb_html(page, "\" alt=\"Drawing of %s\" loading=\"lazy\">\n", group->title);
}

/* Of runs that are left out: how many, and how to see them. */
static void put_left_out(FILE *page, const mb_motion *m)
{
    if (m->count == m->kept)
        return;
    mb_html(page,
            "<p class=\"muted\">%d of the %d runs that kept their states can be watched here: the "
            "most right one of each way to end, then the more right ones. <code>mbsbench report "
            "--highlight SPEC</code> takes those of a solver first",
            m->count, m->kept);
    mb_html(page, "%s.</p>\n",
            m->drawing ? "; a report without <code>--single</code> has more" : "");
}

void mb_page_motion(FILE *page, const mb_run_group *group, const mb_motion *m, const char *heading)
{
    const int best = m->count > 0 ? best_of(m) : 0;

    if (!m->scene) {
        mb_html(
            page,
            "<p class=\"muted\" id=\"%s-motion\">%s: nothing to watch, since no run kept its "
            "states (they are kept where a study does not say <code>series: none</code>).</p>\n",
            group->file, heading);
        return;
    }
    mb_html(page,
            "<h4 id=\"%s-motion\">%s</h4>\n"
            "<div class=\"player\" data-scene=\"%s\" data-charts=\"%s\">\n",
            group->file, heading, m->scene, group->file);
    put_drawing(page, group, m);
    fputs("<ul class=\"player-runs\" hidden>\n", page);
    if (m->reference)
        fprintf(page,
                "<li data-run=\"reference\" data-colour=\"%d\" data-good=\"yes\" data-first>"
                "reference</li>\n",
                MUTED);
    for (int i = 0; i < m->count; i++)
        put_run(page, m->row[i], m->key[i], i == best);
    fputs("</ul>\n", page);
    put_left_out(page, m);
    fputs("</div>\n", page);
    if (!m->drawing)
        fputs("<script defer src=\"" MB_MOTION_FOLDER "/player.js\"></script>\n", page);
}
