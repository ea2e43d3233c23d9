/* SPDX-License-Identifier: MIT */
/* Rows without a Phi: blades, rolling discs, gears in mesh. */
#include <string.h>

#include "problems/elements/machine/machine_setup.h"

/* Across the blade */
static void planar_blade(mb_machine *m, const mb_plain_joint *j, int row)
{
    mb_blade *x = &m->blade[m->nblades++];

    x->row = row;
    x->i = m->body[j->body[1]].v;
    x->k[0] = -j->axis[1][1];
    x->k[1] = j->axis[1][0];
    x->b = x->k[1] * j->place[1][0] - x->k[0] * j->place[1][1];
}

static void blade(mb_machine *m, const mb_plain_joint *j, int row)
{
    mb_knife *k = &m->knife[m->nknives++];

    k->row = row;
    k->duo.body[0] = j->body[1];
    k->duo.body[1] = MB_ON_GROUND;
    memcpy(k->u, j->place[1], sizeof k->u);
    memcpy(k->m, j->axis[1], sizeof k->m);
    memcpy(k->n, j->axis[0], sizeof k->n);
}

/* Two knives, along and across the track, and what comes with the turning */
static void disc(mb_machine *m, const mb_plain_joint *j, int row)
{
    static const double origin[3] = {0.0, 0.0, 0.0};
    mb_disc *disc = &m->disc[m->ndiscs++];

    blade(m, j, row);
    blade(m, j, row + 1);
    m->knife[m->nknives - 1].along = true;
    disc->row = row;
    disc->radius = j->radius;
    memcpy(disc->axis, j->axis[1], sizeof disc->axis);
    disc->tie = mb_tie_between(MB_ON_GROUND, origin, j->body[1], origin);
    disc->tie.between = false;
    disc->k = mb_scalar_dot(j->axis[0], j->axis[1]);
}

static mb_status mesh(mb_model *model, mb_machine *m, const mb_plain_gear *gear, int row,
                      mb_error *err)
{
    mb_status status = MB_OK;
    mb_mesh *mesh = &m->mesh[m->nmeshes++];

    mesh->row = row;
    MB_TRY(MB_TAKE(model->arena, &mesh->wheel, (size_t)gear->n, err));
    for (int k = 0; k < gear->n; k++) {
        const mb_gear_term *term = &gear->term[k];
        mb_mesh_wheel *wheel;

        if (term->body == MB_ON_GROUND)
            continue;
        wheel = &mesh->wheel[mesh->n++];
        wheel->duo.body[0] = term->body;
        wheel->duo.body[1] = MB_ON_GROUND;
        for (int i = 0; i < 3; i++)
            wheel->axis[i] = term->factor * term->axis[i];
    }
done:
    return status;
}

mb_status mb_machine_velocity_rows(mb_model *model, mb_machine *m, mb_error *err)
{
    mb_status status = MB_OK;
    const mb_plain_mechanism *plain = m->plain;
    size_t blades = 0, discs = 0;

    for (int k = 0; k < plain->njoints; k++) {
        blades += plain->joint[k].kind == MB_JOINT_BLADE;
        discs += plain->joint[k].kind == MB_JOINT_ROLLING;
    }
    MB_TRY(MB_TAKE(model->arena, &m->slip_row, (size_t)plain->njoints, err));
    memset(m->slip_row, 0xff, (size_t)plain->njoints * sizeof *m->slip_row);
    MB_TRY(MB_TAKE(model->arena, &m->knife, blades + 2 * discs, err));
    MB_TRY(MB_TAKE(model->arena, &m->blade, blades, err));
    MB_TRY(MB_TAKE(model->arena, &m->disc, discs, err));
    MB_TRY(MB_TAKE(model->arena, &m->mesh, (size_t)plain->ngears, err));
    for (int k = 0; k < plain->njoints; k++)
        if (plain->joint[k].kind == MB_JOINT_BLADE) {
            m->slip_row[k] = model->m++;
            (m->kind == MB_IN_X_Y_PHI ? planar_blade : blade)(m, &plain->joint[k], m->slip_row[k]);
        }
    for (int k = 0; k < plain->njoints; k++)
        if (plain->joint[k].kind == MB_JOINT_ROLLING) {
            m->slip_row[k] = model->m;
            disc(m, &plain->joint[k], model->m);
            model->m += 2;
        }
    for (int k = 0; k < plain->ngears; k++)
        if (plain->gear[k].mesh) {
            m->gear_row[k] = model->m;
            MB_TRY(mesh(model, m, &plain->gear[k], model->m++, err));
        }
done:
    return status;
}
