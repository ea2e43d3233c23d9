#include "solvers/engines/adapter.h"

#include <jansson.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

void adapter_cannot(const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    exit(ADAPTER_NOT_APPLICABLE);
}

static void die(const char *what)
{
    fprintf(stderr, "%s\n", what);
    exit(1);
}

static void *take(size_t count, size_t size)
{
    void *p = calloc(count > 0 ? count : 1, size);

    if (!p)
        die("no memory");
    return p;
}

/* ---- reading ---------------------------------------------------------------------------------- */

static bool vector(const json_t *array, int n, double *x)
{
    for (int i = 0; i < n; i++)
        x[i] = json_number_value(json_array_get(array, (size_t)i));
    return json_array_size(array) == (size_t)n;
}

static int number_of(const adapter_job *job, const json_t *name)
{
    for (int i = 0; json_is_string(name) && i < job->nbodies; i++)
        if (strcmp(job->body[i].name, json_string_value(name)) == 0)
            return i;
    return ADAPTER_GROUND;
}

static void read_bodies(adapter_job *job, const json_t *list)
{
    job->nbodies = (int)json_array_size(list);
    job->body = take((size_t)job->nbodies, sizeof *job->body);
    for (int i = 0; i < job->nbodies; i++) {
        const json_t *o = json_array_get(list, (size_t)i);
        adapter_body *b = &job->body[i];
        double six[6] = {0.0};

        b->name = json_string_value(json_object_get(o, "name"));
        b->point = json_is_true(json_object_get(o, "point"));
        b->mass = json_number_value(json_object_get(o, "mass"));
        vector(json_object_get(o, "com_world"), 3, b->place);
        vector(json_object_get(o, "quaternion"), 4, b->quaternion);
        vector(json_object_get(o, "inertia6"), 6, six);
        if (!job->spatial)
            six[0] = six[1] = six[2];
        b->tensor[0] = six[0];
        b->tensor[4] = six[1];
        b->tensor[8] = six[2];
        b->tensor[1] = b->tensor[3] = six[3];
        b->tensor[2] = b->tensor[6] = six[4];
        b->tensor[5] = b->tensor[7] = six[5];
        if (!vector(json_object_get(o, "v"), 3, b->velocity))
            adapter_cannot("the mechanism is not put together");
        vector(json_object_get(o, "omega"), 3, b->omega);
    }
}

/* A place or direction of a body in the world. */
static void to_world(const adapter_job *job, int body, const json_t *local, bool place,
                     double out[3])
{
    double u[3] = {0.0};

    vector(local, 3, u);
    memcpy(out, u, sizeof u);
    if (body == ADAPTER_GROUND)
        return;
    adapter_turn(job->body[body].quaternion, u, out);
    for (int i = 0; place && i < 3; i++)
        out[i] += job->body[body].place[i];
}

static void ends(const adapter_job *job, const json_t *o, int body[2], double (*place)[3])
{
    static const char *const marker[2] = {"marker_a", "marker_b"};

    for (int k = 0; k < 2; k++) {
        body[k] = number_of(job, json_array_get(json_object_get(o, "bodies"), (size_t)k));
        to_world(job, body[k], json_object_get(o, marker[k]), true, place[k]);
    }
}

static void read_joints(adapter_job *job, const json_t *list)
{
    static const char *const axis[2] = {"axis_a", "axis_b"};

    job->njoints = (int)json_array_size(list);
    job->joint = take((size_t)job->njoints, sizeof *job->joint);
    for (int i = 0; i < job->njoints; i++) {
        const json_t *o = json_array_get(list, (size_t)i);
        adapter_joint *j = &job->joint[i];

        j->name = json_string_value(json_object_get(o, "name"));
        j->kind = json_string_value(json_object_get(o, "kind"));
        j->length = json_number_value(json_object_get(o, "length"));
        ends(job, o, j->body, j->place);
        for (int k = 0; k < 2; k++)
            to_world(job, j->body[k], json_object_get(o, axis[k]), false, j->axis[k]);
    }
}

/* A law that is a number. */
static double constant(const json_t *law, const char *name)
{
    const char *text = json_string_value(law);
    char *end;
    double x;

    if (json_is_number(law))
        return json_number_value(law);
    x = text ? strtod(text, &end) : 0.0;
    if (!text || end == text || *end)
        adapter_cannot("force '%s' follows the law '%s', which is no number", name,
                       text ? text : "");
    return x;
}

static void read_spring(adapter_job *job, const json_t *o, const char *name)
{
    adapter_spring *s = &job->spring[job->nsprings++];
    const char *only = json_string_value(json_object_get(o, "only"));

    if (json_is_string(json_object_get(o, "law")) || json_is_string(json_object_get(o, "damper")))
        adapter_cannot("spring '%s' follows a law of its own", name);
    if (only && strcmp(only, "both") != 0)
        adapter_cannot("spring '%s' acts to one side only", name);
    s->name = name;
    ends(job, o, s->body, s->place);
    s->stiffness = json_number_value(json_object_get(o, "stiffness"));
    s->free = json_number_value(json_object_get(o, "free"));
    s->damping = json_number_value(json_object_get(o, "damping"));
}

static void read_load(adapter_job *job, const json_t *o, const char *name, bool torque)
{
    adapter_load *l = &job->load[job->nloads++];
    const json_t *bodies = json_object_get(o, "bodies"), *value = json_object_get(o, "value");
    const char *fixed = json_string_value(json_object_get(o, "fixed_in"));
    double u[3] = {0.0};

    l->name = name;
    l->torque = torque;
    l->in_body = fixed && strcmp(fixed, "body") == 0;
    l->on = number_of(job, json_array_get(bodies, 0));
    l->body = number_of(job, json_array_get(bodies, 1));
    if (torque) {
        const double m = constant(json_array_get(value, 0), name);

        vector(json_object_get(o, "axis"), 3, u);
        for (int i = 0; i < 3; i++)
            u[i] *= m;
    } else {
        to_world(job, l->body, json_object_get(o, "marker_b"), true, l->place);
        for (int i = 0; i < (job->spatial ? 3 : 2); i++)
            u[i] = constant(json_array_get(value, (size_t)i), name);
    }
    memcpy(l->value, u, sizeof u);
    if (l->in_body)
        adapter_turn(job->body[l->body].quaternion, u, l->value);
}

static void read_forces(adapter_job *job, const json_t *list)
{
    const size_t n = json_array_size(list);

    job->spring = take(n, sizeof *job->spring);
    job->load = take(n, sizeof *job->load);
    for (size_t i = 0; i < n; i++) {
        const json_t *o = json_array_get(list, i);
        const char *name = json_string_value(json_object_get(o, "name"));
        const char *kind = json_string_value(json_object_get(o, "kind"));

        if (strcmp(kind, "spring") == 0)
            read_spring(job, o, name);
        else if (strcmp(kind, "force") == 0 || strcmp(kind, "torque") == 0)
            read_load(job, o, name, *kind == 't');
        else
            adapter_cannot("force '%s' is a %s force, which this adapter has not", name, kind);
    }
}

/* Place of the joint's kind in `tree`; -1: it is not there. */
static int rank_of(const adapter_joint *j, const char *const *tree)
{
    for (int k = 0; tree[k]; k++)
        if (strcmp(tree[k], j->kind) == 0)
            return k;
    return -1;
}

/* The joint of lowest rank from the bodies reached to one that is not, breadth first among equals;
 * -1: there is none. */
static int next_joint(const adapter_job *job, const int *rank, const int *body, int n,
                      const bool *reached, bool *turned)
{
    int best = -1;

    for (int from = 0; from < n; from++)
        for (int i = 0; i < job->njoints; i++) {
            const adapter_joint *j = &job->joint[i];
            const int side = j->body[1] == body[from], other = j->body[!side];

            if (rank[i] < 0 || (best >= 0 && rank[i] >= rank[best]) ||
                j->body[side] != body[from] || other == ADAPTER_GROUND || reached[other])
                continue;
            best = i;
            *turned = side;
        }
    return best;
}

static void find_tree(adapter_job *job, const char *const *tree)
{
    bool *reached = take((size_t)job->nbodies, sizeof *reached), turned = false;
    int *body = take((size_t)job->nbodies + 1, sizeof *body), n = 0, i;
    int *rank = take((size_t)job->njoints, sizeof *rank);

    job->order = take((size_t)job->nbodies, sizeof *job->order);
    for (int k = 0; k < job->njoints; k++)
        rank[k] = rank_of(&job->joint[k], tree);
    for (body[n++] = ADAPTER_GROUND; n <= job->nbodies; n++) {
        i = next_joint(job, rank, body, n, reached, &turned);
        if (i >= 0) {
            job->joint[i].in_tree = true;
            job->joint[i].turned = turned;
            body[n] = job->joint[i].body[!turned];
            job->order[n - 1] = i;
        } else {
            for (body[n] = 0; reached[body[n]];)
                body[n]++;
            job->order[n - 1] = -1 - body[n];
        }
        reached[body[n]] = true;
    }
    free(reached);
    free(body);
    free(rank);
}

adapter_job *adapter_read(const char *const *tree)
{
    json_error_t at;
    json_t *o = json_loadf(stdin, 0, &at), *m = json_object_get(o, "mechanism");
    adapter_job *job = take(1, sizeof *job);
    const json_t *h = json_object_get(o, "h"), *tol = json_object_get(o, "tol");
    const char *protocol = json_string_value(json_object_get(o, "protocol"));
    const char *rows = json_string_value(json_object_get(o, "rows"));

    if (!protocol || strcmp(protocol, "mbsbench-engine-1") != 0 || !json_is_object(m))
        die("the job on standard input is none of mbsbench-engine-1");
    job->json = o;
    job->spatial = strcmp(json_string_value(json_object_get(m, "dimension")), "spatial") == 0;
    vector(json_object_get(m, "gravity"), 3, job->gravity);
    job->t_end = json_number_value(json_object_get(o, "t_end"));
    job->h = json_is_number(h) ? json_number_value(h) : (double)NAN;
    job->tol = json_is_number(tol) ? json_number_value(tol) : (double)NAN;
    job->integrator = json_string_value(json_object_get(o, "integrator"));
    job->last_only = rows && strcmp(rows, "last") == 0;
    if (json_array_size(json_object_get(m, "drives")) > 0)
        adapter_cannot("the mechanism has drives, which this adapter has not");
    if (json_array_size(json_object_get(m, "gears")) > 0)
        adapter_cannot("the mechanism has gears, which this adapter has not");
    read_bodies(job, json_object_get(m, "bodies"));
    read_joints(job, json_object_get(m, "joints"));
    read_forces(job, json_object_get(m, "forces"));
    find_tree(job, tree);
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
        die("a setting of the job is missing, or no number");
    return json_number_value(value);
}

const char *adapter_word(const adapter_job *job, const char *name)
{
    const char *word = json_string_value(setting(job, name));

    if (!word)
        die("a setting of the job is missing, or no word");
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

/* ---- writing ---------------------------------------------------------------------------------- */

void adapter_begin(const adapter_job *job)
{
    printf("mbsbench-engine-1 doubles %d\n", job->nbodies);
}

void adapter_row(const adapter_job *job, double t, const double *row)
{
    fwrite(&t, sizeof t, 1, stdout);
    fwrite(row, sizeof *row, 13 * (size_t)job->nbodies, stdout);
}

void adapter_end(long steps, double cpu, const char *warning)
{
    const double none = (double)NAN;
    json_t *o = json_pack("{s:I, s:f, s:[]}", "steps", (json_int_t)steps, "cpu", cpu, "warnings");
    char *text;

    if (warning && *warning)
        json_array_append_new(json_object_get(o, "warnings"), json_string(warning));
    text = json_dumps(o, JSON_COMPACT);
    fwrite(&none, sizeof none, 1, stdout);
    printf("%s\n", text);
    free(text);
    json_decref(o);
    if (fflush(stdout) != 0)
        die("the trajectory cannot be written");
}

double adapter_clock(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double adapter_march(const adapter_job *job, void *world, void (*step)(void *world, long n),
                     void (*report)(void *world, double *row))
{
    const long steps = adapter_steps(job);
    double *row = calloc(13 * (size_t)job->nbodies, sizeof *row);
    double cpu = 0.0, start;

    if (!row)
        die("no memory for a row");
    adapter_begin(job);
    start = adapter_clock();
    for (long n = 1; n <= steps; n++) {
        step(world, n);
        if (!job->last_only || n == steps) {
            cpu += adapter_clock() - start;
            report(world, row);
            adapter_row(job, n == steps ? job->t_end : (double)n * job->h, row);
            start = adapter_clock();
        }
    }
    free(row);
    return cpu;
}
