/* SPDX-License-Identifier: MIT */
#include "problems/robots/report.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

void mb_robot_say(mb_robot_report *report, mb_fate fate, int line, const char *format, ...)
{
    char text[400], plain[400];
    const int most = fate == MB_REFUSED ? MB_REFUSALS : MB_REPORT_LINES;
    mb_robot_entry *entry = report->entry[fate];
    uint32_t hash = 2166136261u;
    va_list args;

    if (line < MB_LINES_OF_A_FILE)
        line += report->reading * MB_LINES_OF_A_FILE;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    mb_copy_plain(plain, sizeof plain, text);
    for (const char *c = plain; *c; c++)
        hash = (hash ^ (unsigned char)*c) * 16777619u;
    for (int i = 0; i < report->n[fate]; i++)
        if (entry[i].hash == hash && strcmp(entry[i].text, plain) == 0) {
            entry[i].more++;
            return;
        }
    if (report->n[fate] == most) {
        report->others[fate]++;
        return;
    }
    entry += report->n[fate];
    *entry = (mb_robot_entry){line, 0, hash, mb_arena_strdup(report->arena, plain)};
    if (entry->text)
        report->n[fate]++;
    else
        report->no_memory = true;
}

/* Where the entry's line is, and the file, beside the one that includes it */
static void put_place(const mb_robot_report *report, int line, char *text, size_t size)
{
    const int file = line / MB_LINES_OF_A_FILE;

    if (file > 0)
        snprintf(text, size, "%s: %s:%d", report->file, report->included[file],
                 line % MB_LINES_OF_A_FILE);
    else
        snprintf(text, size, "%s:%d", report->file, line);
}

static int by_line(const void *a, const void *b)
{
    const mb_robot_entry *x = a, *y = b;

    return (x->line > y->line) - (x->line < y->line);
}

void mb_robot_report_sort(mb_robot_report *report)
{
    for (int f = 0; f < MB_FATES; f++)
        qsort(report->entry[f], (size_t)report->n[f], sizeof report->entry[f][0], by_line);
}

void mb_robot_report_print(const mb_robot_report *report, FILE *out)
{
    static const char *const word[] = {"taken", "ignored", "refused"};
    static const char *const kind[] = {"", "warning: ", "error: "};

    for (int f = 0; f < MB_FATES; f++) {
        if (report->n[f])
            fprintf(out, "%s:\n", word[f]);
        for (int i = 0; i < report->n[f]; i++) {
            const mb_robot_entry *e = &report->entry[f][i];
            char place[600];

            fputs("  ", out);
            put_place(report, e->line, place, sizeof place);
            mb_put_plain(out, place);
            fprintf(out, ": %s%s", kind[f], e->text);
            if (e->more)
                fprintf(out, " (and %ld more)", e->more);
            fputc('\n', out);
        }
        if (report->others[f])
            fprintf(out, "  and %ld other lines\n", report->others[f]);
    }
}

mb_status mb_robot_report_status(const mb_robot_report *report, mb_error *err)
{
    char text[sizeof err->text] = "", line[1100], place[600];

    if (report->no_memory)
        return mb_fail(err, MB_NO_MEMORY, "out of memory");
    for (int i = 0; i < report->n[MB_REFUSED]; i++) {
        const mb_robot_entry *e = &report->entry[MB_REFUSED][i];

        put_place(report, e->line, place, sizeof place);
        snprintf(line, sizeof line, "%s: %s", place, e->text);
        mb_join(text, sizeof text, "\n", line);
    }
    return text[0] ? mb_fail(err, MB_BAD_INPUT, "%s", text) : MB_OK;
}
