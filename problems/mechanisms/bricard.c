/* SPDX-License-Identifier: MIT */
/* Reference of bricard.yaml: a chain in joint angles whose last joint is cut. */
#include "problems/mechanisms/hook.h"

enum { BARS = 5 };

static const mb_vec corner[BARS + 1] = {{0.0, 0.0, 0.0},  {1.0, 0.0, 0.0},  {1.0, -1.0, 0.0},
                                        {1.0, -1.0, 1.0}, {0.0, -1.0, 1.0}, {0.0, 0.0, 1.0}};
static const mb_vec axis[BARS + 1] = {{0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}, {1.0, 0.0, 0.0},
                                      {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}, {1.0, 0.0, 0.0}};

static void outputs(const mb_model *model, double t, const double *y, double *out)
{
    (void)t;
    mb_tree_place(model, y, 2, corner[3], out);
}

static mb_status reference(mb_model *model, const mb_plain_mechanism *plain, mb_error *err)
{
    const mb_reference known = {
        .outputs = outputs,
        .step = 0.0025,
        .horizon = 10.0,
        .method = "chain in joint angles with the last joint cut, rank-revealing solve, order-10 "
                  "extrapolation",
    };
    mb_status status = MB_OK;
    mb_tree *tree = mb_hook_tree(model, plain, &status, err);

    for (int k = 0; k < BARS; k++)
        mb_tree_link(tree, k - 1, MB_TURNS, corner[k], axis[k], k, 0.0);
    mb_tree_close(tree, BARS - 1, MB_GROUND, corner[BARS]);
    mb_tree_close_angle(tree, BARS - 1, MB_GROUND, axis[BARS], axis[0]);
    mb_tree_close_angle(tree, BARS - 1, MB_GROUND, axis[BARS], axis[1]);
    return mb_hook_tree_reference(model, plain, tree, known, &status, err);
}

const mb_hook mb_hook_bricard = {.name = "bricard", .reference = reference};
