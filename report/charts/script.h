/* SPDX-License-Identifier: MIT */
/* What the gnuplot scripts of all charts have in common.  Places are in pixels of the SVG picture,
 * from its top left corner; the other pictures are the same at another scale: 0.225 mm on paper, so
 * that letters of 11 px are 7 pt there.  Small windows, where that SVG picture would be shrunk too
 * much, have one of their own, NAME.small.svg, by NAME.small.gp of the same data. */
#ifndef MB_REPORT_CHARTS_SCRIPT_H
#define MB_REPORT_CHARTS_SCRIPT_H

#include <stdio.h>

#include "report/charts/chart.h"
#include "report/records/digest.h"

enum { MB_WRAP_LINES = 16, MB_WRAP_SIZE = 320, MB_SCRIPTS = 2 };

/* A text in lines. */
typedef struct mb_wrapped {
    int count;
    char line[MB_WRAP_LINES][MB_WRAP_SIZE];
} mb_wrapped;

/* In lines of at most `width` pixels in letters of that size; none of NULL. */
mb_wrapped mb_wrap(const char *text, double width, double size, int max_lines);

/* Is there room for all of a note below a chart? */
bool mb_note_fits(const mb_chart_look *look, const char *note);

typedef struct mb_script {
    FILE *file;
    const char *name; /* of the files, sanitised */
    bool paper;       /* without title, second line and note; larger numbers at the axes */
    bool narrow;      /* no room beside the plot */
    bool small;       /* for small windows */
    double width, height;
    double left, right, top, bottom; /* edges of the plot */
    mb_wrapped title, second, note;
} mb_script;

/* A script whose width is known. */
mb_script mb_script_of(const char *name, const mb_chart_look *look);

/* All of a chart: that one and, where it is wanted and that one is not narrow itself, the one for small
 * windows.  Returns their number. */
int mb_scripts_of(const char *name, const mb_chart_look *look, mb_script script[MB_SCRIPTS]);

/* Makes room for the title and a second line in grey: the top edge of the plot. */
void mb_script_head(mb_script *s, const char *title, const char *second);

/* Makes room for a note below what ends at `below`, the labels of the axis or more: the height of
 * the picture. */
void mb_script_foot(mb_script *s, const char *note, double below);

/* The label at the left edge, however wide the numbers at the axis are, in two lines where it is
 * longer than the axis, which moves the left edge of the plot. */
mb_wrapped mb_script_y_label(mb_script *s, const char *text);
void mb_script_put_y_label(const mb_script *s, const mb_wrapped *label);

/* A label that reads upwards between two heights, in two lines where it is longer. */
void mb_script_upright(const mb_script *s, double x, double top, double bottom, const char *text);

/* The label of the x axis. */
void mb_script_x_label(const mb_script *s, const char *text);

/* Opens it in the folder: head, margins, title, second line and note. */
mb_status mb_script_begin(mb_script *s, const char *folder, mb_error *err);

/* A text at a place; align is left, right or center; colour such as #606060. */
void mb_script_text(const mb_script *s, double x, double y, const char *align, double size,
                    const char *colour, const char *text);

/* After the plot command: the pictures in all formats, and its end.  `plot` and its arguments must have
 * been put into the string variable `drawing`. */
mb_status mb_script_end(mb_script *s, const char *folder, mb_error *err);

#endif
