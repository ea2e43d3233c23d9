/* Start velocities that are held as declared. */
#include <stdio.h>
#include <string.h>

#include "problems/elements/space/spatial.h"

mb_hold *mb_kit_new_hold(mb_kit *kit, double value, const char *name)
{
    mb_hold *hold;
    char *copy;

    if (!kit || !mb_kit_grow(kit, &kit->hold, kit->nholds, &kit->max_holds, sizeof *kit->hold))
        return NULL;
    kit->status = MB_TAKE(kit->model->arena, &copy, strlen(name) + 1, kit->err);
    if (kit->status != MB_OK)
        return NULL;
    memcpy(copy, name, strlen(name) + 1);
    hold = &kit->hold[kit->nholds++];
    *hold = (mb_hold){.value = value, .name = copy};
    return hold;
}

void mb_kit_hold_velocity(mb_kit *kit, int coordinate)
{
    char what[128], name[160];
    mb_hold *hold;

    if (!mb_kit_has_coordinate(kit, "a held velocity", coordinate))
        return;
    mb_label_text(&kit->coordinate_label[coordinate], what, sizeof what);
    snprintf(name, sizeof name, "the rate of %s%d%s%s%s", what[0] ? "q[" : "coordinate ",
             coordinate, what[0] ? "] (" : "", what, what[0] ? ")" : "");
    hold = mb_kit_new_hold(kit, kit->rate[coordinate], name);
    if (!hold)
        return;
    hold->n = 1;
    hold->velocity[0] = coordinate;
    hold->factor[0] = 1.0;
}

void mb_kit_hold_point(mb_kit *kit, int point)
{
    if (!mb_kit_has_point(kit, "a held velocity", point))
        return;
    for (int axis = 0; axis < 2; axis++)
        if (kit->point[point][axis].i >= 0)
            mb_kit_hold_velocity(kit, kit->point[point][axis].i);
}

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
