/* SPDX-License-Identifier: MIT */
/* Rows of joints, gears of joint coordinates, drives. */
#include <math.h>
#include <string.h>

#include "problems/elements/machine/machine_setup.h"

/* Ties, shares and courses in the making.  Those of joints are made twice: the first time, without
 * room for them, they are counted. */
struct rows {
    mb_machine *m;
    mb_tie *tie; /* the one that is being filled */
    mb_tie counted;
    mb_share *share; /* NULL: counted only */
    int nshares, row;
    mb_merged merged; /* of the joint in hand */
};

static void begin(struct rows *r, mb_tie tie)
{
    r->tie = r->m->tie ? &r->m->tie[r->m->nties] : &r->counted;
    r->m->nties++;
    *r->tie = tie;
    r->tie->share = r->share ? r->share + r->nshares : NULL;
    r->tie->n = 0;
}

/* A share of the row `row` */
static void share(struct rows *r, mb_scalar s, int row)
{
    if (r->share)
        r->share[r->nshares] = (mb_share){.s = s, .row = row};
    r->nshares++;
    r->tie->n++;
}

static void add_course(struct rows *r, mb_course_row course)
{
    if (r->m->course)
        r->m->course[r->m->ncourses] = course;
    r->m->ncourses++;
}

static void add(struct rows *r, mb_scalar s)
{
    share(r, s, r->row++);
}

static void add_meet(struct rows *r)
{
    if (r->merged.meet)
        return;
    for (int i = 0; i < (r->m->plain->spatial ? 3 : 2); i++)
        add(r, (mb_scalar){.kind = MB_SCALAR_MEET, .axis = i, .factor = 1.0});
}

/* Planar: the angle between two bodies stays as declared. */
static void add_turn(struct rows *r, const mb_plain_joint *j)
{
    add(r, (mb_scalar){.kind = MB_SCALAR_TURN,
                       .factor = 1.0,
                       .offset = mb_angle_of(r->m->plain, j->body[0]) -
                                 mb_angle_of(r->m->plain, j->body[1])});
}

/* |d| = length, in metres: (d . d - L^2) / (2 L) */
static void add_distance(struct rows *r, double length)
{
    add(r, (mb_scalar){.kind = MB_SCALAR_PRODUCT,
                       .x = {{.kind = MB_ARROW_BETWEEN}},
                       .y = {{.kind = MB_ARROW_BETWEEN}},
                       .factor = 0.5 / length,
                       .offset = -0.5 * length});
}

/* Directions across the axis of a: of a, and the same of b */
struct across {
    double a[2][3], b[2][3];
};

static struct across across(const struct rows *r, const mb_plain_joint *j)
{
    struct across s;

    mb_triad(j->axis[0], s.a[0], s.a[1]);
    for (int k = 0; k < 2; k++)
        mb_to_other(r->m->plain, j->body, s.a[k], s.b[k]);
    return s;
}

/* The axes of both bodies stay parallel. */
static void add_parallel(struct rows *r, const mb_plain_joint *j, const struct across *s)
{
    if (r->merged.axis)
        return;
    for (int k = 0; k < 2; k++)
        add(r, mb_scalar_dot(s->a[k], j->axis[1]));
}

/* The place of b stays on the axis through that of a. */
static void add_on_axis(struct rows *r, const struct across *s)
{
    for (int k = 0; k < 2; k++)
        add(r, mb_scalar_off(s->a[k]));
}

static void planar_joint(struct rows *r, const mb_plain_joint *j)
{
    const double *axis = j->axis[0], normal[3] = {-axis[1], axis[0], 0.0};

    switch (j->kind) {
    case MB_JOINT_REVOLUTE:
        add_meet(r);
        break;
    case MB_JOINT_PRISMATIC:
        add_turn(r, j);
        add(r, mb_scalar_off(normal));
        break;
    case MB_JOINT_RIGID:
        add_meet(r);
        add_turn(r, j);
        break;
    case MB_JOINT_DISTANCE:
        add_distance(r, j->length);
        break;
    case MB_JOINT_POINT_ON_LINE:
        if (!r->merged.meet)
            add(r, mb_scalar_off(normal));
        break;
    default:
        break;
    }
}

/* Advance is pitch times the angle; as the angle is known up to whole turns, so is the row. */
static void add_thread(struct rows *r, const mb_plain_joint *j, int joint)
{
    mb_scalar slide = mb_scalar_off(j->axis[0]), turn;
    mb_tie tie;

    turn = mb_machine_coordinate(r->m, (mb_coordinate){joint, 0}, &tie);
    turn.factor = -j->pitch;
    turn.offset = 0.0;
    slide.offset = -mb_declared_scalar(r->m->plain, j->body, j->place, j->axis[0]);
    share(r, slide, r->row);
    share(r, turn, r->row);
    add_course(r, (mb_course_row){.row = r->row++, .modulus = 2.0 * M_PI * fabs(j->pitch)});
}

static void rigid(struct rows *r, const mb_plain_joint *j)
{
    static const double e[3][3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    static const int pair[3][2] = {{0, 2}, {1, 2}, {0, 1}};
    double b[3][3];

    add_meet(r);
    for (int k = 0; k < 3; k++)
        mb_to_other(r->m->plain, j->body, e[k], b[k]);
    for (int k = 0; k < 3; k++)
        add(r, mb_scalar_dot(e[pair[k][0]], b[pair[k][1]]));
}

static void spatial_joint(struct rows *r, const mb_plain_joint *j, int joint)
{
    const struct across s = across(r, j);

    switch (j->kind) {
    case MB_JOINT_REVOLUTE:
        add_meet(r);
        add_parallel(r, j, &s);
        break;
    case MB_JOINT_PRISMATIC:
        add_parallel(r, j, &s);
        add(r, mb_scalar_dot(s.a[0], s.b[1]));
        add_on_axis(r, &s);
        break;
    case MB_JOINT_SPHERICAL:
        add_meet(r);
        break;
    case MB_JOINT_UNIVERSAL:
        add_meet(r);
        add(r, mb_scalar_dot(j->axis[0], j->axis[1]));
        break;
    case MB_JOINT_CYLINDRICAL:
        add_parallel(r, j, &s);
        add_on_axis(r, &s);
        break;
    case MB_JOINT_SCREW:
        add_parallel(r, j, &s);
        add_on_axis(r, &s);
        add_thread(r, j, joint);
        break;
    case MB_JOINT_PLANAR:
        add_parallel(r, j, &s);
        add(r, mb_scalar_off(j->axis[0]));
        break;
    case MB_JOINT_RIGID:
        rigid(r, j);
        break;
    case MB_JOINT_DISTANCE:
        add_distance(r, j->length);
        break;
    case MB_JOINT_POINT_ON_LINE:
        if (!r->merged.meet)
            add_on_axis(r, &s);
        break;
    case MB_JOINT_POINT_IN_PLANE:
        add(r, mb_scalar_off(j->axis[0]));
        break;
    case MB_JOINT_ROLLING: /* the height of the hub */
        add(r, (mb_scalar){.kind = MB_SCALAR_DISC,
                           .x = {mb_scalar_off(j->axis[0]).x[0], mb_scalar_off(j->axis[0]).x[0]},
                           .y = {mb_scalar_off(j->axis[0]).y[0],
                                 mb_scalar_dot(j->axis[0], j->axis[1]).y[0]},
                           .factor = 1.0,
                           .radius = j->radius});
        break;
    case MB_JOINT_PERPENDICULAR:
        add(r, mb_scalar_dot(j->axis[0], j->axis[1]));
        break;
    default:
        break;
    }
}

/* A drive takes the place of the row that would hold its coordinate. */
static bool given_by_drive(const mb_plain_mechanism *plain, int joint)
{
    const mb_joint_kind kind = plain->joint[joint].kind;

    for (int k = 0; k < plain->ndrives; k++)
        if (plain->drive[k].of.joint == joint)
            return kind == MB_JOINT_DISTANCE || kind == MB_JOINT_POINT_IN_PLANE;
    return false;
}

static void joints(struct rows *r)
{
    const mb_plain_mechanism *plain = r->m->plain;

    for (int k = 0; k < plain->njoints; k++) {
        const mb_plain_joint *j = &plain->joint[k];

        r->m->joint_tie[k] = -1;
        if (j->kind == MB_JOINT_BLADE || given_by_drive(plain, k) ||
            (r->m->merged && r->m->merged[k].all))
            continue;
        r->m->joint_tie[k] = r->m->nties;
        r->merged = r->m->merged ? r->m->merged[k] : (mb_merged){.all = false};
        begin(r, mb_tie_between(j->body[0], j->place[0], j->body[1], j->place[1]));
        if (plain->spatial)
            spatial_joint(r, j, k);
        else
            planar_joint(r, j);
    }
}

/* sum of factor * (coordinate - its declared value).  In space places tell angles up to whole turns.
 * Where the factors of those have no common measure, every value is as near as one likes to one of
 * the sum: such rows hold rates only. */
static void couples(struct rows *r, bool rates)
{
    const mb_plain_mechanism *plain = r->m->plain;

    for (int k = 0; k < plain->ngears; k++) {
        const mb_plain_gear *gear = &plain->gear[k];
        const double turn = gear->mesh ? 0.0 : mb_machine_common_turn(plain, gear);

        if (gear->mesh || (plain->spatial && turn < 0.0) != rates)
            continue;
        for (int i = 0; i < gear->n; i++) {
            const mb_coordinate of = gear->term[i].of;
            const mb_plain_joint *j = &plain->joint[of.joint];
            mb_tie tie;
            mb_scalar s = mb_machine_coordinate(r->m, of, &tie);

            begin(r, tie);
            s.factor = gear->term[i].factor;
            s.offset = s.factor * (s.offset - (j->kind == MB_JOINT_DISTANCE ? j->stated
                                                                            : j->value[of.number]));
            r->tie->rates = rates;
            share(r, s, r->row);
        }
        if ((plain->spatial || r->m->natural) && !rates)
            add_course(r, (mb_course_row){.row = r->row, .modulus = 2.0 * M_PI * turn});
        r->m->gear_row[k] = r->row++;
    }
}

static void drives(struct rows *r)
{
    const mb_plain_mechanism *plain = r->m->plain;

    for (int k = 0; k < plain->ndrives; k++) {
        const mb_coordinate of = plain->drive[k].of;
        mb_tie tie;
        const mb_scalar s = mb_machine_coordinate(r->m, of, &tie);

        begin(r, tie);
        share(r, s, r->row);
        add_course(r, (mb_course_row){
                          .row = r->row,
                          .modulus = mb_coordinate_is_length(&plain->joint[of.joint], of.number)
                                         ? 0.0
                                         : 2.0 * M_PI,
                          .law = plain->drive[k].law});
        r->m->drive_row[k] = r->row++;
    }
}

/* Room for what joints, counted, gears and drives need */
static mb_status take(mb_model *model, struct rows *r, mb_error *err)
{
    const mb_plain_mechanism *plain = r->m->plain;
    mb_machine *m = r->m;
    size_t terms = (size_t)plain->ndrives;
    mb_status status = MB_OK;

    for (int k = 0; k < plain->ngears; k++)
        terms += plain->gear[k].mesh ? 0 : (size_t)plain->gear[k].n;
    MB_TRY(MB_TAKE(model->arena, &m->joint_tie, (size_t)plain->njoints, err));
    joints(r);
    MB_TRY(MB_TAKE(model->arena, &m->tie, (size_t)m->nties + terms, err));
    MB_TRY(MB_TAKE(model->arena, &r->share, (size_t)r->nshares + terms, err));
    MB_TRY(MB_TAKE(model->arena, &m->course, (size_t)(m->ncourses + plain->ngears + plain->ndrives),
                   err));
    MB_TRY(MB_TAKE(model->arena, &m->gear_row, (size_t)plain->ngears, err));
    MB_TRY(MB_TAKE(model->arena, &m->drive_row, (size_t)plain->ndrives, err));
    m->nties = m->ncourses = r->nshares = 0;
    r->row = m->first_row;
done:
    return status;
}

mb_status mb_machine_rows(mb_model *model, mb_machine *m, mb_error *err)
{
    mb_status status = MB_OK;
    struct rows r = {.m = m, .row = m->first_row};

    MB_TRY(take(model, &r, err));
    joints(&r);
    couples(&r, false);
    drives(&r);
    for (mb_mover *body = m->body; body < m->body + m->nbodies; body++)
        body->norm_row = m->kind == MB_IN_EULER && !body->point ? r.row++ : -1;
    model->mh = r.row;
    couples(&r, true);
    model->m = r.row;
done:
    return status;
}
