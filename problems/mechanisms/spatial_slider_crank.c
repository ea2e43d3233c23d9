/* SPDX-License-Identifier: MIT */
/* Reference of spatial-slider-crank.yaml: a tree in joint angles whose loop is cut at the pin. */
#include <math.h>

#include "problems/mechanisms/hook.h"

static const double ARM = 0.1, GUIDE = -0.15; /* [m] */

enum { CRANK, SLIDER, CROSS, TWIST }; /* links of the reference; slider and crank come first */
enum { CRANK_BODY, ROD_BODY, SLIDER_BODY }; /* bodies in the file's order */

/* y: crank angle, slider, angles of the universal joint, rates */
static void outputs(const mb_model *model, double t, const double *y, double *out)
{
    double x[3];

    (void)t;
    mb_tree_place(model, y, SLIDER, (mb_vec){0.0, sqrt(0.0216), GUIDE}, x);
    out[0] = x[1];
    out[1] = y[4 + CRANK];
}

/* The crank turns about -y at 2 pi; the rod at 0.8 pi; the slider rests. */
static mb_status reference(mb_model *model, const mb_plain_mechanism *plain, mb_error *err)
{
    const mb_vec origin = {0.0, 0.0, 0.0}, y = {0.0, 1.0, 0.0}, xi = {1.0, 0.0, 0.0};
    const mb_vec pin = {0.0, 0.0, ARM}, end = {0.0, sqrt(0.0216), GUIDE};
    const mb_reference known = {
        .outputs = outputs,
        .step = 0.0025,
        .horizon = 10.0,
        .method = "tree in joint angles with one cut joint by Newton and Euler, order-10 "
                  "extrapolation",
    };
    mb_status status = MB_OK;
    mb_tree *tree = mb_hook_tree(model, plain, &status, err);

    mb_tree_link(tree, MB_GROUND, MB_TURNS, origin, y, CRANK_BODY, -2.0 * M_PI);
    mb_tree_link(tree, MB_GROUND, MB_SLIDES, end, y, SLIDER_BODY, 0.0);
    mb_tree_link(tree, SLIDER, MB_TURNS, end, y, MB_GROUND, -0.8 * M_PI);
    mb_tree_link(tree, CROSS, MB_TURNS, end, xi, ROD_BODY, 0.0);
    mb_tree_close(tree, CRANK, TWIST, pin);
    return mb_hook_tree_reference(model, plain, tree, known, &status, err);
}

const mb_hook mb_hook_spatial_slider_crank = {.name = "spatial-slider-crank",
                                              .reference = reference};
