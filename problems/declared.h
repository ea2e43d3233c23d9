/* What mechanisms are told in, to the element kit and to references alike: the ground, places in
 * space, laws of forces. */
#ifndef MB_PROBLEMS_DECLARED_H
#define MB_PROBLEMS_DECLARED_H

/* Stands for the number of a body or link. */
enum { MB_GROUND = -1 };

typedef struct mb_vec {
    double x, y, z;
} mb_vec;

/* A force law f(t, x, xdot) with its derivatives; par points to constants of the problem. */
typedef struct mb_law_value {
    double f, fx, fv; /* force, df/dx, df/dxdot */
} mb_law_value;
typedef mb_law_value (*mb_law)(const double *par, double t, double x, double xdot);

/* Force along the line between a point of a and one of b, positive when it pulls them together; x
 * is their distance.  `spring` has the potential `energy` and must not depend on t or xdot;
 * `damper` has none; each may be NULL.  Where both ends are in one place there is no direction and
 * no force; a line must not start there with one. */
typedef struct mb_line_force {
    mb_law spring;
    double (*energy)(const double *par, double x); /* [J] */
    mb_law damper;
    double par[6];
} mb_line_force;

#endif
