/* SPDX-License-Identifier: MIT */
/* Rows that follow a law of time, and rows whose values repeat: what they have beside scalars. */
#include <math.h>
#include <string.h>

#include "problems/elements/machine/machine.h"
#include "problems/format/expression/expression.h"

/* f(t) with its two derivatives.  Terms are asked for at one time after the other, many at each, and
 * by an iteration again and again: the last one is kept. */
static mb_jet course(mb_course_row *row, double t)
{
    mb_jet at[MB_LAW_VARIABLES];

    if (!row->law || (row->told && row->at == t))
        return row->jet;
    memset(at, 0, sizeof at);
    at[MB_LAW_T].f = t;
    at[MB_LAW_T].a = 1.0;
    row->jet = mb_expression_jet(row->law, at);
    row->at = t;
    row->told = true;
    return row->jet;
}

void mb_courses_phi(const mb_machine *m, double t, double *phi)
{
    for (mb_course_row *row = m->course; row < m->course + m->ncourses; row++) {
        phi[row->row] -= course(row, t).f;
        if (row->modulus > 0.0 && !(fabs(phi[row->row]) <= 0.5 * row->modulus))
            phi[row->row] = remainder(phi[row->row], row->modulus);
    }
}

void mb_courses_gamma(const mb_machine *m, double t, double *gamma)
{
    for (mb_course_row *row = m->course; row < m->course + m->ncourses; row++)
        gamma[row->row] += course(row, t).aa;
}

void mb_machine_phi_t(const mb_model *model, double t, const double *q, double *phi_t)
{
    const mb_machine *m = model->data;

    (void)q;
    memset(phi_t, 0, (size_t)model->m * sizeof *phi_t);
    for (mb_course_row *row = m->course; row < m->course + m->ncourses; row++)
        phi_t[row->row] = -course(row, t).a;
}

/* Of drives: lambda Phi_t */
double mb_courses_power(const mb_machine *m, double t, const double *lambda)
{
    double sum = 0.0;

    for (mb_course_row *row = m->course; row < m->course + m->ncourses; row++)
        if (row->law)
            sum -= lambda[row->row] * course(row, t).a;
    return sum;
}
