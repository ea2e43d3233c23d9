/* Rotary pendulum of nada2023, section 4 (Fig. 16): an arm that turns about the vertical z and
 * carries at its end, at distance r_a, a pendulum that swings about the arm's own line.
 *
 * Twelve coordinates: place and Euler angles of a frame at the beginning of either body, so not at
 * the centres of mass; two revolute joints, ten rows (22), (24).
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
     .choices = "angles",
     .doc = "place and Euler angles of both bodies"},
    {.name = "sequence",
     .kind = MB_CHOICE,
     .choices = "zyx|zxz",
     .doc = "of the Euler angles; zxz is the paper's and singular for the arm"},
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

static const mb_reference reference = {
    .n = 4,
    .rate = rate,
    .outputs = outputs,
    .step = 0.002,
    .bound = 1e-9,
    .horizon = 20.0,
    .method = "two equations in the angles of arm and pendulum, order-10 extrapolation",
};

static mb_status setup(mb_model *model, mb_error *err)
{
    static const double x[] = {1.0, 0.0, 0.0}, z[] = {0.0, 0.0, 1.0};
    static const double origin[3] = {0.0}, g[] = {0.0, 0.0, -GRAVITY},
                        y0[] = {0.0, START, 0.0, 0.0};
    static const double to_xy[2][3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}};
    static const double to_yz[2][3] = {{0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    const bool zxz = mb_model_param(model, "sequence") == MB_ZXZ;
    const mb_sequence sequence = zxz ? MB_ZXZ : MB_ZYX;
    const double end[] = {ARM, 0.0, 0.0}, half = 0.5 * ARM;
    const double across = ARM_INERTIA - ARM_MASS * half * half;
    const mb_angle_inertia arm = {ARM_MASS, {half, 0.0, 0.0}, {0.1 * across, across, across}};
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
    mb_kit_reference(kit, &reference, y0);
    return mb_kit_finish(kit);
}

const mb_problem mb_problem_rotary_pendulum = {
    .name = "rotary-pendulum",
    .title = "rotary pendulum in Euler angles",
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
