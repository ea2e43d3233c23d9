/* SPDX-License-Identifier: MIT */
/* The tables of a report: csv, md, tex. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "report/answers/answer_tables.h"
#include "report/figures/figures.h"
#include "report/records/grade.h"
#include "report/whole/report_parts.h"

enum { CSV, MD, TEX };

enum { LONGEST_TABLE = 5000 }; /* [runs] longer ones, md and tex, nobody reads */

static const char *const extension[] = {"csv", "md", "tex"};

static mb_status write_table(const mb_report *r, const mb_run_group *group, const mb_table *table,
                             int format, mb_error *err)
{
    char name[MB_NAME_SIZE + 8];
    FILE *file;
    mb_status status;

    snprintf(name, sizeof name, "%s.%s", group->file, extension[format]);
    mb_report_file(r, "tables/", name);
    MB_TRY(mb_create(r->tables, name, &file, err));
    if (format == CSV) {
        mb_table_csv(file, table, true);
    } else if (format == MD) {
        fputs("# ", file);
        mb_put_md(file, group->title);
        fputs("\n\nStudy ", file);
        mb_put_md(file, group->study);
        if (*group->common) {
            fputs("; all with ", file);
            mb_put_md(file, group->common);
        }
        fputs(".\n\n", file);
        mb_table_md(file, table);
    } else {
        const char *caption = group->title;

        status = mb_arena_printf(r->arena, &caption, err, "%s, study %s%s%s", group->title,
                                 group->study, *group->common ? "; all with " : "", group->common);
        if (status == MB_OK)
            mb_table_tex(file, table, caption, group->file, r->look.width);
    }
    status = mb_close(file, r->tables, name, err);
done:
    return status;
}

/* A table that several studies have a part of; its file begins with the first. */
typedef struct shared {
    const mb_report *r;
    const char *base;
    char name[MB_NAME_SIZE];
    int format, parts;
    FILE *file;
} shared;

static shared begin(const mb_report *r, const char *base, int format)
{
    shared s = {.r = r, .base = base, .format = format};

    snprintf(s.name, sizeof s.name, "%s.%s", base, extension[format]);
    return s;
}

static mb_status add(shared *s, mb_table *table, const char *title, mb_error *err)
{
    bool first = !s->file;
    mb_status status = MB_OK;

    if (table->rows == 0)
        return MB_OK;
    table->digits = s->r->look.digits;
    if (s->format != CSV)
        MB_TRY(mb_table_choose(table, s->base, &s->r->look, s->format == TEX, s->r->arena, err));
    if (first) {
        mb_report_file(s->r, "tables/", s->name);
        MB_TRY(mb_create(s->r->tables, s->name, &s->file, err));
    }
    if (s->format == CSV) {
        mb_table_csv(s->file, table, first);
    } else if (s->format == MD) {
        fputs("# ", s->file);
        mb_put_md(s->file, title);
        fputs("\n\n", s->file);
        mb_table_md(s->file, table);
        fputc('\n', s->file);
    } else {
        const char *label = s->base;

        s->parts++;
        if (s->parts > 1)
            MB_TRY(mb_arena_printf(s->r->arena, &label, err, "%s-%d", s->base, s->parts));
        mb_table_tex(s->file, table, title, label, s->r->look.width);
    }
done:
    return status;
}

static mb_status end(const shared *s, mb_status status, mb_error *err)
{
    mb_status closed = mb_close(s->file, s->r->tables, s->name, status == MB_OK ? err : NULL);

    return status == MB_OK ? closed : status;
}

typedef mb_status table_maker(const mb_paper *, const mb_digest *, mb_arena *, mb_table *,
                              mb_error *);

/* A table of what all studies with claims or figures yield; no file when that is nothing. */
static mb_status write_paper_table(const mb_report *r, const char *base, table_maker *make,
                                   int format, mb_error *err)
{
    shared file = begin(r, base, format);
    mb_status status = MB_OK;

    for (int p = 0; p < r->papers; p++) {
        const mb_ledger *ledger = r->paper[p].ledger;
        mb_table table;

        MB_TRY(make(&r->paper[p], &r->digest, r->arena, &table, err));
        MB_TRY(add(&file, &table, *ledger->title ? ledger->title : ledger->study, err));
    }
done:
    return end(&file, status, err);
}

/* How right the solvers of the other studies are. */
static mb_status write_solvers(const mb_report *r, int format, mb_error *err)
{
    shared file = begin(r, "solvers", format);
    mb_status status = MB_OK;

    for (int s = 0; s < r->digest.study_count; s++) {
        mb_table table;

        MB_TRY(mb_solver_table(&r->matrix[s], r->arena, &table, err));
        MB_TRY(add(&file, &table, r->digest.study[s], err));
    }
done:
    return end(&file, status, err);
}

typedef mb_status cross_maker(const mb_cross *, int class, mb_arena *, mb_table *, mb_error *);

/* A table of solvers at equal precision, for each class. */
static mb_status write_cross(const mb_report *r, const char *base, cross_maker *make, int format,
                             mb_error *err)
{
    shared file = begin(r, base, format);
    mb_status status = MB_OK;

    for (int s = 0; s < r->digest.study_count; s++)
        for (int k = 0; k < r->cross[s].classes; k++) {
            char level[MB_SHORT_SIZE];
            const char *title;
            mb_table table;

            mb_level_text(r->cross[s].class[k], level);
            MB_TRY(mb_arena_printf(r->arena, &title, err, "%s, right to %s", r->cross[s].study,
                                   level));
            MB_TRY(make(&r->cross[s], k, r->arena, &table, err));
            MB_TRY(add(&file, &table, title, err));
        }
done:
    return end(&file, status, err);
}

/* A matrix; csv lists its runs, a page of tex takes so many mechanisms. */
static mb_status add_matrix(shared *file, const mb_matrix *matrix, mb_error *err)
{
    enum { TEX_COLUMNS = 4 };
    mb_arena *arena = file->r->arena;
    int width = file->format == TEX ? TEX_COLUMNS : matrix->columns;
    const char *title;
    mb_table table;
    mb_status status;

    MB_TRY(mb_arena_printf(arena, &title, err, "Study %s", matrix->study));
    if (file->format == CSV) {
        MB_TRY(mb_matrix_list(matrix, arena, &table, err));
        return add(file, &table, title, err);
    }
    for (int first = 0; first < matrix->columns; first += width) {
        int last = first + width < matrix->columns ? first + width : matrix->columns;

        MB_TRY(mb_matrix_table(matrix, first, last, file->format == MD, arena, &table, err));
        MB_TRY(add(file, &table, title, err));
    }
done:
    return status;
}

/* The catalogue matrices of the other studies. */
static mb_status write_matrix(const mb_report *r, int format, mb_error *err)
{
    shared file = begin(r, "matrix", format);
    mb_status status = MB_OK;

    for (int s = 0; s < r->digest.study_count; s++)
        MB_TRY(add_matrix(&file, &r->matrix[s], err));
done:
    return end(&file, status, err);
}

/* Records beside an archive: counts, and what changed; csv lists all runs. */
static mb_status write_against(const mb_report *r, int format, mb_error *err)
{
    shared counts = begin(r, "against", format), changes = begin(r, "changes", format);
    mb_table table;
    mb_status status;

    MB_TRY(mb_against_counts(r->against, r->arena, &table, err));
    MB_TRY(add(&counts, &table, "Beside the archive", err));
    MB_TRY(mb_against_runs(r->against, format != CSV, r->arena, &table, err));
    if (format == CSV || table.rows <= LONGEST_TABLE)
        MB_TRY(add(&changes, &table, "Changed since archived", err));
done:
    status = end(&counts, status, err);
    return end(&changes, status, err);
}

/* Some runs of a sweep with what a table looks at of their records. */
enum { PART = 500 };
typedef struct part {
    mb_report_run run[PART], *row[PART];
    json_t *record[PART];
    int count;
} part;

static void let_go(part *p)
{
    while (p->count > 0)
        json_decref(p->record[--p->count]);
}

/* The runs from the first on that fit in. */
static mb_run_group hold(part *p, const mb_run_group *group, int first)
{
    const char *path[MB_RUN_PATHS];
    mb_run_group some = *group;

    mb_run_paths(path);
    let_go(p);
    for (; p->count < PART && first + p->count < group->count; p->count++) {
        mb_report_run *run = &p->run[p->count];

        *run = *group->row[first + p->count];
        p->row[p->count] = run;
        p->record[p->count] = run->record ? NULL : mb_records_part(run->of, run->index, path);
        if (!run->record)
            run->record = p->record[p->count];
    }
    some.row = p->row;
    some.count = p->count;
    return some;
}

/* The csv of a sweep, part by part. */
static mb_status write_sweep(const mb_report *r, const mb_run_group *group, mb_error *err)
{
    part *p = calloc(1, sizeof *p);
    char name[MB_NAME_SIZE + 8];
    mb_arena *arena = NULL;
    FILE *file = NULL;
    mb_status status, closed;

    snprintf(name, sizeof name, "%s.csv", group->file);
    mb_report_file(r, "tables/", name);
    if (!p)
        MB_TRY(mb_fail(err, MB_NO_MEMORY, "out of memory"));
    MB_TRY(mb_create(r->tables, name, &file, err));
    for (int first = 0; first < group->count; first += PART) {
        mb_run_group some = hold(p, group, first);
        mb_table table;

        mb_arena_destroy(arena);
        arena = mb_arena_create();
        if (!arena)
            MB_TRY(mb_fail(err, MB_NO_MEMORY, "out of memory"));
        MB_TRY(mb_run_table(&some, arena, &table, err));
        mb_table_csv(file, &table, first == 0);
    }
done:
    if (p)
        let_go(p);
    free(p);
    mb_arena_destroy(arena);
    closed = mb_close(file, r->tables, name, status == MB_OK ? err : NULL);
    return status == MB_OK ? closed : status;
}

/* The page offers the csv, so it comes with html too. */
mb_status mb_report_tables(const mb_report *r, unsigned formats, mb_error *err)
{
    const unsigned wanted[] = {MB_REPORT_CSV | MB_REPORT_HTML, MB_REPORT_MD, MB_REPORT_TEX};
    mb_status status = MB_OK;

    for (int format = CSV; format <= TEX; format++) {
        if (!(formats & wanted[format]))
            continue;
        if (r->against)
            MB_TRY(write_against(r, format, err));
        MB_TRY(write_matrix(r, format, err));
        MB_TRY(write_solvers(r, format, err));
        MB_TRY(write_cross(r, "ranking", mb_cross_rank_table, format, err));
        MB_TRY(write_cross(r, "kinds", mb_cross_kind_table, format, err));
        if (format == CSV)
            MB_TRY(write_cross(r, "ratios", mb_cross_list, format, err));
        MB_TRY(write_paper_table(r, "claims", mb_claim_table, format, err));
        MB_TRY(write_paper_table(r, "regions", mb_region_table, format, err));
        MB_TRY(write_paper_table(r, "cheapest", mb_cheapest_table, format, err));
        for (int g = 0; g < r->digest.group_count; g++) {
            mb_table table;

            if (r->digest.group[g].judged && format != CSV)
                continue;
            if (r->digest.group[g].sweep && format == CSV) {
                MB_TRY(write_sweep(r, &r->digest.group[g], err));
                continue;
            }
            if (r->digest.group[g].count > LONGEST_TABLE && r->look.rows == 0)
                continue;
            if (format == CSV)
                MB_TRY(mb_run_table(&r->digest.group[g], r->arena, &table, err));
            else
                MB_TRY(mb_run_table_chosen(&r->digest.group[g], &r->look, format == TEX, r->arena,
                                           &table, err));
            if (table.rows == 0)
                continue;
            MB_TRY(write_table(r, &r->digest.group[g], &table, format, err));
        }
    }
done:
    return status;
}
