/* SPDX-License-Identifier: MIT */
/* Reference of n-link-pendulum.yaml and five-bar-pendulum.yaml: bodies on revolute joints, each on the
 * one before, the first on the ground.  Its only output is a point of the last one.
 *
 * Chaotic from two links on.  A change of 1e-13 at the start stays below 1e-8 up to the horizons
 * below. */
#include <string.h>

#include "problems/mechanisms/hook.h"
#include "problems/references/open_chain.h"

/* [s] for up to so many links */
static const struct {
    int links;
    double horizon[2]; /* planar, spatial */
} chaos[] = {
    {1, {100.0, 100.0}}, {2, {11.0, 11.0}},  {3, {10.0, 8.0}},
    {4, {8.0, 8.0}},     {6, {6.0, 6.0}},    {100, {6.0, 4.0}},
    {150, {2.0, 2.5}},   {400, {2.0, 0.25}}, {MB_OPEN_CHAIN_MAX, {0.5, 0.04}},
};

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
    memcpy(out, x, (size_t)model->noutputs * sizeof *out);
}

/* Links as declared, all in world axes */
static void take_links(const mb_plain_mechanism *plain, mb_open_chain *chain)
{
    const mb_plain_measure *end = &plain->output[0].of;

    memcpy(chain->gravity, plain->gravity, sizeof chain->gravity);
    for (int k = 0; k < chain->n; k++) {
        const mb_tree_body body = mb_hook_body(&plain->body[k]);
        const mb_plain_joint *joint = &plain->joint[k];
        mb_chain_link *link = &chain->link[k];

        mb_plain_place(plain, joint->body[1], joint->place[1], link->joint);
        mb_plain_direction(plain, joint->body[1], joint->axis[1], link->axis);
        link->mass = body.mass;
        memcpy(link->com, body.com, sizeof link->com);
        memcpy(link->J, body.J, sizeof link->J);
    }
    mb_plain_place(plain, end->body[0], end->place[0], chain->end);
}

static mb_status reference(mb_model *model, const mb_plain_mechanism *plain, mb_error *err)
{
    mb_status status = MB_OK;
    const int n = plain->nbodies;
    mb_reference known = {
        .n = 2 * n,
        .rate = rate,
        .outputs = outputs,
        .step = 0.002,
        .method = "open chain in joint angles, articulated-body recursion, order-10 extrapolation",
    };
    mb_open_chain *chain;
    double *y0;

    if (n == 1)
        model->traits &= ~(unsigned)MB_CHAOTIC;
    for (int k = 0; known.horizon == 0.0; k++)
        if (n <= chaos[k].links)
            known.horizon = chaos[k].horizon[plain->spatial];
    MB_TRY(MB_TAKE(model->arena, &y0, 2 * (size_t)n, err));
    MB_TRY(mb_open_chain_create(model->arena, n, &chain, err));
    take_links(plain, chain);
    known.data = chain;
    MB_TRY(mb_hook_reference(model, &known, y0, err));
done:
    return status;
}

const mb_hook mb_hook_link_chains = {.name = "link-chains", .reference = reference};
