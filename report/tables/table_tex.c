/* SPDX-License-Identifier: MIT */
/* Tables for LaTeX. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/tables/table.h"
#include "report/tables/tex_layout.h"
#include "report/tables/tex_width.h"

enum { NOTE_LETTERS = 40 /* of a word that stays whole in what stands below */ };

/* A piece of a text; of a longer one than so many letters every letter may end a line. */
static void put_piece(FILE *file, const char *text, size_t n, int letters)
{
    size_t step = n;

    for (size_t i = 0; i < n; i += step) {
        char *piece;

        if (n > (size_t)letters)
            for (step = 1; i + step < n && ((unsigned char)text[i + step] & 0xc0) == 0x80;)
                step++;
        piece = strndup(text + i, step);
        mb_put_tex(file, piece);
        free(piece);
        if (i + step < n)
            fputs("\\allowbreak{}", file);
    }
}

/* A text that may be broken after its pieces. */
static void put_text(FILE *file, const char *text, int letters)
{
    while (text && *text) {
        size_t n = mb_tex_piece(text);

        put_piece(file, text, n, letters);
        if (text[n] && text[n] != ' ' && text[n - 1] != ' ')
            fputs("\\allowbreak{}", file);
        text += n;
    }
}

static void put_heading(FILE *file, const mb_table *table, const mb_tex_layout *l)
{
    const char *between = "";

    for (int c = 0; c < table->columns; c++) {
        const mb_column *column = &table->column[c];

        if (!column->title)
            continue;
        fputs(between, file);
        put_text(file, column->title, l->letters);
        if (*column->unit) {
            fputs(" [", file);
            put_text(file, column->unit, l->letters);
            fputc(']', file);
        }
        between = " & ";
    }
    fputs(" \\\\\n\\midrule\n", file);
}

static void put_cell(FILE *file, const mb_table *table, const mb_tex_layout *l, int row, int c)
{
    const mb_table_cell *cell = &table->cell[row * table->columns + c];

    if (table->column[c].kind == MB_CELL_NUMBER) {
        mb_put_tex_number(file, cell->number, table->digits ? table->digits : 3, cell->best);
        if (cell->text && !isnan(cell->number)) {
            fputc(' ', file);
            mb_put_tex(file, cell->text);
        }
    } else if (table->column[c].kind == MB_CELL_CODE || table->column[c].kind == MB_CELL_SPEC) {
        fputs("\\texttt{", file);
        put_text(file, cell->text, l->letters);
        fputc('}', file);
    } else {
        put_text(file, cell->text, l->letters);
    }
}

static void put_columns(FILE *file, const mb_table *table, const mb_tex_layout *l)
{
    for (int c = 0; c < table->columns; c++) {
        const mb_column *column = &table->column[c];

        if (!column->title)
            continue;
        fprintf(file, "%%\n  >{\\%s\\arraybackslash}",
                column->kind == MB_CELL_NUMBER ? "raggedleft" : "raggedright");
        if (l->fills)
            fprintf(file, "p{\\dimexpr %.5f\\linewidth-2\\tabcolsep\\relax}", l->width[c]);
        else
            fprintf(file, "p{%.1fpt}", l->width[c]);
    }
}

static void put_rows(FILE *file, const mb_table *table, const mb_tex_layout *l)
{
    for (int r = 0; r < table->rows; r++) {
        const char *between = "";

        for (int c = 0; c < table->columns; c++)
            if (table->column[c].title) {
                fputs(between, file);
                put_cell(file, table, l, r, c);
                between = " & ";
            }
        fputs(" \\\\\n", file);
    }
}

static void put_caption(FILE *file, const char *caption, const char *label)
{
    fputs("\\caption{", file);
    mb_put_tex(file, caption);
    fprintf(file, "}\\label{tab:%s}", label);
}

static void put_note(FILE *file, const mb_table *table)
{
    if (!table->note)
        return;
    fputs("\\par\\smallskip\\noindent\\parbox{\\linewidth}{\\raggedright ", file);
    put_text(file, table->note, NOTE_LETTERS);
    fputs("}\n", file);
}

static void put_float(FILE *file, const mb_table *table, const mb_tex_layout *l,
                      const char *caption, const char *label)
{
    const char *star = l->wide ? "*" : "";

    fprintf(file, "\\begin{table%s}[tbp]\n\\centering\\scriptsize\\setlength{\\tabcolsep}{3pt}\n",
            star);
    put_caption(file, caption, label);
    fputs("\n\\smallskip\n\n\\begin{tabular}{", file);
    put_columns(file, table, l);
    fputs("}\n\\toprule\n", file);
    put_heading(file, table, l);
    put_rows(file, table, l);
    fputs("\\bottomrule\n\\end{tabular}\n", file);
    put_note(file, table);
    fprintf(file, "\\end{table%s}\n", star);
}

static void put_pages(FILE *file, const mb_table *table, const mb_tex_layout *l,
                      const char *caption, const char *label)
{
    fputs(l->wide ? "\\begin{landscape}\n" : "", file);
    fputs("\\begingroup\\scriptsize\\setlength{\\tabcolsep}{3pt}\n\\begin{longtable}{", file);
    put_columns(file, table, l);
    fputs("}\n", file);
    put_caption(file, caption, label);
    fputs("\\\\\n\\toprule\n", file);
    put_heading(file, table, l);
    fputs("\\endfirsthead\n\\toprule\n", file);
    put_heading(file, table, l);
    fputs("\\endhead\n\\bottomrule\n\\endlastfoot\n", file);
    put_rows(file, table, l);
    fputs("\\end{longtable}\n", file);
    put_note(file, table);
    fputs(l->wide ? "\\endgroup\n\\end{landscape}\n" : "\\endgroup\n", file);
}

void mb_table_tex(FILE *file, const mb_table *table, const char *caption, const char *label,
                  double width)
{
    mb_tex_layout l;

    if (table->columns > MB_MOST_COLUMNS)
        return;
    mb_tex_lay_out(table, width, &l);
    if (l.paged && !l.narrow) {
        fprintf(file, "%% \\usepackage{array,booktabs,longtable%s}\n", l.wide ? ",pdflscape" : "");
        put_pages(file, table, &l, caption, label);
    } else {
        fputs("% \\usepackage{array,booktabs}\n", file);
        put_float(file, table, &l, caption, label);
    }
}
