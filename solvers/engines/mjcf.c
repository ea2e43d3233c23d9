/* SPDX-License-Identifier: MIT */
/* mbsbench-mjcf: a job of an adapter on standard input (docs/engines.md) as a model of MuJoCo, for
 * adapters that run it in other versions and languages.
 *
 *   mbsbench-mjcf describe VERSION   the answer to `describe`
 *   mbsbench-mjcf run                MJCF; exit status 77, with the reason, for what is beyond MuJoCo or
 *                                    changes while it runs: drives, laws on joints, one-sided springs.
 *                                    Forces and torques are left to who runs it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "solvers/engines/mujoco_text.h"

int main(int argc, char **argv)
{
    adapter_job *job;
    char *text;

    if (argc == 3 && strcmp(argv[1], "describe") == 0) {
        mujoco_describe(argv[2]);
        return 0;
    }
    if (argc != 2 || strcmp(argv[1], "run") != 0) {
        fputs("usage: mbsbench-mjcf describe VERSION | run (docs/engines.md)\n", stderr);
        return 2;
    }
    job = adapter_read(mujoco_tree);
    text = mujoco_text(job);
    for (int i = 0; i < job->ndrives; i++)
        adapter_cannot("drive '%s' moves while a model runs, which this adapter does not do",
                       job->drive[i].name);
    for (int i = 0; i < job->nforces; i++)
        if (!job->force[i].taken && job->force[i].kind <= ADAPTER_PUSH)
            adapter_cannot("force '%s' is no linear spring of MuJoCo's, and this adapter has no "
                           "others",
                           job->force[i].name);
    if (!text || fputs(text, stdout) < 0 || fflush(stdout) != 0) {
        fputs("the model cannot be written\n", stderr);
        return 1;
    }
    free(text);
    return 0;
}
