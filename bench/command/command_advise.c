/* `mbsbench advise`: which solver to take for one mechanism under given limits. */
#include <math.h>
#include <stdio.h>

#include "bench/command/commands.h"
#include "bench/mechanism/problem_file.h"
#include "report/answers/advise.h"

struct request {
    const char *problem;
    double limit[MB_LIMITS];
    mb_records records;
};

static mb_status check(const struct request *r, mb_error *err)
{
    bool limited = false;

    for (int k = 0; k < MB_LIMITS; k++)
        limited = limited || !isnan(r->limit[k]);
    if (!limited)
        return mb_fail(err, MB_BAD_INPUT,
                       "give at least one limit: --gap X (of the mechanism's size), --violation X "
                       "(SI units of the rows), --drift Y (J) or --error E (m, rad)");
    if (r->records.files != 1)
        return mb_fail(
            err, MB_BAD_INPUT,
            "give one file of records (FILE.jsonl); CPU times of several do not compare");
    return MB_OK;
}

static mb_status run(const mb_args *args, int *exit, mb_error *err)
{
    struct request r = {0};
    mb_error why = {MB_OK, ""};
    mb_arena *arena = mb_arena_create();
    mb_problem_spec problem;
    mb_digest digest;
    mb_advice advice;
    mb_status status;

    for (int k = 0; k < MB_LIMITS; k++)
        r.limit[k] = NAN;
    if (!arena)
        MB_TRY(mb_fail(err, MB_NO_MEMORY, "out of memory"));
    MB_TRY(mb_options_take(&mb_command_advise, args, &r, err));
    MB_TRY(check(&r, err));
    if (mb_problem_open(r.problem, arena, stderr, &problem, &why) != MB_OK)
        MB_TRY(mb_fail(err, MB_BAD_INPUT, "--problem %s: %s", r.problem, why.text));
    mb_records_latest(&r.records);
    MB_TRY(mb_digest_make(&r.records, arena, &digest, err));
    MB_TRY(mb_advise(&digest, problem.canonical, r.limit, arena, &advice, err));
    if (advice.count > 0) {
        mb_put_advice(stdout, &advice, problem.canonical, r.limit);
    } else {
        fprintf(stderr,
                "mbsbench advise: the file holds no record of %s that finished; make some with "
                "mbsbench run --problem %s --solver SPEC\n",
                problem.canonical, problem.canonical);
        *exit = MB_EXIT_NOTHING;
    }
done:
    mb_records_free(&r.records);
    mb_arena_destroy(arena);
    return status;
}

#define LIMIT(kind) .above = true, MB_OPTION_AT(struct request, limit[kind])
static const mb_option options[] = {
    {"FILE", NULL, "records of mbsbench run, one file", MB_OPTION_RECORDS,
     MB_OPTION_AT(struct request, records)},
    {"--problem", "P", "a mechanism of the catalogue, or a file that ends in .yaml or has a '/'",
     MB_OPTION_TEXT, MB_OPTION_AT(struct request, problem), .needs = "the name of a mechanism",
     .missing = "--problem is missing; mbsbench list problems shows the mechanisms"},
    {"--gap", "X", "how far joints may open, of the mechanism's size", MB_OPTION_NUMBER,
     LIMIT(MB_LIMIT_GAP)},
    {"--violation", "X", "largest norm of the position rows, in their SI units (m, m2, rad)",
     MB_OPTION_NUMBER, LIMIT(MB_LIMIT_VIOLATION)},
    {"--drift", "Y", "largest energy drift [J]", MB_OPTION_NUMBER, LIMIT(MB_LIMIT_DRIFT)},
    {"--error", "E", "largest error of the outputs against the reference [m, rad]",
     MB_OPTION_NUMBER, LIMIT(MB_LIMIT_ERROR)},
    {.word = NULL},
};
#undef LIMIT

const mb_command mb_command_advise = {
    "advise",
    "--problem P [--gap X] [--violation X] [--drift Y] [--error E] FILE.jsonl\n"
    "                      the cheapest solvers that keep the limits and are right",
    options,
    .about = "says which solver to take for a mechanism",
    .examples = "mbsbench advise --problem four-bar --error 1e-2 my-runs.jsonl",
    .run = run};
