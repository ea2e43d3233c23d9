/* SPDX-License-Identifier: MIT */
/* One chart in a page. */
#include <stdlib.h>

#include "report/charts/chart_key.h"
#include "report/charts/svg.h"
#include "report/page/page.h"

static const char *const files[][2] = {
    {"pdf", "pdf"}, {"png", "png"}, {"svg", "svg"}, {"gp", "script"}, {"tsv", "data"}};

static void put_links(FILE *page, const mb_chart *chart, int first)
{
    for (size_t i = (size_t)first; i < sizeof files / sizeof files[0]; i++)
        mb_html(page, " <a href=\"charts/%s.%s\">%s</a>", chart->name, files[i][0], files[i][1]);
}

/* JSON as an attribute in single quotes, which spares the many double ones. */
static void put_json(FILE *page, const char *at, size_t n)
{
    for (; n > 0; at++, n--)
        if (*at == '\'' || *at == '&' || *at == '<')
            fprintf(page, "&#%d;", *at);
        else
            fputc(*at, page);
}

/* The start of the figure, with what the page's script must know of the chart. */
static void put_figure(FILE *page, const mb_chart *chart, const char *script)
{
    size_t n = 0;
    const char *key = script ? mb_chart_key_find(script, &n) : NULL;

    mb_html(page, "<figure id=\"%s\"", chart->name);
    if (key) {
        fputs(" data-chart='", page);
        put_json(page, key, n);
        fputc('\'', page);
    }
    fputs(">\n", page);
}

/* A picture that is asked for where scripts do not run and the window is small. */
static void put_small(FILE *page, const mb_chart *chart, const char *folder)
{
    char name[MB_CHART_NAME_SIZE + 16];

    if (mb_chart_small(folder, chart, name))
        mb_html(page,
                "<noscript><img class=\"small\" loading=\"lazy\" src=\"charts/%s\" "
                "alt=\"%s\"></noscript>",
                name, chart->title);
}

mb_status mb_page_chart(FILE *page, const mb_chart *chart, const char *folder, mb_error *err)
{
    enum { SCRIPT = 3 };
    char name[MB_CHART_NAME_SIZE + 8], prefix[24], *script;
    mb_status status;

    if (chart->refused) {
        mb_html(page, "<p class=\"warning\" id=\"%s\">This chart is not drawn: %s", chart->name,
                chart->refused);
        put_links(page, chart, SCRIPT);
        fputs("</p>\n", page);
        return MB_OK;
    }
    snprintf(name, sizeof name, "%s.gp", chart->name);
    script = mb_chart_file(folder, name);
    put_figure(page, chart, script);
    snprintf(name, sizeof name, "%s.svg", chart->name);
    snprintf(prefix, sizeof prefix, "s%d-", chart->number);
    MB_TRY(mb_svg_inline(folder, name, prefix, chart->title, page, err));
    put_small(page, chart, folder);
    mb_html(page, "<figcaption>%s", chart->noted ? "" : chart->caption);
    put_links(page, chart, 0);
    if (script)
        mb_html(page, "<details><summary>show the script</summary><pre>%s</pre></details>", script);
    fputs("</figcaption></figure>\n", page);
done:
    free(script);
    return status;
}
