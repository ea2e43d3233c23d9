/* `mbsbench show`: one record for people. */
#include <limits.h>
#include <stdio.h>

#include "base/names.h"
#include "base/text.h"
#include "bench/command/commands.h"
#include "report/terminal/show.h"

struct request {
    const char *which; /* NULL until it is given */
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

/* KEY or RUN, then files. */
static mb_status take(void *request, const char *option, const char *value, mb_error *err)
{
    struct request *r = request;
    mb_status status;

    (void)option;
    if (!r->which) {
        r->which = value;
        return MB_OK;
    }
    status = mb_records_pick(&r->records, value, is_shown, r, err);
    if (status == MB_OK)
        mb_args_tell_torn(value, r->records.torn);
    return status;
}

static mb_status run(const mb_args *args, int *exit, mb_error *err)
{
    struct request r = {.least = INT_MAX};
    mb_status status;

    (void)exit;
    MB_TRY(mb_options_take(&mb_command_show, args, &r, err));
    if (r.records.files == 0)
        MB_TRY(mb_fail(err, MB_BAD_INPUT, "expected KEY or RUN, then a file of records"));
    mb_records_latest(&r.records);
    if (r.records.count == 0 && *r.near)
        MB_TRY(mb_fail(err, MB_BAD_INPUT, "no record is called '%s'; did you mean '%s'?", r.which,
                       r.near));
    MB_TRY(mb_report_show(&r.records, r.which, stdout, err));
done:
    mb_records_free(&r.records);
    return status;
}

static const mb_option words[] = {
    {"KEY", NULL, "a key, a run, STUDY.RUN or STUDY/RUN, then files of records", MB_OPTION_OWN,
     .take = take},
    {.word = NULL},
};

const mb_command mb_command_show = {"show",
                                    "KEY|RUN FILE.jsonl",
                                    words,
                                    .about = "shows one record",
                                    .examples = "mbsbench show run.1 my-runs.jsonl",
                                    .run = run};
