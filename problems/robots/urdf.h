/* SPDX-License-Identifier: MIT */
/* URDF in the reading. */
#ifndef MB_PROBLEMS_ROBOTS_URDF_H
#define MB_PROBLEMS_ROBOTS_URDF_H

#include "problems/robots/robot.h"
#include "problems/robots/robots.h"
#include "problems/robots/xml.h"

typedef struct mb_urdf_joint {
    const char *name, *type, *parent, *child, *mimics;
    mb_xml_node *node;
    int line, parent_link, child_link;
    double multiplier, offset, q0;
    mb_coordinate of;
} mb_urdf_joint;

typedef struct mb_urdf_link_entry {
    const char *name;
    mb_xml_node *node;
    int joint; /* whose child it is; MB_NO_INDEX: a root */
    int body;  /* MB_NO_INDEX: not reached yet */
} mb_urdf_link_entry;

typedef struct mb_urdf {
    mb_robot *robot;
    const mb_robot_options *options;
    mb_robot_list links, joints;
} mb_urdf;

/* Numbers of an attribute of an element (NULL: none); those not given keep what they are. */
int mb_urdf_numbers(mb_urdf *u, mb_xml_node *node, const char *name, int most, double *x);
/* Text of an attribute of an element (NULL: none), "" without it. */
const char *mb_urdf_text(mb_xml_node *node, const char *name);
/* xyz and rpy of an element (NULL: none). */
void mb_urdf_origin(mb_urdf *u, mb_xml_node *node, mb_robot_frame *frame);
void mb_urdf_fixed_turns(const double *rpy, double r[9]); /* about fixed x, y, z */
/* The link of that name, NULL: none. */
const mb_urdf_link_entry *mb_urdf_link(const mb_urdf *u, const char *name);
void mb_urdf_refuse(mb_urdf *u, int line, const char *name, const char *why);

/* Loops of the dialects: <loop_joint>, <loop>, <gazebo><joint>. */
void mb_urdf_add_loops(mb_urdf *u, mb_xml_node *root);

/* Reads all; what is wrong is in the robot's report. */
void mb_urdf_read(mb_robot *robot, mb_xml_node *root, const mb_robot_options *options);

#endif
