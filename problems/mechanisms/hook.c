/* SPDX-License-Identifier: MIT */
#include "problems/mechanisms/hook.h"

#include <string.h>

#define X(file) extern const mb_hook mb_hook_##file;
#include "problems/mechanisms/hooks.inc"
#undef X

static const mb_hook *const hooks[] = {
#define X(file) &mb_hook_##file,
#include "problems/mechanisms/hooks.inc"
#undef X
};

const mb_hook *mb_hook_find(const char *name)
{
    for (size_t i = 0; i < sizeof hooks / sizeof *hooks; i++)
        if (strcmp(hooks[i]->name, name) == 0)
            return hooks[i];
    return NULL;
}

mb_status mb_hook_reference(mb_model *model, const mb_reference *reference, const double *y0,
                            mb_error *err)
{
    mb_reference *copy;
    double *y;
    mb_status status;

    MB_TRY(MB_TAKE(model->arena, &copy, 1, err));
    MB_TRY(MB_TAKE(model->arena, &y, (size_t)reference->n, err));
    memcpy(y, y0, (size_t)reference->n * sizeof *y);
    *copy = *reference;
    copy->y0 = y;
    model->reference = copy;
done:
    return status;
}

mb_tree *mb_hook_tree(mb_model *model, const mb_plain_mechanism *plain, mb_status *status,
                      mb_error *err)
{
    const double *g = plain->gravity;

    return mb_tree_begin(model, (mb_vec){g[0], g[1], g[2]}, status, err);
}

mb_tree_body mb_hook_body(const mb_plain_body *body)
{
    const double *R = body->turn;
    mb_tree_body of = {.mass = body->mass};

    memcpy(of.com, body->com, sizeof of.com);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 9; k++)
                of.J[i][j] += R[3 * i + k / 3] * body->inertia[k] * R[3 * j + k % 3];
    return of;
}

mb_status mb_hook_tree_reference(mb_model *model, const mb_plain_mechanism *plain, mb_tree *tree,
                                 mb_reference reference, mb_status *status, mb_error *err)
{
    double y0[2 * MB_TREE_LINKS];
    mb_tree_body *body;

    if (*status == MB_OK)
        *status = MB_TAKE(model->arena, &body, (size_t)plain->nbodies, err);
    if (*status != MB_OK)
        return *status;
    for (int b = 0; b < plain->nbodies; b++)
        body[b] = mb_hook_body(&plain->body[b]);
    if (mb_tree_finish(tree, plain->nbodies, body, &reference, y0))
        *status = mb_hook_reference(model, &reference, y0, err);
    return *status;
}
