/* SPDX-License-Identifier: MIT */
/* What a record holds and the vocabulary of its numbers are the same. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bench/record/record.h"
#include "report/records/fields.h"
#include "report/records/records.h"

static mb_result result;
static mb_search search;
static mb_search_goal goal;

/* A record with whatever a run may tell: of one with a reference, or of one whose steps leap. */
static json_t *record(bool leaps)
{
    const mb_run run = {.study = "s",
                        .id = "a",
                        .problem = "double-four-bar",
                        .of = mb_problem_find("double-four-bar"),
                        .solver = "lagrange/rk4:h=0.001",
                        .t_end = 0.1};
    json_t *environment = json_pack("{s:f}", "load", 0.5), *record;
    const mb_record_extra extra = {{60.0, 2048.0}, "a/b:h=1", environment, NULL, NULL, &search};

    mb_result_clear(&result);
    result.status = MB_RUN_OK;
    result.nq = result.nv = result.mh = result.m = 1;
    result.t_reached = result.scale = result.gap = result.limits_t = 0.1;
    result.points = result.samples = result.pairs = result.noutputs = 1;
    strcpy(result.output_name[0], "crank.angle");
    strcpy(result.output_unit[0], "rad");
    strcpy(result.engine.name, "an engine");
    result.energy = (mb_energy){.balance = true, .largest = 1.0, .max_kinetic = 1.0};
    result.has_reference = !leaps;
    result.has_branch = result.allocations_counted = true;
    result.rank_along = (mb_rank_result){.least = 1e-5, .at = 0.0, .largest = 1e-5};
    result.momentum = (mb_momentum_result){0.0, 0.0};
    result.instructions = 1e6;
    if (leaps) {
        result.departure = result.energy.leap = 1.0;
        result.energy.between = 100.0;
    }
    mb_search_no_limits(&goal);
    goal.reach = leaps ? (double)NAN : 1e-4;
    goal.limit[MB_SEARCH_ENERGY] = 1.0;
    search = (mb_search){
        .goal = &goal, .solver = run.solver, .variable = "h", .value = 0.1, .start = 0.1};
    record = mb_record(&run, &result, &extra);
    json_decref(environment);
    return record;
}

/* Is every number of an object at a path in the vocabulary? */
static void expect_known(json_t *object, const char *path)
{
    const char *key;
    json_t *value;

    json_object_foreach(object, key, value)
    {
        char inner[256];

        snprintf(inner, sizeof inner, "%s%s%s", path, *path ? "." : "", key);
        if (json_is_object(value))
            expect_known(value, inner);
        else if (json_is_number(value))
            cr_expect(mb_field_find(inner) < MB_FIELDS || mb_field_open(inner), "%s", inner);
    }
}

Test(fields, every_number_of_a_record_is_in_the_vocabulary)
{
    for (int k = 0; k < 2; k++) {
        json_t *r = record(k);

        expect_known(r, "");
        json_decref(r);
    }
}

/* Does a record have a field, if only as null? */
static bool has(const json_t *record, const char *path)
{
    const json_t *value = record;

    while (value && *path) {
        size_t n = strcspn(path, ".");

        value = json_object_getn(value, path, n);
        path += n + (path[n] == '.');
    }
    return value;
}

Test(fields, the_vocabulary_names_nothing_else)
{
    json_t *a = record(false), *b = record(true);

    for (int i = 0; i < MB_FIELDS; i++)
        cr_expect(has(a, mb_field_of((mb_field)i)->path) || has(b, mb_field_of((mb_field)i)->path),
                  "%s", mb_field_of((mb_field)i)->path);
    json_decref(a);
    json_decref(b);
}

Test(fields, each_stands_once)
{
    for (int i = 0; i < MB_FIELDS; i++) {
        const mb_field_text *f = mb_field_of((mb_field)i);

        cr_expect(mb_field_find(f->path) == (mb_field)i, "%s", f->path);
        cr_expect(f->text && f->unit && f->statistic && (f->csv || !f->heading), "%s", f->path);
        cr_expect(mb_field_claimable(f->path), "%s", f->path);
    }
    cr_expect(mb_field_find("position.l3.max") == MB_FIELDS);
    cr_expect(!mb_field_claimable("environment.load") && mb_field_claimable("outputs.P.x"));
}

Test(fields, norms_stand_in_the_order_of_the_audit)
{
    static const char *const level[] = {"position", "velocity", "acceleration"};
    static const char *const norm[] = {"l2", "sq", "l1", "linf"};
    static const char *const statistic[] = {"max", "mean", "rms", "final"};

    for (int i = 0; i < 48; i++) {
        char path[64];

        snprintf(path, sizeof path, "%s.%s.%s", level[i / 16], norm[i / 4 % 4], statistic[i % 4]);
        cr_expect_str_eq(mb_field_of((mb_field)(MB_FIELD_POSITION_MAX + i))->path, path);
    }
}

Test(fields, units_of_outputs)
{
    json_t *r = record(false), *older = json_object();

    cr_expect_str_eq(mb_output_unit(r, "crank.angle"), "rad");
    cr_expect_str_eq(mb_output_unit(r, "crank.x"), "SI units");
    cr_expect_str_eq(mb_output_unit(older, "crank.angle"), "SI units");
    json_decref(r);
    json_decref(older);
}
