/* `mbsbench advise`: which solver to take for one mechanism under given limits. */
#include <math.h>
#include <stdio.h>

#include "bench/commands.h"
#include "problems/model.h"
#include "report/advise.h"

struct request {
    const char *problem;
    double limit[MB_LIMITS];
    mb_records records;
};

static mb_status parse(struct request *r, mb_args *args, mb_error *err)
{
    static const char *const option[MB_LIMITS] = {"--violation", "--drift", "--error"};
    static const char *const known[] = {"--problem", "--violation", "--drift", "--error", NULL};

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
    if (isnan(r->limit[0]) && isnan(r->limit[1]) && isnan(r->limit[2]))
        return mb_fail(err, MB_BAD_INPUT,
                       "give at least one limit: --violation X, --drift Y or --error E");
    if (r->records.files != 1)
        return mb_fail(
            err, MB_BAD_INPUT,
            "give one file of records (FILE.jsonl); CPU times of several do not compare");
    return MB_OK;
}

int mb_command_advise(mb_args args)
{
    struct request r = {.limit = {NAN, NAN, NAN}};
    mb_error err = {MB_OK, ""}, why = {MB_OK, ""};
    mb_arena *arena = mb_arena_create();
    char problem[MB_SPEC_SIZE];
    mb_digest digest;
    mb_advice advice;
    bool nothing = false;
    mb_status status;

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
                "mbsbench advise: the file holds no record of %s that ended ok; make some with "
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
