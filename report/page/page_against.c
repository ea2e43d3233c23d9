/* SPDX-License-Identifier: MIT */
/* What has changed since runs were archived: on top of the page of whoever asked for it. */
#include "report/page/page.h"

static void put_table(FILE *page, const mb_table *table)
{
    fputs("<div class=\"runs\">", page);
    mb_table_html(page, table);
    fputs("</div>\n", page);
}

mb_status mb_page_against(FILE *page, const mb_against *against, mb_arena *arena, mb_error *err)
{
    mb_table counts, changed;
    mb_status status;

    MB_TRY(mb_against_counts(against, arena, &counts, err));
    MB_TRY(mb_against_runs(against, true, arena, &changed, err));
    mb_html(page,
            "<h2 id=\"against\">Beside the archive</h2>\n<p>These runs beside those of the same "
            "studies in <code>%s</code>. Accuracy compares across machines: <em>same</em> is what "
            "stays within the tolerances of <code>mbsbench check</code>. CPU times do not: ratios "
            "are those within a study, to the first solver of an entry, each measured on its own "
            "machine.</p>\n",
            against->archive);
    put_table(page, &counts);
    if (changed.rows > 0) {
        fputs("<h3 id=\"changes\">What changed</h3>\n", page);
        put_table(page, &changed);
    } else {
        fputs("<p>Nothing that both have has changed.</p>\n", page);
    }
    fputs("<p class=\"muted\">All runs, those that are new, missing or the same too, with "
          "their CPU ratios then and now: <a href=\"tables/changes.csv\">csv</a>.</p>\n",
          page);
done:
    return status;
}
