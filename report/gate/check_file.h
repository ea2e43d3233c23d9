/* What the gate keeps of a file of records, read line by line: the numbers that it judges and what
 * names a cell, some hundred bytes of each cell's last record. */
#ifndef MB_REPORT_GATE_CHECK_FILE_H
#define MB_REPORT_GATE_CHECK_FILE_H

#include <jansson.h>
#include <stdbool.h>

#include "base/status.h"

/* Name, path in the record. */
#define MB_CHECK_NUMBER_LIST(X)                                                                    \
    X(MB_CHECK_T_END, "t_end")                                                                     \
    X(MB_CHECK_T_REACHED, "t_reached")                                                             \
    X(MB_CHECK_STEP, "h")                                                                          \
    X(MB_CHECK_TIME_LIMIT, "limits.time")                                                          \
    X(MB_CHECK_MEMORY_LIMIT, "limits.memory")                                                      \
    X(MB_CHECK_ENERGY, "energy.initial")                                                           \
    X(MB_CHECK_BOUND, "error.bound")                                                               \
    X(MB_CHECK_POSITION_MAX, "position.l2.max")                                                    \
    X(MB_CHECK_POSITION_MEAN, "position.l2.mean")                                                  \
    X(MB_CHECK_VELOCITY_MAX, "velocity.l2.max")                                                    \
    X(MB_CHECK_VELOCITY_MEAN, "velocity.l2.mean")                                                  \
    X(MB_CHECK_ACCELERATION_MAX, "acceleration.l2.max")                                            \
    X(MB_CHECK_DRIFT_MAX, "energy.max_abs")                                                        \
    X(MB_CHECK_DRIFT_MEAN, "energy.mean_abs")                                                      \
    X(MB_CHECK_ERROR, "error.max")                                                                 \
    X(MB_CHECK_HORIZON, "error.horizon")                                                           \
    X(MB_CHECK_CLASS, "precision.class")                                                           \
    X(MB_CHECK_GAP, "precision.gap")                                                               \
    X(MB_CHECK_DRIFT, "precision.drift")                                                           \
    X(MB_CHECK_STEPS, "counters.steps")                                                            \
    X(MB_CHECK_REJECTED, "counters.rejected")                                                      \
    X(MB_CHECK_EVALUATIONS, "counters.evaluations")                                                \
    X(MB_CHECK_SOLVES, "counters.solves")                                                          \
    X(MB_CHECK_FACTORISATIONS, "counters.factorisations")                                          \
    X(MB_CHECK_REFACTORISATIONS, "counters.refactorisations")                                      \
    X(MB_CHECK_ITERATIONS, "counters.iterations")                                                  \
    X(MB_CHECK_STOPPED, "counters.stopped")                                                        \
    X(MB_CHECK_UNCONVERGED, "counters.unconverged")                                                \
    X(MB_CHECK_SWITCHES, "counters.switches")                                                      \
    X(MB_CHECK_OWN_ALLOCATIONS, "counters.own_allocations")                                        \
    X(MB_CHECK_LIBRARY_ALLOCATIONS, "counters.library_allocations")                                \
    X(MB_CHECK_INSTRUCTIONS, "counters.instructions")

typedef enum mb_check_number {
#define MB_CHECK_NUMBER_ENUM(name, path) name,
    MB_CHECK_NUMBER_LIST(MB_CHECK_NUMBER_ENUM)
#undef MB_CHECK_NUMBER_ENUM
        MB_CHECK_NUMBERS
} mb_check_number;

/* The texts belong to the file. */
typedef struct mb_check_record {
    const char *problem, *solver;    /* specs; "" where the record has none */
    const char *status;              /* "" where it has none */
    bool known;                      /* the status */
    const char *cpu;                 /* "unknown" where it has none */
    const char *reason;              /* NULL: none */
    const char *toolchain;           /* compiler, flags and libraries; NULL: not all are known */
    json_t *outputs;                 /* name -> value at t_reached, owned; NULL: none */
    double number[MB_CHECK_NUMBERS]; /* NaN: unknown */
} mb_check_record;

typedef struct mb_check_file {
    bool (*known_status)(const char *status); /* NULL: every one is known */
    int read, measured;                       /* records read, and those that took a step */
    int count, size;                          /* cells */
    mb_check_record *record; /* (count) the last of each cell, in order of first appearance */
    json_t *place;           /* cell -> index in record */
    json_t *texts;           /* those of the records, each once, as keys */
} mb_check_file;

/* Path of a number in a record. */
const char *mb_check_path(mb_check_number number);

/* Adds the records of a file to a zeroed object or to what it holds; in a gate no
 * line may be lost.  MB_BAD_INPUT: unreadable file, a torn last line, a line that is no record, a
 * record without a cell. */
mb_status mb_check_read(mb_check_file *file, const char *path, mb_error *err);

/* Adds one record, of the file at `path`.  MB_BAD_INPUT: it has no cell, a number below zero that
 * cannot be, or a key with dots that stands before a number. */
mb_status mb_check_add(mb_check_file *file, const json_t *record, const char *path, mb_error *err);

/* Record of a cell; NULL when there is none. */
const mb_check_record *mb_check_find(const mb_check_file *file, const char *cell);

void mb_check_file_free(mb_check_file *file); /* accepts a zeroed object */

#endif
