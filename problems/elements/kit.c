#include "problems/elements/kit.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "problems/elements/assembly.h"

bool mb_kit_grow(mb_kit *kit, void *array, int n, int *capacity, size_t size)
{
    int more = n < 8 ? 8 : n + n / 2;
    void *bigger, *old;

    if (!kit || kit->status != MB_OK)
        return false;
    if (n < *capacity)
        return true;
    kit->status = mb_arena_take(kit->model->arena, &bigger, (size_t)more, size, kit->err);
    if (kit->status != MB_OK)
        return false;
    memcpy(&old, array, sizeof old);
    if (n)
        memcpy(bigger, old, (size_t)n * size);
    mb_arena_release(kit->model->arena, old);
    memcpy(array, &bigger, sizeof bigger);
    *capacity = more;
    return true;
}

void mb_kit_refuse(mb_kit *kit, const char *format, ...)
{
    char text[400];
    va_list args;

    if (!kit || kit->status != MB_OK)
        return;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    kit->status = mb_fail(kit->err, MB_BAD_INPUT, "%s: %s", kit->model->problem->name, text);
}

static bool has(mb_kit *kit, const char *what, const char *part, int i, int n)
{
    if (!kit || kit->status != MB_OK)
        return false;
    if (i < 0 || i >= n)
        mb_kit_refuse(kit, "%s is on %s %d; there are %d, numbered from 0 as declared", what, part,
                      i, n);
    return kit->status == MB_OK;
}

bool mb_kit_has_body(mb_kit *kit, const char *what, int body)
{
    return has(kit, what, "body", body, kit ? kit->nbodies : 0);
}

bool mb_kit_has_point(mb_kit *kit, const char *what, int point)
{
    return has(kit, what, "point", point, kit ? kit->npoints : 0);
}

bool mb_kit_has_coordinate(mb_kit *kit, const char *what, int coordinate)
{
    return has(kit, what, "coordinate", coordinate, kit ? kit->ncoordinates : 0);
}

bool mb_kit_has_row(mb_kit *kit, const char *what, int row)
{
    return has(kit, what, "row", row, kit ? kit->nrows : 0);
}

bool mb_kit_sound_mass(mb_kit *kit, const char *what, double mass)
{
    if (!kit || kit->status != MB_OK)
        return false;
    if (!(mass >= 0.0) || isinf(mass))
        mb_kit_refuse(kit, "%s is %g; it must be a number and not negative", what, mass);
    return kit->status == MB_OK;
}

bool mb_kit_sound_number(mb_kit *kit, const char *what, double value)
{
    if (!(value >= 0.0) || isinf(value))
        mb_kit_refuse(kit, "%s is %g; it must be a number and not negative", what, value);
    return kit && kit->status == MB_OK;
}

mb_kit *mb_kit_begin(mb_model *model, const char *coordinates, double gx, double gy, mb_error *err)
{
    mb_status status = MB_OK;
    mb_kit *kit = NULL;

    MB_TRY(MB_TAKE(model->arena, &kit, 1, err));
    MB_TRY(MB_TAKE(model->arena, &kit->assembly, 1, err));
    model->coordinates = coordinates;
    kit->model = model;
    kit->err = err;
    kit->gx = gx;
    kit->gy = gy;
    return kit;
done:
    return NULL;
}

void *mb_kit_element(mb_kit *kit, const mb_kind *kind)
{
    mb_assembly *a;
    mb_element_group *group;
    int g = 0;

    if (!kit || kit->status != MB_OK)
        return NULL;
    a = kit->assembly;
    while (g < a->ngroups && a->group[g].kind != kind)
        g++;
    if (g == a->ngroups) {
        if (!mb_kit_grow(kit, &a->group, g, &a->max_groups, sizeof *a->group))
            return NULL;
        a->group[a->ngroups++] = (mb_element_group){.kind = kind};
    }
    group = &a->group[g];
    if (!mb_kit_grow(kit, &group->element, group->n, &group->capacity, kind->size))
        return NULL;
    return (char *)group->element + (size_t)group->n++ * kind->size;
}

int mb_kit_variable(mb_kit *kit, double value, double rate, bool length, mb_label label)
{
    int sizes[3], n;

    if (!kit)
        return 0;
    n = kit->ncoordinates;
    sizes[0] = sizes[1] = sizes[2] = kit->max;
    if (!mb_kit_grow(kit, &kit->value, n, &sizes[0], sizeof *kit->value) ||
        !mb_kit_grow(kit, &kit->length, n, &sizes[1], sizeof *kit->length) ||
        !mb_kit_grow(kit, &kit->coordinate_label, n, &sizes[2], sizeof *kit->coordinate_label) ||
        !mb_kit_grow(kit, &kit->rate, n, &kit->max, sizeof *kit->rate))
        return 0;
    kit->value[n] = value;
    kit->rate[n] = rate;
    kit->length[n] = length;
    kit->coordinate_label[n] = label;
    return kit->ncoordinates++;
}

int mb_kit_new_row(mb_kit *kit, double constant, mb_label label)
{
    int capacity;

    if (!kit)
        return 0;
    capacity = kit->max_rows;
    if (!mb_kit_grow(kit, &kit->row_label, kit->nrows, &capacity, sizeof *kit->row_label) ||
        !mb_kit_grow(kit, &kit->row_constant, kit->nrows, &kit->max_rows,
                     sizeof *kit->row_constant))
        return 0;
    kit->row_constant[kit->nrows] = constant;
    kit->row_label[kit->nrows] = label;
    return kit->nrows++;
}

int mb_kit_new_velocity_row(mb_kit *kit, mb_label label)
{
    int row = mb_kit_new_row(kit, 0.0, label);

    if (kit && kit->status == MB_OK)
        kit->nvelocity_rows++;
    return row;
}

mb_slot mb_kit_slot(int variable)
{
    return (mb_slot){.i = variable, .fixed = -1};
}

mb_reader mb_kit_reader(mb_slot slot)
{
    return slot.i < 0 ? (mb_reader){0, 0.0, slot.place} : (mb_reader){slot.i, 1.0, 0.0};
}

int mb_kit_body_coordinate(mb_kit *kit, int body)
{
    return mb_kit_has_body(kit, "a coordinate", body) ? kit->body[body] : 0;
}

void mb_spot_readers(const mb_spot *spot, mb_reader at[3])
{
    at[0] = spot->x < 0 ? (mb_reader){0, 0.0, spot->px} : (mb_reader){spot->x, 1.0, 0.0};
    at[1] = spot->y < 0 ? (mb_reader){0, 0.0, spot->py} : (mb_reader){spot->y, 1.0, 0.0};
    at[2] = spot->phi < 0 ? (mb_reader){0, 0.0, 0.0} : (mb_reader){spot->phi, 1.0, 0.0};
}

void mb_kit_mass(mb_kit *kit, mb_slot row, mb_slot col, double value)
{
    if (kit && mb_kit_grow(kit, &kit->mass, kit->nmass, &kit->max_mass, sizeof *kit->mass))
        kit->mass[kit->nmass++] = (mb_mass_entry){row, col, value};
}

void mb_kit_force(mb_kit *kit, mb_slot slot, double force)
{
    if (kit &&
        mb_kit_grow(kit, &kit->weight, kit->nweights, &kit->max_weights, sizeof *kit->weight))
        kit->weight[kit->nweights++] = (mb_weight_entry){slot, force};
}

static int inert_variable(mb_kit *kit, double inertia, double force, double value, double rate,
                          bool length)
{
    int i;

    if (!mb_kit_sound_mass(kit, "the inertia of a coordinate", inertia))
        return 0;
    i = mb_kit_variable(kit, value, rate, length, (mb_label){0});

    mb_kit_mass(kit, mb_kit_slot(i), mb_kit_slot(i), inertia);
    mb_kit_force(kit, mb_kit_slot(i), force);
    return i;
}

int mb_kit_coordinate(mb_kit *kit, double inertia, double force, double value, double rate)
{
    return inert_variable(kit, inertia, force, value, rate, true);
}

int mb_kit_angle(mb_kit *kit, double inertia, double force, double value, double rate)
{
    return inert_variable(kit, inertia, force, value, rate, false);
}

void mb_kit_branch(mb_kit *kit, double (*branch)(const mb_model *, double t, const double *q))
{
    if (kit)
        kit->branch = branch;
}

void mb_kit_reference(mb_kit *kit, const mb_reference *reference, const double *y0)
{
    mb_reference *copy;
    double *y;

    if (!kit || kit->status != MB_OK)
        return;
    kit->status = MB_TAKE(kit->model->arena, &copy, 1, kit->err);
    if (kit->status == MB_OK)
        kit->status = MB_TAKE(kit->model->arena, &y, (size_t)reference->n, kit->err);
    if (kit->status != MB_OK)
        return;
    memcpy(y, y0, (size_t)reference->n * sizeof *y);
    *copy = *reference;
    copy->y0 = y;
    kit->model->reference = copy;
}

void mb_kit_reference_with(mb_kit *kit, const mb_reference *reference, const double *y0,
                           const void *data, size_t size)
{
    mb_reference with = *reference;
    void *copy;

    if (!kit || kit->status != MB_OK)
        return;
    kit->status = mb_arena_take(kit->model->arena, &copy, 1, size, kit->err);
    if (kit->status != MB_OK)
        return;
    memcpy(copy, data, size);
    with.data = copy;
    mb_kit_reference(kit, &with, y0);
}
