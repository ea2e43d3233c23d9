#include "report/charts/svg.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "report/charts/palette.h"
#include "report/charts/svg_path.h"
#include "report/records/escape.h"

typedef struct colour {
    int red, green, blue;
} colour;

static const colour chart_colour[] = {
#define STYLE(r, g, b, dark, dash, point) {r, g, b},
    MB_LINE_STYLES(STYLE)
#undef STYLE
#define PLAIN(r, g, b, dark) {r, g, b},
        MB_GRID_COLOUR(PLAIN) MB_MUTED_COLOUR(PLAIN) MB_BLANK_COLOUR(PLAIN)
#undef PLAIN
};

enum { COLOURS = sizeof chart_colour / sizeof chart_colour[0] };

/* Writes the replacement of a colour that stands at text as "rgb(...)" and yields its length; 0
 * when there is no colour of ours. */
static size_t put_colour(const char *text, FILE *page)
{
    int r, g, b, length = 0;

    if (sscanf(text, "rgb( %d , %d , %d )%n", &r, &g, &b, &length) != 3 || length == 0)
        return 0;
    if (r == 0 && g == 0 && b == 0) {
        fputs("currentColor", page);
        return (size_t)length;
    }
    for (int i = 0; i < COLOURS; i++)
        if (chart_colour[i].red == r && chart_colour[i].green == g && chart_colour[i].blue == b) {
            fprintf(page, "var(--c%d)", i);
            return (size_t)length;
        }
    return 0;
}

/* Attributes that gnuplot writes; text of labels cannot hold them, '"' is escaped there. */
static size_t put_attribute(const char *text, const char *prefix, FILE *page)
{
    static const struct {
        const char *old, *new;
        bool prefixed;
    } rule[] = {
        {" id=\"", " id=\"", true},
        {" id='", " id='", true},
        {" xlink:href='#", " href='#", true},
        {" href='#", " href='#", true},
        {"url(#", "url(#", true},
        {"=\"black\"", "=\"currentColor\"", false},
        {"='black'", "='currentColor'", false},
        /* what the page's style sheet or SVG itself says */
        {" fill=\"none\"", "", false},
        {" color=\"black\"", "", false},
        {" stroke=\"currentColor\"", "", false},
        {" stroke-linecap=\"butt\"", "", false},
        {" stroke-linejoin=\"miter\"", "", false},
        {" font-family=\"sans-serif\"", "", false},
        {" class=\"gridline\"", "", false},
        {" text-anchor=\"start\"", "", false},
        {"\n xmlns=\"http://www.w3.org/2000/svg\"", "", false},
        {"\n xmlns:xlink=\"http://www.w3.org/1999/xlink\"", "", false},
    };

    for (size_t i = 0; i < sizeof rule / sizeof rule[0]; i++) {
        size_t length = strlen(rule[i].old);

        if (strncmp(text, rule[i].old, length) == 0) {
            fprintf(page, "%s%s", rule[i].new, rule[i].prefixed ? prefix : "");
            return length;
        }
    }
    return 0;
}

/* Does anything in the picture refer to the id of this length at text? */
static bool referred(const char *svg, const char *id, size_t length)
{
    for (const char *at = svg; (at = strchr(at, '#')); at++)
        if (strncmp(at + 1, id, length) == 0 && strchr("'\")", at[1 + length]))
            return true;
    return false;
}

/* Length of the attribute at text if that is an id which nothing refers to, else 0. */
static size_t idle_id(const char *svg, const char *text)
{
    size_t length;

    if (strncmp(text, " id=", 4) != 0)
        return 0;
    length = strcspn(text + 5, "'\"");
    return referred(svg, text + 5, length) ? 0 : length + 6;
}

/* Length of the element at text if that is a shape to be used by its id, and is not used. */
static size_t idle_shape(const char *svg, const char *text)
{
    static const char *const shape[] = {"<circle ", "<path ", "<rect ", "<use "};
    const char *end = strchr(text, '>');

    if (!end || end[-1] != '/')
        return 0;
    for (size_t i = 0; i < sizeof shape / sizeof shape[0]; i++) {
        const char *id = strstr(text, " id='");

        if (strncmp(text, shape[i], strlen(shape[i])) == 0 && id && id < end &&
            idle_id(svg, id) > 0)
            return (size_t)(end - text) + 1;
    }
    return 0;
}

/* Does text start an element of its own that the page has no use for?  Its length. */
static size_t skipped(const char *text)
{
    static const char *const element[] = {"title", "desc", "filter"};

    for (size_t i = 0; i < sizeof element / sizeof element[0]; i++) {
        char close[16];
        const char *end;

        if (strncmp(text + 1, element[i], strlen(element[i])) != 0 ||
            !strchr("> ", text[1 + strlen(element[i])]))
            continue;
        snprintf(close, sizeof close, "</%s>", element[i]);
        end = strstr(text, close);
        return end ? (size_t)(end - text) + strlen(close) : 0;
    }
    return 0;
}

/* Length of an element without contents at text, "<g ...> </g>"; 0 for another. */
static size_t empty(const char *text, const char *open, const char *close)
{
    static const char no_text[] = "<text></text>"; /* of a label that is but a point */
    const char *end;

    if (strncmp(text, open, strlen(open)) != 0 || !(end = strchr(text, '>')))
        return 0;
    end += 1 + strspn(end + 1, " \t\n");
    if (strncmp(end, no_text, strlen(no_text)) == 0)
        end += strlen(no_text);
    end += strspn(end, " \t\n");
    return strncmp(end, close, strlen(close)) == 0 ? (size_t)(end - text) + strlen(close) : 0;
}

/* Length of the background without a colour at text. */
static size_t background(const char *text)
{
    static const char open[] = "<rect x=\"0\" y=\"0\" ", close[] = " fill=\"none\"/>";
    const char *end = strchr(text, '>');

    if (strncmp(text, open, strlen(open)) != 0 || !end)
        return 0;
    end += 1;
    return strncmp(end - strlen(close), close, strlen(close)) == 0 ? (size_t)(end - text) : 0;
}

/* Length of what stands at '<' and is left out. */
static size_t left_out(const char *svg, const char *text)
{
    size_t n = skipped(text);

    n = n ? n : background(text);
    n = n ? n : empty(text, "<g ", "</g>");
    n = n ? n : empty(text, "<tspan ", "</tspan>");
    return n ? n : idle_shape(svg, text);
}

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

/* Writes what replaces the part of a tag at text, and yields the length of that part. */
static size_t put_in_tag(const char *svg, const char *text, const char *prefix, FILE *page)
{
    size_t n = idle_id(svg, text);

    n = n ? n : put_colour(text, page);
    n = n ? n : mb_svg_put_path(text, page);
    n = n ? n : put_attribute(text, prefix, page);
    return n ? n : hundredth(svg, text);
}

static void put_picture(const char *svg, const char *prefix, FILE *page)
{
    const char *at = svg;
    bool tag = false;

    while (*at) {
        size_t n = 0;

        if (*at == '<') {
            n = left_out(svg, at);
            tag = n == 0;
        } else if (*at == '>') {
            tag = false;
        } else if (tag) {
            n = put_in_tag(svg, at, prefix, page);
        } else if (*at == '\t' || (*at == '\n' && strchr("\n\t<", at[1]))) {
            n = 1; /* no text of a label has any */
        }
        if (n == 0) {
            fputc(*at, page);
            n = 1;
        }
        at += n;
    }
}

void mb_svg_rewrite(char *svg, const char *prefix, const char *title, FILE *page)
{
    char *start = strstr(svg, "<svg"), *inside = start ? strchr(start, '>') : NULL;

    if (!inside)
        return;
    *inside = '\0';
    put_picture(start, prefix, page);
    fputs(" role=\"img\" aria-label=\"", page);
    mb_put_html(page, title);
    fputs("\">", page);
    put_picture(inside + 1, prefix, page);
}

/* Contents of a file, to be freed; NULL when it cannot be read. */
static char *contents(FILE *file)
{
    char *text = NULL;
    long size;
    size_t n;

    if (fseek(file, 0, SEEK_END) != 0 || (size = ftell(file)) < 0 || fseek(file, 0, SEEK_SET) != 0)
        return NULL;
    text = malloc((size_t)size + 1);
    if (!text)
        return NULL;
    n = fread(text, 1, (size_t)size, file);
    text[n] = '\0';
    return text;
}

mb_status mb_svg_inline(const char *folder, const char *name, const char *prefix, const char *title,
                        FILE *page, mb_error *err)
{
    char *path, *svg = NULL;
    FILE *file;
    mb_status status = MB_OK;

    if (asprintf(&path, "%s/%s", folder, name) < 0)
        return mb_fail(err, MB_NO_MEMORY, "out of memory");
    file = fopen(path, "r");
    if (file)
        svg = contents(file);
    if (!svg || !strstr(svg, "<svg") || !strstr(svg, "</svg>"))
        status = mb_fail(err, MB_FAILURE, "gnuplot left no complete picture in %s", path);
    else
        mb_svg_rewrite(svg, prefix, title, page);
    if (file)
        fclose(file);
    free(svg);
    free(path);
    return status;
}
