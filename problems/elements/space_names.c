/* What rows and coordinates of spatial mechanisms are called. */
#include <stdio.h>

#include "problems/elements/spatial.h"

static const char *body_name(const mb_mechanism *m, int body)
{
    return body == MB_GROUND ? "the ground" : m->body[body].name;
}

void mb_space_row_text(const mb_model *model, int row, char *text, size_t size)
{
    const mb_mechanism *m = model->data;

    if (row >= model->mh) {
        const mb_gears *g = &m->gears[row - model->mh];

        snprintf(text, size, "gears of %s and %s", m->body[g->body[0]].name,
                 m->body[g->body[g->n - 1]].name);
        return;
    }
    if (m->euler && row >= m->norm_row) {
        snprintf(text, size, "unit norm of %s", m->body[row - m->norm_row].name);
        return;
    }
    for (const mb_joint *j = m->joint; j < m->joint + m->njoints; j++)
        if (row >= j->row && row < j->row + j->n)
            snprintf(text, size, "%s of %s and %s", j->what, body_name(m, j->pair.body[0]),
                     body_name(m, j->pair.body[1]));
}

void mb_space_coordinate_text(const mb_model *model, int coordinate, char *text, size_t size)
{
    static const char *const name[] = {"x",
                                       "y",
                                       "z",
                                       "Euler parameter 0",
                                       "Euler parameter 1",
                                       "Euler parameter 2",
                                       "Euler parameter 3"};
    const mb_mechanism *m = model->data;

    snprintf(text, size, "%s of %s", name[coordinate % 7], m->body[coordinate / 7].name);
}

void mb_space_velocity_text(const mb_model *model, int velocity, char *text, size_t size)
{
    static const char *const name[] = {"x", "y", "z", "omega x", "omega y", "omega z"};
    const mb_mechanism *m = model->data;

    if (m->euler)
        mb_space_coordinate_text(model, velocity, text, size);
    else
        snprintf(text, size, "%s of %s", name[velocity % 6], m->body[velocity / 6].name);
}
