/* SPDX-License-Identifier: MIT */
/* How an element machine is made of a plain mechanism.  For files of this folder and its rooms only. */
#ifndef MB_PROBLEMS_ELEMENTS_MACHINE_MACHINE_SETUP_H
#define MB_PROBLEMS_ELEMENTS_MACHINE_MACHINE_SETUP_H

#include "problems/elements/machine/machine.h"

/* Rows of joints, gears and drives (plain_rows.c); rows without a Phi (plain_knives.c); forces
 * (plain_forces.c); what rows come to body by body (carried.c); the patterns and where entries are
 * in them (patterns.c); start and what is held (plain_start.c) */
mb_status mb_machine_in(mb_model *model, const mb_plain_mechanism *plain, mb_machine_kind kind,
                        const mb_merged *merged, mb_error *err);
/* Whether the rows of a tie are at most quadratic in q */
bool mb_tie_is_quadratic(const mb_machine *m, const mb_tie *tie);
mb_status mb_machine_rows(mb_model *model, mb_machine *m, mb_error *err);
mb_status mb_machine_velocity_rows(mb_model *model, mb_machine *m, mb_error *err);
mb_status mb_machine_forces(mb_model *model, mb_machine *m, mb_error *err);
mb_status mb_machine_carry(mb_model *model, mb_machine *m, mb_error *err);
void mb_carried_announce(const mb_machine *m, mb_pattern_builder *d, mb_pattern_builder *h);
mb_status mb_carried_place(mb_model *model, mb_machine *m, mb_error *err);
mb_status mb_machine_patterns(mb_model *model, mb_machine *m, mb_error *err);
mb_status mb_machine_start(mb_model *model, mb_machine *m, mb_error *err);

/* How the assembly may move bodies, by the metric diag(m, J + m s^2), those that are `fixed` not at
 * all; whether it has moved one too far (placed.c). */
mb_status mb_machine_ease(mb_model *model, const mb_machine *m, mb_error *err);
mb_status mb_machine_settled(const mb_model *model, mb_error *err);
void mb_machine_hold(const mb_model *model, const mb_hold *hold, const double *q, double *factor);
/* Euler parameters of an orientation (row-major), scalar first and not below 0 */
void mb_euler_parameters(const double *R, double *p);
/* Kind of coordinates by its name, of `joint` that of its bodies; false where the mechanism cannot
 * have it (plain_lacks.c). */
bool mb_machine_kind_of(const mb_plain_mechanism *plain, const char *coordinates,
                        mb_machine_kind *kind);
/* The scalar of a joint coordinate in the file's numbering, and the places between which it is
 * (coordinates.c). */
mb_scalar mb_machine_coordinate(const mb_machine *m, mb_coordinate of, mb_tie *tie);
/* The shortest angle of a couple's turning factors that is a whole multiple for all; 0: there are
 * none; below 0: they have no common measure. */
double mb_machine_common_turn(const mb_plain_mechanism *plain, const mb_plain_gear *gear);
/* A tie between places of two bodies; two unit vectors that make a triad with an axis; an axis that
 * stands in a's frame, as declared, in b's */
mb_tie mb_tie_between(int a, const double *ua, int b, const double *ub);
void mb_triad(const double *axis, double *s1, double *s2);
void mb_to_other(const mb_plain_mechanism *plain, const int body[2], const double *u,
                 double *other);
double mb_angle_of(const mb_plain_mechanism *plain, int body); /* as declared, in the plane */
mb_scalar mb_scalar_dot(const double *of_a, const double *of_b);
mb_scalar mb_scalar_off(const double *of_a);
/* Angle of b on a about an axis of b, 0 as declared */
mb_scalar mb_scalar_turn(const mb_plain_mechanism *plain, const int body[2], const double *of_b);
double mb_declared_scalar(const mb_plain_mechanism *plain, const int body[2],
                          const double (*place)[3], const double *of_a);

#endif
