/* SPDX-License-Identifier: MIT */
/* Is a picture one that can be rewritten? */
#include <stdio.h>
#include <string.h>

#include "report/charts/svg.h"
#include "report/charts/svg_parts.h"

/* Is there an element with that id? */
static bool is_defined(const char *svg, mb_svg_span id)
{
    for (const char *at = svg; (at = strstr(at, "id=")); at++)
        if (strncmp(at + 4, id.at, id.size) == 0 && at[4 + id.size] == at[3])
            return true;
    return false;
}

/* Reads what a value refers to, "#a" of a link or "url(#a)"; false: nothing of the picture. */
static bool read_reference(const mb_svg_attribute *a, mb_svg_span *id)
{
    static const char mark[] = "url(#";
    bool link = mb_svg_is(a->name, "href") || mb_svg_is(a->name, "xlink:href");
    const char *at = a->value.at;

    if (link && *at == '#')
        at++;
    else if (mb_svg_starts(at, mark))
        at += strlen(mark);
    else
        return false;
    *id = (mb_svg_span){at, strcspn(at, ")'\"")};
    return true;
}

static bool has_our_colour(const mb_svg_attribute *a)
{
    char colour[MB_SVG_COLOUR];

    for (const char *at = a->value.at; at < a->value.at + a->value.size; at++)
        if (mb_svg_page_colour(at, colour) > 0 && mb_svg_starts(colour, "var("))
            return true;
    return false;
}

/* What is seen of an element; NULL: nothing that is not known. */
static const char *look(const char *svg, const mb_svg_element *e, bool *ours)
{
    mb_svg_span id;

    if (mb_svg_is(e->name, "style") || mb_svg_is(e->name, "script"))
        return "it has a style sheet or a script of its own";
    for (int i = 0; i < e->count; i++) {
        if (read_reference(&e->attribute[i], &id) && !is_defined(svg, id))
            return "it refers to what is not in it";
        *ours = *ours || has_our_colour(&e->attribute[i]);
    }
    return NULL;
}

const char *mb_svg_unknown(const char *svg)
{
    const char *at = strstr(svg, "<svg"), *why = at ? NULL : "it has no <svg>";
    bool ours = false;
    int depth = 0;

    while (at && *at && !why) {
        const char *text_end = mb_svg_behind_text(at);
        mb_svg_element e;

        if (text_end) {
            at = text_end;
        } else if (mb_svg_starts(at, "<!--")) {
            at = strstr(at, "-->");
            why = at ? NULL : "a comment has no end";
        } else if (mb_svg_starts(at, "</")) {
            depth--;
            at++;
        } else if (*at != '<') {
            at++;
        } else if (mb_svg_read(at, &e)) {
            why = look(svg, &e, &ours);
            depth += !e.alone;
            at = e.end;
        } else {
            why = "an element in it cannot be read";
        }
    }
    if (why)
        return why;
    if (depth != 0)
        return "its elements do not end";
    return ours ? NULL : "its colours are not written as they were";
}
