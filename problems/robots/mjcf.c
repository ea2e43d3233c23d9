/* SPDX-License-Identifier: MIT */
/* MJCF: settings, keyframe, and the order in which the parts are read. */
#include "problems/robots/mjcf.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void refuse(mb_mjcf *m, mb_xml_node *node, const char *what, const char *why)
{
    mb_robot_say(m->robot->report, MB_REFUSED, mb_xml_line(node), "%s: %s", what, why);
}

static bool is(const char *text, const char *word)
{
    return text && strcmp(text, word) == 0;
}

/* ---- settings ---------------------------------------------------------------------------------- */

static void read_eulerseq(mb_mjcf *m, mb_xml_node *node)
{
    const char *order = mb_xml_get(node, "eulerseq");

    if (!order)
        return;
    if (strlen(order) == 3 && strspn(order, "xyzXYZ") == 3)
        memcpy(m->eulerseq, order, 4);
    else
        refuse(m, node, "eulerseq", "three letters of xyz or XYZ");
}

static void read_compiler(mb_mjcf *m, mb_xml_node *node)
{
    const char *angle = mb_xml_get(node, "angle");
    const char *coordinate = mb_xml_get(node, "coordinate");
    const char *from = mb_xml_get(node, "inertiafromgeom");
    const char *balance = mb_xml_get(node, "balanceinertia");

    mb_xml_mark(node);
    if (angle)
        m->radians = is(angle, "radian");
    if (angle && !is(angle, "radian") && !is(angle, "degree"))
        refuse(m, node, "angle", "radian or degree");
    if (coordinate && !is(coordinate, "local"))
        refuse(m, node, "coordinate",
               "places are read in the frame of the body; let an older MuJoCo write the file anew");
    if (is(from, "true"))
        m->from_geoms = MASS_OF_GEOMS_ALWAYS;
    else if (is(from, "false"))
        m->from_geoms = MASS_OF_GEOMS_NEVER;
    if (is(balance, "true"))
        refuse(m, node, "balanceinertia", "inertias are taken as they are; set it to false");
    read_eulerseq(m, node);
    mb_mjcf_numbers(m, node, MB_NO_INDEX, "inertiagrouprange", 2, m->groups);
    m->total_mass = mb_mjcf_number(m, node, MB_NO_INDEX, "settotalmass", m->total_mass);
    mb_mjcf_refuse(m, node, MB_NO_INDEX, "boundmass", NULL);
    mb_mjcf_refuse(m, node, MB_NO_INDEX, "boundinertia", NULL);
}

static void read_option(mb_mjcf *m, mb_xml_node *node)
{
    static const char *const flags[] = {"equality", "passive", "spring", "damper"};
    mb_xml_node *flag = mb_xml_child(node, "flag");

    mb_xml_mark(node);
    mb_mjcf_numbers(m, node, MB_NO_INDEX, "gravity", 3, m->robot->gravity);
    mb_mjcf_refuse(m, node, MB_NO_INDEX, "wind", "friction");
    mb_mjcf_refuse(m, node, MB_NO_INDEX, "density", "friction");
    mb_mjcf_refuse(m, node, MB_NO_INDEX, "viscosity", "friction");
    if (!flag)
        return;
    if (is(mb_xml_get(flag, "gravity"), "disable"))
        memset(m->robot->gravity, 0, sizeof m->robot->gravity);
    for (int i = 0; i < 4; i++)
        if (is(mb_xml_get(flag, flags[i]), "disable"))
            refuse(m, flag, flags[i], "what is switched off is to be taken out of the file");
}

/* ---- keyframe ---------------------------------------------------------------------------------- */

static void read_key(mb_mjcf *m, mb_xml_node *key, const char *name)
{
    const char *qpos = mb_xml_get(key, "qpos"), *qvel = mb_xml_get(key, "qvel");
    const int line = mb_xml_line(key);
    const int n =
        qpos ? mb_xml_numbers(qpos, line, "qpos", MB_MJCF_QPOS, m->qpos, m->robot->report) : 0;
    const int nv =
        qvel ? mb_xml_numbers(qvel, line, "qvel", MB_MJCF_QPOS, m->qvel, m->robot->report) : 0;

    m->nqpos = n > 0 ? n : 0;
    m->nqvel = nv > 0 ? nv : 0;
    for (int i = 0; i < m->nqvel; i++)
        m->robot->moving = m->robot->moving || m->qvel[i] != 0.0;
    mb_robot_say(m->robot->report, MB_TAKEN, line, "keyframe '%s': the start", name);
}

static void read_keyframe(mb_mjcf *m, mb_xml_node *root)
{
    const char *wanted = m->options->keyframe ? m->options->keyframe : "start";

    for (mb_xml_node *section = root->child; section; section = section->next) {
        if (!mb_xml_is(section, "keyframe"))
            continue;
        mb_xml_mark(section);
        for (mb_xml_node *key = section->child; key; key = key->next) {
            const char *name = mb_xml_get(key, "name");

            if (is(name, wanted) && !m->nqpos) {
                mb_xml_mark(key);
                read_key(m, key, wanted);
            } else {
                mb_robot_say(m->robot->report, MB_IGNORED, mb_xml_line(key),
                             "keyframe '%s'; --keyframe takes it as the start", name ? name : "");
                mb_xml_mark_all(key);
            }
        }
    }
    if (m->options->keyframe && !m->nqpos)
        mb_robot_say(m->robot->report, MB_REFUSED, 1, "no keyframe '%s'", wanted);
}

static void check_keyframe(mb_mjcf *m)
{
    if ((m->nqpos && m->nqpos != m->qpos_at) || (m->nqvel && m->nqvel != m->qvel_at))
        mb_robot_say(m->robot->report, MB_REFUSED, 1,
                     "the keyframe has %d positions and %d rates, the joints have %d and %d",
                     m->nqpos, m->nqvel, m->qpos_at, m->qvel_at);
}

/* ---- the whole --------------------------------------------------------------------------------- */

static void each(mb_mjcf *m, mb_xml_node *root, const char *name,
                 void (*read)(mb_mjcf *, mb_xml_node *))
{
    for (mb_xml_node *c = root->child; c; c = c->next)
        if (mb_xml_is(c, name)) {
            mb_xml_mark(c);
            read(m, c);
        }
}

static void read_default(mb_mjcf *m, mb_xml_node *node)
{
    mb_mjcf_read_defaults(m, node, MB_NO_INDEX);
}

static void ignore_actuators(mb_mjcf *m, mb_xml_node *section)
{
    for (mb_xml_node *c = section->child; c; c = c->next)
        mb_robot_say(m->robot->report, MB_IGNORED, mb_xml_line(c),
                     "<%s>: what an actuator does depends on a control signal", c->name);
    mb_xml_mark_all(section);
}

static void refuse_section(mb_mjcf *m, mb_xml_node *section)
{
    refuse(m, section, section->name,
           "one file without macros is read; let MuJoCo write it out (mj_saveLastXML)");
    mb_xml_mark_all(section);
}

static void scale_masses(mb_mjcf *m)
{
    mb_robot_body *b = mb_robot_bodies(m->robot);
    double sum = 0.0;

    for (int i = 0; i < m->robot->bodies.n; i++)
        sum += b[i].mass;
    if (!(m->total_mass > 0.0) || !(sum > 0.0))
        return;
    for (int i = 0; i < m->robot->bodies.n; i++) {
        b[i].mass *= m->total_mass / sum;
        for (int k = 0; k < 9; k++)
            b[i].inertia[k] *= m->total_mass / sum;
    }
}

void mb_mjcf_read(mb_robot *robot, mb_xml_node *root, const mb_robot_options *options)
{
    mb_mjcf *m;

    if (mb_arena_take(robot->arena, &m, 1, sizeof *m, NULL) != MB_OK) {
        robot->report->no_memory = true;
        return;
    }
    m->robot = robot;
    m->options = options;
    memcpy(m->eulerseq, "xyz", 4);
    m->from_geoms = MASS_OF_GEOMS_AUTO;
    m->groups[0] = -1e9, m->groups[1] = 1e9;
    robot->gravity[2] = -9.81;
    mb_mjcf_include(root, options->loader, robot->report);
    robot->name = mb_xml_get(root, "model");
    each(m, root, "compiler", read_compiler);
    each(m, root, "option", read_option);
    each(m, root, "default", read_default);
    read_keyframe(m, root);
    each(m, root, "worldbody", mb_mjcf_read_world);
    check_keyframe(m);
    each(m, root, "deformable", refuse_section);
    each(m, root, "tendon", mb_mjcf_read_tendons);
    each(m, root, "equality", mb_mjcf_read_equalities);
    each(m, root, "actuator", ignore_actuators);
    scale_masses(m);
}
