/* The double four-bar in plain dense loops written for it alone: what a method costs without a
 * library.  Each scheme is the algorithm of the spec beside it, pass for pass. */
#ifndef MB_TESTS_COST_BY_HAND_H
#define MB_TESTS_COST_BY_HAND_H

enum { HAND_N = 6, HAND_ROWS = 5 };

typedef enum hand_method {
    HAND_PENALTY_TRAPEZOIDAL,
    HAND_AUGMENTED_SEMI_IMPLICIT,
    HAND_AUGMENTED_DORMAND_PRINCE, /* mass-orthogonal projection after every step */
    HAND_ALI3,
} hand_method;

typedef struct hand_scheme {
    const char *spec; /* the same from the registries */
    hand_method method;
    double alpha, omega, xi, h;
} hand_scheme;

/* CPU time [s] of `t_end` seconds of motion; q (HAND_N): the place at the end. */
double hand_run(const hand_scheme *scheme, double t_end, double *q);

/* CPU time of this thread [s] */
double hand_now(void);

#endif
