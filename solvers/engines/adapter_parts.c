/* SPDX-License-Identifier: MIT */
/* Forces, drives and gears of a job. */
#include <string.h>

#include "solvers/engines/adapter_inner.h"

static int joint_named(const adapter_job *job, const json_t *name, const char *of)
{
    for (int i = 0; json_is_string(name) && i < job->njoints; i++)
        if (strcmp(job->joint[i].name, json_string_value(name)) == 0)
            return i;
    adapter_cannot("'%s' is of the joint '%s', which the job has not", of,
                   json_is_string(name) ? json_string_value(name) : "");
}

static void read_coordinate(const adapter_job *job, const json_t *of, const char *name, int *joint,
                            int *number)
{
    static const char *const known[] = {"revolute", "prismatic", "universal", "distance"};
    const char *kind;

    *joint = joint_named(job, json_object_get(of, "joint"), name);
    *number = (int)json_integer_value(json_object_get(of, "number"));
    kind = job->joint[*joint].kind;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(kind, known[i]) == 0)
            return;
    adapter_cannot("'%s' is of the coordinate of '%s', a %s joint, which this adapter has not",
                   name, job->joint[*joint].name, kind);
}

static void read_effort(adapter_functions *functions, const json_t *o, adapter_force *f)
{
    const char *only = json_string_value(json_object_get(o, "only"));

    f->stiffness = json_number_value(json_object_get(o, "stiffness"));
    f->free = json_number_value(json_object_get(o, "free"));
    f->damping = json_number_value(json_object_get(o, "damping"));
    f->law = adapter_read_law(functions, json_object_get(o, "law"), f->name);
    f->damper = adapter_read_law(functions, json_object_get(o, "damper"), f->name);
    f->only = !only                              ? 0
              : strcmp(only, "tension") == 0     ? 1
              : strcmp(only, "compression") == 0 ? -1
                                                 : 0;
}

static void read_load(const adapter_job *job, adapter_functions *functions, const json_t *o,
                      adapter_force *f)
{
    const json_t *value = json_object_get(o, "value");
    const char *fixed = json_string_value(json_object_get(o, "fixed_in"));

    f->in_body = fixed && strcmp(fixed, "body") == 0;
    for (size_t i = 0; i < 3; i++)
        f->value[i] = adapter_read_law(functions, json_array_get(value, i), f->name);
    if (f->kind == ADAPTER_TORQUE)
        adapter_to_world(job, f->in_body ? f->body[1] : ADAPTER_GROUND, json_object_get(o, "axis"),
                         false, f->axis);
}

static void read_force(const adapter_job *job, adapter_functions *functions, const json_t *o,
                       adapter_force *f)
{
    static const char *const kinds[] = {[ADAPTER_SPRING] = "spring",
                                        [ADAPTER_JOINT] = "joint",
                                        [ADAPTER_PUSH] = "push",
                                        [ADAPTER_FORCE] = "force",
                                        [ADAPTER_TORQUE] = "torque"};
    const char *kind = json_string_value(json_object_get(o, "kind"));
    size_t k = 0;

    f->name = json_string_value(json_object_get(o, "name"));
    while (k < sizeof kinds / sizeof *kinds && strcmp(kinds[k], kind) != 0)
        k++;
    if (k == sizeof kinds / sizeof *kinds)
        adapter_cannot("force '%s' is a %s force, which this adapter has not", f->name, kind);
    f->kind = (adapter_force_kind)k;
    if (f->kind == ADAPTER_JOINT)
        read_coordinate(job, json_object_get(o, "of"), f->name, &f->joint, &f->number);
    else
        adapter_ends(job, o, f->body, f->place);
    if (f->kind == ADAPTER_PUSH)
        adapter_to_world(job, ADAPTER_GROUND, json_object_get(o, "axis"), false, f->axis);
    if (f->kind == ADAPTER_FORCE || f->kind == ADAPTER_TORQUE)
        read_load(job, functions, o, f);
    else
        read_effort(functions, o, f);
}

static void read_gear(const adapter_job *job, const json_t *o, adapter_gear *g)
{
    const json_t *terms = json_object_get(o, "terms");

    g->name = json_string_value(json_object_get(o, "name"));
    g->n = (int)json_array_size(terms);
    g->term = adapter_take((size_t)g->n, sizeof *g->term);
    for (int k = 0; k < g->n; k++) {
        const json_t *term = json_array_get(terms, (size_t)k), *of = json_object_get(term, "of");
        adapter_gear_term *to = &g->term[k];

        to->factor = json_number_value(json_object_get(term, "factor"));
        to->joint = -1;
        to->body = adapter_body_named(job, json_object_get(term, "body"));
        if (of)
            read_coordinate(job, of, g->name, &to->joint, &to->number);
        else
            adapter_to_world(job, to->body, json_object_get(term, "axis"), false, to->axis);
    }
}

void adapter_read_parts(adapter_job *job, const json_t *mechanism)
{
    const json_t *forces = json_object_get(mechanism, "forces"),
                 *drives = json_object_get(mechanism, "drives"),
                 *gears = json_object_get(mechanism, "gears");
    adapter_functions *functions = adapter_read_functions(json_object_get(mechanism, "functions"));

    job->nforces = (int)json_array_size(forces);
    job->ndrives = (int)json_array_size(drives);
    job->ngears = (int)json_array_size(gears);
    job->force = adapter_take((size_t)job->nforces, sizeof *job->force);
    job->drive = adapter_take((size_t)job->ndrives, sizeof *job->drive);
    job->gear = adapter_take((size_t)job->ngears, sizeof *job->gear);
    job->last = adapter_take(2 * (size_t)job->njoints, sizeof *job->last);
    for (int i = 0; i < job->nforces; i++)
        read_force(job, functions, json_array_get(forces, (size_t)i), &job->force[i]);
    for (int i = 0; i < job->ndrives; i++) {
        const json_t *o = json_array_get(drives, (size_t)i);
        adapter_drive *d = &job->drive[i];

        d->name = json_string_value(json_object_get(o, "name"));
        read_coordinate(job, json_object_get(o, "of"), d->name, &d->joint, &d->number);
        d->law = adapter_read_law(functions, json_object_get(o, "law"), d->name);
    }
    for (int i = 0; i < job->ngears; i++)
        read_gear(job, json_array_get(gears, (size_t)i), &job->gear[i]);
}
