/* SPDX-License-Identifier: MIT */
/* What is measured in natural coordinates: frames of bodies, scalars, forces. */
#include <string.h>

#include "problems/elements/machine/natural/natural.h"
#include "problems/elements/machine/readouts.h"

/* ---- frames --------------------------------------------------------------------------------------- */

/* A span, or its rate: v without held places */
static void span_at(const mb_natural *n, const mb_span *span, const double *x, bool rate, double *s)
{
    for (int i = 0; i < 3; i++) {
        const mb_node *to = &n->node[span->to];

        s[i] = to->var[i] >= 0 ? x[to->var[i]] : rate ? 0.0 : to->place[i];
        if (span->from >= 0) {
            const mb_node *from = &n->node[span->from];

            s[i] -= from->var[i] >= 0 ? x[from->var[i]] : rate ? 0.0 : from->place[i];
        }
    }
}

/* Axes of the frame, A[3 c + i], or their rates */
static void axes_at(const mb_natural *n, const mb_laid *laid, const double *x, bool rate, double *A)
{
    memset(A, 0, 9 * sizeof *A);
    for (int k = 0; k < laid->nspans; k++) {
        const double *e = laid->span[k].u;
        double s[3];

        span_at(n, &laid->span[k], x, rate, s);
        if (n->dimension == 2) {
            const double square = e[0] * e[0] + e[1] * e[1];

            A[0] = A[4] = (s[0] * e[0] + s[1] * e[1]) / square;
            A[1] = (s[1] * e[0] - s[0] * e[1]) / square;
            A[3] = -A[1];
            A[8] = rate ? 0.0 : 1.0;
        }
        for (int c = 0; n->dimension == 3 && c < 3; c++)
            for (int i = 0; i < 3; i++)
                A[3 * c + i] += laid->inverse[3 * k + c] * s[i];
    }
}

static void origin_at(const mb_natural *n, const mb_laid *laid, const double *x, bool rate,
                      double *r)
{
    const mb_span at = {.from = -1, .to = laid->point_seat[0].node};

    span_at(n, &at, x, rate, r);
}

/* Place of the frame's origin, the centre of mass, or its rate */
static void centre_at(const mb_natural *n, const mb_laid *laid, const double *x, bool rate,
                      const double *A, double *r)
{
    const double *u = laid->point_seat[0].u;

    origin_at(n, laid, x, rate, r);
    for (int i = 0; !laid->point && i < 3; i++)
        r[i] -= A[i] * u[0] + A[3 + i] * u[1] + A[6 + i] * u[2];
}

void mb_natural_stand(const mb_machine *m, int body, const double *q, const double *v, mb_stand *s)
{
    const mb_natural *n = m->natural;
    const mb_laid *laid = body < 0 ? NULL : &n->body[body];
    double rate[9], c[3];

    memset(s, 0, sizeof *s);
    s->f.r = s->r;
    s->f.p = &s->spin[3];
    s->f.rdot = s->rdot;
    s->f.w = s->spin;
    mb_unturned(s->f.A);
    if (!laid)
        return;
    if (!laid->point)
        axes_at(n, laid, q, false, s->f.A);
    centre_at(n, laid, q, false, s->f.A, s->r);
    if (!v)
        return;
    axes_at(n, laid, v, true, rate);
    centre_at(n, laid, v, true, rate, s->rdot);
    for (int k = 0; !laid->point && k < (n->dimension == 2 ? 1 : 3); k++) {
        mb_cross(s->f.A + 3 * k, rate + 3 * k, c);
        for (int i = 0; i < 3; i++)
            s->f.W[i] += (n->dimension == 2 ? 1.0 : 0.5) * c[i];
    }
    mb_turn_back(&s->f, s->f.W, s->spin);
}

double mb_natural_angle(const mb_machine *m, int body, const double *q)
{
    double A[9];

    if (body < 0 || m->natural->body[body].point)
        return 0.0;
    axes_at(m->natural, &m->natural->body[body], q, false, A);
    return atan2(A[1], A[0]);
}

/* ---- scalars -------------------------------------------------------------------------------------- */

mb_measured mb_natural_scalar(const struct mb_lines *f, const mb_machine_state *x, bool rates)
{
    double e[MB_FORM_VARS] = {0.0}, rate = NAN, bend = NAN;

    if (x->v)
        mb_lines_rates(f, x->q, x->v, &rate, &bend);
    if (!rates)
        return (mb_measured){mb_lines_value(f, x->q), rate};
    if (!x->a || !x->v)
        return (mb_measured){rate, NAN};
    mb_lines_gradient(f, x->q, 1.0, e);
    for (int i = 0; i < f->nvar; i++)
        bend += e[i] * x->a[f->var[i]];
    return (mb_measured){rate, bend};
}

mb_measured mb_natural_effort(const mb_machine_state *x, int effort)
{
    return mb_natural_scalar(&x->m->natural->effort[effort], x, false);
}

double mb_natural_stored(const mb_machine_state *x)
{
    double sum = 0.0;

    for (int k = 0; k < x->m->nefforts; k++) {
        const mb_effort *f = &x->m->effort[k];
        mb_measured y;

        if (!f->elastic)
            continue;
        y = mb_natural_effort(x, k);
        sum += f->sign * mb_effort_elastic(f, y.value) * y.rate;
    }
    return sum;
}

/* ---- set-up --------------------------------------------------------------------------------------- */

/* Where a force acts along: the length of a spring, a joint coordinate, a place; false where it acts
 * along no scalar */
static bool of_force(const mb_machine *m, mb_readout_part *r)
{
    const int k = r->of->force < 0 ? -1 : m->force_effort[r->of->force];

    if (k < 0)
        return false;
    r->tie = m->effort[k].tie;
    r->s = m->effort[k].s;
    if (m->plain->force[r->of->force].kind == MB_FORCE_LINE) {
        r->s.kind = MB_SCALAR_LENGTH;
        r->s.factor = 1.0;
    }
    return true;
}

static bool model_merges(const mb_model *model, int joint)
{
    return ((const mb_machine *)model->data)->merged[joint].meet;
}

static mb_status compile(mb_model *model, mb_readout_part *r, mb_error *err)
{
    const mb_plain_measure *of = r->of;
    const int joint = of->of.joint;
    mb_lines *lines;
    mb_status status = MB_OK;

    if (of->kind == MB_MEASURE_REACTION && model_merges(model, joint))
        return mb_natural_pass(model, of, &r->passed, err);
    if (of->kind == MB_MEASURE_FORCE && !of_force(model->data, r))
        return MB_OK;
    if (of->kind != MB_MEASURE_JOINT && of->kind != MB_MEASURE_RATE &&
        of->kind != MB_MEASURE_TURN && of->kind != MB_MEASURE_LENGTH &&
        of->kind != MB_MEASURE_FORCE)
        return MB_OK;
    MB_TRY(MB_TAKE(model->arena, &lines, 1, err));
    MB_TRY(mb_natural_form(model, &r->tie, &r->s, lines, err));
    r->lines = lines;
done:
    return status;
}

mb_status mb_natural_outputs(mb_model *model, mb_machine *m, mb_error *err)
{
    const struct mb_readouts *all = m->readouts;
    mb_status status = MB_OK;

    for (int k = 0; k < all->n; k++)
        MB_TRY(compile(model, &all->out[k], err));
    for (int k = 0; k < all->nbranches; k++)
        MB_TRY(compile(model, &all->branch[k], err));
done:
    return status;
}
