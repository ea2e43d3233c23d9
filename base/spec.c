/* SPDX-License-Identifier: MIT */
#include "base/spec.h"

#include <ctype.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"
#include "base/names.h"

int mb_param_count(const mb_param *params)
{
    int n = 0;

    while (params && params[n].name)
        n++;
    return n;
}

int mb_param_index(const mb_param *params, const char *name)
{
    for (int i = 0; params && params[i].name; i++)
        if (strcmp(params[i].name, name) == 0)
            return i;
    return -1;
}

void mb_values_default(const mb_param *params, mb_values *values)
{
    memset(values, 0, sizeof *values);
    for (int i = 0; params && params[i].name; i++)
        values->value[i] = params[i].required ? (double)NAN : params[i].value;
}

double mb_value(const mb_param *params, const mb_values *values, const char *name)
{
    int i = mb_param_index(params, name);

    return i < 0 ? (double)NAN : values->value[i];
}

bool mb_value_given(const mb_param *params, const mb_values *values, const char *name)
{
    int i = mb_param_index(params, name);

    return i >= 0 && (values->given >> i & 1u);
}

bool mb_parse_number(const char *text, double *x)
{
    char *end;

    if (*text == '\0' || isspace((unsigned char)*text))
        return false;
    for (const char *c = text; *c; c++)
        if (!strchr("0123456789+-.eE", *c))
            return false;
    *x = strtod(text, &end);
    return *end == '\0' && isfinite(*x);
}

/* Significant digits of a decimal; zeros that end it are none. */
static int significant(const char *text)
{
    int digits = 0, last = 0;

    for (; *text && *text != 'e'; text++) {
        if (!isdigit((unsigned char)*text) || (digits == 0 && *text == '0'))
            continue;
        digits++;
        if (*text != '0')
            last = digits;
    }
    return last;
}

/* What 15 digits hold, 15 digits give back but for denormals, and %g drops the zeros; 1e+05 may then be shorter than
 * 100000, and above 1e15 more digits shorter than fewer with an exponent. */
void mb_format_number(double x, char text[MB_NUMBER_SIZE])
{
    char trial[MB_NUMBER_SIZE];

    if (x > 0.0 && x < 1e4 && x == floor(x)) {
        text[mb_decimal_whole((int64_t)x, text)] = '\0';
        return;
    }
    text[0] = '\0';
    for (int digits = fabs(x) < DBL_MIN ? 1 : 15; digits <= 17 && (!text[0] || strchr(text, '+'));
         digits++) {
        snprintf(trial, sizeof trial, "%.*g", digits, x);
        if (strtod(trial, NULL) == x && (!text[0] || strlen(trial) < strlen(text)))
            strcpy(text, trial);
    }
    if (strchr(text, '.'))
        return;
    snprintf(trial, sizeof trial, "%.*g", significant(text), x);
    if (strtod(trial, NULL) == x && strlen(trial) <= strlen(text))
        strcpy(text, trial);
}

static bool is_name(const char *text)
{
    if (!islower((unsigned char)*text))
        return false;
    for (const char *c = text; *c; c++)
        if (!islower((unsigned char)*c) && !isdigit((unsigned char)*c) && *c != '-')
            return false;
    return true;
}

mb_status mb_spec_split(const char *text, char *name, const char **rest, mb_error *err)
{
    const char *colon = strchr(text, ':');
    size_t length = colon ? (size_t)(colon - text) : strlen(text);

    if (length >= MB_SPEC_SIZE)
        return mb_fail(err, MB_BAD_INPUT, "a name of %zu characters; at most %d are read", length,
                       MB_SPEC_SIZE - 1);
    memcpy(name, text, length);
    name[length] = '\0';
    if (!is_name(name))
        return mb_fail(
            err, MB_BAD_INPUT,
            "'%s' is no name; expected NAME[:p=v,...] with a name of lower-case letters, "
            "digits and '-'",
            name);
    if (colon && colon[1] == '\0')
        return mb_fail(err, MB_BAD_INPUT, "'%s' ends in ':'; expected p=v after it", text);
    *rest = colon ? colon + 1 : "";
    return MB_OK;
}

static mb_status no_parameter(const char *owner, const mb_param *params, const char *name,
                              mb_error *err)
{
    const char *names[MB_MAX_PARAMS + 1] = {NULL};
    char meant[256];

    for (int i = 0; i < MB_MAX_PARAMS && params && params[i].name; i++)
        names[i] = params[i].name;
    if (!names[0])
        return mb_fail(err, MB_BAD_INPUT, "%s has no parameter '%s'; it has none", owner, name);
    return mb_fail(err, MB_BAD_INPUT, "%s has no parameter '%s'; %s", owner, name,
                   mb_meant(name, names, "it has", meant, sizeof meant));
}

/* A value that is no number: what was meant by "5:beta=5" and "1ms". */
static mb_status no_number(const char *owner, const mb_param *p, const char *text, mb_error *err)
{
    const char *unit = p->unit && strcmp(p->unit, "1") != 0 ? p->unit : "";
    char *end;

    if (strchr(text, ':'))
        return mb_fail(err, MB_BAD_INPUT,
                       "%s:%s=%s: expected a finite number; a ',' stands between parameters, as in "
                       "NAME:p=v,p=v",
                       owner, p->name, text);
    strtod(text, &end);
    if (end > text && isalpha((unsigned char)*end) && *unit)
        return mb_fail(err, MB_BAD_INPUT,
                       "%s:%s=%s: expected a finite number, in %s and without a unit, such as 1e-3",
                       owner, p->name, text, unit);
    return mb_fail(err, MB_BAD_INPUT, "%s:%s=%s: expected a finite number%s%s", owner, p->name,
                   text, *unit ? ", in " : "", unit);
}

static mb_status read_choice(const char *owner, const mb_param *p, const char *text, double *value,
                             mb_error *err)
{
    size_t length = strlen(text);
    int index = 0;

    for (const char *word = p->choices; word; index++) {
        const char *bar = strchr(word, '|');
        size_t n = bar ? (size_t)(bar - word) : strlen(word);

        if (n == length && strncmp(word, text, n) == 0) {
            *value = index;
            return MB_OK;
        }
        word = bar ? bar + 1 : NULL;
    }
    return mb_fail(err, MB_BAD_INPUT, "%s:%s=%s: expected one of %s", owner, p->name, text,
                   p->choices);
}

static mb_status check_range(const char *owner, const mb_param *p, const char *text, double value,
                             mb_error *err)
{
    bool limited = p->min != 0.0 || p->max != 0.0 || p->above_min;

    if (p->kind == MB_INTEGER && value != floor(value))
        return mb_fail(err, MB_BAD_INPUT, "%s:%s=%s: expected a whole number", owner, p->name,
                       text);
    if (!limited)
        return MB_OK;
    if (value < p->min || (p->above_min && value == p->min))
        return mb_fail(err, MB_BAD_INPUT, "%s:%s=%s is out of range: %s must be %s %g", owner,
                       p->name, text, p->name, p->above_min ? "above" : "at least", p->min);
    if (p->max > p->min && value > p->max)
        return mb_fail(err, MB_BAD_INPUT, "%s:%s=%s is out of range: %s must be at most %g", owner,
                       p->name, text, p->name, p->max);
    return MB_OK;
}

static mb_status read_one(const char *owner, const mb_param *params, char *item, mb_values *values,
                          mb_error *err)
{
    char *equal = strchr(item, '=');
    double value = 0.0;
    int i;

    if (!equal || equal == item)
        return mb_fail(err, MB_BAD_INPUT, "%s: '%s' is no parameter; expected p=v", owner, item);
    *equal = '\0';
    i = mb_param_index(params, item);
    if (i < 0)
        return no_parameter(owner, params, item, err);
    if (values->given >> i & 1u)
        return mb_fail(err, MB_BAD_INPUT, "%s: parameter '%s' is given twice", owner, item);
    if (params[i].kind == MB_CHOICE) {
        mb_status status = read_choice(owner, &params[i], equal + 1, &value, err);

        if (status != MB_OK)
            return status;
    } else {
        mb_status status;

        if (!mb_parse_number(equal + 1, &value))
            return no_number(owner, &params[i], equal + 1, err);
        status = check_range(owner, &params[i], equal + 1, value, err);
        if (status != MB_OK)
            return status;
    }
    values->value[i] = value;
    values->given |= 1u << i;
    return MB_OK;
}

mb_status mb_values_parse(const char *owner, const mb_param *params, const char *text,
                          mb_values *values, mb_error *err)
{
    char item[MB_SPEC_SIZE];

    mb_values_default(params, values);
    while (*text) {
        size_t n = strcspn(text, ",");
        mb_status status;

        if (n >= sizeof item)
            return mb_fail(err, MB_BAD_INPUT, "%s: a parameter of %zu characters; at most %d",
                           owner, n, MB_SPEC_SIZE - 1);
        memcpy(item, text, n);
        item[n] = '\0';
        status = read_one(owner, params, item, values, err);
        if (status != MB_OK)
            return status;
        text += n;
        if (*text == ',' && text[1] == '\0')
            return mb_fail(err, MB_BAD_INPUT, "%s: a ',' with nothing after it", owner);
        if (*text == ',')
            text++;
    }
    for (int i = 0; params && params[i].name; i++)
        if (params[i].required && !(values->given >> i & 1u))
            return mb_fail(err, MB_BAD_INPUT, "%s needs %s=... (%s)", owner, params[i].name,
                           params[i].doc);
    return MB_OK;
}

static bool same(double a, double b)
{
    return a == b || (isnan(a) && isnan(b));
}

static void format_value(const mb_param *p, double value, char text[MB_NUMBER_SIZE])
{
    const char *word = p->choices;

    if (p->kind != MB_CHOICE) {
        mb_format_number(value, text);
        return;
    }
    for (int i = 0; i < (int)value; i++)
        word = strchr(word, '|') + 1;
    snprintf(text, MB_NUMBER_SIZE, "%.*s", (int)strcspn(word, "|"), word);
}

mb_status mb_spec_format(const char *name, const mb_param *params, const mb_values *values,
                         char *text, size_t size, mb_error *err)
{
    size_t used = (size_t)snprintf(text, size, "%s", name);
    char separator = ':';

    for (int i = 0; params && params[i].name && used < size; i++) {
        char number[MB_NUMBER_SIZE];

        if (!params[i].required && same(values->value[i], params[i].value))
            continue;
        format_value(&params[i], values->value[i], number);
        used += (size_t)snprintf(text + used, size - used, "%c%s=%s", separator, params[i].name,
                                 number);
        separator = ',';
    }
    if (used >= size)
        return mb_fail(err, MB_BAD_INPUT, "the spec of %s is longer than %zu characters", name,
                       size - 1);
    return MB_OK;
}
