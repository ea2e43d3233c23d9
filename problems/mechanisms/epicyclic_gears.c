/* Epicyclic gear train of nada2023, section 5 (`epicyclic-gears`): ring (held), sun, arm, two
 * carriers fixed to the arm, two planets; a torque of 0.1 N m on the arm about its z; at rest, 10
 * s. Table 3 (masses, inertias), Table 4 (joints), eqs (26) to (28) (gears).
 *
 * In `euler` 49 coordinates and 48 rows: 38 of joints, 7 norms, 3 gears; in `body` 42 and 41.  The
 * rows of gears are linear in velocities and have no Phi.
 *
 * Traps: teeth and radii are not printed.  Our choice: 18, 42 and 102 teeth of module 5 mm (radii
 * 45, 105, 255 mm, centre distance 150 mm), near the discs that the inertias of Table 3 suggest.
 * The ring's inertias break the triangle inequality by 0.4 per cent: rounding.  Gravity plays no
 * part: the axes are vertical and the train is balanced. */
#include <math.h>

#include "problems/elements/space/space.h"

enum { RING, SUN, ARM, CARRIER1, PLANET1, CARRIER2, PLANET2, BODIES };

static const double SUN_TEETH = 18.0, PLANET_TEETH = 42.0;
static const double DISTANCE = 0.15; /* [m] of the planets' axes from the sun's */
static const double TORQUE = 0.1;    /* [N m] */

/* nada2023 Table 3 */
static const struct {
    const char *name;
    double mass;    /* [kg] */
    mb_vec inertia; /* [kg m2] */
    double place;   /* along x at the start [m] */
} part[BODIES] = {
    {"ring", 6.97, {0.25, 0.255, 0.507}, 0.0},
    {"sun", 0.85, {0.00064, 0.00064, 0.00087}, 0.0},
    {"arm", 5.42, {0.0032, 0.0569, 0.05957}, 0.0},
    {"carrier 1", 0.832, {0.0016, 0.0016, 0.00093}, 0.15},
    {"planet 1", 4.41, {0.013, 0.013, 0.024}, 0.15},
    {"carrier 2", 0.832, {0.0016, 0.0016, 0.00093}, -0.15},
    {"planet 2", 4.41, {0.013, 0.013, 0.024}, -0.15},
};

static const mb_param params[] = {MB_SPACE_COORDINATES, {0}};

/* y: the arm's angular velocity; constant acceleration tau / J by the energy of all parts */
static void rate(const mb_model *model, double t, const double *y, double *ydot)
{
    const double planet = 1.0 + SUN_TEETH / PLANET_TEETH;
    const double sun = 2.0 * (SUN_TEETH + PLANET_TEETH) / SUN_TEETH;
    const double a = DISTANCE;
    const double J =
        part[ARM].inertia.z + 2.0 * (part[CARRIER1].inertia.z + part[CARRIER1].mass * a * a) +
        2.0 * (part[PLANET1].mass * a * a + part[PLANET1].inertia.z * planet * planet) +
        part[SUN].inertia.z * sun * sun;

    (void)model, (void)t, (void)y;
    ydot[0] = TORQUE / J;
}

static void outputs(const mb_model *model, double t, const double *y, double *out)
{
    (void)model, (void)t;
    out[0] = y[0];
    out[1] = 2.0 * (1.0 + PLANET_TEETH / SUN_TEETH) * y[0];
    out[2] = -(1.0 + SUN_TEETH / PLANET_TEETH) * y[0];
}

static const mb_reference reference = {
    .n = 1,
    .rate = rate,
    .outputs = outputs,
    .step = 0.1,
    .horizon = 100.0,
    .method = "constant acceleration of one degree of freedom",
};

/* Eqs (26), (27), (28) */
static void mesh(mb_space *s)
{
    const double ts = SUN_TEETH, tp = PLANET_TEETH;
    const int first[] = {SUN, ARM, PLANET1}, ring[] = {RING, ARM, PLANET1};
    const int second[] = {SUN, ARM, PLANET2};
    const double sun[] = {ts, -(ts + tp), tp}, outer[] = {ts + 2.0 * tp, -(ts + tp), -tp};

    mb_space_gears(s, 3, first, sun);
    mb_space_gears(s, 3, ring, outer);
    mb_space_gears(s, 3, second, sun);
}

static mb_status setup(mb_model *model, mb_error *err)
{
    static const double y0[] = {0.0};
    const mb_vec z = {0.0, 0.0, 1.0}, origin = {0.0, 0.0, 0.0};
    const mb_vec axis1 = {DISTANCE, 0.0, 0.0}, axis2 = {-DISTANCE, 0.0, 0.0};
    mb_space *s = mb_space_begin(model, origin, err);

    for (int k = 0; k < BODIES; k++)
        mb_space_body(s, part[k].name, part[k].mass, part[k].inertia,
                      (mb_space_state){.r = {part[k].place, 0.0, 0.0}});
    mb_space_rigid(s, MB_GROUND, RING, origin);
    mb_space_revolute(s, MB_GROUND, SUN, origin, z);
    mb_space_revolute(s, MB_GROUND, ARM, origin, z);
    mb_space_rigid(s, ARM, CARRIER1, axis1);
    mb_space_revolute(s, CARRIER1, PLANET1, axis1, z);
    mb_space_rigid(s, ARM, CARRIER2, axis2);
    mb_space_revolute(s, CARRIER2, PLANET2, axis2, z);
    mesh(s);
    mb_space_torque(s, ARM, z, TORQUE, true);
    mb_space_omega_output(s, ARM, z, "arm.omega");
    mb_space_omega_output(s, SUN, z, "sun.omega");
    mb_space_omega_output(s, PLANET1, z, "planet.omega");
    mb_space_reference(s, &reference, y0);
    return mb_space_finish(s);
}

const mb_problem mb_problem_epicyclic_gears = {
    .name = "epicyclic-gears",
    .title = "epicyclic gear train with nonholonomic rows of gears",
    .source = "nada2023 Tables 3 and 4, eqs (26)-(28)",
    .traps = "teeth and radii are not printed: 18, 42 and 102 teeth of module 5 mm are our choice; "
             "the ring's inertias break the triangle inequality by 0.4 per cent",
    .params = params,
    .variants = (const char *const[]){"coordinates=euler", NULL},
    .t_end = 10.0,
    .scale = 0.3,
    .traits = MB_CONSTANT_M | MB_REGULAR_M | MB_FULL_RANK_D | MB_SCLERONOMIC,
    .setup = setup,
};
