/* What rows and coordinates of spatial mechanisms are called. */
#include <stdio.h>

#include "problems/elements/space/spatial.h"

static const char *body_name(const mb_mechanism *m, int body)
{
    return body == MB_GROUND ? "the ground" : m->body[body].name;
}

static bool alike(const mb_joint *a, const mb_joint *b)
{
    return a->what == b->what && a->pair.body[0] == b->pair.body[0] &&
           a->pair.body[1] == b->pair.body[1];
}

/* "revolute joint of the ground and door"; of several between the same bodies, which one */
static void joint_text(const mb_mechanism *m, const mb_joint *joint, char *text, size_t size)
{
    const int *body = joint->pair.body;
    int number = 0, all = 0;

    for (const mb_joint *j = m->joint; j < m->joint + m->njoints; j++) {
        all += alike(j, joint);
        number += j <= joint && alike(j, joint);
    }
    if (all > 1)
        snprintf(text, size, "%s of %s and %s (no. %d)", joint->what, body_name(m, body[0]),
                 body_name(m, body[1]), number);
    else
        snprintf(text, size, "%s of %s and %s", joint->what, body_name(m, body[0]),
                 body_name(m, body[1]));
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
            joint_text(m, j, text, size);
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
