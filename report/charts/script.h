/* What the gnuplot scripts of all charts have in common.  Places are in pixels of the SVG picture,
 * from its top left corner; the other pictures are the same at another scale. */
#ifndef MB_REPORT_CHARTS_SCRIPT_H
#define MB_REPORT_CHARTS_SCRIPT_H

#include <stdio.h>

#include "report/records/digest.h"

enum { MB_SCRIPT_WIDTH = 800, MB_WRAP_LINES = 6, MB_WRAP_SIZE = 160, MB_NOTE_WIDTH = 118 };

typedef struct mb_script {
    FILE *file;
    const char *name; /* of the files, sanitised */
    double height;
    double left, right, top, bottom; /* edges of the plot */
} mb_script;

/* A text in lines of about `width` characters. */
typedef struct mb_wrapped {
    int count;
    char line[MB_WRAP_LINES][MB_WRAP_SIZE];
} mb_wrapped;

mb_wrapped mb_wrap(const char *text, int width, int max_lines);

/* Head, margins, title and a second line in grey. */
void mb_script_begin(const mb_script *s, const char *title, const char *second);

/* A text at a place; align is left, right or center; colour such as #606060. */
void mb_script_text(const mb_script *s, double x, double y, const char *align, double size,
                    const char *colour, const char *text);

/* Notes below the plot, one line each. */
void mb_script_notes(const mb_script *s, const mb_wrapped *notes);

/* After the plot command: the pictures in all three formats.  `plot` and its arguments must have
 * been put into the string variable `drawing`. */
void mb_script_end(const mb_script *s);

#endif
