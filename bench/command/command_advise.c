/* `mbsbench advise`: which solver to take for one mechanism under given limits. */
#include <math.h>
#include <stdio.h>

#include "bench/command/commands.h"
#include "problems/model.h"
#include "report/answers/advise.h"

struct request {
    const char *problem;
    double limit[MB_LIMITS];
    mb_records records;
};

static mb_status parse(struct request *r, mb_args *args, mb_error *err)
{
    static const char *const option[MB_LIMITS] = {
#define OPTION(name, option, field, word) option,
        MB_LIMIT_LIST(OPTION)};
    static const char *const known[] = {"--problem", MB_LIMIT_LIST(OPTION) NULL};
#undef OPTION
    bool limited = false;

    while (args->at < args->count) {
        const char *value;
        mb_status status = MB_OK;
        int k = 0;

        while (k < MB_LIMITS && !mb_args_value(args, option[k], &value))
            k++;
        if (k < MB_LIMITS) {
            status = mb_args_number(option[k], value, 0.0, true, &r->limit[k], err);
        } else if (mb_args_value(args, "--problem", &value)) {
            status = mb_args_text("--problem", value, "the name of a mechanism", &r->problem, err);
        } else {
            status = mb_args_records(args, known, &r->records, err);
        }
        if (status != MB_OK)
            return status;
    }
    if (!r->problem)
        return mb_fail(err, MB_BAD_INPUT,
                       "--problem is missing; mbsbench list problems shows the mechanisms");
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

int mb_command_advise(mb_args args)
{
    struct request r = {0};
    mb_error err = {MB_OK, ""}, why = {MB_OK, ""};
    mb_arena *arena = mb_arena_create();
    char problem[MB_SPEC_SIZE];
    mb_digest digest;
    mb_advice advice;
    bool nothing = false;
    mb_status status;

    for (int k = 0; k < MB_LIMITS; k++)
        r.limit[k] = NAN;
    if (!arena)
        MB_TRY(mb_fail(&err, MB_NO_MEMORY, "out of memory"));
    MB_TRY(parse(&r, &args, &err));
    if (mb_problem_canonical(r.problem, problem, sizeof problem, &why) != MB_OK)
        MB_TRY(mb_fail(&err, MB_BAD_INPUT, "--problem %s: %s", r.problem, why.text));
    mb_records_latest(&r.records);
    MB_TRY(mb_digest_make(&r.records, arena, &digest, &err));
    MB_TRY(mb_advise(&digest, problem, r.limit, arena, &advice, &err));
    nothing = advice.count == 0;
    if (nothing)
        fprintf(stderr,
                "mbsbench advise: the file holds no record of %s that finished; make some with "
                "mbsbench run --problem %s --solver SPEC\n",
                problem, problem);
    else
        mb_put_advice(stdout, &advice, problem, r.limit);
done:
    mb_records_free(&r.records);
    mb_arena_destroy(arena);
    if (status != MB_OK)
        return mb_command_failed("advise", &err);
    return nothing ? MB_EXIT_NOTHING : MB_EXIT_DONE;
}
