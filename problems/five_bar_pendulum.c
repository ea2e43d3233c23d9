/* Five-link spatial pendulum (`five-bar-pendulum`): five bars of 1 m, 1 kg and 0.1 x 0.1 m section
 * on five revolute joints, from rest, gravity along -z; 10 s (marques2017, third example;
 * bayo1996).
 *
 * Trap: the start and the axes stand in a drawing only.  Our choice: a zigzag along +x, +y, +x, +y,
 * +x from the origin with axes y, x, y, x, y, a truly spatial motion.
 *
 * Chaotic: trajectories are compared up to 2 s. */
#include "problems/elements/tree.h"

enum { BARS = 5 };

static const double LENGTH = 1.0, SECTION = 0.1; /* [m] */
static const double MASS = 1.0;                  /* [kg] */
static const double GRAVITY = 9.81;              /* [m/s2] */

static const mb_vec tip = {3.0, 2.0, 0.0}; /* [m] at the start */

static const mb_param params[] = {MB_SPACE_COORDINATES, {0}};

static void outputs(const mb_model *model, double t, const double *y, double *out)
{
    (void)t;
    mb_tree_place(model, y, BARS - 1, tip, out);
}

static mb_status setup(mb_model *model, mb_error *err)
{
    static const char *const name[] = {"bar 1", "bar 2", "bar 3", "bar 4", "bar 5"};
    const mb_reference reference = {
        .outputs = outputs,
        .step = 0.0025,
        .bound = 1e-8,
        .horizon = 2.0,
        .method = "tree in joint angles by Newton and Euler, order-10 extrapolation",
    };
    const double across = MASS * (LENGTH * LENGTH + SECTION * SECTION) / 12.0;
    const double along = MASS * 2.0 * SECTION * SECTION / 12.0;
    mb_space *s = mb_space_begin(model, (mb_vec){0.0, 0.0, -GRAVITY}, err);
    mb_tree *tree = mb_tree_begin(s, NULL);
    mb_vec joint = {0.0, 0.0, 0.0};
    int before = MB_GROUND;

    for (int k = 0; k < BARS; k++) {
        const bool x = k % 2 == 0; /* along x, on an axis y; else along y, on an axis x */
        const mb_vec axis = {x ? 0.0 : 1.0, x ? 1.0 : 0.0, 0.0};
        const mb_vec end = {joint.x + (x ? LENGTH : 0.0), joint.y + (x ? 0.0 : LENGTH), 0.0};
        const mb_space_state start = {.r = {0.5 * (joint.x + end.x), 0.5 * (joint.y + end.y), 0.0}};
        int body = mb_space_body(s, name[k], MASS,
                                 (mb_vec){x ? along : across, x ? across : along, across}, start);

        mb_space_revolute(s, before, body, joint, axis);
        mb_tree_link(tree, k - 1, MB_TURNS, joint, axis, body, 0.0);
        before = body;
        joint = end;
    }
    mb_space_point_outputs(s, before, (mb_vec){0.5 * LENGTH, 0.0, 0.0}, "tip.x", "tip.y", "tip.z");
    mb_tree_reference(tree, reference);
    return mb_space_finish(s);
}

const mb_problem mb_problem_five_bar_pendulum = {
    .name = "five-bar-pendulum",
    .title = "five-link spatial pendulum on revolute joints",
    .source = "marques2017 Fig. 9; bayo1996",
    .traps =
        "start and axes are in a drawing only: a zigzag along x and y with axes across, in the "
        "plane, is our choice",
    .params = params,
    .t_end = 10.0,
    .scale = 5.0,
    .traits = MB_CONSTANT_M | MB_REGULAR_M | MB_FULL_RANK_D | MB_HOLONOMIC | MB_SCLERONOMIC |
              MB_CONSERVATIVE | MB_CHAOTIC,
    .setup = setup,
};
