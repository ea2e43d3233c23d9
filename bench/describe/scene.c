/* SPDX-License-Identifier: MIT */
/* Bodies of a scene, its head, the reference's motion. */
#include "bench/describe/scene.h"

#include <stdio.h>

#include "base/hash.h"
#include "bench/describe/drawing.h"
#include "bench/describe/json.h"
#include "bench/environment.h"

json_t *mb_scene_point(int body, const double u[3])
{
    return json_pack("[i, o, o, o]", body, mb_json_quantity(u[0]), mb_json_quantity(u[1]),
                     mb_json_quantity(u[2]));
}

static const double origin[3] = {0.0, 0.0, 0.0};

static json_t *points(int body, const double *u, int n)
{
    json_t *array = json_array();

    for (int i = 0; i < n; i++)
        json_array_append_new(array, mb_scene_point(body, u + 3 * (ptrdiff_t)i));
    return array;
}

/* ---- bodies ----------------------------------------------------------------------------------- */

/* Places at which a body is touched, in its frame; the centre of mass behind them. */
static json_t *touched(const mb_plain_body *b, int body, const double (*at)[3], int n)
{
    json_t *array = json_array();

    for (int i = 0; i < n; i++) {
        double u[3] = {0.0, 0.0, 0.0};

        for (int k = 0; k < 9; k++)
            u[k % 3] += b->turn[k] * (at[i][k / 3] - b->com[k / 3]);
        json_array_append_new(array, mb_scene_point(body, u));
    }
    json_array_append_new(array, mb_scene_point(body, origin));
    return array;
}

/* The uniform ellipsoid of its mass and inertia: S in its frame. */
static json_t *ellipsoid(const mb_plain_mechanism *m, int body)
{
    mb_plain_body b = m->body[body];
    double s[9];

    for (int i = 0; i < 9; i++)
        b.turn[i] = i % 4 == 0 ? 1.0 : 0.0;
    mb_shape_ellipsoid(m, &b, s);
    return json_pack("{s:s, s:i, s:o, s:o}", "as", "ellipsoid", "of", body, "at",
                     points(body, origin, 1), "s", mb_json_numbers(s, 9));
}

static void put_hints(const mb_plain_mechanism *m, int body, json_t *shapes)
{
    static const double z[3] = {0.0, 0.0, 1.0};
    const mb_plain_body *b = &m->body[body];

    if (b->npolygon > 2)
        json_array_append_new(shapes, json_pack("{s:s, s:i, s:o}", "as", "area", "of", body, "at",
                                                points(body, b->polygon, b->npolygon)));
    if (b->nline > 1)
        json_array_append_new(shapes, json_pack("{s:s, s:i, s:o}", "as", "line", "of", body, "at",
                                                points(body, b->line, b->nline)));
    if (b->circle > 0.0)
        json_array_append_new(shapes, json_pack("{s:s, s:i, s:o, s:o, s:f}", "as", "disc", "of",
                                                body, "at", points(body, b->origin, 1), "along",
                                                mb_scene_point(body, z), "radius", b->circle));
}

/* As drawing_bodies.c: what joins its places, else what its inertia looks like. */
static void put_body(const mb_plain_mechanism *m, const mb_shapes *all, int body, json_t *shapes)
{
    const mb_plain_body *b = &m->body[body];
    const int n = all->count[body];
    json_t *at = touched(b, body, all->at + all->begin[body], n);
    const bool hinted = b->npolygon > 2 || b->nline > 1;

    put_hints(m, body, shapes);
    if (b->point)
        json_array_append_new(shapes, json_pack("{s:s, s:i, s:o}", "as", "ball", "of", body, "at",
                                                points(body, origin, 1)));
    else if (!hinted && (n > 1 || (n == 1 && b->circle > 0.0)))
        json_array_append_new(shapes,
                              json_pack("{s:s, s:i, s:O}", "as", "span", "of", body, "at", at));
    else if (!hinted && b->circle == 0.0) {
        json_array_append_new(shapes,
                              json_pack("{s:s, s:i, s:O}", "as", "line", "of", body, "at", at));
        json_array_append_new(shapes, ellipsoid(m, body));
    }
    json_decref(at);
}

static json_t *bodies(const mb_plain_mechanism *m)
{
    const mb_drawing d = {.m = m};
    json_t *array = json_array();

    for (int i = 0; i < m->nbodies; i++)
        json_array_append_new(array,
                              json_pack("{s:s, s:s, s:b}", "name", m->body[i].name, "colour",
                                        mb_drawing_colour(&d, i), "point", m->body[i].point));
    return array;
}

/* Ways of the points that the file names, else of the last ones that are told. */
static void put_traces(const mb_plain_mechanism *m, json_t *shapes)
{
    enum { MOST = 3 };
    int left = m->ntraces ? m->ntraces : MOST;

    for (int i = 0; i < (m->ntraces ? m->ntraces : m->noutputs) && left > 0; i++) {
        const mb_plain_output *o = &m->output[m->ntraces ? m->trace[i] : m->noutputs - 1 - i];

        if (o->of.kind != MB_MEASURE_POINT || o->of.body[0] == MB_ON_GROUND)
            continue;
        left--;
        json_array_append_new(shapes,
                              json_pack("{s:s, s:i, s:o}", "as", "trace", "of", o->of.body[0], "at",
                                        points(o->of.body[0], o->of.place[0], 1)));
    }
}

/* ---- the whole -------------------------------------------------------------------------------- */

/* Frames as they are kept: t, then the poses. */
static json_t *frames(const mb_frames *p)
{
    json_t *array = json_array();

    for (int i = 0; i < p->frames; i++)
        json_array_append_new(array, mb_json_numbers(p->value + (ptrdiff_t)i * p->width, p->width));
    return array;
}

static json_t *start(const mb_plain_mechanism *m, mb_arena *arena)
{
    mb_frames *p = mb_arena_alloc(arena, 1, sizeof *p);
    double *frame;

    if (!p)
        return NULL;
    mb_frames_start(p, m->spatial, m->nbodies, 0.0, 1.0);
    frame = mb_frames_add(p, 0.0);
    for (int i = 0; i < m->nbodies; i++)
        mb_frames_put(p, i, m->body[i].com, m->body[i].turn, frame);
    return mb_json_numbers(frame - 1, p->width);
}

json_t *mb_scene(const mb_plain_mechanism *m, const mb_scene_extra *extra, mb_arena *arena)
{
    json_t *shapes = json_array();
    mb_shapes all;

    if (mb_shapes_of(m, arena, &all, NULL) != MB_OK)
        return NULL;
    put_traces(m, shapes);
    for (int i = 0; i < m->nbodies; i++)
        put_body(m, &all, i, shapes);
    mb_scene_forces(m, shapes);
    mb_scene_joints(m, shapes);
    return json_pack("{s:s, s:s, s:s, s:b, s:f, s:o, s:o, s:o, s:o, s:o, s:o, s:s}", "schema",
                     "mbsbench-scene-1", "name", m->name, "title", m->title, "spatial", m->spatial,
                     "size", m->scale, "gravity", mb_json_numbers(m->gravity, 3), "view",
                     m->view_given ? mb_json_numbers(m->view, 2) : json_null(), "bodies", bodies(m),
                     "start", start(m, arena), "shapes", shapes, "reference",
                     extra->reference ? frames(extra->reference) : json_null(), "picture",
                     extra->picture);
}

bool mb_scene_path(const char *folder, const char *digest, double t_end, char *path, size_t size)
{
    uint64_t hash = mb_hash_text(MB_HASH_START, mb_build_id());
    char name[MB_HEX_SIZE];

    if (!folder || !*folder || !digest || !*digest)
        return false;
    hash = mb_hash(mb_hash_text(hash, digest), &t_end, sizeof t_end);
    mb_hash_hex(hash, name);
    return snprintf(path, size, "%s/%s" MB_SCENE_ENDING, folder, name) < (int)size;
}
