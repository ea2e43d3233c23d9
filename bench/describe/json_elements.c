/* SPDX-License-Identifier: MIT */
/* Bodies, joints, drives, gears, forces, functions and outputs in the neutral form. */
#include <stdlib.h>

#include "bench/describe/json.h"
#include "bench/describe/names.h"
#include "bench/frames.h"
#include "problems/format/expression/expression.h"

json_t *mb_json_quantity(double x)
{
    return mb_json_number(x + 0.0);
}

json_t *mb_json_numbers(const double *x, int n)
{
    json_t *array = json_array();

    for (int i = 0; i < n; i++)
        json_array_append_new(array, mb_json_quantity(x[i]));
    return array;
}

json_t *mb_json_coordinate(const mb_plain_mechanism *m, mb_coordinate of)
{
    return json_pack("{s:s, s:i}", "joint", m->joint[of.joint].name, "number", of.number);
}

json_t *mb_json_law(const mb_expression *law)
{
    size_t size = law ? mb_expression_write(law, mb_law_variables, NULL, 0) + 1 : 0;
    char *text = law ? malloc(size) : NULL;
    json_t *value = NULL;

    if (text) {
        mb_expression_write(law, mb_law_variables, text, size);
        value = json_string(text);
    }
    free(text);
    return law ? value : json_null();
}

static json_t *body(const mb_plain_mechanism *m, int index)
{
    return index == MB_ON_GROUND ? json_null() : json_string(m->body[index].name);
}

/* ---- bodies -------------------------------------------------------------------------------------- */

json_t *mb_json_bodies(const mb_plain_mechanism *m, const mb_assembled *assembled)
{
    json_t *array = json_array();

    for (int i = 0; i < m->nbodies; i++) {
        const mb_plain_body *b = assembled ? &assembled->mechanism->body[i] : &m->body[i];
        const double *j = b->inertia, six[] = {j[0], j[4], j[8], j[1], j[2], j[5]};
        json_t *places = json_object();
        double e[4];

        mb_quaternion(b->turn, e);
        for (int k = 0; k < b->nplaces; k++)
            json_object_set_new(places, b->place[k].name, mb_json_numbers(b->place[k].u, 3));
        json_array_append_new(
            array, json_pack("{s:s, s:b, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "name", b->name,
                             "point", b->point, "mass", mb_json_quantity(b->mass), "com_world",
                             mb_json_numbers(b->com, 3), "quaternion", mb_json_numbers(e, 4),
                             "inertia6", b->point ? json_null() : mb_json_numbers(six, 6), "v",
                             assembled ? mb_json_numbers(assembled->v[i], 3) : json_null(), "omega",
                             assembled && !b->point ? mb_json_numbers(assembled->omega[i], 3)
                                                    : json_null(),
                             "places", places));
    }
    return array;
}

/* ---- joints, drives, gears ------------------------------------------------------------------------ */

/* Which of place and axis of a, b the kinds have: see problems/mechanism.h. */
static bool has_place(mb_joint_kind kind, int side)
{
    return kind != MB_JOINT_PERPENDICULAR && !(kind == MB_JOINT_BLADE && side == 0);
}

static bool has_axis(mb_joint_kind kind, int side)
{
    switch (kind) {
    case MB_JOINT_SPHERICAL:
    case MB_JOINT_RIGID:
    case MB_JOINT_DISTANCE:
        return false;
    case MB_JOINT_POINT_ON_LINE:
    case MB_JOINT_POINT_IN_PLANE:
        return side == 0;
    default:
        return true;
    }
}

json_t *mb_json_joints(const mb_plain_mechanism *m)
{
    static const char *const place[] = {"marker_a", "marker_b"}, *const axis[] = {"axis_a",
                                                                                  "axis_b"};
    json_t *array = json_array();

    for (int i = 0; i < m->njoints; i++) {
        const mb_plain_joint *j = &m->joint[i];
        const mb_joint_facts *facts = mb_joint_kind_facts(j->kind);
        json_t *o = json_pack("{s:s, s:s, s:[o,o]}", "name", j->name, "kind", facts->word, "bodies",
                              body(m, j->body[0]), body(m, j->body[1]));

        for (int k = 0; k < 2; k++) {
            json_object_set_new(
                o, place[k], has_place(j->kind, k) ? mb_json_numbers(j->place[k], 3) : json_null());
            json_object_set_new(
                o, axis[k], has_axis(j->kind, k) ? mb_json_numbers(j->axis[k], 3) : json_null());
        }
        json_object_set_new(o, "value", mb_json_numbers(j->value, facts->coordinates));
        json_object_set_new(o, "rows", json_integer(mb_joint_rows(m, j)));
        json_object_set_new(o, "rows_of_velocity", json_integer(facts->rates));
        if (j->kind == MB_JOINT_DISTANCE)
            json_object_set_new(o, "length", mb_json_quantity(j->length));
        if (j->kind == MB_JOINT_SCREW)
            json_object_set_new(o, "pitch", mb_json_quantity(j->pitch));
        if (j->kind == MB_JOINT_ROLLING)
            json_object_set_new(o, "radius", mb_json_quantity(j->radius));
        json_array_append_new(array, o);
    }
    return array;
}

json_t *mb_json_drives(const mb_plain_mechanism *m)
{
    json_t *array = json_array();

    for (int i = 0; i < m->ndrives; i++)
        json_array_append_new(array, json_pack("{s:s, s:o, s:o}", "name", m->drive[i].name, "of",
                                               mb_json_coordinate(m, m->drive[i].of), "law",
                                               mb_json_law(m->drive[i].law)));
    return array;
}

json_t *mb_json_gears(const mb_plain_mechanism *m)
{
    json_t *array = json_array();

    for (int i = 0; i < m->ngears; i++) {
        const mb_plain_gear *g = &m->gear[i];
        json_t *terms = json_array();

        for (int k = 0; k < g->n; k++) {
            const mb_gear_term *term = &g->term[k];
            json_t *o = json_pack("{s:f}", "factor", term->factor);

            if (g->mesh) {
                json_object_set_new(o, "body", body(m, term->body));
                json_object_set_new(o, "axis", mb_json_numbers(term->axis, 3));
            } else {
                json_object_set_new(o, "of", mb_json_coordinate(m, term->of));
            }
            json_array_append_new(terms, o);
        }
        json_array_append_new(array, json_pack("{s:s, s:s, s:o}", "name", g->name, "kind",
                                               g->mesh ? "mesh" : "couple", "terms", terms));
    }
    return array;
}

/* ---- forces, functions ----------------------------------------------------------------------------- */

static void put_law_of_force(json_t *o, const mb_plain_force *f)
{
    static const char *const sides[] = {
        [MB_BOTH_SIDES] = "both", [MB_TENSION] = "tension", [MB_COMPRESSION] = "compression"};

    json_object_set_new(o, "law", mb_json_law(f->law));
    if (f->kind == MB_FORCE_PUSH)
        return;
    if (f->kind == MB_FORCE_LINE) {
        json_object_set_new(o, "damper", mb_json_law(f->damper));
        json_object_set_new(o, "only", json_string(sides[f->only]));
    }
    json_object_set_new(o, "stiffness", mb_json_quantity(f->stiffness));
    json_object_set_new(o, "free", mb_json_quantity(f->free));
    json_object_set_new(o, "damping", mb_json_quantity(f->damping));
}

json_t *mb_json_forces(const mb_plain_mechanism *m)
{
    json_t *array = json_array();

    for (int i = 0; i < m->nforces; i++) {
        const mb_plain_force *f = &m->force[i];
        json_t *o = json_pack("{s:s, s:s}", "name", f->name, "kind", mb_force_word(f->kind));

        if (f->kind == MB_FORCE_JOINT)
            json_object_set_new(o, "of", mb_json_coordinate(m, f->of));
        else
            json_object_set_new(o, "bodies",
                                json_pack("[o,o]", body(m, f->body[0]), body(m, f->body[1])));
        if (f->kind == MB_FORCE_LINE)
            json_object_set_new(o, "marker_a", mb_json_numbers(f->place[0], 3));
        if (f->kind != MB_FORCE_JOINT && f->kind != MB_FORCE_TORQUE)
            json_object_set_new(o, "marker_b", mb_json_numbers(f->place[1], 3));
        if (f->kind == MB_FORCE_PUSH || f->kind == MB_FORCE_TORQUE)
            json_object_set_new(o, "axis", mb_json_numbers(f->axis, 3));
        if (f->kind == MB_FORCE_VECTOR || f->kind == MB_FORCE_TORQUE) {
            json_t *value = json_array();

            for (int k = 0; k < (f->kind == MB_FORCE_VECTOR ? 3 : 1); k++)
                json_array_append_new(value, mb_json_law(f->value[k]));
            json_object_set_new(o, "fixed_in", json_string(f->in_body ? "body" : "world"));
            json_object_set_new(o, "value", value);
        } else {
            put_law_of_force(o, f);
        }
        json_array_append_new(array, o);
    }
    return array;
}

/* Pieces [bound, law], the last without a bound, or a table [place, value]. */
json_t *mb_json_functions(const mb_plain_mechanism *m)
{
    static const char *const kinds[] = {[MB_FORMULA_PIECES] = "pieces",
                                        [MB_FORMULA_LINEAR] = "linear",
                                        [MB_FORMULA_SPLINE] = "spline"};
    json_t *array = json_array();

    for (int i = 0; i < m->nformulas; i++) {
        const mb_formula *f = m->formula[i];
        const char *const variable[] = {f->variable, NULL};
        json_t *points = json_array();

        for (int k = 0; k < f->n; k++) {
            char text[MB_LAW_SIZE];

            if (f->kind == MB_FORMULA_PIECES)
                mb_expression_write(&f->piece[k], variable, text, sizeof text);
            json_array_append_new(points, json_pack("[o,o]", mb_json_quantity(f->x[k]),
                                                    f->kind == MB_FORMULA_PIECES
                                                        ? json_string(text)
                                                        : mb_json_quantity(f->y[k])));
        }
        json_array_append_new(array,
                              json_pack("{s:s, s:s, s:s, s:o}", "name", f->name, "of", f->variable,
                                        "kind", kinds[f->kind], "points", points));
    }
    return array;
}

/* ---- outputs --------------------------------------------------------------------------------------- */

json_t *mb_json_outputs(const mb_plain_mechanism *m)
{
    json_t *array = json_array();

    for (int i = 0; i < m->noutputs; i++) {
        const mb_plain_output *o = &m->output[i];
        json_t *names = json_array();

        for (int k = 0; k < o->n; k++)
            json_array_append_new(names, json_string(o->names[k]));
        json_array_append_new(
            array, json_pack("{s:s, s:s, s:o, s:o, s:b, s:o, s:o}", "name", o->name, "quantity",
                             mb_measure_word(o->of.kind), "names", names, "unit",
                             mb_json_text(o->unit), "compared", o->compared, "scale",
                             mb_json_quantity(o->scale), "offset", mb_json_quantity(o->offset)));
    }
    return array;
}
