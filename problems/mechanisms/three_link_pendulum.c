/* SPDX-License-Identifier: MIT */
/* Reference of three-link-pendulum.yaml: a tree in joint angles.  Each ball of it turns about x' (at
 * right angles to gravity, level), then about the third axis, then about z, so that its singular
 * position is far from the motion.
 *
 * A change of 1e-13 at the start reaches 4e-9 in 10 s, the horizon. */
#include <math.h>

#include "problems/mechanisms/hook.h"

enum { LINKS = 3 };

/* Links of the reference that carry the bodies: two balls and a pin */
static const int carrier[LINKS] = {2, 5, 6};

/* Joints towards the ground, and the tip [m] */
static const mb_vec joint[LINKS] = {{0.0, 0.0, 0.0}, {0.0, 0.0, -1.0}, {0.0, 0.0, -3.0}};
static const mb_vec tip = {0.0, 0.0, -5.5};

static void outputs(const mb_model *model, double t, const double *y, double *out)
{
    (void)t;
    for (int k = 0; k < LINKS; k++) {
        const double *com = model->declared->body[k].com;

        mb_tree_place(model, y, carrier[k], (mb_vec){com[0], com[1], com[2]}, out + 3 * (k + 1));
    }
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

static mb_status reference(mb_model *model, const mb_plain_mechanism *plain, mb_error *err)
{
    const double *pin = plain->joint[2].axis[0]; /* of link 2, whose axes are the world's */
    const mb_reference known = {
        .outputs = outputs,
        .step = 0.0025,
        .horizon = 10.0,
        .method = "tree in joint angles by Newton and Euler, order-10 extrapolation",
    };
    mb_status status = MB_OK;
    mb_tree *tree = mb_hook_tree(model, plain, &status, err);
    const int first = ball(tree, MB_GROUND, joint[0], 0);
    const int second = ball(tree, first, joint[1], 1);

    mb_tree_link(tree, second, MB_TURNS, joint[2], (mb_vec){pin[0], pin[1], pin[2]}, 2, 0.0);
    return mb_hook_tree_reference(model, plain, tree, known, &status, err);
}

const mb_hook mb_hook_three_link_pendulum = {.name = "three-link-pendulum", .reference = reference};
