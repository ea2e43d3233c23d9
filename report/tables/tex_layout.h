/* SPDX-License-Identifier: MIT */
/* How the columns of a LaTeX table are laid out, by the widths of what stands in them. */
#ifndef MB_REPORT_TABLES_TEX_LAYOUT_H
#define MB_REPORT_TABLES_TEX_LAYOUT_H

#include "report/tables/table.h"

typedef struct mb_tex_layout {
    double
        width[MB_MOST_COLUMNS]; /* of each column: [pt], or parts of the line where it fills it */
    int letters;                /* a longer word of a text may be broken anywhere */
    bool fills;                 /* the line: cells wrap */
    bool wide;                  /* on its side, or over both columns */
    bool paged;                 /* over several pages */
    bool narrow;                /* in a column of a page with two */
} mb_tex_layout;

/* width: [mm] of the text, 0: of an A4 article at 10 pt. */
void mb_tex_lay_out(const mb_table *table, double width, mb_tex_layout *layout);

#endif
