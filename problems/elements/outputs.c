/* Named outputs of kit models: how each is read from a state. */
#include <math.h>
#include <string.h>

#include "problems/elements/assembly.h"

typedef enum readout_kind {
    COORDINATE, /* q */
    BODY_POINT, /* a component of r + A u */
    ANGLE,      /* of the line between two points */
    SUM,        /* of two coordinates */
    LINE,       /* angle of the line between two spots, relative to a coordinate */
    MULTIPLIER,
    REACTION,
} readout_kind;

/* One term of a reaction: mass coupling times an acceleration */
struct coupling {
    int i;
    double mass; /* [kg] */
};

/* ... or the derivative of a distance row by the held coordinate, times its multiplier */
struct pull {
    const mb_element_group *group;
    int element, end;
};

struct mb_readout {
    readout_kind kind;
    int i;          /* coordinate, row, or a body's coordinate x */
    int axis;       /* of BODY_POINT: 0 or 1 */
    double ux, uy;  /* of BODY_POINT [m] */
    mb_reader a[2]; /* of ANGLE */
    mb_reader b[2];
    int j;                /* second coordinate of SUM and LINE */
    double factor;        /* of SUM: of the second coordinate */
    double offset;        /* of LINE [rad] */
    mb_reader spot[2][3]; /* of LINE: x, y, angle of its ends */
    double u[2][2];
    int fixed; /* of REACTION: number of the held coordinate */
    int ncouplings, npulls;
    struct coupling *coupling;
    struct pull *pull;
    double weight; /* [N] on the held coordinate */
};

bool mb_kit_new_output(mb_kit *kit, const char *name)
{
    if (!kit || kit->status != MB_OK)
        return false;
    if (!name || !*name)
        mb_kit_refuse(kit, "an output has no name");
    else if (strlen(name) >= MB_OUTPUT_NAME)
        mb_kit_refuse(kit, "the name of the output %.80s... has %d characters; %d are the most",
                      name, (int)strlen(name), MB_OUTPUT_NAME - 1);
    for (int k = 0; kit->status == MB_OK && k < kit->noutputs; k++)
        if (strcmp(kit->output[k].name, name) == 0)
            mb_kit_refuse(kit, "two outputs have the name %s", name);
    return kit->status == MB_OK;
}

/* A coordinate of a point that varies */
static bool moves(mb_kit *kit, int point, int axis)
{
    if (!mb_kit_has_point(kit, "an output", point))
        return false;
    if (kit->point[point][axis].i < 0)
        mb_kit_refuse(kit, "the output of point %d along %c does not vary: the point is held there",
                      point, "xy"[axis]);
    return kit->status == MB_OK;
}

static bool sound_spot(mb_kit *kit, const mb_spot *spot)
{
    const int at[] = {spot->x, spot->y, spot->phi};

    for (int k = 0; k < 3; k++)
        if (at[k] != -1 && !mb_kit_has_coordinate(kit, "the line of an output", at[k]))
            return false;
    return true;
}

static void add(mb_kit *kit, mb_output output, mb_readout readout)
{
    if (!mb_kit_new_output(kit, output.name) ||
        !mb_kit_grow(kit, &kit->output, kit->noutputs, &kit->max_outputs, sizeof *kit->output) ||
        !mb_kit_grow(kit, &kit->readout, kit->nreadouts, &kit->max_readouts, sizeof *kit->readout))
        return;
    kit->output[kit->noutputs++] = output;
    kit->readout[kit->nreadouts++] = readout;
}

void mb_kit_coordinate_output(mb_kit *kit, int coordinate, const char *name, const char *unit)
{
    if (mb_kit_has_coordinate(kit, "an output", coordinate))
        add(kit, (mb_output){name, unit, false, true},
            (mb_readout){.kind = COORDINATE, .i = coordinate});
}

void mb_kit_point_outputs(mb_kit *kit, int point, const char *x, const char *y)
{
    if (moves(kit, point, 0))
        mb_kit_coordinate_output(kit, kit->point[point][0].i, x, "m");
    if (y && moves(kit, point, 1))
        mb_kit_coordinate_output(kit, kit->point[point][1].i, y, "m");
}

void mb_kit_body_point_outputs(mb_kit *kit, int body, double ux, double uy, const char *x,
                               const char *y)
{
    for (int axis = 0; axis < 2; axis++)
        add(kit, (mb_output){axis ? y : x, "m", false, true},
            (mb_readout){.kind = BODY_POINT,
                         .i = mb_kit_body_coordinate(kit, body),
                         .axis = axis,
                         .ux = ux,
                         .uy = uy});
}

void mb_kit_angle_output(mb_kit *kit, int a, int b, const char *name)
{
    mb_readout readout = {.kind = ANGLE};

    if (!mb_kit_has_point(kit, "an angle", a) || !mb_kit_has_point(kit, "an angle", b))
        return;
    for (int axis = 0; axis < 2; axis++) {
        readout.a[axis] = mb_kit_reader(kit->point[a][axis]);
        readout.b[axis] = mb_kit_reader(kit->point[b][axis]);
    }
    add(kit, (mb_output){name, "rad", true, true}, readout);
}

void mb_kit_sum_output(mb_kit *kit, int i, int j, double factor, const char *name, const char *unit)
{
    if (mb_kit_has_coordinate(kit, "an output", i) && mb_kit_has_coordinate(kit, "an output", j))
        add(kit, (mb_output){name, unit, false, true},
            (mb_readout){.kind = SUM, .i = i, .j = j, .factor = factor});
}

void mb_kit_line_output(mb_kit *kit, mb_spot from, mb_spot to, double offset, int minus,
                        const char *name)
{
    mb_readout readout = {.kind = LINE, .j = minus, .offset = offset};

    if (!mb_kit_has_coordinate(kit, "an output", minus) || !sound_spot(kit, &from) ||
        !sound_spot(kit, &to))
        return;
    for (int end = 0; end < 2; end++) {
        const mb_spot *spot = end ? &to : &from;

        mb_spot_readers(spot, readout.spot[end]);
        readout.u[end][0] = spot->ux;
        readout.u[end][1] = spot->uy;
    }
    add(kit, (mb_output){name, "rad", true, true}, readout);
}

void mb_kit_multiplier_output(mb_kit *kit, int row, const char *name, const char *unit)
{
    if (mb_kit_has_row(kit, "an output", row))
        add(kit, (mb_output){name, unit, false, false}, (mb_readout){.kind = MULTIPLIER, .i = row});
}

void mb_kit_reaction_outputs(mb_kit *kit, int point, const char *fx, const char *fy)
{
    for (int axis = 0; mb_kit_has_point(kit, "a reaction", point) && axis < 2; axis++) {
        if (kit->point[point][axis].i >= 0) {
            mb_kit_refuse(kit, "a reaction is asked at point %d, which is not held along %c", point,
                          "xy"[axis]);
            return;
        }
        add(kit, (mb_output){axis ? fy : fx, "N", false, false},
            (mb_readout){.kind = REACTION, .fixed = kit->point[point][axis].fixed});
    }
}

/* Collects what acts on a held coordinate: M's entries, rows that touch it, its weight. */
static void finish_reaction(mb_kit *kit, mb_readout *r)
{
    const mb_assembly *a = kit->assembly;
    int ncouplings = 0, npulls = 0, end;

    for (int k = 0; k < kit->nmass; k++)
        if (kit->mass[k].row.fixed == r->fixed && kit->mass[k].col.i >= 0 &&
            mb_kit_grow(kit, &r->coupling, r->ncouplings, &ncouplings, sizeof *r->coupling))
            r->coupling[r->ncouplings++] =
                (struct coupling){kit->mass[k].col.i, kit->mass[k].value};
    for (const mb_element_group *group = a->group; group < a->group + a->ngroups; group++)
        for (int k = 0; group->kind == &mb_kind_distance && k < group->n; k++)
            if (mb_distance_touches(group, k, r->fixed, &end) &&
                mb_kit_grow(kit, &r->pull, r->npulls, &npulls, sizeof *r->pull))
                r->pull[r->npulls++] = (struct pull){group, k, end};
    for (int k = 0; k < kit->nweights; k++)
        if (kit->weight[k].slot.fixed == r->fixed)
            r->weight += kit->weight[k].force;
}

void mb_kit_finish_outputs(mb_kit *kit)
{
    for (int k = 0; k < kit->nreadouts; k++)
        if (kit->readout[k].kind == REACTION)
            finish_reaction(kit, &kit->readout[k]);
    kit->assembly->nreadouts = kit->nreadouts;
    kit->assembly->readout = kit->readout;
    kit->model->noutputs = kit->noutputs;
    kit->model->outputs = kit->output;
}

/* F = sum M_cj a_j + D_c' lambda - Q_c */
static double reaction(const mb_readout *r, const double *q, const double *a, const double *lambda)
{
    double sum = -r->weight;

    if (!a || !lambda)
        return NAN;
    for (int k = 0; k < r->ncouplings; k++)
        sum += r->coupling[k].mass * a[r->coupling[k].i];
    for (int k = 0; k < r->npulls; k++) {
        const struct pull *p = &r->pull[k];
        int row;
        double d = mb_distance_derivative(p->group, p->element, p->end, q, &row);

        sum += d * lambda[row];
    }
    return sum;
}

static double body_point(const mb_readout *r, const double *q)
{
    double c = cos(q[r->i + 2]), s = sin(q[r->i + 2]);

    return q[r->i + r->axis] + (r->axis ? s * r->ux + c * r->uy : c * r->ux - s * r->uy);
}

static double body_point_rate(const mb_readout *r, const double *q, const double *v)
{
    double c = cos(q[r->i + 2]), s = sin(q[r->i + 2]);

    return v[r->i + r->axis] +
           v[r->i + 2] * (r->axis ? c * r->ux - s * r->uy : -s * r->ux - c * r->uy);
}

/* Angle from down towards +x: 0 at (0, -1), pi/2 at (1, 0) */
static double angle(const mb_readout *r, const double *q)
{
    return atan2(mb_read(&r->b[0], q) - mb_read(&r->a[0], q),
                 mb_read(&r->a[1], q) - mb_read(&r->b[1], q));
}

static double angle_rate(const mb_readout *r, const double *q, const double *v)
{
    double dx = mb_read(&r->b[0], q) - mb_read(&r->a[0], q);
    double dy = mb_read(&r->b[1], q) - mb_read(&r->a[1], q);
    double vx = mb_read_rate(&r->b[0], v) - mb_read_rate(&r->a[0], v);
    double vy = mb_read_rate(&r->b[1], v) - mb_read_rate(&r->a[1], v);

    return (dx * vy - dy * vx) / (dx * dx + dy * dy);
}

/* d (2) from one end of a LINE to the other, and its rate when v is given */
static void line(const mb_readout *r, const double *q, const double *v, double *d, double *rate)
{
    d[0] = d[1] = rate[0] = rate[1] = 0.0;
    for (int end = 0; end < 2; end++) {
        const mb_reader *at = r->spot[end];
        const double sign = end ? 1.0 : -1.0, *u = r->u[end];
        const double c = cos(mb_read(&at[2], q)), s = sin(mb_read(&at[2], q));
        const double x = c * u[0] - s * u[1], y = s * u[0] + c * u[1];
        const double w = v ? mb_read_rate(&at[2], v) : 0.0;

        d[0] += sign * (mb_read(&at[0], q) + x);
        d[1] += sign * (mb_read(&at[1], q) + y);
        rate[0] += sign * ((v ? mb_read_rate(&at[0], v) : 0.0) - w * y);
        rate[1] += sign * ((v ? mb_read_rate(&at[1], v) : 0.0) + w * x);
    }
}

static double line_angle(const mb_readout *r, const double *q)
{
    double d[2], rate[2];

    line(r, q, NULL, d, rate);
    return remainder(atan2(d[1], d[0]) + r->offset - q[r->j], 2.0 * M_PI);
}

static double line_angle_rate(const mb_readout *r, const double *q, const double *v)
{
    double d[2], rate[2];

    line(r, q, v, d, rate);
    return (d[0] * rate[1] - d[1] * rate[0]) / (d[0] * d[0] + d[1] * d[1]) - v[r->j];
}

void mb_outputs(const mb_model *model, double t, const double *q, const double *v, const double *a,
                const double *lambda, double *out)
{
    const mb_assembly *assembly = model->data;
    const mb_readout *r = assembly->readout;

    (void)t, (void)v;
    for (int k = 0; k < assembly->nreadouts; k++, r++)
        switch (r->kind) {
        case COORDINATE:
            out[k] = q[r->i];
            break;
        case BODY_POINT:
            out[k] = body_point(r, q);
            break;
        case ANGLE:
            out[k] = angle(r, q);
            break;
        case SUM:
            out[k] = q[r->i] + r->factor * q[r->j];
            break;
        case LINE:
            out[k] = line_angle(r, q);
            break;
        case MULTIPLIER:
            out[k] = lambda ? lambda[r->i] : (double)NAN;
            break;
        case REACTION:
            out[k] = reaction(r, q, a, lambda);
            break;
        }
}

void mb_output_rates(const mb_model *model, double t, const double *q, const double *v,
                     const double *a, const double *lambda, double *out)
{
    const mb_assembly *assembly = model->data;
    const mb_readout *r = assembly->readout;

    (void)t, (void)a, (void)lambda;
    for (int k = 0; k < assembly->nreadouts; k++, r++)
        switch (r->kind) {
        case COORDINATE:
            out[k] = v[r->i];
            break;
        case BODY_POINT:
            out[k] = body_point_rate(r, q, v);
            break;
        case ANGLE:
            out[k] = angle_rate(r, q, v);
            break;
        case SUM:
            out[k] = v[r->i] + r->factor * v[r->j];
            break;
        case LINE:
            out[k] = line_angle_rate(r, q, v);
            break;
        case MULTIPLIER:
        case REACTION:
            out[k] = NAN;
            break;
        }
}
