/* SPDX-License-Identifier: MIT */
/* Velocities of the start: consistent with the rows, what is given held, the rest following. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/vector.h"
#include "problems/start/start_rows.h"

static const double STALLED = MB_START_STALLED;
static const double LIGHT = 1e-6;  /* of the largest mass: less counts as this in steps */
static const double LEAST = 1e-28; /* of the kinetic energy: what is left above the least */

enum { VELOCITY_STEPS = 4, ENERGY_STEPS = 200 };

/* Fastest declared velocity, as lengths: what is left of it at rest is its round-off */
static double declared_speed(const mb_model *model, const mb_start_rows *c)
{
    double fastest = 0.0;

    for (int j = 0; j < model->nv; j++)
        fastest = fmax(fastest, fabs(c->declared[j]) / c->unit[j]);
    return fastest;
}

/* What round-off leaves of D v + Phi_t in lengths: ulps of what is summed, and of D, which turns by
 * round-off of the position over the size; of the declared velocities too, as a mechanism that has
 * no freedom left is brought to rest.  In c->ddir. */
static void allow_rates(const mb_model *model, mb_start_rows *c)
{
    const mb_pattern *D = &model->D;
    double fastest = declared_speed(model, c);

    if (model->ops->phi_t)
        model->ops->phi_t(model, model->t0, model->q0, c->ddir);
    else
        memset(c->ddir, 0, (size_t)model->m * sizeof *c->ddir);
    for (int i = 0; i < model->m; i++)
        c->ddir[i] = fabs(c->ddir[i]);
    for (int j = 0; j < model->nv; j++) {
        fastest = fmax(fastest, fabs(model->v0[j]) / c->unit[j]);
        for (int k = D->start[j]; k < D->start[j + 1]; k++)
            c->ddir[D->row[k]] += fabs(c->d[k] * model->v0[j]);
    }
    for (int i = 0; i < model->m; i++)
        c->ddir[i] = MB_START_ULPS * DBL_EPSILON * c->ddir[i] / c->size[i] +
                     c->allowed[i] / model->scale * fastest + DBL_MIN;
}

/* Brings the velocities to the rows with the first `nholds` held, by the smallest change.  Returns
 * what the rows are off by, against round-off; `row` the worst one, a hold where it is m or above. */
static double bring(mb_model *model, mb_start_rows *c, int nholds, int *row)
{
    const size_t m = (size_t)model->m;
    double ratio = 0.0;

    c->nholds = nholds;
    for (int it = 0; it <= VELOCITY_STEPS; it++) {
        double fastest = 0.0;

        mb_start_rows_linearise(model, c, model->q0);
        mb_phidot(model, model->t0, model->q0, model->v0, c->d, c->phi);
        allow_rates(model, c);
        for (size_t i = 0; i < m; i++)
            c->residual[i] = c->phi[i] / c->size[i];
        ratio = mb_start_rows_worst(c->residual, c->ddir, model->m, row);
        mb_start_rows_held(model, c, 1.0, model->v0);
        for (int j = 0; j < model->nv; j++)
            fastest = fmax(fastest, fabs(model->v0[j]) / c->unit[j]);
        for (int h = 0; h < nholds; h++) {
            const double off =
                fabs(c->held_residual[h]) / (MB_START_ULPS * DBL_EPSILON * fastest + DBL_MIN);

            if (off > ratio) {
                ratio = off;
                *row = model->m + h;
            }
        }
        if (ratio <= 1.0 || it == VELOCITY_STEPS)
            break;
        mb_start_rows_in_lengths(model, c, c->phi);
        mb_start_rows_shortest(model, c);
        for (int j = 0; j < model->nv; j++)
            model->v0[j] += c->x[j];
    }
    return ratio;
}

/* ---- least kinetic energy ------------------------------------------------------------------- */

/* Steps by the masses of the velocities; those without mass get little of it. */
static void weigh_by_mass(const mb_model *model, mb_start_rows *c)
{
    const mb_pattern *M = &model->M;
    double most = 0.0;

    model->ops->mass(model, model->q0, c->mass);
    for (int j = 0; j < model->nv; j++) {
        c->step[j] = 0.0;
        for (int k = M->start[j]; k < M->start[j + 1]; k++)
            if (M->row[k] == j)
                c->step[j] = c->mass[k] * c->unit[j] * c->unit[j];
        most = fmax(most, c->step[j]);
    }
    for (int j = 0; j < model->nv; j++)
        c->step[j] = c->unit[j] / sqrt(fmax(c->step[j] / most, LIGHT));
}

/* z = the gradient r by steps, brought along the rows and what is held; r without what they take of
 * it, which would leave its round-off (Gould, Hribar & Nocedal, SIAM J. Sci. Comput. 23 (2001) 1376)
 */
static void project(const mb_model *model, mb_start_rows *c, double *r, double *z)
{
    for (int j = 0; j < model->nv; j++)
        z[j] = c->step[j] * c->step[j] * r[j];
    mb_start_rows_linearise(model, c, model->q0);
    mb_multiply(&model->D, c->d, z, c->phi);
    mb_start_rows_held(model, c, 0.0, z);
    mb_start_rows_in_lengths(model, c, c->phi);
    mb_start_rows_shortest(model, c);
    for (int j = 0; j < model->nv; j++) {
        z[j] += c->x[j];
        r[j] = z[j] / (c->step[j] * c->step[j]);
    }
}

/* Conjugate gradients along the rows to the least v'Mv / 2.  Where M is diagonal, as the steps are,
 * the smallest change from rest is that already. */
static void lessen_energy(mb_model *model, mb_start_rows *c)
{
    const int nv = model->nv;
    double *r = c->slope, *z = c->across, *p = c->along, *Mp = c->momentum, energy, rz;

    mb_multiply(&model->M, c->mass, model->v0, Mp);
    energy = mb_inner(model->v0, Mp, nv);
    for (int j = 0; j < nv; j++)
        r[j] = -Mp[j];
    project(model, c, r, z);
    rz = mb_inner(r, z, nv);
    memcpy(p, z, (size_t)nv * sizeof *p);
    for (int it = 0; it < ENERGY_STEPS && rz > LEAST * energy; it++) {
        const double before = rz;
        double pMp, step;

        mb_multiply(&model->M, c->mass, p, Mp);
        pMp = mb_inner(p, Mp, nv);
        if (!(pMp > 0.0))
            break;
        step = rz / pMp;
        for (int j = 0; j < nv; j++) {
            model->v0[j] += step * p[j];
            r[j] -= step * Mp[j];
        }
        project(model, c, r, z);
        rz = mb_inner(r, z, nv);
        for (int j = 0; j < nv; j++)
            p[j] = z[j] + rz / before * p[j];
    }
}

/* From the declared velocities with the first `nholds` held; as `bring`. */
static double follow(mb_model *model, mb_start_rows *c, int nholds, int *row)
{
    double ratio;

    memcpy(model->v0, c->declared, (size_t)model->nv * sizeof *model->v0);
    if (model->rates_follow)
        weigh_by_mass(model, c);
    ratio = bring(model, c, nholds, row);
    if (!model->rates_follow || !(ratio <= STALLED))
        return ratio;
    lessen_energy(model, c);
    return bring(model, c, nholds, row);
}

/* ---- what cannot be held -------------------------------------------------------------------- */

/* "A = 5", "A = 5 and B = 2", "A = 5, B = 2 and C = 1": the first n */
static void list_holds(const mb_model *model, int n, char *text, size_t size)
{
    text[0] = '\0';
    for (int k = 0; k < n; k++) {
        const size_t used = strlen(text);

        snprintf(text + used, size - used, "%s%s = %.6g",
                 k == 0       ? ""
                 : k == n - 1 ? " and "
                              : ", ",
                 model->hold[k].name, model->hold[k].value);
    }
}

/* The first velocity that cannot be held, with what the rows and those held before it make of it */
static mb_status cannot_hold(mb_model *model, mb_start_rows *c, mb_error *err)
{
    char given[400], before[400], place[MB_PLACE_TEXT];
    double made = 0.0, factor[MB_HOLD_TERMS];
    const mb_hold *hold;
    int h = 0, row;

    while (h < model->nholds - 1 && follow(model, c, h + 1, &row) <= STALLED)
        h++;
    follow(model, c, h, &row);
    hold = &model->hold[h];
    memcpy(factor, hold->factor, sizeof factor);
    if (model->ops->hold)
        model->ops->hold(model, hold, model->q0, factor);
    for (int k = 0; k < hold->n; k++)
        made += factor[k] * model->v0[hold->velocity[k]];
    list_holds(model, h + 1, given, sizeof given);
    list_holds(model, h, before, sizeof before);
    mb_start_place(model, hold->line, hold->column, place);
    return mb_fail(err, MB_BAD_INPUT, "%s: start gives %s, but %s make%s %s = %.6g", place, given,
                   h > 0 ? before : "the rows alone", h == 1 ? "s" : "", hold->name, made);
}

mb_status mb_start_correct_velocity(mb_model *model, mb_start_rows *c, mb_error *err)
{
    char name[160];
    double ratio;
    int row;

    memcpy(c->declared, model->v0, (size_t)model->nv * sizeof *c->declared);
    ratio = follow(model, c, model->nholds, &row);
    if (!(ratio <= 1.0) && mb_start_rows_in_order(model, c))
        ratio = follow(model, c, model->nholds, &row);
    if (!(ratio <= STALLED)) {
        if (model->nholds > 0 && follow(model, c, 0, &row) <= STALLED)
            return cannot_hold(model, c, err);
        mb_model_row_text(model, row, name, sizeof name);
        return mb_fail(err, MB_BAD_INPUT,
                       "the start velocities of %s cannot be made consistent: %s keeps a rate of "
                       "%.3g m/s",
                       model->problem->name, name, fabs(c->phi[row]) / c->size[row]);
    }
    for (int h = 0; h < model->nholds; h++)
        if (model->hold[h].n == 1)
            model->v0[model->hold[h].velocity[0]] = model->hold[h].value / model->hold[h].factor[0];
    for (int j = 0; j < model->nv && !model->rates_follow; j++)
        c->moved_v[j] = model->v0[j] - c->declared[j];
    return MB_OK;
}
