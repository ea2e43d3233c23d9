/* Three-link spatial pendulum of welch2007, section VII (`three-link-pendulum`): links of 1, 2 and
 * 2.5 m with square sections of a tenth of the length; spherical joint to the ground, spherical
 * between 1 and 2, pin between 2 and 3; hanging at rest; gravity -10 (1/2, sqrt2/2, 1/2); 10 s.
 *
 * Traps: masses and the pin's direction are not printed.  Our choice: uniform density, masses
 * 1 : 8 : 15.625, pin along y.
 *
 * Chaotic: a change of 1e-13 at the start reaches 4e-9 in 10 s, the horizon of the reference.
 *
 * Reference: each ball of the tree turns about x' (at right angles to gravity, level), then about
 * the third axis, then about z, so that its singular position is far from the motion. */
#include <math.h>

#include "problems/elements/tree.h"

static const double GRAVITY = 10.0; /* [m/s2] */

static const struct {
    const char *name;
    double length, mass; /* [m, kg] */
} link[3] = {{"link 1", 1.0, 1.0}, {"link 2", 2.0, 8.0}, {"link 3", 2.5, 15.625}};

static const mb_vec tip = {0.0, 0.0, -5.5}; /* [m] at the start */

static const mb_param params[] = {MB_SPACE_COORDINATES, {0}};

enum { LAST = 6 }; /* link of the reference: two balls and a pin */

static void outputs(const mb_model *model, double t, const double *y, double *out)
{
    (void)t;
    mb_tree_place(model, y, LAST, tip, out);
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

static mb_status setup(mb_model *model, mb_error *err)
{
    const mb_vec pin = {0.0, 1.0, 0.0};
    const mb_reference reference = {
        .outputs = outputs,
        .step = 0.0025,
        .bound = 1e-8,
        .horizon = 10.0,
        .method = "tree in joint angles by Newton and Euler, order-10 extrapolation",
    };
    mb_space *s =
        mb_space_begin(model, (mb_vec){-0.5 * GRAVITY, -M_SQRT1_2 * GRAVITY, -0.5 * GRAVITY}, err);
    mb_tree *tree = mb_tree_begin(s, NULL);
    double depth = 0.0;
    int before = MB_GROUND, branch = MB_GROUND;

    for (int k = 0; k < 3; k++) {
        const double length = link[k].length, mass = link[k].mass;
        const double across = mass * length * length * 1.01 / 12.0;
        const mb_vec joint = {0.0, 0.0, -depth};
        int body = mb_space_body(s, link[k].name, mass,
                                 (mb_vec){across, across, mass * length * length * 0.02 / 12.0},
                                 (mb_space_state){.r = {0.0, 0.0, -depth - 0.5 * length}});

        if (k < 2) {
            mb_space_spherical(s, before, body, joint);
            branch = ball(tree, branch, joint, body);
        } else {
            mb_space_revolute(s, before, body, joint, pin);
            mb_tree_link(tree, branch, MB_TURNS, joint, pin, body, 0.0);
        }
        before = body;
        depth += length;
    }
    mb_space_point_outputs(s, before, (mb_vec){0.0, 0.0, -0.5 * link[2].length}, "tip.x", "tip.y",
                           "tip.z");
    mb_tree_reference(tree, reference);
    return mb_space_finish(s);
}

const mb_problem mb_problem_three_link_pendulum = {
    .name = "three-link-pendulum",
    .title = "three-link spatial pendulum on two ball joints and a pin",
    .source = "welch2007 section VII, Table 3",
    .traps =
        "masses and the pin's direction are not printed; uniform density and a pin along y are "
        "our choice",
    .params = params,
    .t_end = 10.0,
    .scale = 5.5,
    .traits = MB_CONSTANT_M | MB_REGULAR_M | MB_FULL_RANK_D | MB_HOLONOMIC | MB_SCLERONOMIC |
              MB_CONSERVATIVE | MB_CHAOTIC,
    .setup = setup,
};
