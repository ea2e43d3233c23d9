/* SPDX-License-Identifier: MIT */
/* What rotary-pendulum.yaml has no words for: Euler angles, and a reference in the angles of arm and
 * pendulum.  nada2023, section 4 (Fig. 16): an arm that turns about the vertical z and carries at its
 * end, at distance r, a pendulum that swings about the arm's own line.
 *
 * coordinates=angles: place and Euler angles of a frame at the beginning of either body, so not at
 * the centres of mass, twelve coordinates; two revolute joints, ten rows (22), (24).
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
#include <string.h>

#include "problems/elements/machine/plain_model.h"
#include "problems/mechanisms/hook.h"

enum { ARM, PENDULUM, BODIES }; /* in the file's order, as joints that carry them */
enum { ZYX, ZXZ };              /* of the parameter `sequence` */

typedef struct trainer {
    double arm;         /* r [m] */
    double arm_inertia; /* about the shaft [kg m2] */
    double mass;        /* of the pendulum [kg] */
    double to_centre;   /* l, from the arm to its centre of mass [m] */
    double inertia;     /* about that [kg m2] */
    double gravity;     /* [m/s2] */
} trainer;

static trainer trainer_of(const mb_plain_mechanism *plain)
{
    const mb_plain_body *arm = &plain->body[ARM], *pendulum = &plain->body[PENDULUM];
    const double *hinge = plain->joint[PENDULUM].place[1];
    double end[3];

    mb_plain_place(plain, PENDULUM, hinge, end);
    return (trainer){
        .arm = end[0],
        .arm_inertia = arm->inertia[8] + arm->mass * arm->com[0] * arm->com[0],
        .mass = pendulum->mass,
        .to_centre = sqrt(hinge[0] * hinge[0] + hinge[1] * hinge[1] + hinge[2] * hinge[2]),
        .inertia = pendulum->inertia[0],
        .gravity = -plain->gravity[2],
    };
}

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
    const double fb = k * s * c * da * da - x->mass * x->gravity * x->to_centre * s;
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

static bool has_angles(const mb_model *model)
{
    return (int)mb_model_param(model, "coordinates") == 0;
}

static mb_status reference(mb_model *model, const mb_plain_mechanism *plain, mb_error *err)
{
    const double y0[] = {0.0, plain->joint[PENDULUM].value[0], 0.0, 0.0};
    mb_reference known = {
        .n = 4,
        .rate = rate,
        .outputs = outputs,
        .step = 0.002,
        .horizon = 20.0,
        .method = "two equations in the angles of arm and pendulum, order-10 extrapolation",
    };
    mb_status status;
    trainer *x;

    if ((int)mb_model_param(model, "sequence") == ZXZ && !has_angles(model))
        return mb_fail(err, MB_BAD_INPUT,
                       "rotary-pendulum: sequence=zxz is one of Euler angles, and coordinates=%s "
                       "has none; leave sequence out or take coordinates=angles",
                       model->coordinates);
    MB_TRY(MB_TAKE(model->arena, &x, 1, err));
    *x = trainer_of(plain);
    known.data = x;
    MB_TRY(mb_hook_reference(model, &known, y0, err));
done:
    return status;
}

static mb_status in_angles(mb_model *model, const mb_plain_mechanism *plain, mb_error *err)
{
    const double start = plain->joint[PENDULUM].value[0];
    mb_body_angles known[][BODIES] = {
        [ZYX] = {{.axis = {2, 1, 0}}, {.axis = {2, 1, 0}, .angle = {0.0, 0.0, start}}},
        [ZXZ] = {{.axis = {2, 0, 2}}, {.axis = {2, 0, 2}, .angle = {M_PI_2, M_PI_2, start}}},
    };
    mb_body_angles *angles = known[(int)mb_model_param(model, "sequence")];
    mb_status status;

    for (int b = 0; b < BODIES; b++) /* the frame is where the body begins: at its joint */
        memcpy(angles[b].place, plain->joint[b].place[1], sizeof angles[b].place);
    MB_TRY(mb_plain_model_in_angles(model, plain, angles, err));
    if (angles == known[ZXZ])
        model->traits &= ~(unsigned)MB_FULL_RANK_D;
done:
    return status;
}

const mb_hook mb_hook_rotary_pendulum = {
    .name = "rotary-pendulum", .reference = reference, .model = in_angles};
