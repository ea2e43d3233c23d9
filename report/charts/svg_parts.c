/* SPDX-License-Identifier: MIT */
#include "report/charts/svg_parts.h"

#include <stdio.h>
#include <string.h>

#include "report/charts/palette.h"

static const char space[] = " \t\r\n";

bool mb_svg_is(mb_svg_span s, const char *text)
{
    return s.size == strlen(text) && strncmp(s.at, text, s.size) == 0;
}

bool mb_svg_starts(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

static mb_svg_span span_until(const char *at, const char *stop)
{
    return (mb_svg_span){at, strcspn(at, stop)};
}

bool mb_svg_read(const char *at, mb_svg_element *e)
{
    *e = (mb_svg_element){.name = span_until(at + 1, " \t\r\n/><!?")};
    at = e->name.at + e->name.size;
    while (e->name.size > 0 && e->count < MB_SVG_ATTRIBUTES) {
        mb_svg_attribute *a = &e->attribute[e->count];

        at += strspn(at, space);
        e->alone = *at == '/';
        at += e->alone;
        if (*at == '>') {
            e->end = at + 1;
            return true;
        }
        a->name = span_until(at, " \t\r\n=/><");
        at = a->name.at + a->name.size;
        at += strspn(at, space);
        if (a->name.size == 0 || *at != '=')
            return false;
        at++;
        at += strspn(at, space);
        a->quote = *at;
        if (a->quote != '"' && a->quote != '\'')
            return false;
        a->value = span_until(at + 1, (const char[]){a->quote, '\0'});
        at = a->value.at + a->value.size;
        if (*at != a->quote)
            return false;
        at++;
        e->count++;
    }
    return false;
}

mb_svg_span mb_svg_value(const mb_svg_element *e, const char *name)
{
    for (int i = 0; i < e->count; i++)
        if (mb_svg_is(e->attribute[i].name, name))
            return e->attribute[i].value;
    return (mb_svg_span){"", 0};
}

const char *mb_svg_behind_text(const char *at)
{
    static const char open[] = "<![CDATA[", close[] = "]]>";
    const char *end = mb_svg_starts(at, open) ? strstr(at, close) : NULL;

    return end ? end + strlen(close) : NULL;
}

static const struct {
    unsigned red, green, blue;
} chart_colour[] = {
#define STYLE(r, g, b, dark, dash, point) {r, g, b},
    MB_LINE_STYLES(STYLE)
#undef STYLE
#define PLAIN(r, g, b, dark) {r, g, b},
        MB_GRID_COLOUR(PLAIN) MB_MUTED_COLOUR(PLAIN) MB_BLANK_COLOUR(PLAIN)
#undef PLAIN
};

enum { COLOURS = sizeof chart_colour / sizeof chart_colour[0] };

size_t mb_svg_page_colour(const char *text, char colour[MB_SVG_COLOUR])
{
    unsigned r, g, b;
    int n = 0;

    if (*text != 'r' && *text != '#') /* sscanf looks for the end of the whole text */
        return 0;
    if ((sscanf(text, "rgb( %u , %u , %u )%n", &r, &g, &b, &n) != 3 || n == 0) &&
        (sscanf(text, "#%2x%2x%2x%n", &r, &g, &b, &n) != 3 || n != 7))
        return 0;
    snprintf(colour, MB_SVG_COLOUR, "currentColor");
    if (r == 0 && g == 0 && b == 0)
        return (size_t)n;
    for (int i = 0; i < COLOURS; i++)
        if (chart_colour[i].red == r && chart_colour[i].green == g && chart_colour[i].blue == b) {
            snprintf(colour, MB_SVG_COLOUR, "var(--c%d)", i);
            return (size_t)n;
        }
    return 0;
}
