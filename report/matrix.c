#include "report/matrix.h"

#include <math.h>
#include <string.h>

#include "report/badge.h"
#include "report/label.h"

enum { MAX_ROWS = 60 };

static double violation(const mb_row *row)
{
    return mb_record_number(row->record, "position.l2.max");
}

static double drift(const mb_row *row)
{
    return mb_record_number(row->record, "energy.max_abs");
}

/* Adds a run to its cell; the better one is shown. */
static void add(mb_matrix_cell *cell, const mb_row *row)
{
    bool better =
        !cell->row || (row->ok && (!cell->row->ok || violation(row) < violation(cell->row)));

    if (better)
        cell->row = row;
    cell->count++;
    cell->held += row->ok;
}

typedef mb_status shortener(const char *spec, mb_arena *arena, const char **text, mb_error *err);

/* Gives each run of the study its row; the rows in order of appearance. */
static mb_status find_rows(const mb_digest *d, mb_matrix *m, shortener *shorten, mb_arena *arena,
                           int *row_of, mb_error *err)
{
    json_t *seen = json_object();
    mb_status status;

    m->rows = 0;
    MB_TRY(mb_claim(arena, &m->spec, (size_t)d->row_count, sizeof *m->spec, err));
    for (int i = 0; i < d->row_count; i++) {
        const char *spec;
        const json_t *place;

        if (strcmp(d->row[i].study, m->study) != 0)
            continue;
        MB_TRY(shorten(d->row[i].solver, arena, &spec, err));
        place = json_object_get(seen, spec);
        row_of[i] = place ? (int)json_integer_value(place) : m->rows;
        if (place)
            continue;
        m->spec[m->rows] = spec;
        if (json_object_set_new(seen, spec, json_integer(m->rows++)) != 0)
            MB_TRY(mb_fail(err, MB_NO_MEMORY, "out of memory"));
    }
done:
    json_decref(seen);
    return status;
}

static mb_status make_one(const mb_digest *d, const char *study, mb_arena *arena, mb_matrix *m,
                          mb_error *err)
{
    int *row_of;
    mb_status status;

    m->study = study;
    for (int g = 0; g < d->group_count; g++)
        if (strcmp(d->group[g].study, study) == 0 && d->group[g].judged)
            return MB_OK;
    MB_TRY(mb_claim(arena, &row_of, (size_t)d->row_count, sizeof *row_of, err));
    MB_TRY(find_rows(d, m, mb_spec_without_step, arena, row_of, err));
    if (m->rows > MAX_ROWS)
        MB_TRY(find_rows(d, m, mb_spec_names, arena, row_of, err));
    MB_TRY(mb_claim(arena, &m->label, (size_t)m->rows, sizeof *m->label, err));
    MB_TRY(mb_labels(m->spec, m->rows, arena, m->label, NULL, err));
    MB_TRY(mb_claim(arena, &m->column, (size_t)d->group_count, sizeof *m->column, err));
    for (int g = 0; g < d->group_count; g++)
        if (strcmp(d->group[g].study, study) == 0)
            m->column[m->columns++] = &d->group[g];
    MB_TRY(mb_claim(arena, &m->cell, (size_t)m->rows * (size_t)m->columns, sizeof *m->cell, err));
    for (int c = 0; c < m->columns; c++)
        for (int k = 0; k < m->column[c]->count; k++) {
            const mb_row *row = m->column[c]->row[k];

            add(&m->cell[row_of[row - d->row] * m->columns + c], row);
        }
done:
    return status;
}

mb_status mb_matrix_make(const mb_digest *digest, mb_arena *arena, mb_matrix **matrix,
                         mb_error *err)
{
    mb_status status;

    MB_TRY(mb_claim(arena, matrix, (size_t)digest->study_count, sizeof **matrix, err));
    for (int i = 0; i < digest->study_count; i++)
        MB_TRY(make_one(digest, digest->study[i], arena, &(*matrix)[i], err));
done:
    return status;
}

static void put_exact(FILE *file, double x)
{
    if (isfinite(x))
        fprintf(file, "%.17g", x);
}

void mb_matrix_csv(FILE *file, const mb_matrix *matrix, int count)
{
    fputs("study,solver,problem,runs,held,status,position.l2.max,energy.max_abs,reason\n", file);
    for (int i = 0; i < count; i++)
        for (int k = 0; k < matrix[i].rows * matrix[i].columns; k++) {
            const mb_matrix_cell *cell = &matrix[i].cell[k];

            if (!cell->row)
                continue;
            mb_put_csv(file, matrix[i].study);
            fputc(',', file);
            mb_put_csv(file, matrix[i].spec[k / matrix[i].columns]);
            fputc(',', file);
            mb_put_csv(file, cell->row->problem);
            fprintf(file, ",%d,%d,", cell->count, cell->held);
            mb_put_csv(file, cell->row->status);
            fputc(',', file);
            put_exact(file, violation(cell->row));
            fputc(',', file);
            put_exact(file, drift(cell->row));
            fputc(',', file);
            mb_put_csv(file, cell->row->reason);
            fputc('\n', file);
        }
}

static void put_md_cell(FILE *file, const mb_matrix_cell *cell)
{
    char v[MB_SHORT_SIZE], e[MB_SHORT_SIZE];

    if (!cell->row)
        return;
    mb_short_number(violation(cell->row), v);
    mb_short_number(drift(cell->row), e);
    if (cell->row->ok) {
        fprintf(file, "%s / %s", *v ? v : "?", *e ? e : "?");
    } else {
        fprintf(file, "%s ", mb_badge_of(cell->row->status).glyph);
        mb_put_md(file, cell->row->status);
    }
    if (cell->count > 1)
        fprintf(file, " (%d of %d ok)", cell->held, cell->count);
}

void mb_matrix_md(FILE *file, const mb_matrix *matrix, int count)
{
    for (int i = 0; i < count; i++) {
        const mb_matrix *m = &matrix[i];

        if (m->columns == 0)
            continue;
        fputs("## ", file);
        mb_put_md(file, m->study);
        fputs("\n\nLargest position violation / largest energy drift in J.\n\n| solver |", file);
        for (int c = 0; c < m->columns; c++) {
            fputc(' ', file);
            mb_put_md(file, m->column[c]->problem);
            fputs(" |", file);
        }
        fputs("\n|---|", file);
        for (int c = 0; c < m->columns; c++)
            fputs("---|", file);
        fputc('\n', file);
        for (int r = 0; r < m->rows; r++) {
            fputs("| ", file);
            mb_put_md(file, m->label[r]);
            fputs(" |", file);
            for (int c = 0; c < m->columns; c++) {
                fputc(' ', file);
                put_md_cell(file, &m->cell[r * m->columns + c]);
                fputs(" |", file);
            }
            fputc('\n', file);
        }
        fputc('\n', file);
    }
}

static void put_tex_cell(FILE *file, const mb_matrix_cell *cell)
{
    fputs(" & ", file);
    if (!cell->row)
        return;
    if (cell->row->ok) {
        mb_put_tex_number(file, violation(cell->row));
        fputs(" / ", file);
        mb_put_tex_number(file, drift(cell->row));
    } else {
        mb_put_tex(file, cell->row->status);
    }
    if (cell->count > 1)
        fprintf(file, " (%d of %d)", cell->held, cell->count);
}

void mb_matrix_tex(FILE *file, const mb_matrix *matrix, int count)
{
    fputs("% \\usepackage{booktabs}\n", file);
    for (int i = 0; i < count; i++) {
        const mb_matrix *m = &matrix[i];

        if (m->columns == 0)
            continue;
        fputs("\\begin{table}\n\\centering\\scriptsize\n\\caption{Study ", file);
        mb_put_tex(file, m->study);
        fputs(": largest position violation / largest energy drift in J.}\n\\begin{tabular}{l",
              file);
        for (int c = 0; c < m->columns; c++)
            fputc('l', file);
        fputs("}\n\\toprule\nsolver", file);
        for (int c = 0; c < m->columns; c++) {
            fputs(" & ", file);
            mb_put_tex(file, m->column[c]->problem);
        }
        fputs(" \\\\\n\\midrule\n", file);
        for (int r = 0; r < m->rows; r++) {
            mb_put_tex(file, m->label[r]);
            for (int c = 0; c < m->columns; c++)
                put_tex_cell(file, &m->cell[r * m->columns + c]);
            fputs(" \\\\\n", file);
        }
        fputs("\\bottomrule\n\\end{tabular}\n\\end{table}\n", file);
    }
}
