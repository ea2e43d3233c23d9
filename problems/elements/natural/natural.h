/* Spatial natural coordinates (Garcia de Jalon and Bayo): q is made of basic points and unit
 * vectors, three global coordinates each and shared by the bodies that meet there, such as a joint
 * axis by both its bodies; v = dq/dt, M is constant and every row quadratic.
 *
 *     mb_natural *n = mb_natural_begin(space);
 *     int o = mb_natural_fixed_point(n, origin), p = mb_natural_point(n, end);
 *     mb_arrow bar = mb_natural_span(o, p), axis = mb_natural_fixed_vector(n, y);
 *     mb_arrow side = mb_natural_vector(n, z);
 *     mb_natural_product(n, bar, bar);     ...  bar . axis, bar . side, axis . side
 *     mb_natural_body(n, body, o, (mb_arrow[]){bar, axis, side});
 *     mb_natural_point_outputs(n, p, "tip.x", "tip.y", "tip.z");
 *     return mb_natural_finish(n);
 *
 * Bodies and gravity are those of a spatial kit, which is not finished then; everything starts at
 * rest.  The first failure is kept until mb_natural_finish.  Set-up only. */
#ifndef MB_PROBLEMS_ELEMENTS_NATURAL_NATURAL_H
#define MB_PROBLEMS_ELEMENTS_NATURAL_NATURAL_H

#include "problems/elements/space/space.h"

typedef struct mb_natural mb_natural;

/* The parameter of a problem that offers these coordinates too. */
#define MB_NATURAL_COORDINATES                                                                     \
    MB_CHOICE("coordinates", "body|euler|natural", 0,                                              \
              .doc = "velocities: rdot and omega in body axes, or dq/dt with norms as "            \
                     "rows, or those of points and unit vectors")

/* Whether the parameter `coordinates` says so. */
bool mb_natural_chosen(const mb_model *model);

/* NULL (err written) when memory ran out; every function accepts that NULL. */
mb_natural *mb_natural_begin(mb_space *space);

/* Fills the model, with its traits but for those that the problem knows (MB_SPACE_TRAITS). */
mb_status mb_natural_finish(mb_natural *natural);

/* Places in global axes at the start; the number of a point. */
int mb_natural_point(mb_natural *natural, mb_vec place);
int mb_natural_fixed_point(mb_natural *natural, mb_vec place);

/* A vector: from one point to another, or one that is a coordinate itself (from = -1). */
typedef struct mb_arrow {
    int from, to;
} mb_arrow;

mb_arrow mb_natural_span(int from, int to);
/* A unit vector, with its row u . u - 1; one of the ground. */
mb_arrow mb_natural_vector(mb_natural *natural, mb_vec direction);
mb_arrow mb_natural_fixed_vector(mb_natural *natural, mb_vec direction);

/* Row a . b - what it is at the start: a length where a = b, else an angle. */
void mb_natural_product(mb_natural *natural, mb_arrow a, mb_arrow b);

/* The mass of a body of the spatial kit, all points of which are  origin + sum of y_i e_i  with
 * constant y: three vectors not in a plane, all fixed in the body. */
void mb_natural_body(mb_natural *natural, int body, int origin, const mb_arrow e[3]);

void mb_natural_point_outputs(mb_natural *natural, int point, const char *x, const char *y,
                              const char *z);

#endif
