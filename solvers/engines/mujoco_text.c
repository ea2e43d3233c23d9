/* SPDX-License-Identifier: MIT */
#include "solvers/engines/mujoco_text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const mujoco_tree[] = {"rigid",    "prismatic", "universal", "point-on-line",
                                   "revolute", "spherical", NULL};

struct text {
    FILE *out;
    const adapter_job *job;
    double *rate; /* (6 nbodies) speeds at the start, in the order of joints as they are written */
    int *rates;   /* how many there are */
};

static void put(const struct text *w, const char *name, const double *x, int n)
{
    fprintf(w->out, " %s=\"", name);
    for (int i = 0; i < n; i++)
        fprintf(w->out, i ? " %.17g" : "%.17g", x[i]);
    fputc('"', w->out);
}

static bool is(const adapter_joint *j, const char *kind)
{
    return strcmp(j->kind, kind) == 0;
}

static bool is_tendon(const adapter_force *f)
{
    return f->taken && f->kind == ADAPTER_SPRING;
}

static int child(const adapter_joint *j)
{
    return j->body[!j->turned];
}

/* The joint by which a body is reached; NULL: none. */
static const adapter_joint *joint_of(const adapter_job *job, int body)
{
    for (int i = 0; i < job->njoints; i++)
        if (job->joint[i].in_tree && child(&job->joint[i]) == body)
            return &job->joint[i];
    return NULL;
}

static void put_inertial(const struct text *w, const adapter_body *b)
{
    const double *J = b->tensor, most = fmax(J[0], fmax(J[4], J[8]));
    /* MuJoCo takes no body without inertia about one of its axes; a point turns with nothing that
     * is seen, as a sphere of a millimetre */
    const double least = b->point ? 4e-7 * b->mass : 1e-9 * most;
    const double six[6] = {
        fmax(J[0], least), fmax(J[4], least), fmax(J[8], least), J[1], J[2], J[5]};
    const bool diagonal = J[1] == 0.0 && J[2] == 0.0 && J[5] == 0.0;

    adapter_check_inertia(b);
    fprintf(w->out, "<inertial pos=\"0 0 0\" mass=\"%.17g\"", b->mass);
    put(w, diagonal ? "diaginertia" : "fullinertia", six, diagonal ? 3 : 6);
    fputs("/>\n", w->out);
}

/* Linear springs on a joint of the tree are its own; of several one. */
static void put_joint_spring(const struct text *w, int number)
{
    const adapter_joint *j = &w->job->joint[number];

    for (int i = 0; i < w->job->nforces; i++) {
        const adapter_force *f = &w->job->force[i];
        const double rest = adapter_sense(j) * (f->free - j->value[0]);

        if (!f->taken || f->kind != ADAPTER_JOINT || f->joint != number)
            continue;
        put(w, "stiffness", &f->stiffness, 1);
        put(w, "damping", &f->damping, 1);
        put(w, "springref", &rest, 1);
    }
}

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* Speeds of a joint of a body at the start; axis: of a hinge or slide. */
static void keep_rates(const struct text *w, const char *type, int body, int parent,
                       const double place[3], const double *axis)
{
    const double *q = w->job->body[body].quaternion;
    double v[3], omega[3], *at = w->rate + *w->rates;

    adapter_relative(w->job, body, parent, place, v, omega);
    if (strcmp(type, "free") == 0)
        memcpy(at, v, sizeof v);
    if (strcmp(type, "free") == 0 || strcmp(type, "ball") == 0) {
        const int skip = *type == 'f' ? 3 : 0;

        adapter_turn_back(q, omega, at + skip);
        *w->rates += skip + 3;
    } else {
        *at = dot(strcmp(type, "slide") == 0 ? v : omega, axis);
        *w->rates += 1;
    }
}

static void put_joint(const struct text *w, char of, int number, int part, const char *type,
                      int body, const double place[3], const double axis[3])
{
    const adapter_body *b = &w->job->body[body];
    double u[3];

    fprintf(w->out, "<joint name=\"%c%d.%d\" type=\"%s\"", of, number, part, type);
    adapter_local(w->job, body, place, u);
    put(w, "pos", u, 3);
    if (axis) {
        adapter_turn_back(b->quaternion, axis, u);
        put(w, "axis", u, 3);
    }
    if (of == 'j')
        put_joint_spring(w, number);
    fputs("/>\n", w->out);
    keep_rates(w, type, body,
               of == 'j' ? w->job->joint[number].body[w->job->joint[number].turned]
                         : ADAPTER_GROUND,
               place, axis);
}

static const double unit[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

static void put_free(const struct text *w, int body)
{
    const adapter_body *b = &w->job->body[body];
    const int axes = w->job->spatial ? 3 : 2;

    if (w->job->spatial && !b->point) {
        fprintf(w->out, "<joint name=\"f%d.0\" type=\"free\"/>\n", body);
        keep_rates(w, "free", body, ADAPTER_GROUND, b->place, NULL);
        return;
    }
    for (int i = 0; i < axes; i++)
        put_joint(w, 'f', body, i, "slide", body, b->place, unit[i]);
    if (!b->point)
        put_joint(w, 'f', body, 2, "hinge", body, b->place, unit[2]);
}

/* Several joints of a body turn and shift it in their order, from its parent on. */
static void put_tree_joint(const struct text *w, const adapter_joint *j)
{
    const int number = (int)(j - w->job->joint), b = child(j);
    /* where it is on the child, and the axes of the parent and of the child */
    const double *at = j->place[!j->turned], *first = j->axis[j->turned],
                 *second = j->axis[!j->turned];

    if (is(j, "revolute")) {
        put_joint(w, 'j', number, 0, "hinge", b, at, j->axis[0]);
    } else if (is(j, "prismatic")) {
        put_joint(w, 'j', number, 0, "slide", b, at, j->axis[0]);
    } else if (is(j, "spherical")) {
        put_joint(w, 'j', number, 0, "ball", b, at, NULL);
    } else if (is(j, "universal")) {
        put_joint(w, 'j', number, 0, "hinge", b, at, first);
        put_joint(w, 'j', number, 1, "hinge", b, at, second);
    } else if (is(j, "point-on-line")) {
        /* the point, of body[1], is where both turn about; the line goes with body[0] */
        const char *type = w->job->spatial ? "ball" : "hinge";

        if (!j->turned)
            put_joint(w, 'j', number, 0, "slide", b, j->place[1], j->axis[0]);
        put_joint(w, 'j', number, !j->turned, type, b, j->place[1], unit[2]);
        if (j->turned)
            put_joint(w, 'j', number, 1, "slide", b, j->place[1], j->axis[0]);
    }
}

static void put_site(const struct text *w, char of, int number, int end, int body,
                     const double place[3])
{
    double u[3];

    adapter_local(w->job, body, place, u);
    fprintf(w->out, "<site name=\"%c%d.%d\"", of, number, end);
    put(w, "pos", u, 3);
    fputs("/>\n", w->out);
}

/* Ends of tendons. */
static void put_sites(const struct text *w, int body)
{
    const adapter_job *job = w->job;

    for (int k = 0; k < 2; k++) {
        for (int i = 0; i < job->nforces; i++)
            if (is_tendon(&job->force[i]) && job->force[i].body[k] == body)
                put_site(w, 's', i, k, body, job->force[i].place[k]);
        for (int i = 0; i < job->njoints; i++)
            if (is(&job->joint[i], "distance") && job->joint[i].body[k] == body)
                put_site(w, 'd', i, k, body, job->joint[i].place[k]);
    }
}

/* a b, conjugate of a */
static void turn_from(const double a[4], const double b[4], double out[4])
{
    out[0] = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
    for (int i = 0; i < 3; i++) {
        const int k = (i + 1) % 3 + 1, n = (i + 2) % 3 + 1;

        out[i + 1] = a[0] * b[i + 1] - a[i + 1] * b[0] - a[k] * b[n] + a[n] * b[k];
    }
}

static void put_body(const struct text *w, int body)
{
    const adapter_job *job = w->job;
    const adapter_joint *by = joint_of(job, body);
    const adapter_body *b = &job->body[body];
    const int parent = by ? by->body[by->turned] : ADAPTER_GROUND;
    double place[3], q[4];

    adapter_local(job, parent, b->place, place);
    memcpy(q, b->quaternion, sizeof q);
    if (parent >= 0)
        turn_from(job->body[parent].quaternion, b->quaternion, q);
    fprintf(w->out, "<body name=\"b%d\"", body);
    put(w, "pos", place, 3);
    put(w, "quat", q, 4);
    fputs(">\n", w->out);
    if (by)
        put_tree_joint(w, by);
    else
        put_free(w, body);
    put_inertial(w, b);
    put_sites(w, body);
    for (int i = 0; i < job->njoints; i++)
        if (job->joint[i].in_tree && job->joint[i].body[job->joint[i].turned] == body)
            put_body(w, child(&job->joint[i]));
    fputs("</body>\n", w->out);
}

/* ---- what closes loops ------------------------------------------------------------------------ */

static void put_connect(const struct text *w, const adapter_joint *j, double along)
{
    const int a = j->body[0] >= 0 ? 0 : 1, other = j->body[!a];
    double place[3], u[3];

    for (int i = 0; i < 3; i++)
        place[i] = j->place[a][i] + along * j->axis[a][i];
    adapter_local(w->job, j->body[a], place, u);
    fprintf(w->out, "<connect body1=\"b%d\"", j->body[a]);
    if (other >= 0)
        fprintf(w->out, " body2=\"b%d\"", other);
    put(w, "anchor", u, 3);
    fputs("/>\n", w->out);
}

static int put_closure(const struct text *w, const adapter_joint *j)
{
    const double arm = adapter_reach(w->job, j);

    if (is(j, "distance")) {
        fprintf(w->out, "<tendon tendon1=\"d%d\"/>\n", (int)(j - w->job->joint));
        return 1;
    }
    /* in the plane the third row of a connection is 0, which its softness keeps regular */
    if (is(j, "spherical") || (is(j, "revolute") && !w->job->spatial)) {
        put_connect(w, j, 0.0);
        return 3;
    }
    if (!is(j, "revolute"))
        adapter_cannot("'%s', a %s joint, closes a loop, and equalities of MuJoCo hold places only",
                       j->name, j->kind);
    put_connect(w, j, arm);
    put_connect(w, j, -arm);
    return 6;
}

static void put_tendon(const struct text *w, char of, int number, const adapter_force *spring)
{
    fprintf(w->out, "<spatial name=\"%c%d\"", of, number);
    if (spring) {
        put(w, "stiffness", &spring->stiffness, 1);
        put(w, "damping", &spring->damping, 1);
        put(w, "springlength", &spring->free, 1);
    }
    fprintf(w->out, "><site site=\"%c%d.0\"/><site site=\"%c%d.1\"/></spatial>\n", of, number, of,
            number);
}

/* Springs and distances; gears, sums of coordinates that stay as they are.  The number of gears. */
static int put_tendons(const struct text *w)
{
    const adapter_job *job = w->job;
    double *row = adapter_take((size_t)(job->ngears * job->njoints), sizeof *row), axis[3];
    const int gears = adapter_gear_rows(job, false, row, axis);

    for (int i = 0; i < job->nforces; i++)
        if (is_tendon(&job->force[i]))
            put_tendon(w, 's', i, &job->force[i]);
    for (int i = 0; i < job->njoints; i++)
        if (is(&job->joint[i], "distance"))
            put_tendon(w, 'd', i, NULL);
    for (int i = 0; i < gears; i++) {
        fprintf(w->out, "<fixed name=\"g%d\">", i);
        for (int k = 0; k < job->njoints; k++)
            if (row[i * job->njoints + k] != 0.0)
                fprintf(w->out, "<joint joint=\"j%d.0\" coef=\"%.17g\"/>", k,
                        adapter_sense(&job->joint[k]) * row[i * job->njoints + k]);
        fputs("</fixed>\n", w->out);
    }
    free(row);
    return gears;
}

/* The coordinate is held at 0; who runs the model moves it.  An impedance that is the same for all
 * violations lets that be exact. */
static int put_drive(const struct text *w, int number)
{
    const adapter_drive *d = &w->job->drive[number];
    const adapter_joint *j = &w->job->joint[d->joint];
    const double most = fmax(adapter_number(w->job, "solimp"), 0.95);
    const double impedance[3] = {most, most, 0.001};

    if (!j->in_tree || (!is(j, "revolute") && !is(j, "prismatic")))
        adapter_cannot("drive '%s' is of '%s', a %s joint%s, and this adapter drives turning and "
                       "sliding joints of its tree only",
                       d->name, j->name, j->kind, j->in_tree ? "" : " that closes a loop");
    fprintf(w->out, "<joint name=\"q%d\" joint1=\"j%d.0\"", number, d->joint);
    put(w, "solimp", impedance, 3);
    fputs("/>\n", w->out);
    return 1;
}

/* Springs that MuJoCo has: tendons between places, and one on a joint of the tree. */
static void take_springs(adapter_job *job)
{
    for (int i = 0; i < job->nforces; i++) {
        adapter_force *f = &job->force[i];
        bool first = true;

        for (int k = 0; k < i; k++)
            first = first && !(job->force[k].taken && job->force[k].kind == ADAPTER_JOINT &&
                               job->force[k].joint == f->joint);
        f->taken = f->kind == ADAPTER_SPRING ? adapter_is_linear(f) && f->free >= 0.0
                                             : adapter_is_joint_spring(job, f) && first;
    }
}

char *mujoco_text(adapter_job *job)
{
    char *made = NULL;
    size_t size = 0, rows = 0, all;
    int gears, rates = 0;
    struct text w = {open_memstream(&made, &size), job,
                     adapter_take(6 * (size_t)job->nbodies, sizeof(double)), &rates};

    if (!w.out)
        return NULL;
    take_springs(job);
    mujoco_put_options(w.out, job);
    fputs("<worldbody>\n", w.out);
    put_sites(&w, ADAPTER_GROUND);
    for (int i = 0; i < job->nbodies; i++) {
        const adapter_joint *by = joint_of(job, i);

        if (!by || by->body[by->turned] < 0)
            put_body(&w, i);
    }
    fputs("</worldbody>\n<tendon>\n", w.out);
    gears = put_tendons(&w);
    fputs("</tendon>\n<equality>\n", w.out);
    for (int i = 0; i < gears; i++)
        fprintf(w.out, "<tendon tendon1=\"g%d\"/>\n", i);
    for (int i = 0; i < job->ndrives; i++)
        rows += (size_t)put_drive(&w, i);
    rows += (size_t)gears;
    for (int i = 0; i < job->njoints; i++)
        if (!job->joint[i].in_tree)
            rows += (size_t)put_closure(&w, &job->joint[i]);
    /* room for rows and for dense matrices of rows and rates, which is not guessed large enough;
     * the loads find the job by what belongs to the user */
    all = rows + 6 * (size_t)job->nbodies;
    fputs("</equality>\n<keyframe><key", w.out);
    if (rates > 0)
        put(&w, "qvel", w.rate, rates);
    fprintf(w.out, "/></keyframe>\n<size njmax=\"%zu\" nstack=\"%zu\" nuserdata=\"1\"/></mujoco>\n",
            rows + 1, 100000 + 10 * all * all);
    free(w.rate);
    return fclose(w.out) == 0 ? made : NULL;
}
