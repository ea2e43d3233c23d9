/* Rows that follow a law of time, Phi = q_i - f(t): the linear part is a linear row, this kind adds
 * what depends on t.  With D v = -Phi_t the rows' forces -D' lambda do the work v . (-D' lambda) =
 * lambda . Phi_t, which is the drive's power. */
#include <math.h>

#include "problems/elements/assembly.h"

struct drive {
    int row;
    mb_course law;
};

double mb_course_value(const mb_course *law, double t)
{
    return law->start + law->rate * t + law->amplitude * sin(law->frequency * t);
}

double mb_course_rate(const mb_course *law, double t)
{
    return law->rate + law->amplitude * law->frequency * cos(law->frequency * t);
}

static double second_rate(const mb_course *law, double t)
{
    return -law->amplitude * law->frequency * law->frequency * sin(law->frequency * t);
}

static void announce(const mb_element_group *group, mb_pattern_builder *d, mb_pattern_builder *h)
{
    (void)group, (void)d, (void)h;
}

static void place(mb_element_group *group, const mb_pattern *d, const mb_pattern *h)
{
    (void)group, (void)d, (void)h;
}

static void phi(const mb_element_group *group, double t, const double *q, const double *w,
                double *out)
{
    const struct drive *e = group->element;

    (void)q, (void)w;
    for (int k = 0; k < group->n; k++)
        out[e[k].row] -= mb_course_value(&e[k].law, t);
}

static void phi_t(const mb_element_group *group, double t, const double *q, const double *w,
                  double *out)
{
    const struct drive *e = group->element;

    (void)q, (void)w;
    for (int k = 0; k < group->n; k++)
        out[e[k].row] -= mb_course_rate(&e[k].law, t);
}

/* -d(Phi_t)/dt */
static void gamma_(const mb_element_group *group, double t, const double *q, const double *v,
                   double *out)
{
    const struct drive *e = group->element;

    (void)q, (void)v;
    for (int k = 0; k < group->n; k++)
        out[e[k].row] += second_rate(&e[k].law, t);
}

static double power(const mb_element_group *group, double t, const double *q, const double *v,
                    const double *lambda)
{
    const struct drive *e = group->element;
    double sum = 0.0;

    (void)q, (void)v;
    for (int k = 0; k < group->n; k++)
        sum -= lambda[e[k].row] * mb_course_rate(&e[k].law, t);
    return sum;
}

static const mb_kind kind = {
    .size = sizeof(struct drive),
    .announce = announce,
    .place = place,
    .phi = phi,
    .phi_t = phi_t,
    .gamma = gamma_,
    .power = power,
};

void mb_kit_drive(mb_kit *kit, int coordinate, mb_course law)
{
    int row;
    struct drive *e;

    if (!mb_kit_has_coordinate(kit, "a drive", coordinate))
        return;
    row = mb_kit_new_row(kit, 0.0, (mb_label){"drive", "coordinate", coordinate, MB_NOTHING});
    e = mb_kit_element(kit, &kind);
    mb_kit_linear(kit, row, coordinate, 1.0);
    if (e)
        *e = (struct drive){.row = row, .law = law};
}
