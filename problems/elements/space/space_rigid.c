/* What is asked of bodies as wholes: their rigid motions, start velocities that are held. */
#include <stdio.h>
#include <string.h>

#include "problems/elements/space/spatial.h"

/* ---- rigid motions of all that moves, from which conserved momenta follow ------------------- */

enum { ALONG_X, ALONG_Y, ALONG_Z, ABOUT_X, ABOUT_Y, ABOUT_Z };

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

/* ---- start velocities that are held as declared --------------------------------------------- */

void mb_space_hold_velocity(mb_space *space, int body, int component)
{
    static const char *const name[] = {"x", "y", "z", "omega x", "omega y", "omega z"};
    const mb_mechanism *m = space ? space->mechanism : NULL;
    char text[160];
    mb_hold *hold;

    if (!mb_space_sound(space, "held velocity", body, body))
        return;
    if (component < 0 || component > 5) {
        mb_kit_refuse(&space->kit, "a held velocity of %s has component %d; they are 0 to 5",
                      m->body[body].name, component);
        return;
    }
    snprintf(text, sizeof text, "%s%s of %.100s", component < 3 ? "the rate of " : "",
             name[component], m->body[body].name);
    hold =
        mb_kit_new_hold(&space->kit,
                        (const double[]){space->start[body].v.x, space->start[body].v.y,
                                         space->start[body].v.z, space->start[body].w.x,
                                         space->start[body].w.y, space->start[body].w.z}[component],
                        text);
    if (!hold)
        return;
    hold->kind = component;
    hold->n = m->euler && component > 2 ? 4 : 1;
    for (int k = 0; k < hold->n; k++) {
        hold->velocity[k] = mb_body_size(m->euler) * body + (hold->n == 4 ? 3 + k : component);
        hold->factor[k] = 1.0;
    }
}

/* A component of omega = 2 G(p) dp/dt */
void mb_space_hold_factors(const mb_model *model, const mb_hold *hold, const double *q,
                           double *factor)
{
    (void)model;
    if (hold->n == 4) {
        const double axis[3] = {hold->kind == 3, hold->kind == 4, hold->kind == 5};

        mb_omega_t(q + hold->velocity[0], axis, factor);
    }
}
