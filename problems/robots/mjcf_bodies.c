/* SPDX-License-Identifier: MIT */
/* The tree of bodies of MJCF: places and velocities of the keyframe, joints, masses. */
#include <math.h>
#include <string.h>

#include "base/vector3.h"
#include "problems/robots/mjcf.h"

/* A body in the reading. */
typedef struct place {
    int body, class; /* MB_ON_GROUND; class of what is in it */
    mb_robot_frame frame;
    mb_robot_step step[MB_ROBOT_STEPS];
    int nsteps;
    double spin[3]; /* of a ball, in the body */
    bool free, has_inertial;
} place;

static void say(mb_mjcf *m, mb_xml_node *node, const char *text)
{
    mb_robot_say(m->robot->report, MB_REFUSED, mb_xml_line(node), "<%s>: %s", node->name, text);
}

/* Numbers of the keyframe, `otherwise` without one. */
static void take(mb_mjcf *m, int n, const double *otherwise, int nrates, double *q, double *v)
{
    for (int i = 0; i < n; i++)
        q[i] = m->qpos_at + i < m->nqpos ? m->qpos[m->qpos_at + i] : otherwise[i];
    for (int i = 0; i < nrates; i++)
        v[i] = m->qvel_at + i < m->nqvel ? m->qvel[m->qvel_at + i] : 0.0;
    m->qpos_at += n;
    m->qvel_at += nrates;
}

/* ---- joints ------------------------------------------------------------------------------------ */

static void read_free(mb_mjcf *m, mb_xml_node *node, int class, place *p)
{
    mb_robot_body *b = &mb_robot_bodies(m->robot)[p->body];
    double otherwise[7] = {p->frame.p[0], p->frame.p[1], p->frame.p[2], (double)NAN, 0, 0, 0};
    double q[7], v[6];

    mb_xml_mark(node);
    mb_xml_get(node, "name");
    mb_xml_get(node, "type");
    mb_mjcf_refuse(m, node, class, "armature", "armature");
    mb_mjcf_refuse(m, node, class, "frictionloss", "friction");
    mb_mjcf_refuse(m, node, class, "damping", "springs");
    mb_mjcf_refuse(m, node, class, "stiffness", "springs");
    take(m, 7, otherwise, 6, q, v);
    if (b->parent != MB_ON_GROUND)
        say(m, node, "a free body hangs on the world");
    if (!isnan(q[3])) {
        memcpy(p->frame.p, q, sizeof p->frame.p);
        if (!mb_robot_quaternion(&q[3], p->frame.r))
            say(m, node, "qpos of the keyframe has no orientation for it");
    }
    b->free = p->free = true;
    memcpy(b->v, v, sizeof b->v);
    memcpy(p->spin, &v[3], sizeof p->spin);
}

/* Moves the frame by a turn about an anchor. */
static void turn_about(mb_robot_frame *frame, const double *anchor, const double r[9])
{
    double arm[3], turned[9];

    for (int i = 0; i < 3; i++)
        arm[i] = frame->p[i] - anchor[i];
    for (int i = 0; i < 3; i++)
        frame->p[i] = anchor[i] + mb_dot(&r[3 * i], arm);
    mb_robot_product(r, frame->r, turned);
    memcpy(frame->r, turned, sizeof frame->r);
}

/* A turn of the body in itself about its anchor. */
static void turn_ball(mb_mjcf *m, mb_xml_node *node, place *p, const double *q,
                      const double *anchor)
{
    double own[9], r[9], transposed[9], turned[9];

    if (!mb_robot_quaternion(q, own)) {
        say(m, node, "qpos of the keyframe has no orientation for it");
        return;
    }
    for (int i = 0; i < 9; i++)
        transposed[i] = p->frame.r[3 * (i % 3) + i / 3];
    mb_robot_product(p->frame.r, own, r);
    mb_robot_product(r, transposed, turned);
    turn_about(&p->frame, anchor, turned);
}

static void move(mb_mjcf *m, mb_xml_node *node, int class, place *p, mb_robot_step *s)
{
    const double unit[4] = {1, 0, 0, 0};
    const double scale = s->kind == MB_STEP_HINGE && !m->radians ? M_PI / 180.0 : 1.0;
    const double ref = scale * mb_mjcf_number(m, node, class, "ref", 0.0);
    double q[4], v[3], r[9];

    s->free = scale * mb_mjcf_number(m, node, class, "springref", 0.0);
    if (s->kind == MB_STEP_BALL) {
        take(m, 4, unit, 3, q, p->spin);
        turn_ball(m, node, p, q, s->at);
        return;
    }
    take(m, 1, &ref, 1, q, v);
    s->value = q[0];
    s->reference = ref;
    s->rate = v[0];
    if (q[0] == ref)
        return;
    if (s->kind == MB_STEP_HINGE) {
        mb_robot_turn(s->axis, q[0] - ref, r);
        turn_about(&p->frame, s->at, r);
    } else {
        for (int i = 0; i < 3; i++) {
            p->frame.p[i] += (q[0] - ref) * s->axis[i];
            s->at[i] += (q[0] - ref) * s->axis[i];
        }
    }
}

/* What changes the motion and a mechanism file does not have. */
static void refuse_unknown(mb_mjcf *m, mb_xml_node *node, int class)
{
    mb_mjcf_refuse(m, node, class, "armature", "armature");
    mb_mjcf_refuse(m, node, class, "frictionloss", "friction");
    mb_mjcf_refuse(m, node, class, "springdamper", NULL);
}

static void read_joint(mb_mjcf *m, mb_xml_node *node, int inherited, place *p)
{
    static const char *const types[] = {"hinge", "slide", "ball"};
    const int class = mb_mjcf_class_of(m, node, inherited);
    const char *type = mb_mjcf_get(m, node, class, "type");
    mb_robot_step *s = &p->step[p->nsteps];
    double pos[3] = {0, 0, 0}, axis[3] = {0, 0, 1};
    mb_mjcf_named *named;
    int kind = 0;

    mb_xml_mark(node);
    if (p->body == MB_ON_GROUND) {
        say(m, node, "the world has no joint");
        return;
    }
    if (mb_xml_is(node, "freejoint") || (type && strcmp(type, "free") == 0)) {
        read_free(m, node, class, p);
        return;
    }
    while (type && kind < 3 && strcmp(types[kind], type) != 0)
        kind++;
    if (kind == 3 || p->nsteps == MB_ROBOT_STEPS) {
        say(m, node,
            kind == 3 ? "its type is hinge, slide, ball or free" : "more than 6 of a body");
        return;
    }
    named = mb_mjcf_add_name(m, MB_MJCF_JOINTS, node);
    if (!named)
        return;
    *s = (mb_robot_step){.name = named->name, .line = named->line, .kind = (mb_step_kind)kind};
    mb_mjcf_numbers(m, node, class, "pos", 3, pos);
    mb_mjcf_numbers(m, node, class, "axis", 3, axis);
    if (!mb_robot_unit(axis))
        say(m, node, "its axis has no direction");
    mb_robot_place(&p->frame, pos, s->at);
    mb_robot_direction(&p->frame, axis, s->axis);
    s->stiffness = mb_mjcf_number(m, node, class, "stiffness", 0.0);
    s->damping = mb_mjcf_number(m, node, class, "damping", 0.0);
    refuse_unknown(m, node, class);
    move(m, node, class, p, s);
    p->nsteps++;
}

/* Velocities of the body from its parent's and the rates. */
static void spin(mb_mjcf *m, place *p)
{
    mb_robot_body *b = &mb_robot_bodies(m->robot)[p->body], *parent;
    double own[3], arm[3], c[3];

    mb_robot_direction(&p->frame, p->spin, own);
    if (p->free) {
        memcpy(b->omega, own, sizeof own);
        return;
    }
    if (b->parent != MB_ON_GROUND) {
        parent = &mb_robot_bodies(m->robot)[b->parent];
        for (int i = 0; i < 3; i++)
            arm[i] = p->frame.p[i] - parent->frame.p[i];
        mb_cross(parent->omega, arm, c);
        for (int i = 0; i < 3; i++) {
            b->omega[i] = parent->omega[i];
            b->v[i] = parent->v[i] + c[i];
        }
    }
    for (int k = 0; k < p->nsteps; k++) {
        const mb_robot_step *s = &p->step[k];
        double w[3];

        for (int i = 0; i < 3; i++) {
            arm[i] = p->frame.p[i] - s->at[i];
            w[i] = s->kind == MB_STEP_BALL ? own[i] : s->rate * s->axis[i];
        }
        if (s->kind == MB_STEP_SLIDE)
            memset(arm, 0, sizeof arm);
        mb_cross(w, arm, c);
        for (int i = 0; i < 3; i++) {
            b->v[i] += s->kind == MB_STEP_SLIDE ? w[i] : c[i];
            b->omega[i] += s->kind == MB_STEP_SLIDE ? 0.0 : w[i];
        }
    }
}

/* ---- bodies ------------------------------------------------------------------------------------ */

static void read_children(mb_mjcf *m, mb_xml_node *node, place *p, const mb_robot_frame *at,
                          int class);

static int inner_class(mb_mjcf *m, mb_xml_node *node, int class)
{
    const char *name = mb_xml_get(node, "childclass");

    for (int i = 0; name && i < m->classes.n; i++)
        if (strcmp(((const mb_mjcf_class *)m->classes.at)[i].name, name) == 0)
            return i;
    if (name)
        mb_robot_say(m->robot->report, MB_REFUSED, mb_xml_line(node), "no default class '%s'",
                     name);
    return class;
}

static void read_joints(mb_mjcf *m, mb_xml_node *node, place *p, int class)
{
    for (mb_xml_node *c = node->child; c; c = c->next) {
        if (mb_xml_is(c, "joint") || mb_xml_is(c, "freejoint"))
            read_joint(m, c, class, p);
        else if (mb_xml_is(c, "inertial"))
            p->has_inertial = true;
    }
}

static void read_body(mb_mjcf *m, mb_xml_node *node, int parent, const mb_robot_frame *outer,
                      int class)
{
    mb_mjcf_named *named = mb_mjcf_add_name(m, MB_MJCF_BODIES, node);
    mb_robot_body *b = mb_robot_add(m->robot, &m->robot->bodies, sizeof *b);
    place p = {.body = m->robot->bodies.n - 1, .class = inner_class(m, node, class)};
    const int first_name = m->names[MB_MJCF_JOINTS].n;
    mb_robot_frame own;

    mb_xml_mark(node);
    if (!named || !b)
        return;
    if (m->robot->bodies.n > MB_ROBOT_BODIES) {
        say(m, node, "more than 10000 bodies");
        return;
    }
    named->body = p.body;
    *b = (mb_robot_body){.name = named->name,
                         .line = named->line,
                         .parent = parent,
                         .joint = MB_NO_INDEX,
                         .part = p.body};
    if (!*b->name)
        b->name = mb_robot_text(m->robot, "body %d", p.body + 1);
    mb_mjcf_refuse(m, node, MB_NO_INDEX, "gravcomp", NULL);
    mb_mjcf_frame(m, node, MB_NO_INDEX, &own);
    mb_robot_compose(outer, &own, &p.frame);
    read_joints(m, node, &p, p.class);
    b->frame = p.frame;
    spin(m, &p);
    if (p.nsteps && p.free)
        say(m, node, "a free body has no other joint");
    else if (p.nsteps)
        mb_robot_join(m->robot, p.body, p.step, p.nsteps, m->options->planar);
    for (int i = 0; i < p.nsteps && first_name + i < m->names[MB_MJCF_JOINTS].n; i++)
        ((mb_mjcf_named *)m->names[MB_MJCF_JOINTS].at)[first_name + i].of = p.step[i].of;
    read_children(m, node, &p, &p.frame, p.class);
}

static void read_site(mb_mjcf *m, mb_xml_node *node, const place *p, const mb_robot_frame *at,
                      int inherited)
{
    const int class = mb_mjcf_class_of(m, node, inherited);
    mb_mjcf_named *named = mb_mjcf_add_name(m, MB_MJCF_SITES, node);
    mb_robot_frame own;

    if (!named)
        return;
    mb_mjcf_frame(m, node, class, &own);
    named = (mb_mjcf_named *)m->names[MB_MJCF_SITES].at + m->names[MB_MJCF_SITES].n - 1;
    named->body = p->body;
    mb_robot_compose(at, &own, &named->frame);
    mb_xml_mark_all(node);
}

static void read_geom(mb_mjcf *m, mb_xml_node *node, place *p, const mb_robot_frame *at,
                      int inherited)
{
    const bool given = m->from_geoms == MASS_OF_GEOMS_NEVER ||
                       (m->from_geoms == MASS_OF_GEOMS_AUTO && p->has_inertial);

    mb_xml_mark(node);
    if (p->body == MB_ON_GROUND || given) {
        mb_robot_say(m->robot->report, MB_IGNORED, mb_xml_line(node),
                     "<geom> %s: drawn and for contact only",
                     given ? "of a body whose <inertial> counts" : "of the world");
        mb_xml_mark_all(node);
        return;
    }
    mb_mjcf_add_geom(m, node, mb_mjcf_class_of(m, node, inherited), at,
                     &mb_robot_bodies(m->robot)[p->body]);
}

static void read_children(mb_mjcf *m, mb_xml_node *node, place *p, const mb_robot_frame *at,
                          int class)
{
    static const char *const refused[] = {"composite", "flexcomp", "replicate",
                                          "attach",    "plugin",   NULL};

    for (mb_xml_node *c = node->child; c; c = c->next) {
        if (mb_xml_is(c, "body")) {
            read_body(m, c, p->body, at, class);
        } else if (mb_xml_is(c, "geom")) {
            read_geom(m, c, p, at, class);
        } else if (mb_xml_is(c, "site")) {
            read_site(m, c, p, at, class);
        } else if (mb_xml_is(c, "inertial") && p->body != MB_ON_GROUND) {
            if (m->from_geoms != MASS_OF_GEOMS_ALWAYS)
                mb_mjcf_add_inertial(m, c, &mb_robot_bodies(m->robot)[p->body]);
        } else if (mb_xml_is(c, "frame")) {
            mb_robot_frame own, frame;

            mb_xml_mark(c);
            mb_mjcf_frame(m, c, MB_NO_INDEX, &own);
            mb_robot_compose(at, &own, &frame);
            if (mb_xml_child(c, "joint") || mb_xml_child(c, "freejoint"))
                say(m, c, "a joint in a frame; write it in the body");
            read_children(m, c, p, &frame, inner_class(m, c, class));
        }
        for (int i = 0; refused[i]; i++)
            if (mb_xml_is(c, refused[i])) {
                say(m, c,
                    "one file without macros is read; let MuJoCo write it out "
                    "(mj_saveLastXML)");
                mb_xml_mark_all(c);
            }
    }
}

void mb_mjcf_read_world(mb_mjcf *m, mb_xml_node *world)
{
    place p = {.body = MB_ON_GROUND, .class = m->classes.n ? 0 : MB_NO_INDEX};

    mb_robot_unit_frame(&p.frame);
    mb_xml_mark(world);
    read_children(m, world, &p, &p.frame, inner_class(m, world, p.class));
}
