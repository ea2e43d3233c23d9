/* SPDX-License-Identifier: MIT */
/* MJCF in the reading. */
#ifndef MB_PROBLEMS_ROBOTS_MJCF_H
#define MB_PROBLEMS_ROBOTS_MJCF_H

#include "problems/robots/robot.h"
#include "problems/robots/robots.h"
#include "problems/robots/xml.h"

enum { MB_ROBOT_BODIES = 10000, MB_MJCF_QPOS = 4096 };

typedef struct mb_mjcf_class {
    const char *name;
    mb_xml_node *node;
    int parent; /* MB_NO_INDEX */
} mb_mjcf_class;

/* Something that equalities and tendons name. */
typedef struct mb_mjcf_named {
    const char *name;
    uint32_t hash; /* of the name */
    int line;
    int body;             /* body, site */
    mb_robot_frame frame; /* site */
    mb_coordinate of;     /* joint */
    mb_xml_node *node;    /* tendon */
} mb_mjcf_named;

typedef enum mb_mjcf_names {
    MB_MJCF_BODIES,
    MB_MJCF_SITES,
    MB_MJCF_JOINTS,
    MB_MJCF_TENDONS,
    MB_MJCF_NAMES
} mb_mjcf_names;

typedef struct mb_mjcf {
    mb_robot *robot;
    const mb_robot_options *options;
    bool radians;
    char eulerseq[4];
    enum { MASS_OF_GEOMS_NEVER, MASS_OF_GEOMS_ALWAYS, MASS_OF_GEOMS_AUTO } from_geoms;
    double groups[2], total_mass;
    mb_robot_list classes;
    mb_robot_list names[MB_MJCF_NAMES]; /* mb_mjcf_named */
    int nqpos, nqvel;                   /* numbers of the keyframe; 0: none */
    int qpos_at, qvel_at;               /* how many the joints have had */
    double qpos[MB_MJCF_QPOS], qvel[MB_MJCF_QPOS];
} mb_mjcf;

/* ---- attributes (mjcf_read.c) ---- */

/* Number of a class by name, MB_NO_INDEX and a refusal where there is none. */
int mb_mjcf_class_of(mb_mjcf *m, mb_xml_node *node, int inherited);

/* Attribute of an element or of its class's defaults; NULL: none. */
const char *mb_mjcf_get(mb_mjcf *m, mb_xml_node *node, int class, const char *name);

/* Numbers of an attribute; those not given keep what they are.  How many were given. */
int mb_mjcf_numbers(mb_mjcf *m, mb_xml_node *node, int class, const char *name, int most,
                    double *x);
double mb_mjcf_number(mb_mjcf *m, mb_xml_node *node, int class, const char *name, double otherwise);

/* Refuses an attribute that is not zero, unless the options leave `omission` (NULL: nothing) out. */
void mb_mjcf_refuse(mb_mjcf *m, mb_xml_node *node, int class, const char *name,
                    const char *omission);

/* pos and quat, euler, axisangle, xyaxes or zaxis of an element. */
void mb_mjcf_frame(mb_mjcf *m, mb_xml_node *node, int class, mb_robot_frame *frame);

mb_mjcf_named *mb_mjcf_add_name(mb_mjcf *m, mb_mjcf_names kind, mb_xml_node *node);
const mb_mjcf_named *mb_mjcf_find(mb_mjcf *m, mb_mjcf_names kind, mb_xml_node *node,
                                  const char *attribute, const char *what);

/* ---- parts of the file ---- */

void mb_mjcf_read_defaults(mb_mjcf *m, mb_xml_node *node, int parent);
void mb_mjcf_read_world(mb_mjcf *m, mb_xml_node *world);

/* Mass and inertia of a geom with that frame in the world. */
void mb_mjcf_add_geom(mb_mjcf *m, mb_xml_node *node, int class, const mb_robot_frame *frame,
                      mb_robot_body *body);
void mb_mjcf_add_inertial(mb_mjcf *m, mb_xml_node *node, mb_robot_body *body);

void mb_mjcf_read_tendons(mb_mjcf *m, mb_xml_node *section);
void mb_mjcf_read_equalities(mb_mjcf *m, mb_xml_node *section);

/* Puts what files hold in the place of the `include` elements that name them (mjcf_include.c). */
void mb_mjcf_include(mb_xml_node *root, const mb_robot_loader *loader, mb_robot_report *report);

/* Reads all; what is wrong is in the robot's report. */
void mb_mjcf_read(mb_robot *robot, mb_xml_node *root, const mb_robot_options *options);

#endif
