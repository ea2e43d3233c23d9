/* SPDX-License-Identifier: MIT */
#include "bench/command/report_filter.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/names.h"
#include "report/records/digest.h"
#include "report/records/label.h"

enum { MOST_TOLD = 12, LIST_SIZE = 700 };

/* Of a record. */
static const char *const looked_at[] = {"study", "problem.name", "problem.spec", "solver", NULL};

typedef const char *text_of(const json_t *record);

static const char *solver_of(const json_t *record)
{
    return mb_row_of(record, NULL).solver;
}

static const char *problem_of(const json_t *record)
{
    return mb_row_of(record, NULL).problem;
}

static const char *study_of(const json_t *record)
{
    return mb_row_of(record, NULL).study;
}

static bool is_same(const char *text, const char *word)
{
    return strcmp(text, word) == 0;
}

/* The problem of a file has a path for a name, which is no pattern. */
static bool is_problem(const char *text, const char *word)
{
    return is_same(text, word) || mb_spec_fits(text, word);
}

/* One kind of words. */
typedef struct kind {
    const char *option, *what;
    const mb_words *words;
    text_of *of;
    bool (*fits)(const char *text, const char *word);
    bool filters;
} kind;

static bool any_fits(const kind *k, const json_t *record)
{
    for (int i = 0; i < k->words->count; i++)
        if (k->fits(k->of(record), k->words->word[i]))
            return true;
    return k->words->count == 0;
}

/* Says which there are instead, each once. */
static mb_status refuse(const kind *k, const char *word, mb_records *records, mb_error *err)
{
    const char *name[MOST_TOLD + 2];
    char list[LIST_SIZE], copy[MOST_TOLD + 1][LIST_SIZE / 2];
    int n = 0;

    for (int i = 0; i < records->count && n <= MOST_TOLD; i++) {
        json_t *record = mb_records_part(records, i, looked_at);
        const char *of = k->of(record);
        int known = 0;

        while (known < n && strcmp(name[known], of) != 0)
            known++;
        if (known == n) {
            snprintf(copy[n], sizeof copy[n], "%s", of);
            name[n] = copy[n];
            n++;
        }
        json_decref(record);
    }
    if (n > MOST_TOLD)
        name[n - 1] = "and more";
    name[n] = NULL;
    return mb_fail(err, MB_BAD_INPUT, "%s %s: no record has that %s; %s", k->option, word, k->what,
                   mb_meant(word, name, "there are", list, sizeof list));
}

static mb_status check(const kind *k, mb_records *records, mb_error *err)
{
    for (int w = 0; w < k->words->count; w++) {
        bool found = false;

        for (int i = 0; i < records->count && !found; i++) {
            json_t *record = mb_records_part(records, i, looked_at);

            found = k->fits(k->of(record), k->words->word[w]);
            json_decref(record);
        }
        if (!found)
            return refuse(k, k->words->word[w], records, err);
    }
    return MB_OK;
}

enum { KINDS = 4 };

static void find_kinds(const mb_report_filter *filter, kind kinds[KINDS])
{
    const kind all[KINDS] = {
        {"--solver", "solver", &filter->solvers, solver_of, mb_spec_fits, true},
        {"--problem", "problem", &filter->problems, problem_of, is_problem, true},
        {"--only-study", "study", &filter->studies, study_of, is_same, true},
        {"--highlight", "solver", &filter->highlights, solver_of, mb_spec_fits, false},
    };

    memcpy(kinds, all, sizeof all);
}

bool mb_report_filter_keeps(const void *filter, const json_t *record)
{
    kind kinds[KINDS];

    find_kinds(filter, kinds);
    for (int k = 0; k < KINDS; k++)
        if (kinds[k].filters && !any_fits(&kinds[k], record))
            return false;
    return true;
}

mb_status mb_report_filter_apply(const mb_report_filter *filter, mb_records *records, mb_error *err)
{
    kind kinds[KINDS];
    mb_status status = MB_OK;

    find_kinds(filter, kinds);
    for (int k = 0; k < KINDS; k++)
        if (kinds[k].filters)
            MB_TRY(check(&kinds[k], records, err));
    if (filter->solvers.count + filter->problems.count + filter->studies.count > 0)
        mb_records_keep(records, looked_at, mb_report_filter_keeps, filter);
    if (records->count == 0)
        MB_TRY(mb_fail(err, MB_BAD_INPUT,
                       "no record fits all of --solver, --problem and --only-study together"));
    for (int k = 0; k < KINDS; k++)
        if (!kinds[k].filters)
            MB_TRY(check(&kinds[k], records, err));
done:
    return status;
}
