/* SPDX-License-Identifier: MIT */
/* Jobs: what is read from standard input, and the settings in them. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "solvers/engines/adapter_inner.h"

void adapter_cannot(const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    exit(ADAPTER_NOT_APPLICABLE);
}

void adapter_die(const char *what)
{
    fprintf(stderr, "%s\n", what);
    exit(1);
}

void *adapter_take(size_t count, size_t size)
{
    void *p = calloc(count > 0 ? count : 1, size);

    if (!p)
        adapter_die("no memory");
    return p;
}

bool adapter_vector(const json_t *array, int n, double *x)
{
    for (int i = 0; i < n; i++)
        x[i] = json_number_value(json_array_get(array, (size_t)i));
    return json_array_size(array) == (size_t)n;
}

int adapter_body_named(const adapter_job *job, const json_t *name)
{
    for (int i = 0; json_is_string(name) && i < job->nbodies; i++)
        if (strcmp(job->body[i].name, json_string_value(name)) == 0)
            return i;
    return ADAPTER_GROUND;
}

static void read_bodies(adapter_job *job, const json_t *list)
{
    job->nbodies = (int)json_array_size(list);
    job->body = adapter_take((size_t)job->nbodies, sizeof *job->body);
    for (int i = 0; i < job->nbodies; i++) {
        const json_t *o = json_array_get(list, (size_t)i);
        adapter_body *b = &job->body[i];
        double six[6] = {0.0};

        b->name = json_string_value(json_object_get(o, "name"));
        b->point = json_is_true(json_object_get(o, "point"));
        b->mass = json_number_value(json_object_get(o, "mass"));
        adapter_vector(json_object_get(o, "com_world"), 3, b->place);
        adapter_vector(json_object_get(o, "quaternion"), 4, b->quaternion);
        adapter_vector(json_object_get(o, "inertia6"), 6, six);
        if (!job->spatial)
            six[0] = six[1] = six[2];
        b->tensor[0] = six[0];
        b->tensor[4] = six[1];
        b->tensor[8] = six[2];
        b->tensor[1] = b->tensor[3] = six[3];
        b->tensor[2] = b->tensor[6] = six[4];
        b->tensor[5] = b->tensor[7] = six[5];
        if (!adapter_vector(json_object_get(o, "v"), 3, b->velocity))
            adapter_cannot("the mechanism is not put together");
        adapter_vector(json_object_get(o, "omega"), 3, b->omega);
    }
}

/* A place or direction of a body in the world. */
void adapter_to_world(const adapter_job *job, int body, const json_t *local, bool place,
                      double out[3])
{
    double u[3] = {0.0};

    adapter_vector(local, 3, u);
    memcpy(out, u, sizeof u);
    if (body == ADAPTER_GROUND)
        return;
    adapter_turn(job->body[body].quaternion, u, out);
    for (int i = 0; place && i < 3; i++)
        out[i] += job->body[body].place[i];
}

void adapter_ends(const adapter_job *job, const json_t *o, int body[2], double (*place)[3])
{
    static const char *const marker[2] = {"marker_a", "marker_b"};

    for (int k = 0; k < 2; k++) {
        body[k] = adapter_body_named(job, json_array_get(json_object_get(o, "bodies"), (size_t)k));
        adapter_to_world(job, body[k], json_object_get(o, marker[k]), true, place[k]);
    }
}

static void read_joints(adapter_job *job, const json_t *list)
{
    static const char *const axis[2] = {"axis_a", "axis_b"};

    job->njoints = (int)json_array_size(list);
    job->joint = adapter_take((size_t)job->njoints, sizeof *job->joint);
    for (int i = 0; i < job->njoints; i++) {
        const json_t *o = json_array_get(list, (size_t)i);
        adapter_joint *j = &job->joint[i];

        j->name = json_string_value(json_object_get(o, "name"));
        j->kind = json_string_value(json_object_get(o, "kind"));
        j->length = json_number_value(json_object_get(o, "length"));
        adapter_ends(job, o, j->body, j->place);
        for (int k = 0; k < 2; k++) {
            const json_t *value = json_array_get(json_object_get(o, "value"), (size_t)k);

            adapter_to_world(job, j->body[k], json_object_get(o, axis[k]), false, j->axis[k]);
            j->value[k] = json_number_value(value);
        }
    }
}

adapter_job *adapter_read(const char *const *tree)
{
    json_error_t at;
    json_t *o = json_loadf(stdin, 0, &at), *m = json_object_get(o, "mechanism");
    adapter_job *job = adapter_take(1, sizeof *job);
    const json_t *h = json_object_get(o, "h"), *tol = json_object_get(o, "tol");
    const char *protocol = json_string_value(json_object_get(o, "protocol"));
    const char *rows = json_string_value(json_object_get(o, "rows"));

    if (!protocol || strcmp(protocol, "mbsbench-engine-1") != 0 || !json_is_object(m))
        adapter_die("the job on standard input is none of mbsbench-engine-1");
    job->json = o;
    job->spatial = strcmp(json_string_value(json_object_get(m, "dimension")), "spatial") == 0;
    adapter_vector(json_object_get(m, "gravity"), 3, job->gravity);
    job->t_end = json_number_value(json_object_get(o, "t_end"));
    job->h = json_is_number(h) ? json_number_value(h) : (double)NAN;
    job->tol = json_is_number(tol) ? json_number_value(tol) : (double)NAN;
    job->integrator = json_string_value(json_object_get(o, "integrator"));
    job->last_only = rows && strcmp(rows, "last") == 0;
    read_bodies(job, json_object_get(m, "bodies"));
    read_joints(job, json_object_get(m, "joints"));
    adapter_read_parts(job, m);
    adapter_find_tree(job, tree);
    return job;
}

static const json_t *setting(const adapter_job *job, const char *name)
{
    return json_object_get(json_object_get(job->json, "settings"), name);
}

double adapter_number(const adapter_job *job, const char *name)
{
    const json_t *value = setting(job, name);

    if (!json_is_number(value))
        adapter_die("a setting of the job is missing, or no number");
    return json_number_value(value);
}

const char *adapter_word(const adapter_job *job, const char *name)
{
    const char *word = json_string_value(setting(job, name));

    if (!word)
        adapter_die("a setting of the job is missing, or no word");
    return word;
}

long adapter_steps(const adapter_job *job)
{
    const double steps = round(job->t_end / job->h);

    if (!(fabs(steps * job->h - job->t_end) <= 1e-9 * job->t_end) || steps < 1.0)
        adapter_cannot("%g s are no whole number of steps of %g s, and this engine takes no others",
                       job->t_end, job->h);
    return (long)steps;
}
