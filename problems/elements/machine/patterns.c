/* SPDX-License-Identifier: MIT */
/* Patterns of D, M and H, and where every share, force and body has its entries in them. */
#include <math.h>
#include <string.h>

#include "problems/elements/machine/machine_setup.h"
#include "problems/elements/machine/span.h"

/* ---- which local places a scalar depends on ----------------------------------------------------- */

static void mark_arrow(const mb_arrow *x, const mb_arrow *other, bool of[2][MB_LOCAL])
{
    for (int side = 0; side < 2; side++) {
        const bool own = x->kind == (side ? MB_ARROW_OF_B : MB_ARROW_OF_A);

        for (int c = 3; c < MB_LOCAL && (own || x->kind == MB_ARROW_BETWEEN); c++)
            of[side][c] = true;
        for (int c = 0; c < 3 && x->kind == MB_ARROW_BETWEEN; c++)
            of[side][c] = of[side][c] || other->kind != MB_ARROW_WORLD || other->u[c] != 0.0;
    }
}

static void mark_scalar(const mb_scalar *s, bool of[2][MB_LOCAL])
{
    const int n = s->kind == MB_SCALAR_ANGLE || s->kind == MB_SCALAR_DISC ? 2 : 1;

    memset(of, 0, 2 * sizeof *of);
    if (s->kind == MB_SCALAR_TURN) {
        of[0][5] = of[1][5] = true;
        return;
    }
    if (s->kind == MB_SCALAR_MEET) {
        for (int side = 0; side < 2; side++)
            for (int c = 0; c < MB_LOCAL; c++)
                of[side][c] = c == s->axis || c > 2;
        return;
    }
    for (int k = 0; k < n; k++) {
        mark_arrow(&s->x[k], &s->y[k], of);
        mark_arrow(&s->y[k], &s->x[k], of);
    }
}

/* Slots of the velocities of a body that are marked; `at` is filled by whoever knows where. */
static void slots_of(const mb_mover *body, const bool *marked, mb_slots *slots)
{
    slots->n = 0;
    for (int c = 0; body && c < body->n; c++)
        if (marked[body->local[c]]) {
            slots->local[slots->n] = body->local[c];
            slots->at[slots->n++] = body->v + c;
        }
}

static void scalar_slots(const mb_machine *m, const mb_tie *tie, const mb_scalar *s,
                         mb_slots slots[2])
{
    bool of[2][MB_LOCAL];

    mark_scalar(s, of);
    for (int side = 0; side < 2; side++)
        slots_of(mb_mover_of(m, tie->duo.body[side]), of[side], &slots[side]);
}

/* Until D is known, slots hold columns. */
static void announce_slots(const mb_slots *slots, int row, mb_pattern_builder *d)
{
    for (int k = 0; k < slots->n; k++)
        mb_pattern_add(d, row, slots->at[k]);
}

static void place_slots(mb_slots *slots, int row, const mb_pattern *d)
{
    for (int k = 0; k < slots->n; k++)
        slots->at[k] = mb_pattern_find(d, row, slots->at[k]);
}

/* ---- H ------------------------------------------------------------------------------------------ */

static void announce_duo(const mb_machine *m, const mb_duo *duo, mb_pattern_builder *h)
{
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) {
            const mb_mover *row = mb_mover_of(m, duo->body[i]);
            const mb_mover *column = mb_mover_of(m, duo->body[j]);

            for (int c = 0; row && column && c < column->n; c++)
                for (int r = 0; r < row->n; r++)
                    mb_pattern_add(h, row->v + r, column->v + c);
        }
}

static void place_duo(const mb_machine *m, mb_duo *duo, const mb_pattern *h)
{
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) {
            const mb_mover *row = mb_mover_of(m, duo->body[i]);
            const mb_mover *column = mb_mover_of(m, duo->body[j]);

            for (int c = 0; row && column && c < column->n; c++)
                duo->at[i][j][c] = mb_pattern_find(h, row->v, column->v + c);
        }
}

/* Runs over the pairs of bodies of all elements. */
static void each_duo(mb_machine *m, void (*visit)(mb_machine *, mb_duo *, void *), void *data)
{
    for (int k = 0; k < m->nrests; k++)
        visit(m, &m->rest[k].duo, data);
    for (int k = 0; k < m->nknives; k++)
        visit(m, &m->knife[k].duo, data);
    for (int k = 0; k < m->ndiscs; k++)
        visit(m, &m->disc[k].tie.duo, data);
    for (int k = 0; k < m->nmeshes; k++)
        for (int i = 0; i < m->mesh[k].n; i++)
            visit(m, &m->mesh[k].wheel[i].duo, data);
    for (int k = 0; k < m->nefforts; k++)
        visit(m, &m->effort[k].tie.duo, data);
    for (int k = 0; k < m->nloads; k++)
        visit(m, &m->load[k].duo, data);
}

static void announce_one(mb_machine *m, mb_duo *duo, void *h)
{
    announce_duo(m, duo, h);
}

static void place_one(mb_machine *m, mb_duo *duo, void *h)
{
    place_duo(m, duo, h);
}

/* ---- D ------------------------------------------------------------------------------------------ */

static void announce_rows(mb_machine *m, mb_pattern_builder *d)
{
    static const bool all[MB_LOCAL] = {true, true, true, true, true, true, true};

    for (mb_tie *tie = m->tie; tie < m->tie + m->nties; tie++)
        for (mb_share *x = tie->share; x < tie->share + tie->n; x++) {
            scalar_slots(m, tie, &x->s, x->slots);
            for (int side = 0; side < 2; side++)
                announce_slots(&x->slots[side], x->row, d);
        }
    for (const mb_mover *body = m->body; body < m->body + m->nbodies; body++)
        for (int c = 3; body->norm_row >= 0 && c < 7; c++)
            mb_pattern_add(d, body->norm_row, body->v + c);
    for (mb_knife *k = m->knife; k < m->knife + m->nknives; k++) {
        slots_of(m->body + k->duo.body[0], all, &k->slots);
        announce_slots(&k->slots, k->row, d);
    }
    for (mb_disc *disc = m->disc; disc < m->disc + m->ndiscs; disc++)
        for (int i = 0; i < 2; i++)
            slots_of(m->body + disc->tie.duo.body[1], all, &disc->slots[i]);
    for (mb_mesh *mesh = m->mesh; mesh < m->mesh + m->nmeshes; mesh++)
        for (mb_mesh_wheel *x = mesh->wheel; x < mesh->wheel + mesh->n; x++) {
            bool marked[MB_LOCAL];

            for (int c = 0; c < MB_LOCAL; c++)
                marked[c] = c > 2 && (m->kind == MB_IN_EULER || (c < 6 && x->axis[c - 3] != 0.0));
            slots_of(m->body + x->duo.body[0], marked, &x->slots);
            announce_slots(&x->slots, mesh->row, d);
        }
}

static void place_rows(mb_machine *m, const mb_pattern *d)
{
    for (mb_tie *tie = m->tie; tie < m->tie + m->nties; tie++)
        for (mb_share *x = tie->share; x < tie->share + tie->n; x++)
            for (int side = 0; side < 2; side++)
                place_slots(&x->slots[side], x->row, d);
    for (mb_mover *body = m->body; body < m->body + m->nbodies; body++)
        for (int c = 0; body->norm_row >= 0 && c < 4; c++)
            body->norm_at[c] = mb_pattern_find(d, body->norm_row, body->v + 3 + c);
    for (mb_knife *k = m->knife; k < m->knife + m->nknives; k++)
        place_slots(&k->slots, k->row, d);
    for (mb_disc *disc = m->disc; disc < m->disc + m->ndiscs; disc++)
        for (int i = 0; i < 2; i++)
            place_slots(&disc->slots[i], disc->row + i, d);
    for (mb_mesh *mesh = m->mesh; mesh < m->mesh + m->nmeshes; mesh++)
        for (mb_mesh_wheel *x = mesh->wheel; x < mesh->wheel + mesh->n; x++)
            place_slots(&x->slots, mesh->row, d);
}

/* ---- M ------------------------------------------------------------------------------------------ */

/* Entry of the mass matrix in local places of a body; `euler` fills the rotation itself. */
static double mass_of(const mb_machine *m, const mb_mover *body, int r, int c)
{
    if (r < 3 || c < 3)
        return r == c ? body->mass : 0.0;
    return m->kind == MB_IN_EULER ? 0.0 : body->inertia[3 * (r - 3) + c - 3];
}

static bool has_mass(const mb_machine *m, const mb_mover *body, int r, int c)
{
    return r == c || mass_of(m, body, r, c) != 0.0 || (m->kind == MB_IN_EULER && r > 2 && c > 2);
}

static void announce_mass(const mb_machine *m, mb_pattern_builder *mass)
{
    for (const mb_mover *body = m->body; body < m->body + m->nbodies; body++)
        for (int c = 0; c < body->n; c++)
            for (int r = 0; r < body->n; r++)
                if (has_mass(m, body, body->local[r], body->local[c]))
                    mb_pattern_add(mass, body->v + r, body->v + c);
}

static void place_mass(mb_machine *m, const mb_pattern *mass)
{
    for (mb_mover *body = m->body; body < m->body + m->nbodies; body++) {
        for (int c = 0; c < body->n; c++)
            for (int r = 0; r < body->n; r++)
                if (has_mass(m, body, body->local[r], body->local[c]))
                    m->mass[mb_pattern_find(mass, body->v + r, body->v + c)] =
                        mass_of(m, body, body->local[r], body->local[c]);
        for (int c = 0; m->kind == MB_IN_EULER && !body->point && c < 4; c++)
            body->mass_at[c] = mb_pattern_find(mass, body->v + 3, body->v + 3 + c);
    }
}

/* ---- the whole ---------------------------------------------------------------------------------- */

/* A force between places whose gradient needs no axis of a body */
static mb_form form_of(const mb_scalar *s)
{
    const mb_arrow_kind x = s->x[0].kind, y = s->y[0].kind;

    if (y != MB_ARROW_BETWEEN)
        return MB_FORM_OTHER;
    if (s->kind == MB_SCALAR_PRODUCT && x == MB_ARROW_WORLD)
        return MB_FORM_FIXED;
    if (x != MB_ARROW_BETWEEN)
        return MB_FORM_OTHER;
    return s->kind == MB_SCALAR_PRODUCT  ? MB_FORM_APART
           : s->kind == MB_SCALAR_LENGTH ? MB_FORM_LENGTH
                                         : MB_FORM_OTHER;
}

static void place_forces(mb_machine *m)
{
    for (mb_effort *f = m->effort; f < m->effort + m->nefforts; f++) {
        scalar_slots(m, &f->tie, &f->s, f->slots);
        f->form = form_of(&f->s);
    }
}

mb_status mb_machine_patterns(mb_model *model, mb_machine *m, mb_error *err)
{
    mb_status status = MB_OK, of_d, of_m, of_h;
    mb_pattern_builder *d = mb_pattern_begin(model->m, model->nv);
    mb_pattern_builder *mass = mb_pattern_begin(model->nv, model->nv);
    mb_pattern_builder *h = mb_pattern_begin(model->nv, model->nv);

    announce_rows(m, d);
    announce_mass(m, mass);
    mb_carried_announce(m, d, h);
    for (int b = 0; m->kind != MB_IN_X_Y_PHI && b < m->nbodies; b++)
        announce_duo(m, &(mb_duo){.body = {b, MB_ON_GROUND}}, h);
    each_duo(m, announce_one, h);
    /* all three are ended, failure or not, since that frees them */
    of_d = mb_pattern_end(d, model->arena, &model->D, err);
    of_m = mb_pattern_end(mass, model->arena, &model->M, err);
    of_h = mb_pattern_end(h, model->arena, &model->H, err);
    MB_TRY(of_d);
    MB_TRY(of_m);
    MB_TRY(of_h);
    MB_TRY(MB_TAKE(model->arena, &m->mass, (size_t)model->M.nnz, err));
    place_rows(m, &model->D);
    place_mass(m, &model->M);
    place_forces(m);
    each_duo(m, place_one, &model->H);
    MB_TRY(mb_carried_place(model, m, err));
    for (mb_mover *body = m->body; m->kind != MB_IN_X_Y_PHI && body < m->body + m->nbodies; body++)
        for (int c = 0; c < body->n; c++)
            body->tangent_at[body->local[c]] = mb_pattern_find(&model->H, body->v, body->v + c);
done:
    return status;
}
