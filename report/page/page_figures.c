/* SPDX-License-Identifier: MIT */
/* The figures of a study in its section of the page. */
#include <string.h>

#include "report/figures/figures.h"
#include "report/page/page.h"

/* A figure without any record is left out where claims are too: the records are of a part. */
static bool shown(const mb_paper *paper, int figure)
{
    const mb_run_list *list = &paper->ledger->figure[figure].run;

    for (int i = 0; i < list->runs; i++)
        if (paper->row[list->run[i]])
            return true;
    return paper->unrecorded == 0;
}

mb_status mb_page_figures(FILE *page, const mb_paper *paper, const char *chart_folder,
                          mb_error *err)
{
    const mb_ledger *ledger = paper->ledger;
    bool any = false;
    mb_status status = MB_OK;

    for (int i = 0; i < ledger->figures; i++)
        any = any || shown(paper, i);
    if (!any)
        return MB_OK;
    fputs("<h3>Figures</h3>\n<div class=\"charts\">\n", page);
    for (int i = 0; i < ledger->figures; i++) {
        const mb_figure *figure = &ledger->figure[i];
        const mb_chart *chart = &paper->figure[i];

        if (!shown(paper, i))
            continue;
        mb_html(page, "<h4>%s: %s</h4>\n<p>%s</p>\n", figure->where, figure->title, figure->says);
        if (*chart->name) {
            MB_TRY(mb_page_chart(page, chart, chart_folder, err));
            continue;
        }
        mb_html(page, "<p class=\"muted\">Not drawn. %s</p>\n", chart->caption);
    }
    fputs("</div>\n", page);
done:
    return status;
}
