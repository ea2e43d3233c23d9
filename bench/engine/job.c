/* SPDX-License-Identifier: MIT */
#include "bench/engine/job.h"

#include <math.h>
#include <string.h>

#include "bench/describe/describe.h"
#include "bench/describe/json.h"

/* Every setting by its name, as the engine says it. */
static json_t *settings(const mb_engine_choice *c)
{
    const mb_param *params = c->engine.settings;
    json_t *o = json_object();

    for (int i = 0; i < mb_param_count(params); i++) {
        const double value = c->settings.value[i];
        const char *word = params[i].choices;

        for (int skip = (int)value; params[i].kind == MB_CHOICE && skip > 0; skip--)
            word = strchr(word, '|') + 1;
        json_object_set_new(o, params[i].name,
                            params[i].kind == MB_CHOICE    ? json_stringn(word, strcspn(word, "|"))
                            : params[i].kind == MB_INTEGER ? json_integer((json_int_t)value)
                                                           : mb_json_quantity(value));
    }
    return o;
}

char *mb_engine_job_text(const mb_engine_job *job)
{
    const mb_engine_choice *c = job->choice;
    const mb_description told = {.declared = job->mechanism, .assembled = job->assembled};
    json_t *o = json_pack(
        "{s:s, s:o, s:o, s:s, s:o, s:o, s:o, s:s, s:s}", "protocol", MB_ENGINE_PROTOCOL,
        "mechanism", mb_describe_json(&told), "t_end", mb_json_quantity(job->t_end), "integrator",
        c->integrator->name, "h", mb_json_quantity(c->h), "tol", mb_json_quantity(c->tol),
        "settings", settings(c), "rows", job->last_only ? "last" : "every", "format", "doubles");
    char *text = o ? json_dumps(o, JSON_COMPACT | JSON_REAL_PRECISION(17)) : NULL;

    json_decref(o);
    return text;
}
