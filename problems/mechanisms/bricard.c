/* Rectangular Bricard mechanism (`bricard`, IFToMM A04): five bars of 1 m, 1 kg and 0.1 x 0.1 m
 * section along edges of a cube, revolute joints at six of its corners, the first and the last on
 * the ground; gravity along -y; at rest; 10 s.
 *
 * Six revolute joints in one loop leave no freedom by count; this one moves.  30 rows of rank 29,
 * in natural coordinates 24 rows of rank 23: redundant in every position. */
#include "problems/elements/natural/natural.h"
#include "problems/elements/space/space_tree.h"

enum { BARS = 5 };

static const double SECTION = 0.1;  /* [m] */
static const double MASS = 1.0;     /* [kg] */
static const double GRAVITY = 9.81; /* [m/s2] */

static const mb_vec corner[BARS + 1] = {{0.0, 0.0, 0.0},  {1.0, 0.0, 0.0},  {1.0, -1.0, 0.0},
                                        {1.0, -1.0, 1.0}, {0.0, -1.0, 1.0}, {0.0, 0.0, 1.0}};
static const mb_vec axis[BARS + 1] = {{0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}, {1.0, 0.0, 0.0},
                                      {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}, {1.0, 0.0, 0.0}};

static const mb_param params[] = {MB_NATURAL_COORDINATES, {0}};

static void outputs(const mb_model *model, double t, const double *angles, double *out)
{
    (void)t;
    mb_tree_place(model, angles, 2, corner[3], out);
}

static mb_status in_bodies(mb_space *s, const int *body)
{
    for (int k = 0; k <= BARS; k++)
        mb_space_revolute(s, k ? body[k - 1] : MB_GROUND, k < BARS ? body[k] : MB_GROUND, corner[k],
                          axis[k]);
    mb_space_point_outputs(s, body[2], (mb_vec){0.0, 0.0, 0.5}, "P3.x", "P3.y", "P3.z");
    return mb_space_finish(s);
}

/* Four points and four axes move: 24 coordinates. */
static mb_status in_points_and_vectors(mb_space *s, const int *body)
{
    mb_natural *n = mb_natural_begin(s);
    mb_arrow u[BARS + 1];
    int point[BARS + 1];

    for (int k = 0; k <= BARS; k++) {
        const bool fixed = k == 0 || k == BARS;

        point[k] = fixed ? mb_natural_fixed_point(n, corner[k]) : mb_natural_point(n, corner[k]);
        u[k] = fixed ? mb_natural_fixed_vector(n, axis[k]) : mb_natural_vector(n, axis[k]);
    }
    for (int k = 0; k < BARS; k++) {
        const mb_arrow bar = mb_natural_span(point[k], point[k + 1]);

        mb_natural_product(n, bar, bar);
        mb_natural_product(n, bar, u[k]);
        mb_natural_product(n, bar, u[k + 1]);
        mb_natural_product(n, u[k], u[k + 1]);
        mb_natural_body(n, body[k], point[k], (mb_arrow[]){bar, u[k], u[k + 1]});
    }
    mb_natural_point_outputs(n, point[3], "P3.x", "P3.y", "P3.z");
    return mb_natural_finish(n);
}

static mb_status setup(mb_model *model, mb_error *err)
{
    static const char *const name[] = {"bar 1", "bar 2", "bar 3", "bar 4", "bar 5"};
    const double across = MASS * (1.0 + SECTION * SECTION) / 12.0;
    const double along = MASS * 2.0 * SECTION * SECTION / 12.0;
    const mb_reference reference = {
        .outputs = outputs,
        .step = 0.0025,
        .horizon = 10.0,
        .method = "chain in joint angles with the last joint cut, rank-revealing solve, order-10 "
                  "extrapolation",
    };
    mb_space *s = mb_space_begin(model, (mb_vec){0.0, -GRAVITY, 0.0}, err);
    mb_tree *tree = mb_space_tree(s, NULL);
    int body[BARS];

    for (int k = 0; k < BARS; k++) {
        const mb_vec a = corner[k], b = corner[k + 1];
        const mb_space_state start = {
            .r = {0.5 * (a.x + b.x), 0.5 * (a.y + b.y), 0.5 * (a.z + b.z)}};

        body[k] = mb_space_body(s, name[k], MASS,
                                (mb_vec){a.x != b.x ? along : across, a.y != b.y ? along : across,
                                         a.z != b.z ? along : across},
                                start);
        mb_tree_link(tree, k - 1, MB_TURNS, a, axis[k], body[k], 0.0);
    }
    mb_tree_close(tree, BARS - 1, MB_GROUND, corner[BARS]);
    mb_tree_close_angle(tree, BARS - 1, MB_GROUND, axis[BARS], axis[0]);
    mb_tree_close_angle(tree, BARS - 1, MB_GROUND, axis[BARS], axis[1]);
    mb_space_tree_reference(s, tree, reference);
    return mb_natural_chosen(model) ? in_points_and_vectors(s, body) : in_bodies(s, body);
}

const mb_problem mb_problem_bricard = {
    .name = "bricard",
    .title = "rectangular Bricard mechanism, permanently redundant",
    .source = "IFToMM library of computational benchmark problems, A04",
    .traps = "",
    .params = params,
    .variants = (const char *const[]){"coordinates=euler", "coordinates=natural", NULL},
    .t_end = 10.0,
    .scale = 2.0,
    .traits = MB_CONSTANT_M | MB_REGULAR_M | MB_HOLONOMIC | MB_SCLERONOMIC | MB_CONSERVATIVE,
    .setup = setup,
};
