/* SPDX-License-Identifier: MIT */
/* Colours, dashes and markers of charts.  First Okabe and Ito's palette for all kinds of colour
 * vision; its yellow is too light for lines on paper and is replaced by a grey.  Four darker ones
 * follow, for studies that name more than eight methods.  Lines differ in dashes and markers too,
 * so that they can be told apart in greyscale. */
#ifndef MB_REPORT_CHARTS_PALETTE_H
#define MB_REPORT_CHARTS_PALETTE_H

/* The red, green, blue on paper, the colour on a dark page, dash pattern, gnuplot's point type. */
#define MB_LINE_STYLES(X)                                                                          \
    X(0, 114, 178, "#4ea3e6", "solid", 7)                                                          \
    X(213, 94, 0, "#f2803c", "(10,4)", 5)                                                          \
    X(0, 158, 115, "#35c795", "(3,3)", 9)                                                          \
    X(204, 121, 167, "#e59cc8", "(12,4,3,4)", 13)                                                  \
    X(230, 159, 0, "#f0b732", "(18,5)", 4)                                                         \
    X(86, 180, 233, "#a5d8f7", "(5,3,2,3,2,3)", 6)                                                 \
    X(30, 30, 30, "#e6e6e6", "(6,3)", 8)                                                           \
    X(128, 128, 128, "#9c9c9c", "solid", 12)                                                       \
    X(106, 61, 154, "#b79be0", "(8,3)", 11)                                                        \
    X(140, 81, 10, "#d39a52", "(2,2)", 10)                                                         \
    X(136, 34, 85, "#dd86b0", "(14,3,2,3)", 15)                                                    \
    X(102, 118, 0, "#b9cc46", "(4,2)", 14)

enum { MB_LINE_STYLE_COUNT = 12, MB_GREY_STYLE = 7 };

/* Grid lines, secondary text, and what is white on paper (cells of maps without a colour). */
#define MB_GRID_COLOUR(X) X(221, 221, 221, "#3a3d42")
#define MB_MUTED_COLOUR(X) X(96, 96, 96, "#a8adb5")
#define MB_BLANK_COLOUR(X) X(255, 255, 255, "#16181c")

#endif
