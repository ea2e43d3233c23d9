/* SPDX-License-Identifier: MIT */
/* States out of what another program says of the bodies. */
#ifndef MB_PROBLEMS_ELEMENTS_MACHINE_PLAIN_POSES_H
#define MB_PROBLEMS_ELEMENTS_MACHINE_PLAIN_POSES_H

#include "problems/model.h"

/* Where a body is and how it moves, in the world: its centre of mass and the frame of its plain
 * mechanism there. */
typedef struct mb_pose {
    double place[3];      /* [m] */
    double quaternion[4]; /* w x y z, a unit quaternion; of a point it does not matter */
    double velocity[3];   /* [m/s] */
    double omega[3];      /* [rad/s] */
} mb_pose;

/* (q, v) of a model of a plain mechanism in coordinates reference-point or body, poses in the order
 * of its bodies.  q holds the state before on input: angles and the signs of Euler parameters go on
 * from there.  In the plane z, and turns about other axes, are left out. */
void mb_plain_take_poses(const mb_model *model, const mb_pose *pose, double *q, double *v);

/* The other way round: poses (nbodies) of a state, angular velocities and quaternions of points 0 and
 * 1 0 0 0. */
void mb_plain_give_poses(const mb_model *model, const double *q, const double *v, mb_pose *pose);

/* [m] by how much bodies of a planar mechanism are off the plane: the largest |z| of a centre of
 * mass, or the model's scale times the sine of the angle between z of a body and of the world. */
double mb_plain_off_plane(const mb_model *model, const mb_pose *pose);

#endif
