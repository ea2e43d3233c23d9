/* SPDX-License-Identifier: MIT */
/* Reference of andrews-squeezer.yaml, by velocity ratios and independent of any row: seven planar bodies,
 * one freedom, driven by a constant torque, without gravity.
 *
 *     K1 crank O-F, angle beta           K2 rod F-E, angle beta + Theta
 *     K3 triangle B-E-D, angle gamma     with a spring from D to the fixed point C
 *     K4 rod G-E, angle Phi + delta      K5 rod A-G, angle delta
 *     K6 rod H-E, angle Omega + epsilon  K7 rod A-H, angle epsilon
 * O is the origin; the four bodies K2, K3, K4, K6 meet in E.
 *
 * y: angles psi of the seven bodies, beta' = w.  Where a spring replaces a part, the part's angle is the
 * spring's and y ends with the angular velocity of its carrier, the second freedom. */
#include <math.h>

#include "problems/mechanisms/hook.h"

enum { K1, K2, K3, K4, K5, K6, K7, PARTS };
enum { BETA, THETA, GAMMA, PHI, DELTA, OMEGA, EPSILON };

/* Lengths [m] as the Test Set names them */
#define RR 0.007
#define RA 0.00092
#define DD 0.028
#define DA 0.0115
#define SS 0.035
#define SA 0.01874
#define SB 0.01043
#define SC 0.018
#define SD 0.02
#define EE 0.02
#define EA 0.01421
#define ZT 0.04
#define TA 0.02308
#define TB 0.00916
#define ZF 0.02
#define FA 0.01421
#define UU 0.04
#define UA 0.01228
#define UB 0.00449

#define XA (-0.06934)
#define YA (-0.00227)
#define XB (-0.03635)
#define YB 0.03273

static const double O[2] = {0.0, 0.0}, A[2] = {XA, YA}, B[2] = {XB, YB}, C[2] = {0.014, 0.072};
static const double SPRING = 4530.0, SPRING_LENGTH = 0.07785; /* c0 [N/m], l0 [m] */
static const double TORQUE = 0.033;                           /* mom [N m] */

/* A body's centre of mass lies at pivot + R(carrier's angle) arm + R(own angle) own. */
typedef struct part {
    double mass, inertia; /* [kg, kg m2] about the centre of mass */
    int carrier;          /* -1: none */
    const double *pivot;
    double arm[2], own[2];
} part;

/* The seven angles at the start, as the Test Set has them */
static const double start[] = {-0.0617138900142764496, 0.0,
                               0.455279819163070380,   0.222668390165885885,
                               0.487364979543842550,   -0.222668390165885885,
                               1.23054744454982119};

static const part parts[PARTS] = {
    [K1] = {0.04325, 2.194e-6, -1, O, {0.0, 0.0}, {RA, 0.0}},
    [K2] = {0.00365, 4.410e-7, K1, O, {RR, 0.0}, {-DA, 0.0}},
    [K3] = {0.02373, 5.255e-6, -1, B, {0.0, 0.0}, {SB, -SA}},
    [K4] = {0.00706, 5.667e-7, K5, A, {ZT, 0.0}, {0.0, EA - EE}},
    [K5] = {0.07050, 1.169e-5, -1, A, {0.0, 0.0}, {TA, -TB}},
    [K6] = {0.00706, 5.667e-7, K7, A, {0.0, -UU}, {ZF - FA, 0.0}},
    [K7] = {0.05498, 1.912e-5, -1, A, {0.0, 0.0}, {UB, -UA}},
};

/* Vectors of the plane */
struct vector {
    double x, y;
};

static struct vector turned(double angle, double x, double y)
{
    const double c = cos(angle), s = sin(angle);

    return (struct vector){c * x - s * y, s * x + c * y};
}

/* The spring in the place of a part: the reference's data */
typedef struct stiff_rod {
    int part;         /* -1 for none */
    double stiffness; /* [N/m] */
} stiff_rod;

static double dot(struct vector a, struct vector b)
{
    return a.x * b.x + a.y * b.y;
}

/* J a p2 - a p1^2, the second derivative of a vector that turns with the ratio p1 */
static struct vector bent(struct vector a, double p1, double p2)
{
    return (struct vector){-a.y * p2 - a.x * p1 * p1, a.x * p2 - a.y * p1 * p1};
}

/* Ratios of the angles (psi' and psi'' by beta) of two links a, b of a dyad whose end moves with
 * e1, e2:  J a p + J b q = e1,  bent(a, p, P) + bent(b, q, Q) = e2 */
static void dyad(struct vector a, struct vector b, struct vector e1, struct vector e2, double *pa,
                 double *pb)
{
    const double det = a.x * b.y - a.y * b.x;
    struct vector rest;

    pa[0] = (b.x * e1.x + b.y * e1.y) / det;
    pb[0] = -(a.x * e1.x + a.y * e1.y) / det;
    rest = (struct vector){e2.x + a.x * pa[0] * pa[0] + b.x * pb[0] * pb[0],
                           e2.y + a.y * pa[0] * pa[0] + b.y * pb[0] * pb[0]};
    pa[1] = dot(b, rest) / det;
    pb[1] = -dot(a, rest) / det;
}

/* Ends of the parts that a spring may replace, from where their links begin */
static struct vector link_end(const double *y, int k)
{
    return k == K4 ? turned(y[K4], 0.0, -EE) : turned(y[K6], ZF, 0.0);
}

static struct vector carrier_end(const double *y, int k)
{
    return k == K4 ? turned(y[K5], ZT, 0.0) : turned(y[K7], 0.0, -UU);
}

/* The stiff spring, which leaves its carrier free: the carrier's acceleration, the rate
 * at which the spring turns; returns the generalized force on beta.  end, end1: where the link
 * ends, and its derivative by beta; w: beta'. */
static double stiff_spring(const stiff_rod *spring, const double *y, struct vector end,
                           struct vector end1, double w, double *turning, double *carrier_rate)
{
    const int k = spring->part;
    const part *c = &parts[parts[k].carrier];
    const struct vector arm = carrier_end(y, k);
    const struct vector s = {end.x - A[0] - arm.x, end.y - A[1] - arm.y};
    const double length = hypot(s.x, s.y), free = y[PARTS + 1];
    const struct vector rate = {end1.x * w + arm.y * free, end1.y * w - arm.x * free};
    const double pull = spring->stiffness * (length - (k == K4 ? EE : ZF)) / length;
    const double about_pivot =
        c->inertia + c->mass * (c->own[0] * c->own[0] + c->own[1] * c->own[1]);

    *turning = (s.x * rate.y - s.y * rate.x) / (length * length);
    *carrier_rate = pull * (arm.x * s.y - arm.y * s.x) / about_pivot;
    return -pull * dot(s, end1);
}

/* y: angles psi of the seven bodies, beta' = w.  With psi' and psi'' by beta,
 *     sum (m r'.r' + I psi'^2) w' = mom - V' - w^2 sum (m r'.r'' + I psi' psi'') */
static void rate(const mb_model *model, double t, const double *y, double *ydot)
{
    const stiff_rod *replacing = model->reference->data;
    const int spared = replacing->part;
    const struct vector crank = turned(y[K1], RR, 0.0), rod = turned(y[K2], -DD, 0.0);
    const struct vector side = turned(y[K3], 0.0, -SS), to_d = turned(y[K3], SD, -SC);
    const struct vector spring = {B[0] + to_d.x - C[0], B[1] + to_d.y - C[1]};
    const double length = hypot(spring.x, spring.y), w = y[PARTS];
    double p[PARTS][2] = {{1.0, 0.0}}, inertia = 0.0, change = 0.0, force = TORQUE;
    struct vector e1, e2;

    (void)t;
    /* crank + rod - side = B */
    dyad((struct vector){-rod.x, -rod.y}, side, (struct vector){-crank.y, crank.x},
         (struct vector){-crank.x, -crank.y}, p[K2], p[K3]);
    e1 = (struct vector){-side.y * p[K3][0], side.x * p[K3][0]};
    e2 = bent(side, p[K3][0], p[K3][1]);
    for (int k = K4; k <= K6; k += K6 - K4)
        if (k != spared)
            dyad(carrier_end(y, k), link_end(y, k), e1, e2, p[parts[k].carrier], p[k]);
    for (int k = 0; k < PARTS; k++) {
        const part *m = &parts[k];
        const struct vector own = turned(y[k], m->own[0], m->own[1]);
        struct vector r1 = {-own.y * p[k][0], own.x * p[k][0]}, r2 = bent(own, p[k][0], p[k][1]);

        ydot[k] = p[k][0] * w;
        if (k == spared)
            continue;
        if (m->carrier >= 0) {
            const double *pc = p[m->carrier];
            const struct vector arm = turned(y[m->carrier], m->arm[0], m->arm[1]);
            const struct vector arm2 = bent(arm, pc[0], pc[1]);

            r1 = (struct vector){r1.x - arm.y * pc[0], r1.y + arm.x * pc[0]};
            r2 = (struct vector){r2.x + arm2.x, r2.y + arm2.y};
        }
        inertia += m->mass * dot(r1, r1) + m->inertia * p[k][0] * p[k][0];
        change += m->mass * dot(r1, r2) + m->inertia * p[k][0] * p[k][1];
    }
    force -= SPRING * (length - SPRING_LENGTH) / length * p[K3][0] *
             dot(spring, (struct vector){-to_d.y, to_d.x});
    if (spared >= 0) {
        ydot[parts[spared].carrier] = y[PARTS + 1];
        force += stiff_spring(replacing, y, (struct vector){B[0] + side.x, B[1] + side.y}, e1, w,
                              &ydot[spared], &ydot[PARTS + 1]);
    }
    ydot[PARTS] = (force - change * w * w) / inertia;
}

static void outputs(const mb_model *model, double t, const double *y, double *out)
{
    (void)model, (void)t;
    for (int k = 0; k < PARTS; k++)
        out[k] = y[k];
    out[THETA] -= y[K1];
    out[PHI] -= y[K5];
    out[OMEGA] -= y[K7];
}

/* The step resolves the stiff spring, on which a carrier swings with some 10 rad/s times the root
 * of its stiffness in N/m. */
static mb_reference motion(const stiff_rod *spring)
{
    const bool two = spring->part >= 0;
    const double fastest = 10.0 * sqrt(spring->stiffness);

    return (mb_reference){
        .n = PARTS + 1 + two,
        .rate = rate,
        .outputs = outputs,
        .data = spring,
        .step = two ? fmin(2e-5, 0.4 / fastest) : 2e-5,
        .horizon = 0.1,
        .method = two ? "two freedoms with velocity ratios of the closed loops, order-10 "
                        "extrapolation"
                      : "one freedom with velocity ratios of the three loops, order-10 "
                        "extrapolation",
    };
}

static mb_status reference(mb_model *model, const mb_plain_mechanism *plain, mb_error *err)
{
    static const int replaced[] = {-1, K4, K6}; /* by the parameter spring */
    double y0[PARTS + 2] = {0.0};
    mb_reference known;
    stiff_rod *spring;
    mb_status status;

    (void)plain;
    MB_TRY(MB_TAKE(model->arena, &spring, 1, err));
    *spring = (stiff_rod){replaced[(int)mb_model_param(model, "spring")],
                          mb_model_param(model, "stiffness")};
    for (int k = 0; k < PARTS; k++)
        y0[k] = start[k] + (parts[k].carrier < 0 ? 0.0 : start[parts[k].carrier]);
    known = motion(spring);
    MB_TRY(mb_hook_reference(model, &known, y0, err));
done:
    return status;
}

const mb_hook mb_hook_andrews_squeezer = {.name = "andrews-squeezer", .reference = reference};
