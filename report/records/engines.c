/* SPDX-License-Identifier: MIT */
#include "report/records/engines.h"

#include <string.h>

#include "base/text.h"
#include "report/records/records.h"

static const char prefix[] = "engine.";

bool mb_solver_is_engine(const char *solver)
{
    return solver && strncmp(solver, prefix, sizeof prefix - 1) == 0;
}

static bool is_same(const mb_engine_told *a, const mb_engine_told *b)
{
    return a->name == b->name && strncmp(a->solver, b->solver, (size_t)a->name) == 0 &&
           strcmp(a->version, b->version) == 0 && strcmp(a->precision, b->precision) == 0;
}

void mb_engines_take(mb_engines_told *told, const json_t *record)
{
    const char *when = mb_record_text(record, "engine.velocity_time");
    mb_engine_told new = {.solver = mb_record_text(record, "solver"),
                          .title = mb_record_text(record, "engine.name"),
                          .version = mb_record_text(record, "engine.version"),
                          .precision = mb_record_text(record, "engine.precision"),
                          .mid_step = when && strcmp(when, "mid-step") == 0};
    int i = 0;

    if (!mb_solver_is_engine(new.solver) || !new.title || !new.version || !new.precision)
        return;
    new.name = (int)strcspn(new.solver, ":/");
    while (i < told->count && !is_same(&told->engine[i], &new))
        i++;
    if (i == MB_ENGINES_TOLD)
        return;
    if (i == told->count)
        told->engine[told->count++] = new;
    told->engine[i].mid_step = told->engine[i].mid_step || new.mid_step;
}

void mb_engines_text(const mb_engines_told *told, char *text, size_t size)
{
    *text = '\0';
    for (int i = 0; i < told->count; i++) {
        const mb_engine_told *e = &told->engine[i];
        char one[200];

        snprintf(one, sizeof one, "%.60s %.40s in %.40s precision", e->title, e->version,
                 e->precision);
        mb_join(text, size, ", ", one);
    }
}
