/* SPDX-License-Identifier: MIT */
#include "report/gate/check_print.h"

#include <math.h>
#include <string.h>

#include "report/records/escape.h"

const mb_check_record *mb_checked_record(const mb_checked *cell)
{
    return cell->new_record ? cell->new_record : cell->old_record;
}

static void put_number(double x, char *text, size_t size)
{
    if (isnan(x))
        snprintf(text, size, "unknown");
    else
        snprintf(text, size, "%.6g", x);
}

void mb_check_finding_text(const mb_check_finding *f, char text[MB_CHECK_FINDING_SIZE])
{
    const char *since = f->frozen ? "since the frozen baseline, in sum: " : "";
    const char *colon = f->why ? ": " : "";
    char old[65], new[65], ratio[32] = "", limit[48] = "", metric[81], why[1001];

    mb_copy_plain(metric, sizeof metric, f->metric);
    mb_copy_plain(why, sizeof why, f->why);
    if (f->old_text) {
        mb_copy_plain(old, sizeof old, f->old_text);
        mb_copy_plain(new, sizeof new, f->new_text);
        snprintf(text, MB_CHECK_FINDING_SIZE, "%s: %s -> %s%s%s", metric, old, new, colon, why);
        return;
    }
    if (isnan(f->old_number) && isnan(f->new_number)) {
        snprintf(text, MB_CHECK_FINDING_SIZE, "%s%s%s", metric, colon, why);
        return;
    }
    put_number(f->old_number, old, sizeof old);
    put_number(f->new_number, new, sizeof new);
    if (f->old_number > 0.0 && isfinite(f->new_number))
        snprintf(ratio, sizeof ratio, "x %.3g", f->new_number / f->old_number);
    if (f->verdict == MB_CHECK_WORSE && isfinite(f->limit))
        snprintf(limit, sizeof limit, "%slimit %.4g", *ratio ? ", " : "", f->limit);
    snprintf(text, MB_CHECK_FINDING_SIZE, "%s%s: %s -> %s (%s%s)%s%s", since, metric, old, new,
             ratio, limit, colon, why);
}

static void put_counts(FILE *file, const mb_check *check)
{
    fprintf(file, "%d cells: ", check->count);
    for (int v = 0; v < MB_CHECK_VERDICTS; v++)
        fprintf(file, "%s%d %s", v ? ", " : "", check->number[v],
                mb_check_word((mb_check_verdict)v));
}

/* The sum of changes since the frozen baseline, where there is one. */
static void put_creep(FILE *file, const mb_check *check)
{
    const mb_check_creep *creep = &check->creep;

    if (creep->cells < 0)
        return;
    fprintf(file, "since the frozen baseline, %d cells: ", creep->cells);
    if (!creep->metric) {
        fputs("nothing grew\n", file);
        return;
    }
    fprintf(file, "most grew %s, x %.4g, of ", creep->metric, creep->ratio);
    mb_put_plain(file, creep->record->kind->problem);
    fputs("  ", file);
    mb_put_plain(file, creep->record->solver);
    fprintf(file, "  t_end %g\n", mb_check_number(creep->record, MB_FIELD_T_END));
}

/* The gravest finding of a cell in a few words: "  error.max x 1.8e+05, 3 more". */
static void put_headline(FILE *file, const mb_checked *cell)
{
    const mb_check_finding *f = cell->finding;
    char metric[81];

    if (cell->count == 0)
        return;
    mb_copy_plain(metric, sizeof metric, f->metric);
    fprintf(file, "  %s", metric);
    if (f->old_text) {
        fputs(": ", file);
        mb_put_plain(file, f->old_text);
        fputs(" -> ", file);
        mb_put_plain(file, f->new_text);
    } else if (isfinite(mb_check_growth(f)) && mb_check_growth(f) > 0.0) {
        fprintf(file, " x %.3g", mb_check_growth(f));
    }
    if (cell->count > 1)
        fprintf(file, ", %d more", cell->count - 1);
}

/* Worst first, then in order. */
void mb_check_table(FILE *file, const mb_check *check)
{
    for (int v = MB_CHECK_VERDICTS - 1; v > MB_CHECK_SAME; v--) {
        for (int i = 0; i < check->count; i++) {
            const mb_checked *cell = &check->cell[i];
            const mb_check_record *record = mb_checked_record(cell);

            if ((int)cell->verdict != v)
                continue;
            fprintf(file, "%-15s", mb_check_word(cell->verdict));
            mb_put_plain(file, record->kind->problem);
            fputs("  ", file);
            mb_put_plain(file, record->solver);
            fprintf(file, "  t_end %g", mb_check_number(record, MB_FIELD_T_END));
            put_headline(file, cell);
            fputc('\n', file);
            for (int k = 0; k < cell->count; k++) {
                char text[MB_CHECK_FINDING_SIZE];

                mb_check_finding_text(&cell->finding[k], text);
                fprintf(file, "    %-10s ", mb_check_word(cell->finding[k].verdict));
                mb_put_plain(file, text);
                fputc('\n', file);
            }
        }
    }
    put_counts(file, check);
    fputc('\n', file);
    put_creep(file, check);
    fprintf(file, "%s\n", check->reason);
}

static void put_markdown_cell(FILE *file, const mb_checked *cell)
{
    const mb_check_record *record = mb_checked_record(cell);
    int rows = cell->count > 0 ? cell->count : 1;

    for (int k = 0; k < rows; k++) {
        char text[MB_CHECK_FINDING_SIZE] = "";

        if (k < cell->count)
            mb_check_finding_text(&cell->finding[k], text);
        fprintf(file, "| %s | ",
                mb_check_word(k < cell->count ? cell->finding[k].verdict : cell->verdict));
        mb_put_md(file, record->kind->problem);
        fputs(" | ", file);
        mb_put_md(file, record->solver);
        fprintf(file, " | %g | ", mb_check_number(record, MB_FIELD_T_END));
        mb_put_md(file, text);
        fputs(" |\n", file);
    }
}

void mb_check_markdown(FILE *file, const mb_check *check)
{
    fputs("### mbsbench: ", file);
    mb_put_md(file, check->reason);
    fputs("\n\n", file);
    put_counts(file, check);
    fputs("\n", file);
    put_creep(file, check);
    if (check->number[MB_CHECK_SAME] == check->count)
        return;
    fputs("\n| | problem | solver | t_end | what |\n|---|---|---|---|---|\n", file);
    for (int v = MB_CHECK_VERDICTS - 1; v > MB_CHECK_SAME; v--)
        for (int i = 0; i < check->count; i++)
            if ((int)check->cell[i].verdict == v)
                put_markdown_cell(file, &check->cell[i]);
}
