/* SPDX-License-Identifier: MIT */
/* Fuzz target: everything that reads record files: the report's reader, the gate and its printers,
 * the exports, the index of the record file, the merge. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/record/merge.h"
#include "report/gate/check.h"
#include "report/gate/export.h"
#include "report/terminal/show.h"
#include "report/whole/report.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static char folder[] = "/tmp/mbsbench-fuzz-XXXXXX";

static void clean_up(void)
{
    char command[64];

    snprintf(command, sizeof command, "rm -rf %s", folder);
    if (system(command) != 0)
        perror(command);
}

static void write_input(const char *path, const uint8_t *data, size_t size)
{
    FILE *file = fopen(path, "w");

    if (!file || fwrite(data, 1, size, file) != size || fclose(file) != 0)
        abort();
}

static void hold_against_itself(const char *input, FILE *out)
{
    mb_error err = {MB_OK, ""};
    mb_check_file file = {0};
    mb_check check;

    if (mb_check_read(&file, input, &err) == MB_OK &&
        mb_check_make(&file, &file, &file, false, &check, &err) == MB_OK) {
        if (check.outcome == MB_OUTCOME_REGRESSION)
            abort();
        mb_check_table(out, &check);
        mb_check_junit(out, &check);
        mb_check_markdown(out, &check);
        mb_check_free(&check);
    }
    mb_check_file_free(&file);
}

static void print(mb_records *records, FILE *out)
{
    mb_error err = {MB_OK, ""};
    mb_export_counts counts;

    for (int i = 0; i < MB_EXPORT_FORMATS; i++)
        mb_export(records, (mb_export_format)i, out, &counts, &err);
    mb_report_show(records, "run", out, &err);
}

static void merge(const char *input)
{
    char output[64];
    const char *files[] = {input, input};
    mb_merge_counts counts;
    mb_error err = {MB_OK, ""};
    FILE *notes = fopen("/dev/null", "w");

    snprintf(output, sizeof output, "%s/out.jsonl", folder);
    if (notes) {
        mb_merge(files, 2, output, notes, &counts, &err);
        fclose(notes);
    }
    unlink(output);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char input[64];
    mb_records records = {0};
    mb_error err = {MB_OK, ""};
    FILE *out = fopen("/dev/null", "w");

    if (!input[0]) {
        if (!mkdtemp(folder))
            abort();
        atexit(clean_up);
        snprintf(input, sizeof input, "%s/in.jsonl", folder);
    }
    write_input(input, data, size);
    if (mb_records_read(&records, input, &err) == MB_OK) {
        print(&records, out);
        mb_records_latest(&records);
        print(&records, out);
    } else if (!err.text[0]) {
        abort();
    }
    mb_records_free(&records);
    hold_against_itself(input, out);
    fclose(out);
    merge(input);
    return 0;
}
