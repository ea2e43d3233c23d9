/* SPDX-License-Identifier: MIT */
#include "bench/describe/sweep.h"

#include <math.h>
#include <string.h>

#include "bench/describe/shapes.h"
#include "bench/mechanism/watched.h"
#include "problems/elements/machine/plain_model.h"
#include "problems/references/automatic.h"
#include "solvers/solver.h"

/* Finer than a pixel, and cheap where bodies are stiffly sprung. */
static const char solver_spec[] = "lagrange/dormand-prince:tol=1e-6/direct-correction";

enum { MOST_POSITIONS = 600, MOST_STEPS = 20000 };

static const double apart = 0.015; /* [size] of positions, about */
static const double way = 3.0;     /* [size] of the place that goes farthest */
static const double seen = 0.01;   /* [size] what one sees */
static const double same = 0.025;  /* [size] what is the same place */

/* What moves it: a solver, or a reference. */
typedef struct mover {
    mb_model *model;
    mb_solver *solver;
    mb_automatic_run *run;
    long steps;
    bool failed;                /* before the end */
    double end;                 /* [s] */
    double *a, *lambda, *value; /* value: of the watched outputs */
    const double (*read)[3];    /* the same by threes */
} mover;

/* Reads the outputs at a later time; false: it does not get there. */
static bool move(mover *m, double t)
{
    if (m->run) {
        mb_automatic_at(m->run, t, m->value);
        return isfinite(m->value[0]);
    }
    while (m->solver->state.t < t) {
        if (m->steps++ == MOST_STEPS || mb_solver_step(m->solver, t, NULL) != MB_OK)
            return false;
    }
    m->model->ops->outputs(m->model, t, m->solver->state.q, m->solver->state.v, m->a, m->lambda,
                           m->value);
    return true;
}

/* ---- how far it has gone ---------------------------------------------------------------------------- */

/* A place of a body on its way. */
typedef struct corner {
    int body;
    double u[3], start[3], last[3], first[3], path; /* first: where it went */
} corner;

typedef struct walk {
    int n;
    corner *corner;
    double size; /* [m] */
    double gone; /* [size] by the last position, and the farthest in all; away from the start */
    double farthest, away;
    double mark;             /* the farthest at the last position that was beyond others */
    int marked;              /* that position */
    bool moved, left, ahead; /* it has moved, it has left the start; it goes as at first */
} walk;

static void place(const mb_pose *p, const double u[3], double x[3])
{
    for (int i = 0; i < 3; i++)
        x[i] = p->x[i] + p->R[3 * i] * u[0] + p->R[3 * i + 1] * u[1] + p->R[3 * i + 2] * u[2];
}

static double distance(const double a[3], const double b[3])
{
    return hypot(hypot(a[0] - b[0], a[1] - b[1]), a[2] - b[2]);
}

static void walk_on(walk *w, const mb_pose *pose)
{
    double towards = 0.0;

    w->gone = w->away = 0.0;
    for (int i = 0; i < w->n; i++) {
        corner *c = &w->corner[i];
        double x[3], by;

        place(&pose[c->body], c->u, x);
        by = distance(x, c->last) / w->size;
        c->path += by;
        for (int k = 0; k < 3; k++) {
            if (!w->left)
                c->first[k] = x[k] - c->start[k];
            towards += c->first[k] * (x[k] - c->last[k]);
        }
        w->gone = fmax(w->gone, by);
        w->away = fmax(w->away, distance(x, c->start) / w->size);
        w->farthest = fmax(w->farthest, c->path);
        memcpy(c->last, x, sizeof x);
    }
    w->ahead = towards > 0.0;
    w->moved = w->moved || w->away > seen;
    w->left = w->left || w->away > 4.0 * same;
}

static void add(walk *w, int body, const mb_pose *pose, const double u[3])
{
    corner *c = &w->corner[w->n++];

    *c = (corner){.body = body, .u = {u[0], u[1], u[2]}};
    place(&pose[body], u, c->start);
    memcpy(c->last, c->start, sizeof c->last);
}

static mb_status set_out(walk *w, const mb_plain_mechanism *m, const mb_pose *pose, mb_arena *arena,
                         mb_error *err)
{
    double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
    static const double origin[3] = {0.0, 0.0, 0.0};
    mb_shapes shapes;
    int n = 0;
    mb_status status;

    MB_TRY(mb_shapes_of(m, arena, &shapes, err));
    for (int i = 0; i < m->nbodies; i++)
        n += 1 + shapes.count[i] + m->body[i].npolygon + m->body[i].nline;
    MB_TRY(MB_TAKE(arena, &w->corner, (size_t)n, err));
    for (int i = 0; i < m->nbodies;
         i++) { /* the centre of mass, where it is touched, as it is drawn */
        const mb_plain_body *b = &m->body[i];

        add(w, i, pose, origin);
        for (int k = 0; k < shapes.count[i]; k++) {
            double u[3] = {0.0, 0.0, 0.0};

            for (int j = 0; j < 9; j++)
                u[j % 3] += b->turn[j] * (shapes.at[shapes.begin[i] + k][j / 3] - b->com[j / 3]);
            add(w, i, pose, u);
        }
        for (int k = 0; k < b->npolygon; k++)
            add(w, i, pose, b->polygon + 3 * k);
        for (int k = 0; k < b->nline; k++)
            add(w, i, pose, b->line + 3 * k);
    }
    for (int i = 0; i < w->n; i++)
        for (int k = 0; k < 3; k++) {
            low[k] = fmin(low[k], w->corner[i].start[k]);
            high[k] = fmax(high[k], w->corner[i].start[k]);
        }
    w->size = fmax(distance(low, high), m->scale);
done:
    return status;
}

/* ---- positions -------------------------------------------------------------------------------------- */

static void look(const mover *m, const mb_plain_mechanism *declared, mb_pose *pose)
{
    for (int i = 0; i < declared->nbodies; i++) {
        mb_plain_body body = declared->body[i];

        mb_watched_stand(&body, m->read + MB_WATCHED * i);
        memcpy(pose[i].x, body.com, sizeof pose[i].x);
        memcpy(pose[i].R, body.turn, sizeof pose[i].R);
    }
}

/* Steps of time that make positions stand evenly. */
static mb_status go(mover *m, const mb_plain_mechanism *declared, mb_arena *arena, mb_sweep *sweep,
                    mb_error *err)
{
    const int n = declared->nbodies;
    double *t, step = 1e-4 * m->end;
    mb_pose *pose;
    walk w = {0};
    mb_status status;

    MB_TRY(MB_TAKE(arena, &t, MOST_POSITIONS, err));
    MB_TRY(MB_TAKE(arena, &pose, MOST_POSITIONS * (size_t)n, err));
    *sweep = (mb_sweep){.n = 1, .nbodies = n, .t = t, .pose = pose};
    t[0] = 0.0;
    if (!move(m, 0.0))
        goto done;
    look(m, declared, pose);
    MB_TRY(set_out(&w, declared, pose, arena, err));
    while (sweep->n < MOST_POSITIONS && t[sweep->n - 1] < m->end && w.farthest < way &&
           !sweep->around) {
        const int i = sweep->n;

        t[i] = fmin(t[i - 1] + step, m->end);
        m->failed = !move(m, t[i]);
        if (m->failed)
            break;
        look(m, declared, pose + (size_t)i * (size_t)n);
        walk_on(&w, pose + (size_t)i * (size_t)n);
        step *= fmin(fmax(apart / fmax(w.gone, 1e-9), 0.2), 2.0);
        sweep->around = w.left && w.ahead && w.away < same;
        sweep->n++;
        if (w.farthest > w.mark + 2.0 * apart) {
            w.mark = w.farthest;
            w.marked = i;
        }
        if (w.marked && t[i] > 4.0 * t[w.marked]) /* it has come to rest */
            sweep->n = w.marked + 1;
        if (sweep->n != i + 1)
            break;
    }
    if (!w.moved) /* it rests */
        sweep->n = 1;
done:
    return status;
}

static mb_status run(const mb_plain_mechanism *declared, const mb_plain_mechanism *watched,
                     mover *m, mb_arena *arena, mb_sweep *sweep, mb_error *err)
{
    mb_status status;

    MB_TRY(mb_plain_whole_model(watched, arena, &m->model, err));
    MB_TRY(MB_TAKE(arena, &m->a, (size_t)m->model->nv, err));
    MB_TRY(MB_TAKE(arena, &m->lambda, (size_t)m->model->m, err));
    MB_TRY(mb_solver_create(m->model, solver_spec, &m->solver, err));
    MB_TRY(mb_solver_start(m->solver, err));
    status = go(m, declared, arena, sweep, err);
done:
    return status;
}

static mb_status follow(const mb_plain_mechanism *declared, const mb_plain_mechanism *watched,
                        mover *m, mb_arena *arena, mb_sweep *sweep, mb_error *err)
{
    mb_automatic *reference;
    mb_status status;

    MB_TRY(mb_automatic_reference(watched, m->end, arena, &reference, err));
    if (!mb_automatic_facts_of(reference)->there)
        return MB_OK;
    m->end = fmin(m->end, mb_automatic_facts_of(reference)->horizon);
    MB_TRY(mb_automatic_follow(reference, arena, &m->run, err));
    status = go(m, declared, arena, sweep, err);
done:
    return status;
}

mb_status mb_sweep_of(const mb_plain_mechanism *declared, mb_arena *arena, mb_sweep *sweep,
                      mb_error *err)
{
    mb_plain_mechanism *watched;
    mover m = {.end = declared->t_end};
    double(*read)[3];
    mb_status status;

    *sweep = (mb_sweep){.n = 1, .nbodies = declared->nbodies};
    if (declared->nbodies > MB_SWEEP_BODIES)
        return MB_OK;
    MB_TRY(mb_watched(declared, arena, &watched, err));
    MB_TRY(MB_TAKE(arena, &read, (size_t)(MB_WATCHED * declared->nbodies + 2 * declared->njoints),
                   err));
    m.value = read[0];
    m.read = (const double(*)[3])read;
    status = run(declared, watched, &m, arena, sweep, NULL);
    if (status == MB_NO_MEMORY)
        MB_TRY(mb_fail(err, MB_NO_MEMORY, "no memory for the motion of %s", declared->name));
    if (status != MB_OK || m.failed)
        MB_TRY(follow(declared, watched, &m, arena, sweep, err));
done:
    mb_solver_destroy(m.solver);
    mb_model_destroy(m.model);
    return status;
}

const mb_pose *mb_sweep_at(const mb_sweep *sweep, double t)
{
    int i = 0;

    while (i + 1 < sweep->n && fabs(sweep->t[i + 1] - t) <= fabs(sweep->t[i] - t))
        i++;
    return sweep->pose + (size_t)i * (size_t)sweep->nbodies;
}
