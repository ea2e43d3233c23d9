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
#include "problems/references/andrews.h"

static const char *const name[] = {"beta", "Theta", "gamma", "Phi", "delta", "Omega", "epsilon"};
static const double start[] = {-0.0617138900142764496, 0.0,
                               0.455279819163070380,   0.222668390165885885,
                               0.487364979543842550,   -0.222668390165885885,
                               1.23054744454982119};

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

static mb_stiff_rod stiff(const mb_model *model)
{
    static const int replaced[] = {[NONE] = -1, [SPRING_K4] = K4, [SPRING_K6] = K6};

    return (mb_stiff_rod){replaced[(int)mb_model_param(model, "spring")],
                          mb_model_param(model, "stiffness")};
}

/* Point of a part, (ux, uy) from where its link begins: its pivot or the end of its carrier's arm
 */
static mb_spot spot(mb_kit *kit, bool bodies, const int *where, int k, double ux, double uy)
{
    if (bodies)
        return mb_kit_body_spot(kit, where[k], ux - mb_andrews[k].own[0],
                                uy - mb_andrews[k].own[1]);
    return mb_kit_arm_spot(where[k], mb_andrews[k].pivot[0], mb_andrews[k].pivot[1], ux, uy);
}

/* The springs, D-C and the one for a rod */
static void springs(mb_kit *kit, const mb_stiff_rod *spring, bool bodies, const int *where)
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
        else if (bodies && mb_andrews[k].carrier >= 0)
            mb_kit_sum_output(kit, angle[k], angle[mb_andrews[k].carrier], -1.0, name[k], "rad");
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
        const mb_andrews_part *p = &mb_andrews[k];
        const double phi = mb_andrews_angle(start, k);
        const double carrier = p->carrier < 0 ? 0.0 : mb_andrews_angle(start, p->carrier);
        const struct vector arm = turned(carrier, p->arm[0], p->arm[1]);
        const struct vector own = turned(phi, p->own[0], p->own[1]);

        if (k != rod)
            where[k] = mb_kit_body(kit, p->mass, p->inertia,
                                   (mb_planar_state){.x = p->pivot[0] + arm.x + own.x,
                                                     .y = p->pivot[1] + arm.y + own.y,
                                                     .phi = phi});
    }
    for (const struct joint *j = joint; j < joint + sizeof joint / sizeof *joint; j++) {
        const double *a = mb_andrews[j->a].own, *b = j->b < 0 ? O : mb_andrews[j->b].own;

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
        const mb_andrews_part *p = &mb_andrews[k];

        if (k != rod && p->carrier >= 0)
            mb_kit_carried_mass(kit, where[p->carrier], where[k], p->mass, p->inertia, p->arm,
                                p->own);
        else if (k != rod)
            mb_kit_arm_mass(kit, where[k],
                            p->inertia + p->mass * (p->own[0] * p->own[0] + p->own[1] * p->own[1]));
    }
    for (const struct loop *l = loop; l < loop + 3; l++)
        for (int axis = 0; axis < 2 && (rod < 0 || l->relative != rod); axis++) {
            int row = mb_kit_row(kit, -mb_andrews[l->base].pivot[axis], 0, NULL);

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
    const mb_stiff_rod spring = stiff(model);
    const int rod = spring.part;
    mb_kit *kit = mb_kit_begin(model, bodies ? "planar-reference-point" : "planar-relative-angles",
                               0.0, 0.0, err);
    const mb_reference of_angles = mb_andrews_reference(&spring);
    double y0[PARTS + 2] = {0.0};
    int where[PARTS] = {0}; /* bodies, or coordinates */

    if (bodies)
        declare_bodies(kit, rod, where);
    else
        declare_angles(kit, rod, where);
    springs(kit, &spring, bodies, where);
    angle_outputs(kit, bodies, where, rod);
    for (int k = 0; k < PARTS; k++)
        y0[k] = mb_andrews_angle(start, k);
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
