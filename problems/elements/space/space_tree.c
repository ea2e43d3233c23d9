#include "problems/elements/space/space_tree.h"

#include "problems/elements/space/spatial.h"

mb_tree *mb_space_tree(mb_space *space, mb_tree_forces forces)
{
    if (!space)
        return NULL;
    return mb_tree_begin(space->kit.model,
                         (mb_vec){space->gravity[0], space->gravity[1], space->gravity[2]}, forces,
                         &space->kit.status, space->kit.err);
}

/* A body as it starts: J = A inertia A' */
static mb_tree_body at_start(const mb_space *space, int number)
{
    const mb_rigid_body *body = &space->mechanism->body[number];
    const mb_space_state *start = &space->start[number];
    mb_tree_body of = {.mass = body->mass, .com = {start->r.x, start->r.y, start->r.z}};
    double A[9];

    mb_rotation(start->p, A);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 3; k++)
                of.J[i][j] += A[3 * k + i] * body->inertia[k] * A[3 * k + j];
    return of;
}

void mb_space_tree_reference(mb_space *space, mb_tree *tree, mb_reference reference)
{
    const int n = tree ? space->mechanism->nbodies : 0;
    double y0[2 * MB_TREE_LINKS];
    mb_tree_body *body;

    if (!tree || space->kit.status != MB_OK)
        return;
    space->kit.status = MB_TAKE(space->kit.model->arena, &body, (size_t)n, space->kit.err);
    for (int k = 0; space->kit.status == MB_OK && k < n; k++)
        body[k] = at_start(space, k);
    if (mb_tree_finish(tree, n, body, &reference, y0))
        mb_kit_reference(&space->kit, &reference, y0);
}
