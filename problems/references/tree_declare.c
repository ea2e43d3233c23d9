/* Joint trees as they are declared. */
#include <string.h>

#include "problems/references/tree_parts.h"

mb_tree *mb_tree_begin(mb_space *space, mb_tree_forces forces)
{
    mb_tree *tree;

    if (!space || space->kit.status != MB_OK)
        return NULL;
    space->kit.status = MB_TAKE(space->kit.model->arena, &tree, 1, space->kit.err);
    if (space->kit.status != MB_OK)
        return NULL;
    tree->space = space;
    tree->forces = forces;
    memcpy(tree->gravity, space->gravity, sizeof tree->gravity);
    return tree;
}

int mb_tree_link(mb_tree *tree, int parent, mb_tree_joint joint, mb_vec point, mb_vec axis,
                 int body, double start_rate)
{
    struct mb_tree_part *link;

    if (!tree || tree->space->kit.status != MB_OK)
        return 0;
    if (tree->n == MB_TREE_LINKS || parent < MB_GROUND || parent >= tree->n || body < MB_GROUND ||
        body >= tree->space->mechanism->nbodies) {
        mb_kit_refuse(
            &tree->space->kit,
            "link %d of the tree is on link %d and has body %d; there are at most %d links, "
            "each on one before it, and %d bodies",
            tree->n, parent, body, MB_TREE_LINKS, tree->space->mechanism->nbodies);
        return 0;
    }
    link = &tree->link[tree->n];
    link->parent = parent;
    link->joint = joint;
    link->rate = start_rate;
    mb_tree_copy(point, link->point);
    mb_tree_copy(axis, link->axis);
    if (body >= 0) {
        const mb_rigid_body *b = &tree->space->mechanism->body[body];
        double A[9];

        mb_rotation(tree->space->start[body].p, A);
        mb_tree_copy(tree->space->start[body].r, link->com);
        link->mass = b->mass;
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                for (int k = 0; k < 3; k++)
                    link->J[i][j] += A[3 * k + i] * b->inertia[k] * A[3 * k + j];
    }
    return tree->n++;
}

static struct mb_tree_closure *new_closure(mb_tree *tree, mb_closure_kind kind, int a, int b,
                                           mb_vec ua, mb_vec ub)
{
    struct mb_tree_closure *c;

    if (!tree || tree->space->kit.status != MB_OK)
        return NULL;
    if (tree->nclosures == MB_TREE_CLOSURES || a < MB_GROUND || a >= tree->n || b < MB_GROUND ||
        b >= tree->n) {
        mb_kit_refuse(
            &tree->space->kit,
            "closing row %d of the tree joins links %d and %d; there are at most %d rows, "
            "and links 0 to %d",
            tree->nclosures, a, b, MB_TREE_CLOSURES, tree->n - 1);
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

void mb_tree_close_distance(mb_tree *tree, int a, int b, mb_vec point_a, mb_vec point_b)
{
    new_closure(tree, MB_LENGTH, a, b, point_a, point_b);
}

void mb_tree_reference(mb_tree *tree, mb_reference reference)
{
    double y0[2 * MB_TREE_LINKS] = {0.0};

    if (!tree)
        return;
    for (int k = 0; k < tree->n; k++)
        y0[tree->n + k] = tree->link[k].rate;
    reference.n = 2 * tree->n;
    reference.rate = mb_tree_rate;
    reference.data = tree;
    mb_space_reference(tree->space, &reference, y0);
}
