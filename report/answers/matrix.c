#include "report/answers/matrix.h"

#include <math.h>
#include <string.h>

#include "report/records/grade.h"
#include "report/records/label.h"

enum { MAX_ROWS = 60 };

/* Adds a run to its cell; the better one is shown. */
static void add(mb_matrix_cell *cell, const mb_report_run *row)
{
    if (!cell->row || mb_row_better(row, cell->row))
        cell->row = row;
    cell->count++;
    cell->finished += row->ok;
}

typedef mb_status shortener(const char *spec, mb_arena *arena, const char **text, mb_error *err);

/* Gives each run of the study its row; the rows in order of appearance. */
static mb_status find_rows(const mb_digest *d, mb_matrix *m, shortener *shorten, mb_arena *arena,
                           int *row_of, mb_error *err)
{
    json_t *seen = json_object();
    mb_status status;

    m->rows = 0;
    MB_TRY(MB_TAKE(arena, &m->spec, (size_t)d->row_count, err));
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
    MB_TRY(MB_TAKE(arena, &row_of, (size_t)d->row_count, err));
    MB_TRY(find_rows(d, m, mb_spec_without_step, arena, row_of, err));
    if (m->rows > MAX_ROWS)
        MB_TRY(find_rows(d, m, mb_spec_names, arena, row_of, err));
    MB_TRY(MB_TAKE(arena, &m->label, (size_t)m->rows, err));
    MB_TRY(mb_labels(m->spec, m->rows, arena, m->label, NULL, err));
    MB_TRY(MB_TAKE(arena, &m->column, (size_t)d->group_count, err));
    for (int g = 0; g < d->group_count; g++)
        if (strcmp(d->group[g].study, study) == 0)
            m->column[m->columns++] = &d->group[g];
    MB_TRY(MB_TAKE(arena, &m->cell, (size_t)m->rows * (size_t)m->columns, err));
    for (int c = 0; c < m->columns; c++)
        for (int k = 0; k < m->column[c]->count; k++) {
            const mb_report_run *row = m->column[c]->row[k];

            add(&m->cell[row_of[row - d->row] * m->columns + c], row);
        }
done:
    return status;
}

mb_status mb_matrix_make(const mb_digest *digest, mb_arena *arena, mb_matrix **matrix,
                         mb_error *err)
{
    mb_status status;

    MB_TRY(MB_TAKE(arena, matrix, (size_t)digest->study_count, err));
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
    static const char *const number[] = {
        "precision.class",      "precision.gap",   "precision.drift", "precision.error",
        "counters.unconverged", "position.l2.max", "energy.max_abs"};

    fputs("study,solver,problem,runs,finished,status,precision.class,precision.gap,precision.drift,"
          "precision.error,counters.unconverged,position.l2.max,energy.max_abs,reason\n",
          file);
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
            fprintf(file, ",%d,%d,", cell->count, cell->finished);
            mb_put_csv(file, cell->row->status);
            fputc(',', file);
            for (size_t n = 0; n < sizeof number / sizeof number[0]; n++) {
                put_exact(file, mb_record_number(cell->row->record, number[n]));
                fputc(',', file);
            }
            mb_put_csv(file, cell->row->reason);
            fputc('\n', file);
        }
}

static const char legend[] =
    "What each finished run is right to, and its gap (of the mechanism's size) / drift (of the "
    "largest kinetic energy)";

/* A number of the run's precision, a dash where it is not known. */
static const char *part(const mb_report_run *row, const char *path, char text[MB_SHORT_SIZE])
{
    mb_short_number(mb_record_number(row->record, path), text);
    return *text ? text : "—";
}

static void put_md_cell(FILE *file, const mb_matrix_cell *cell)
{
    char class[MB_CLASS_SIZE], gap[MB_SHORT_SIZE], drift[MB_SHORT_SIZE];

    if (!cell->row)
        return;
    if (cell->row->ok) {
        mb_class_text(cell->row, class);
        fprintf(file, "%s: %s / %s", class, part(cell->row, "precision.gap", gap),
                part(cell->row, "precision.drift", drift));
    } else {
        fprintf(file, "%s ", mb_badge_of(cell->row->status).glyph);
        mb_put_md(file, cell->row->status);
    }
    if (cell->count > 1)
        fprintf(file, " (%d of %d finished)", cell->finished, cell->count);
}

void mb_matrix_md(FILE *file, const mb_matrix *matrix, int count)
{
    for (int i = 0; i < count; i++) {
        const mb_matrix *m = &matrix[i];

        if (m->columns == 0)
            continue;
        fputs("## ", file);
        mb_put_md(file, m->study);
        fprintf(file, "\n\n%s.\n\n| solver |", legend);
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

enum { TEX_COLUMNS = 5 }; /* mechanisms on one line */

static void put_tex_cell(FILE *file, const mb_matrix_cell *cell)
{
    fputs(" & ", file);
    if (!cell->row)
        return;
    if (cell->row->ok) {
        char class[MB_CLASS_SIZE];

        mb_class_text(cell->row, class);
        mb_put_tex(file, class);
        fputs(": ", file);
        mb_put_tex_number(file, mb_record_number(cell->row->record, "precision.gap"));
        fputs(" / ", file);
        mb_put_tex_number(file, mb_record_number(cell->row->record, "precision.drift"));
    } else {
        mb_put_tex(file, cell->row->status);
    }
    if (cell->count > 1)
        fprintf(file, " (%d of %d)", cell->finished, cell->count);
}

/* The columns from one on, as many as fit on a line; it may go on over several pages. */
static void put_tex_part(FILE *file, const mb_matrix *m, int first, int last)
{
    fputs("\\begin{longtable}{>{\\raggedright\\arraybackslash}p{0.27\\linewidth}", file);
    for (int c = first; c < last; c++)
        fprintf(file,
                ">{\\raggedright\\arraybackslash}p{\\dimexpr 0.%d\\linewidth-2\\tabcolsep\\relax}",
                71 / TEX_COLUMNS);
    fputs("}\n\\caption{Study ", file);
    mb_put_tex(file, m->study);
    fputs(": ", file);
    mb_put_tex(file, legend);
    fputs(".}\\\\\n\\toprule\nsolver", file);
    for (int c = first; c < last; c++) {
        fputs(" & ", file);
        mb_put_tex(file, m->column[c]->problem);
    }
    fputs(" \\\\\n\\midrule\n\\endhead\n\\bottomrule\n\\endlastfoot\n", file);
    for (int r = 0; r < m->rows; r++) {
        mb_put_tex(file, m->label[r]);
        for (int c = first; c < last; c++)
            put_tex_cell(file, &m->cell[r * m->columns + c]);
        fputs(" \\\\\n", file);
    }
    fputs("\\end{longtable}\n", file);
}

void mb_matrix_tex(FILE *file, const mb_matrix *matrix, int count)
{
    fputs(
        "% \\usepackage{array,booktabs,longtable}\n\\begingroup\\scriptsize\\setlength{\\tabcolsep}"
        "{3pt}\n",
        file);
    for (int i = 0; i < count; i++)
        for (int c = 0; c < matrix[i].columns; c += TEX_COLUMNS)
            put_tex_part(file, &matrix[i], c,
                         c + TEX_COLUMNS < matrix[i].columns ? c + TEX_COLUMNS : matrix[i].columns);
    fputs("\\endgroup\n", file);
}
