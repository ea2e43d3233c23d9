/* SPDX-License-Identifier: MIT */
/* Start of an automatic reference: poses at which joints meet, rank of the rows, rates; and the way
 * back to the rows after a step. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "problems/references/automatic/parts.h"
#include "problems/start/start.h"

enum { ITERATIONS = 40, NEIGHBOURS = 3 };

static const double DEPENDENT = 1e-9;  /* of the largest singular value */
static const double CLOSED = 2e-15;    /* in sizes, rad */
static const double ASSEMBLED = 1e-12; /* what rounding may leave */
static const double AWAY = 1e-2;       /* [rad, sizes] of a neighbour */
static const double WEAK = 1e-3;       /* singular values of which a projection keeps off */

static const double unit[3][3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};

/* diag(m, J + m s^2) of bodies on links of their own */
static void metric(mb_auto *tree)
{
    mb_auto_mass(tree, false);
    for (int i = 0; i < tree->n; i++)
        if (!tree->link[i].slides)
            tree->A[i * tree->n + i] +=
                tree->plain->body[tree->link[i].body].mass * tree->scale * tree->scale;
}

static void stand_at(mb_auto *tree, const mb_auto_state *state)
{
    tree->base = state->base;
    tree->memory = state->memory;
}

/* q (n) to the rows by Gauss and Newton, each time the least move by the metric, or the shortest.
 * Returns what is left open. */
static double close_rows(mb_auto *tree, mb_auto_state *state, bool by_metric)
{
    double open = 0.0, last = INFINITY;

    for (int k = 0; k < ITERATIONS; k++) {
        int m, rank;

        mb_auto_move(tree, 0.0, state->q, state->u);
        m = mb_auto_equations(tree, MB_AUTO_POSITION, tree->null.W, tree->null.g, &open);
        if (m == 0 || open <= CLOSED || (open <= ASSEMBLED && open >= 0.5 * last))
            return m ? open : 0.0;
        last = open;
        mb_null_space_decompose(&tree->null, m);
        rank = mb_null_space_rank(&tree->null, m, DEPENDENT);
        if (by_metric) {
            metric(tree);
            memset(tree->f, 0, (size_t)tree->n * sizeof *tree->f);
            if (!mb_null_space_least(&tree->null, rank, tree->A, tree->f, tree->accel))
                return INFINITY;
        } else {
            mb_null_space_shortest(&tree->null, rank, 0.0, tree->accel);
        }
        for (int i = 0; i < tree->n; i++)
            state->q[i] += tree->accel[i];
    }
    return open;
}

static void name_open(mb_auto *tree, char *why, size_t size)
{
    int worst = 0;

    mb_auto_equations(tree, MB_AUTO_POSITION, tree->null.W, tree->null.g, NULL);
    for (int i = 1; i < tree->nholonomic; i++)
        if (!(fabs(tree->null.g[i]) <= fabs(tree->null.g[worst])))
            worst = i;
    snprintf(why, size, "cannot be assembled: '%s' stays open", tree->row[worst].name);
}

mb_status mb_auto_assemble(const mb_plain_mechanism *plain, mb_arena *arena, mb_auto_pose *pose,
                           char *why, size_t size, mb_error *err)
{
    mb_auto loose = {.plain = plain, .arena = arena, .scale = plain->scale};
    mb_auto_state state;
    mb_status status = MB_OK;

    for (int b = 0; b < plain->nbodies; b++) {
        memcpy(pose[b].x, plain->body[b].com, sizeof pose[b].x);
        memcpy(pose[b].R, plain->body[b].turn, sizeof pose[b].R);
    }
    if (plain->start.keep)
        return MB_OK;
    MB_TRY(mb_auto_tree(&loose, MB_AUTO_LOOSE, pose, err));
    MB_TRY(mb_auto_rows(&loose, pose, err));
    MB_TRY(mb_auto_claim(&loose, err));
    MB_TRY(mb_auto_state_claim(&loose, &state, arena, err));
    stand_at(&loose, &state);
    if (!(close_rows(&loose, &state, true) <= ASSEMBLED)) {
        name_open(&loose, why, size);
        goto done;
    }
    for (int b = 0; b < plain->nbodies; b++) {
        memcpy(pose[b].x, loose.motion[b].x, sizeof pose[b].x);
        memcpy(pose[b].R, loose.motion[b].R, sizeof pose[b].R);
    }
done:
    return status;
}

/* ---- rank ----------------------------------------------------------------------------------- */

/* Ranks of the rows of places and of all rows at a state moved to, and their last singular values. */
static void ranks(mb_auto *tree, int rank[2], double sigma[2])
{
    for (int k = 0; k < 2; k++) {
        const int m = mb_auto_equations(tree, k ? MB_AUTO_RATE : MB_AUTO_POSITION, tree->null.W,
                                        tree->null.g, NULL);

        mb_null_space_decompose(&tree->null, m);
        rank[k] = mb_null_space_rank(&tree->null, m, DEPENDENT);
        sigma[k] = rank[k] ? tree->null.sigma[rank[k] - 1] : 1.0;
    }
}

/* Positions near by that keep the rows tell the rank in general. */
static bool find_rank(mb_auto *tree, mb_auto_state *state)
{
    const size_t bytes = (size_t)tree->n * sizeof(double);
    unsigned seed = 12345u;
    int here[2], rank[2];
    double sigma[2];

    mb_auto_move(tree, 0.0, state->q, state->u);
    ranks(tree, here, sigma);
    tree->sigma_holonomic = sigma[0];
    tree->sigma = sigma[1];
    rank[0] = rank[1] = tree->nrows + 1;
    for (int k = 0; k < NEIGHBOURS; k++) {
        int there[2];

        for (int i = 0; i < tree->n; i++)
            state->q[i] = AWAY * mb_random(&seed);
        if (!(close_rows(tree, state, false) <= ASSEMBLED))
            continue;
        mb_auto_move(tree, 0.0, state->q, state->u);
        ranks(tree, there, sigma);
        for (int l = 0; l < 2; l++)
            rank[l] = there[l] < rank[l] ? there[l] : rank[l];
    }
    memset(state->q, 0, bytes);
    for (int l = 0; l < 2; l++)
        if (rank[l] > tree->nrows)
            rank[l] = here[l];
    tree->rank_holonomic = rank[0];
    tree->rank = rank[1];
    return here[0] >= rank[0] && here[1] >= rank[1];
}

/* ---- rates ---------------------------------------------------------------------------------- */

/* One row of what the start gives; direction e in the world.  Its number of entries. */
static void given_row(mb_auto *tree, const mb_start_item *item, const double *e, double value,
                      double *row, double *g)
{
    mb_auto_scalar s = {.kind = MB_AUTO_MEET, .body = {-1, item->body}, .link = -1, .memory = -1};
    mb_auto_value v = {0};
    const mb_auto_motion *m = mb_auto_motion_of(tree, item->body);
    double x[3], r[3], factor = 1.0;

    memset(row, 0, (size_t)tree->n * sizeof *row);
    if (item->kind == MB_START_OMEGA) {
        memcpy(v.T[1], e, sizeof v.T[1]);
    } else {
        mb_auto_point(m, item->place, x, NULL, NULL);
        for (int i = 0; i < 3; i++)
            r[i] = x[i] - m->x[i];
        memcpy(v.F[1], e, sizeof v.F[1]);
        v.T[1][0] = r[1] * e[2] - r[2] * e[1];
        v.T[1][1] = r[2] * e[0] - r[0] * e[2];
        v.T[1][2] = r[0] * e[1] - r[1] * e[0];
        factor = 1.0 / tree->scale;
    }
    mb_auto_gradient(tree, &s, &v, factor, row);
    *g = factor * value;
}

/* Rows of an item of the start; their number. */
static int given(mb_auto *tree, const mb_start_item *item, double *rows, double *g)
{
    const bool spatial = tree->plain->spatial, turns = item->kind == MB_START_OMEGA;
    int n = 0;

    if (item->kind == MB_START_COORDINATE) {
        const int s = tree->coordinate[item->of.joint][item->of.number];
        const bool length =
            mb_coordinate_is_length(&tree->plain->joint[item->of.joint], item->of.number);
        const double factor = length ? 1.0 / tree->scale : 1.0;

        memset(rows, 0, (size_t)tree->n * sizeof *rows);
        mb_auto_gradient(tree, &tree->scalar[s], &tree->value[s], factor, rows);
        *g = factor * item->value[0];
        return 1;
    }
    if (item->along) {
        given_row(tree, item, item->direction, item->value[0], rows, g);
        return 1;
    }
    for (int i = 0; i < 3; i++) {
        if (!spatial && turns != (i == 2))
            continue;
        given_row(tree, item, unit[i], item->value[i], rows + (size_t)n * (size_t)tree->n, g + n);
        n++;
    }
    return n;
}

/* All rows of rates, held and given; sizes[0] of them are the mechanism's. */
static int rate_rows(mb_auto *tree)
{
    const mb_plain_start *start = &tree->plain->start;
    int m = mb_auto_equations(tree, MB_AUTO_RATE, tree->null.W, tree->null.g, NULL);

    for (int k = 0; k < start->n; k++)
        m += given(tree, &start->item[k], tree->null.W + (size_t)m * (size_t)tree->n,
                   tree->null.g + m);
    return m;
}

static double rest_of(const mb_auto *tree, int m, const double *u, double *largest)
{
    double worst = 0.0;

    for (int i = 0; i < m; i++) {
        double sum = -tree->null.g[i];

        for (int j = 0; j < tree->n; j++)
            sum += tree->null.W[i * tree->n + j] * u[j];
        worst = fmax(worst, fabs(sum));
        *largest = fmax(*largest, fabs(tree->null.g[i]));
    }
    return worst;
}

/* u of least kinetic energy with the rows. */
static bool find_rates(mb_auto *tree, mb_auto_state *state, char *why, size_t size)
{
    double heavy = 0.0, largest = 0.0;
    bool found = false;

    mb_auto_move(tree, 0.0, state->q, state->u);
    for (int attempt = 0; attempt < 2 && !found; attempt++) {
        int m = rate_rows(tree), rank;

        mb_null_space_decompose(&tree->null, m);
        rank = mb_null_space_rank(&tree->null, m, DEPENDENT);
        mb_auto_mass(tree, false);
        for (int i = 0; i < tree->n; i++)
            heavy = fmax(heavy, tree->A[i * tree->n + i]);
        for (int i = 0; i < tree->n && attempt; i++)
            tree->A[i * tree->n + i] += 1e-12 * heavy;
        found = mb_null_space_least(&tree->null, rank, tree->A, tree->f, tree->accel);
    }
    if (!(rest_of(tree, rate_rows(tree), tree->accel, &largest) <= 1e-9 * fmax(1.0, largest))) {
        snprintf(why, size, "the velocities given at the start contradict each other");
        return false;
    }
    memcpy(state->u, tree->accel, (size_t)tree->n * sizeof *state->u);
    return true;
}

/* Turns count from the angles as they are written. */
static void begin_count(mb_auto *tree, mb_auto_state *state)
{
    const mb_plain_mechanism *plain = tree->plain;
    double energy[2];

    for (int k = 0; k < plain->noutputs; k++) {
        const mb_plain_measure *of = &plain->output[k].of;

        if (of->kind == MB_MEASURE_ANGLE)
            state->memory[tree->counted[k]] =
                (of->body[0] >= 0 ? plain->body[of->body[0]].angle : 0.0) -
                (of->relative >= 0 ? plain->body[of->relative].angle : 0.0);
    }
    mb_auto_move(tree, 0.0, state->q, state->u);
    mb_auto_energy(tree, energy);
    tree->first_energy = energy[0] + energy[1];
    mb_auto_count(tree, state);
    mb_auto_equations(tree, MB_AUTO_RATE, tree->null.W, tree->null.g, NULL);
    state->side = mb_auto_side(tree);
}

bool mb_auto_start(mb_auto *tree, mb_auto_state *state, char *why, size_t size)
{
    double open = 0.0;

    stand_at(tree, state);
    mb_auto_move(tree, 0.0, state->q, state->u);
    mb_auto_equations(tree, MB_AUTO_POSITION, tree->null.W, tree->null.g, &open);
    if (open > 1e-11)
        snprintf(why, size, "the start is kept as declared, and does not keep the rows");
    else if (!find_rank(tree, state))
        snprintf(why, size, "it starts in a singular position");
    else if (find_rates(tree, state, why, size)) {
        begin_count(tree, state);
        return true;
    }
    return false;
}

/* ---- projection ----------------------------------------------------------------------------- */

bool mb_auto_project(mb_auto *tree, double t, mb_auto_state *state)
{
    double open = 0.0;

    for (int k = 0; k < 6; k++) {
        int m;

        mb_auto_move(tree, t, state->q, state->u);
        m = mb_auto_equations(tree, MB_AUTO_POSITION, tree->null.W, tree->null.g, &open);
        if (m == 0 || open <= CLOSED)
            break;
        mb_null_space_decompose(&tree->null, m);
        mb_null_space_shortest(&tree->null, tree->rank_holonomic, WEAK * tree->sigma_holonomic,
                               tree->accel);
        for (int i = 0; i < tree->n; i++)
            state->q[i] += tree->accel[i];
        if (open <= 1e-8) /* quadratic: the next would be round-off */
            break;
    }
    if (!isfinite(open))
        return false;
    mb_auto_move(tree, t, state->q, state->u);
    mb_null_space_decompose(
        &tree->null, mb_auto_equations(tree, MB_AUTO_RATE, tree->null.W, tree->null.g, NULL));
    mb_null_space_shortest(&tree->null, tree->rank, WEAK * tree->sigma, tree->accel);
    for (int i = 0; i < tree->n; i++)
        state->u[i] += tree->accel[i];
    return true;
}
