/* SPDX-License-Identifier: MIT */
/* From a plain mechanism to a model. */
#ifndef MB_PROBLEMS_ELEMENTS_MACHINE_PLAIN_MODEL_H
#define MB_PROBLEMS_ELEMENTS_MACHINE_PLAIN_MODEL_H

#include "problems/mechanism.h"
#include "problems/model.h"

/* Fills the model: sizes, patterns, ops, start, holds, outputs, labels; no reference.  In a kind of
 * coordinates by its name, whether the mechanism lists it or not:
 *
 *     reference-point   planar: x, y and angle of each body, x and y of each point
 *     body              spatial: place and Euler parameters, velocities (rdot, omega in body axes)
 *     euler             spatial: place and Euler parameters, velocities are their rates
 *     joint             joint coordinates of a spanning tree, rows for the joints that it leaves
 *
 * The plain mechanism must live as long as the model.  MB_BAD_INPUT, with the place in the file,
 * where it asks for what such models do not have. */
mb_status mb_plain_model_in(mb_model *model, const mb_plain_mechanism *plain,
                            const char *coordinates, mb_error *err);

/* A body of space in angles: the place and, by three rotations one after the other, the axes of a frame
 * of its own; q has them body by body. */
typedef struct mb_body_angles {
    int axis[3];     /* 0, 1, 2 for x, y, z: {2, 1, 0} is R = Rz(q3) Ry(q4) Rx(q5) */
    double place[3]; /* [m] of the frame, in the body's axes from its centre of mass */
    double angle[3]; /* [rad] as declared; what then is left to the body's axes turns with it */
} mb_body_angles;

/* The same in these, (nbodies), with T = I: of a spatial mechanism. */
mb_status mb_plain_model_in_angles(mb_model *model, const mb_plain_mechanism *plain,
                                   const mb_body_angles *bodies, mb_error *err);

/* Its model in a kind of coordinates; to be destroyed before the arena and the mechanism are. */
mb_status mb_plain_model_of(const mb_plain_mechanism *plain, const char *coordinates,
                            mb_arena *arena, mb_model **model, mb_error *err);

/* The same in coordinates of whole bodies, reference-point or body. */
mb_status mb_plain_whole_model(const mb_plain_mechanism *plain, mb_arena *arena, mb_model **model,
                               mb_error *err);

/* The mechanism as it stands when it is put together, in the arena, or itself where it closes as
 * declared or is kept so: bodies as the model in coordinates of whole bodies has them, joints with
 * their coordinates there.  Models in other coordinates start from it, so that one start does not
 * depend on them.  MB_BAD_INPUT as that model. */
mb_status mb_plain_placed(const mb_plain_mechanism *declared, mb_arena *arena,
                          const mb_plain_mechanism **placed, mb_error *err);

/* Kind of coordinates that the values of the mechanism's parameters ask for; where that is the first
 * one, or nothing is asked for, the first that there are models in. */
const char *mb_plain_coordinates(const mb_plain_mechanism *plain);

/* What such a model would lack, with its place in the file: "FILE:LINE:COLUMN: ...".  False: nothing
 * is missing. */
bool mb_plain_model_lacks(const mb_plain_mechanism *plain, const char *coordinates, char *text,
                          size_t size);

#endif
