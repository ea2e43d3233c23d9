/* Andrews' squeezing mechanism (IFToMM A03; Schiehlen 1990; IVP Test Set; bayo1996 fifth example):
 * seven planar bodies, one freedom, driven by a constant torque, without gravity.
 *
 *     K1 crank O-F, angle beta           K2 rod F-E, angle beta + Theta
 *     K3 triangle B-E-D, angle gamma     with a spring from D to the fixed point C
 *     K4 rod G-E, angle Phi + delta      K5 rod A-G, angle delta
 *     K6 rod H-E, angle Omega + epsilon  K7 rod A-H, angle epsilon
 * O is the origin; the four bodies K2, K3, K4, K6 meet in E.
 *
 * coordinates=bodies: x, y, phi of each body and ten revolute joints, 21 coordinates and 20 rows.
 * coordinates=angles: q = (beta, Theta, gamma, Phi, delta, Omega, epsilon), the six loop rows and
 * the mass matrix of the Test Set, which follow from the geometry below.
 *
 * The torque has the potential -mom beta, so that T + V is constant.
 *
 * spring=K4|K6: the rod becomes a spring without mass of `stiffness` and the rod's length; a second
 * freedom, of a high frequency, appears.  bayo1996 replaces one rod by 1e8 N/m and does not say
 * which: these two are links between two hinges and light (0.007 kg of 0.2 kg).  Without the rod's
 * mass beta at 0.03 s is 16.04 (K4) or 16.21 (K6) instead of 15.81. */
#include <math.h>

#include "problems/elements/kit.h"

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

static const char *const name[] = {"beta", "Theta", "gamma", "Phi", "delta", "Omega", "epsilon"};
static const double start[] = {-0.0617138900142764496, 0.0,
                               0.455279819163070380,   0.222668390165885885,
                               0.487364979543842550,   -0.222668390165885885,
                               1.23054744454982119};

/* A body's centre of mass lies at pivot + R(carrier's angle) arm + R(own angle) own. */
static const struct part {
    double mass, inertia; /* [kg, kg m2] about the centre of mass */
    int carrier;          /* -1: none */
    const double *pivot;
    double arm[2], own[2];
} part[PARTS] = {
    [K1] = {0.04325, 2.194e-6, -1, O, {0.0, 0.0}, {RA, 0.0}},
    [K2] = {0.00365, 4.410e-7, K1, O, {RR, 0.0}, {-DA, 0.0}},
    [K3] = {0.02373, 5.255e-6, -1, B, {0.0, 0.0}, {SB, -SA}},
    [K4] = {0.00706, 5.667e-7, K5, A, {ZT, 0.0}, {0.0, EA - EE}},
    [K5] = {0.07050, 1.169e-5, -1, A, {0.0, 0.0}, {TA, -TB}},
    [K6] = {0.00706, 5.667e-7, K7, A, {0.0, -UU}, {ZF - FA, 0.0}},
    [K7] = {0.05498, 1.912e-5, -1, A, {0.0, 0.0}, {UB, -UA}},
};

enum { BODIES, ANGLES };
enum { NONE, SPRING_K4, SPRING_K6 };

static const mb_param params[] = {
    MB_CHOICE("coordinates", "bodies|angles", BODIES,
              .doc = "x, y, phi of seven bodies, or the seven angles of the Test Set"),
    MB_CHOICE("spring", "none|K4|K6", NONE,
              .doc = "the rod that a stiff spring without mass replaces"),
    MB_REAL("stiffness", 1e8, "N/m", .min = 1.0, .max = 1e12,
            .doc = "stiffness of the spring that replaces a rod"),
    {0},
};

/* Angle of a body from the seven angles */
static double part_angle(const double *angle, int k)
{
    switch (k) {
    case K2:
        return angle[BETA] + angle[THETA];
    case K4:
        return angle[PHI] + angle[DELTA];
    case K6:
        return angle[OMEGA] + angle[EPSILON];
    default:
        return angle[k];
    }
}

/* ---- reference ------------------------------------------------------------------------------ */

struct vector {
    double x, y;
};

static struct vector turned(double angle, double x, double y)
{
    const double c = cos(angle), s = sin(angle);

    return (struct vector){c * x - s * y, s * x + c * y};
}

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

/* The spring in the place of a part */
struct stiff {
    int part;         /* -1 for none */
    double stiffness; /* [N/m] */
};

static struct stiff stiff(const mb_model *model)
{
    static const int replaced[] = {[NONE] = -1, [SPRING_K4] = K4, [SPRING_K6] = K6};

    return (struct stiff){replaced[(int)mb_model_param(model, "spring")],
                          mb_model_param(model, "stiffness")};
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
static double stiff_spring(const struct stiff *spring, const double *y, struct vector end,
                           struct vector end1, double w, double *turning, double *carrier_rate)
{
    const int k = spring->part;
    const struct part *c = &part[part[k].carrier];
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
 *     sum (m r'.r' + I psi'^2) w' = mom - V' - w^2 sum (m r'.r'' + I psi' psi'')
 * Where a spring replaces a part, the part's angle is the spring's and y ends with the angular
 * velocity of its carrier, the second freedom. */
static void rate(const mb_model *model, double t, const double *y, double *ydot)
{
    const struct stiff *replacing = model->reference->data;
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
            dyad(carrier_end(y, k), link_end(y, k), e1, e2, p[part[k].carrier], p[k]);
    for (int k = 0; k < PARTS; k++) {
        const struct vector own = turned(y[k], part[k].own[0], part[k].own[1]);
        struct vector r1 = {-own.y * p[k][0], own.x * p[k][0]}, r2 = bent(own, p[k][0], p[k][1]);

        ydot[k] = p[k][0] * w;
        if (k == spared)
            continue;
        if (part[k].carrier >= 0) {
            const double *pc = p[part[k].carrier];
            const struct vector arm = turned(y[part[k].carrier], part[k].arm[0], part[k].arm[1]);
            const struct vector arm2 = bent(arm, pc[0], pc[1]);

            r1 = (struct vector){r1.x - arm.y * pc[0], r1.y + arm.x * pc[0]};
            r2 = (struct vector){r2.x + arm2.x, r2.y + arm2.y};
        }
        inertia += part[k].mass * dot(r1, r1) + part[k].inertia * p[k][0] * p[k][0];
        change += part[k].mass * dot(r1, r2) + part[k].inertia * p[k][0] * p[k][1];
    }
    force -= SPRING * (length - SPRING_LENGTH) / length * p[K3][0] *
             dot(spring, (struct vector){-to_d.y, to_d.x});
    if (spared >= 0) {
        ydot[part[spared].carrier] = y[PARTS + 1];
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
static mb_reference reference(const struct stiff *spring)
{
    const bool two = spring->part >= 0;
    const double fastest = 10.0 * sqrt(spring->stiffness);

    return (mb_reference){
        .n = PARTS + 1 + two,
        .rate = rate,
        .outputs = outputs,
        .step = two ? fmin(2e-5, 0.4 / fastest) : 2e-5,
        .horizon = 0.1,
        .method = two ? "two freedoms with velocity ratios of the closed loops, order-10 "
                        "extrapolation"
                      : "one freedom with velocity ratios of the three loops, order-10 "
                        "extrapolation",
    };
}

/* ---- declarations --------------------------------------------------------------------------- */

/* Point of a part, (ux, uy) from where its link begins: its pivot or the end of its carrier's arm
 */
static mb_spot spot(mb_kit *kit, bool bodies, const int *where, int k, double ux, double uy)
{
    if (bodies)
        return mb_kit_body_spot(kit, where[k], ux - part[k].own[0], uy - part[k].own[1]);
    return mb_kit_arm_spot(where[k], part[k].pivot[0], part[k].pivot[1], ux, uy);
}

/* The springs, D-C and the one for a rod */
static void springs(mb_kit *kit, const struct stiff *spring, bool bodies, const int *where)
{
    const double k = spring->stiffness;
    const mb_spot e = spot(kit, bodies, where, K3, 0.0, -SS);

    mb_kit_spring(kit, mb_kit_ground_spot(C[0], C[1]), spot(kit, bodies, where, K3, SD, -SC),
                  SPRING, SPRING_LENGTH);
    if (spring->part == K4)
        mb_kit_spring(kit, spot(kit, bodies, where, K5, ZT, 0.0), e, k, EE);
    if (spring->part == K6)
        mb_kit_spring(kit, spot(kit, bodies, where, K7, 0.0, -UU), e, k, ZF);
}

/* The seven angles; that of a replaced rod is read from its ends, where K4 points along -y and K6
 * along x of their angle. */
static void angle_outputs(mb_kit *kit, bool bodies, const int *where, int rod)
{
    const mb_spot e = spot(kit, bodies, where, K3, 0.0, -SS);
    int angle[PARTS];

    for (int k = 0; k < PARTS; k++)
        angle[k] = bodies && k != rod ? mb_kit_body_coordinate(kit, where[k]) + 2 : where[k];
    for (int k = 0; k < PARTS; k++)
        if (k == rod && k == K4)
            mb_kit_line_output(kit, spot(kit, bodies, where, K5, ZT, 0.0), e, M_PI_2, angle[K5],
                               name[k]);
        else if (k == rod)
            mb_kit_line_output(kit, spot(kit, bodies, where, K7, 0.0, -UU), e, 0.0, angle[K7],
                               name[k]);
        else if (bodies && part[k].carrier >= 0)
            mb_kit_sum_output(kit, angle[k], angle[part[k].carrier], -1.0, name[k], "rad");
        else
            mb_kit_coordinate_output(kit, angle[k], name[k], "rad");
}

/* Revolute joints between points of links, from where each link begins; -1: ground */
static const struct joint {
    int a;
    double ax, ay;
    int b;
    double bx, by;
} joint[] = {
    {K1, 0.0, 0.0, -1, 0.0, 0.0}, {K2, 0.0, 0.0, K1, RR, 0.0},  {K3, 0.0, 0.0, -1, XB, YB},
    {K3, 0.0, -SS, K2, -DD, 0.0}, {K5, 0.0, 0.0, -1, XA, YA},   {K7, 0.0, 0.0, -1, XA, YA},
    {K4, 0.0, 0.0, K5, ZT, 0.0},  {K4, 0.0, -EE, K3, 0.0, -SS}, {K6, 0.0, 0.0, K7, 0.0, -UU},
    {K6, ZF, 0.0, K3, 0.0, -SS},
};

static void declare_bodies(mb_kit *kit, int rod, int *where)
{
    for (int k = 0; k < PARTS; k++) {
        const struct part *p = &part[k];
        const double phi = part_angle(start, k);
        const double carrier = p->carrier < 0 ? 0.0 : part_angle(start, p->carrier);
        const struct vector arm = turned(carrier, p->arm[0], p->arm[1]);
        const struct vector own = turned(phi, p->own[0], p->own[1]);

        if (k != rod)
            where[k] = mb_kit_body(kit, p->mass, p->inertia,
                                   (mb_planar_state){.x = p->pivot[0] + arm.x + own.x,
                                                     .y = p->pivot[1] + arm.y + own.y,
                                                     .phi = phi});
    }
    for (const struct joint *j = joint; j < joint + sizeof joint / sizeof *joint; j++) {
        const double *a = part[j->a].own, *b = j->b < 0 ? O : part[j->b].own;

        if (j->a != rod)
            mb_kit_revolute(kit, where[j->a], j->ax - a[0], j->ay - a[1],
                            j->b < 0 ? MB_GROUND : where[j->b], j->bx - b[0], j->by - b[1]);
    }
    mb_kit_torque(kit, where[K1], TORQUE);
}

/* row += component of R(q_i + q_j) (ux, uy); j = -1: R(q_i) */
static void turning_vector(mb_kit *kit, int row, int axis, int i, int j, double ux, double uy)
{
    mb_kit_sum_turning(kit, row, i, j, axis ? uy : ux, axis ? ux : -uy);
}

static void declare_angles(mb_kit *kit, int rod, int *where)
{
    /* each loop ends at E on links of which the first turns about a pivot */
    static const struct loop {
        int base, relative; /* -1: one link only */
        double arm[2], own[2];
    } loop[] = {
        {K3, -1, {0.0, -SS}, {0.0, 0.0}},
        {K5, K4, {ZT, 0.0}, {0.0, -EE}},
        {K7, K6, {0.0, -UU}, {ZF, 0.0}},
    };
    static const char *const loop_name[3][2] = {{"loop by K3, along x", "loop by K3, along y"},
                                                {"loop by K5, along x", "loop by K5, along y"},
                                                {"loop by K7, along x", "loop by K7, along y"}};

    for (int k = 0; k < PARTS; k++)
        if (k != rod)
            where[k] = mb_kit_angle(kit, 0.0, k == K1 ? TORQUE : 0.0, start[k], 0.0);
    for (int k = 0; k < PARTS; k++)
        if (k != rod)
            mb_kit_name_coordinate(kit, where[k], name[k]);
    for (int k = 0; k < PARTS; k++) {
        const struct part *p = &part[k];

        if (k != rod && p->carrier >= 0)
            mb_kit_carried_mass(kit, where[p->carrier], where[k], p->mass, p->inertia, p->arm,
                                p->own);
        else if (k != rod)
            mb_kit_arm_mass(kit, where[k],
                            p->inertia + p->mass * (p->own[0] * p->own[0] + p->own[1] * p->own[1]));
    }
    for (const struct loop *l = loop; l < loop + 3; l++)
        for (int axis = 0; axis < 2 && (rod < 0 || l->relative != rod); axis++) {
            int row = mb_kit_row(kit, -part[l->base].pivot[axis], 0, NULL);

            mb_kit_name_row(kit, row, loop_name[l - loop][axis]);
            turning_vector(kit, row, axis, where[K1], -1, RR, 0.0);
            turning_vector(kit, row, axis, where[K1], where[K2], -DD, 0.0);
            turning_vector(kit, row, axis, where[l->base], -1, -l->arm[0], -l->arm[1]);
            if (l->relative >= 0)
                turning_vector(kit, row, axis, where[l->base], where[l->relative], -l->own[0],
                               -l->own[1]);
        }
}

static mb_status setup(mb_model *model, mb_error *err)
{
    const bool bodies = mb_model_param(model, "coordinates") == BODIES;
    const struct stiff spring = stiff(model);
    const int rod = spring.part;
    mb_kit *kit = mb_kit_begin(model, bodies ? "planar-reference-point" : "planar-relative-angles",
                               0.0, 0.0, err);
    const mb_reference of_angles = reference(&spring);
    double y0[PARTS + 2] = {0.0};
    int where[PARTS] = {0}; /* bodies, or coordinates */

    if (bodies)
        declare_bodies(kit, rod, where);
    else
        declare_angles(kit, rod, where);
    springs(kit, &spring, bodies, where);
    angle_outputs(kit, bodies, where, rod);
    for (int k = 0; k < PARTS; k++)
        y0[k] = part_angle(start, k);
    mb_kit_reference_with(kit, &of_angles, y0, &spring, sizeof spring);
    if (!bodies)
        model->traits &= ~(unsigned)MB_CONSTANT_M;
    return mb_kit_finish(kit);
}

const mb_problem mb_problem_andrews_squeezer = {
    .name = "andrews-squeezer",
    .title = "Andrews' squeezing mechanism of seven bodies",
    .source = "bayo1996 fifth example; IVP Test Set; IFToMM benchmark library A03",
    .traps = "bayo1996 does not say which rod it replaces by a spring: K4 or K6 is our choice, "
             "without the rod's mass",
    .params = params,
    .variants =
        (const char *const[]){"spring=K4,stiffness=1e4", "spring=K6,stiffness=1e4",
                              "coordinates=angles", "coordinates=angles,spring=K4,stiffness=1e4",
                              "coordinates=angles,spring=K6,stiffness=1e4", NULL},
    .t_end = 0.03,
    .scale = 0.1,
    .traits = MB_IDENTITY_T | MB_CONSTANT_M | MB_REGULAR_M | MB_FULL_RANK_D | MB_HOLONOMIC |
              MB_SCLERONOMIC | MB_CONSERVATIVE,
    .setup = setup,
};
