/* SPDX-License-Identifier: MIT */
/* `mbsbench merge`: several record files into one. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/command/commands.h"
#include "bench/record/merge.h"

struct request {
    mb_words files;
    const char *out;
};

static mb_status run(const mb_args *args, int *exit, mb_error *err)
{
    struct request r = {.files.word = calloc((size_t)args->count + 1, sizeof *r.files.word)};
    mb_merge_counts counts = {0};
    mb_status status;

    if (!r.files.word)
        MB_TRY(mb_fail(err, MB_NO_MEMORY, "out of memory"));
    MB_TRY(mb_options_take(&mb_command_merge, args, &r, err));
    if (strcmp(r.out, "-") == 0)
        MB_TRY(mb_fail(err, MB_BAD_INPUT, "--out needs a file"));
    MB_TRY(mb_merge(r.files.word, r.files.count, r.out, stderr, &counts, err));
    fprintf(stderr, "mbsbench: %ld records read from %d files, %ld written to %s\n", counts.read,
            r.files.count, counts.written, r.out);
    if (counts.no_series > 0)
        fprintf(stderr, "mbsbench: %ld series files are not beside their records; left out\n",
                counts.no_series);
    *exit = counts.damaged > 0     ? MB_EXIT_ERROR
            : counts.conflicts > 0 ? MB_EXIT_NOT_COMPARABLE
                                   : MB_EXIT_DONE;
done:
    free(r.files.word);
    return status;
}

static const mb_option options[] = {
    {"FILE", NULL, "records, with their series beside them", MB_OPTION_LIST,
     MB_OPTION_AT(struct request, files), .needs = "a name",
     .missing = "give the files of records to merge (FILE.jsonl)"},
    {"--out", "FILE", "all of them, each once", MB_OPTION_TEXT, MB_OPTION_AT(struct request, out),
     .needs = "a file", .missing = "give the file to write: --out FILE.jsonl"},
    {.word = NULL},
};

const mb_command mb_command_merge = {"merge",
                                     "FILE.jsonl... --out FILE.jsonl",
                                     options,
                                     .about =
                                         "puts records of several machines or shards into one file",
                                     .examples = "mbsbench merge my-runs.jsonl --out all.jsonl",
                                     .run = run};
