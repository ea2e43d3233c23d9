#include "report/terminal/run_lines.h"

#include <math.h>
#include <string.h>

#include "base/text.h"
#include "report/records/grade.h"
#include "report/records/remarks.h"

static const char *text(const json_t *record, const char *path)
{
    const char *value = mb_record_text(record, path);

    return value ? value : "";
}

static void put_number(FILE *out, const json_t *record, mb_field field)
{
    char number[MB_SHORT_SIZE];

    mb_short_number(mb_record_field(record, field), number);
    fprintf(out, "  %-8s", *number ? number : "-");
}

/* The columns before the numbers, and the problem's where there are several. */
typedef struct widths {
    int status, class, problem;
} widths;

static void widen(int *width, const char *value)
{
    int n = (int)strlen(value);

    *width = n < MB_CLASS_SIZE && n > *width ? n : *width;
}

static void put_line(FILE *out, const json_t *record, const widths *w)
{
    mb_report_run row = mb_row_of(record, NULL);
    char class[MB_CLASS_SIZE], status[MB_CLASS_SIZE];

    mb_class_text(&row, class);
    mb_copy_plain(status, sizeof status, row.status);
    fprintf(out, "  %-*.*s  %-*s", w->status, w->status, status, w->class, *class ? class : "-");
    put_number(out, record, MB_FIELD_GAP);
    put_number(out, record, MB_FIELD_DRIFT);
    put_number(out, record, MB_FIELD_ERROR);
    put_number(out, record, MB_FIELD_CPU_PER_STEP);
    fputs("  ", out);
    if (w->problem > 0) {
        const char *problem = text(record, "problem.spec");

        mb_put_plain(out, problem);
        fprintf(out, "%*s  ",
                w->problem > (int)strlen(problem) ? w->problem - (int)strlen(problem) : 0, "");
    }
    mb_put_plain(out, text(record, "solver"));
    fputc('\n', out);
}

/* A remark about each mechanism, where the first of its runs that gives one says it; those that
 * stand above already are not said again. */
static void put_remarks(FILE *out, const json_t *const *record, int n, mb_remark *remark)
{
    for (int i = 0; i < n; i++) {
        char said[MB_REMARK_SIZE];
        bool known = false;

        if (!record[i])
            continue;
        remark(record[i], said);
        for (int k = 0; k < i && !known; k++) {
            char before[MB_REMARK_SIZE] = "";

            if (record[k] &&
                strcmp(text(record[k], "problem.spec"), text(record[i], "problem.spec")) == 0)
                remark(record[k], before);
            known = *before;
        }
        if (!*said || known)
            continue;
        mb_put_plain(out, text(record[i], "problem.spec"));
        fputs(": ", out);
        mb_put_plain(out, said);
        fputc('\n', out);
    }
}

static void put_search(FILE *out, const json_t *record)
{
    char said[MB_REMARK_SIZE] = "";

    if (record)
        mb_remark_search(record, said);
    if (!*said)
        return;
    mb_put_plain(out, text(record, "problem.spec"));
    fputs("  ", out);
    mb_put_plain(out, text(record, "solver"));
    fputs(": ", out);
    mb_put_plain(out, said);
    fputc('\n', out);
}

/* Whether it has a class that rests on no error. */
static bool unplaced(const json_t *record)
{
    mb_report_run row = mb_row_of(record, NULL);

    return mb_row_grade(&row) == MB_RIGHT && isnan(mb_record_field(record, MB_FIELD_ERROR));
}

void mb_put_run_lines(FILE *out, const json_t *const *record, int n)
{
    const char *problem = NULL;
    widths w = {6, 8, 7};
    bool several = false, alone = false;

    for (int i = 0; i < n; i++) {
        char class[MB_CLASS_SIZE];
        mb_report_run row;

        if (!record[i])
            continue;
        row = mb_row_of(record[i], NULL);
        mb_class_text(&row, class);
        widen(&w.status, row.status);
        widen(&w.class, class);
        widen(&w.problem, text(record[i], "problem.spec"));
        several = several || (problem && strcmp(problem, text(record[i], "problem.spec")) != 0);
        alone = alone || unplaced(record[i]);
        problem = text(record[i], "problem.spec");
    }
    if (!problem)
        return;
    w.problem = several ? w.problem : 0;
    fprintf(out, "  %-*s  %-*s  %-8s  %-8s  %-8s  %-8s  %-*s%ssolver\n", w.status, "status",
            w.class, "right to", "gap", "drift", "error", "us/step", w.problem,
            several ? "problem" : "", several ? "  " : "");
    for (int i = 0; i < n; i++)
        if (record[i])
            put_line(out, record[i], &w);
    fputs("  gap: how far joints opened, of the mechanism's size; drift: of the largest kinetic "
          "energy;\n"
          "  error: against the reference, of the size or rad; right to: what these, as far as "
          "known, stay "
          "below\n",
          out);
    if (alone)
        fputs("  where no error is known, a class says that joints are closed, energy is right and "
              "steps keep to the motion, not how errors grow on the way\n",
              out);
    put_remarks(out, record, n, mb_remark_rank);
    for (int i = 0; i < n; i++)
        put_search(out, record[i]);
}
