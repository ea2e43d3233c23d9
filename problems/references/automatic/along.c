/* SPDX-License-Identifier: MIT */
/* The way along an automatic reference: its motion step by step, or the values of its table. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "problems/references/automatic/choice.h"

struct mb_automatic_run {
    double h;                   /* [s] */
    const mb_auto_table *table; /* that values come from; NULL: none */
    const mb_auto_panel *panel; /* of the last value */
    mb_auto_stand stand;        /* not there where the table has no holes */
    mb_auto_track track;
};

static mb_status stand_up(const mb_automatic *reference, mb_automatic_run *r, mb_arena *arena,
                          mb_error *err)
{
    char why[256] = "";
    mb_status status;

    MB_TRY(mb_auto_build(reference, MB_AUTO_FORWARD, arena, &r->stand, why, sizeof why, err));
    if (why[0])
        return mb_fail(err, MB_FAILURE, "no automatic reference: %s", why);
    status = mb_auto_track_claim(&r->track, &r->stand.tree, &r->stand.rule, &r->stand.state, 0.0,
                                 arena, err);
done:
    return status;
}

static mb_status start(const mb_automatic *reference, const mb_auto_table *table, mb_arena *arena,
                       mb_automatic_run **run, mb_error *err)
{
    mb_status status = MB_OK;
    mb_automatic_run *r;

    if (!reference->facts.there)
        return mb_fail(err, MB_FAILURE, "no automatic reference: %s", reference->facts.why);
    MB_TRY(MB_TAKE(arena, &r, 1, err));
    r->h = 0.5 * reference->facts.step;
    r->table = table;
    if (!table || table->holes > 0)
        MB_TRY(stand_up(reference, r, arena, err));
    if (table && table->holes > 0 && table->state_size != mb_auto_run_size(r))
        return mb_fail(err, MB_BAD_INPUT, "the table of a reference is of another tree");
    *run = r;
done:
    return status;
}

mb_status mb_automatic_follow(const mb_automatic *reference, mb_arena *arena,
                              mb_automatic_run **run, mb_error *err)
{
    mb_error text = {MB_OK, ""};

    return start(reference, NULL, arena, run, err ? err : &text);
}

mb_status mb_automatic_consult(const mb_automatic *reference, mb_arena *arena,
                               mb_automatic_run **run, mb_error *err)
{
    mb_error text = {MB_OK, ""};

    return start(reference, reference->table, arena, run, err ? err : &text);
}

void mb_automatic_reset(mb_automatic_run *run)
{
    run->panel = NULL;
    if (!run->table)
        mb_auto_track_reset(&run->track);
}

static void follow(mb_automatic_run *run, double t, double *out)
{
    while (run->track.t + run->h <= t * (1.0 + 4.0 * DBL_EPSILON))
        if (!mb_auto_track_step(&run->track, run->h))
            break;
    mb_auto_track_look(&run->track, fmax(0.0, t - run->track.t), out);
}

static void look_up(mb_automatic_run *run, double t, double *out)
{
    const mb_auto_panel *panel = mb_auto_table_find(run->table, run->panel, t);

    if (panel && panel->value) {
        mb_auto_table_value(run->table, panel, t, out);
    } else if (panel) {
        if (panel != run->panel || t < run->track.t)
            mb_auto_run_resume(run, panel->state);
        follow(run, t, out);
    } else {
        for (int c = 0; c < run->table->columns; c++)
            out[run->table->component[c]] = (double)NAN;
    }
    run->panel = panel;
}

void mb_automatic_at(mb_automatic_run *run, double t, double *out)
{
    if (run->table)
        look_up(run, t, out);
    else
        follow(run, t, out);
}

/* ---- where a motion is ---------------------------------------------------------------------- */

/* Numbers of a state on their way out, or in. */
typedef struct passage {
    double *out;
    const double *in; /* where there is no `out` */
} passage;

static void hand(passage *p, double *x, size_t n)
{
    if (p->out) {
        memcpy(p->out, x, n * sizeof *x);
        p->out += n;
    } else {
        memcpy(x, p->in, n * sizeof *x);
        p->in += n;
    }
}

static void hand_all(mb_automatic_run *run, passage p)
{
    const mb_auto *tree = &run->stand.tree;
    mb_auto_track *track = &run->track;
    mb_auto_state *now = &track->now;
    double side[2] = {(double)(now->side >> 32), (double)(now->side & 0xffffffffULL)};

    hand(&p, &track->t, 1);
    hand(&p, now->q, 2 * (size_t)tree->n);
    hand(&p, track->carry, 2 * (size_t)tree->n);
    hand(&p, now->base, 9 * (size_t)tree->nballs);
    hand(&p, now->memory, (size_t)tree->nmemories);
    hand(&p, side, 2); /* in halves, which a double holds */
    now->side = (unsigned long long)side[0] << 32 | (unsigned long long)side[1];
}

int mb_auto_run_size(const mb_automatic_run *run)
{
    const mb_auto *tree = &run->stand.tree;

    return 1 + 4 * tree->n + 9 * tree->nballs + tree->nmemories + 2;
}

void mb_auto_run_keep(mb_automatic_run *run, double *state)
{
    hand_all(run, (passage){.out = state});
}

void mb_auto_run_resume(mb_automatic_run *run, const double *state)
{
    hand_all(run, (passage){.in = state});
}

double mb_auto_run_step(const mb_automatic_run *run)
{
    return run->h;
}

long mb_auto_run_evaluations(const mb_automatic_run *run)
{
    return run->stand.tree.evaluations;
}

/* ---- what else is asked along it ------------------------------------------------------------ */

void mb_automatic_energy(mb_automatic_run *run, double energy[2])
{
    mb_auto_energy(&run->stand.tree, energy);
}

void mb_automatic_stand(const mb_automatic_run *run, int body, double x[3], double R[9])
{
    const mb_auto_motion *m = &run->stand.tree.motion[body];

    memcpy(x, m->x, sizeof m->x);
    memcpy(R, m->R, sizeof m->R);
}

void mb_automatic_rates(mb_automatic_run *run, mb_automatic_twist *v, mb_automatic_twist *a)
{
    mb_auto *tree = &run->stand.tree;
    const int n = tree->n;
    double *rate = run->track.spare.q; /* of (q, u) */

    mb_auto_state_copy(tree, &run->track.now, &run->track.spare);
    tree->base = run->track.now.base;
    tree->memory = run->track.now.memory;
    mb_auto_rate(tree, run->track.t, run->track.now.q, rate);
    for (int b = 0; b < tree->plain->nbodies; b++) {
        const mb_auto_motion *m = &tree->motion[b];

        memcpy(v[b].linear, m->v, sizeof m->v);
        memcpy(v[b].angular, m->w, sizeof m->w);
        memcpy(a[b].linear, m->a, sizeof m->a);
        memcpy(a[b].angular, m->e, sizeof m->e);
        for (int k = 0; k < tree->body[b].n; k++) {
            const int j = tree->body[b].on[k];

            for (int i = 0; i < 3; i++) {
                a[b].linear[i] += m->Jv[3 * j + i] * rate[n + j];
                a[b].angular[i] += m->Jw[3 * j + i] * rate[n + j];
            }
        }
    }
}
