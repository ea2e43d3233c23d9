/* SPDX-License-Identifier: MIT */
#include "report/terminal/run_lines.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/spec.h"
#include "base/text.h"
#include "report/records/engines.h"
#include "report/records/grade.h"
#include "report/records/label.h"
#include "report/records/remarks.h"

/* Where no terminal sets a limit numbers and paragraphs have a width of their own. */
enum { INDENT = 2, FIXED_WIDTH = 8, PAGE = 100 };

typedef enum column { STATUS, CLASS, GAP, DRIFT, ERROR, COST, RATIO, FOUND, COLUMNS } column;

static const char *const heading[COLUMNS] = {"status", "right to", "gap",   "drift",
                                             "error",  "us/step",  "ratio", "largest"};

/* In which order columns are left out. */
static const column least_wanted[] = {COST, RATIO, GAP, DRIFT, ERROR, FOUND, CLASS, COLUMNS};

typedef struct line {
    const json_t *record;
    const char *problem, *solver, *label; /* label: the solver, shortened */
    char cell[COLUMNS][MB_CLASS_SIZE];
} line;

typedef struct run_table {
    int count;
    line *line;         /* (count) */
    const char *common; /* what the labels leave out */
    int width;          /* of the terminal; 0: none */
    int of[COLUMNS];    /* width of each; 0: left out */
    bool shortened;     /* solvers by their labels */
    bool apart;         /* solvers stand on lines of their own */
    bool several;       /* mechanisms */
} run_table;

static const char *text(const json_t *record, const char *path)
{
    const char *value = mb_record_text(record, path);

    return value ? value : "";
}

/* Characters of a text, which may have several bytes each. */
static int letters(const char *text)
{
    int n = 0;

    for (; *text; text++)
        n += ((unsigned char)*text & 0xc0) != 0x80;
    return n;
}

/* ---- cells ---------------------------------------------------------------------------------- */

static void take_number(line *l, column c, mb_field field)
{
    mb_short_number(mb_record_field(l->record, field), l->cell[c]);
}

/* "h=4e-3", with a '?' where finer values do not confirm it; "none". */
static void take_found(line *l)
{
    const char *variable = mb_record_text(l->record, "search.variable");
    const json_t *search = json_object_get(l->record, "search");
    char value[MB_SHORT_SIZE];

    mb_short_number(mb_record_field(l->record, MB_FIELD_SEARCH_VALUE), value);
    if (variable && *value)
        snprintf(l->cell[FOUND], MB_CLASS_SIZE, "%.8s=%s%s", variable, value,
                 json_is_true(json_object_get(search, "confirmed")) ? "" : "?");
    else if (variable)
        snprintf(l->cell[FOUND], MB_CLASS_SIZE, "none");
}

static void take(line *l, const json_t *record)
{
    mb_report_run row = mb_row_of(record, NULL);

    *l = (line){.record = record, .problem = text(record, "problem.spec"), .solver = row.solver};
    l->label = l->solver;
    mb_copy_plain(l->cell[STATUS], sizeof l->cell[STATUS], row.status);
    mb_class_text(&row, l->cell[CLASS]);
    take_number(l, GAP, MB_FIELD_GAP);
    take_number(l, DRIFT, MB_FIELD_DRIFT);
    take_number(l, ERROR, MB_FIELD_ERROR);
    take_number(l, COST, MB_FIELD_CPU_PER_STEP);
    take_number(l, RATIO, MB_FIELD_RATIO);
    take_found(l);
}

/* ---- layout --------------------------------------------------------------------------------- */

/* A column that no run has a value in is not shown, but for those that tell how right they are. */
static void measure(run_table *t)
{
    for (int c = 0; c < COLUMNS; c++) {
        int widest = c < RATIO ? letters(heading[c]) : 0;

        for (int i = 0; i < t->count; i++) {
            int n = letters(t->line[i].cell[c]);

            widest = n > widest ? n : widest;
        }
        if (widest > 0 && widest < letters(heading[c]))
            widest = letters(heading[c]);
        if (widest > 0 && widest < FIXED_WIDTH && c >= GAP && t->width == 0)
            widest = FIXED_WIDTH;
        t->of[c] = widest;
    }
}

/* Width of all columns, with the solvers where these are not apart. */
static int whole(const run_table *t)
{
    int sum = 0, widest = 0;

    for (int c = 0; c < COLUMNS; c++)
        sum += t->of[c] > 0 ? INDENT + t->of[c] : 0;
    for (int i = 0; i < t->count && !t->apart; i++) {
        int n = letters(t->shortened ? t->line[i].label : t->line[i].solver);

        widest = n > widest ? n : widest;
    }
    return sum + INDENT + widest;
}

static bool fits(const run_table *t)
{
    return t->width == 0 || whole(t) <= t->width;
}

static void lay_out(run_table *t)
{
    int cost;

    measure(t);
    cost = t->of[COST];
    t->shortened = !fits(t);
    if (!fits(t))
        t->of[COST] = 0;
    if (fits(t))
        return;
    t->of[COST] = cost;
    t->apart = true;
    for (const column *c = least_wanted; *c != COLUMNS && !fits(t); c++)
        t->of[*c] = 0;
}

/* The labels, and whether there are several mechanisms. */
static mb_status prepare(run_table *t, mb_arena *arena, mb_error *err)
{
    const char **solver, **label;
    mb_status status;

    MB_TRY(MB_TAKE(arena, &solver, (size_t)t->count, err));
    MB_TRY(MB_TAKE(arena, &label, (size_t)t->count, err));
    for (int i = 0; i < t->count; i++) {
        solver[i] = t->line[i].solver;
        t->several = t->several || strcmp(t->line[i].problem, t->line[0].problem) != 0;
    }
    MB_TRY(mb_labels(solver, t->count, arena, label, &t->common, err));
    for (int i = 0; i < t->count; i++)
        t->line[i].label = label[i];
done:
    return status;
}

/* ---- printing ------------------------------------------------------------------------------- */

/* A text plain and no longer than the rest of the line; room 0: no limit. */
static void put_cut(FILE *out, const char *what, int room)
{
    char plain[1024];

    mb_copy_plain(plain, sizeof plain, what);
    if (room > 3 && letters(plain) > room) {
        char *end = plain;

        for (int n = 0; n < room - 3; n++)
            while (((unsigned char)*++end & 0xc0) == 0x80)
                ;
        strcpy(end, "...");
    }
    fputs(plain, out);
}

static void put_own_line(FILE *out, const run_table *t, int indent, const char *what)
{
    fprintf(out, "%*s", indent, "");
    put_cut(out, what, t->width > 0 ? t->width - indent : 0);
    fputc('\n', out);
}

static void put_cells(FILE *out, const run_table *t, const char *const cell[COLUMNS])
{
    int gap = t->apart ? 2 * INDENT : INDENT;

    for (int c = 0; c < COLUMNS; c++) {
        const char *what = *cell[c] ? cell[c] : "-";

        if (t->of[c] == 0)
            continue;
        fprintf(out, "%*s%s", gap, "", what);
        gap = INDENT + t->of[c] - letters(what);
    }
    if (!t->apart)
        fprintf(out, "%*s", gap, "");
}

static void put_line(FILE *out, const run_table *t, const line *l, bool reasons)
{
    const char *cell[COLUMNS], *solver = t->shortened ? l->label : l->solver;
    const char *searched = mb_record_text(l->record, "search.reason");
    mb_report_run row = mb_row_of(l->record, NULL);
    char why[MB_WHY_SIZE];

    for (int c = 0; c < COLUMNS; c++)
        cell[c] = l->cell[c];
    if (t->apart)
        put_own_line(out, t, INDENT, solver);
    put_cells(out, t, cell);
    if (!t->apart)
        put_cut(out, solver, 0);
    fputc('\n', out);
    if (!reasons)
        return;
    mb_why_no_class(&row, why);
    if (searched && strcmp(row.status, "not-applicable") != 0)
        put_own_line(out, t, 3 * INDENT, searched);
    else if (*row.reason || *why)
        put_own_line(out, t, 3 * INDENT, *row.reason ? row.reason : why);
}

/* A paragraph, broken between words where the terminal ends. */
static void put_paragraph(FILE *out, const run_table *t, const char *what)
{
    const int width = t->width > 0 ? t->width : PAGE;
    int used = 0;

    while (*what) {
        size_t n = strcspn(what, " ");

        if (used > 0 && used + 1 + (int)n > width) {
            fputc('\n', out);
            used = 0;
        }
        used += fprintf(out, "%s%.*s", used > 0 ? " " : "  ", (int)n, what);
        what += n + (what[n] == ' ');
    }
    fputc('\n', out);
}

/* Whether it has a class that rests on no error. */
static bool unplaced(const json_t *record)
{
    mb_report_run row = mb_row_of(record, NULL);

    return mb_row_grade(&row) == MB_RIGHT && isnan(mb_record_field(record, MB_FIELD_ERROR));
}

static void put_legend(FILE *out, const run_table *t)
{
    mb_engines_told told = {0};
    bool alone = false;

    for (int i = 0; i < t->count; i++)
        alone = alone || unplaced(t->line[i].record);
    if (t->shortened && *t->common) {
        char all[MB_SPEC_SIZE] = "all: ";

        mb_copy_plain(all + strlen(all), sizeof all - strlen(all), t->common);
        put_paragraph(out, t, all);
    }
    put_paragraph(out, t,
                  "gap: how far joints opened, of the mechanism's size; drift: of the largest "
                  "kinetic energy; error: against the reference, of the size or rad; right to: "
                  "what these, as far as known, stay below");
    for (int i = 0; i < t->count; i++)
        mb_engines_take(&told, t->line[i].record);
    if (told.count > 0) {
        char engines[1200] = "engines of others, audited as solvers are: ";

        mb_engines_text(&told, engines + strlen(engines), sizeof engines - strlen(engines));
        put_paragraph(out, t, engines);
    }
    if (t->of[RATIO] > 0)
        put_paragraph(out, t, "ratio: of CPU time, to the first solver of the entry");
    if (t->of[FOUND] > 0)
        put_paragraph(out, t,
                      "largest: the largest step [s] or tolerance that is good enough, and two "
                      "finer ones are too; with a '?' they are not known to be");
    if (alone)
        put_paragraph(out, t,
                      "where no error is known, a class says that joints are closed, energy is "
                      "right and steps keep to the motion, not how errors grow on the way");
}

/* When the rows of a mechanism, whose first run is the i-th, lose rank.  A motion that is not right may come
 * to such a position at another time: it tells what lies behind all times that right ones went through. */
static void put_rank(FILE *out, const run_table *t, int i)
{
    const json_t *teller = NULL;
    double through = -INFINITY, lost = INFINITY;
    char said[MB_REMARK_SIZE];

    for (int right = 1; right >= 0; right--)
        for (int k = 0; k < t->count; k++) {
            const json_t *record = t->line[k].record;
            const double at = mb_record_field(record, MB_FIELD_RANK_LOST);

            if (strcmp(t->line[k].problem, t->line[i].problem) != 0 ||
                isnan(mb_record_field(record, MB_FIELD_CLASS)) == right)
                continue;
            if (k < i) /* told */
                return;
            if (right)
                through = fmax(through, mb_record_field(record, MB_FIELD_T_REACHED));
            if (at < lost && (right || at > through)) {
                lost = at;
                teller = record;
            }
        }
    if (!teller)
        return;
    mb_remark_rank(teller, said);
    mb_put_line(out, "%s: %s", t->line[i].problem, said);
}

/* What an engine has warned of in this run. */
static void put_warnings(FILE *out, const line *l)
{
    char said[MB_REMARK_SIZE];

    mb_remark_engine(l->record, said);
    if (*said)
        mb_put_line(out, "%s  %s: %s", l->problem, l->solver, said);
}

/* What a search did not find, or no finer value confirms. */
static void put_search(FILE *out, const line *l)
{
    const json_t *search = json_object_get(l->record, "search");
    char said[MB_REMARK_SIZE];

    if (!search || json_is_true(json_object_get(search, "confirmed")))
        return;
    mb_remark_search(l->record, said);
    mb_put_line(out, "%s  %s: %s", l->problem, l->solver, said);
}

static void put_table(FILE *out, const run_table *t, bool reasons)
{
    const char *problem = NULL;

    put_cells(out, t, heading);
    fputs(t->apart ? "\n" : "solver\n", out);
    for (int i = 0; i < t->count; i++) {
        if (t->several && (!problem || strcmp(problem, t->line[i].problem) != 0))
            put_own_line(out, t, 0, t->line[i].problem);
        problem = t->line[i].problem;
        put_line(out, t, &t->line[i], reasons);
    }
    put_legend(out, t);
    for (int i = 0; i < t->count; i++)
        put_rank(out, t, i);
    for (int i = 0; i < t->count; i++)
        put_warnings(out, &t->line[i]);
    for (int i = 0; i < t->count && !reasons; i++)
        put_search(out, &t->line[i]);
}

void mb_put_run_lines(FILE *out, const json_t *const *record, int n, int width, bool reasons)
{
    mb_error ignored = {MB_OK, ""};
    mb_arena *arena = mb_arena_create();
    run_table t = {.width = width};

    if (arena && MB_TAKE(arena, &t.line, (size_t)n, &ignored) == MB_OK) {
        for (int i = 0; i < n; i++)
            if (record[i])
                take(&t.line[t.count++], record[i]);
        if (t.count > 0 && prepare(&t, arena, &ignored) == MB_OK) {
            lay_out(&t);
            put_table(out, &t, reasons);
        }
    }
    mb_arena_destroy(arena);
}
