/* Rigid motions of all that moves, from which conserved momenta follow. */
#include <string.h>

#include "problems/elements/space/spatial.h"

enum { ALONG_X, ALONG_Y, ALONG_Z, ABOUT_X, ABOUT_Y, ABOUT_Z };

static double at(const mb_slot *s, const double *q)
{
    return s->i >= 0 ? q[s->i] : s->place;
}

bool mb_planar_rigid_motion(const mb_model *model, const double *q, int k, double *dv)
{
    const mb_assembly *m = model->data;

    memset(dv, 0, (size_t)model->nv * sizeof *dv);
    if (m->npoints + m->nbodies == 0 || (k != ALONG_X && k != ALONG_Y && k != ABOUT_Z))
        return false;
    for (int i = 0; i < m->npoints; i++) {
        const mb_slot *x = &m->point[i][0], *y = &m->point[i][1];

        if (x->i >= 0)
            dv[x->i] = k == ALONG_X ? 1.0 : k == ABOUT_Z ? -at(y, q) : 0.0;
        if (y->i >= 0)
            dv[y->i] = k == ALONG_Y ? 1.0 : k == ABOUT_Z ? at(x, q) : 0.0;
    }
    for (int i = 0; i < m->nbodies; i++) {
        const int x = m->body[i];

        dv[x] = k == ALONG_X ? 1.0 : k == ABOUT_Z ? -q[x + 1] : 0.0;
        dv[x + 1] = k == ALONG_Y ? 1.0 : k == ABOUT_Z ? q[x] : 0.0;
        dv[x + 2] = k == ABOUT_Z ? 1.0 : 0.0;
    }
    return true;
}

/* A body turns by omega = A' axis, dp = G' omega / 2. */
bool mb_space_rigid_motion(const mb_model *model, const double *q, int k, double *dv)
{
    const mb_mechanism *m = model->data;
    const int size = mb_body_size(m->euler);
    double axis[3] = {0.0, 0.0, 0.0};

    axis[k % 3] = 1.0;
    memset(dv, 0, (size_t)model->nv * sizeof *dv);
    for (int b = 0; b < m->nbodies; b++) {
        double *turn = dv + size * b + 3, omega[3];
        mb_frame f;

        if (k < ABOUT_X) {
            dv[size * b + k] = 1.0;
            continue;
        }
        mb_frame_at(&f, q, b);
        mb_cross(axis, q + 7 * b, dv + size * b);
        mb_turn_back(&f, axis, omega);
        if (m->euler) {
            mb_omega_t(q + 7 * b + 3, omega, turn);
            for (int i = 0; i < 4; i++)
                turn[i] *= 0.25;
        } else {
            memcpy(turn, omega, sizeof omega);
        }
    }
    return true;
}
