/* SPDX-License-Identifier: MIT */
#include "report/tables/tex_layout.h"

#include <math.h>
#include <string.h>

#include "report/tables/tex_width.h"

/* [pt] Of an article on A4 at 10 pt: the line, the height of a page; a line of \scriptsize, the gaps
 * at both sides of a column, the gap between two columns of a page. */
static const double article_line = 345.0, page_height = 598.0, line_pitch = 8.5, gap = 6.0,
                    column_gap = 10.0;

static const double point = 72.27 / 25.4;     /* [pt/mm] */
static const double float_part = 0.7;         /* of a page that a float may take */
static const double slack = 1.01, more = 0.8; /* for what the measure does not know */
static const int longest = 14, shortest = 4;  /* [letters] of words that stay whole */

/* [pt] What a column takes: of its longest cell, of what cannot be broken, and what it would be
 * given, since a paragraph reads well in a part of its length. */
typedef struct widths {
    double natural, least, wish;
} widths;

static const double most_wish = 160.0;

/* Takes a text that may be broken after its pieces, and anywhere in a longer one than so many
 * letters. */
static void take_text(widths *w, const char *text, int letters, bool code)
{
    const char *at = text ? text : "";

    w->natural = fmax(w->natural, mb_tex_width(at, strlen(at), code));
    while (*at) {
        size_t n = mb_tex_piece(at);

        w->least =
            fmax(w->least, mb_tex_width(at, n > (size_t)letters ? (size_t)letters : n, code));
        at += n;
    }
}

static void take_number(widths *w, const mb_table *table, const mb_table_cell *cell, int letters)
{
    double number =
        mb_tex_number_width(cell->number, table->digits ? table->digits : 3, cell->best);

    w->least = fmax(w->least, number);
    w->natural = fmax(w->natural, number);
    if (cell->text && !isnan(cell->number)) {
        widths aside = {0.0, 0.0, 0.0};

        take_text(&aside, cell->text, letters, false);
        w->least = fmax(w->least, aside.least);
        w->natural = fmax(w->natural, number + mb_tex_width(" ", 1, false) + aside.natural);
    }
}

static void take_cell(widths *w, const mb_table *table, int row, int c, int letters)
{
    const mb_table_cell *cell = &table->cell[row * table->columns + c];
    mb_cell_kind kind = table->column[c].kind;

    if (kind == MB_CELL_NUMBER)
        take_number(w, table, cell, letters);
    else
        take_text(w, cell->text, letters, kind == MB_CELL_CODE || kind == MB_CELL_SPEC);
}

/* Of the cells and of the words above them. */
static widths measure(const mb_table *table, int c, int letters)
{
    const mb_column *column = &table->column[c];
    widths w = {0.0, 0.0, 0.0}, head = w;

    for (int r = 0; r < table->rows; r++)
        take_cell(&w, table, r, c, letters);
    take_text(&head, column->title, letters, false);
    take_text(&head, column->unit, letters, false);
    if (*column->unit) /* its brackets */
        head.least += mb_tex_width("[]", 2, false);
    w.least = slack * fmax(w.least, head.least) + more;
    w.natural = fmax(slack * w.natural + more, w.least);
    w.wish = fmax(w.least, fmin(w.natural, most_wish));
    return w;
}

/* Measures all columns into w; of all with their gaps. */
static widths measure_all(const mb_table *table, int letters, widths *w)
{
    widths all = {0.0, 0.0, 0.0};

    for (int c = 0; c < table->columns; c++) {
        w[c] = all;
        if (!table->column[c].title)
            continue;
        w[c] = measure(table, c, letters);
        all.natural += gap + w[c].natural;
        all.least += gap + w[c].least;
        all.wish += gap + w[c].wish;
    }
    return all;
}

/* Lines that a row takes. */
static double lines_of(const mb_table *table, int row, const double *width)
{
    double most = 1.0;

    for (int c = 0; c < table->columns; c++) {
        widths w = {0.0, 0.0, 0.0};

        if (!table->column[c].title)
            continue;
        take_cell(&w, table, row, c, longest);
        most = fmax(most, ceil(w.natural / width[c]));
    }
    return most;
}

static bool is_higher(const mb_table *table, const double *width, double height)
{
    double lines = 8.0; /* of the caption, the heading and what stands below */

    for (int r = 0; r < table->rows; r++)
        lines += lines_of(table, r, width);
    return lines * line_pitch > height;
}

/* Gives the columns what they are, or of a narrower line what cannot be broken, and of the rest as
 * they wish.  points: (columns) receives the widths in any case. */
static void share(const mb_table *table, const widths *w, widths all, double room,
                  mb_tex_layout *layout, double *points)
{
    double part, given;

    layout->fills = all.natural > room;
    part = layout->fills ? fmax(0.0, room - all.least) / fmax(1.0, all.wish - all.least) : 0.0;
    given = all.least + part * (all.wish - all.least);
    for (int c = 0; c < table->columns; c++) {
        points[c] = layout->fills ? w[c].least + part * (w[c].wish - w[c].least) : w[c].natural;
        /* rounded down, so that the sum is no more than the line */
        layout->width[c] = layout->fills ? floor(1e5 * (points[c] + gap) / given) / 1e5 : points[c];
    }
}

void mb_tex_lay_out(const mb_table *table, double width, mb_tex_layout *layout)
{
    widths w[MB_MOST_COLUMNS], all;
    double line = width > 0.0 ? width * point : article_line, room = line, points[MB_MOST_COLUMNS];

    *layout =
        (mb_tex_layout){.letters = longest, .narrow = width > 0.0 && width < MB_NARROWEST_PAGE};
    all = measure_all(table, longest, w);
    if (all.least > line) {
        layout->wide = true;
        room = layout->narrow ? 2.0 * line + column_gap : page_height;
    }
    while (all.least > room && layout->letters > shortest) {
        layout->letters--;
        all = measure_all(table, layout->letters, w);
    }
    share(table, w, all, room, layout, points);
    layout->paged =
        !layout->narrow && (layout->wide || is_higher(table, points, float_part * page_height));
}
