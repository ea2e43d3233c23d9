/* `mbsbench merge`: several record files into one. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/command/commands.h"
#include "bench/record/merge.h"

static mb_status parse(mb_args *args, const char **files, int *n, const char **out, mb_error *err)
{
    static const char *const known[] = {"--out", NULL};

    while (args->at < args->count) {
        if (mb_args_value(args, "--out", out)) {
            if (!*out || !**out || strcmp(*out, "-") == 0)
                return mb_fail(err, MB_BAD_INPUT, "--out needs a file");
        } else if (args->word[args->at][0] == '-') {
            return mb_args_unknown(args, known, err);
        } else {
            files[(*n)++] = args->word[args->at++];
        }
    }
    if (*n == 0)
        return mb_fail(err, MB_BAD_INPUT, "give the files of records to merge (FILE.jsonl)");
    if (!*out)
        return mb_fail(err, MB_BAD_INPUT, "give the file to write: --out FILE.jsonl");
    return MB_OK;
}

int mb_command_merge(mb_args args)
{
    const char **files = calloc((size_t)args.count + 1, sizeof *files), *out = NULL;
    mb_merge_counts counts = {0};
    mb_error err = {MB_OK, ""};
    mb_status status;
    int n = 0;

    if (!files)
        MB_TRY(mb_fail(&err, MB_NO_MEMORY, "out of memory"));
    MB_TRY(parse(&args, files, &n, &out, &err));
    MB_TRY(mb_merge(files, n, out, stderr, &counts, &err));
    fprintf(stderr, "mbsbench: %ld records read from %d files, %ld written to %s\n", counts.read, n,
            counts.written, out);
    if (counts.no_series > 0)
        fprintf(stderr, "mbsbench: %ld series files are not beside their records; left out\n",
                counts.no_series);
done:
    free(files);
    if (status != MB_OK)
        return mb_command_failed("merge", &err);
    if (counts.damaged > 0)
        return MB_EXIT_ERROR;
    return counts.conflicts > 0 ? MB_EXIT_NOT_COMPARABLE : MB_EXIT_DONE;
}
