/* Chain of N uniform links (`n-link-pendulum`), 1 m and 1 kg each, hung up at the origin, from
 * rest: 10 links by default, any size.
 *
 * dimension=planar: slender links in the plane x, y, horizontal along +x at the start, gravity
 * along -y.  Natural coordinates x, y of the N joints, one constant-distance row a link: 2N
 * coordinates, N rows, N freedoms.
 * dimension=spatial: the bars of five-bar-pendulum, which is the chain of five, in `body`
 * coordinates: a zigzag in the plane x, y on revolute joints, gravity along -z; 7N coordinates, 5N
 * rows, N freedoms.
 *
 * Chaotic from two links on.  A change of 1e-13 at the start stays below 1e-8 up to the horizons
 * below. */
#include <stdio.h>

#include "problems/elements/kit.h"
#include "problems/mechanisms/bar_chain.h"
#include "problems/references/open_chain.h"

enum { PLANAR, SPATIAL };

static const double LENGTH = 1.0;   /* [m] */
static const double MASS = 1.0;     /* [kg] */
static const double GRAVITY = 9.81; /* [m/s2] */

/* [s] for up to so many links */
static const struct {
    int links;
    double horizon[2]; /* planar, spatial */
} chaos[] = {
    {1, {100.0, 100.0}}, {2, {11.0, 11.0}},  {3, {10.0, 8.0}},
    {4, {8.0, 8.0}},     {6, {6.0, 6.0}},    {100, {6.0, 4.0}},
    {150, {2.0, 2.5}},   {400, {2.0, 0.25}}, {MB_OPEN_CHAIN_MAX, {0.5, 0.04}},
};

static const mb_param params[] = {
    MB_INTEGER("N", 10.0, "1", .min = 1.0, .max = MB_OPEN_CHAIN_MAX, .doc = "number of links"),
    MB_CHOICE("dimension", "planar|spatial", PLANAR,
              .doc = "links that move in a plane, in natural coordinates, or bars in a "
                     "zigzag on revolute joints, in `body` coordinates"),
    {0},
};

static int links(const mb_model *model)
{
    return (int)mb_model_param(model, "N");
}

static void rate(const mb_model *model, double t, const double *y, double *ydot)
{
    (void)t;
    mb_open_chain_rate(model->reference->data, y, ydot);
}

static void outputs(const mb_model *model, double t, const double *y, double *out)
{
    double x[3];

    (void)t;
    mb_open_chain_end(model->reference->data, y, x);
    for (int i = 0; i < model->noutputs; i++)
        out[i] = x[i];
}

/* ---- reference ------------------------------------------------------------------------------ */

static void copy(mb_vec v, double *out)
{
    out[0] = v.x;
    out[1] = v.y;
    out[2] = v.z;
}

static void planar_link(mb_chain_link *link, int k)
{
    link->joint[0] = k * LENGTH;
    link->com[0] = (k + 0.5) * LENGTH;
    link->axis[2] = 1.0;
    link->mass = MASS;
    link->J[1][1] = link->J[2][2] = MASS * LENGTH * LENGTH / 12.0;
}

static void spatial_link(mb_chain_link *link, int k)
{
    const mb_vec J = mb_bar_inertia(k);
    double end[3];

    copy(mb_bar_joint(k), link->joint);
    copy(mb_bar_joint(k + 1), end);
    copy(mb_bar_axis(k), link->axis);
    for (int i = 0; i < 3; i++)
        link->com[i] = 0.5 * (link->joint[i] + end[i]);
    link->mass = mb_bar_mass();
    link->J[0][0] = J.x;
    link->J[1][1] = J.y;
    link->J[2][2] = J.z;
}

/* The chain as the reference of the model, with its start y0: (2n), all zero */
static mb_status refer(mb_model *model, int dimension, mb_reference *reference, double **y0,
                       mb_error *err)
{
    mb_status status = MB_OK;
    const int n = links(model);
    mb_open_chain *chain;

    *reference = (mb_reference){
        .n = 2 * n,
        .rate = rate,
        .outputs = outputs,
        .step = 0.002,
        .method = "open chain in joint angles, articulated-body recursion, order-10 extrapolation",
    };
    for (int k = 0; reference->horizon == 0.0; k++)
        if (n <= chaos[k].links)
            reference->horizon = chaos[k].horizon[dimension];
    MB_TRY(MB_TAKE(model->arena, y0, 2 * (size_t)n, err));
    MB_TRY(mb_open_chain_create(model->arena, n, &chain, err));
    chain->gravity[dimension == SPATIAL ? 2 : 1] = -GRAVITY;
    for (int k = 0; k < n; k++)
        (dimension == SPATIAL ? spatial_link : planar_link)(&chain->link[k], k);
    copy(dimension == SPATIAL ? mb_bar_joint(n) : (mb_vec){n * LENGTH, 0.0, 0.0}, chain->end);
    reference->data = chain;
done:
    return status;
}

/* ---- declarations --------------------------------------------------------------------------- */

static mb_status planar(mb_model *model, const mb_reference *reference, const double *y0,
                        mb_error *err)
{
    mb_kit *kit = mb_kit_begin(model, "planar-natural", 0.0, -GRAVITY, err);
    int before = mb_kit_fixed_point(kit, 0.0, 0.0), point = before;

    for (int k = 1; k <= links(model); k++) {
        point = mb_kit_point(kit, k * LENGTH, 0.0, 0.0, 0.0);
        mb_kit_rod(kit, before, point, MASS);
        mb_kit_distance(kit, before, point, LENGTH);
        before = point;
    }
    mb_kit_point_outputs(kit, point, "tip.x", "tip.y");
    mb_kit_reference(kit, reference, y0);
    return mb_kit_finish(kit);
}

static mb_status spatial(mb_model *model, const mb_reference *reference, const double *y0,
                         mb_error *err)
{
    mb_status status = MB_OK;
    enum { NAME = 16 };
    mb_space *s = mb_space_begin(model, (mb_vec){0.0, 0.0, -GRAVITY}, err);
    char *name;

    MB_TRY(mb_arena_take(model->arena, &name, (size_t)links(model), NAME, err));
    for (int k = 0; k < links(model); k++) {
        snprintf(name + k * NAME, NAME, "bar %d", k + 1);
        mb_bar_body(s, k, name + k * NAME);
    }
    mb_bar_joints(s, links(model));
    mb_space_reference(s, reference, y0);
    MB_TRY(mb_space_finish(s));
done:
    return status;
}

static mb_status setup(mb_model *model, mb_error *err)
{
    mb_status status = MB_OK;
    const int dimension = (int)mb_model_param(model, "dimension");
    mb_reference reference;
    double *y0;

    MB_TRY(refer(model, dimension, &reference, &y0, err));
    MB_TRY((dimension == SPATIAL ? spatial : planar)(model, &reference, y0, err));
    if (links(model) == 1)
        model->traits &= ~(unsigned)MB_CHAOTIC;
done:
    return status;
}

const mb_problem mb_problem_n_link_pendulum = {
    .name = "n-link-pendulum",
    .title = "chain of N links, planar or spatial",
    .source = "scalable family, ours",
    .traps = "",
    .params = params,
    .variants = (const char *const[]){"N=1", "N=2", "N=3", "N=6", "N=1,dimension=spatial",
                                      "N=4,dimension=spatial", NULL},
    .t_end = 10.0,
    .scale = 1.0,
    .traits = MB_IDENTITY_T | MB_CONSTANT_M | MB_REGULAR_M | MB_QUADRATIC_PHI | MB_FULL_RANK_D |
              MB_HOLONOMIC | MB_SCLERONOMIC | MB_CONSERVATIVE | MB_CHAOTIC,
    .setup = setup,
};
