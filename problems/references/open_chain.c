/* SPDX-License-Identifier: MIT */
#include "problems/references/open_chain.h"

#include <string.h>

#include "problems/references/rotation.h"

/* A link in motion: x = R x_start + o.  Motions are (angular; linear), forces (moment; force), both
 * at the joint. */
struct moving {
    double R[9]; /* by rows */
    double joint[3], axis[3], omega[3];
    double d[3];    /* from the joint before */
    double c[6];    /* acceleration without theta'' and the link before */
    double U[6], D; /* articulated inertia on the axis; axis . U */
    double u;       /* moment about the axis that is left for theta'' */
};

mb_status mb_open_chain_create(mb_arena *arena, int n, mb_open_chain **chain, mb_error *err)
{
    mb_status status = MB_OK;

    MB_TRY(MB_TAKE(arena, chain, 1, err));
    MB_TRY(MB_TAKE(arena, &(*chain)->link, (size_t)n, err));
    (*chain)->n = n;
done:
    return status;
}

static const struct moving still = {.R = {1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0}};

/* One link from the one before; before_start: where that one's joint is at the start */
static void move(const mb_chain_link *link, const struct moving *before, const double *before_start,
                 double theta, double rate, struct moving *m)
{
    double arm[3], spin[3], turning[3];

    mb_rotate(before->R, link->axis, m->axis);
    mb_rotate_on(before->R, link->axis, theta, m->R);
    for (int i = 0; i < 3; i++)
        arm[i] = link->joint[i] - before_start[i];
    mb_rotate(before->R, arm, m->d);
    for (int i = 0; i < 3; i++) {
        m->joint[i] = before->joint[i] + m->d[i];
        spin[i] = rate * m->axis[i];
        m->omega[i] = before->omega[i] + spin[i];
    }
    /* c = (omega x spin; omega x (omega x d)) */
    mb_cross(before->omega, spin, m->c);
    mb_cross(before->omega, m->d, turning);
    mb_cross(before->omega, turning, m->c + 3);
}

/* Adds a link's own inertia about its joint to I, and the force that it needs at zero acceleration
 * to p. */
static void add_link(const mb_chain_link *link, const double *gravity, const struct moving *m,
                     double I[6][6], double p[6])
{
    double start[3], r[3], J[9], momentum[3], turning[3], force[3] = {0.0};

    /* I += [J - m r~ r~, m r~; -m r~, m 1],  r from the joint to the centre of mass */
    for (int i = 0; i < 3; i++)
        start[i] = link->com[i] - link->joint[i];
    mb_rotate(m->R, start, r);
    mb_rotate_inertia(m->R, link->J, J);
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;

        for (int l = 0; l < 3; l++) /* J - m [r][r] */
            I[i][l] += J[3 * i + l] + link->mass * ((i == l) * mb_dot(r, r) - r[i] * r[l]);
        I[3 + i][3 + i] += link->mass;
        I[j][3 + k] -= link->mass * r[i]; /* m [r] */
        I[k][3 + j] += link->mass * r[i];
        I[3 + k][j] -= link->mass * r[i];
        I[3 + j][k] += link->mass * r[i];
    }
    /* p += (omega x J omega + r x f; f),  f = m (omega x (omega x r) - g) */
    mb_cross(m->omega, r, turning);
    mb_add_cross(m->omega, turning, force);
    for (int i = 0; i < 3; i++) {
        force[i] = link->mass * (force[i] - gravity[i]);
        p[3 + i] += force[i];
    }
    mb_rotate(J, m->omega, momentum);
    mb_add_cross(m->omega, momentum, p);
    mb_add_cross(r, force, p);
}

/* What a link with articulated inertia I and force p asks of the one before: both about the joint
 * before on output, the link's own angle being free. */
static void hand_on(struct moving *m, double I[6][6], double p[6])
{
    double rest[6][6], moment[3];

    /* U = I e,  D = e . U,  u = -e . p,  e = (axis; 0) */
    for (int i = 0; i < 6; i++)
        m->U[i] = mb_dot(I[i], m->axis);
    m->D = mb_dot(m->U, m->axis);
    m->u = -mb_dot(m->axis, p);
    /* rest = I - U U' / D,  p += rest c + U u / D */
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 6; j++)
            rest[i][j] = I[i][j] - m->U[i] * m->U[j] / m->D;
    for (int i = 0; i < 6; i++) {
        p[i] += m->U[i] * m->u / m->D;
        for (int j = 0; j < 6; j++)
            p[i] += rest[i][j] * m->c[j];
    }
    /* p about the joint before: moment += d x force */
    mb_cross(m->d, p + 3, moment);
    for (int i = 0; i < 3; i++)
        p[i] += moment[i];
    /* I = X' rest X with the linear part of X x being x_linear - d x x_angular */
    for (int i = 0; i < 6; i++) {
        double column[3];

        mb_cross(m->d, rest[i] + 3, column);
        for (int j = 0; j < 3; j++)
            rest[i][j] += column[j];
    }
    for (int j = 0; j < 6; j++) {
        const double linear[3] = {rest[3][j], rest[4][j], rest[5][j]};

        mb_cross(m->d, linear, moment);
        for (int i = 0; i < 3; i++) {
            I[i][j] = rest[i][j] + moment[i];
            I[3 + i][j] = rest[3 + i][j];
        }
    }
}

void mb_open_chain_rate(const mb_open_chain *chain, const double *y, double *ydot)
{
    struct moving at[MB_OPEN_CHAIN_MAX];
    double I[6][6] = {{0.0}}, p[6] = {0.0}, x[6] = {0.0}, turning[3];
    const int n = chain->n;

    for (int k = 0; k < n; k++)
        move(&chain->link[k], k ? &at[k - 1] : &still, k ? chain->link[k - 1].joint : still.joint,
             y[k], y[n + k], &at[k]);
    for (int k = n - 1; k >= 0; k--) {
        add_link(&chain->link[k], chain->gravity, &at[k], I, p);
        hand_on(&at[k], I, p);
    }
    /* theta'' = (u - U . x) / D,  x the acceleration that comes from the link before */
    for (int k = 0; k < n; k++) {
        const struct moving *m = &at[k];
        double left = m->u;

        mb_cross(x, m->d, turning);
        for (int i = 0; i < 3; i++) {
            x[i] += m->c[i];
            x[3 + i] += turning[i] + m->c[3 + i];
        }
        for (int i = 0; i < 6; i++)
            left -= m->U[i] * x[i];
        ydot[k] = y[n + k];
        ydot[n + k] = left / m->D;
        for (int i = 0; i < 3; i++)
            x[i] += ydot[n + k] * m->axis[i];
    }
}

void mb_open_chain_end(const mb_open_chain *chain, const double *y, double *x)
{
    struct moving before = still, now = still;
    const double *joint = still.joint;
    double start[3], arm[3];

    for (int k = 0; k < chain->n; k++) {
        move(&chain->link[k], &before, joint, y[k], 0.0, &now);
        joint = chain->link[k].joint;
        before = now;
    }
    for (int i = 0; i < 3; i++)
        start[i] = chain->end[i] - joint[i];
    mb_rotate(now.R, start, arm);
    for (int i = 0; i < 3; i++)
        x[i] = now.joint[i] + arm[i];
}
