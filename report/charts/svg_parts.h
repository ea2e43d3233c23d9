/* SPDX-License-Identifier: MIT */
/* What reads gnuplot's pictures: elements with attributes, whatever their quotes, order and spaces,
 * and the colours that are ours. */
#ifndef MB_REPORT_CHARTS_SVG_PARTS_H
#define MB_REPORT_CHARTS_SVG_PARTS_H

#include <stdbool.h>
#include <stddef.h>

enum { MB_SVG_ATTRIBUTES = 16, MB_SVG_COLOUR = 32 };

/* A part of the picture's text. */
typedef struct mb_svg_span {
    const char *at;
    size_t size;
} mb_svg_span;

typedef struct mb_svg_attribute {
    mb_svg_span name, value;
    char quote;
} mb_svg_attribute;

typedef struct mb_svg_element {
    mb_svg_span name;
    int count;
    mb_svg_attribute attribute[MB_SVG_ATTRIBUTES];
    bool alone;      /* "<a/>" */
    const char *end; /* behind its '>' */
} mb_svg_element;

bool mb_svg_is(mb_svg_span s, const char *text);
bool mb_svg_starts(const char *text, const char *with);

/* Reads the start of an element that stands at '<'; false: it is something else. */
bool mb_svg_read(const char *at, mb_svg_element *e);

/* The value of an attribute; an empty one when there is none. */
mb_svg_span mb_svg_value(const mb_svg_element *e, const char *name);

/* Letters of the colour at text for which the page writes another: that of its letters for black,
 * the style's variables for ours; 0: there is none. */
size_t mb_svg_page_colour(const char *text, char colour[MB_SVG_COLOUR]);

/* Behind a text that is no markup, which stands at `at`; NULL: it does not. */
const char *mb_svg_behind_text(const char *at);

#endif
