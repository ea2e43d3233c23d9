/* Three-link spatial pendulum of welch2007, section VI (`three-link-pendulum`): links of 1, 2 and
 * 2.5 m with square sections of a tenth of the length; spherical joint to the ground, spherical
 * between 1 and 2, pin between 2 and 3; hanging at rest; gravity -10 (1/2, sqrt2/2, 1/2); 10 s.
 *
 * Traps: masses and the pin's direction are not printed.  Our choice: uniform density, masses
 * 1 : 8 : 15.625, pin along y.  Other readings: `masses`, `pin`.
 *
 * Chaotic: a change of 1e-13 at the start reaches 4e-9 in 10 s, the horizon of the reference.
 *
 * Reference: each ball of the tree turns about x' (at right angles to gravity, level), then about
 * the third axis, then about z, so that its singular position is far from the motion. */
#include <math.h>

#include "problems/elements/space/space_tree.h"

static const double GRAVITY = 10.0; /* [m/s2] */

static const double length[3] = {1.0, 2.0, 2.5}; /* [m] */

static const mb_vec tip = {0.0, 0.0, -5.5}; /* [m] at the start */

enum { VOLUME, LENGTH, EQUAL };

static const mb_param params[] = {
    MB_SPACE_COORDINATES,
    MB_CHOICE("masses", "volume|length|equal", VOLUME,
              .doc = "what the masses of the links go with; link 1: 1 kg"),
    MB_CHOICE("pin", "y|x", 0, .doc = "direction of the pin at the start"),
    {0},
};

/* Links of the reference that carry the bodies: two balls and a pin */
static const int carrier[3] = {2, 5, 6};

/* Joint towards the ground, centre of mass at the start [m] */
static mb_vec joint(int k)
{
    mb_vec place = {0.0, 0.0, 0.0};

    while (k-- > 0)
        place.z -= length[k];
    return place;
}

static mb_vec centre(int k)
{
    mb_vec place = joint(k);

    place.z -= 0.5 * length[k];
    return place;
}

/* [kg] */
static double mass(const mb_model *model, int k)
{
    switch ((int)mb_model_param(model, "masses")) {
    case LENGTH:
        return length[k];
    case EQUAL:
        return 1.0;
    default:
        return length[k] * length[k] * length[k];
    }
}

static void outputs(const mb_model *model, double t, const double *y, double *out)
{
    (void)t;
    for (int k = 0; k < 3; k++)
        mb_tree_place(model, y, carrier[k], centre(k), out + 3 * (k + 1));
    for (int i = 12; i < 21; i++)
        out[i] = NAN;
    mb_tree_place(model, y, carrier[2], tip, out);
}

/* Three links that make a ball joint; the last one carries the body. */
static int ball(mb_tree *tree, int parent, mb_vec point, int body)
{
    const double side = sqrt(2.0 / 3.0), along = sqrt(1.0 / 3.0);
    int first =
        mb_tree_link(tree, parent, MB_TURNS, point, (mb_vec){side, -along, 0.0}, MB_GROUND, 0.0);
    int second =
        mb_tree_link(tree, first, MB_TURNS, point, (mb_vec){along, side, 0.0}, MB_GROUND, 0.0);

    return mb_tree_link(tree, second, MB_TURNS, point, (mb_vec){0.0, 0.0, 1.0}, body, 0.0);
}

static void outputs_of(mb_space *s, const int body[3])
{
    static const char *const name[3][6] = {
        {"link1.x", "link1.y", "link1.z", "link1.wx", "link1.wy", "link1.wz"},
        {"link2.x", "link2.y", "link2.z", "link2.wx", "link2.wy", "link2.wz"},
        {"link3.x", "link3.y", "link3.z", "link3.wx", "link3.wy", "link3.wz"},
    };

    mb_space_point_outputs(s, body[2], (mb_vec){0.0, 0.0, -0.5 * length[2]}, "tip.x", "tip.y",
                           "tip.z");
    for (int k = 0; k < 3; k++)
        mb_space_point_outputs(s, body[k], (mb_vec){0.0, 0.0, 0.0}, name[k][0], name[k][1],
                               name[k][2]);
    for (int k = 0; k < 3; k++)
        mb_space_spin_outputs(s, body[k], name[k][3], name[k][4], name[k][5]);
}

static mb_status setup(mb_model *model, mb_error *err)
{
    const bool along_x = mb_model_param(model, "pin") != 0.0;
    const mb_vec pin = {along_x, !along_x, 0.0};
    const mb_reference reference = {
        .outputs = outputs,
        .step = 0.0025,
        .horizon = 10.0,
        .method = "tree in joint angles by Newton and Euler, order-10 extrapolation",
    };
    mb_space *s =
        mb_space_begin(model, (mb_vec){-0.5 * GRAVITY, -M_SQRT1_2 * GRAVITY, -0.5 * GRAVITY}, err);
    mb_tree *tree = mb_space_tree(s, NULL);
    int branch = MB_GROUND, body[3];

    for (int k = 0; k < 3; k++) {
        static const char *const name[3] = {"link 1", "link 2", "link 3"};
        const double m = mass(model, k), square = m * length[k] * length[k];
        const double across = square * 1.01 / 12.0;

        body[k] = mb_space_body(s, name[k], m, (mb_vec){across, across, square * 0.02 / 12.0},
                                (mb_space_state){.r = centre(k)});
        if (k < 2) {
            mb_space_spherical(s, k ? body[k - 1] : MB_GROUND, body[k], joint(k));
            branch = ball(tree, branch, joint(k), body[k]);
        } else {
            mb_space_revolute(s, body[1], body[2], joint(k), pin);
            mb_tree_link(tree, branch, MB_TURNS, joint(k), pin, body[2], 0.0);
        }
    }
    outputs_of(s, body);
    mb_space_tree_reference(s, tree, reference);
    return mb_space_finish(s);
}

const mb_problem mb_problem_three_link_pendulum = {
    .name = "three-link-pendulum",
    .title = "three-link spatial pendulum on two ball joints and a pin",
    .source = "welch2007 section VI, Table 3",
    .traps =
        "masses and the pin's direction are not printed; uniform density and a pin along y are "
        "our choice, other readings are parameters",
    .params = params,
    .variants = (const char *const[]){"coordinates=euler", NULL},
    .t_end = 10.0,
    .scale = 5.5,
    .traits = MB_CONSTANT_M | MB_REGULAR_M | MB_FULL_RANK_D | MB_HOLONOMIC | MB_SCLERONOMIC |
              MB_CONSERVATIVE | MB_CHAOTIC,
    .setup = setup,
};
