/* SPDX-License-Identifier: MIT */
#include "report/records/command.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/spec.h"
#include "report/records/escape.h"

/* Libraries that parts of the solver come from, by the names that the record has. */
static void put_plugins(FILE *file, const json_t *record)
{
    const json_t *plugin;
    size_t i;

    json_array_foreach(json_object_get(record, "plugins"), i, plugin)
    {
        fputs(" --plugin ", file);
        mb_put_shell(file, mb_record_text(plugin, "file"));
    }
}

/* first: a solver before the row's own; NULL: none */
static void put_command(FILE *file, const mb_report_run *row, const char *first)
{
    double t_end = mb_row_field(row, MB_FIELD_T_END);

    fputs("mbsbench run --problem ", file);
    mb_put_shell(file, row->problem);
    if (first) {
        fputs(" --solver ", file);
        mb_put_shell(file, first);
    }
    fputs(" --solver ", file);
    mb_put_shell(file, row->solver);
    if (isfinite(t_end)) {
        char text[MB_NUMBER_SIZE];

        mb_format_number(t_end, text);
        fprintf(file, " --t-end %s", text);
    }
    put_plugins(file, mb_row_record(row));
}

void mb_put_command(FILE *file, const mb_report_run *row)
{
    put_command(file, row, NULL);
}

void mb_put_timed_command(FILE *file, const mb_report_run *row)
{
    const char *to = mb_record_text(mb_row_record(row), "ratio.to");

    put_command(file, row, to && strcmp(to, row->solver) != 0 ? to : NULL);
}

mb_status mb_command_text(const mb_report_run *row, mb_arena *arena, const char **text,
                          mb_error *err)
{
    char *buffer = NULL;
    size_t size;
    FILE *file = open_memstream(&buffer, &size);
    mb_status status = MB_OK;

    if (!file)
        return mb_fail(err, MB_NO_MEMORY, "out of memory");
    mb_put_command(file, row);
    if (fclose(file) != 0 || !(*text = mb_arena_strdup(arena, buffer)))
        status = mb_fail(err, MB_NO_MEMORY, "out of memory");
    free(buffer);
    return status;
}
