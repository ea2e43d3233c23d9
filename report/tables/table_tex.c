/* Tables for LaTeX.  A table is as wide as the text: where its columns do not fit as they are, they
 * get widths in which their cells wrap, and where even their words do not fit it lies on its side.
 * It may go on over several pages. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/tables/table.h"

/* Of a 10 pt article on A4, in letters of \scriptsize: the line, that of a page on its side, the
 * gap between columns. */
static const double line = 88.0, side_line = 150.0, gap = 1.6;

/* Letters that a column takes: of its longest cell, of what cannot be broken, and what it would be
 * given, since a paragraph reads well in a part of its length. */
typedef struct widths {
    double natural, least, wish;
} widths;

static const double most_wish = 40.0;

static int letters(const char *text, size_t n)
{
    int count = 0;

    for (size_t i = 0; i < n; i++)
        count += ((unsigned char)text[i] & 0xc0) != 0x80;
    return count;
}

/* Takes a text that may be broken at these letters. */
static void take_text(widths *w, const char *text, const char *breaks)
{
    const char *at = text ? text : "";

    w->natural = fmax(w->natural, letters(at, strlen(at)));
    while (*at) {
        size_t n = strcspn(at, breaks);

        n += at[n] != '\0';
        w->least = fmax(w->least, letters(at, n));
        at += n;
    }
}

static void take_cell(widths *w, const mb_column *column, const mb_table_cell *cell)
{
    char number[MB_SHORT_SIZE];

    if (column->kind == MB_CELL_NUMBER) {
        mb_short_number(cell->number, number);
        take_text(w, number, "");
        if (cell->text && !isnan(cell->number)) {
            take_text(w, cell->text, " ");
            w->natural += strlen(number) + 1;
        }
    } else {
        take_text(w, cell->text, "/,:_ ");
    }
}

/* Widths of the columns that people see. */
static void measure(const mb_table *table, widths *w)
{
    const double power = 4.5; /* "e-9" is set as a factor and a power of ten */

    for (int c = 0; c < table->columns; c++) {
        widths unit = {0.0, 0.0, 0.0};

        w[c] = unit;
        for (int r = 0; r < table->rows; r++)
            take_cell(&w[c], &table->column[c], &table->cell[r * table->columns + c]);
        if (table->column[c].kind == MB_CELL_NUMBER) {
            w[c].natural += power;
            w[c].least += power;
        }
        take_text(&w[c], table->column[c].title, " -"); /* TeX breaks a line after a hyphen */
        take_text(&unit, table->column[c].unit, " ");
        w[c].least = fmax(w[c].least, unit.least); /* whose lines may be as short as its words */
        w[c].wish = fmax(w[c].least, fmin(w[c].natural, most_wish));
    }
}

static void put_head(FILE *file, const mb_table *table)
{
    const char *between = "";

    for (int c = 0; c < table->columns; c++) {
        const mb_column *column = &table->column[c];

        if (!column->title)
            continue;
        fputs(between, file);
        mb_put_tex(file, column->title);
        if (*column->unit) {
            fputs(" [", file);
            mb_put_tex(file, column->unit);
            fputc(']', file);
        }
        between = " & ";
    }
    fputs(" \\\\\n\\midrule\n", file);
}

/* A text that may be broken at spaces and after the parts of a spec in it. */
static void put_text(FILE *file, const char *text)
{
    while (text && *text) {
        size_t n = strcspn(text, "/,:_");
        char *piece;

        n += text[n] != '\0';
        piece = strndup(text, n);
        mb_put_tex(file, piece);
        free(piece);
        text += n;
        if (*text && *text != ' ')
            fputs("\\allowbreak{}", file);
    }
}

static void put_cell(FILE *file, const mb_column *column, const mb_table_cell *cell)
{
    if (column->kind == MB_CELL_NUMBER) {
        mb_put_tex_number(file, cell->number);
        if (cell->text && !isnan(cell->number)) {
            fputc(' ', file);
            mb_put_tex(file, cell->text);
        }
    } else if (column->kind == MB_CELL_CODE) {
        fputs("\\texttt{", file);
        put_text(file, cell->text);
        fputc('}', file);
    } else {
        put_text(file, cell->text);
    }
}

/* Letters of all columns with their gaps. */
static widths sum(const mb_table *table, const widths *w)
{
    widths all = {0.0, 0.0, 0.0};

    for (int c = 0; c < table->columns; c++)
        if (table->column[c].title) {
            all.natural += gap + w[c].natural;
            all.least += gap + w[c].least;
            all.wish += gap + w[c].wish;
        }
    return all;
}

/* The columns as they are where they fit on a line of so many letters, else with widths that fill
 * it: what cannot be broken, and of the rest as they wish. */
static void put_columns(FILE *file, const mb_table *table, const widths *w, double room)
{
    widths all = sum(table, w);
    double more = fmax(0.0, room - all.least) / fmax(1.0, all.wish - all.least);
    double given = all.least + more * (all.wish - all.least);

    for (int c = 0; c < table->columns; c++) {
        bool number = table->column[c].kind == MB_CELL_NUMBER;
        double width = gap + w[c].least + more * (w[c].wish - w[c].least);

        if (!table->column[c].title)
            continue;
        if (all.natural <= room)
            fputc(number ? 'r' : 'l', file);
        else
            fprintf(file, ">{\\%s\\arraybackslash}p{\\dimexpr %.4f\\linewidth-2\\tabcolsep\\relax}",
                    number ? "raggedleft" : "raggedright", width / given);
    }
}

void mb_table_tex(FILE *file, const mb_table *table, const char *caption)
{
    widths w[MB_MOST_COLUMNS];
    bool side;

    if (table->columns > MB_MOST_COLUMNS)
        return;
    measure(table, w);
    side = sum(table, w).least > line;
    fputs("% \\usepackage{array,booktabs,longtable,pdflscape}\n", file);
    fputs(side ? "\\begin{landscape}\n" : "", file);
    fputs("\\begingroup\\scriptsize\\setlength{\\tabcolsep}{3pt}\n\\begin{longtable}{", file);
    put_columns(file, table, w, side ? side_line : line);
    fputs("}\n\\caption{", file);
    mb_put_tex(file, caption);
    fputs("}\\\\\n\\toprule\n", file);
    put_head(file, table);
    fputs("\\endfirsthead\n\\toprule\n", file);
    put_head(file, table);
    fputs("\\endhead\n\\bottomrule\n\\endlastfoot\n", file);
    for (int r = 0; r < table->rows; r++) {
        const char *between = "";

        for (int c = 0; c < table->columns; c++)
            if (table->column[c].title) {
                fputs(between, file);
                put_cell(file, &table->column[c], &table->cell[r * table->columns + c]);
                between = " & ";
            }
        fputs(" \\\\\n", file);
    }
    fputs("\\end{longtable}\n", file);
    if (table->note) {
        fputs("\\noindent ", file);
        mb_put_tex(file, table->note);
        fputc('\n', file);
    }
    fputs(side ? "\\endgroup\n\\end{landscape}\n" : "\\endgroup\n", file);
}
