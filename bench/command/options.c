/* SPDX-License-Identifier: MIT */
#include "bench/command/options.h"

#include <ctype.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/names.h"
#include "base/spec.h"
#include "bench/command/commands.h"

enum { MOST_OPTIONS = 40 };

/* ---- values --------------------------------------------------------------------------------- */

static mb_status take_text(const mb_option *o, const char *value, const char **text, mb_error *err)
{
    if (!value || !*value)
        return mb_fail(err, MB_BAD_INPUT, "%s needs %s", o->word, o->needs);
    if (o->type == MB_OPTION_ONCE && *text)
        return mb_fail(err, MB_BAD_INPUT, "%s %s: one already given, %s", o->word, value, *text);
    *text = value;
    return MB_OK;
}

/* Times are in seconds, "60" or "60s". */
static bool is_time(const mb_option *o)
{
    return strcmp(o->value, "S") == 0 || strcmp(o->value, "T") == 0 || strcmp(o->value, "DT") == 0;
}

/* A number, of a time also with its unit. */
static bool parse(const mb_option *o, const char *value, double *x)
{
    char plain[64];
    const size_t n = strlen(value);

    if (n < 2 || n >= sizeof plain || value[n - 1] != 's' || !is_time(o))
        return mb_parse_number(value, x);
    memcpy(plain, value, n - 1);
    plain[n - 1] = '\0';
    return mb_parse_number(plain, x);
}

/* A number with letters behind it, a unit: says which one it is in, as the help has it in brackets. */
static mb_status refuse_unit(const mb_option *o, const char *value, mb_error *err)
{
    const char *unit = o->help ? strchr(o->help, '[') : NULL;
    const size_t n = unit ? strcspn(unit + 1, "]") : 0;
    char *end;

    strtod(value, &end);
    if (end == value || !isalpha((unsigned char)*end))
        return MB_OK;
    return mb_fail(err, MB_BAD_INPUT, "%s %s: expected a number%s%.*s, without '%s' behind it",
                   o->word, value, n ? " in " : "", (int)n, n ? unit + 1 : "", end);
}

static mb_status take_number(const mb_option *o, const char *value, double *x, mb_error *err)
{
    const bool whole = o->type == MB_OPTION_WHOLE;

    if (!value)
        return mb_fail(err, MB_BAD_INPUT, "%s needs a number", o->word);
    if (parse(o, value, x) && (o->above ? *x > o->min : *x >= o->min) &&
        (!whole || (*x == floor(*x) && *x <= o->max)))
        return MB_OK;
    if (refuse_unit(o, value, err) != MB_OK)
        return MB_BAD_INPUT;
    if (whole)
        return mb_fail(err, MB_BAD_INPUT, "%s %s: expected a whole number from %g to %g", o->word,
                       value, o->min, o->max);
    return mb_fail(err, MB_BAD_INPUT, "%s %s: expected a number %s %g", o->word, value,
                   o->above ? "above" : "of at least", o->min);
}

static mb_status take_word(const mb_option *o, const char *value, int *index, mb_error *err)
{
    const char *near;

    if (!value)
        return mb_fail(err, MB_BAD_INPUT, "%s needs %s", o->word, o->needs);
    for (int i = 0; o->words[i]; i++)
        if (strcmp(o->words[i], value) == 0) {
            *index = i;
            return MB_OK;
        }
    near = mb_nearest(value, o->words);
    if (near)
        return mb_fail(err, MB_BAD_INPUT, "%s %s: did you mean '%s'?", o->word, value, near);
    return mb_fail(err, MB_BAD_INPUT, "%s %s: expected %s", o->word, value, o->needs);
}

static mb_status take_records(mb_records *records, const char *path, mb_error *err)
{
    mb_status status = mb_records_read(records, path, err);

    if (status == MB_OK)
        mb_args_tell_torn(path, records->torn);
    return status;
}

static mb_status take(const mb_option *o, const char *value, void *request, mb_error *err)
{
    void *at = (char *)request + o->offset;
    mb_words *words = at;
    double x;
    int index = 0;
    mb_status status = MB_OK;

    switch (o->type) {
    case MB_OPTION_FLAG:
        *(bool *)at = true;
        break;
    case MB_OPTION_TEXT:
    case MB_OPTION_ONCE:
        return take_text(o, value, at, err);
    case MB_OPTION_LIST:
        return take_text(o, value, &words->word[words->count++], err);
    case MB_OPTION_NUMBER:
        return take_number(o, value, at, err);
    case MB_OPTION_WHOLE:
        MB_TRY(take_number(o, value, &x, err));
        *(int *)at = (int)x;
        break;
    case MB_OPTION_WORD:
        MB_TRY(take_word(o, value, &index, err));
        memcpy(at, &index, sizeof index);
        break;
    case MB_OPTION_RECORDS:
        return take_records(at, value, err);
    case MB_OPTION_OWN:
        return o->take(request, o->word, value, err);
    }
done:
    return status;
}

/* ---- words ---------------------------------------------------------------------------------- */

static bool is_option(const char *word)
{
    return word[0] == '-' && word[1] != '\0'; /* "-" is standard output */
}

/* The row of a word: `--name`, `--name=VALUE` where it takes one, or what is no option. */
static const mb_option *row_of(const mb_option *options, const char *word)
{
    for (const mb_option *o = options; o && o->word; o++) {
        size_t n = strlen(o->word);

        if (!is_option(o->word) && !is_option(word))
            return o;
        if (is_option(o->word) && strncmp(o->word, word, n) == 0 &&
            (word[n] == '\0' || (word[n] == '=' && o->value)))
            return o;
    }
    return NULL;
}

const mb_option *mb_option_table(const mb_command *command, int k)
{
    const mb_option *const tables[MB_OPTION_TABLES] = {command->shared, command->options,
                                                       command->plugins};

    return tables[k];
}

static mb_status unknown(const mb_command *command, const char *word, mb_error *err)
{
    const char *names[MOST_OPTIONS + 2] = {NULL};
    char meant[600];
    int n = 0;

    for (int t = 0; t < MB_OPTION_TABLES; t++)
        for (const mb_option *o = mb_option_table(command, t); o && o->word && n < MOST_OPTIONS;
             o++)
            if (is_option(o->word))
                names[n++] = o->word;
    names[n] = "--help";
    return mb_fail(err, MB_BAD_INPUT, "unknown option '%.200s'; %s", word,
                   mb_meant(word, names, "there are", meant, sizeof meant));
}

/* taken: rows of the table that got a word, as bits. */
static mb_status check_missing(const mb_option *options, uint64_t taken, mb_error *err)
{
    for (int k = 0; options[k].word; k++)
        if (options[k].missing && !(taken >> k & 1u))
            return mb_fail(err, MB_BAD_INPUT, "%s", options[k].missing);
    return MB_OK;
}

mb_status mb_options_take(const mb_command *command, const mb_args *args, void *request,
                          mb_error *err)
{
    uint64_t taken = 0;

    for (int i = 0; i < args->count; i++) {
        const char *word = args->word[i], *value = word;
        const mb_option *o = row_of(command->options, word);
        mb_status status;

        if (o)
            taken |= UINT64_C(1) << (o - command->options);
        else
            o = row_of(command->shared, word);
        if (!o)
            return unknown(command, word, err);
        if (is_option(word)) {
            value = strchr(word, '=');
            if (value)
                value++;
            else if (o->value)
                value = i + 1 < args->count ? args->word[++i] : NULL;
        }
        status = take(o, value, request, err);
        if (status != MB_OK)
            return status;
    }
    return check_missing(command->options, taken, err);
}
