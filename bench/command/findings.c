#include "bench/command/findings.h"

#include <stdio.h>

#include "base/text.h"
#include "bench/command/commands.h"

void mb_put_finding(const mb_finding *finding, void *wrong)
{
    static const char *const words[] = {
        [MB_FINDING_OK] = "ok", [MB_FINDING_WRONG] = "WRONG", [MB_FINDING_NOT_DONE] = "not done"};
    int *count = wrong;

    *count += finding->kind == MB_FINDING_WRONG;
    mb_put_line(stdout, "%-8s  %-13s  %s", words[finding->kind], finding->name, finding->text);
    fflush(stdout);
}

int mb_conclude_findings(const mb_command *command, int wrong)
{
    if (wrong > 0)
        fprintf(stderr, "mbsbench %s: %d of these are wrong\n", command->name, wrong);
    return wrong > 0 ? MB_EXIT_ERROR : MB_EXIT_DONE;
}
