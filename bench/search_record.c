/* SPDX-License-Identifier: MIT */
#include <math.h>

#include "bench/search.h"
#include "report/records/pick.h"

static const char *const end_word[] = {
#define END_WORD(name, word) word,
    MB_SEARCH_END_LIST(END_WORD)
#undef END_WORD
};

static json_t *limits(const mb_search_goal *goal)
{
    json_t *object = json_object();

    for (int k = 0; k < MB_SEARCH_LIMITS; k++)
        if (!isnan(goal->limit[k]))
            json_object_set_new(object, mb_search_limit_word((mb_search_limit)k),
                                json_real(goal->limit[k]));
    return object;
}

json_t *mb_search_record(const mb_search *s)
{
    json_t *object = json_object(), *tried = json_array();
    double coarsest = s->start, finest = s->start;

    for (int i = 0; i < s->trials; i++) {
        const mb_search_trial *t = &s->tried[i];

        coarsest = fmax(coarsest, t->value);
        finest = fmin(finest, t->value);
        json_array_append_new(tried,
                              json_pack("{s:o, s:s, s:o, s:b}", "value", mb_json_number(t->value),
                                        "status", mb_run_status_word(t->status), "class",
                                        mb_json_number(t->class), "reached", t->reached));
    }
    json_object_set_new(object, "variable", json_string(s->variable));
    json_object_set_new(object, "value", mb_json_number(s->value));
    if (isnan(s->goal->reach) || mb_search_limited(s->goal))
        json_object_set_new(object, "limits", limits(s->goal));
    if (!isnan(s->goal->reach))
        json_object_set_new(object, "reach", json_real(s->goal->reach));
    json_object_set_new(object, "confirmed", json_boolean(s->confirmed));
    json_object_set_new(object, "ended", json_string(end_word[s->end]));
    json_object_set_new(object, "reason", *s->reason ? json_string(s->reason) : json_null());
    json_object_set_new(object, "start", json_real(s->start));
    json_object_set_new(object, "range", json_pack("[f, f]", coarsest, finest));
    json_object_set_new(object, "ratio", json_real(mb_search_ratio(s)));
    json_object_set_new(object, "tried", tried);
    return object;
}
