/* SPDX-License-Identifier: MIT */
/* Loops that a specialist would write for one mechanism and one method: what the method costs without
 * a library.  Each does what the spec beside it does, pass for pass and test for test; the mass matrix
 * is a Kronecker product, the structure of the constraints is unrolled, factors are local. */
#ifndef MB_TESTS_COST_FLOOR_H
#define MB_TESTS_COST_FLOOR_H

enum { FLOOR_N = 6, FLOOR_ROWS = 5 }; /* of the double four-bar */

/* At the end of a step, with room for the five-link pendulum */
typedef struct floor_state {
    double q[35], v[30], a[30];
    double lambda[25];
    /* ali3: multipliers that its iteration goes on from, lambda at first; generalized-alpha:
     * algorithmic acceleration, a at first */
    double base[FLOOR_ROWS], inner[FLOOR_N];
} floor_state;

typedef struct floor_scheme {
    const char *problem, *spec; /* the same from the registries */
    void (*run)(const struct floor_scheme *, floor_state *, long steps);
    double h, alpha, omega;
} floor_scheme;

/* ali3:alpha/newmark:h,tol=1e-7 */
void floor_ali3(const floor_scheme *, floor_state *, long steps);
/* augmented-lagrangian:alpha,omega/semi-implicit-euler:h */
void floor_augmented_lagrangian(const floor_scheme *, floor_state *, long steps);
/* penalty:alpha,omega/trapezoidal:h,tol=1e-7 */
void floor_penalty(const floor_scheme *, floor_state *, long steps);
/* lagrange/rk4:h/direct-correction */
void floor_lagrange(const floor_scheme *, floor_state *, long steps);
/* augmented-lagrangian/dormand-prince:h/mass-orthogonal, alpha 1e7 in both */
void floor_dormand_prince(const floor_scheme *, floor_state *, long steps);
/* lagrange/rk4:h of five-bar-pendulum:coordinates=body */
void floor_pendulum(const floor_scheme *, floor_state *, long steps);
/* generalized-alpha:rho_inf=0.8/newton:h,tol=1e-8 */
void floor_generalized_alpha(const floor_scheme *, floor_state *, long steps);

#endif
