/* SPDX-License-Identifier: MIT */
#include "report/records/metric_parts.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/names.h"
#include "base/spec.h"
#include "report/records/fields.h"

/* ---- reading -------------------------------------------------------------------------------- */

static const char *const functions[MB_METRIC_FUNCTIONS + 1] = {[MB_METRIC_MAX] = "max",
                                                               [MB_METRIC_MIN] = "min",
                                                               [MB_METRIC_TOP] = "top",
                                                               [MB_METRIC_BOTTOM] = "bottom",
                                                               [MB_METRIC_MEAN] = "mean",
                                                               [MB_METRIC_MEAN_ABS] = "mean_abs",
                                                               [MB_METRIC_LAST] = "last",
                                                               [MB_METRIC_FIRST] = "first",
                                                               [MB_METRIC_CROSSINGS] = "crossings"};

static bool one_of(const char *text, size_t n, const char *const *words, int count)
{
    for (int i = 0; i < count; i++)
        if (strlen(words[i]) == n && strncmp(words[i], text, n) == 0)
            return true;
    return false;
}

/* "position|velocity|acceleration.l2|..., energy.initial|max_abs|..., ...": names of numbers that a
 * record holds, those of one object together. */
static void list_paths(char *text, size_t size)
{
    const char *before = "";
    size_t n = (size_t)snprintf(text, size,
                                "position|velocity|acceleration.l2|sq|l1|linf.max|mean|rms|final");

    for (int i = 0; i < MB_FIELDS && n < size; i++) {
        const char *path = mb_field_of((mb_field)i)->path, *dot = strchr(path, '.');
        size_t stem = dot ? (size_t)(dot - path) + 1 : 0;
        bool norm = dot && strchr(dot + 1, '.');

        if (norm)
            continue;
        if (stem > 0 && strncmp(path, before, stem) == 0)
            n += (size_t)snprintf(text + n, size - n, "|%s", path + stem);
        else
            n += (size_t)snprintf(text + n, size - n, ", %s", path);
        before = path;
    }
}

/* "(t0,t1)" at the end of a term; the whole time for "". */
static bool read_window(const char *text, mb_metric_term *term)
{
    char copy[64], *comma, *end;

    term->from = -INFINITY;
    term->till = INFINITY;
    if (*text == '\0')
        return true;
    if (strlen(text) >= sizeof copy || *text != '(')
        return false;
    strcpy(copy, text + 1);
    comma = strchr(copy, ',');
    end = strchr(copy, ')');
    if (!comma || !end || end[1] != '\0' || comma > end)
        return false;
    *comma = *end = '\0';
    return mb_parse_number(copy, &term->from) && mb_parse_number(comma + 1, &term->till) &&
           term->from < term->till;
}

static mb_status read_series(const char *text, const char *at, mb_arena *arena,
                             mb_metric_term *term, mb_error *err)
{
    size_t n = strcspn(at + 1, "(");
    char *name;

    term->kind = MB_IS_SERIES;
    for (term->function = 0; term->function < MB_METRIC_FUNCTIONS; term->function++)
        if (one_of(at + 1, n, &functions[term->function], 1))
            break;
    if (at == text)
        return mb_fail(err, MB_BAD_INPUT,
                       "'%s' names no column of the series before '@'; expected such as energy@max",
                       text);
    if (term->function == MB_METRIC_FUNCTIONS) {
        char word[64], meant[128];

        snprintf(word, sizeof word, "%.*s", (int)n, at + 1);
        return mb_fail(err, MB_BAD_INPUT, "'%s' is no function of a series; %s", word,
                       mb_meant(word, functions, "expected one of", meant, sizeof meant));
    }
    if (!read_window(at + 1 + n, term))
        return mb_fail(err, MB_BAD_INPUT,
                       "'%s' is no span of time; expected (t0,t1) without spaces and t0 below t1",
                       at + 1 + n);
    name = mb_arena_strdup(arena, text);
    if (!name)
        return mb_fail(err, MB_NO_MEMORY, "out of memory");
    name[at - text] = '\0';
    term->name = name;
    return MB_OK;
}

static mb_status no_field(const char *text, mb_error *err)
{
    const char *names[MB_FIELDS + 1] = {NULL}, *near;
    char list[1024];

    for (int i = 0; i < MB_FIELDS; i++)
        names[i] = mb_field_of((mb_field)i)->path;
    near = mb_nearest(text, names);
    if (near)
        return mb_fail(err, MB_BAD_INPUT, "'%s' is no number of a record; did you mean '%s'?", text,
                       near);
    list_paths(list, sizeof list);
    return mb_fail(err, MB_BAD_INPUT,
                   "'%s' is no number of a record; there are %s, outputs.NAME, "
                   "output_rates.NAME, problem.params.NAME, cpu and COLUMN@FUNCTION",
                   text, list);
}

static mb_status read_term(const char *text, mb_arena *arena, mb_metric_term *term, mb_error *err)
{
    const char *at = strchr(text, '@');

    memset(term, 0, sizeof *term);
    if (at)
        return read_series(text, at, arena, term, err);
    if (strcmp(text, "cpu") == 0) {
        term->kind = MB_IS_CPU;
        return MB_OK;
    }
    if (mb_parse_number(text, &term->number))
        return MB_OK;
    term->kind = MB_IS_PATH;
    if (!mb_field_claimable(text))
        return no_field(text, err);
    term->name = mb_arena_strdup(arena, text);
    return term->name ? MB_OK : mb_fail(err, MB_NO_MEMORY, "out of memory");
}

mb_status mb_metric_parse(const char *text, mb_arena *arena, mb_metric *metric, mb_error *err)
{
    char copy[512], *word[4], *rest = NULL;
    int words = 0;
    mb_status status;

    memset(metric, 0, sizeof *metric);
    if (strlen(text) >= sizeof copy)
        return mb_fail(err, MB_BAD_INPUT, "a metric has at most %zu characters", sizeof copy - 1);
    strcpy(copy, text);
    for (char *w = strtok_r(copy, " ", &rest); w && words < 4; w = strtok_r(NULL, " ", &rest))
        word[words++] = w;
    if (words != 1 && words != 3)
        return mb_fail(err, MB_BAD_INPUT,
                       "metric '%s': expected one term, or two with + - * or / between them and a "
                       "space on both sides of it",
                       text);
    if (words == 3 && (strlen(word[1]) != 1 || !strchr("+-*/", *word[1])))
        return mb_fail(err, MB_BAD_INPUT, "'%s' is no operator of a metric; expected + - * or /",
                       word[1]);
    metric->terms = words == 3 ? 2 : 1;
    metric->op = (char)(words == 3 ? *word[1] : '\0');
    MB_TRY(read_term(word[0], arena, &metric->term[0], err));
    if (words == 3)
        MB_TRY(read_term(word[2], arena, &metric->term[1], err));
    metric->text = mb_arena_strdup(arena, text);
    if (!metric->text)
        MB_TRY(mb_fail(err, MB_NO_MEMORY, "out of memory"));
done:
    return status;
}

bool mb_metric_timed(const mb_metric *metric)
{
    for (int i = 0; i < metric->terms; i++) {
        const mb_metric_term *term = &metric->term[i];

        if (term->kind == MB_IS_CPU ||
            (term->kind == MB_IS_PATH &&
             (strncmp(term->name, "cpu.", 4) == 0 || strncmp(term->name, "ratio.", 6) == 0)))
            return true;
    }
    return false;
}

bool mb_metric_has_ratio(const mb_metric *metric)
{
    for (int i = 0; i < metric->terms; i++)
        if (metric->term[i].kind == MB_IS_CPU)
            return true;
    return false;
}
