/* SPDX-License-Identifier: MIT */
/* The keys of mechanism files: one table from which files are checked and their page is made. */
#ifndef MB_PROBLEMS_FORMAT_TEXT_SCHEMA_H
#define MB_PROBLEMS_FORMAT_TEXT_SCHEMA_H

#include "problems/format/text/tree.h"

/* What a value is: bits, since some keys take a text or a list. */
enum {
    MB_VALUE_TEXT = 1,    /* text, number, expression, name, word */
    MB_VALUE_LIST = 2,    /* [..] */
    MB_VALUE_MAPPING = 4, /* {..} */
};

typedef enum mb_key_type {
    MB_KEY_TEXT,      /* any text */
    MB_KEY_WORD,      /* one of `words`, "a|b" */
    MB_KEY_YES,       /* yes or no */
    MB_KEY_NUMBER,    /* an expression */
    MB_KEY_LAW,       /* an expression in t, x, v */
    MB_KEY_NAME,      /* of a body, joint, force ... */
    MB_KEY_PAIR,      /* [a, b] */
    MB_KEY_PLACE,     /* 0.5 of the contract */
    MB_KEY_PLACES,    /* [P, Q] */
    MB_KEY_DIRECTION, /* x, [..], {from, to}, ... */
    MB_KEY_VECTOR,    /* list of numbers */
    MB_KEY_LIST,      /* list of something else */
    MB_KEY_MAPPING,   /* mapping of something else */
    MB_KEY_ANY,
} mb_key_type;

typedef struct mb_schema_key {
    const char *name; /* NULL ends a list */
    mb_key_type type;
    bool required;
    const char *words; /* of MB_KEY_WORD */
    const char *unit;  /* "" where it has none */
    const char *doc;
} mb_schema_key;

enum { MB_IN_PLANE = 1, MB_IN_SPACE = 2, MB_IN_BOTH = 3 };

/* A kind of element, told by the key of its name. */
typedef struct mb_schema_kind {
    const char *name;          /* NULL ends a list */
    int where;                 /* MB_IN_PLANE, MB_IN_SPACE */
    mb_key_type type;          /* of its value */
    const mb_schema_key *keys; /* beside those of all kinds */
    const char *doc;
} mb_schema_kind;

typedef struct mb_schema_section {
    const char *name;    /* key of the file: "joints"; NULL ends the list */
    const char *element; /* "joint" for messages */
    const mb_schema_kind *kinds;
    const mb_schema_key *common; /* keys of all kinds */
} mb_schema_section;

extern const mb_schema_section mb_schema_sections[];
extern const mb_schema_key mb_schema_top[];       /* keys of a file */
extern const mb_schema_key mb_schema_parameter[]; /* of one parameter */
extern const mb_schema_key mb_schema_function[];
extern const mb_schema_key mb_schema_run[], mb_schema_accept[], mb_schema_tree[], mb_schema_draw[];
extern const mb_schema_key mb_schema_start[];      /* its own keys, beside joints and bodies */
extern const mb_schema_key mb_schema_start_body[]; /* of one body */
extern const mb_schema_key mb_schema_start_part[]; /* of a part of its velocity */
extern const mb_schema_key mb_schema_body_draw[];

const mb_schema_section *mb_schema_section_of(const char *name);

/* Which kind an element is: the first of the section's kinds whose key it has; NULL: none. */
const mb_schema_kind *mb_schema_kind_of(const mb_schema_section *section, const mb_node *element);

/* Checks the keys of a mapping and what their values are; what: "joint 'A'", for messages.  Marks
 * nodes in which something is wrong. */
bool mb_schema_check_keys(mb_messages *messages, mb_node *mapping, const char *what,
                          const mb_schema_key *keys, const mb_schema_key *more);

/* Checks the keys of a whole file, whatever is taken of it. */
void mb_schema_check(mb_messages *messages, mb_node *root);

#endif
