/* References as joint trees (problems/references/tree.h) whose links carry bodies of a kit. */
#ifndef MB_PROBLEMS_ELEMENTS_SPACE_SPACE_TREE_H
#define MB_PROBLEMS_ELEMENTS_SPACE_SPACE_TREE_H

#include "problems/elements/space/space.h"
#include "problems/references/tree.h"

/* A tree under the kit's gravity whose first failure is the kit's; forces may be NULL.  NULL when
 * the kit has failed. */
mb_tree *mb_space_tree(mb_space *space, mb_tree_forces forces);

/* Makes the tree the model's reference: to be declared after the bodies. */
void mb_space_tree_reference(mb_space *space, mb_tree *tree, mb_reference reference);

#endif
