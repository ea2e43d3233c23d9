/* SPDX-License-Identifier: MIT */
/* What only C code brings to a mechanism file, by the name after `C`: `reference: C NAME`,
 * `coordinates: [WORD: C NAME]`. */
#ifndef MB_PROBLEMS_MECHANISMS_HOOK_H
#define MB_PROBLEMS_MECHANISMS_HOOK_H

#include "problems/mechanism.h"
#include "problems/model.h"
#include "problems/references/tree.h"

typedef struct mb_hook {
    const char *name;
    /* Makes the reference of a model that is set up but for it; leaves it without one where it knows
     * none at the model's parameters.  Its outputs are those of the file, in their order. */
    mb_status (*reference)(mb_model *model, const mb_plain_mechanism *plain, mb_error *err);
    /* Fills a model in its kind of coordinates, as mb_plain_model_in; NULL: it brings none. */
    mb_status (*model)(mb_model *model, const mb_plain_mechanism *plain, mb_error *err);
} mb_hook;

/* In the order of problems/mechanisms/meson.build; NULL: there is none of that name. */
const mb_hook *mb_hook_find(const char *name);

/* The model gets a copy of a reference and of its y0 (n). */
mb_status mb_hook_reference(mb_model *model, const mb_reference *reference, const double *y0,
                            mb_error *err);

/* A body as declared, in world axes: J = R inertia R' */
mb_tree_body mb_hook_body(const mb_plain_body *body);

/* A tree under the mechanism's gravity whose first failure is *status, NULL then. */
mb_tree *mb_hook_tree(mb_model *model, const mb_plain_mechanism *plain, mb_status *status,
                      mb_error *err);

/* That tree as the model's reference, its bodies where the file has them; *status. */
mb_status mb_hook_tree_reference(mb_model *model, const mb_plain_mechanism *plain, mb_tree *tree,
                                 mb_reference reference, mb_status *status, mb_error *err);

#endif
