/* The tables of a report: csv, md, tex. */
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "report/answers/answers.h"
#include "report/figures/figures.h"
#include "report/tables/table.h"
#include "report/whole/report_parts.h"

enum { CSV, MD, TEX };

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
            mb_table_tex(file, table, caption);
    }
    status = mb_close(file, r->tables, name, err);
done:
    return status;
}

static mb_status write_matrix(const mb_report *r, int format, mb_error *err)
{
    static const char *const name[] = {"matrix.csv", "matrix.md", "matrix.tex"};
    static void (*const put[])(FILE *, const mb_matrix *, int) = {mb_matrix_csv, mb_matrix_md,
                                                                  mb_matrix_tex};
    FILE *file;
    mb_status status;
    int columns = 0;

    for (int s = 0; s < r->digest.study_count; s++)
        columns += r->matrix[s].columns;
    if (columns == 0 && r->papers > 0)
        return MB_OK;
    mb_report_file(r, "tables/", name[format]);
    MB_TRY(mb_create(r->tables, name[format], &file, err));
    put[format](file, r->matrix, r->digest.study_count);
    status = mb_close(file, r->tables, name[format], err);
done:
    return status;
}

/* A table that several studies have a part of; the file begins with the first. */
static mb_status put_part(const mb_report *r, const mb_table *table, const char *name,
                          const char *title, int format, FILE **file, mb_error *err)
{
    bool first = !*file;
    mb_status status = MB_OK;

    if (table->rows == 0)
        return MB_OK;
    if (first)
        MB_TRY(mb_create(r->tables, name, file, err));
    if (format == CSV) {
        mb_table_csv(*file, table, first);
    } else if (format == MD) {
        fputs("# ", *file);
        mb_put_md(*file, title);
        fputs("\n\n", *file);
        mb_table_md(*file, table);
        fputc('\n', *file);
    } else {
        mb_table_tex(*file, table, title);
    }
done:
    return status;
}

typedef mb_status table_maker(const mb_paper *, const mb_digest *, mb_arena *, mb_table *,
                              mb_error *);

/* A table of what all studies with claims or figures yield; no file when that is nothing. */
static mb_status write_paper_table(const mb_report *r, const char *base, table_maker *make,
                                   int format, mb_error *err)
{
    char name[MB_NAME_SIZE];
    FILE *file = NULL;
    mb_status status = MB_OK, closed;

    snprintf(name, sizeof name, "%s.%s", base, extension[format]);
    for (int p = 0; p < r->papers; p++) {
        const mb_ledger *ledger = r->paper[p].ledger;
        mb_table table;

        MB_TRY(make(&r->paper[p], &r->digest, r->arena, &table, err));
        MB_TRY(put_part(r, &table, name, *ledger->title ? ledger->title : ledger->study, format,
                        &file, err));
    }
done:
    closed = mb_close(file, r->tables, name, status == MB_OK ? err : NULL);
    return status == MB_OK ? closed : status;
}

/* The same of the other studies. */
static mb_status write_solvers(const mb_report *r, int format, mb_error *err)
{
    char name[MB_NAME_SIZE];
    FILE *file = NULL;
    mb_status status = MB_OK, closed;

    snprintf(name, sizeof name, "solvers.%s", extension[format]);
    for (int s = 0; s < r->digest.study_count; s++) {
        mb_table table;

        MB_TRY(mb_solver_table(&r->matrix[s], r->arena, &table, err));
        MB_TRY(put_part(r, &table, name, r->digest.study[s], format, &file, err));
    }
done:
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
        MB_TRY(write_matrix(r, format, err));
        MB_TRY(write_solvers(r, format, err));
        MB_TRY(write_paper_table(r, "claims", mb_claim_table, format, err));
        MB_TRY(write_paper_table(r, "regions", mb_region_table, format, err));
        MB_TRY(write_paper_table(r, "cheapest", mb_cheapest_table, format, err));
        for (int g = 0; g < r->digest.group_count; g++) {
            mb_table table;

            if (r->digest.group[g].judged && format != CSV)
                continue;

            MB_TRY(mb_run_table(&r->digest.group[g], r->arena, &table, err));
            MB_TRY(write_table(r, &r->digest.group[g], &table, format, err));
        }
    }
done:
    return status;
}
