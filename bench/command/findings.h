/* Findings of trials on a terminal, a line each. */
#ifndef MB_BENCH_COMMAND_FINDINGS_H
#define MB_BENCH_COMMAND_FINDINGS_H

#include "bench/command/options.h"
#include "bench/validate/validate.h"

/* Puts one out; wrong: an int, the number of those that are wrong. */
void mb_put_finding(const mb_finding *finding, void *wrong);

/* Says how many are wrong; the command's exit status. */
int mb_conclude_findings(const mb_command *command, int wrong);

#endif
