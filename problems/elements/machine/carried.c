/* SPDX-License-Identifier: MIT */
/* What shares come to that depend on one body at a time, found once in set-up.
 *
 *     meeting places       +- (r + A u), of each body by itself
 *     n . d, n . A u       n fixed in the world: on the ground, or an axis of it
 *     angles of the plane; blades in it
 *
 * The rest of a tie, axes and places of two bodies against each other, stays one (rest.c). */
#include <stdlib.h>
#include <string.h>

#include "problems/elements/machine/machine_setup.h"
#include "problems/elements/machine/span.h"

static const double unit[3][3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};

/* ---- lists, counted first -------------------------------------------------------------------------- */

static void add_constant(mb_machine *m, int row, double value)
{
    if (m->phi_constant)
        m->phi_constant[row] += value;
}

static void add_linear(mb_machine *m, int row, int i, double factor)
{
    if (factor == 0.0)
        return;
    if (m->linear)
        m->linear[m->nlinear] = (mb_linear){.row = row, .i = i, .factor = factor};
    m->nlinear++;
}

static void add_turning(mb_machine *m, int row, int body, double a, double b)
{
    if (a == 0.0 && b == 0.0)
        return;
    if (m->turning)
        m->turning[m->nturning] =
            (mb_turning){.row = row, .i = m->body[body].q + 2, .body = body, .a = a, .b = b};
    m->nturning++;
}

static void add_arm(mb_arm *list, int *n, mb_arm arm)
{
    if (list)
        list[*n] = arm;
    ++*n;
}

/* ---- shares ---------------------------------------------------------------------------------------- */

/* Does not move: an axis of the world or of the ground */
static bool is_fixed(const mb_tie *tie, const mb_arrow *x)
{
    return x->kind == MB_ARROW_WORLD || (x->kind == MB_ARROW_OF_A && tie->duo.body[0] < 0) ||
           (x->kind == MB_ARROW_OF_B && tie->duo.body[1] < 0);
}

/* Translations of a body in a row: what D has of them is constant. */
static void place(mb_machine *m, int row, const mb_mover *body, const double *n, double factor)
{
    for (int c = 0; c < (m->kind == MB_IN_X_Y_PHI ? 2 : 3); c++)
        add_linear(m, row, body->v + c, factor * n[c]);
}

/* factor n . (r + A u), or n . A u */
static void carry(mb_machine *m, int row, int b, const double *u, const double *n, double factor,
                  bool placed)
{
    const mb_mover *body = mb_mover_of(m, b);

    if (body && placed)
        place(m, row, body, n, factor);
    if (!body || (body->point && m->kind == MB_IN_X_Y_PHI)) {
        add_constant(m, row, factor * mb_dot(n, u));
    } else if (m->kind == MB_IN_X_Y_PHI) {
        add_turning(m, row, b, factor * (n[0] * u[0] + n[1] * u[1]),
                    factor * (n[1] * u[0] - n[0] * u[1]));
    } else {
        mb_arm arm = {.body = b, .row = row, .place = placed};

        memcpy(arm.u, u, sizeof arm.u);
        for (int i = 0; i < 3; i++)
            arm.n[i] = factor * n[i];
        add_arm(m->arm, &m->narms, arm);
    }
}

/* Three rows in which places of two bodies meet in space */
static bool carry_meeting(mb_machine *m, const mb_tie *tie, const mb_share *x)
{
    for (int i = 0; i < 3; i++)
        if (x + i == tie->share + tie->n || x[i].s.kind != MB_SCALAR_MEET || x[i].s.axis != i ||
            x[i].row != x->row + i || x[i].s.factor != x->s.factor)
            return false;
    for (int side = 0; side < 2; side++) {
        const int b = tie->duo.body[side];
        mb_arm arm = {.body = b, .row = x->row, .factor = side ? x->s.factor : -x->s.factor};

        memcpy(arm.u, tie->u[side], sizeof arm.u);
        if (b >= 0)
            add_arm(m->meet, &m->nmeets, arm);
        for (int i = 0; i < 3; i++) {
            if (b >= 0)
                place(m, x->row + i, mb_mover_of(m, b), unit[i], arm.factor);
            else
                add_constant(m, x->row + i, arm.factor * arm.u[i]);
        }
    }
    for (int i = 0; i < 3; i++)
        add_constant(m, x->row + i, x[i].s.offset);
    return true;
}

/* n . x, n fixed */
static void carry_product(mb_machine *m, const mb_tie *tie, const mb_share *x, const double *n,
                          const mb_arrow *y)
{
    const double factor = x->s.factor;

    if (y->kind == MB_ARROW_BETWEEN) {
        carry(m, x->row, tie->duo.body[0], tie->u[0], n, -factor, true);
        carry(m, x->row, tie->duo.body[1], tie->u[1], n, factor, true);
    } else {
        carry(m, x->row, tie->duo.body[y->kind == MB_ARROW_OF_B], y->u, n, factor, false);
    }
}

static bool carry_share(mb_machine *m, const mb_tie *tie, const mb_share *x)
{
    static const mb_arrow between = {.kind = MB_ARROW_BETWEEN};
    const mb_scalar *s = &x->s;

    if (s->kind == MB_SCALAR_MEET) {
        carry_product(m, tie, x, unit[s->axis], &between);
    } else if (s->kind == MB_SCALAR_TURN) {
        for (int side = 0; side < 2; side++)
            if (tie->duo.body[side] >= 0)
                add_linear(m, x->row, m->body[tie->duo.body[side]].v + 2,
                           side ? s->factor : -s->factor);
    } else if (s->kind == MB_SCALAR_PRODUCT && is_fixed(tie, &s->x[0])) {
        carry_product(m, tie, x, s->x[0].u, &s->y[0]);
    } else if (s->kind == MB_SCALAR_PRODUCT && is_fixed(tie, &s->y[0])) {
        carry_product(m, tie, x, s->y[0].u, &s->x[0]);
    } else {
        return false;
    }
    add_constant(m, x->row, s->offset);
    return true;
}

static mb_form form_of(const mb_machine *m, const mb_tie *tie, const mb_scalar *s)
{
    const mb_arrow_kind x = s->x[0].kind, y = s->y[0].kind;

    if (s->kind != MB_SCALAR_PRODUCT || (x == MB_ARROW_OF_A && m->body[tie->duo.body[0]].point) ||
        (y == MB_ARROW_OF_B && m->body[tie->duo.body[1]].point))
        return MB_FORM_OTHER;
    if (x == MB_ARROW_OF_A && y == MB_ARROW_OF_B)
        return MB_FORM_AXES;
    if (x == MB_ARROW_OF_A && y == MB_ARROW_BETWEEN)
        return MB_FORM_PLANE;
    return x == MB_ARROW_BETWEEN && y == MB_ARROW_BETWEEN ? MB_FORM_APART : MB_FORM_OTHER;
}

/* The rest of a tie: shares that are not carried go to its end. */
static void keep(mb_machine *m, const mb_tie *tie, int carried)
{
    mb_tie *rest = &m->rest[m->nrests++];

    *rest = *tie;
    rest->share += carried;
    rest->n -= carried;
    rest->between = false;
    for (mb_share *x = rest->share; x < rest->share + rest->n; x++) {
        x->form = form_of(m, tie, &x->s);
        rest->between = rest->between || x->form != MB_FORM_AXES;
    }
}

static void carry_tie(mb_machine *m, mb_tie *tie)
{
    int carried = 0;

    for (int k = 0; k < tie->n && !tie->rates;) {
        const mb_share share = tie->share[k];

        if (m->kind != MB_IN_X_Y_PHI && k == carried && carry_meeting(m, tie, &tie->share[k])) {
            carried = k += 3;
        } else if (carry_share(m, tie, &share)) {
            tie->share[k++] = tie->share[carried];
            tie->share[carried++] = share;
        } else {
            k++;
        }
    }
    if (carried < tie->n && m->rest)
        keep(m, tie, carried);
    else if (carried < tie->n)
        m->nrests++;
}

static int by_coordinate(const void *x, const void *y)
{
    const mb_turning *a = x, *b = y;

    return a->i != b->i ? a->i - b->i : a->row - b->row;
}

mb_status mb_machine_carry(mb_model *model, mb_machine *m, mb_error *err)
{
    mb_status status = MB_OK;

    for (mb_tie *tie = m->tie; tie < m->tie + m->nties; tie++)
        carry_tie(m, tie);
    MB_TRY(MB_TAKE(model->arena, &m->linear, (size_t)m->nlinear, err));
    MB_TRY(MB_TAKE(model->arena, &m->turning, (size_t)m->nturning, err));
    MB_TRY(MB_TAKE(model->arena, &m->meet, (size_t)m->nmeets, err));
    MB_TRY(MB_TAKE(model->arena, &m->arm, (size_t)m->narms, err));
    MB_TRY(MB_TAKE(model->arena, &m->rest, (size_t)m->nrests, err));
    MB_TRY(MB_TAKE(model->arena, &m->phi_constant, (size_t)model->m, err));
    m->nlinear = m->nturning = m->nmeets = m->narms = m->nrests = 0;
    for (mb_tie *tie = m->tie; tie < m->tie + m->nties; tie++)
        carry_tie(m, tie);
    if (m->nturning)
        qsort(m->turning, (size_t)m->nturning, sizeof *m->turning, by_coordinate);
done:
    return status;
}

/* ---- places in the patterns ------------------------------------------------------------------------ */

void mb_carried_announce(const mb_machine *m, mb_pattern_builder *d, mb_pattern_builder *h)
{
    for (const mb_blade *x = m->blade; x < m->blade + m->nblades; x++)
        for (int c = 0; c < 3; c++) {
            mb_pattern_add(d, x->row, x->i + c);
            if (c < 2)
                mb_pattern_add(h, x->i + c, x->i + 2);
        }
    for (const mb_turning *x = m->turning; x < m->turning + m->nturning; x++)
        mb_pattern_add(h, x->i, x->i);
}

static void place_arms(const mb_machine *m, mb_arm *arm, int n, const mb_pattern *d)
{
    for (int k = 0; k < n; k++) {
        const mb_mover *body = m->body + arm[k].body;

        arm[k].turns = !body->point && mb_dot(arm[k].u, arm[k].u) > 0.0;
        for (int c = 3; c < body->n; c++)
            arm[k].at[c - 3] = mb_pattern_find(d, arm[k].row, body->v + c);
    }
}

mb_status mb_carried_place(mb_model *model, mb_machine *m, mb_error *err)
{
    mb_status status = MB_OK;

    MB_TRY(MB_TAKE(model->arena, &m->jacobian_constant, (size_t)model->D.nnz, err));
    for (const mb_linear *x = m->linear; x < m->linear + m->nlinear; x++)
        m->jacobian_constant[mb_pattern_find(&model->D, x->row, x->i)] += x->factor;
    for (mb_turning *x = m->turning; x < m->turning + m->nturning; x++) {
        x->at = mb_pattern_find(&model->D, x->row, x->i);
        x->tangent = mb_pattern_find(&model->H, x->i, x->i);
    }
    for (mb_blade *x = m->blade; x < m->blade + m->nblades; x++) {
        for (int c = 0; c < 3; c++)
            x->at[c] = mb_pattern_find(&model->D, x->row, x->i + c);
        for (int c = 0; c < 2; c++)
            x->tangent[c] = mb_pattern_find(&model->H, x->i + c, x->i + 2);
        m->jacobian_constant[x->at[2]] += x->b;
    }
    place_arms(m, m->meet, m->nmeets, &model->D);
    place_arms(m, m->arm, m->narms, &model->D);
done:
    return status;
}
