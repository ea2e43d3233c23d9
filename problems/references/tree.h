/* SPDX-License-Identifier: MIT */
/* References of spatial mechanisms: joint coordinates of a tree, independent of the model's rows.
 *
 * Each link turns about an axis, or slides along one, on its parent; a joint of more freedoms is a
 * row of links of which only the last has a mass.  Closed loops are cut: rows on the joint
 * coordinates (closures) hold them,
 *
 *     M(theta) theta'' + J' lambda = Q,   J theta'' = gamma
 *
 * with M, Q by Newton and Euler projected on the joint axes, solved with full pivoting so that
 * dependent rows do no harm.  y = (theta (n), theta' (n)), theta = 0 at the start, where everything
 * is given in global axes. */
#ifndef MB_PROBLEMS_REFERENCES_TREE_H
#define MB_PROBLEMS_REFERENCES_TREE_H

#include "problems/model.h"

enum { MB_TREE_LINKS = 8, MB_TREE_CLOSURES = 8 };

/* In place of the number of a link or of its body */
enum { MB_GROUND = -1 };

typedef struct mb_vec {
    double x, y, z;
} mb_vec;

typedef struct mb_tree mb_tree;

/* A tree in the model's arena; NULL when the declaration has failed, which all functions accept.
 * gravity [m/s2].  The first failure of the declaration is kept in *status, its text in err. */
mb_tree *mb_tree_begin(mb_model *model, mb_vec gravity, mb_status *status, mb_error *err);

typedef enum mb_tree_joint { MB_TURNS, MB_SLIDES } mb_tree_joint;

/* A link on a parent (MB_GROUND or a link before), starting with a rate [rad/s, m/s]; mass and
 * inertia are those of a body, none for MB_GROUND.  Its number. */
int mb_tree_link(mb_tree *tree, int parent, mb_tree_joint joint, mb_vec point, mb_vec axis,
                 int body, double rate);

/* Points of two links coincide (three rows), or their difference has no part along a global
 * direction; a vector of one stays at right angles to one of the other. */
void mb_tree_close(mb_tree *tree, int a, int b, mb_vec point);
void mb_tree_close_along(mb_tree *tree, int a, int b, mb_vec point, mb_vec direction);
void mb_tree_close_angle(mb_tree *tree, int a, int b, mb_vec axis_a, mb_vec axis_b);

typedef struct mb_tree_body {
    double mass, com[3], J[3][3]; /* [kg, m, kg m2] at the start, about the centre of mass */
} mb_tree_body;

/* Gives the links their bodies (n), and fills n, rate and data of the reference, and y0
 * (2 MB_TREE_LINKS); false where the declaration has failed. */
bool mb_tree_finish(mb_tree *tree, int n, const mb_tree_body *body, mb_reference *reference,
                    double *y0);

/* For the outputs of a reference: place of a link's point at y, given where it is at the start. */
void mb_tree_place(const mb_model *model, const double *y, int link, mb_vec point, double *x);

#endif
