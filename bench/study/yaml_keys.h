/* SPDX-License-Identifier: MIT */
/* Mappings of a study as tables: a row a key, with what its value is, whether it must be there, in
 * which range it lies and which member of a struct it goes to.  One reader holds a mapping against
 * its table, fills the struct and makes the messages. */
#ifndef MB_BENCH_STUDY_YAML_KEYS_H
#define MB_BENCH_STUDY_YAML_KEYS_H

#include <stddef.h>

#include "bench/study/yaml_read.h"

typedef enum mb_yaml_use {
    MB_YAML_MAY,
    MB_YAML_MUST,
    MB_YAML_BY_KIND /* as the table of kinds says */
} mb_yaml_use;

typedef enum mb_yaml_type {
    MB_YAML_OTHER,  /* whatever the caller makes of it, by mb_yaml_get */
    MB_YAML_NODE,   /* likewise, as a yaml_node_t * */
    MB_YAML_TEXT,   /* const char *, copied; one of the words, if there are any; max: most
                     * characters, 0: any number */
    MB_YAML_ID,     /* likewise, of letters that are good in a link and a file's name */
    MB_YAML_NUMBER, /* double; NaN where it is missing */
    MB_YAML_WHOLE,  /* int */
    MB_YAML_WORD,   /* an enum, or a bool: which of the words */
    MB_YAML_KIND    /* an enum: which of the words, and so what the mapping must and may have */
} mb_yaml_type;

typedef enum mb_yaml_range {
    MB_YAML_ANY,
    MB_YAML_FROM,  /* min on */
    MB_YAML_ABOVE, /* min itself is none */
    MB_YAML_WITHIN /* min to max */
} mb_yaml_range;

/* What a kind has beside the keys of all kinds; NULL-ended. */
typedef struct mb_yaml_kind {
    const char *needs[5], *may[11];
} mb_yaml_kind;

typedef struct mb_yaml_key {
    const char *name; /* NULL: end of a table */
    mb_yaml_use use;
    mb_yaml_type type;
    size_t offset, size; /* MB_YAML_AT; a member that is missing in the mapping stays as it is */
    const char *const *words;  /* NULL-ended */
    const mb_yaml_kind *kinds; /* of an MB_YAML_KIND: one a word */
    mb_yaml_range range;
    double min, max;
    const char *expected; /* of a value that is refused; NULL: made from words or range */
} mb_yaml_key;

/* Where a member is, and then the words of a key that has some. */
#define MB_YAML_AT(type, member)                                                                   \
    .offset = offsetof(type, member), .size = sizeof(((type *)0)->member)

/* Reads a mapping into the struct that the table of keys is for.  what: "a claim", for messages. */
mb_status mb_yaml_read(mb_yaml *yaml, const yaml_node_t *node, const char *what,
                       const mb_yaml_key *keys, void *object);

/* Checks a text as an MB_YAML_ID is. */
mb_status mb_yaml_check_id(mb_yaml *yaml, const yaml_node_t *node, const char *what,
                           const char *text, int most);

/* Refuses a list of mappings, all with a scalar `id`, of which two have the same: at the first in
 * the file that stands there for the second time.  list: NULL is an empty one. */
mb_status mb_yaml_ids_differ(mb_yaml *yaml, yaml_node_t *list, const char *what);

#endif
