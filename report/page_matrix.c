#include "report/badge.h"
#include "report/page.h"

static void put_key(FILE *page)
{
    fputs("<ul class=\"key\">\n", page);
    for (int i = 0; mb_badge_at(i).name; i++) {
        mb_badge b = mb_badge_at(i);

        fprintf(page, "<li><span class=\"tag %s\">%s %s</span> %s</li>\n", b.style, b.glyph, b.name,
                b.meaning);
    }
    fputs("</ul>\n", page);
}

/* Shade of a cell that held, by its violation; the number stands in it too. */
static const char *shade(const mb_row *row)
{
    double x = mb_record_number(row->record, "position.l2.max");

    return !row->ok ? "" : x <= 1e-9 ? " deep" : x <= 1e-6 ? "" : " pale";
}

static void put_number(FILE *page, const char *name, double x)
{
    char text[MB_SHORT_SIZE];

    mb_short_number(x, text);
    if (*text)
        fprintf(page, "<span class=\"n\"><small>%s</small> %s</span>", name, text);
}

static void put_cell(FILE *page, const mb_matrix_cell *cell)
{
    const mb_row *row = cell->row;
    mb_badge b;

    if (!row) {
        fputs("<td class=\"empty\">not run</td>", page);
        return;
    }
    b = mb_badge_of(row->status);
    fprintf(page, "<td class=\"%s%s\"", b.style, shade(row));
    if (*row->reason) {
        fputs(" title=\"", page);
        mb_put_html(page, row->reason);
        fputc('"', page);
    }
    fprintf(page, "><a href=\"#%s\"><b>%s ", row->anchor, b.glyph);
    fputs(row->ok ? "<span class=\"heard\">" : "", page); /* the sign says it; read aloud only */
    mb_put_html(page, row->status);
    fputs(row->ok ? "</span></b>" : "</b>", page);
    put_number(page, "Φ", mb_record_number(row->record, "position.l2.max"));
    put_number(page, "E", mb_record_number(row->record, "energy.max_abs"));
    if (cell->count > 1)
        fprintf(page, "<span class=\"n\"><small>%d of %d ok</small></span>", cell->held,
                cell->count);
    fputs("</a></td>", page);
}

void mb_page_matrix(FILE *page, const mb_matrix *matrix)
{
    fputs("<p>Φ: largest position violation ‖Φ‖₂; E: largest energy drift in J, both until the run "
          "ended. Of several runs in a cell (other steps or parameters) the one that held with the "
          "smallest violation is shown. The shade of those that held follows Φ: dark up to 1e-9, "
          "middle "
          "up to 1e-6, pale above. A cell leads to its run and, where one failed, to the "
          "reason.</p>\n<div class=\"wide\"><table class=\"matrix\">\n<thead><tr><th "
          "scope=\"col\">solver</th>",
          page);
    for (int c = 0; c < matrix->columns; c++) {
        fprintf(page, "<th scope=\"col\"><a href=\"#%s\">", matrix->column[c]->file);
        mb_put_html(page, matrix->column[c]->problem);
        fputs("</a></th>", page);
    }
    fputs("</tr></thead>\n<tbody>\n", page);
    for (int r = 0; r < matrix->rows; r++) {
        fputs("<tr><th scope=\"row\" title=\"", page);
        mb_put_html(page, matrix->spec[r]);
        fputs("\">", page);
        mb_put_html(page, matrix->label[r]);
        fputs("</th>", page);
        for (int c = 0; c < matrix->columns; c++)
            put_cell(page, &matrix->cell[r * matrix->columns + c]);
        fputs("</tr>\n", page);
    }
    fputs("</tbody></table></div>\n<details><summary>What the statuses mean</summary>\n", page);
    put_key(page);
    fputs("</details>\n", page);
}
