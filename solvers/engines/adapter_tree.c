/* SPDX-License-Identifier: MIT */
/* The tree of a job, and its gears as constant factors over it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "solvers/engines/adapter_inner.h"

/* Whether the moments on the diagonal are none of a body: one is more than the others together. */
static bool is_unthinkable(const adapter_body *b)
{
    const double *J = b->tensor;

    return 2.0 * fmax(J[0], fmax(J[4], J[8])) > (J[0] + J[4] + J[8]) * (1.0 + 1e-12);
}

void adapter_check_inertia(const adapter_body *b)
{
    if (!b->point && is_unthinkable(b))
        adapter_cannot("body '%s' has a moment of inertia that is more than the two others "
                       "together, which this engine refuses",
                       b->name);
}

/* Bodies that stand still turn with nothing that is seen: engines that look at moments get those of
 * a ball. */
static void settle_standing(adapter_job *job)
{
    for (int i = 0; i < job->njoints; i++) {
        const adapter_joint *j = &job->joint[i];
        adapter_body *b = j->body[!j->turned] < 0 ? NULL : &job->body[j->body[!j->turned]];

        if (!b || strcmp(j->kind, "rigid") != 0 || j->body[j->turned] >= 0 || !is_unthinkable(b))
            continue;
        b->tensor[0] = b->tensor[4] = b->tensor[8] =
            fmax(b->tensor[0], fmax(b->tensor[4], b->tensor[8]));
    }
}

/* Place of the joint's kind in `tree`, driven ones in front of all; -1: it is not there. */
static int rank_of(const adapter_job *job, int joint, const char *const *tree)
{
    bool driven = false;

    for (int i = 0; i < job->ndrives; i++)
        driven = driven || job->drive[i].joint == joint;
    for (int k = 0; tree[k]; k++)
        if (strcmp(tree[k], job->joint[joint].kind) == 0)
            return driven ? 0 : k + 1;
    return -1;
}

/* The joint of lowest rank from the bodies reached to one that is not, breadth first among equals;
 * -1: there is none. */
static int next_joint(const adapter_job *job, const int *rank, const int *body, int n,
                      const bool *reached, bool *turned)
{
    int best = -1;

    for (int from = 0; from < n; from++)
        for (int i = 0; i < job->njoints; i++) {
            const adapter_joint *j = &job->joint[i];
            const int side = j->body[1] == body[from], other = j->body[!side];

            if (rank[i] < 0 || (best >= 0 && rank[i] >= rank[best]) ||
                j->body[side] != body[from] || other == ADAPTER_GROUND || reached[other])
                continue;
            best = i;
            *turned = side;
        }
    return best;
}

void adapter_find_tree(adapter_job *job, const char *const *tree)
{
    bool *reached = adapter_take((size_t)job->nbodies, sizeof *reached), turned = false;
    int *body = adapter_take((size_t)job->nbodies + 1, sizeof *body), n = 0, i;
    int *rank = adapter_take((size_t)job->njoints, sizeof *rank);

    job->order = adapter_take((size_t)job->nbodies, sizeof *job->order);
    for (int k = 0; k < job->njoints; k++)
        rank[k] = rank_of(job, k, tree);
    for (body[n++] = ADAPTER_GROUND; n <= job->nbodies; n++) {
        i = next_joint(job, rank, body, n, reached, &turned);
        if (i >= 0) {
            job->joint[i].in_tree = true;
            job->joint[i].turned = turned;
            body[n] = job->joint[i].body[!turned];
            job->order[n - 1] = i;
        } else {
            for (body[n] = 0; reached[body[n]];)
                body[n]++;
            job->order[n - 1] = -1 - body[n];
        }
        reached[body[n]] = true;
    }
    free(reached);
    free(body);
    free(rank);
    settle_standing(job);
}

double adapter_sense(const adapter_joint *j)
{
    return j->turned ? -1.0 : 1.0;
}

/* ---- gears ------------------------------------------------------------------------------------ */

static bool is(const adapter_joint *j, const char *kind)
{
    return strcmp(j->kind, kind) == 0;
}

/* Cosine of two directions; their lengths do not count. */
static double along(const double a[3], const double b[3])
{
    double ab = 0.0, aa = 0.0, bb = 0.0;

    for (int i = 0; i < 3; i++) {
        ab += a[i] * b[i];
        aa += a[i] * a[i];
        bb += b[i] * b[i];
    }
    return ab / sqrt(aa * bb);
}

static bool is_parallel(const double a[3], const double b[3])
{
    return fabs(along(a, b)) > 1.0 - 1e-12;
}

/* The joint of the tree by which a body is reached; NULL: none. */
static const adapter_joint *joint_to(const adapter_job *job, int body)
{
    for (int i = 0; i < job->njoints; i++)
        if (job->joint[i].in_tree && job->joint[i].body[!job->joint[i].turned] == body)
            return &job->joint[i];
    return NULL;
}

/* Adds factor times the angular velocity of a body about an axis, which must be its only one.  What
 * does not turn against what carries it has no column of its own. */
static void add_turn(const adapter_job *job, const char *gear, double factor, int body,
                     const double axis[3], bool of_bodies, double *row)
{
    const adapter_joint *j = body < 0 ? NULL : joint_to(job, body);
    const bool turns = j && is(j, "revolute") && is_parallel(j->axis[0], axis);
    const bool fixed = j && (is(j, "rigid") || is(j, "prismatic"));

    if (body < 0)
        return;
    if (!turns && !fixed && (job->spatial || !of_bodies))
        adapter_cannot("gear '%s' has '%s', which does not turn about the gear's axis only, and "
                       "this adapter has no other gears",
                       gear, job->body[body].name);
    if (of_bodies && !fixed)
        row[body] += factor;
    else if (turns)
        row[j - job->joint] += factor * adapter_sense(j) * along(j->axis[0], axis);
    if (j && (fixed || !of_bodies))
        add_turn(job, gear, factor, j->body[j->turned], axis, of_bodies, row);
    else if (j) /* its axis stands still where those of all that carry it do */
        add_turn(job, gear, 0.0, j->body[j->turned], axis, of_bodies, row);
}

static void add_coordinate(const adapter_job *job, const char *gear, const adapter_gear_term *term,
                           bool of_bodies, const double axis[3], double *row)
{
    const adapter_joint *j = &job->joint[term->joint];

    if (of_bodies && is(j, "revolute") && is_parallel(j->axis[0], axis)) {
        const double factor = term->factor * along(j->axis[0], axis);

        add_turn(job, gear, factor, j->body[1], axis, true, row);
        add_turn(job, gear, -factor, j->body[0], axis, true, row);
    } else if (!of_bodies && j->in_tree && (is(j, "revolute") || is(j, "prismatic"))) {
        row[term->joint] += term->factor;
    } else {
        adapter_cannot("gear '%s' has the coordinate of '%s', a %s joint%s, which this adapter's "
                       "gears cannot have",
                       gear, j->name, j->kind,
                       of_bodies || j->in_tree ? "" : " that closes a loop");
    }
}

static const double NOTHING = 1e-12; /* of factors, whose largest are near 1 */

/* Gauss and Jordan; rows that repeat others become 0. */
static int reduce(int n, int columns, double *row)
{
    int done = 0;

    for (int c = 0; c < columns && done < n; c++) {
        double *pivot = row + done * columns;
        int best = done;

        for (int i = done + 1; i < n; i++)
            if (fabs(row[i * columns + c]) > fabs(row[best * columns + c]))
                best = i;
        const double divisor = row[best * columns + c];

        if (fabs(divisor) <= NOTHING)
            continue;
        for (int k = 0; k < columns; k++) {
            const double x = row[best * columns + k] / divisor;

            row[best * columns + k] = pivot[k];
            pivot[k] = x;
        }
        for (int i = 0; i < n; i++) {
            const double by = i == done ? 0.0 : row[i * columns + c];

            for (int k = 0; k < columns; k++)
                row[i * columns + k] -= by * pivot[k];
            for (int k = 0; k < columns; k++)
                if (fabs(row[i * columns + k]) <= NOTHING)
                    row[i * columns + k] = 0.0;
        }
        done++;
    }
    return done;
}

static void add_term(const adapter_job *job, const adapter_gear *g, int k, bool of_bodies,
                     const double axis[3], double *row)
{
    const adapter_gear_term *term = &g->term[k];

    if (term->joint >= 0) {
        add_coordinate(job, g->name, term, of_bodies, axis, row);
        return;
    }
    if (of_bodies && !is_parallel(term->axis, axis))
        adapter_cannot(
            "gear '%s' has axes that are not parallel, and this adapter has no such gears",
            g->name);
    add_turn(job, g->name, term->factor * (of_bodies ? along(term->axis, axis) : 1.0), term->body,
             of_bodies ? axis : term->axis, of_bodies, row);
}

int adapter_gear_rows(const adapter_job *job, bool of_bodies, double *row, double axis[3])
{
    const int columns = of_bodies ? job->nbodies : job->njoints;
    const double *common = NULL;

    for (int i = 0; i < job->ngears; i++)
        for (int k = 0; k < job->gear[i].n && !common; k++) {
            const adapter_gear_term *term = &job->gear[i].term[k];

            common = term->joint < 0 ? term->axis : job->joint[term->joint].axis[0];
        }
    memset(row, 0, (size_t)(job->ngears * columns) * sizeof *row);
    if (!common)
        return 0;
    memcpy(axis, common, 3 * sizeof *axis);
    for (int i = 0; i < job->ngears; i++)
        for (int k = 0; k < job->gear[i].n; k++)
            add_term(job, &job->gear[i], k, of_bodies, axis, row + i * columns);
    return reduce(job->ngears, columns, row);
}

int adapter_gear_pairs(const adapter_job *job, adapter_pair *pair, double axis[3])
{
    const int columns = job->nbodies;
    double *row = adapter_take((size_t)(job->ngears * columns), sizeof *row);
    const int rows = adapter_gear_rows(job, true, row, axis);

    for (int i = 0; i < rows; i++) {
        const double *factor = row + i * columns;
        int n = 0;

        for (int k = 0; k < columns; k++)
            if (factor[k] != 0.0 && n++ < 2) {
                pair[i].body[n - 1] = k;
                pair[i].factor[n - 1] = factor[k];
            }
        if (n != 2)
            adapter_cannot(
                "the gears of '%s' hold %d bodies together, and gears of this engine are "
                "of two",
                job->body[pair[i].body[0]].name, n);
    }
    free(row);
    return rows;
}
