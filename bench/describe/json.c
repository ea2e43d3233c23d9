/* SPDX-License-Identifier: MIT */
/* The neutral form: docs/mechanism-json.md. */
#include "bench/describe/json.h"

#include <string.h>

#include "bench/describe/describe.h"
#include "bench/describe/names.h"
#include "bench/mechanism/problem_file.h"
#include "solvers/solver.h"

static json_t *parameters(const mb_plain_mechanism *m)
{
    json_t *object = json_object();

    for (int i = 0; i < mb_param_count(m->params); i++) {
        const mb_param *p = &m->params[i];
        const char *word = p->choices;

        for (int skip = (int)m->values.value[i]; p->kind == MB_CHOICE && skip > 0; skip--)
            word = strchr(word, '|') + 1;
        json_object_set_new(object, p->name,
                            p->kind == MB_CHOICE ? json_stringn(word, strcspn(word, "|"))
                                                 : mb_json_quantity(m->values.value[i]));
    }
    return object;
}

static json_t *start(const mb_plain_mechanism *m)
{
    json_t *given = json_array();

    for (int i = 0; i < m->start.n; i++) {
        const mb_start_item *item = &m->start.item[i];
        json_t *o;

        if (item->kind == MB_START_COORDINATE) {
            o = json_pack("{s:o, s:o}", "rate_of", mb_json_coordinate(m, item->of), "value",
                          mb_json_quantity(item->value[0]));
        } else {
            o = json_pack("{s:s, s:s}", item->kind == MB_START_OMEGA ? "omega_of" : "velocity_of",
                          mb_body_name(m, item->body), "frame", "world");
            if (item->kind == MB_START_VELOCITY)
                json_object_set_new(o, "marker", mb_json_numbers(item->place, 3));
            if (item->along)
                json_object_set_new(o, "along", mb_json_numbers(item->direction, 3));
            json_object_set_new(o, "value",
                                item->along ? mb_json_quantity(item->value[0])
                                            : mb_json_numbers(item->value, 3));
        }
        json_array_append_new(given, o);
    }
    return json_pack("{s:i, s:b, s:o}", "t0", 0, "keep", m->start.keep, "given", given);
}

/* What the counts are as declared, and as the model has them. */
static void put_counts(json_t *o, const mb_plain_mechanism *m, const mb_model *model)
{
    const int n = mb_declared_coordinates(m), rows = mb_declared_rows(m);

    json_object_set_new(
        o, "declared",
        json_pack("{s:i, s:i, s:i}", "coordinates", n, "rows", rows, "freedoms", n - rows));
    json_object_set_new(o, "dof", model ? json_integer(model->nv - model->rank) : json_null());
    json_object_set_new(o, "rank", model ? json_integer(model->rank) : json_null());
    json_object_set_new(o, "redundant",
                        model ? json_integer(mb_redundant_rows(model)) : json_null());
    json_object_set_new(o, "coordinates", model ? json_string(model->coordinates) : json_null());
}

json_t *mb_describe_json(const mb_description *d)
{
    const mb_plain_mechanism *m = d->declared;
    json_t *o = json_object();
    char digest[MB_SHA256_TEXT];

    json_object_set_new(o, "format", json_integer(MB_FORMAT));
    json_object_set_new(o, "name", json_string(m->name));
    mb_mechanism_digest(m, digest);
    json_object_set_new(o, "digest", json_string(digest));
    json_object_set_new(o, "title", mb_json_text(m->title));
    json_object_set_new(o, "dimension", json_string(m->spatial ? "spatial" : "planar"));
    json_object_set_new(o, "parameters", parameters(m));
    json_object_set_new(o, "gravity", mb_json_numbers(m->gravity, 3));
    json_object_set_new(o, "scale", mb_json_quantity(m->scale));
    json_object_set_new(o, "end", mb_json_quantity(m->t_end));
    json_object_set_new(o, "position", json_string(d->assembled ? "start" : "declared"));
    json_object_set_new(o, "bodies", mb_json_bodies(m, d->assembled));
    json_object_set_new(o, "joints", mb_json_joints(d->assembled ? d->assembled->mechanism : m));
    json_object_set_new(o, "drives", mb_json_drives(m));
    json_object_set_new(o, "gears", mb_json_gears(m));
    json_object_set_new(o, "forces", mb_json_forces(m));
    json_object_set_new(o, "functions", mb_json_functions(m));
    json_object_set_new(o, "start", start(m));
    json_object_set_new(o, "outputs", mb_json_outputs(m));
    put_counts(o, m, d->model);
    return o;
}
