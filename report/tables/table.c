/* SPDX-License-Identifier: MIT */
#include "report/tables/table.h"

#include <math.h>
#include <string.h>

#include "report/records/engines.h"

static const mb_table_cell *cell_at(const mb_table *t, int row, int column)
{
    return &t->cell[row * t->columns + column];
}

void mb_table_csv(FILE *file, const mb_table *table, bool head)
{
    const char *comma = "";

    for (int c = 0; head && c < table->columns; c++) {
        if (!table->column[c].csv)
            continue;
        fputs(comma, file);
        mb_put_csv(file, table->column[c].key);
        comma = ",";
    }
    if (head)
        fputc('\n', file);
    for (int r = 0; r < table->rows; r++) {
        comma = "";
        for (int c = 0; c < table->columns; c++) {
            const mb_table_cell *cell = cell_at(table, r, c);

            if (!table->column[c].csv)
                continue;
            fputs(comma, file);
            comma = ",";
            if (table->column[c].kind != MB_CELL_NUMBER)
                mb_put_csv(file, cell->text);
            else if (isfinite(cell->number))
                fprintf(file, "%.17g", cell->number);
        }
        fputc('\n', file);
    }
}

static void put_heading(FILE *file, const mb_column *column, void (*put)(FILE *, const char *))
{
    put(file, column->title);
    if (*column->unit) {
        fputs(" [", file);
        put(file, column->unit);
        fputc(']', file);
    }
}

static void put_md_cell(FILE *file, const mb_table *table, int row, int c)
{
    const mb_column *column = &table->column[c];
    const mb_table_cell *cell = cell_at(table, row, c);
    char number[MB_SHORT_SIZE];

    if (column->kind != MB_CELL_NUMBER) {
        mb_put_md(file, cell->text);
        return;
    }
    mb_number_text(cell->number, table->digits ? table->digits : 3, number);
    if (cell->best)
        fprintf(file, "**%s**", number);
    else
        fputs(*number ? number : "—", file);
    if (cell->text && *number) {
        fputc(' ', file);
        mb_put_md(file, cell->text);
    }
}

void mb_table_md(FILE *file, const mb_table *table)
{
    for (int c = 0; c < table->columns; c++)
        if (table->column[c].title) {
            fputs("| ", file);
            put_heading(file, &table->column[c], mb_put_md);
            fputc(' ', file);
        }
    fputs("|\n", file);
    for (int c = 0; c < table->columns; c++)
        if (table->column[c].title)
            fputs(table->column[c].kind == MB_CELL_NUMBER ? "|---:" : "|---", file);
    fputs("|\n", file);
    for (int r = 0; r < table->rows; r++) {
        for (int c = 0; c < table->columns; c++)
            if (table->column[c].title) {
                fputs("| ", file);
                put_md_cell(file, table, r, c);
                fputc(' ', file);
            }
        fputs("|\n", file);
    }
    if (table->note) {
        fputc('\n', file);
        mb_put_md(file, table->note);
        fputc('\n', file);
    }
}

static void put_html_status(FILE *file, const mb_table_cell *cell)
{
    mb_badge b = cell->badge.name ? cell->badge : mb_badge_of(cell->text);

    fprintf(file, "<span class=\"tag %s\">%s ", b.style, b.glyph);
    mb_put_html(file, cell->text);
    fputs("</span>", file);
}

static void put_html_class(FILE *file, const mb_table_cell *cell)
{
    fprintf(file, "<span class=\"tag %s\">", cell->badge.name ? cell->badge.style : "none");
    mb_put_html(file, cell->text);
    fputs("</span>", file);
}

/* A text as it is typed, which may be broken after each part of a solver. */
static void put_html_code(FILE *file, const char *text)
{
    fputs("<code>", file);
    for (const char *c = text ? text : ""; *c; c++) {
        mb_put_html(file, (const char[]){*c, '\0'});
        if (*c == '/' || *c == ':')
            fputs("<wbr>", file);
    }
    fputs("</code>", file);
}

static void put_html_value(FILE *file, const mb_column *column, const mb_table_cell *cell)
{
    char number[MB_SHORT_SIZE];

    if (cell->anchor)
        fprintf(file, "<a href=\"#%s\">", cell->anchor);
    if (column->kind == MB_CELL_STATUS) {
        put_html_status(file, cell);
    } else if (column->kind == MB_CELL_CLASS) {
        if (cell->text && *cell->text)
            put_html_class(file, cell);
    } else if (column->kind == MB_CELL_NUMBER) {
        mb_short_number(cell->number, number);
        fputs(*number ? number : "—", file);
        if (cell->text && *number) {
            fputs(" <small>", file);
            mb_put_html(file, cell->text);
            fputs("</small>", file);
        }
    } else if (column->kind == MB_CELL_CODE || column->kind == MB_CELL_SPEC) {
        put_html_code(file, cell->text);
    } else {
        mb_put_html(file, cell->text);
    }
    if (cell->anchor)
        fputs("</a>", file);
    if (column->kind == MB_CELL_CODE || column->kind == MB_CELL_SPEC ||
        column->kind == MB_CELL_TEXT)
        fputs(mb_solver_is_engine(cell->text) ? " <span class=\"tag engine\">engine</span>" : "",
              file);
}

/* Number of the column of that key; -1: there is none. */
static int column_of(const mb_table *table, const char *key)
{
    for (int c = 0; key && c < table->columns; c++)
        if (strcmp(table->column[c].key, key) == 0)
            return c;
    return -1;
}

static void put_html_row(FILE *file, const mb_table *table, int row)
{
    int opens = column_of(table, table->opens), command = column_of(table, "command");

    if (table->row_id[row])
        fprintf(file, "<tr id=\"%s\">", table->row_id[row]);
    else
        fputs("<tr>", file);
    for (int c = 0; c < table->columns; c++) {
        const mb_column *column = &table->column[c];

        if (!column->title)
            continue;
        fputs(column->kind == MB_CELL_NUMBER ? "<td class=\"num\">" : "<td>", file);
        if (c == opens)
            fputs("<details><summary>", file);
        put_html_value(file, column, cell_at(table, row, c));
        if (c == opens) {
            fputs("</summary><code>", file);
            mb_put_html(file, cell_at(table, row, command)->text);
            fputs("</code>", file);
            if (cell_at(table, row, command)->anchor)
                fprintf(file, "<a href=\"#%s\">on all mechanisms</a>",
                        cell_at(table, row, command)->anchor);
            fputs("</details>", file);
        }
        fputs("</td>", file);
    }
    fputs("</tr>\n", file);
}

void mb_table_html(FILE *file, const mb_table *table)
{
    fputs("<div class=\"wide\"><table>\n<thead><tr>", file);
    for (int c = 0; c < table->columns; c++)
        if (table->column[c].title) {
            const mb_column *column = &table->column[c];

            fputs(column->kind == MB_CELL_NUMBER ? "<th class=\"num\" scope=\"col\">"
                                                 : "<th scope=\"col\">",
                  file);
            mb_put_html(file, column->title);
            if (*column->unit) {
                fputs(" <span class=\"unit\">", file);
                mb_put_html(file, column->unit);
                fputs("</span>", file);
            }
            fputs("</th>", file);
        }
    fputs("</tr></thead>\n<tbody>\n", file);
    for (int r = 0; r < table->rows; r++)
        put_html_row(file, table, r);
    fputs("</tbody></table></div>\n", file);
    if (table->note) {
        fputs("<p class=\"muted\">", file);
        mb_put_html(file, table->note);
        fputs("</p>\n", file);
    }
}
