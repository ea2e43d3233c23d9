/* Rows that follow a law of time, and rows whose values repeat: what they have beside scalars. */
#include <math.h>
#include <string.h>

#include "problems/elements/machine/machine.h"
#include "problems/format/expression/expression.h"

/* f(t); with its two derivatives */
static double course_value(const mb_course_row *row, double t)
{
    const double at[MB_LAW_VARIABLES] = {[MB_LAW_T] = t};

    return row->law ? mb_expression_value(row->law, at) : 0.0;
}

static mb_jet course(const mb_course_row *row, double t)
{
    mb_jet at[MB_LAW_VARIABLES];

    memset(at, 0, sizeof at);
    at[MB_LAW_T].f = t;
    at[MB_LAW_T].a = 1.0;
    return row->law ? mb_expression_jet(row->law, at) : mb_jet_constant(0.0);
}

void mb_courses_phi(const mb_machine *m, double t, double *phi)
{
    for (const mb_course_row *row = m->course; row < m->course + m->ncourses; row++) {
        phi[row->row] -= course_value(row, t);
        if (row->modulus > 0.0 && !(fabs(phi[row->row]) <= 0.5 * row->modulus))
            phi[row->row] = remainder(phi[row->row], row->modulus);
    }
}

void mb_courses_gamma(const mb_machine *m, double t, double *gamma)
{
    for (const mb_course_row *row = m->course; row < m->course + m->ncourses; row++)
        gamma[row->row] += course(row, t).aa;
}

void mb_machine_phi_t(const mb_model *model, double t, const double *q, double *phi_t)
{
    const mb_machine *m = model->data;

    (void)q;
    memset(phi_t, 0, (size_t)model->m * sizeof *phi_t);
    for (const mb_course_row *row = m->course; row < m->course + m->ncourses; row++)
        phi_t[row->row] = -course(row, t).a;
}

/* Of drives: lambda Phi_t */
double mb_courses_power(const mb_machine *m, double t, const double *lambda)
{
    double sum = 0.0;

    for (const mb_course_row *row = m->course; row < m->course + m->ncourses; row++)
        if (row->law)
            sum -= lambda[row->row] * course(row, t).a;
    return sum;
}
