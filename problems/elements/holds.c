/* Start velocities that are held as declared. */
#include <stdio.h>
#include <string.h>

#include "problems/elements/assembly.h"

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
