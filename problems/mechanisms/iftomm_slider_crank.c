/* SPDX-License-Identifier: MIT */
/* Reference of iftomm-slider-crank.yaml: a tree in joint angles whose loop is cut at the pin. */
#include <math.h>

#include "problems/mechanisms/hook.h"

static const double SPEED = 6.0; /* [rad/s] of the crank */
static const mb_vec pivot = {0.0, 0.1, 0.12}, pin = {0.0, 0.1, 0.2},
                    end = {0.2, 0.0, 0.0}; /* [m] */
static const mb_vec along = {1.0, 0.0, 0.0};

enum { CRANK, SLIDER, CROSS, TWIST };       /* links of the reference */
enum { CRANK_BODY, ROD_BODY, SLIDER_BODY }; /* bodies in the file's order */

static void outputs(const mb_model *model, double t, const double *y, double *out)
{
    (void)model, (void)t;
    out[0] = end.x + y[SLIDER];
}

/* omega (1.92, -0.96, 0.48) = a along x + b along the other axis of the cross, (0, 2, -1)/sqrt 5 */
static mb_status reference(mb_model *model, const mb_plain_mechanism *plain, mb_error *err)
{
    const mb_vec cross = {0.0, 2.0 / sqrt(5.0), -1.0 / sqrt(5.0)};
    const mb_reference known = {
        .outputs = outputs,
        .step = 0.0025,
        .horizon = 10.0,
        .method = "tree in joint angles with one cut joint by Newton and Euler, order-10 "
                  "extrapolation",
    };
    mb_status status = MB_OK;
    mb_tree *tree = mb_hook_tree(model, plain, &status, err);

    mb_tree_link(tree, MB_GROUND, MB_TURNS, pivot, along, CRANK_BODY, SPEED);
    mb_tree_link(tree, MB_GROUND, MB_SLIDES, end, along, SLIDER_BODY, 0.24);
    mb_tree_link(tree, SLIDER, MB_TURNS, end, along, MB_GROUND, 1.92);
    mb_tree_link(tree, CROSS, MB_TURNS, end, cross, ROD_BODY, -0.48 * sqrt(5.0));
    mb_tree_close(tree, CRANK, TWIST, pin);
    return mb_hook_tree_reference(model, plain, tree, known, &status, err);
}

const mb_hook mb_hook_iftomm_slider_crank = {.name = "iftomm-slider-crank", .reference = reference};
