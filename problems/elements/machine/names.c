/* SPDX-License-Identifier: MIT */
/* What rows and coordinates of machines are called. */
#include <stdio.h>

#include "problems/elements/machine/machine.h"

static bool has_row(const mb_tie *tie, int row)
{
    for (const mb_share *x = tie->share; x < tie->share + tie->n; x++)
        if (x->row == row)
            return true;
    return false;
}

/* The blade or rolling disc that has a row without a Phi; NULL */
static const mb_plain_joint *slipping(const mb_machine *m, int row)
{
    for (int k = 0; k < m->plain->njoints; k++) {
        const mb_plain_joint *j = &m->plain->joint[k];
        const int first = m->slip_row[k];

        if (first >= 0 && row >= first && row < first + mb_joint_kind_facts(j->kind)->rates)
            return j;
    }
    return NULL;
}

static const mb_plain_joint *joint_of(const mb_model *model, int row)
{
    const mb_machine *m = model->data;

    for (int k = 0; k < m->plain->njoints; k++) {
        const mb_tie *tie = m->joint_tie[k] < 0 ? NULL : &m->tie[m->joint_tie[k]];

        if (tie && has_row(tie, row))
            return &m->plain->joint[k];
    }
    return NULL;
}

/* Of what a row is, but for joints; its word, NULL: of nothing that a file names */
static const char *other_owner(const mb_machine *m, int row, mb_row_owner *owner)
{
    for (int k = 0; k < m->plain->ngears; k++)
        if (m->gear_row[k] == row) {
            const mb_plain_gear *g = &m->plain->gear[k];

            *owner = (mb_row_owner){g->name, {NULL, NULL}, g->source.line, g->source.column};
            return "gear";
        }
    for (int k = 0; k < m->plain->ndrives; k++)
        if (m->drive_row[k] == row) {
            const mb_plain_drive *d = &m->plain->drive[k];

            *owner = (mb_row_owner){d->name, {NULL, NULL}, d->source.line, d->source.column};
            return "drive";
        }
    return NULL;
}

bool mb_machine_row_owner(const mb_model *model, int row, mb_row_owner *owner)
{
    const mb_machine *m = model->data;
    const mb_plain_joint *j = joint_of(model, row);

    if (!j && other_owner(m, row, owner))
        return true;
    if (!j)
        j = slipping(m, row);
    if (!j)
        return false;
    *owner = (mb_row_owner){j->name, {"ground", "ground"}, j->source.line, j->source.column};
    for (int k = 0; k < 2; k++)
        if (j->body[k] >= 0)
            owner->body[k] = m->plain->body[j->body[k]].name;
    return true;
}

void mb_machine_row_text(const mb_model *model, int row, char *text, size_t size)
{
    const mb_machine *m = model->data;
    const mb_plain_joint *j = joint_of(model, row);
    mb_row_owner owner;
    const char *word = j ? NULL : other_owner(m, row, &owner);

    if (!j && !word)
        j = slipping(m, row);
    if (j)
        snprintf(text, size, "%s joint '%s'", mb_joint_kind_facts(j->kind)->word, j->name);
    else if (word)
        snprintf(text, size, "%s '%s'", word, owner.name);
    for (int b = 0; b < m->nbodies; b++)
        if (m->body[b].norm_row == row)
            snprintf(text, size, "unit norm of '%s'", m->body[b].name);
}

static const mb_mover *owner(const mb_machine *m, int i, bool of_v)
{
    int low = 0, high = m->nbodies - 1;

    while (low < high) { /* bodies stand in order */
        const int middle = (low + high + 1) / 2;

        if ((of_v ? m->body[middle].v : m->body[middle].q) <= i)
            low = middle;
        else
            high = middle - 1;
    }
    return m->body + low;
}

void mb_machine_coordinate_text(const mb_model *model, int coordinate, char *text, size_t size)
{
    static const char *const name[] = {"x",
                                       "y",
                                       "z",
                                       "Euler parameter 0",
                                       "Euler parameter 1",
                                       "Euler parameter 2",
                                       "Euler parameter 3"};
    const mb_machine *m = model->data;
    const mb_mover *body = owner(m, coordinate, false);
    const int i = coordinate - body->q;

    snprintf(text, size, "%s of '%s'", m->kind == MB_IN_X_Y_PHI && i == 2 ? "angle" : name[i],
             body->name);
}

void mb_machine_velocity_text(const mb_model *model, int velocity, char *text, size_t size)
{
    static const char *const name[] = {"x", "y", "z", "omega x", "omega y", "omega z"};
    const mb_machine *m = model->data;
    const mb_mover *body = owner(m, velocity, true);

    if (m->kind == MB_IN_BODY)
        snprintf(text, size, "%s of '%s'", name[velocity - body->v], body->name);
    else
        mb_machine_coordinate_text(model, velocity, text, size);
}
