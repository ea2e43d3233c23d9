/* Head and foot of a page, and the files that all pages share. */
#include "base/embedded.h"
#include "report/charts/palette.h"
#include "report/page/page.h"
#include "report/page/table_heads.h"

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

static void put_style(FILE *out)
{
    fputs(":root{", out);
    for (int i = 0; i < COLOURS; i++)
        fprintf(out, "--c%d:#%02x%02x%02x;", i, colours[i].red, colours[i].green, colours[i].blue);
    fputs("}\n@media screen and (prefers-color-scheme:dark){:root{", out);
    for (int i = 0; i < COLOURS; i++)
        fprintf(out, "--c%d:%s;", i, colours[i].dark);
    fputs("}}\n", out);
    fputs(mb_style_sheet[0].text, out);
    mb_put_head_rules(out);
}

mb_status mb_page_files_write(const char *out, mb_site_told *tell, const void *who, mb_error *err)
{
    FILE *file;
    mb_status status;

    tell(who, "", MB_STYLE_FILE);
    MB_TRY(mb_create(out, MB_STYLE_FILE, &file, err));
    put_style(file);
    status = mb_close(file, out, MB_STYLE_FILE, err);
done:
    return status;
}

void mb_page_head(FILE *page, const char *title, const char *root, bool single)
{
    mb_html(page,
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
            "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
            "<title>%s%smbsbench: comparison of constraint-handling methods</title>\n",
            title, *title ? " · " : "");
    if (single) {
        fputs("<style>\n", page);
        put_style(page);
        fputs("</style>\n", page);
    } else {
        fprintf(page, "<link rel=\"stylesheet\" href=\"%s" MB_STYLE_FILE "\">\n", root);
    }
    fputs("</head>\n<body>\n<main>\n", page);
}

void mb_page_foot(FILE *page)
{
    fputs("</main>\n</body>\n</html>\n", page);
}
