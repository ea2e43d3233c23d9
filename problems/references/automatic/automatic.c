#include "problems/references/automatic.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "problems/references/automatic/choice.h"

enum {
    MB_AUTO_COORDINATES = 64, /* at most, where the algebra is dense */
    MB_AUTO_LOOSE_LIMIT = 400,
};

const mb_automatic_facts *mb_automatic_facts_of(const mb_automatic *reference)
{
    return &reference->facts;
}

double mb_automatic_bound(const mb_automatic *reference, int component)
{
    return reference->bound[component];
}

/* ---- what can be had -------------------------------------------------------------------------------------- */

static bool refuses(mb_automatic *r)
{
    const mb_plain_mechanism *plain = r->plain;
    const char *output = mb_auto_output_lacking(plain);
    char *why = r->facts.why;
    const size_t size = sizeof r->facts.why;
    const int each = plain->spatial ? 6 : 3;

    if (output)
        snprintf(why, size, "output '%s' is not computed", output);
    if (plain->nbodies * each > MB_AUTO_LOOSE_LIMIT)
        snprintf(why, size, "%d bodies are too many", plain->nbodies);
    if (plain->start.nfixed)
        snprintf(why, size, "bodies are fixed in the assembly");
    for (int j = 0; j < plain->njoints; j++)
        if (plain->joint[j].kind == MB_JOINT_ROLLING)
            snprintf(why, size, "'%s' is a rolling joint", plain->joint[j].name);
    for (int k = 0; k < plain->nforces; k++)
        if (plain->force[k].only != MB_BOTH_SIDES)
            snprintf(why, size, "'%s' acts one way only", plain->force[k].name);
    return why[0] != '\0';
}

static double unit_of(const mb_plain_mechanism *plain, const mb_plain_output *o)
{
    switch (o->of.kind) {
    case MB_MEASURE_POINT:
    case MB_MEASURE_LENGTH:
        return plain->scale * fabs(o->scale);
    case MB_MEASURE_ANGLE:
    case MB_MEASURE_LINE:
    case MB_MEASURE_DIRECTION:
        return fabs(o->scale);
    case MB_MEASURE_JOINT:
        return fabs(o->scale) *
               (mb_coordinate_is_length(&plain->joint[o->of.of.joint], o->of.of.number)
                    ? plain->scale
                    : 1.0);
    default:
        return 0.0;
    }
}

/* ---- trees ---------------------------------------------------------------------------------------------------- */

static mb_status build(mb_automatic *r, mb_auto_shape shape, const mb_auto_pose *pose,
                       mb_arena *arena, mb_auto_state *state, mb_error *err)
{
    mb_auto *tree = &r->tree[r->ntrees];
    mb_status status = MB_OK;

    *tree = (mb_auto){.plain = r->plain, .arena = arena, .scale = r->plain->scale};
    MB_TRY(mb_auto_tree(tree, shape, pose, err));
    if (r->ntrees > 0 && memcmp(tree->in_tree, r->tree[0].in_tree,
                                (size_t)r->plain->njoints * sizeof *tree->in_tree) == 0)
        return MB_OK;
    if (tree->n == 0 || tree->n > MB_AUTO_COORDINATES) {
        if (r->ntrees == 0)
            snprintf(r->facts.why, sizeof r->facts.why,
                     "%d joint coordinates, 1 to %d are possible", tree->n, MB_AUTO_COORDINATES);
        return MB_OK;
    }
    MB_TRY(mb_auto_rows(tree, pose, err));
    MB_TRY(mb_auto_output_memory(tree, err));
    MB_TRY(mb_auto_claim(tree, err));
    MB_TRY(mb_auto_state_claim(tree, state, arena, err));
    if (!mb_auto_start(tree, state, r->facts.why, sizeof r->facts.why))
        return MB_OK;
    MB_TRY(
        mb_extrapolation_claim(&r->rule[r->ntrees], 2 * tree->n, mb_auto_rate, tree, arena, err));
    r->ntrees++;
done:
    return status;
}

static void list_cut(mb_automatic *r)
{
    const mb_plain_mechanism *plain = r->plain;
    size_t used = 0;

    for (int j = 0; j < plain->njoints && used < sizeof r->facts.cut; j++)
        if (!r->tree[0].in_tree[j])
            used += (size_t)snprintf(r->facts.cut + used, sizeof r->facts.cut - used, "%s%s",
                                     used ? ", " : "", plain->joint[j].name);
}

static mb_status claim(mb_automatic *r, const mb_auto_state *state, mb_arena *arena, mb_error *err)
{
    const size_t n = (size_t)r->plain->ncomponents;
    const int other = r->ntrees - 1;
    mb_status status = MB_OK;

    r->ntracks = r->tree[0].nrows ? 3 : 2;
    for (int k = 0; k < r->ntracks; k++) {
        const int tree = k == 2 ? other : 0;

        MB_TRY(mb_auto_track_claim(&r->track[k], &r->tree[tree], &r->rule[tree], &state[tree],
                                   k == 0 ? 2.0 * DBL_EPSILON : 0.0, arena, err));
        MB_TRY(MB_TAKE(arena, &r->out[k], n, err));
    }
    MB_TRY(mb_auto_track_claim(&r->read, &r->tree[0], &r->rule[0], &state[0], 0.0, arena, err));
    MB_TRY(MB_TAKE(arena, &r->apart, n, err));
    MB_TRY(MB_TAKE(arena, &r->largest, n, err));
    MB_TRY(MB_TAKE(arena, &r->bound, n, err));
    MB_TRY(MB_TAKE(arena, &r->unit, n, err));
    for (int k = 0; k < r->plain->noutputs; k++) {
        const mb_plain_output *o = &r->plain->output[k];

        for (int i = 0; i < o->n; i++)
            r->unit[o->first + i] = unit_of(r->plain, o);
    }
done:
    return status;
}

mb_status mb_automatic_reference(const mb_plain_mechanism *plain, double end, mb_arena *arena,
                                 mb_automatic **reference, mb_error *err)
{
    mb_error own = {MB_OK, ""};
    mb_auto_state state[2];
    mb_auto_pose *pose;
    mb_status status = MB_OK;
    mb_automatic *r;

    err = err ? err : &own;
    MB_TRY(MB_TAKE(arena, &r, 1, err));
    *reference = r;
    r->plain = plain;
    r->end = end;
    r->facts.singular = (double)NAN;
    if (refuses(r))
        return MB_OK;
    MB_TRY(MB_TAKE(arena, &pose, (size_t)plain->nbodies, err));
    MB_TRY(mb_auto_assemble(plain, arena, pose, r->facts.why, sizeof r->facts.why, err));
    if (r->facts.why[0])
        return MB_OK;
    MB_TRY(build(r, MB_AUTO_FORWARD, pose, arena, &state[0], err));
    if (r->ntrees == 0)
        return MB_OK;
    list_cut(r);
    r->facts.coordinates = r->tree[0].n;
    r->facts.rows = r->tree[0].nrows;
    r->facts.rank = r->tree[0].rank;
    if (r->tree[0].nrows)
        MB_TRY(build(r, MB_AUTO_BACKWARD, pose, arena, &state[1], err));
    r->facts.why[0] = '\0';
    MB_TRY(claim(r, state, arena, err));
    mb_automatic_choose(r);
done:
    return status;
}

/* ---- handing out ------------------------------------------------------------------------------------------------ */

void mb_automatic_reset(mb_automatic *reference)
{
    mb_auto_track_reset(&reference->read);
}

void mb_automatic_at(mb_automatic *reference, double t, double *out)
{
    const double h = 0.5 * reference->facts.step;
    mb_auto_track *track = &reference->read;

    while (track->t + h <= t * (1.0 + 4.0 * DBL_EPSILON))
        if (!mb_auto_track_step(track, h))
            break;
    mb_auto_track_look(track, fmax(0.0, t - track->t), out);
}

void mb_automatic_energy(mb_automatic *reference, double energy[2])
{
    mb_auto_energy(&reference->tree[0], energy);
}
