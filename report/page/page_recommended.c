/* SPDX-License-Identifier: MIT */
/* What to take: safe regions of parameters from the maps, cheapest solvers from work-precision. */
#include "report/answers/answer_tables.h"
#include "report/page/page.h"

typedef mb_status table_maker(const mb_paper *, const mb_digest *, mb_arena *, mb_table *,
                              mb_error *);

static void put_table(FILE *page, const mb_table *table, const char *file)
{
    fputs("<div class=\"runs limits\">", page);
    mb_table_html(page, table);
    fprintf(page,
            "</div>\n<p class=\"muted\">As <a href=\"tables/%s.csv\">csv</a>, with all "
            "columns.</p>\n",
            file);
}

static mb_status put_tables(FILE *page, const mb_paper *paper, int count, const mb_digest *digest,
                            table_maker *make, const char *heading, const char *file,
                            mb_arena *arena, mb_error *err)
{
    bool any = false;
    mb_status status = MB_OK;

    for (int p = 0; p < count; p++) {
        mb_table table;

        MB_TRY(make(&paper[p], digest, arena, &table, err));
        if (table.rows == 0)
            continue;
        if (!any)
            fputs(heading, page);
        any = true;
        put_table(page, &table, file);
    }
done:
    return status;
}

mb_status mb_page_recommended(FILE *page, const mb_paper *paper, int count, const mb_digest *digest,
                              mb_arena *arena, mb_error *err)
{
    mb_status status;

    MB_TRY(put_tables(
        page, paper, count, digest, mb_cheapest_table,
        "<h3 id=\"cheapest\">Cheapest solver for a given error</h3>\n<p>Among the "
        "runs that finished and are right (in a class, or with no part above 1e-2 but an "
        "error within the limit). CPU times compare within one machine only; <code>"
        "mbsbench advise</code> takes other limits. A solver opens the command that "
        "measures its row again.</p>\n",
        "cheapest", arena, err));
    MB_TRY(put_tables(
        page, paper, count, digest, mb_region_table,
        "<h3 id=\"regions\">Recommended regions</h3>\n<p>With this step, these "
        "parameters keep the metric below the limit until t_end, at the cost in the "
        "last column: the largest rectangle of each map whose points all keep the "
        "limit, and its best point, which opens the command that measures it again.</p>\n",
        "regions", arena, err));
done:
    return status;
}
