/* SPDX-License-Identifier: MIT */
/* Pictures of gnuplot within a page.  They are read as elements with attributes, whatever their
 * quotes, order and spaces; what the style sheet says (page/style.css: no fill, strokes and letters
 * in the colour and font of the page) is left out, and what nobody sees. */
#include "report/charts/svg.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "report/charts/chart.h"
#include "report/charts/svg_parts.h"
#include "report/charts/svg_path.h"
#include "report/records/escape.h"

static const char space[] = " \t\r\n";

/* ---- what is left out ----------------------------------------------------------------------- */

/* Does anything in the picture refer to an id? */
static bool referred(const char *svg, mb_svg_span id)
{
    for (const char *at = svg; (at = strchr(at, '#')); at++)
        if (strncmp(at + 1, id.at, id.size) == 0 && strchr("'\")", at[1 + id.size]))
            return true;
    return false;
}

static bool left_out(const char *svg, const mb_svg_element *e, const mb_svg_attribute *a)
{
    static const struct {
        const char *name, *value, *element; /* value, element NULL: any */
    } rule[] = {
        {"fill", "none", NULL},           {"color", "black", NULL},
        {"stroke", "currentColor", "g"}, /* of a marker it is the colour of its place */
        {"stroke-linecap", "butt", NULL}, {"stroke-linejoin", "miter", NULL},
        {"font-family", NULL, NULL},      {"class", NULL, NULL},
        {"text-anchor", "start", NULL},   {"xmlns", NULL, NULL},
        {"xmlns:xlink", NULL, NULL},
    };

    if (mb_svg_is(a->name, "id"))
        return !referred(svg, a->value);
    for (size_t i = 0; i < sizeof rule / sizeof rule[0]; i++)
        if (mb_svg_is(a->name, rule[i].name) &&
            (!rule[i].value || mb_svg_is(a->value, rule[i].value)) &&
            (!rule[i].element || mb_svg_is(e->name, rule[i].element)))
            return true;
    return false;
}

/* Behind an element that the page has no use for whatever it holds; NULL: it is another. */
static const char *behind_useless(const char *at)
{
    static const char *const useless[][2] = {
        {"<title", "</title>"},
        {"<desc", "</desc>"},
        {"<filter", "</filter>"},
        {"<text></text>", "</text>"}, /* of a label that is but a point */
    };

    for (size_t i = 0; i < sizeof useless / sizeof useless[0]; i++) {
        const char *end = mb_svg_starts(at, useless[i][0]) ? strstr(at, useless[i][1]) : NULL;

        if (end)
            return end + strlen(useless[i][1]);
    }
    return NULL;
}

/* Behind the end of an element that holds nothing to be seen; NULL: it does. */
static const char *behind_empty(const mb_svg_element *e)
{
    const char *at = e->end, *next = at;
    mb_svg_element inner;

    if (e->alone || !(mb_svg_is(e->name, "g") || mb_svg_is(e->name, "tspan")))
        return NULL;
    while (next) {
        at = next + strspn(next, space);
        next = behind_useless(at);
        if (!next && *at == '<' && mb_svg_read(at, &inner))
            next = behind_empty(&inner);
    }
    if (!mb_svg_starts(at, "</") || strncmp(at + 2, e->name.at, e->name.size) != 0)
        return NULL;
    at += 2 + e->name.size;
    return *at == '>' ? at + 1 : NULL;
}

/* Behind an element that nobody sees: a marker that is not used, the background, which has no
 * colour, one that is empty; NULL: it is another. */
static const char *behind_unseen(const char *svg, const mb_svg_element *e)
{
    mb_svg_span id = mb_svg_value(e, "id");

    if (e->alone && id.size > 0 && !referred(svg, id))
        return e->end;
    if (e->alone && mb_svg_is(e->name, "rect") && mb_svg_is(mb_svg_value(e, "fill"), "none") &&
        mb_svg_is(mb_svg_value(e, "x"), "0") && mb_svg_is(mb_svg_value(e, "y"), "0"))
        return e->end;
    return behind_empty(e);
}

/* ---- writing -------------------------------------------------------------------------------- */

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* At the second of two decimals: a hundredth of a pixel, which nobody sees. */
static bool hundredth(const char *start, const char *text)
{
    return text - start >= 3 && is_digit(text[0]) && is_digit(text[-1]) && text[-2] == '.' &&
           is_digit(text[-3]) && !is_digit(text[1]);
}

/* A value that may hold colours, references and numbers. */
static void put_parts(mb_svg_span value, const char *prefix, FILE *page)
{
    static const char reference[] = "url(#";
    const char *at = value.at, *end = at + value.size;
    char colour[MB_SVG_COLOUR];

    while (at < end) {
        size_t n = mb_svg_page_colour(at, colour);

        if (n > 0) {
            fputs(colour, page);
        } else if (mb_svg_starts(at, reference)) {
            n = strlen(reference);
            fprintf(page, "%s%s", reference, prefix);
        } else {
            n = 1;
            if (!hundredth(value.at, at))
                fputc(*at, page);
        }
        at += n;
    }
}

static void put_value(const mb_svg_attribute *a, const char *prefix, FILE *page)
{
    bool link = mb_svg_is(a->name, "href") || mb_svg_is(a->name, "xlink:href");

    if (mb_svg_is(a->name, "id"))
        fprintf(page, "%s%.*s", prefix, (int)a->value.size, a->value.at);
    else if (link && *a->value.at == '#')
        fprintf(page, "#%s%.*s", prefix, (int)a->value.size - 1, a->value.at + 1);
    else if (mb_svg_is(a->value, "black"))
        fputs("currentColor", page);
    else if (!mb_svg_is(a->name, "d") || !mb_svg_put_path(a->value.at, a->value.size, page))
        put_parts(a->value, prefix, page);
}

/* What gnuplot names a part of the plot command, from 1 on. */
static const char plot_id[] = "gnuplot_plot_";

/* Writes the start of an element, the outermost one with the title. */
static void put_element(const char *svg, const mb_svg_element *e, const char *prefix,
                        const char *title, FILE *page)
{
    fprintf(page, "<%.*s", (int)e->name.size, e->name.at);
    for (int i = 0; i < e->count; i++) {
        const mb_svg_attribute *a = &e->attribute[i];
        mb_svg_span name = mb_svg_is(a->name, "xlink:href") ? (mb_svg_span){"href", 4} : a->name;

        if (mb_svg_is(a->name, "id") && mb_svg_starts(a->value.at, plot_id)) {
            fprintf(page, " data-plot=\"%.*s\"", (int)(a->value.size - strlen(plot_id)),
                    a->value.at + strlen(plot_id));
            continue;
        }
        if (left_out(svg, e, a))
            continue;
        fprintf(page, " %.*s=%c", (int)name.size, name.at, a->quote);
        put_value(a, prefix, page);
        fputc(a->quote, page);
    }
    if (mb_svg_is(e->name, "svg")) {
        fputs(" role=\"img\" aria-label=\"", page);
        mb_put_html(page, title);
        fputc('"', page);
    }
    fputs(e->alone ? "/>" : ">", page);
}

void mb_svg_rewrite(const char *svg, const char *prefix, const char *title, FILE *page)
{
    const char *at = strstr(svg, "<svg");

    while (at && *at) {
        const char *text_end = mb_svg_behind_text(at), *next = behind_useless(at);
        mb_svg_element e;

        if (text_end) {
            fwrite(at, 1, (size_t)(text_end - at), page);
            next = text_end;
        } else if (!next && *at == '<' && mb_svg_read(at, &e)) {
            next = behind_unseen(svg, &e);
            if (!next) {
                put_element(svg, &e, prefix, title, page);
                next = e.end;
            }
        } else if (!next) {
            next = at + 1;
            if (*at != '\t' && (*at != '\n' || !strchr("\n\t<", *next))) /* no label has any */
                fputc(*at, page);
        }
        at = next;
    }
}

/* As it is, an image that shares nothing with the page. */
static void put_image(const char *svg, const char *title, const char *why, FILE *page)
{
    fputs("<img class=\"as-drawn\" style=\"width:100%;height:auto;background:#fff\" alt=\"", page);
    mb_put_html(page, title);
    fprintf(page, "\" title=\"as gnuplot drew it: %s\" src=\"", why);
    mb_put_svg_link(page, svg);
    fputs("\">\n", page);
}

mb_status mb_svg_inline(const char *folder, const char *name, const char *prefix, const char *title,
                        FILE *page, mb_error *err)
{
    char *svg = mb_chart_file(folder, name);
    const char *why;
    mb_status status = MB_OK;

    if (!svg || !strstr(svg, "<svg") || !strstr(svg, "</svg>")) {
        status =
            mb_fail(err, MB_FAILURE, "gnuplot left no complete picture in %s/%s", folder, name);
    } else {
        why = mb_svg_unknown(svg);
        if (why)
            put_image(svg, title, why, page);
        else
            mb_svg_rewrite(svg, prefix, title, page);
    }
    free(svg);
    return status;
}
