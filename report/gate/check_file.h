/* SPDX-License-Identifier: MIT */
/* What the gate keeps of a file of records, read line by line: the numbers that it judges and what
 * names a cell, some two hundred bytes of each cell's last record. */
#ifndef MB_REPORT_GATE_CHECK_FILE_H
#define MB_REPORT_GATE_CHECK_FILE_H

#include <jansson.h>
#include <stdbool.h>

#include "base/places.h"
#include "base/status.h"
#include "report/records/fields.h"
#include "report/records/run_status.h"

/* What many records have alike.  The texts belong to the file. */
typedef struct mb_check_kind {
    const char *problem;        /* spec; "" where the record has none */
    const char *status;         /* "" where it has none */
    const char *cpu;            /* "unknown" where it has none */
    const char *reason;         /* NULL: none */
    const char *toolchain;      /* compiler, flags, libraries, math; NULL: not all are known */
    const char *ratio_to;       /* solver that its CPU ratio is to; NULL: it has none */
    const char *search_end;     /* how the search for its solver ended; NULL: there was none */
    const json_t *output_names; /* NULL: there are none */
    const unsigned char *place; /* (MB_FIELDS) of a field among the numbers below */
    mb_run_status end;          /* the status */
} mb_check_kind;

typedef struct mb_check_record {
    uint64_t cell;             /* hash of its name */
    const mb_check_kind *kind; /* of the file */
    const double *rest;        /* numbers of the file, that runs often have alike */
    double *own;               /* accuracy and CPU ratio, owned; the next two stand behind them */
    const double *output;      /* their values at t_reached, NaN: none */
    const char *solver;        /* spec; "" where the record has none */
} mb_check_record;

typedef struct mb_check_file {
    int read, measured;      /* records read, and those that took a step */
    int count, size;         /* cells */
    mb_check_record *record; /* (count) the last of each cell, in order of first appearance */
    mb_places place;         /* cell -> index in record */
    json_t *texts;           /* those of the records, each once, as keys */
    json_t *names;           /* lists of names of outputs, each once */
    json_t *toolchains;      /* by the id of an environment */
    void **block;            /* (blocks) kinds and numbers that records have alike */
    int blocks, blocks_size;
    mb_places block_place; /* hash of what is in it -> index in block */
    unsigned char
        order[MB_FIELDS]; /* what mb_check_kind.place points to: the object stays where it is */
} mb_check_file;

/* Adds the records of a file to a zeroed object or to what it holds; in a gate no
 * line may be lost.  MB_BAD_INPUT: unreadable file, a torn last line, a line that is no record, a
 * record without a cell. */
mb_status mb_check_read(mb_check_file *file, const char *path, mb_error *err);

/* Adds one record, of the file at `path`.  MB_BAD_INPUT: it has no cell, a number below zero that
 * cannot be, or a key with dots that stands before a number. */
mb_status mb_check_add(mb_check_file *file, const json_t *record, const char *path, mb_error *err);

/* Number of a field that the gate reads; NaN: unknown. */
double mb_check_number(const mb_check_record *record, mb_field field);

/* An output at the end; NaN: there is none. */
double mb_check_output(const mb_check_record *record, const char *name);

/* Record of a cell (hash of its name); NULL when there is none. */
const mb_check_record *mb_check_find(const mb_check_file *file, uint64_t cell);

void mb_check_file_free(mb_check_file *file); /* accepts a zeroed object */

#endif
