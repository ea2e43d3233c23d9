/* SPDX-License-Identifier: MIT */
/* Readings of rows by other conventions than ours. */
#include <math.h>
#include <string.h>

#include "bench/validate/judge.h"
#include "problems/references/rotation.h"
#include "problems/robots/robot.h"

enum { LOOKED_AT = 3 /* rows */ };

/* A pose of the trial as a convention means it. */
typedef void reading(const mb_trial *trial, const mb_pose *row, int body, mb_pose *read);

static void w_last(const mb_trial *trial, const mb_pose *row, int body, mb_pose *read)
{
    const double *q = row[body].quaternion;

    (void)trial;
    read->quaternion[0] = q[3];
    memcpy(read->quaternion + 1, q, 3 * sizeof *q);
}

static void conjugate(const mb_trial *trial, const mb_pose *row, int body, mb_pose *read)
{
    (void)trial;
    (void)row;
    (void)body;
    for (int i = 1; i < 4; i++)
        read->quaternion[i] = -read->quaternion[i];
}

static void w_last_conjugate(const mb_trial *trial, const mb_pose *row, int body, mb_pose *read)
{
    w_last(trial, row, body, read);
    conjugate(trial, row, body, read);
}

/* u of the body's axes in the world's; true orientations are known. */
static void to_world(const double *e, const double *u, double *out)
{
    double R[9];

    mb_robot_quaternion(e, R);
    mb_rotate(R, u, out);
}

static const double *true_turn(const mb_trial *trial, const mb_pose *row, int body)
{
    return trial->right[row - trial->told + body].quaternion;
}

static void body_spin(const mb_trial *trial, const mb_pose *row, int body, mb_pose *read)
{
    to_world(true_turn(trial, row, body), row[body].omega, read->omega);
}

static void body_speed(const mb_trial *trial, const mb_pose *row, int body, mb_pose *read)
{
    to_world(true_turn(trial, row, body), row[body].velocity, read->velocity);
}

static void negative_spin(const mb_trial *trial, const mb_pose *row, int body, mb_pose *read)
{
    (void)trial;
    for (int i = 0; i < 3; i++)
        read->omega[i] = -row[body].omega[i];
}

static void degrees(const mb_trial *trial, const mb_pose *row, int body, mb_pose *read)
{
    (void)trial;
    for (int i = 0; i < 3; i++)
        read->omega[i] = row[body].omega[i] * M_PI / 180.0;
}

static void negative_speed(const mb_trial *trial, const mb_pose *row, int body, mb_pose *read)
{
    (void)trial;
    for (int i = 0; i < 3; i++)
        read->velocity[i] = -row[body].velocity[i];
}

static void exchanged(const mb_trial *trial, const mb_pose *row, int body, mb_pose *read)
{
    (void)trial;
    for (int i = 0; i < 3; i++) {
        read->velocity[i] = row[body].omega[i];
        read->omega[i] = row[body].velocity[i];
    }
}

static void backwards(const mb_trial *trial, const mb_pose *row, int body, mb_pose *read)
{
    *read = row[trial->nbodies - 1 - body];
}

static const struct convention {
    bool of[MB_QUANTITIES];
    reading *read;
    const char *words;
} conventions[] = {
    {{[MB_TURN] = true}, w_last, "x y z w; w stands first"},
    {{[MB_TURN] = true},
     conjugate,
     "the turn of the world into the body; it turns components in the body's frame into the "
     "world's"},
    {{[MB_TURN] = true},
     w_last_conjugate,
     "x y z w of the turn of the world into the body; w stands first, and it turns components in "
     "the body's frame into the world's"},
    {{[MB_SPIN] = true}, body_spin, "components in the body's axes; world axes are wanted"},
    {{[MB_SPIN] = true}, negative_spin, "turning the other way; its sign is wrong"},
    {{[MB_SPIN] = true}, degrees, "degrees; rad/s are wanted"},
    {{[MB_SPEED] = true}, body_speed, "components in the body's axes; world axes are wanted"},
    {{[MB_SPEED] = true}, negative_speed, "going the other way; its sign is wrong"},
    {{[MB_SPEED] = true, [MB_SPIN] = true},
     exchanged,
     "angular velocity before velocity; the velocity stands first"},
    {{true, true, true, true},
     backwards,
     "another body's; bodies stand in the order of mechanism.bodies"},
};

static bool fits(const mb_trial *trial, const mb_scales *s, mb_quantity quantity, reading *read)
{
    for (long k = 0; k < trial->rows && k < LOOKED_AT; k++)
        for (int b = 0; b < trial->nbodies; b++) {
            const mb_pose *row = trial->told + k * trial->nbodies;
            mb_pose meant = row[b];

            if (trial->foreign.declared->body[b].point)
                continue;
            read(trial, row, b, &meant);
            if (!(mb_pose_apart(quantity, &meant, &trial->right[k * trial->nbodies + b]) <=
                  s->limit * s->unit[quantity]))
                return false;
        }
    return true;
}

const char *mb_convention_of(const mb_trial *trial, const mb_scales *s, mb_quantity quantity)
{
    for (size_t i = 0; i < sizeof conventions / sizeof *conventions; i++)
        if (conventions[i].of[quantity] && fits(trial, s, quantity, conventions[i].read))
            return conventions[i].words;
    return NULL;
}
