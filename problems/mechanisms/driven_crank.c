/* Driven planar slider-crank (`driven-crank`): the mechanism of slider_cranks.h whose crank follows
 *     theta(t) = theta0 + 2 pi t + 0.1 sin(2 pi t),   theta0 = asin(5/6),
 * as a fourth, rheonomic row: no freedom is left, everything follows in closed form from theta(t).
 * Its Phi_t, d(Phi_t)/dt and the power of its drive are what the problem is for. */
#include <math.h>

#include "problems/mechanisms/slider_cranks.h"

static const double TURNING = 2.0 * M_PI; /* [rad/s] */
static const double AMPLITUDE = 0.1;      /* [rad] */

static mb_course crank_law(void)
{
    return (mb_course){asin(5.0 / 6.0), TURNING, AMPLITUDE, TURNING};
}

/* Nothing is integrated. */
static void rate(const mb_model *model, double t, const double *y, double *ydot)
{
    (void)model, (void)t, (void)y, (void)ydot;
}

static void outputs(const mb_model *model, double t, const double *y, double *out)
{
    const mb_course law = crank_law();

    (void)model, (void)y;
    mb_slider_crank_values(mb_course_value(&law, t), out);
}

static const mb_reference reference = {
    .n = 0,
    .rate = rate,
    .outputs = outputs,
    .step = 1.0,
    .horizon = 100.0,
    .method = "closed form in the crank's law",
};

static mb_status setup(mb_model *model, mb_error *err)
{
    const mb_course law = crank_law();
    const double w = mb_course_rate(&law, 0.0);
    mb_kit *kit = mb_kit_begin(model, "mixed", 0.0, -GRAVITY, err);
    double value[4], rates[4], ratio;

    mb_slider_crank_values(law.start, value);
    ratio = -CRANK * cos(value[0]) / (ROD * cos(value[1])); /* phi' / theta' */
    rates[0] = w;
    rates[1] = ratio * w;
    rates[2] = -(CRANK * sin(value[0]) + TO_CENTRE * sin(value[1]) * ratio) * w;
    rates[3] = (TO_CENTRE - ROD) * cos(value[1]) * ratio * w;
    mb_kit_drive(kit, mb_slider_crank(kit, value, rates), law);
    mb_kit_reference(kit, &reference, value);
    return mb_kit_finish(kit);
}

const mb_problem mb_problem_driven_crank = {
    .name = "driven-crank",
    .title = "planar slider-crank with a driven crank, a rheonomic row",
    .source = "mechanism of welch2007 eqs (71) to (76); the law of the crank is ours",
    .traps = "",
    .t_end = 2.0,
    .scale = 0.8,
    .traits = MB_IDENTITY_T | MB_CONSTANT_M | MB_REGULAR_M | MB_FULL_RANK_D | MB_HOLONOMIC,
    .setup = setup,
};
