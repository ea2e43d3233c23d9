/* SPDX-License-Identifier: MIT */
/* What may stand behind a command, as a table: a row a word, with what its value is, in which range
 * it lies, which member of the command's request it goes to and what the help says of it.  The
 * parser, the help and the suggestions for mistyped words come from the table. */
#ifndef MB_BENCH_COMMAND_OPTIONS_H
#define MB_BENCH_COMMAND_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"

/* The words of a command. */
typedef struct mb_args {
    int count;
    char **word;
} mb_args;

/* Some of them, taken one by one; word: as many as there are words, the caller's. */
typedef struct mb_words {
    int count;
    const char **word;
} mb_words;

typedef enum mb_option_type {
    MB_OPTION_FLAG,    /* bool: it is there */
    MB_OPTION_TEXT,    /* const char *, not empty */
    MB_OPTION_ONCE,    /* likewise, and not a second time */
    MB_OPTION_LIST,    /* mb_words: likewise, as often as wanted */
    MB_OPTION_NUMBER,  /* double from min on, or above it */
    MB_OPTION_WHOLE,   /* int from min to max */
    MB_OPTION_WORD,    /* an enum: which of the words */
    MB_OPTION_RECORDS, /* mb_records: a file that is read and added */
    MB_OPTION_OWN      /* `take` does it; value: NULL where it is missing */
} mb_option_type;

typedef struct mb_option {
    const char *word;  /* "--jobs"; any other word goes to the row without "--"; NULL: end */
    const char *value; /* name of its value in the help; NULL: none */
    const char *help;  /* lines; NULL: the usage says enough */
    mb_option_type type;
    size_t offset;     /* MB_OPTION_AT */
    const char *needs; /* of a text or word, for messages: "a file" */
    double min, max;
    bool above;
    const char *missing;      /* said where an own row got no word; NULL: it need not get one */
    const char *const *words; /* NULL-ended */
    mb_status (*take)(void *request, const char *option, const char *value, mb_error *err);
} mb_option;

#define MB_OPTION_AT(type, member) .offset = offsetof(type, member)

typedef struct mb_command {
    const char *name, *usage;
    const mb_option *options;
    const mb_option *shared;  /* those of several commands; NULL: none */
    const mb_option *plugins; /* --plugin, taken before the others; NULL: it names no solver */
    bool one_thread;          /* numerical libraries are to start no threads */
    const char *about;        /* what it does: "draws a mechanism" */
    const char *examples;     /* lines that can be typed */
    /* *exit: MB_EXIT_DONE unless it says otherwise; a failure has its own */
    mb_status (*run)(const mb_args *args, int *exit, mb_error *err);
} mb_command;

/* Tables of a command in the order of its help: what commands share, its own, plug-ins; NULL: none. */
enum { MB_OPTION_TABLES = 3 };
const mb_option *mb_option_table(const mb_command *command, int k);

/* Takes all words into the command's request.  That of shared options must be its first member. */
mb_status mb_options_take(const mb_command *command, const mb_args *args, void *request,
                          mb_error *err);

#endif
