/* SPDX-License-Identifier: MIT */
/* Attributes of MJCF, with the defaults of classes. */
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "base/vector3.h"
#include "problems/robots/mjcf.h"

static const mb_mjcf_class *class_at(const mb_mjcf *m, int class)
{
    return (const mb_mjcf_class *)m->classes.at + class;
}

int mb_mjcf_class_of(mb_mjcf *m, mb_xml_node *node, int inherited)
{
    const char *name = mb_xml_get(node, "class");

    if (!name)
        return inherited;
    for (int i = 0; i < m->classes.n; i++)
        if (strcmp(class_at(m, i)->name, name) == 0)
            return i;
    mb_robot_say(m->robot->report, MB_REFUSED, mb_xml_line(node), "no default class '%s'", name);
    return inherited;
}

void mb_mjcf_read_defaults(mb_mjcf *m, mb_xml_node *node, int parent)
{
    const char *name = mb_xml_get(node, "class");
    mb_mjcf_class *class;
    int own = parent == MB_NO_INDEX && m->classes.n ? 0 : m->classes.n;

    mb_xml_mark(node);
    if (m->classes.n >= 500) {
        mb_robot_say(m->robot->report, MB_REFUSED, mb_xml_line(node), "more than 500 classes");
        return;
    }
    class = mb_robot_add(m->robot, &m->classes, sizeof *class);
    if (!class)
        return;
    /* a second section at the root goes on where the first one was */
    if (own != m->classes.n - 1)
        parent = own;
    own = m->classes.n - 1;
    *class = (mb_mjcf_class){name ? name : parent == MB_NO_INDEX ? "main" : "", node, parent};
    for (mb_xml_node *c = node->child; c; c = c->next) {
        if (mb_xml_is(c, "default"))
            mb_mjcf_read_defaults(m, c, own);
        else if (mb_xml_is(c, "joint") || mb_xml_is(c, "geom") || mb_xml_is(c, "site") ||
                 mb_xml_is(c, "equality") || mb_xml_is(c, "tendon"))
            mb_xml_mark(c);
    }
}

const char *mb_mjcf_get(mb_mjcf *m, mb_xml_node *node, int class, const char *name)
{
    const char *text = mb_xml_get(node, name);
    const char *tag = node->name;

    if (mb_xml_is(node, "freejoint"))
        return text;
    if (mb_xml_is(node, "spatial") || mb_xml_is(node, "fixed"))
        tag = "tendon";
    else if (mb_xml_is(node->parent, "equality"))
        tag = "equality";
    for (; !text && class != MB_NO_INDEX; class = class_at(m, class)->parent)
        for (mb_xml_node *c = class_at(m, class)->node->child; c && !text; c = c->next)
            if (mb_xml_is(c, tag))
                text = mb_xml_get(c, name);
    return text;
}

int mb_mjcf_numbers(mb_mjcf *m, mb_xml_node *node, int class, const char *name, int most, double *x)
{
    const char *text = mb_mjcf_get(m, node, class, name);
    double read[16];
    char what[80];
    int n;

    if (!text)
        return 0;
    snprintf(what, sizeof what, "%.30s of <%.30s>", name, node->name);
    n = mb_xml_numbers(text, mb_xml_line(node), what, most, read, m->robot->report);
    if (n > 0)
        memcpy(x, read, (size_t)n * sizeof *x);
    return n > 0 ? n : 0;
}

double mb_mjcf_number(mb_mjcf *m, mb_xml_node *node, int class, const char *name, double otherwise)
{
    mb_mjcf_numbers(m, node, class, name, 1, &otherwise);
    return otherwise;
}

void mb_mjcf_refuse(mb_mjcf *m, mb_xml_node *node, int class, const char *name,
                    const char *omission)
{
    double x[8] = {0.0}, size = 0.0;
    const int n = mb_mjcf_numbers(m, node, class, name, 8, x);

    for (int i = 0; i < n; i++)
        size = fmax(size, fabs(x[i]));
    if (size == 0.0)
        return;
    if (!omission)
        mb_robot_say(m->robot->report, MB_REFUSED, mb_xml_line(node),
                     "%s of <%s>: a mechanism file has none; set it to 0", name, node->name);
    else if (mb_robot_omits(m->options, omission))
        mb_robot_say(m->robot->report, MB_IGNORED, mb_xml_line(node),
                     "%s of <%s> is left out, as asked; the motion is another one", name,
                     node->name);
    else
        mb_robot_say(m->robot->report, MB_REFUSED, mb_xml_line(node),
                     "%s of <%s>: a mechanism file has none, and without it the motion is another "
                     "one; --omit %s leaves it out",
                     name, node->name, omission);
}

/* ---- frames ------------------------------------------------------------------------------------ */

static void refuse_turn(mb_mjcf *m, mb_xml_node *node, const char *name)
{
    mb_robot_say(m->robot->report, MB_REFUSED, mb_xml_line(node), "%s of <%s> gives no orientation",
                 name, node->name);
}

static void euler(mb_mjcf *m, const double *angle, double r[9])
{
    for (int k = 0; k < 3; k++) {
        const char letter = m->eulerseq[k];
        double axis[3] = {0.0, 0.0, 0.0}, one[9], before[9];

        axis[tolower((unsigned char)letter) - 'x'] = 1.0;
        mb_robot_turn(axis, m->radians ? angle[k] : angle[k] * M_PI / 180.0, one);
        memcpy(before, r, sizeof before);
        if (islower((unsigned char)letter))
            mb_robot_product(before, one, r);
        else
            mb_robot_product(one, before, r);
    }
}

static bool from_axes(const double *x, double *y, double r[9])
{
    double a[3] = {x[0], x[1], x[2]}, c[3];
    double along;

    if (!mb_robot_unit(a))
        return false;
    along = mb_dot(a, y);
    for (int i = 0; i < 3; i++)
        y[i] -= along * a[i];
    if (!mb_robot_unit(y))
        return false;
    mb_cross(a, y, c);
    for (int i = 0; i < 3; i++)
        r[3 * i] = a[i], r[3 * i + 1] = y[i], r[3 * i + 2] = c[i];
    return true;
}

/* The shortest turn that takes z to a direction. */
static bool from_z(double *z, double r[9])
{
    double axis[3] = {-z[1], z[0], 0.0};

    if (!mb_robot_unit(z))
        return false;
    if (!mb_robot_unit(axis))
        axis[0] = 1.0, axis[1] = 0.0;
    mb_robot_turn(axis, atan2(hypot(z[0], z[1]), z[2]), r);
    return true;
}

void mb_mjcf_frame(mb_mjcf *m, mb_xml_node *node, int class, mb_robot_frame *frame)
{
    double x[6] = {0.0};

    mb_robot_unit_frame(frame);
    mb_mjcf_numbers(m, node, class, "pos", 3, frame->p);
    if (mb_mjcf_numbers(m, node, class, "quat", 4, x)) {
        if (!mb_robot_quaternion(x, frame->r))
            refuse_turn(m, node, "quat");
    } else if (mb_mjcf_numbers(m, node, class, "euler", 3, x)) {
        euler(m, x, frame->r);
    } else if (mb_mjcf_numbers(m, node, class, "axisangle", 4, x)) {
        if (!mb_robot_unit(x))
            refuse_turn(m, node, "axisangle");
        else
            mb_robot_turn(x, m->radians ? x[3] : x[3] * M_PI / 180.0, frame->r);
    } else if (mb_mjcf_numbers(m, node, class, "xyaxes", 6, x)) {
        if (!from_axes(x, x + 3, frame->r))
            refuse_turn(m, node, "xyaxes");
    } else if (mb_mjcf_numbers(m, node, class, "zaxis", 3, x) && !from_z(x, frame->r)) {
        refuse_turn(m, node, "zaxis");
    }
}

/* ---- names ------------------------------------------------------------------------------------- */

static uint32_t hash_of(const char *name)
{
    uint32_t hash = 2166136261u;

    for (; *name; name++)
        hash = (hash ^ (unsigned char)*name) * 16777619u;
    return hash;
}

mb_mjcf_named *mb_mjcf_add_name(mb_mjcf *m, mb_mjcf_names kind, mb_xml_node *node)
{
    mb_mjcf_named *named = mb_robot_add(m->robot, &m->names[kind], sizeof *named);
    const char *name = mb_xml_get(node, "name");

    if (named)
        *named = (mb_mjcf_named){.name = name ? name : "",
                                 .hash = hash_of(name ? name : ""),
                                 .line = mb_xml_line(node),
                                 .body = MB_ON_GROUND,
                                 .of = {MB_NO_INDEX, 0},
                                 .node = node};
    return named;
}

const mb_mjcf_named *mb_mjcf_find(mb_mjcf *m, mb_mjcf_names kind, mb_xml_node *node,
                                  const char *attribute, const char *what)
{
    const char *name = mb_xml_get(node, attribute);
    const mb_mjcf_named *named = m->names[kind].at;
    const uint32_t hash = name ? hash_of(name) : 0;

    for (int i = 0; name && *name && i < m->names[kind].n; i++)
        if (named[i].hash == hash && strcmp(named[i].name, name) == 0)
            return &named[i];
    mb_robot_say(m->robot->report, MB_REFUSED, mb_xml_line(node), "%s of <%s>: no %s '%s'",
                 attribute, node->name, what, name ? name : "");
    return NULL;
}
