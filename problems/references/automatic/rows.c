/* SPDX-License-Identifier: MIT */
/* Rows of an automatic reference: what cut joints, drives and gears hold. */
#include <math.h>
#include <string.h>

#include "problems/references/automatic/parts.h"

static const double unit[3][3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};

/* ---- joints --------------------------------------------------------------------------------- */

static mb_auto_row *add_row(mb_auto *tree, int terms, const char *name, mb_error *err)
{
    mb_auto_row *row = &tree->row[tree->nrows];

    *row = (mb_auto_row){.n = terms, .unit = 1.0, .name = name};
    if (MB_TAKE(tree->arena, &row->term, (size_t)terms, err) != MB_OK)
        return NULL;
    tree->nrows++;
    return row;
}

static mb_status add_one(mb_auto *tree, const mb_plain_joint *joint, mb_auto_kind kind,
                         const double *axis_a, const double *axis_b, double constant, mb_error *err)
{
    mb_auto_scalar s = {.kind = kind, .link = -1, .memory = -1};
    mb_auto_row *row = add_row(tree, 1, joint->name, err);

    if (!row)
        return err->status;
    for (int k = 0; k < 2; k++) {
        s.body[k] = joint->body[k];
        memcpy(s.place[k], joint->place[k], sizeof s.place[k]);
    }
    memcpy(s.axis[0], axis_a, sizeof s.axis[0]);
    memcpy(s.axis[1], axis_b, sizeof s.axis[1]);
    row->term[0] = (mb_auto_term){1.0, mb_auto_add_scalar(tree, &s)};
    row->constant = constant;
    row->rates = kind == MB_AUTO_BLADE || kind == MB_AUTO_SLIP;
    row->unit = kind == MB_AUTO_DOT ? 1.0 : 1.0 / tree->scale;
    return MB_OK;
}

static mb_status add_meet(mb_auto *tree, const mb_plain_joint *joint, mb_error *err)
{
    mb_status status = MB_OK;

    for (int k = 0; k < (tree->plain->spatial ? 3 : 2); k++)
        MB_TRY(add_one(tree, joint, MB_AUTO_MEET, unit[k], unit[k], 0.0, err));
done:
    return status;
}

/* The axis of a stays at right angles to what is across the axis of b. */
static mb_status add_parallel(mb_auto *tree, const mb_plain_joint *joint, mb_error *err)
{
    const double *R = mb_auto_declared_turn(tree, joint->body[1]);
    mb_status status = MB_OK;
    double z[3], t[2][3], u[3];

    mb_auto_world(R, joint->axis[1], z);
    mb_auto_across(z, tree->plain->spatial, t);
    for (int k = 0; k < (tree->plain->spatial ? 2 : 1); k++) {
        mb_auto_local(R, t[k], u);
        MB_TRY(add_one(tree, joint, MB_AUTO_DOT, joint->axis[0], u, 0.0, err));
    }
done:
    return status;
}

/* The place of b stays on the line along the axis of a. */
static mb_status add_on_line(mb_auto *tree, const mb_plain_joint *joint, mb_error *err)
{
    const double *R = mb_auto_declared_turn(tree, joint->body[0]);
    mb_status status = MB_OK;
    double z[3], t[2][3], u[3];

    mb_auto_world(R, joint->axis[0], z);
    mb_auto_across(z, tree->plain->spatial, t);
    for (int k = 0; k < (tree->plain->spatial ? 2 : 1); k++) {
        mb_auto_local(R, t[k], u);
        MB_TRY(add_one(tree, joint, MB_AUTO_OFF, u, u, 0.0, err));
    }
done:
    return status;
}

/* No turn about the world directions k and k + 1 as declared. */
static mb_status add_square(mb_auto *tree, const mb_plain_joint *joint, const double *x,
                            const double *y, mb_error *err)
{
    double u[2][3];

    mb_auto_local(mb_auto_declared_turn(tree, joint->body[0]), x, u[0]);
    mb_auto_local(mb_auto_declared_turn(tree, joint->body[1]), y, u[1]);
    return add_one(tree, joint, MB_AUTO_DOT, u[0], u[1], 0.0, err);
}

static mb_status add_oriented(mb_auto *tree, const mb_plain_joint *joint, mb_error *err)
{
    mb_status status = MB_OK;

    MB_TRY(add_square(tree, joint, unit[0], unit[1], err));
    if (!tree->plain->spatial)
        return status;
    MB_TRY(add_square(tree, joint, unit[1], unit[2], err));
    MB_TRY(add_square(tree, joint, unit[2], unit[0], err));
done:
    return status;
}

static mb_status add_screw(mb_auto *tree, int j, const mb_auto_pose *pose, mb_error *err)
{
    const mb_plain_joint *joint = &tree->plain->joint[j];
    mb_auto_row *row = add_row(tree, 2, joint->name, err);
    mb_auto_scalar s = {.kind = MB_AUTO_OFF, .link = -1, .memory = -1};

    if (!row)
        return err->status;
    for (int k = 0; k < 2; k++) {
        s.body[k] = joint->body[k];
        memcpy(s.place[k], joint->place[k], sizeof s.place[k]);
        memcpy(s.axis[k], joint->axis[k], sizeof s.axis[k]);
    }
    row->term[0] = (mb_auto_term){1.0, mb_auto_add_scalar(tree, &s)};
    row->term[1] =
        (mb_auto_term){-joint->pitch, mb_auto_coordinate(tree, (mb_coordinate){j, 0}, pose)};
    row->constant = -joint->pitch * joint->value[0];
    row->unit = 1.0 / tree->scale;
    return MB_OK;
}

/* The lowest point of a disc stays on the plane, or does not slip along two directions of it. */
static mb_status add_rolling(mb_auto *tree, const mb_plain_joint *joint, bool rates, mb_error *err)
{
    mb_status status = MB_OK;
    double t[2][3];

    mb_auto_across(joint->axis[0], true, t);
    for (int k = 0; k < (rates ? 2 : 1); k++) {
        mb_auto_scalar *s;

        MB_TRY(add_one(tree, joint, rates ? MB_AUTO_SLIP : MB_AUTO_DISC, joint->axis[0],
                       joint->axis[1], 0.0, err));
        s = &tree->scalar[tree->nscalars - 1];
        s->radius = joint->radius;
        memcpy(s->from[0], t[k], sizeof t[k]);
    }
done:
    return status;
}

static bool is_driven(const mb_plain_mechanism *plain, int j)
{
    for (int k = 0; k < plain->ndrives; k++)
        if (plain->drive[k].of.joint == j)
            return true;
    return false;
}

static mb_status add_joint(mb_auto *tree, int j, const mb_auto_pose *pose, mb_error *err)
{
    const mb_plain_joint *joint = &tree->plain->joint[j];
    const bool spatial = tree->plain->spatial, cut = !tree->in_tree[j];
    mb_status status = MB_OK;

    switch (joint->kind) {
    case MB_JOINT_REVOLUTE:
    case MB_JOINT_SPHERICAL:
    case MB_JOINT_UNIVERSAL:
    case MB_JOINT_RIGID:
        if (cut)
            MB_TRY(add_meet(tree, joint, err));
        if (cut && joint->kind == MB_JOINT_REVOLUTE && spatial)
            MB_TRY(add_parallel(tree, joint, err));
        if (cut && joint->kind == MB_JOINT_UNIVERSAL)
            MB_TRY(add_one(tree, joint, MB_AUTO_DOT, joint->axis[0], joint->axis[1], 0.0, err));
        if (cut && joint->kind == MB_JOINT_RIGID)
            MB_TRY(add_oriented(tree, joint, err));
        break;
    case MB_JOINT_PRISMATIC:
        if (cut) {
            MB_TRY(add_on_line(tree, joint, err));
            MB_TRY(add_oriented(tree, joint, err));
        }
        break;
    case MB_JOINT_SCREW:
    case MB_JOINT_CYLINDRICAL:
        if (cut) {
            MB_TRY(add_on_line(tree, joint, err));
            MB_TRY(add_parallel(tree, joint, err));
        }
        if (joint->kind == MB_JOINT_SCREW)
            MB_TRY(add_screw(tree, j, pose, err));
        break;
    case MB_JOINT_PLANAR:
        MB_TRY(add_one(tree, joint, MB_AUTO_OFF, joint->axis[0], joint->axis[1], 0.0, err));
        MB_TRY(add_parallel(tree, joint, err));
        break;
    case MB_JOINT_DISTANCE:
        if (!is_driven(tree->plain, j))
            MB_TRY(add_one(tree, joint, MB_AUTO_LENGTH, unit[0], unit[0], joint->length, err));
        break;
    case MB_JOINT_POINT_ON_LINE:
        MB_TRY(add_on_line(tree, joint, err));
        break;
    case MB_JOINT_POINT_IN_PLANE:
        if (!is_driven(tree->plain, j))
            MB_TRY(add_one(tree, joint, MB_AUTO_OFF, joint->axis[0], unit[0], 0.0, err));
        break;
    case MB_JOINT_ROLLING:
        MB_TRY(add_rolling(tree, joint, false, err));
        break;
    case MB_JOINT_PERPENDICULAR:
        MB_TRY(add_one(tree, joint, MB_AUTO_DOT, joint->axis[0], joint->axis[1], 0.0, err));
        break;
    default:
        break;
    }
done:
    return status;
}

/* ---- drives, gears, the whole --------------------------------------------------------------- */

static mb_status add_drive(mb_auto *tree, int k, const mb_auto_pose *pose, mb_error *err)
{
    const mb_plain_drive *drive = &tree->plain->drive[k];
    mb_auto_row *row = add_row(tree, 1, drive->name, err);

    if (!row)
        return err->status;
    tree->drive[k] = tree->nrows - 1;
    row->term[0] = (mb_auto_term){1.0, mb_auto_coordinate(tree, drive->of, pose)};
    row->law = drive->law;
    row->angle = !mb_coordinate_is_length(&tree->plain->joint[drive->of.joint], drive->of.number);
    row->unit = row->angle ? 1.0 : 1.0 / tree->scale;
    return MB_OK;
}

static mb_status add_gear(mb_auto *tree, int k, const mb_auto_pose *pose, mb_error *err)
{
    const mb_plain_gear *gear = &tree->plain->gear[k];
    mb_auto_row *row = add_row(tree, gear->n, gear->name, err);
    double largest = 0.0;

    if (!row)
        return err->status;
    row->rates = gear->mesh;
    for (int i = 0; i < gear->n; i++) {
        const mb_gear_term *term = &gear->term[i];
        mb_auto_scalar s = {
            .kind = MB_AUTO_SPIN, .body = {-1, term->body}, .link = -1, .memory = -1};

        row->term[i].factor = term->factor;
        if (gear->mesh) {
            memcpy(s.axis[1], term->axis, sizeof s.axis[1]);
            row->term[i].scalar = mb_auto_add_scalar(tree, &s);
            largest = fmax(largest, fabs(term->factor));
            continue;
        }
        row->term[i].scalar = mb_auto_coordinate(tree, term->of, pose);
        row->constant += term->factor * tree->plain->joint[term->of.joint].value[term->of.number];
        largest =
            fmax(largest,
                 fabs(term->factor) *
                     (mb_coordinate_is_length(&tree->plain->joint[term->of.joint], term->of.number)
                          ? tree->scale
                          : 1.0));
    }
    row->unit = 1.0 / largest;
    return MB_OK;
}

static void add_force(mb_auto *tree, int k, const mb_auto_pose *pose)
{
    const mb_plain_force *force = &tree->plain->force[k];
    mb_auto_scalar s = {.link = -1, .memory = -1};

    tree->force[k] = -1;
    for (int i = 0; i < 2; i++) {
        s.body[i] = force->body[i];
        memcpy(s.place[i], force->place[i], sizeof s.place[i]);
    }
    switch (force->kind) {
    case MB_FORCE_LINE:
        s.kind = MB_AUTO_LENGTH;
        break;
    case MB_FORCE_JOINT:
        tree->force[k] = mb_auto_coordinate(tree, force->of, pose);
        return;
    case MB_FORCE_PUSH:
        s = (mb_auto_scalar){
            .kind = MB_AUTO_MEET, .body = {-1, force->body[1]}, .link = -1, .memory = -1};
        memcpy(s.place[1], force->place[1], sizeof s.place[1]);
        memcpy(s.axis[0], force->axis, sizeof s.axis[0]);
        break;
    default:
        return;
    }
    tree->force[k] = mb_auto_add_scalar(tree, &s);
}

static void add_output(mb_auto *tree, const mb_plain_measure *of, const mb_auto_pose *pose)
{
    if (of->kind == MB_MEASURE_JOINT || of->kind == MB_MEASURE_RATE ||
        (of->kind == MB_MEASURE_LENGTH && of->force < 0))
        mb_auto_coordinate(tree, of->of, pose);
}

mb_status mb_auto_rows(mb_auto *tree, const mb_auto_pose *pose, mb_error *err)
{
    const mb_plain_mechanism *plain = tree->plain;
    size_t scalars = 9 * (size_t)plain->njoints + (size_t)plain->nforces, rows;
    mb_status status = MB_OK;

    for (int k = 0; k < plain->ngears; k++)
        scalars += (size_t)plain->gear[k].n;
    rows = 6 * (size_t)plain->njoints + (size_t)(plain->ndrives + plain->ngears);
    MB_TRY(MB_TAKE(tree->arena, &tree->scalar, scalars, err));
    MB_TRY(MB_TAKE(tree->arena, &tree->row, rows, err));
    MB_TRY(MB_TAKE(tree->arena, &tree->force, (size_t)plain->nforces, err));
    MB_TRY(MB_TAKE(tree->arena, &tree->drive, (size_t)plain->ndrives, err));
    for (int j = 0; j < plain->njoints; j++)
        MB_TRY(add_joint(tree, j, pose, err));
    for (int k = 0; k < plain->ndrives; k++)
        MB_TRY(add_drive(tree, k, pose, err));
    for (int k = 0; k < plain->ngears; k++)
        if (!plain->gear[k].mesh)
            MB_TRY(add_gear(tree, k, pose, err));
    tree->nholonomic = tree->nrows;
    for (int j = 0; j < plain->njoints; j++) {
        if (plain->joint[j].kind == MB_JOINT_BLADE)
            MB_TRY(add_one(tree, &plain->joint[j], MB_AUTO_BLADE, plain->joint[j].axis[0],
                           plain->joint[j].axis[1], 0.0, err));
        if (plain->joint[j].kind == MB_JOINT_ROLLING)
            MB_TRY(add_rolling(tree, &plain->joint[j], true, err));
    }
    for (int k = 0; k < plain->ngears; k++)
        if (plain->gear[k].mesh)
            MB_TRY(add_gear(tree, k, pose, err));
    for (int k = 0; k < plain->nforces; k++)
        add_force(tree, k, pose);
    for (int k = 0; k < plain->noutputs; k++)
        add_output(tree, &plain->output[k].of, pose);
    for (int k = 0; k < plain->start.n; k++)
        if (plain->start.item[k].kind == MB_START_COORDINATE)
            mb_auto_coordinate(tree, plain->start.item[k].of, pose);
done:
    return status;
}
