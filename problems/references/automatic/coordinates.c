/* SPDX-License-Identifier: MIT */
/* Joint coordinates as scalar functions of two bodies. */
#include <math.h>
#include <string.h>

#include "problems/references/automatic/parts.h"
#include "problems/references/rotation.h"

static const double unit[3][3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};

int mb_auto_add_scalar(mb_auto *tree, const mb_auto_scalar *scalar)
{
    tree->scalar[tree->nscalars] = *scalar;
    return tree->nscalars++;
}

/* A world direction in a body's frame, as a turn R has it. */
void mb_auto_local(const double *R, const double *x, double *u)
{
    for (int i = 0; i < 3; i++)
        u[i] = R ? R[i] * x[0] + R[3 + i] * x[1] + R[6 + i] * x[2] : x[i];
}

static const double *turn_of(const mb_auto_pose *pose, int body)
{
    return body >= 0 ? pose[body].R : NULL;
}

const double *mb_auto_declared_turn(const mb_auto *tree, int body)
{
    return body >= 0 ? tree->plain->body[body].turn : NULL;
}

void mb_auto_world(const double *R, const double *u, double *x)
{
    if (R)
        mb_rotate(R, u, x);
    else
        memcpy(x, u, 3 * sizeof *x);
}

/* Two directions across z; in the plane the first one lies in it. */
void mb_auto_across(const double *z, bool spatial, double t[2][3])
{
    int least = 0;
    double size;

    for (int i = 1; i < 3; i++)
        if (fabs(z[i]) < fabs(z[least]))
            least = i;
    mb_cross(spatial ? unit[least] : unit[2], z, t[0]);
    size = sqrt(mb_dot(t[0], t[0]));
    for (int i = 0; i < 3; i++)
        t[0][i] /= size;
    mb_cross(z, t[0], t[1]);
}

/* The angle that a turn has where the bodies stand at `pose`. */
static double angle_at(const mb_auto_scalar *s, const mb_auto_pose *pose)
{
    double a[3], b[3], z[3], c[3];

    mb_auto_world(turn_of(pose, s->body[0]), s->from[0], a);
    mb_auto_world(turn_of(pose, s->body[1]), s->from[1], b);
    mb_auto_world(turn_of(pose, s->body[s->about_b]), s->axis[s->about_b], z);
    mb_cross(a, b, c);
    return atan2(mb_dot(c, z), mb_dot(a, b));
}

static void describe_turn(const mb_auto *tree, const mb_plain_joint *joint, int number,
                          mb_auto_scalar *s)
{
    const double *Ra = mb_auto_declared_turn(tree, joint->body[0]),
                 *Rb = mb_auto_declared_turn(tree, joint->body[1]);
    double z[3], t[2][3];

    s->kind = MB_AUTO_TURN;
    s->about_b = joint->kind == MB_JOINT_UNIVERSAL && number == 1;
    if (joint->kind == MB_JOINT_UNIVERSAL) { /* counted by the other axis */
        mb_auto_world(s->about_b ? Ra : Rb, joint->axis[1 - s->about_b], t[0]);
    } else {
        mb_auto_world(Ra, joint->axis[0], z);
        mb_auto_across(z, true, t);
    }
    mb_auto_local(Ra, t[0], s->from[0]);
    mb_auto_local(Rb, t[0], s->from[1]);
}

/* Directions of a disc: up along the plane's normal as declared, and a quarter of a turn from it. */
static void describe_roll(const mb_auto *tree, const mb_plain_joint *joint, mb_auto_scalar *s)
{
    double normal[3], across[3], size;

    s->kind = MB_AUTO_ROLL;
    mb_auto_local(mb_auto_declared_turn(tree, joint->body[1]), joint->axis[0], normal);
    mb_cross(normal, joint->axis[1], across);
    size = sqrt(mb_dot(across, across));
    for (int i = 0; i < 3; i++)
        s->from[1][i] = across[i] / size;
    mb_cross(joint->axis[1], s->from[1], s->from[0]);
}

/* The scalar of a joint coordinate, made where it is asked for first. */
int mb_auto_coordinate(mb_auto *tree, mb_coordinate of, const mb_auto_pose *pose)
{
    const mb_plain_joint *joint = &tree->plain->joint[of.joint];
    mb_auto_scalar s = {.link = -1, .memory = -1};
    double x[2][3], n[3];
    int *known = &tree->coordinate[of.joint][of.number];

    if (*known >= 0)
        return *known;
    for (int k = 0; k < 2; k++) {
        s.body[k] = joint->body[k];
        memcpy(s.place[k], joint->place[k], sizeof s.place[k]);
        memcpy(s.axis[k], joint->axis[k], sizeof s.axis[k]);
        mb_plain_place(tree->plain, joint->body[k], joint->place[k], x[k]);
    }
    s.offset = joint->value[of.number];
    if (joint->kind == MB_JOINT_DISTANCE) {
        s.kind = MB_AUTO_LENGTH;
        s.offset = 0.0;
    } else if (mb_coordinate_is_length(joint, of.number)) {
        s.kind = MB_AUTO_OFF;
        mb_plain_direction(tree->plain, joint->body[0], joint->axis[0], n);
        for (int i = 0; i < 3; i++)
            s.offset -= n[i] * (x[1][i] - x[0][i]);
    } else if (joint->kind == MB_JOINT_ROLLING) {
        describe_roll(tree, joint, &s);
        s.memory = tree->nmemories++;
    } else {
        describe_turn(tree, joint, of.number, &s);
        s.link = tree->joint_link[of.joint][of.number];
        if (s.link >= 0) {
            s.sign = tree->link[s.link].body == joint->body[1] ? 1.0 : -1.0;
            s.offset += angle_at(&s, pose);
        } else {
            s.memory = tree->nmemories++;
        }
    }
    return *known = mb_auto_add_scalar(tree, &s);
}
