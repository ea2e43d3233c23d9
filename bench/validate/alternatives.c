/* SPDX-License-Identifier: MIT */
/* Mechanisms that adapters run by mistake: the trial's with something left out or turned. */
#include <math.h>
#include <string.h>

#include "bench/validate/judge.h"

/* A mechanism that may be written to. */
struct altered {
    mb_plain_mechanism mechanism;
    mb_plain_body *body;
    mb_plain_force *force;
};

/* false: there is nothing to alter */
typedef bool alteration(struct altered *a);

static bool gravity_up(struct altered *a)
{
    bool there = false;

    for (int i = 0; i < 3; i++) {
        there = there || a->mechanism.gravity[i] != 0.0;
        a->mechanism.gravity[i] = -a->mechanism.gravity[i];
    }
    return there;
}

static bool no_gravity(struct altered *a)
{
    const bool there = gravity_up(a);

    memset(a->mechanism.gravity, 0, sizeof a->mechanism.gravity);
    return there;
}

/* Down is -z in many engines, and -y in others. */
static bool gravity_along(struct altered *a, int axis)
{
    double size = 0.0;
    const bool there = gravity_up(a);

    for (int i = 0; i < 3; i++)
        size = hypot(size, a->mechanism.gravity[i]);
    memset(a->mechanism.gravity, 0, sizeof a->mechanism.gravity);
    a->mechanism.gravity[axis] = -size;
    return there;
}

static bool gravity_along_y(struct altered *a)
{
    return gravity_along(a, 1);
}

static bool gravity_along_z(struct altered *a)
{
    return a->mechanism.spatial && gravity_along(a, 2);
}

static bool scale_products(struct altered *a, double by)
{
    bool there = false;

    for (int b = 0; b < a->mechanism.nbodies; b++)
        for (int i = 0; i < 9; i++)
            if (i % 4 != 0) {
                there = there || a->body[b].inertia[i] != 0.0;
                a->body[b].inertia[i] *= by;
            }
    return there;
}

static bool no_products(struct altered *a)
{
    return scale_products(a, 0.0);
}

static bool negative_products(struct altered *a)
{
    return scale_products(a, -1.0);
}

/* J of the frame that stands like the world at the start: R' J R. */
static bool world_tensor(struct altered *a)
{
    for (int b = 0; b < a->mechanism.nbodies && a->mechanism.spatial; b++) {
        const double *R = a->body[b].turn;
        double made[9] = {0.0};

        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                for (int k = 0; k < 3; k++)
                    for (int l = 0; l < 3; l++)
                        made[3 * i + j] +=
                            R[3 * k + i] * a->body[b].inertia[3 * k + l] * R[3 * l + j];
        if (!a->body[b].point)
            memcpy(a->body[b].inertia, made, sizeof made);
    }
    return a->mechanism.spatial;
}

/* Six numbers of the tensor that were taken in another order: which one of xx yy zz xy xz yz stands at
 * each place of the other's. */
static bool in_order(struct altered *a, const int order[6])
{
    static const int element[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};
    bool there = false;

    for (int b = 0; b < a->mechanism.nbodies && a->mechanism.spatial; b++) {
        double *J = a->body[b].inertia, six[6];

        for (int i = 0; i < 6; i++)
            six[i] = J[3 * element[i][0] + element[i][1]];
        for (int i = 0; i < 6 && !a->body[b].point; i++) {
            const int row = element[i][0], column = element[i][1];

            there = there || six[order[i]] != six[i];
            J[3 * row + column] = J[3 * column + row] = six[order[i]];
        }
    }
    return there;
}

static bool yz_before_xy(struct altered *a) /* xx yy zz yz xz xy */
{
    return in_order(a, (const int[]){0, 1, 2, 5, 4, 3});
}

static bool by_rows(struct altered *a) /* xx xy xz yy yz zz */
{
    return in_order(a, (const int[]){0, 3, 5, 1, 2, 4});
}

static bool no_start(struct altered *a)
{
    const bool there = a->mechanism.start.n > 0;

    a->mechanism.start.n = 0;
    return there;
}

static bool is_spring(const struct altered *a, int i)
{
    return a->force[i].kind == MB_FORCE_LINE;
}

static bool pushing_springs(struct altered *a)
{
    bool there = false;

    for (int i = 0; i < a->mechanism.nforces; i++)
        if (is_spring(a, i)) {
            there = true;
            a->force[i].stiffness = -a->force[i].stiffness;
        }
    return there;
}

static bool no_damping(struct altered *a)
{
    bool there = false;

    for (int i = 0; i < a->mechanism.nforces; i++) {
        there = there || a->force[i].damping != 0.0;
        a->force[i].damping = 0.0;
    }
    return there;
}

static bool no_free_length(struct altered *a)
{
    bool there = false;

    for (int i = 0; i < a->mechanism.nforces; i++) {
        there = there || (is_spring(a, i) && a->force[i].free != 0.0);
        a->force[i].free = 0.0;
    }
    return there;
}

static bool no_forces(struct altered *a)
{
    const bool there = a->mechanism.nforces > 0;

    a->mechanism.nforces = 0;
    return there;
}

static const struct alternative {
    alteration *alter;
    const char *words;
} alternatives[] = {
    {gravity_up, "gravity of the opposite sign"},
    {no_gravity, "no gravity"},
    {gravity_along_z, "gravity along -z; mechanism.gravity is a vector"},
    {gravity_along_y, "gravity along -y; mechanism.gravity is a vector"},
    {no_start, "a start at rest; bodies have velocities v and omega"},
    {no_products, "inertia about the frame's axes alone: Jxy, Jxz, Jyz of inertia6 are left out"},
    {negative_products, "Jxy, Jxz, Jyz of the opposite sign; inertia6 are elements of the tensor"},
    {yz_before_xy, "inertia6 read as xx yy zz yz xz xy; its order is xx yy zz xy xz yz"},
    {by_rows, "inertia6 read as xx xy xz yy yz zz; its order is xx yy zz xy xz yz"},
    {world_tensor, "inertia6 in world axes; it is in those of the body"},
    {pushing_springs, "springs that push where they should pull"},
    {no_damping, "no damping"},
    {no_free_length, "springs without a free length"},
    {no_forces, "no forces but gravity"},
};

/* Whether all bodies turn on as they began. */
static bool turn_on(const mb_trial *trial, const mb_scales *s, const mb_pose *motion)
{
    for (long i = 0; i < trial->rows * trial->nbodies; i++) {
        mb_pose start = motion[i];

        memcpy(start.omega, trial->foreign.assembled.omega[i % trial->nbodies], sizeof start.omega);
        if (!(mb_pose_apart(MB_SPIN, &start, &motion[i]) <= s->limit * s->unit[MB_SPIN]))
            return false;
    }
    return true;
}

/* w x J w left out: without a moment, the angular velocity stays as it is. */
static bool without_gyroscopic_term(const mb_trial *trial, const mb_scales *s)
{
    const mb_plain_mechanism *m = trial->foreign.declared;

    return m->njoints == 0 && m->nforces == 0 && turn_on(trial, s, trial->told) &&
           !turn_on(trial, s, trial->right);
}

static bool fits(const mb_trial *trial, const mb_scales *s, const mb_pose *motion)
{
    for (long i = 0; i < trial->rows * trial->nbodies; i++)
        for (int q = 0; q < MB_QUANTITIES; q++) {
            if (trial->foreign.declared->body[i % trial->nbodies].point &&
                (q == MB_TURN || q == MB_SPIN))
                continue;
            if (!(mb_pose_apart((mb_quantity)q, &trial->told[i], &motion[i]) <=
                  s->limit * s->unit[q]))
                return false;
        }
    return true;
}

const char *mb_alternative_of(const mb_trial *trial, const mb_scales *s)
{
    const mb_plain_mechanism *m = trial->foreign.declared;
    const size_t nbodies = (size_t)m->nbodies, nforces = (size_t)m->nforces;
    mb_error unheeded = {MB_OK, ""}; /* an alternative that has no motion is none */
    struct altered a;
    mb_pose *motion;

    if (without_gyroscopic_term(trial, s))
        return "no gyroscopic term omega x J omega: its angular velocity stays as it is";
    for (size_t i = 0; i < sizeof alternatives / sizeof *alternatives; i++) {
        a.mechanism = *m;
        if (MB_TAKE(trial->arena, &a.body, nbodies, &unheeded) != MB_OK ||
            MB_TAKE(trial->arena, &a.force, nforces, &unheeded) != MB_OK ||
            MB_TAKE(trial->arena, &motion, (size_t)trial->rows * nbodies, &unheeded) != MB_OK)
            return NULL;
        memcpy(a.body, m->body, nbodies * sizeof *a.body);
        if (nforces > 0)
            memcpy(a.force, m->force, nforces * sizeof *a.force);
        a.mechanism.body = a.body;
        a.mechanism.force = a.force;
        if (alternatives[i].alter(&a) &&
            mb_trial_motion(trial, &a.mechanism, motion, &unheeded) == MB_OK &&
            fits(trial, s, motion))
            return alternatives[i].words;
        mb_error_clear(&unheeded);
    }
    return NULL;
}
