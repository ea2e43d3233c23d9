/* SPDX-License-Identifier: MIT */
/* `mbsbench show`: one record for people, or all of them as a table. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/names.h"
#include "base/text.h"
#include "bench/command/commands.h"
#include "bench/terminal.h"
#include "report/terminal/run_lines.h"
#include "report/terminal/show.h"

struct request {
    mb_words words;
    bool table;
    const char *which; /* NULL: all */
    char near[160];    /* the run whose name is nearest to it; "": none is near */
    int least;         /* changes of letters between the two */
    mb_records records;
};

static bool is_shown(void *request, const json_t *record)
{
    struct request *r = request;
    const char *run = mb_record_text(record, "run");
    int far = run ? mb_edit_distance(r->which, run) : INT_MAX;

    if (far < r->least && mb_nearest(r->which, (const char *const[]){run, NULL})) {
        r->least = far;
        mb_copy_plain(r->near, sizeof r->near, run);
    }
    return mb_report_named(record, r->which);
}

static mb_status read_files(struct request *r, const char *const *file, int n, mb_error *err)
{
    mb_status status = MB_OK;

    if (r->which && access(r->which, F_OK) == 0 && (n == 0 || access(file[0], F_OK) != 0))
        return mb_fail(err, MB_BAD_INPUT,
                       "%s is a file; the key or run of a record comes before it, as in mbsbench "
                       "show RUN %s, or --table for all of them",
                       r->which, r->which);
    if (n == 0)
        return mb_fail(err, MB_BAD_INPUT,
                       "expected KEY or RUN, then a file of records; or --table and such files");
    for (int i = 0; i < n && status == MB_OK; i++) {
        status = r->table ? mb_records_read(&r->records, file[i], err)
                          : mb_records_pick(&r->records, file[i], is_shown, r, err);
        if (status == MB_OK)
            mb_args_tell_torn(file[i], r->records.torn);
    }
    return status;
}

static mb_status run(const mb_args *args, int *exit, mb_error *err)
{
    struct request r = {.least = INT_MAX, .records.most = INT_MAX}; /* all are printed */
    mb_status status;

    r.words.word = calloc((size_t)args->count + 1, sizeof *r.words.word);
    if (!r.words.word)
        MB_TRY(mb_fail(err, MB_NO_MEMORY, "out of memory"));
    MB_TRY(mb_options_take(&mb_command_show, args, &r, err));
    r.which = r.table || r.words.count == 0 ? NULL : r.words.word[0];
    MB_TRY(
        read_files(&r, r.words.word + (r.which ? 1 : 0), r.words.count - (r.which ? 1 : 0), err));
    mb_records_latest(&r.records);
    if (r.table) {
        mb_put_run_lines(stdout, (const json_t *const *)r.records.record, r.records.count,
                         mb_terminal_width(stdout), true);
        *exit = r.records.count > 0 ? MB_EXIT_DONE : MB_EXIT_NOTHING;
    } else if (r.records.count == 0 && *r.near) {
        status = mb_fail(err, MB_BAD_INPUT, "no record is called '%s'; did you mean '%s'?", r.which,
                         r.near);
    } else {
        status = mb_report_show(&r.records, r.which, stdout, err);
    }
done:
    mb_records_free(&r.records);
    free(r.words.word);
    return status;
}

static const mb_option options[] = {
    {"KEY", NULL, "a key, a run, STUDY.RUN or STUDY/RUN, then files of records", MB_OPTION_LIST,
     MB_OPTION_AT(struct request, words), .needs = "a name"},
    {"--table", NULL, "all records of the files, a line each, as wide as the terminal",
     MB_OPTION_FLAG, MB_OPTION_AT(struct request, table)},
    {.word = NULL},
};

const mb_command mb_command_show = {"show",
                                    "KEY|RUN FILE.jsonl... | --table FILE.jsonl...",
                                    options,
                                    .about = "shows one record, or all of a file as a table",
                                    .examples = "mbsbench show run.1 my-runs.jsonl\n"
                                                "mbsbench show --table my-runs.jsonl",
                                    .run = run};
