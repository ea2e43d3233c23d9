/* SPDX-License-Identifier: MIT */
/* Named parameters and their text form NAME[:p=v[,p=v...]], shared by problems and solvers.
 *
 * Canonical form: the parameters that differ from their defaults, in declared order, numbers in the
 * shortest form that reads back to the same double. */
#ifndef MB_BASE_SPEC_H
#define MB_BASE_SPEC_H

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"

enum { MB_MAX_PARAMS = 16, MB_SPEC_SIZE = 512, MB_NUMBER_SIZE = 32 };

typedef enum mb_param_kind {
    MB_REAL,    /* any double in [min, max] */
    MB_INTEGER, /* a whole number in [min, max] */
    MB_CHOICE,  /* one of the words in `choices`; its value is the index */
} mb_param_kind;

typedef struct mb_param {
    const char *name;
    mb_param_kind kind;
    double value;    /* default; NaN: unset unless given (then the slot decides what it means) */
    double min, max; /* inclusive; both 0: no limits */
    bool above_min;  /* min itself is refused (a step size: min 0, above_min) */
    bool required;   /* must be given; `value` is then not used */
    const char *choices; /* "position|velocity|both" */
    const char *unit;    /* "s", "N m", "1" ... */
    const char *doc;     /* one sentence */
} mb_param;

/* One parameter of a list, with limits and doc as designated members:
 *
 *     MB_REAL("xi", 1.0, "1", .min = 0.0, .max = 1e12, .doc = "damping ratio")
 *     MB_INTEGER("N", 40, "1", .min = 1, .max = 20000, .doc = "number of loops")
 *     MB_CHOICE("start", "normal|singular", 0, .doc = "where it begins") */
#define MB_REAL(word, usual, of, ...)                                                              \
    {                                                                                              \
        .name = word, .kind = MB_REAL, .value = usual, .unit = of, __VA_ARGS__                     \
    }
#define MB_INTEGER(word, usual, of, ...)                                                           \
    {                                                                                              \
        .name = word, .kind = MB_INTEGER, .value = usual, .unit = of, __VA_ARGS__                  \
    }
#define MB_CHOICE(word, words, usual, ...)                                                         \
    {                                                                                              \
        .name = word, .kind = MB_CHOICE, .value = usual, .choices = words, __VA_ARGS__             \
    }

/* Values of one parameter list, in the declared order. */
typedef struct mb_values {
    double value[MB_MAX_PARAMS];
    unsigned given; /* bit i: parameter i was named in the text */
} mb_values;

/* Length of a zero-terminated (name == NULL) list; NULL is an empty list. */
int mb_param_count(const mb_param *params);

/* Index of a parameter, -1 when there is none of that name. */
int mb_param_index(const mb_param *params, const char *name);

/* All defaults, nothing given. */
void mb_values_default(const mb_param *params, mb_values *values);

/* Value by name.  The name must be declared: a wrong one is a bug and yields NaN. */
double mb_value(const mb_param *params, const mb_values *values, const char *name);
bool mb_value_given(const mb_param *params, const mb_values *values, const char *name);

/* Splits "NAME:p=v,..." into the name (a buffer of MB_SPEC_SIZE) and the text after the colon (""
 * when there is none).  MB_BAD_INPUT for an empty or malformed name. */
mb_status mb_spec_split(const char *text, char *name, const char **rest, mb_error *err);

/* Reads "p=v,p=v" into values, defaults first.  `owner` names the part in messages, as in
 * "baumgarte has no parameter 'gamma'; it has alpha, beta, alpha_h, beta_h". */
mb_status mb_values_parse(const char *owner, const mb_param *params, const char *text,
                          mb_values *values, mb_error *err);

/* Writes the canonical NAME[:p=v...]; MB_BAD_INPUT when it does not fit in size bytes. */
mb_status mb_spec_format(const char *name, const mb_param *params, const mb_values *values,
                         char *text, size_t size, mb_error *err);

/* Shortest decimal text that reads back to x ("1e-3" is written 0.001). */
void mb_format_number(double x, char text[MB_NUMBER_SIZE]);

/* Reads a whole text as a finite number. */
bool mb_parse_number(const char *text, double *x);

#endif
