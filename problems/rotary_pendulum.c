/* Rotary pendulum of nada2023, section 4 (Fig. 16): an arm that turns about the vertical z and
 * carries at its end, at distance r_a, a pendulum that swings about the arm's own line.
 *
 * coordinates=angles: place and Euler angles of a frame at the beginning of either body, so not at
 * the centres of mass, twelve coordinates; two revolute joints, ten rows (22), (24).
 * coordinates=euler|body: Euler parameters, no position of the arm or the pendulum is singular.
 *
 * sequence=zyx: A = Rz Ry Rx for both bodies, regular throughout; the pendulum's frame has x along
 * the arm, and hangs along -z.
 * sequence=zxz: that of the paper.  The arm's z axis stays parallel to the ground's, where these
 * angles are singular: two of its rows are one, D has rank 9, M is singular along the difference of
 * the arm's first and third angle.  The pendulum's frame has z along the arm, and hangs along -y.
 *
 * Traps: Table 2 is filled with another document's text; its wording is that of a laboratory
 * trainer (QNET), whose data are taken.  (24) says z2 . x1 = z2 . y1 = 0 where its expanded form,
 * and the joint, have z2 . z1 = z2 . y1 = 0.  Heights and offsets along the axes do not enter the
 * motion and are 0 here.  Our choice: the pendulum is slender (no inertia about its own line, so M
 * is singular there), the arm's mass 0.028 kg at half its length; only the moment of inertia about
 * z of the arm enters.  The arm's angle grows from x to y, the pendulum's is 0 where it hangs and
 * grows towards the side that the arm's end moves to. */
#include <math.h>

#include "problems/elements/kit.h"
#include "problems/elements/space.h"

enum { ANGLES, EULER = MB_SPACE_EULER, BODY };

static const double ARM = 0.0826;          /* r_a [m] */
static const double ARM_INERTIA = 1.23e-4; /* J_a about the shaft [kg m2] */
static const double ARM_MASS = 0.028;      /* [kg] */
static const double MASS = 0.0270;         /* M_p [kg] */
static const double TO_CENTRE = 0.153;     /* l_p [m] */
static const double INERTIA = 1.20e-4;     /* J_p about the centre of mass [kg m2] */
static const double GRAVITY = 9.81;        /* [m/s2] */
static const double START = 170.0 / 180.0 * M_PI;

static const mb_param params[] = {
    {.name = "coordinates",
     .kind = MB_CHOICE,
     .choices = "angles|euler|body",
     .doc = "place and Euler angles of both bodies, or place and Euler parameters with velocities "
            "dq/dt (norms as rows) or rdot and omega in body axes"},
    {.name = "sequence",
     .kind = MB_CHOICE,
     .choices = "zyx|zxz",
     .doc = "of the Euler angles, with coordinates=angles only; zxz is the paper's and singular "
            "for the arm"},
    {0},
};

/* y: arm's angle, pendulum's angle b, their rates.  With K = m l^2 + J_p and
 * T = (J_a + m r^2 + K sin^2 b) a'^2 / 2 + K b'^2 / 2 + m r l cos b a' b',  V = -m g l cos b */
static void rate(const mb_model *model, double t, const double *y, double *ydot)
{
    const double s = sin(y[1]), c = cos(y[1]), da = y[2], db = y[3];
    const double k = MASS * TO_CENTRE * TO_CENTRE + INERTIA, p = MASS * ARM * TO_CENTRE;
    const double m11 = ARM_INERTIA + MASS * ARM * ARM + k * s * s, m12 = p * c;
    const double fa = p * s * db * db - 2.0 * k * s * c * da * db;
    const double fb = k * s * c * da * da - MASS * GRAVITY * TO_CENTRE * s;
    const double det = m11 * k - m12 * m12;

    (void)model, (void)t;
    ydot[0] = da;
    ydot[1] = db;
    ydot[2] = (k * fa - m12 * fb) / det;
    ydot[3] = (m11 * fb - m12 * fa) / det;
}

static void outputs(const mb_model *model, double t, const double *y, double *out)
{
    (void)model, (void)t;
    out[0] = y[0];
    out[1] = y[1];
}

static const double reference_start[] = {0.0, START, 0.0, 0.0};

static const mb_reference reference = {
    .n = 4,
    .rate = rate,
    .outputs = outputs,
    .step = 0.002,
    .horizon = 20.0,
    .method = "two equations in the angles of arm and pendulum, order-10 extrapolation",
};

/* Moments of inertia of the arm about its centre across its line; along it they do not enter */
static double across_arm(void)
{
    return ARM_INERTIA - 0.25 * ARM_MASS * ARM * ARM;
}

static mb_status in_angles(mb_model *model, mb_error *err)
{
    static const double x[] = {1.0, 0.0, 0.0}, z[] = {0.0, 0.0, 1.0};
    static const double origin[3] = {0.0}, g[] = {0.0, 0.0, -GRAVITY};
    static const double to_xy[2][3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}};
    static const double to_yz[2][3] = {{0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    const bool zxz = mb_model_param(model, "sequence") == MB_ZXZ;
    const mb_sequence sequence = zxz ? MB_ZXZ : MB_ZYX;
    const double end[] = {ARM, 0.0, 0.0}, across = across_arm();
    const mb_angle_inertia arm = {ARM_MASS, {0.5 * ARM, 0.0, 0.0}, {0.1 * across, across, across}};
    const mb_angle_inertia hanging_z = {MASS, {0.0, 0.0, -TO_CENTRE}, {INERTIA, INERTIA, 0.0}};
    const mb_angle_inertia hanging_y = {MASS, {0.0, -TO_CENTRE, 0.0}, {INERTIA, 0.0, INERTIA}};
    const double turned_zyx[] = {0.0, 0.0, START}, turned_zxz[] = {M_PI_2, M_PI_2, START};
    mb_kit *kit = mb_kit_begin(model, "euler-angles", 0.0, 0.0, err);
    const mb_angle_frame body1 = mb_kit_angle_body(kit, sequence, &arm, origin, origin, g);
    const mb_angle_frame body2 = mb_kit_angle_body(kit, sequence, zxz ? &hanging_y : &hanging_z,
                                                   end, zxz ? turned_zxz : turned_zyx, g);

    mb_kit_angle_revolute(kit, &body1, origin, z, NULL, origin, to_xy);          /* (22) */
    mb_kit_angle_revolute(kit, &body2, origin, zxz ? z : x, &body1, end, to_yz); /* (24) */
    if (zxz) {
        mb_kit_sum_output(kit, body1.first + 3, body1.first + 5, 1.0, "arm.angle", "rad");
        model->traits &= ~(unsigned)MB_FULL_RANK_D;
    } else {
        mb_kit_coordinate_output(kit, body1.first + 3, "arm.angle", "rad");
    }
    mb_kit_coordinate_output(kit, body2.first + 5, "pendulum.angle", "rad");
    mb_kit_reference(kit, &reference, reference_start);
    return mb_kit_finish(kit);
}

/* Centred frames: x along the arm, the pendulum hanging along its -z */
static mb_status in_parameters(mb_model *model, mb_error *err)
{
    const mb_vec origin = {0.0, 0.0, 0.0}, x = {1.0, 0.0, 0.0};
    const mb_vec z = {0.0, 0.0, 1.0}, down = {0.0, 0.0, -1.0}, end = {ARM, 0.0, 0.0};
    const double across = across_arm();
    mb_space *s = mb_space_begin(model, (mb_vec){0.0, 0.0, -GRAVITY}, err);
    const int arm = mb_space_body(s, "arm", ARM_MASS, (mb_vec){0.1 * across, across, across},
                                  (mb_space_state){.r = {0.5 * ARM, 0.0, 0.0}});
    const int pendulum =
        mb_space_body(s, "pendulum", MASS, (mb_vec){INERTIA, INERTIA, 0.0},
                      (mb_space_state){.r = {ARM, TO_CENTRE * sin(START), -TO_CENTRE * cos(START)},
                                       .p = {cos(0.5 * START), sin(0.5 * START), 0.0, 0.0}});

    mb_space_revolute(s, MB_GROUND, arm, origin, z);
    mb_space_revolute(s, arm, pendulum, end, x);
    mb_space_angle_output(s, MB_GROUND, arm, z, x, x, "arm.angle");
    mb_space_angle_output(s, arm, pendulum, x, down, down, "pendulum.angle");
    mb_space_reference(s, &reference, reference_start);
    return mb_space_finish(s);
}

static mb_status setup(mb_model *model, mb_error *err)
{
    if (mb_model_param(model, "coordinates") == ANGLES)
        return in_angles(model, err);
    if (mb_model_param(model, "sequence") == MB_ZXZ)
        return mb_fail(err, MB_BAD_INPUT,
                       "rotary-pendulum: sequence=zxz is one of Euler angles, and coordinates=%s "
                       "has none; leave sequence out or take coordinates=angles",
                       mb_model_param(model, "coordinates") == EULER ? "euler" : "body");
    return in_parameters(model, err);
}

const mb_problem mb_problem_rotary_pendulum = {
    .name = "rotary-pendulum",
    .title = "rotary pendulum",
    .source = "nada2023 section 4, Figs 16 to 24",
    .traps = "Table 2 holds another document's text: data of a laboratory trainer are taken; the "
             "paper's z-x-z angles of the arm are singular for ever (sequence=zxz); the pendulum "
             "is slender by our choice",
    .params = params,
    .t_end = 10.0,
    .scale = 0.2,
    .traits = MB_IDENTITY_T | MB_FULL_RANK_D | MB_HOLONOMIC | MB_SCLERONOMIC | MB_CONSERVATIVE,
    .setup = setup,
};
