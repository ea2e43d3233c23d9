/* Pictures of gnuplot within a page.  They are read as elements with attributes, whatever their
 * quotes, order and spaces; what the style sheet says (page/style.css: no fill, strokes and letters
 * in the colour and font of the page) is left out, and what nobody sees. */
#include "report/charts/svg.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "report/charts/chart.h"
#include "report/charts/palette.h"
#include "report/charts/svg_path.h"
#include "report/records/escape.h"

enum { MAX_ATTRIBUTES = 16, COLOUR_SIZE = 32 };

/* ---- reading -------------------------------------------------------------------------------- */

/* A part of the picture's text. */
typedef struct span {
    const char *at;
    size_t size;
} span;

typedef struct attribute {
    span name, value;
    char quote;
} attribute;

typedef struct element {
    span name;
    int count;
    attribute attribute[MAX_ATTRIBUTES];
    bool alone;      /* "<a/>" */
    const char *end; /* behind its '>' */
} element;

static const char space[] = " \t\r\n";

static bool is(span s, const char *text)
{
    return s.size == strlen(text) && strncmp(s.at, text, s.size) == 0;
}

static bool starts(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

static span span_until(const char *at, const char *stop)
{
    return (span){at, strcspn(at, stop)};
}

/* Reads the start of an element that stands at '<'; false: it is something else. */
static bool read_element(const char *at, element *e)
{
    *e = (element){.name = span_until(at + 1, " \t\r\n/><!?")};
    at = e->name.at + e->name.size;
    while (e->name.size > 0 && e->count < MAX_ATTRIBUTES) {
        attribute *a = &e->attribute[e->count];

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

/* The value of an attribute; an empty one when there is none. */
static span value_of(const element *e, const char *name)
{
    for (int i = 0; i < e->count; i++)
        if (is(e->attribute[i].name, name))
            return e->attribute[i].value;
    return (span){"", 0};
}

/* ---- colours -------------------------------------------------------------------------------- */

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

/* Letters of the colour at text for which the page writes another: that of its letters for black,
 * the style's variables for ours; 0: there is none. */
static size_t page_colour(const char *text, char colour[COLOUR_SIZE])
{
    unsigned r, g, b;
    int n = 0;

    if (*text != 'r' && *text != '#') /* sscanf looks for the end of the whole text */
        return 0;
    if ((sscanf(text, "rgb( %u , %u , %u )%n", &r, &g, &b, &n) != 3 || n == 0) &&
        (sscanf(text, "#%2x%2x%2x%n", &r, &g, &b, &n) != 3 || n != 7))
        return 0;
    snprintf(colour, COLOUR_SIZE, "currentColor");
    if (r == 0 && g == 0 && b == 0)
        return (size_t)n;
    for (int i = 0; i < COLOURS; i++)
        if (chart_colour[i].red == r && chart_colour[i].green == g && chart_colour[i].blue == b) {
            snprintf(colour, COLOUR_SIZE, "var(--c%d)", i);
            return (size_t)n;
        }
    return 0;
}

/* ---- what is left out ----------------------------------------------------------------------- */

/* Does anything in the picture refer to an id? */
static bool referred(const char *svg, span id)
{
    for (const char *at = svg; (at = strchr(at, '#')); at++)
        if (strncmp(at + 1, id.at, id.size) == 0 && strchr("'\")", at[1 + id.size]))
            return true;
    return false;
}

static bool left_out(const char *svg, const element *e, const attribute *a)
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

    if (is(a->name, "id"))
        return !referred(svg, a->value);
    for (size_t i = 0; i < sizeof rule / sizeof rule[0]; i++)
        if (is(a->name, rule[i].name) && (!rule[i].value || is(a->value, rule[i].value)) &&
            (!rule[i].element || is(e->name, rule[i].element)))
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
        const char *end = starts(at, useless[i][0]) ? strstr(at, useless[i][1]) : NULL;

        if (end)
            return end + strlen(useless[i][1]);
    }
    return NULL;
}

/* Behind the end of an element that holds nothing to be seen; NULL: it does. */
static const char *behind_empty(const element *e)
{
    const char *at = e->end, *next = at;
    element inner;

    if (e->alone || !(is(e->name, "g") || is(e->name, "tspan")))
        return NULL;
    while (next) {
        at = next + strspn(next, space);
        next = behind_useless(at);
        if (!next && *at == '<' && read_element(at, &inner))
            next = behind_empty(&inner);
    }
    if (!starts(at, "</") || strncmp(at + 2, e->name.at, e->name.size) != 0)
        return NULL;
    at += 2 + e->name.size;
    return *at == '>' ? at + 1 : NULL;
}

/* Behind an element that nobody sees: a marker that is not used, the background, which has no
 * colour, one that is empty; NULL: it is another. */
static const char *behind_unseen(const char *svg, const element *e)
{
    span id = value_of(e, "id");

    if (e->alone && id.size > 0 && !referred(svg, id))
        return e->end;
    if (e->alone && is(e->name, "rect") && is(value_of(e, "fill"), "none") &&
        is(value_of(e, "x"), "0") && is(value_of(e, "y"), "0"))
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
static void put_parts(span value, const char *prefix, FILE *page)
{
    static const char reference[] = "url(#";
    const char *at = value.at, *end = at + value.size;
    char colour[COLOUR_SIZE];

    while (at < end) {
        size_t n = page_colour(at, colour);

        if (n > 0) {
            fputs(colour, page);
        } else if (starts(at, reference)) {
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

static void put_value(const attribute *a, const char *prefix, FILE *page)
{
    bool link = is(a->name, "href") || is(a->name, "xlink:href");

    if (is(a->name, "id"))
        fprintf(page, "%s%.*s", prefix, (int)a->value.size, a->value.at);
    else if (link && *a->value.at == '#')
        fprintf(page, "#%s%.*s", prefix, (int)a->value.size - 1, a->value.at + 1);
    else if (is(a->value, "black"))
        fputs("currentColor", page);
    else if (!is(a->name, "d") || !mb_svg_put_path(a->value.at, a->value.size, page))
        put_parts(a->value, prefix, page);
}

/* What gnuplot names a part of the plot command, from 1 on. */
static const char plot_id[] = "gnuplot_plot_";

/* Writes the start of an element, the outermost one with the title. */
static void put_element(const char *svg, const element *e, const char *prefix, const char *title,
                        FILE *page)
{
    fprintf(page, "<%.*s", (int)e->name.size, e->name.at);
    for (int i = 0; i < e->count; i++) {
        const attribute *a = &e->attribute[i];
        span name = is(a->name, "xlink:href") ? (span){"href", 4} : a->name;

        if (is(a->name, "id") && starts(a->value.at, plot_id)) {
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
    if (is(e->name, "svg")) {
        fputs(" role=\"img\" aria-label=\"", page);
        mb_put_html(page, title);
        fputc('"', page);
    }
    fputs(e->alone ? "/>" : ">", page);
}

/* Behind a text that is no markup, which stands at `at`; NULL: it does not. */
static const char *behind_text(const char *at)
{
    static const char open[] = "<![CDATA[", close[] = "]]>";
    const char *end = starts(at, open) ? strstr(at, close) : NULL;

    return end ? end + strlen(close) : NULL;
}

void mb_svg_rewrite(const char *svg, const char *prefix, const char *title, FILE *page)
{
    const char *at = strstr(svg, "<svg");

    while (at && *at) {
        const char *text_end = behind_text(at), *next = behind_useless(at);
        element e;

        if (text_end) {
            fwrite(at, 1, (size_t)(text_end - at), page);
            next = text_end;
        } else if (!next && *at == '<' && read_element(at, &e)) {
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

mb_status mb_svg_inline(const char *folder, const char *name, const char *prefix, const char *title,
                        FILE *page, mb_error *err)
{
    char *svg = mb_chart_file(folder, name);
    mb_status status = MB_OK;

    if (!svg || !strstr(svg, "<svg") || !strstr(svg, "</svg>"))
        status =
            mb_fail(err, MB_FAILURE, "gnuplot left no complete picture in %s/%s", folder, name);
    else
        mb_svg_rewrite(svg, prefix, title, page);
    free(svg);
    return status;
}
