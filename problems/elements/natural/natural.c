/* Points, unit vectors and bodies of natural coordinates, told to the kit as variables, masses,
 * weights and rows. */
#include "problems/elements/natural/natural.h"

#include <math.h>
#include <stdio.h>

#include "problems/elements/space/spatial.h"

enum {
    NATURAL = 2,    /* of the choices body, euler, natural */
    FRAME = 4,      /* origin, e1, e2, e3 */
    MAX_TRIPLES = 7 /* of one body: an origin and the ends of three vectors */
};

/* A point or a vector */
struct triple {
    mb_slot slot[3];
    double start[3];
};

struct mb_natural {
    mb_space *space;
    mb_kit *kit;
    int ntriples, max_triples;
    struct triple *triple;
};

bool mb_natural_chosen(const mb_model *model)
{
    return mb_model_param(model, "coordinates") == NATURAL;
}

mb_natural *mb_natural_begin(mb_space *space)
{
    mb_status status = MB_OK;
    mb_natural *n;

    if (!space)
        return NULL;
    MB_TRY(MB_TAKE(space->kit.model->arena, &n, 1, space->kit.err));
    n->space = space;
    n->kit = mb_kit_begin(space->kit.model, "spatial-natural", 0.0, 0.0, space->kit.err);
    return n->kit ? n : NULL;
done:
    return NULL;
}

static bool sound(const mb_natural *n)
{
    return n && n->kit->status == MB_OK && n->space->kit.status == MB_OK;
}

static int add_triple(mb_natural *n, mb_vec start, bool fixed, bool point)
{
    static const char *const name[] = {"x", "y", "z"};
    const double x[3] = {start.x, start.y, start.z};
    struct triple *triple;

    if (!sound(n) ||
        !mb_kit_grow(n->kit, &n->triple, n->ntriples, &n->max_triples, sizeof *n->triple))
        return 0;
    triple = &n->triple[n->ntriples];
    for (int axis = 0; axis < 3; axis++) {
        triple->start[axis] = x[axis];
        triple->slot[axis] =
            fixed ? (mb_slot){.i = -1, .fixed = n->kit->nfixed++, .place = x[axis]}
                  : mb_kit_slot(mb_kit_variable(n->kit, x[axis], 0.0, point,
                                                (mb_label){name[axis], point ? "point" : "vector",
                                                           n->ntriples, MB_NOTHING}));
    }
    return n->ntriples++;
}

int mb_natural_point(mb_natural *n, mb_vec place)
{
    return add_triple(n, place, false, true);
}

int mb_natural_fixed_point(mb_natural *n, mb_vec place)
{
    return add_triple(n, place, true, true);
}

mb_arrow mb_natural_span(int from, int to)
{
    return (mb_arrow){from, to};
}

mb_arrow mb_natural_vector(mb_natural *n, mb_vec direction)
{
    const mb_arrow u = {-1, add_triple(n, direction, false, false)};

    if (sound(n) && mb_space_unit(n->space, "vector of natural coordinates", direction))
        mb_natural_product(n, u, u);
    return u;
}

mb_arrow mb_natural_fixed_vector(mb_natural *n, mb_vec direction)
{
    return (mb_arrow){-1, add_triple(n, direction, true, false)};
}

static void at_start(const mb_natural *n, mb_arrow a, double *x)
{
    for (int axis = 0; axis < 3; axis++)
        x[axis] = n->triple[a.to].start[axis] - (a.from < 0 ? 0.0 : n->triple[a.from].start[axis]);
}

/* Whether the points and vectors of an arrow exist */
static bool has_arrow(mb_natural *n, mb_arrow a)
{
    if (n && (a.to < 0 || a.to >= n->ntriples || a.from < -1 || a.from >= n->ntriples))
        mb_kit_refuse(n->kit,
                      "an arrow leads from %d to %d; there are %d points and vectors, "
                      "numbered from 0",
                      a.from, a.to, n->ntriples);
    return sound(n);
}

static mb_factor factor(const mb_natural *n, mb_arrow a)
{
    return (mb_factor){a.from < 0 ? NULL : n->triple[a.from].slot, n->triple[a.to].slot};
}

/* "points 1 and 2", "vector 3" */
static void arrow_text(mb_arrow a, char *text, size_t size)
{
    if (a.from < 0)
        snprintf(text, size, "vector %d", a.to);
    else
        snprintf(text, size, "points %d and %d", a.from, a.to);
}

static void name_product(mb_natural *n, mb_arrow a, mb_arrow b)
{
    char x[48], y[48], text[128];

    arrow_text(a, x, sizeof x);
    arrow_text(b, y, sizeof y);
    if (a.from != b.from || a.to != b.to)
        snprintf(text, sizeof text, "angle between %s, and %s", x, y);
    else
        snprintf(text, sizeof text, "%s of %s", a.from < 0 ? "unit norm" : "distance", x);
    mb_kit_name_row(n->kit, n->kit->nrows - 1, text);
}

void mb_natural_product(mb_natural *n, mb_arrow a, mb_arrow b)
{
    double x[3], y[3];

    if (!has_arrow(n, a) || !has_arrow(n, b))
        return;
    at_start(n, a, x);
    at_start(n, b, y);
    if (!(mb_dot(x, x) > 0.0) || !(mb_dot(y, y) > 0.0)) {
        mb_kit_refuse(n->kit,
                      "points %d and %d are in one place, and have no distance or direction",
                      mb_dot(x, x) > 0.0 ? b.from : a.from, mb_dot(x, x) > 0.0 ? b.to : a.to);
        return;
    }
    mb_kit_product(n->kit, factor(n, a), factor(n, b), mb_dot(x, y));
    name_product(n, a, b);
}

/* ---- masses --------------------------------------------------------------------------------- */

/* Rows of the inverse of (e1 e2 e3); false when the vectors lie in a plane */
static bool dual(double e[3][3], double f[3][3])
{
    double volume, size = 1.0;

    for (int i = 0; i < 3; i++) {
        mb_cross(e[(i + 1) % 3], e[(i + 2) % 3], f[i]);
        size *= sqrt(mb_dot(e[i], e[i]));
    }
    volume = mb_dot(e[0], f[0]);
    for (int i = 0; i < 9; i++)
        f[i / 3][i % 3] /= volume;
    return fabs(volume) > 1e-6 * size;
}

/* Integral of y y' dm (FRAME x FRAME) with y = (1, y1, y2, y3) of a body's points: its mass, first
 * and second moments.  The second moments about the centre are tr(J)/2 - J along principal axes. */
static bool moments(const mb_natural *n, int b, int origin, const mb_arrow e[3],
                    double N[FRAME][FRAME])
{
    const mb_rigid_body *body = &n->space->mechanism->body[b];
    const mb_space_state *start = &n->space->start[b];
    const double half = 0.5 * (body->inertia[0] + body->inertia[1] + body->inertia[2]);
    const double *o = n->triple[origin].start;
    const double arm[3] = {start->r.x - o[0], start->r.y - o[1], start->r.z - o[2]};
    double A[9], vector[3][3], f[3][3], axes[3][3];
    bool spans;

    mb_rotation(start->p, A);
    for (int i = 0; i < 3; i++)
        at_start(n, e[i], vector[i]);
    spans = dual(vector, f);
    N[0][0] = body->mass;
    for (int i = 0; i < 3; i++) {
        N[0][1 + i] = N[1 + i][0] = body->mass * mb_dot(f[i], arm);
        for (int p = 0; p < 3; p++) /* y_i along a principal axis; A by columns */
            axes[i][p] = mb_dot(f[i], A + 3 * p);
    }
    for (int i = 0; i < 3; i++)
        for (int j = 0; j <= i; j++) {
            double sum = body->mass * (mb_dot(f[i], arm) * mb_dot(f[j], arm));

            for (int p = 0; p < 3; p++)
                sum += (half - body->inertia[p]) * (axes[i][p] * axes[j][p]);
            N[1 + i][1 + j] = N[1 + j][1 + i] = sum;
        }
    return spans;
}

/* Column of a triple among those of a body, a new one if need be */
static int column_of(int triple, int *n, int *list)
{
    int k = 0;

    while (k < *n && list[k] != triple)
        k++;
    list[k] = triple;
    *n = k == *n ? k + 1 : *n;
    return k;
}

/* M = C' N C by blocks of unit matrices, where C gives (origin, e1, e2, e3) from the triples */
void mb_natural_body(mb_natural *n, int body, int origin, const mb_arrow e[3])
{
    double N[FRAME][FRAME], C[FRAME][MAX_TRIPLES] = {{0.0}};
    int list[MAX_TRIPLES], ntriples = 0;

    if (!has_arrow(n, (mb_arrow){-1, origin}) || !has_arrow(n, e[0]) || !has_arrow(n, e[1]) ||
        !has_arrow(n, e[2]))
        return;
    if (body < 0 || body >= n->space->mechanism->nbodies) {
        mb_kit_refuse(n->kit, "natural coordinates are of body %d; there are %d, numbered from 0",
                      body, n->space->mechanism->nbodies);
        return;
    }
    if (!moments(n, body, origin, e, N)) {
        n->kit->status =
            mb_fail(n->kit->err, MB_BAD_INPUT,
                    "%s: the vectors of body %s lie in a plane; give three that span the space",
                    n->kit->model->problem->name, n->space->mechanism->body[body].name);
        return;
    }
    C[0][column_of(origin, &ntriples, list)] = 1.0;
    for (int i = 0; i < 3; i++) {
        C[1 + i][column_of(e[i].to, &ntriples, list)] = 1.0;
        if (e[i].from >= 0)
            C[1 + i][column_of(e[i].from, &ntriples, list)] = -1.0;
    }
    for (int a = 0; a < ntriples; a++) {
        const mb_slot *row = n->triple[list[a]].slot;
        double moment = 0.0;

        for (int i = 0; i < FRAME; i++)
            moment += C[i][a] * N[0][i];
        for (int axis = 0; axis < 3; axis++)
            mb_kit_force(n->kit, row[axis], moment * n->space->gravity[axis]);
        for (int b = 0; b <= a; b++) {
            const mb_slot *col = n->triple[list[b]].slot;
            double mass = 0.0;

            for (int i = 0; i < FRAME; i++)
                for (int j = 0; j < FRAME; j++)
                    mass += C[i][a] * N[i][j] * C[j][b];
            for (int axis = 0; mass != 0.0 && axis < 3; axis++) {
                mb_kit_mass(n->kit, row[axis], col[axis], mass);
                if (a != b)
                    mb_kit_mass(n->kit, col[axis], row[axis], mass);
            }
        }
    }
}

/* ---- the model ------------------------------------------------------------------------------ */

void mb_natural_point_outputs(mb_natural *n, int point, const char *x, const char *y, const char *z)
{
    const char *const name[3] = {x, y, z};

    if (!has_arrow(n, (mb_arrow){-1, point}))
        return;
    if (n->triple[point].slot[0].i < 0) {
        mb_kit_refuse(n->kit, "the output of point %d does not vary: the point is held", point);
        return;
    }
    for (int axis = 0; sound(n) && axis < 3; axis++)
        mb_kit_coordinate_output(n->kit, n->triple[point].slot[axis].i, name[axis], "m");
}

mb_status mb_natural_finish(mb_natural *n)
{
    mb_status status = MB_OK;

    if (!n)
        return MB_NO_MEMORY; /* mb_space_begin or mb_natural_begin wrote the text */
    MB_TRY(n->space->kit.status);
    n->kit->model->traits |= MB_SPACE_TRAITS;
    MB_TRY(mb_kit_finish(n->kit));
done:
    return status;
}
