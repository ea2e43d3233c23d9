/* SPDX-License-Identifier: MIT */
/* Head and foot of a page, and the files that all pages share. */
#include "base/embedded.h"
#include "report/charts/palette.h"
#include "report/page/page.h"
#include "report/page/table_heads.h"

extern const mb_embedded mb_style_sheet[]; /* style.css */
extern const mb_embedded mb_page_scripts[];

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

static void put_scripts(FILE *out)
{
    for (const mb_embedded *s = mb_page_scripts; s->name; s++)
        fputs(s->text, out);
}

static mb_status write_shared(const char *out, const char *name, void (*put)(FILE *),
                              mb_site_told *tell, const void *who, mb_error *err)
{
    FILE *file;
    mb_status status;

    tell(who, "", name);
    MB_TRY(mb_create(out, name, &file, err));
    put(file);
    status = mb_close(file, out, name, err);
done:
    return status;
}

mb_status mb_page_files_write(const char *out, mb_site_told *tell, const void *who, mb_error *err)
{
    mb_status status;

    MB_TRY(write_shared(out, MB_STYLE_FILE, put_style, tell, who, err));
    MB_TRY(write_shared(out, MB_SCRIPT_FILE, put_scripts, tell, who, err));
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
        /* small pictures are in files, so large ones are moved in their frames */
        fputs(
            "</style>\n<noscript><style>@media screen and (max-width:44rem){figure{overflow-x:auto}"
            "figure svg{min-width:46rem}}</style></noscript>\n",
            page);
    } else {
        fprintf(page,
                "<link rel=\"stylesheet\" href=\"%s" MB_STYLE_FILE
                "\">\n<script src=\"%s" MB_SCRIPT_FILE "\" defer></script>\n",
                root, root);
    }
    fputs("</head>\n<body>\n<main>\n", page);
}

void mb_page_foot(FILE *page, bool single)
{
    fputs("</main>\n", page);
    if (single) {
        fputs("<script>\n", page);
        put_scripts(page);
        fputs("</script>\n", page);
    }
    fputs("</body>\n</html>\n", page);
}
