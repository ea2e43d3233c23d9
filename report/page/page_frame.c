/* Head and foot of the page. */
#include "base/embedded.h"
#include "report/charts/palette.h"
#include "report/page/page.h"

extern const mb_embedded mb_style_sheet[]; /* style.css */

typedef struct chart_colour {
    int red, green, blue;
    const char *dark;
} chart_colour;

static const chart_colour colours[] = {
#define STYLE(r, g, b, on_dark, dash, point) {r, g, b, on_dark},
    MB_LINE_STYLES(STYLE)
#undef STYLE
#define PLAIN(r, g, b, on_dark) {r, g, b, on_dark},
        MB_GRID_COLOUR(PLAIN) MB_MUTED_COLOUR(PLAIN) MB_BLANK_COLOUR(PLAIN)
#undef PLAIN
};

enum { COLOURS = sizeof colours / sizeof colours[0] };

void mb_page_head(FILE *page)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
          "<title>mbsbench: comparison of constraint-handling methods</title>\n<style>\n:root{",
          page);
    for (int i = 0; i < COLOURS; i++)
        fprintf(page, "--c%d:#%02x%02x%02x;", i, colours[i].red, colours[i].green, colours[i].blue);
    fputs("}\n@media screen and (prefers-color-scheme:dark){:root{", page);
    for (int i = 0; i < COLOURS; i++)
        fprintf(page, "--c%d:%s;", i, colours[i].dark);
    fputs("}}\n", page);
    fputs(mb_style_sheet[0].text, page);
    fputs("</style>\n</head>\n<body>\n<main>\n", page);
}

void mb_page_foot(FILE *page)
{
    fputs("</main>\n</body>\n</html>\n", page);
}
