/* SPDX-License-Identifier: MIT */
/* Where a mechanism passes: ghosts of its bodies, ways of its points. */
#include <math.h>
#include <string.h>

#include "bench/describe/drawing.h"

/* Without a list of the mechanism's own: more of them hide each other. */
enum { MOST_TRACES = 3 };

static const double nearest = 0.45, farthest = 0.17; /* opacity of the first ghost, of the last */

void mb_drawing_of(mb_drawing *d, const mb_standing *standing)
{
    d->m = standing->m;
    d->shapes = standing->shapes;
    d->still = standing->still;
}

/* ---- where it passes -------------------------------------------------------------------------------- */

static double distance(const double a[3], const double b[3])
{
    return hypot(hypot(a[0] - b[0], a[1] - b[1]), a[2] - b[2]);
}

static void stand_at(mb_plain_body *b, const mb_pose *pose)
{
    memcpy(b->com, pose->x, sizeof b->com);
    memcpy(b->turn, pose->R, sizeof b->turn);
}

/* Whether a body is where it was, by a two-hundredth of the mechanism; what is touched nowhere may
 * have turned there. */
static bool stands(const mb_plain_mechanism *m, const mb_shapes *then, const mb_shapes *now,
                   int body, const mb_plain_body *moved)
{
    double far = distance(m->body[body].com, moved->com);

    for (int k = 0; k < 9; k++)
        if (fabs(moved->turn[k] - m->body[body].turn[k]) > 0.02 && now->count[body] == 0)
            return false;
    for (int k = then->begin[body]; k < then->begin[body] + then->count[body]; k++)
        far = fmax(far, distance(then->at[k], now->at[k]));
    return far < 0.005 * m->scale;
}

/* k of n: the last one stands at the end, or as far before it as the one before. */
static mb_status take_ghost(const mb_plain_mechanism *m, const mb_sweep *sweep, int k, int n,
                            const mb_standing *start, mb_arena *arena, mb_standing *ghost,
                            mb_error *err)
{
    const double t = sweep->t[sweep->n - 1] * (k + 1) / (sweep->around ? n + 1 : n);
    const mb_pose *pose = mb_sweep_at(sweep, t);
    mb_plain_mechanism *moved;
    mb_plain_body *body;
    bool *still;
    mb_status status;

    MB_TRY(MB_TAKE(arena, &moved, 1, err));
    MB_TRY(MB_TAKE(arena, &still, (size_t)m->nbodies, err));
    MB_TRY(MB_TAKE(arena, &body, (size_t)m->nbodies, err));
    *moved = *m;
    moved->body = body;
    for (int i = 0; i < m->nbodies; i++) {
        body[i] = m->body[i];
        stand_at(&body[i], &pose[i]);
    }
    ghost->m = moved;
    ghost->still = still;
    MB_TRY(mb_shapes_of(moved, arena, &ghost->shapes, err));
    for (int i = 0; i < m->nbodies; i++)
        still[i] = stands(m, &start->shapes, &ghost->shapes, i, &body[i]);
done:
    return status;
}

static mb_status take_trace(const mb_plain_output *o, const mb_sweep *sweep, mb_arena *arena,
                            mb_way *trace, mb_error *err)
{
    const double *u = o->of.place[0];
    double(*at)[3];
    mb_status status;

    MB_TRY(MB_TAKE(arena, &at, (size_t)sweep->n, err));
    for (int k = 0; k < sweep->n; k++) {
        const mb_pose *p = &sweep->pose[(size_t)k * (size_t)sweep->nbodies + (size_t)o->of.body[0]];

        for (int i = 0; i < 3; i++)
            at[k][i] =
                p->x[i] + p->R[3 * i] * u[0] + p->R[3 * i + 1] * u[1] + p->R[3 * i + 2] * u[2];
    }
    *trace = (mb_way){sweep->n, o->of.body[0], (const double(*)[3])at, sweep->around};
done:
    return status;
}

static bool is_point(const mb_plain_output *o)
{
    return o->of.kind == MB_MEASURE_POINT && o->of.body[0] != MB_ON_GROUND;
}

static mb_status take_traces(const mb_plain_mechanism *m, const mb_sweep *sweep, mb_arena *arena,
                             mb_passing *passing, mb_error *err)
{
    const int most = m->ntraces ? m->ntraces : MOST_TRACES;
    mb_way *trace;
    mb_status status;

    MB_TRY(MB_TAKE(arena, &trace, (size_t)most, err));
    /* without a list the last ones: what is moved, after what moves it */
    for (int i = 0; i < (m->ntraces ? m->ntraces : m->noutputs) && passing->ntraces < most; i++) {
        const mb_plain_output *o = &m->output[m->ntraces ? m->trace[i] : m->noutputs - 1 - i];

        if (is_point(o))
            MB_TRY(take_trace(o, sweep, arena, &trace[passing->ntraces++], err));
    }
    passing->trace = trace;
done:
    return status;
}

mb_status mb_passing_of(const mb_plain_mechanism *m, const mb_picture *p, mb_arena *arena,
                        mb_passing *passing, mb_error *err)
{
    mb_standing *ghost;
    mb_status status;

    *passing = (mb_passing){.start = {.m = m}};
    MB_TRY(mb_shapes_of(m, arena, &passing->start.shapes, err));
    if (!p->sweep || p->sweep->n < 2)
        return MB_OK;
    MB_TRY(MB_TAKE(arena, &ghost, (size_t)p->ghosts, err));
    for (int i = 0; i < p->ghosts; i++)
        MB_TRY(take_ghost(m, p->sweep, i, p->ghosts, &passing->start, arena, &ghost[i], err));
    passing->nghosts = p->ghosts;
    passing->ghost = ghost;
    status = take_traces(m, p->sweep, arena, passing, err);
done:
    return status;
}

/* ---- strokes ---------------------------------------------------------------------------------------- */

static void draw_trace(mb_drawing *d, const mb_way *way)
{
    mb_spot last = mb_drawing_spot(d, way->at[0]);

    fprintf(d->out, "<path class=\"trace\" stroke=\"%s\" d=\"M%.1f %.1f",
            mb_drawing_colour(d, way->body), last.x, last.y);
    for (int i = 1; i < way->n; i++) {
        const mb_spot s = mb_drawing_spot(d, way->at[i]);

        if (i + 1 < way->n &&
            (s.x - last.x) * (s.x - last.x) + (s.y - last.y) * (s.y - last.y) < 2.0)
            continue;
        fprintf(d->out, "L%.1f %.1f", s.x, s.y);
        mb_drawing_avoid(d, last, s);
        last = s;
    }
    fputs(way->around ? "Z\"/>\n" : "\"/>\n", d->out);
}

void mb_draw_passing(mb_drawing *d, const mb_passing *passing)
{
    d->ghost = true;
    for (int i = passing->nghosts - 1; i >= 0; i--) {
        const double part = passing->nghosts > 1 ? (double)i / (passing->nghosts - 1) : 0.0;

        mb_drawing_of(d, &passing->ghost[i]);
        fprintf(d->out, "<g class=\"ghost\" opacity=\"%.2f\">\n",
                nearest + part * (farthest - nearest));
        mb_draw_struts(d);
        mb_draw_bodies(d);
        fputs("</g>\n", d->out);
    }
    d->ghost = false;
    mb_drawing_of(d, &passing->start);
    for (int i = 0; i < passing->ntraces; i++)
        draw_trace(d, &passing->trace[i]);
}
