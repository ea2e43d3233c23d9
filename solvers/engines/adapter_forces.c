/* SPDX-License-Identifier: MIT */
/* Places, coordinates and forces of a job, for engines that have none of the kind. */
#include <math.h>
#include <string.h>

#include "solvers/engines/adapter_inner.h"

void adapter_turn(const double q[4], const double u[3], double out[3])
{
    double c[3];

    for (int i = 0; i < 3; i++)
        c[i] = q[1 + (i + 1) % 3] * u[(i + 2) % 3] - q[1 + (i + 2) % 3] * u[(i + 1) % 3];
    for (int i = 0; i < 3; i++)
        out[i] = u[i] + 2.0 * (q[0] * c[i] + q[1 + (i + 1) % 3] * c[(i + 2) % 3] -
                               q[1 + (i + 2) % 3] * c[(i + 1) % 3]);
}

void adapter_turn_back(const double q[4], const double u[3], double out[3])
{
    const double back[4] = {q[0], -q[1], -q[2], -q[3]};

    adapter_turn(back, u, out);
}

void adapter_local(const adapter_job *job, int body, const double place[3], double out[3])
{
    double d[3];

    memcpy(out, place, 3 * sizeof *out);
    if (body < 0)
        return;
    for (int i = 0; i < 3; i++)
        d[i] = place[i] - job->body[body].place[i];
    adapter_turn_back(job->body[body].quaternion, d, out);
}

/* ---- where bodies are now --------------------------------------------------------------------- */

/* A direction of a body, in the world at the start, as it is now. */
static void direction(const adapter_job *job, int body, const double start[3], const double *row,
                      double out[3])
{
    double u[3];

    memcpy(out, start, 3 * sizeof *out);
    if (body < 0)
        return;
    adapter_turn_back(job->body[body].quaternion, start, u);
    adapter_turn(row + 13 * body + 3, u, out);
}

static void cross(const double a[3], const double b[3], double out[3])
{
    for (int i = 0; i < 3; i++)
        out[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* A place of a body, in the world at the start, as it is now, and its velocity. */
static void where(const adapter_job *job, int body, const double start[3], const double *row,
                  double place[3], double velocity[3])
{
    const double *now = row + 13 * body;
    double arm[3], turned[3];

    memcpy(place, start, 3 * sizeof *place);
    memset(velocity, 0, 3 * sizeof *velocity);
    if (body < 0)
        return;
    for (int i = 0; i < 3; i++)
        arm[i] = start[i] - job->body[body].place[i];
    direction(job, body, arm, row, turned);
    cross(now + 10, turned, velocity);
    for (int i = 0; i < 3; i++) {
        place[i] = now[i] + turned[i];
        velocity[i] += now[7 + i];
    }
}

/* ---- coordinates of joints -------------------------------------------------------------------- */

/* Angle about an axis from a direction of one body to the same of another; both are one at the
 * start.  axis: now. */
static double angle(const adapter_job *job, int from, int to, const double axis[3],
                    const double mark[3], const double *row)
{
    double a[3], b[3], across[3];

    direction(job, from, mark, row, a);
    direction(job, to, mark, row, b);
    cross(a, b, across);
    return atan2(dot(axis, across), dot(a, b) - dot(a, axis) * dot(b, axis));
}

static void any_across(const double u[3], double out[3])
{
    const double e[3] = {fabs(u[0]) < 0.6, fabs(u[0]) >= 0.6, 0.0};

    cross(u, e, out);
}

/* What an effort of 1 that drives a coordinate up acts along: an axis, or a line through two places. */
struct line {
    double along[3], place[2][3];
    bool turns;
};

static double coordinate(const adapter_job *job, int joint, int number, const double *row,
                         double *rate, struct line *line)
{
    const adapter_joint *j = &job->joint[joint];
    const int a = j->body[0], b = j->body[1];
    double v[2][3], u[3], d[3], x, *last = &job->last[2 * joint + number];
    static const double still[3] = {0.0, 0.0, 0.0};

    line->turns = strcmp(j->kind, "revolute") == 0 || strcmp(j->kind, "universal") == 0;
    if (line->turns) {
        const double *const spin[2] = {a < 0 ? still : row + 13 * a + 10,
                                       b < 0 ? still : row + 13 * b + 10};

        direction(job, j->body[number], j->axis[number], row, line->along);
        if (strcmp(j->kind, "revolute") == 0)
            any_across(j->axis[0], u);
        else
            memcpy(u, j->axis[!number], sizeof u);
        x = (number ? -1.0 : 1.0) *
            angle(job, j->body[number], j->body[!number], line->along, u, row);
        x += 2.0 * (double)M_PI * round((*last - x) / (2.0 * (double)M_PI));
        *last = x;
        *rate = dot(spin[1], line->along) - dot(spin[0], line->along);
        return j->value[number] + x;
    }
    where(job, a, j->place[0], row, line->place[0], v[0]);
    where(job, b, j->place[1], row, line->place[1], v[1]);
    for (int i = 0; i < 3; i++) {
        d[i] = line->place[1][i] - line->place[0][i];
        v[1][i] -= v[0][i];
    }
    if (strcmp(j->kind, "distance") == 0) {
        x = sqrt(dot(d, d));
        for (int i = 0; i < 3; i++)
            line->along[i] = d[i] / x;
        *rate = dot(v[1], line->along);
        return x;
    }
    direction(job, a, j->axis[0], row, line->along);
    for (int i = 0; i < 3; i++)
        u[i] = j->place[1][i] - j->place[0][i];
    x = j->value[0] + dot(d, line->along) - dot(u, j->axis[0]);
    *rate = dot(v[1], line->along);
    if (a >= 0) { /* the line turns with its body */
        cross(row + 13 * a + 10, line->along, u);
        *rate += dot(d, u);
    }
    memcpy(line->place[0], line->place[1], sizeof line->place[0]);
    return x;
}

void adapter_coordinate(const adapter_job *job, int joint, int number, const double *row, double *x,
                        double *rate)
{
    struct line line;

    *x = coordinate(job, joint, number, row, rate, &line);
}

void adapter_drive_at(const adapter_drive *drive, double t, double x[3])
{
    adapter_law_rates(drive->law, t, x);
}

double adapter_drive_rate(const adapter_job *job, const adapter_drive *drive, double t,
                          const double *row)
{
    double x, rate, goal[3];

    adapter_coordinate(job, drive->joint, drive->number, row, &x, &rate);
    adapter_drive_at(drive, t + job->h, goal);
    return (goal[0] - x) / job->h;
}

/* ---- forces ----------------------------------------------------------------------------------- */

static void push(int body, const double place[3], double factor, const double f[3],
                 const double *row, double *wrench)
{
    double arm[3], turn[3];

    if (body < 0)
        return;
    for (int i = 0; i < 3; i++)
        arm[i] = place[i] - row[13 * body + i];
    cross(arm, f, turn);
    for (int i = 0; i < 3; i++) {
        wrench[6 * body + i] += factor * f[i];
        wrench[6 * body + 3 + i] += factor * turn[i];
    }
}

static void twist(int body, double factor, const double m[3], double *wrench)
{
    for (int i = 0; body >= 0 && i < 3; i++)
        wrench[6 * body + 3 + i] += factor * m[i];
}

static double effort(const adapter_force *f, double t, double x, double v)
{
    double y =
        f->law ? adapter_law_value(f->law, t, x, v) : f->stiffness * (x - f->free) + f->damping * v;

    if (f->damper)
        y += adapter_law_value(f->damper, t, x, v);
    return f->only * y < 0.0 ? 0.0 : y;
}

static void along_spring(const adapter_job *job, const adapter_force *f, double t,
                         const double *row, double *wrench)
{
    double p[2][3], v[2][3], d[3], x, rate = 0.0, y;

    for (int k = 0; k < 2; k++)
        where(job, f->body[k], f->place[k], row, p[k], v[k]);
    for (int i = 0; i < 3; i++)
        d[i] = p[1][i] - p[0][i];
    x = sqrt(dot(d, d));
    for (int i = 0; i < 3; i++) {
        d[i] /= x;
        rate += d[i] * (v[1][i] - v[0][i]);
    }
    y = effort(f, t, x, rate);
    push(f->body[0], p[0], y, d, row, wrench);
    push(f->body[1], p[1], -y, d, row, wrench);
}

static void along_joint(const adapter_job *job, const adapter_force *f, double t, const double *row,
                        double *wrench)
{
    const int *body = job->joint[f->joint].body;
    struct line line;
    double rate, x = coordinate(job, f->joint, f->number, row, &rate, &line);
    const double y = f->law ? effort(f, t, x, rate) : -effort(f, t, x, rate);

    for (int k = 0; k < 2; k++)
        if (line.turns)
            twist(body[k], k ? y : -y, line.along, wrench);
        else
            push(body[k], line.place[k], k ? y : -y, line.along, row, wrench);
}

static void load(const adapter_job *job, const adapter_force *f, double t, const double *row,
                 double *wrench)
{
    double u[3], p[3], v[3];

    if (f->kind == ADAPTER_PUSH) {
        where(job, f->body[1], f->place[1], row, p, v);
        push(f->body[1], p, effort(f, t, dot(p, f->axis), dot(v, f->axis)), f->axis, row, wrench);
    } else if (f->kind == ADAPTER_TORQUE) {
        const double m = adapter_law_value(f->value[0], t, 0.0, 0.0);

        direction(job, f->in_body ? f->body[1] : ADAPTER_GROUND, f->axis, row, u);
        twist(f->body[1], m, u, wrench);
        twist(f->body[0], -m, u, wrench);
    } else {
        for (int i = 0; i < 3; i++)
            u[i] = f->value[i] ? adapter_law_value(f->value[i], t, 0.0, 0.0) : 0.0;
        where(job, f->body[1], f->place[1], row, p, v);
        if (f->in_body)
            adapter_turn(row + 13 * f->body[1] + 3, u, v);
        push(f->body[1], p, 1.0, f->in_body ? v : u, row, wrench);
    }
}

void adapter_efforts(const adapter_job *job, double t, const double *row, double *wrench)
{
    memset(wrench, 0, 6 * (size_t)job->nbodies * sizeof *wrench);
    for (int i = 0; i < job->nforces; i++) {
        const adapter_force *f = &job->force[i];

        if (f->taken)
            continue;
        if (f->kind == ADAPTER_SPRING)
            along_spring(job, f, t, row, wrench);
        else if (f->kind == ADAPTER_JOINT)
            along_joint(job, f, t, row, wrench);
        else
            load(job, f, t, row, wrench);
    }
}

bool adapter_is_forced(const adapter_job *job)
{
    for (int i = 0; i < job->nforces; i++)
        if (!job->force[i].taken)
            return true;
    return false;
}

bool adapter_is_linear(const adapter_force *f)
{
    return !f->law && !f->damper && f->only == 0;
}

bool adapter_is_joint_spring(const adapter_job *job, const adapter_force *f)
{
    const adapter_joint *j = f->kind == ADAPTER_JOINT ? &job->joint[f->joint] : NULL;

    return j && adapter_is_linear(f) && j->in_tree &&
           (strcmp(j->kind, "revolute") == 0 || strcmp(j->kind, "prismatic") == 0);
}

/* ---- the start -------------------------------------------------------------------------------- */

void adapter_relative(const adapter_job *job, int body, int to, const double place[3], double v[3],
                      double omega[3])
{
    const int of[2] = {body, to};

    memset(v, 0, 3 * sizeof *v);
    memset(omega, 0, 3 * sizeof *omega);
    for (int k = 0; k < 2; k++) {
        const adapter_body *b = of[k] < 0 ? NULL : &job->body[of[k]];
        const double sign = k ? -1.0 : 1.0;

        for (int i = 0; b && i < 3; i++) {
            const int j = (i + 1) % 3, n = (i + 2) % 3;

            v[i] += sign * (b->velocity[i] + b->omega[j] * (place[n] - b->place[n]) -
                            b->omega[n] * (place[j] - b->place[j]));
            omega[i] += sign * b->omega[i];
        }
    }
}

double adapter_reach(const adapter_job *job, const adapter_joint *j)
{
    double most = 0.0;

    for (int k = 0; k < 2; k++) {
        const double *p = j->place[k], *c = j->body[k] < 0 ? NULL : job->body[j->body[k]].place;

        if (c)
            most = fmax(most, hypot(hypot(p[0] - c[0], p[1] - c[1]), p[2] - c[2]));
    }
    return most > 0.0 ? most : 0.5;
}
