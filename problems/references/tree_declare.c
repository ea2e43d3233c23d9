/* SPDX-License-Identifier: MIT */
/* Joint trees as they are declared. */
#include "problems/references/tree_parts.h"

mb_tree *mb_tree_begin(mb_model *model, mb_vec gravity, mb_status *status, mb_error *err)
{
    mb_tree *tree;

    if (*status != MB_OK)
        return NULL;
    *status = MB_TAKE(model->arena, &tree, 1, err);
    if (*status != MB_OK)
        return NULL;
    tree->model = model;
    tree->status = status;
    tree->err = err;
    mb_tree_copy(gravity, tree->gravity);
    return tree;
}

/* Whether declaring may go on */
static bool sound(const mb_tree *tree)
{
    return tree && *tree->status == MB_OK;
}

int mb_tree_link(mb_tree *tree, int parent, mb_tree_joint joint, mb_vec point, mb_vec axis,
                 int body, double start_rate)
{
    struct mb_tree_part *link;

    if (!sound(tree))
        return 0;
    if (tree->n == MB_TREE_LINKS || parent < MB_GROUND || parent >= tree->n) {
        *tree->status = mb_fail(tree->err, MB_BAD_INPUT,
                                "%s: link %d of the tree is on link %d; there are at most %d "
                                "links, each on one before it",
                                tree->model->problem->name, tree->n, parent, MB_TREE_LINKS);
        return 0;
    }
    link = &tree->link[tree->n];
    link->parent = parent;
    link->joint = joint;
    link->rate = start_rate;
    link->body = body;
    mb_tree_copy(point, link->point);
    mb_tree_copy(axis, link->axis);
    return tree->n++;
}

static struct mb_tree_closure *new_closure(mb_tree *tree, mb_closure_kind kind, int a, int b,
                                           mb_vec ua, mb_vec ub)
{
    struct mb_tree_closure *c;

    if (!sound(tree))
        return NULL;
    if (tree->nclosures == MB_TREE_CLOSURES || a < MB_GROUND || a >= tree->n || b < MB_GROUND ||
        b >= tree->n) {
        *tree->status = mb_fail(tree->err, MB_BAD_INPUT,
                                "%s: closing row %d of the tree joins links %d and %d; there are "
                                "at most %d rows, and links 0 to %d",
                                tree->model->problem->name, tree->nclosures, a, b, MB_TREE_CLOSURES,
                                tree->n - 1);
        return NULL;
    }
    c = &tree->closure[tree->nclosures++];
    *c = (struct mb_tree_closure){.kind = kind, .a = a, .b = b};
    mb_tree_copy(ua, c->ua);
    mb_tree_copy(ub, c->ub);
    return c;
}

void mb_tree_close_along(mb_tree *tree, int a, int b, mb_vec point, mb_vec direction)
{
    struct mb_tree_closure *c = new_closure(tree, MB_ALONG, a, b, point, point);

    if (c)
        mb_tree_copy(direction, c->direction);
}

void mb_tree_close(mb_tree *tree, int a, int b, mb_vec point)
{
    mb_tree_close_along(tree, a, b, point, (mb_vec){1.0, 0.0, 0.0});
    mb_tree_close_along(tree, a, b, point, (mb_vec){0.0, 1.0, 0.0});
    mb_tree_close_along(tree, a, b, point, (mb_vec){0.0, 0.0, 1.0});
}

void mb_tree_close_angle(mb_tree *tree, int a, int b, mb_vec axis_a, mb_vec axis_b)
{
    new_closure(tree, MB_ANGLE, a, b, axis_a, axis_b);
}

bool mb_tree_finish(mb_tree *tree, int n, const mb_tree_body *body, mb_reference *reference,
                    double *y0)
{
    for (int k = 0; sound(tree) && k < tree->n; k++) {
        struct mb_tree_part *link = &tree->link[k];

        if (link->body >= n || link->body < MB_GROUND)
            *tree->status = mb_fail(tree->err, MB_BAD_INPUT,
                                    "%s: link %d of the tree has body %d; there are %d",
                                    tree->model->problem->name, k, link->body, n);
        else if (link->body >= 0)
            link->of = body[link->body];
        y0[k] = 0.0;
        y0[tree->n + k] = link->rate;
    }
    if (!sound(tree))
        return false;
    reference->n = 2 * tree->n;
    reference->rate = mb_tree_rate;
    reference->data = tree;
    return true;
}
