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
 * trainer, Quanser's QNET rotary pendulum, whose data are taken (data=qnet, J_a with its motor).
 * data=srv02: the larger one of the same maker, the rotary pendulum module with the 12 inch rod on
 * an SRV02 servo in high gear, as its manual and set-up file have it: M_p 0.127 kg, L_p 0.33655 m,
 * l_p = L_p/2, J_p = M_p L_p^2/12 about the centre; arm 0.257 kg and 0.2159 m, J = m r^2/12 about a
 * centre (2 + 7/16) inch from the shaft, and J_eq = 2.087e-3 kg m2 of motor and gears.
 * (24) says z2 . x1 = z2 . y1 = 0 where its expanded form, and the joint, have
 * z2 . z1 = z2 . y1 = 0.  Heights and offsets along the axes do not enter the motion and are 0
 * here.  Our choice: the pendulum is slender (no inertia about its own line, so M is singular
 * there), the mass of qnet's arm 0.028 kg at half its length; only the moment of inertia about z of
 * the arm enters.  The arm's angle grows from x to y, the pendulum's is 0 where it hangs and grows
 * towards the side that the arm's end moves to. */
#include <math.h>

#include "problems/elements/kit.h"
#include "problems/elements/space/space.h"

enum { ANGLES, EULER = MB_SPACE_EULER, BODY };

static const double GRAVITY = 9.81; /* [m/s2] */
static const double START = 170.0 / 180.0 * M_PI;
static const double INCH = 0.0254; /* [m] */

enum { QNET, SRV02 };

typedef struct trainer {
    double arm;         /* r_a [m] */
    double arm_inertia; /* J_a about the shaft [kg m2] */
    double arm_mass;    /* [kg] */
    double arm_centre;  /* of mass, from the shaft [m] */
    double mass;        /* M_p [kg] */
    double to_centre;   /* l_p [m] */
    double inertia;     /* J_p about the centre of mass [kg m2] */
    double size;        /* [m] */
} trainer;

static const trainer trainers[] = {
    [QNET] = {0.0826, 1.23e-4, 0.028, 0.5 * 0.0826, 0.0270, 0.153, 1.20e-4, 0.2},
    [SRV02] = {0.2159, 2.087e-3 + 0.257 * (0.2159 * 0.2159 / 12.0 + 2.4375 * INCH * 2.4375 * INCH),
               0.257, 2.4375 * INCH, 0.127, 0.168275, 0.127 * 0.33655 * 0.33655 / 12.0, 0.4},
};

static const mb_param params[] = {
    MB_CHOICE("coordinates", "angles|euler|body", ANGLES,
              .doc = "place and Euler angles of both bodies, or place and Euler "
                     "parameters with velocities dq/dt (norms as rows) or rdot and omega "
                     "in body axes"),
    MB_CHOICE("sequence", "zyx|zxz", 0,
              .doc = "of the Euler angles, with coordinates=angles only; zxz is the "
                     "paper's and singular for the arm"),
    MB_CHOICE("data", "qnet|srv02", QNET,
              .doc = "which laboratory trainer: the paper's data are not printed"),
    {0},
};

/* y: arm's angle, pendulum's angle b, their rates.  With K = m l^2 + J_p and
 * T = (J_a + m r^2 + K sin^2 b) a'^2 / 2 + K b'^2 / 2 + m r l cos b a' b',  V = -m g l cos b */
static void rate(const mb_model *model, double t, const double *y, double *ydot)
{
    const trainer *x = model->reference->data;
    const double s = sin(y[1]), c = cos(y[1]), da = y[2], db = y[3];
    const double k = x->mass * x->to_centre * x->to_centre + x->inertia;
    const double p = x->mass * x->arm * x->to_centre;
    const double m11 = x->arm_inertia + x->mass * x->arm * x->arm + k * s * s, m12 = p * c;
    const double fa = p * s * db * db - 2.0 * k * s * c * da * db;
    const double fb = k * s * c * da * da - x->mass * GRAVITY * x->to_centre * s;
    const double det = m11 * k - m12 * m12;

    (void)t;
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

static mb_reference reference(const trainer *x)
{
    return (mb_reference){
        .n = 4,
        .rate = rate,
        .outputs = outputs,
        .data = x,
        .step = 0.002,
        .horizon = 20.0,
        .method = "two equations in the angles of arm and pendulum, order-10 extrapolation",
    };
}

/* Moments of inertia of the arm about its centre across its line; along it they do not enter */
static double across_arm(const trainer *x)
{
    return x->arm_inertia - x->arm_mass * x->arm_centre * x->arm_centre;
}

static mb_status in_angles(mb_model *model, const trainer *part, mb_error *err)
{
    static const double x[] = {1.0, 0.0, 0.0}, z[] = {0.0, 0.0, 1.0};
    static const double origin[3] = {0.0}, g[] = {0.0, 0.0, -GRAVITY};
    static const double to_xy[2][3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}};
    static const double to_zy[2][3] = {{0.0, 0.0, 1.0}, {0.0, 1.0, 0.0}};
    const bool zxz = mb_model_param(model, "sequence") == MB_ZXZ;
    const mb_sequence sequence = zxz ? MB_ZXZ : MB_ZYX;
    const double end[] = {part->arm, 0.0, 0.0}, across = across_arm(part);
    const double l = part->to_centre, J = part->inertia;
    const mb_reference motion = reference(part);
    const mb_angle_inertia arm = {
        part->arm_mass, {part->arm_centre, 0.0, 0.0}, {0.1 * across, across, across}};
    const mb_angle_inertia hanging_z = {part->mass, {0.0, 0.0, -l}, {J, J, 0.0}};
    const mb_angle_inertia hanging_y = {part->mass, {0.0, -l, 0.0}, {J, 0.0, J}};
    const double turned_zyx[] = {0.0, 0.0, START}, turned_zxz[] = {M_PI_2, M_PI_2, START};
    mb_kit *kit = mb_kit_begin(model, "euler-angles", 0.0, 0.0, err);
    const mb_angle_frame body1 = mb_kit_angle_body(kit, sequence, &arm, origin, origin, g);
    const mb_angle_frame body2 = mb_kit_angle_body(kit, sequence, zxz ? &hanging_y : &hanging_z,
                                                   end, zxz ? turned_zxz : turned_zyx, g);

    mb_kit_angle_revolute(kit, &body1, origin, z, NULL, origin, to_xy);          /* (22) */
    mb_kit_angle_revolute(kit, &body2, origin, zxz ? z : x, &body1, end, to_zy); /* (24) */
    if (zxz) {
        mb_kit_sum_output(kit, body1.first + 3, body1.first + 5, 1.0, "arm.angle", "rad");
        model->traits &= ~(unsigned)MB_FULL_RANK_D;
    } else {
        mb_kit_coordinate_output(kit, body1.first + 3, "arm.angle", "rad");
    }
    mb_kit_coordinate_output(kit, body2.first + 5, "pendulum.angle", "rad");
    mb_kit_reference(kit, &motion, reference_start);
    return mb_kit_finish(kit);
}

/* Centred frames: x along the arm, the pendulum hanging along its -z */
static mb_status in_parameters(mb_model *model, const trainer *part, mb_error *err)
{
    const mb_vec origin = {0.0, 0.0, 0.0}, x = {1.0, 0.0, 0.0};
    const mb_vec z = {0.0, 0.0, 1.0}, down = {0.0, 0.0, -1.0};
    const mb_vec end = {part->arm, 0.0, 0.0};
    const double l = part->to_centre, J = part->inertia;
    const mb_reference motion = reference(part);
    const double across = across_arm(part);
    mb_space *s = mb_space_begin(model, (mb_vec){0.0, 0.0, -GRAVITY}, err);
    const int arm = mb_space_body(s, "arm", part->arm_mass, (mb_vec){0.1 * across, across, across},
                                  (mb_space_state){.r = {part->arm_centre, 0.0, 0.0}});
    const int pendulum =
        mb_space_body(s, "pendulum", part->mass, (mb_vec){J, J, 0.0},
                      (mb_space_state){.r = {part->arm, l * sin(START), -l * cos(START)},
                                       .p = {cos(0.5 * START), sin(0.5 * START), 0.0, 0.0}});

    mb_space_revolute(s, MB_GROUND, arm, origin, z);
    mb_space_revolute(s, arm, pendulum, end, x);
    mb_space_angle_output(s, MB_GROUND, arm, z, x, x, "arm.angle");
    mb_space_angle_output(s, arm, pendulum, x, down, down, "pendulum.angle");
    mb_space_reference(s, &motion, reference_start);
    return mb_space_finish(s);
}

static mb_status setup(mb_model *model, mb_error *err)
{
    const trainer *part = &trainers[(int)mb_model_param(model, "data")];

    model->scale = part->size;
    if (mb_model_param(model, "coordinates") == ANGLES)
        return in_angles(model, part, err);
    if (mb_model_param(model, "sequence") == MB_ZXZ)
        return mb_fail(err, MB_BAD_INPUT,
                       "rotary-pendulum: sequence=zxz is one of Euler angles, and coordinates=%s "
                       "has none; leave sequence out or take coordinates=angles",
                       mb_model_param(model, "coordinates") == EULER ? "euler" : "body");
    return in_parameters(model, part, err);
}

const mb_problem mb_problem_rotary_pendulum = {
    .name = "rotary-pendulum",
    .title = "rotary pendulum",
    .source = "nada2023 section 4, Figs 16 to 24",
    .traps = "Table 2 holds another document's text: data of laboratory trainers are taken; the "
             "paper's z-x-z angles of the arm are singular for ever (sequence=zxz); the pendulum "
             "is slender by our choice",
    .params = params,
    .variants =
        (const char *const[]){"sequence=zxz", "coordinates=body", "coordinates=euler", "data=srv02",
                              "sequence=zxz,data=srv02", "coordinates=body,data=srv02", NULL},
    .t_end = 10.0,
    .scale = 0.2,
    .traits = MB_IDENTITY_T | MB_FULL_RANK_D | MB_HOLONOMIC | MB_SCLERONOMIC | MB_CONSERVATIVE,
    .setup = setup,
};
