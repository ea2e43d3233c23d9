/* SPDX-License-Identifier: MIT */
#include "bench/command/findings.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/text.h"
#include "bench/command/commands.h"

static void tell(const mb_finding *finding, void *data)
{
    static const char *const words[] = {
        [MB_FINDING_OK] = "ok", [MB_FINDING_WRONG] = "WRONG", [MB_FINDING_NOT_DONE] = "not done"};
    int *wrong = data;

    *wrong += finding->kind == MB_FINDING_WRONG;
    mb_put_line(stdout, "%-8s  %-13s  %s", words[finding->kind], finding->name, finding->text);
    fflush(stdout);
}

mb_status mb_put_to_trials(const mb_command *command, mb_trials *trials, const mb_args *args,
                           int *exit, mb_error *err)
{
    const char **word = calloc((size_t)args->count + 1, sizeof *word);
    mb_trial_words r = {.words.word = word};
    int wrong = 0;
    mb_status status;

    if (!word)
        MB_TRY(mb_fail(err, MB_NO_MEMORY, "out of memory"));
    MB_TRY(mb_options_take(command, args, &r, err));
    MB_TRY(trials(word[0], word + 1, r.words.count - 1, tell, &wrong, err));
    if (wrong > 0)
        fprintf(stderr, "mbsbench %s: %d of these are wrong\n", command->name, wrong);
    *exit = wrong > 0 ? MB_EXIT_ERROR : MB_EXIT_DONE;
done:
    free(word);
    return status;
}
