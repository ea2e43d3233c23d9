/* SPDX-License-Identifier: MIT */
#include "report/answers/matrix.h"

#include <string.h>

#include "report/records/grade.h"
#include "report/records/label.h"

enum { MAX_ROWS = 60, PASSING = 256 /* [specs] whose short forms share memory for a while */ };

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
    mb_arena *passing = NULL;
    mb_status status;

    m->rows = 0;
    MB_TRY(MB_TAKE(arena, &m->spec, (size_t)d->row_count, err));
    for (int i = 0; i < d->row_count; i++) {
        const int known = m->rows;
        const char *spec;

        if (i % PASSING == 0) {
            mb_arena_destroy(passing);
            passing = NULL;
        }
        if (strcmp(d->row[i].study, m->study) != 0)
            continue;
        if (!passing && !(passing = mb_arena_create()))
            MB_TRY(mb_fail(err, MB_NO_MEMORY, "out of memory"));
        MB_TRY(shorten(d->row[i].solver, passing, &spec, err));
        MB_TRY(mb_spec_number(seen, spec, m->spec, &m->rows, &row_of[i], err));
        if (m->rows > known && !(m->spec[known] = mb_arena_strdup(arena, spec)))
            MB_TRY(mb_fail(err, MB_NO_MEMORY, "out of memory"));
        if (m->rows > MAX_ROWS && shorten != mb_spec_names)
            break; /* too many to be shown so */
    }
done:
    json_decref(seen);
    mb_arena_destroy(passing);
    return status;
}

/* The place of a solver, the same in every study.  Sanitised names can coincide; a number keeps them
 * apart.  known: the place of each spec, and the places that are taken. */
static mb_status name_solver(const char *spec, json_t *known, mb_arena *arena, const char **anchor,
                             mb_error *err)
{
    const char *name = json_string_value(json_object_get(known, spec));
    char base[MB_NAME_SIZE];
    mb_status status;

    if (!name) {
        mb_file_name(spec, base, sizeof base);
        MB_TRY(mb_arena_printf(arena, &name, err, MB_SOLVER_ANCHOR "%s", base));
        for (int k = 2; json_object_get(known, name); k++)
            MB_TRY(mb_arena_printf(arena, &name, err, MB_SOLVER_ANCHOR "%s-%d", base, k));
        if (json_object_set_new(known, spec, json_string(name)) != 0 ||
            json_object_set_new(known, name, json_true()) != 0)
            MB_TRY(mb_fail(err, MB_NO_MEMORY, "out of memory"));
    }
    *anchor = mb_arena_strdup(arena, name);
    status = *anchor ? MB_OK : mb_fail(err, MB_NO_MEMORY, "out of memory");
done:
    return status;
}

static mb_status make_one(const mb_digest *d, const char *study, json_t *known, mb_arena *arena,
                          mb_matrix *m, mb_error *err)
{
    mb_status status;

    m->study = study;
    for (int g = 0; g < d->group_count; g++)
        if (strcmp(d->group[g].study, study) == 0 && d->group[g].judged)
            return MB_OK;
    MB_TRY(MB_TAKE(arena, &m->row_of, (size_t)d->row_count, err));
    MB_TRY(find_rows(d, m, mb_spec_without_step, arena, m->row_of, err));
    if (m->rows > MAX_ROWS)
        MB_TRY(find_rows(d, m, mb_spec_names, arena, m->row_of, err));
    MB_TRY(MB_TAKE(arena, &m->anchor, (size_t)m->rows, err));
    for (int r = 0; r < m->rows; r++)
        MB_TRY(name_solver(m->spec[r], known, arena, &m->anchor[r], err));
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

            add(&m->cell[m->row_of[row - d->row] * m->columns + c], row);
        }
done:
    return status;
}

mb_status mb_matrix_make(const mb_digest *digest, mb_arena *arena, mb_matrix **matrix,
                         mb_error *err)
{
    json_t *known = json_object();
    mb_status status;

    MB_TRY(MB_TAKE(arena, matrix, (size_t)digest->study_count, err));
    for (int i = 0; i < digest->study_count; i++)
        MB_TRY(make_one(digest, digest->study[i], known, arena, &(*matrix)[i], err));
done:
    json_decref(known);
    return status;
}
