/* SPDX-License-Identifier: MIT */
#include "problems/robots/export_tree.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "base/vector3.h"
#include "problems/robots/robot.h"
#include "problems/spanning_tree.h"

enum { NOT_OF_A_TREE = 100, CAN_CLOSE = 10 };

/* The less the sooner a joint carries a body. */
static int rank_of(const mb_plain_mechanism *m, const mb_plain_joint *joint, bool turned)
{
    switch (joint->kind) {
    case MB_JOINT_RIGID:
        return CAN_CLOSE;
    case MB_JOINT_REVOLUTE:
        return CAN_CLOSE + 1;
    case MB_JOINT_PRISMATIC:
    case MB_JOINT_SCREW:
        return 1;
    case MB_JOINT_UNIVERSAL:
    case MB_JOINT_CYLINDRICAL:
        return 2;
    case MB_JOINT_SPHERICAL:
        return CAN_CLOSE + 3;
    case MB_JOINT_PLANAR:
        return 3;
    case MB_JOINT_POINT_ON_LINE:
        return turned ? NOT_OF_A_TREE : m->spatial ? 4 : 2;
    default:
        return NOT_OF_A_TREE;
    }
}

static void hang(mb_export_tree *tree, const int *order, int n)
{
    for (int i = n - 1; i >= 0; i--) {
        mb_export_branch *b = &tree->branch[order[i]];
        int *first = b->parent == MB_ON_GROUND ? &tree->root : &tree->branch[b->parent].child;

        b->next = *first;
        *first = order[i];
    }
}

/* One level more: how many bodies it has. */
static int grow(const mb_plain_mechanism *m, mb_export_tree *tree, bool *reached, int *best,
                int *order)
{
    int n = 0;

    for (int b = 0; b < m->nbodies; b++)
        best[b] = NOT_OF_A_TREE;
    for (int i = 0; i < m->njoints; i++)
        for (int k = 0; k < 2; k++) {
            const int from = m->joint[i].body[k], to = m->joint[i].body[1 - k];
            const int rank = rank_of(m, &m->joint[i], k == 1);

            if (to == MB_ON_GROUND || reached[to] || (from != MB_ON_GROUND && !reached[from]) ||
                rank >= best[to])
                continue;
            best[to] = rank;
            tree->branch[to].joint = i;
            tree->branch[to].parent = from;
            tree->branch[to].turned = k == 1;
            tree->branch[to].welded = mb_carries_point(m, &m->joint[i], 1 - k);
        }
    for (int b = 0; b < m->nbodies; b++)
        if (best[b] < NOT_OF_A_TREE) {
            reached[b] = true;
            tree->carries[tree->branch[b].joint] = true;
            order[n++] = b;
        }
    return n;
}

mb_status mb_export_tree_make(const mb_plain_mechanism *m, mb_arena *arena, mb_export_tree *tree,
                              mb_error *err)
{
    const size_t nb = (size_t)m->nbodies;
    int *order, *best, n = 0;
    bool *reached;
    mb_status status;

    tree->root = MB_NO_INDEX;
    MB_TRY(MB_TAKE(arena, &tree->branch, nb, err));
    MB_TRY(MB_TAKE(arena, &tree->carries, (size_t)m->njoints, err));
    MB_TRY(MB_TAKE(arena, &order, nb, err));
    MB_TRY(MB_TAKE(arena, &best, nb, err));
    MB_TRY(MB_TAKE(arena, &reached, nb, err));
    for (int b = 0; b < m->nbodies; b++)
        tree->branch[b] = (mb_export_branch){.joint = MB_NO_INDEX,
                                             .parent = MB_ON_GROUND,
                                             .child = MB_NO_INDEX,
                                             .next = MB_NO_INDEX};
    for (int b = 0; n < m->nbodies;) {
        const int more = grow(m, tree, reached, best, order + n);

        n += more;
        if (more)
            continue;
        while (reached[b])
            b++;
        reached[b] = true;
        order[n++] = b;
    }
    hang(tree, order, n);
done:
    return status;
}

void mb_export_place(const mb_plain_mechanism *m, const mb_plain_joint *joint, int k,
                     double world[3])
{
    mb_plain_place(m, joint->body[k], joint->place[k], world);
}

void mb_export_axis(const mb_plain_mechanism *m, const mb_plain_joint *joint, int k, bool turned,
                    double world[3])
{
    mb_plain_direction(m, joint->body[k], joint->axis[k], world);
    for (int i = 0; i < 3; i++)
        world[i] = turned ? -world[i] : world[i];
}

double mb_export_gap(const mb_plain_mechanism *m, const mb_plain_joint *joint)
{
    double a[3], b[3], axis[3], along, size = 0.0;

    mb_export_place(m, joint, 0, a);
    mb_export_place(m, joint, 1, b);
    mb_export_axis(m, joint, 0, false, axis);
    for (int i = 0; i < 3; i++)
        b[i] -= a[i];
    along = mb_dot(b, axis);
    for (int i = 0; i < 3; i++) {
        const bool slides = joint->kind == MB_JOINT_PRISMATIC ||
                            joint->kind == MB_JOINT_CYLINDRICAL || joint->kind == MB_JOINT_SCREW ||
                            joint->kind == MB_JOINT_POINT_ON_LINE;

        b[i] -= slides ? along * axis[i] : 0.0;
        size += b[i] * b[i];
    }
    switch (joint->kind) {
    case MB_JOINT_PLANAR:
        return fabs(along);
    case MB_JOINT_DISTANCE:
        return fabs(sqrt(size) - joint->length);
    case MB_JOINT_POINT_IN_PLANE:
    case MB_JOINT_PERPENDICULAR:
    case MB_JOINT_BLADE:
    case MB_JOINT_ROLLING:
        return 0.0; /* they are refused for what they are */
    default:
        return sqrt(size);
    }
}

/* Whether J - least 1 is positive definite, by its leading minors. */
static bool above(const double j[9], double least)
{
    const double a = j[0] - least, b = j[4] - least, c = j[8] - least;

    return a > 0.0 && a * b - j[1] * j[1] > 0.0 &&
           a * (b * c - j[5] * j[5]) - j[1] * (j[1] * c - j[5] * j[2]) +
                   j[2] * (j[1] * j[5] - b * j[2]) >
               0.0;
}

void mb_export_inertia(const mb_plain_mechanism *m, int body, double j[9], bool *added)
{
    const mb_plain_body *b = &m->body[body];
    const double least = fmax(1e-9 * b->mass * m->scale * m->scale, 1e-14);

    memset(j, 0, 9 * sizeof *j);
    if (!b->point && m->spatial)
        mb_robot_turn_tensor(b->turn, b->inertia, j);
    for (int i = 0; i < 3 && !b->point && !m->spatial; i++)
        j[4 * i] = b->inertia[8]; /* about the axes in the plane nothing turns */
    *added = !above(j, least);
    for (int i = 0; *added && i < 3; i++)
        j[4 * i] += least;
}

void mb_export_refuse(char *why, size_t size, const char *format, ...)
{
    char text[200];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    mb_join(why, size, "; ", text);
}

void mb_export_refuse_massless(const mb_plain_mechanism *m, char *why, size_t size)
{
    for (int b = 0; b < m->nbodies; b++)
        if (m->body[b].mass == 0.0)
            mb_export_refuse(why, size, "body '%s' has no mass", m->body[b].name);
}
