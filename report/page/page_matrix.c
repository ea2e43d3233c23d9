/* SPDX-License-Identifier: MIT */
#include "report/page/page.h"
#include "report/records/grade.h"

static void put_key(FILE *page)
{
    fputs("<ul class=\"key\">\n", page);
    for (int i = 0; mb_badge_at(i).name; i++) {
        mb_badge b = mb_badge_at(i);

        fprintf(page, "<li><span class=\"tag %s\">%s %s</span> %s</li>\n", b.style, b.glyph, b.name,
                b.meaning);
    }
    fputs("<li><span class=\"tag loose\">○ no class</span> ran to the end, but gap, drift or error "
          "is "
          "above 1e-2 or not proven below</li>\n</ul>\n",
          page);
}

static void put_number(FILE *page, const char *name, const char *value)
{
    if (*value)
        fprintf(page, "<span class=\"n\"><small>%s</small> %s</span>", name, value);
}

static void put_record_number(FILE *page, const mb_report_run *row, const char *name,
                              mb_field field)
{
    char text[MB_SHORT_SIZE];

    mb_short_number(mb_row_field(row, field), text);
    put_number(page, name, text);
}

/* What a run is right to, with gap and drift; of a record without, violation and drift. */
static void put_numbers(FILE *page, const mb_report_run *row)
{
    bool graded = mb_row_grade(row) != MB_UNGRADED && mb_row_grade(row) != MB_UNFINISHED;

    put_record_number(page, row, graded ? "gap" : "‖Φ‖",
                      graded ? MB_FIELD_GAP : MB_FIELD_POSITION_MAX);
    put_record_number(page, row, graded ? "drift" : "J",
                      graded ? MB_FIELD_DRIFT : MB_FIELD_ENERGY_MAX);
    if (mb_row_unconverged(row) > 0)
        fprintf(page, "<span class=\"n\"><small>%ld unconverged</small></span>",
                mb_row_unconverged(row));
}

static void put_cell(FILE *page, const mb_matrix_cell *cell)
{
    const mb_report_run *row = cell->row;
    char class[MB_SHORT_SIZE];
    mb_badge b;

    if (!row) {
        fputs("<td class=\"empty\"><i>not run</i></td>", page);
        return;
    }
    b = mb_row_badge(row);
    mb_level_text(mb_row_class(row), class);
    mb_html(page, "<td class=\"%s\" data-right=\"%s\" title=\"%s\"><a href=\"#%s\"><b>%s ", b.style,
            class, *row->reason ? row->reason : b.meaning, row->anchor, b.glyph);
    if (mb_row_grade(row) == MB_RIGHT)
        fprintf(page, "%s", class);
    else
        mb_html(page, "<i>%s</i>", mb_row_grade(row) == MB_CLASSLESS ? "no class" : row->status);
    fputs("</b>", page);
    put_numbers(page, row);
    if (cell->count > 1)
        fprintf(page, "<span class=\"n\"><small>%d of %d finished</small></span>", cell->finished,
                cell->count);
    fputs("</a></td>", page);
}

void mb_page_matrix(FILE *page, const mb_matrix *matrix)
{
    fputs(
        "<p>✓ 1e-4: finished, and right to 1e-4; ○ no class: finished, but gap, drift or error "
        "is above 1e-2 or not proven below; other words: how a run ended that did not finish. "
        "gap: how far joints opened, of the mechanism's size; drift: of the largest kinetic "
        "energy; ‖Φ‖ and J: largest violation (m, m² and rad together) and drift in J, where "
        "nothing else was measured. Of several runs in a cell (other steps or parameters) the one "
        "of the finest class is shown. Dark: right to 1e-6 or better, pale: only to 1e-&#8288;2. A "
        "cell "
        "leads to its run or to what was wrong with it.</p>\n<div class=\"wide\"><table "
        "class=\"matrix\">\n<thead><tr><th "
        "scope=\"col\">solver</th>",
        page);
    for (int c = 0; c < matrix->columns; c++) {
        fputs("<th scope=\"col\"", page);
        mb_page_words(page, matrix->column[c]);
        mb_html(page, "><a href=\"#%s\">%s</a></th>", matrix->column[c]->file,
                matrix->column[c]->problem);
    }
    fputs("</tr></thead>\n<tbody>\n", page);
    for (int r = 0; r < matrix->rows; r++) {
        mb_html(page, "<tr><th scope=\"row\" title=\"%s\"><a href=\"#%s\">%s</a>", matrix->spec[r],
                matrix->anchor[r], matrix->label[r]);
        mb_page_engine_mark(page, matrix->spec[r]);
        fputs("</th>", page);
        for (int c = 0; c < matrix->columns; c++)
            put_cell(page, &matrix->cell[r * matrix->columns + c]);
        fputs("</tr>\n", page);
    }
    fputs("</tbody></table></div>\n<details><summary>What the statuses mean</summary>\n", page);
    put_key(page);
    fputs("</details>\n", page);
}
