/* What the tests of the report share: a folder of their own with records and series in it, reports
 * with stand-ins for the programs that draw. */
#ifndef MB_TESTS_REPORT_FIXTURE_H
#define MB_TESTS_REPORT_FIXTURE_H

#include "report/report.h"

extern char folder[64]; /* of the test */
extern mb_records records;
extern mb_error error;
extern mb_arena *arena;

/* Makes and removes these; init and fini of a suite. */
void start(void);
void stop(void);

/* Path in the folder; one of a few buffers, so that two can be used in one call. */
const char *in_folder(const char *name);
void write_file(const char *name, const char *text);
char *read_file(const char *name); /* to be freed */
bool exists(const char *name);

/* Reads the text as a file of records. */
mb_status read_records(const char *text);

#define SCHEMA "\"schema\":\"mbsbench-record-1\""
#define RECORD(run, key) "{" SCHEMA ",\"study\":\"s\",\"run\":\"" run "\",\"key\":\"" key "\"}\n"

/* A run of solver a/b on mechanism p with the series in s.tsv. */
#define DRAWN_RECORD                                                                               \
    "{" SCHEMA ",\"study\":\"s\",\"run\":\"r\",\"problem\":{\"name\":\"p\"},\"solver\":\"a/b\","   \
    "\"status\":\"ok\",\"t_end\":10,\"series\":\"s.tsv\"}\n"

/* A measured run on mechanism p. */
#define ROW(run, cell, solver, status)                                                             \
    "{" SCHEMA ",\"study\":\"s\",\"run\":\"" run "\",\"cell\":\"" cell                             \
    "\",\"problem\":{\"name\":\"p\",\"title\":\"a <p>\"},\"solver\":\"" solver                     \
    "\",\"status\":\"" status "\",\"reason\":\"because & so\",\"t_end\":10,\"t_reached\":5,"       \
    "\"h\":0.001,\"position\":{\"l2\":{\"max\":1.5e-9,\"mean\":1e-10}},\"energy\":{\"max_abs\":"   \
    "0.25,\"final\":-0.125,\"max_rel_ke\":1e-4},\"cpu\":{\"loop\":[3,1,2],\"per_step_us\":4},"     \
    "\"counters\":{\"steps\":100,\"iterations\":250}}\n"

/* Three runs, the second of them made twice. */
extern const char three_runs[];

/* A series of all quantities, with holes and a line that is none. */
extern const char series[];

/* Writes the report in all formats to the folder's "out". */
mb_status report(FILE *progress);

/* The same where no program is found but those that the test put into its folder. */
mb_status report_without_programs(FILE *progress);

/* That of DRAWN_RECORD with a gnuplot in the folder that draws what it is given but the velocity;
 * what it said on the way. */
const char *report_with_moody_gnuplot(void);

/* Skips the test where the machine has no such program. */
void skip_without(const char *program);

#endif
