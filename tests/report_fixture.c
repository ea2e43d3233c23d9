#include "report_fixture.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_FILE = 4000000 };

char folder[64];
mb_records records;
mb_error error;
mb_arena *arena;

const char three_runs[] = ROW("r1", "c1", "lagrange/rk4:h=0.001", "ok")
    ROW("r2", "c2", "baumgarte/rk4:h=0.001", "diverged")
        ROW("r3", "c1", "lagrange/rk4:h=0.001", "ok")
            ROW("r2", "c2", "baumgarte/rk4:h=0.001", "ok");

const char series[] = "# t position_l2 velocity_l2 acceleration_l2 energy error\n"
                      "0\t0\t0\t0\t0\tnan\n"
                      "1\t1e-9\t2\t0\t-3\tnan\n"
                      "1.5\t1e-8\t2\t0\t2\tnan\n"
                      "not numbers\n"
                      "5\tnan\t2\t0\t2\t1e-3\n"
                      "10\t1e-7\t2\t0\t1\tnan\n";

void start(void)
{
    strcpy(folder, "/tmp/mbsbench-report-XXXXXX");
    cr_assert_not_null(mkdtemp(folder));
    memset(&records, 0, sizeof records);
    memset(&error, 0, sizeof error);
    arena = mb_arena_create();
}

void stop(void)
{
    char command[128];

    mb_records_free(&records);
    mb_arena_destroy(arena);
    snprintf(command, sizeof command, "rm -rf %s", folder);
    cr_assert_eq(system(command), 0);
}

const char *in_folder(const char *name)
{
    static char path[4][256];
    static int next;

    next = (next + 1) % 4;
    snprintf(path[next], sizeof path[next], "%s/%s", folder, name);
    return path[next];
}

void write_file(const char *name, const char *text)
{
    FILE *file = fopen(in_folder(name), "w");

    cr_assert_not_null(file);
    fputs(text, file);
    fclose(file);
}

char *read_file(const char *name)
{
    FILE *file = fopen(in_folder(name), "r");
    char *text = calloc(1, MAX_FILE);

    cr_assert_not_null(file, "%s is missing", name);
    cr_assert_not_null(text);
    cr_assert(fread(text, 1, MAX_FILE - 1, file) > 0 || feof(file));
    fclose(file);
    return text;
}

bool exists(const char *name)
{
    return access(in_folder(name), F_OK) == 0;
}

mb_status read_records(const char *text)
{
    write_file("records.jsonl", text);
    return mb_records_read(&records, in_folder("records.jsonl"), &error);
}

mb_status report(FILE *progress)
{
    return mb_report_write(&records, NULL, 0, in_folder("out"), MB_REPORT_ALL, progress, &error);
}

mb_status report_without_programs(FILE *progress)
{
    mb_status status;

    setenv("PATH", folder, 1);
    status = report(progress);
    setenv("PATH", "/usr/bin:/bin", 1);
    return status;
}

const char *report_with_moody_gnuplot(void)
{
    static char said[2000];
    FILE *progress = fmemopen(said, sizeof said, "w");

    cr_assert_not_null(progress);
    write_file("s.tsv", series);
    write_file("gnuplot",
               "#!/bin/sh\nfor f; do case $f in *velocity*) echo 'I will not' >&2; exit 1;; esac\n"
               "echo '<svg></svg>' > ${f%.gp}.svg; done\n");
    cr_assert_eq(chmod(in_folder("gnuplot"), 0755), 0);
    cr_assert_eq(read_records(DRAWN_RECORD), MB_OK);
    cr_assert_eq(report_without_programs(progress), MB_OK, "%s", error.text);
    fclose(progress);
    return said;
}

void skip_without(const char *program)
{
    char command[100];

    snprintf(command, sizeof command, "command -v %s > /dev/null", program);
    if (system(command) != 0)
        cr_skip_test("%s is not installed", program);
}
