/* Five-link spatial pendulum (`five-bar-pendulum`): five bars of 1 m, 1 kg and 0.1 x 0.1 m section
 * on five revolute joints, from rest, gravity along -z; 10 s (marques2017, third example;
 * bayo1996).
 *
 * Trap: the start and the axes stand in a drawing only.  Our choice: a zigzag along +x, +y, +x, +y,
 * +x from the origin with axes y, x, y, x, y, a truly spatial motion.
 *
 * Chaotic: trajectories are compared up to 2 s. */
#include "problems/elements/natural/natural.h"
#include "problems/elements/space/space_tree.h"
#include "problems/mechanisms/bar_chain.h"

enum { BARS = 5 };

static const double GRAVITY = 9.81; /* [m/s2] */

static const mb_param params[] = {MB_NATURAL_COORDINATES, {0}};

static void outputs(const mb_model *model, double t, const double *y, double *out)
{
    (void)t;
    mb_tree_place(model, y, BARS - 1, mb_bar_joint(BARS), out);
}

/* 30 coordinates and 25 rows as in bayo1996: five points, five unit vectors across the bars.  An
 * axis needs no vector of its own, since the bar before lies along it. */
static mb_status in_points_and_vectors(mb_space *s, const int *body)
{
    mb_natural *n = mb_natural_begin(s);
    mb_arrow along = mb_natural_fixed_vector(n, mb_bar_axis(0));
    int from = mb_natural_fixed_point(n, mb_bar_joint(0));

    for (int k = 0; k < BARS; k++) {
        const int to = mb_natural_point(n, mb_bar_joint(k + 1));
        const mb_arrow bar = mb_natural_span(from, to);
        const mb_arrow across = mb_natural_vector(n, (mb_vec){0.0, 0.0, 1.0});

        mb_natural_product(n, bar, bar);
        mb_natural_product(n, bar, along);
        mb_natural_product(n, bar, across);
        mb_natural_product(n, along, across);
        mb_natural_body(n, body[k], from, (mb_arrow[]){bar, along, across});
        along = bar;
        from = to;
    }
    mb_natural_point_outputs(n, from, "tip.x", "tip.y", "tip.z");
    return mb_natural_finish(n);
}

static mb_status setup(mb_model *model, mb_error *err)
{
    static const char *const name[] = {"bar 1", "bar 2", "bar 3", "bar 4", "bar 5"};
    const mb_reference reference = {
        .outputs = outputs,
        .step = 0.0025,
        .horizon = 2.0,
        .method = "tree in joint angles by Newton and Euler, order-10 extrapolation",
    };
    mb_space *s = mb_space_begin(model, (mb_vec){0.0, 0.0, -GRAVITY}, err);
    mb_tree *tree = mb_space_tree(s, NULL);
    int body[BARS];

    for (int k = 0; k < BARS; k++) {
        body[k] = mb_bar_body(s, k, name[k]);
        mb_tree_link(tree, k - 1, MB_TURNS, mb_bar_joint(k), mb_bar_axis(k), body[k], 0.0);
    }
    mb_space_tree_reference(s, tree, reference);
    if (mb_natural_chosen(model))
        return in_points_and_vectors(s, body);
    mb_bar_joints(s, BARS);
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
    .variants = (const char *const[]){"coordinates=euler", "coordinates=natural", NULL},
    .t_end = 10.0,
    .scale = 5.0,
    .traits = MB_CONSTANT_M | MB_REGULAR_M | MB_FULL_RANK_D | MB_HOLONOMIC | MB_SCLERONOMIC |
              MB_CONSERVATIVE | MB_CHAOTIC,
    .setup = setup,
};
