/* SPDX-License-Identifier: MIT */
/* Polynomials through Chebyshev's points of panels of many grid steps: a value takes one more step of the motion,
 * so that as few points as will do are taken, and far fewer values than runs ask for.  A panel is halved
 * until its polynomials are near enough the motion: between the points at two places, and by the size of
 * their last coefficients, which tell a break of a law anywhere in it.  Where a quarter of a grid step does
 * not help, there is none, and the motion is followed as it is. */
#include "problems/references/automatic/table.h"

#include <math.h>
#include <string.h>

#include "problems/references/automatic/choice.h"

enum {
    FINEST = 4,         /* panels to a grid step */
    FIRST = 8 * FINEST, /* of these in the first panel tried */
    LARGEST = 64 * FINEST,
    PROBES = 2,
    TAIL = 3, /* coefficients that tell */
    MOST_NUMBERS = 200000,
    /* evaluations: so many, and as many times those that the reference took to be found */
    EVALUATIONS = 10000,
    AS_MANY = 4,
};

static const double PART = 0.1; /* of an output's bound that polynomials may be off by */

mb_status mb_auto_table_claim(const mb_plain_mechanism *plain, mb_arena *arena,
                              mb_auto_table **table, mb_error *err)
{
    mb_auto_table *t;
    mb_status status;

    MB_TRY(MB_TAKE(arena, &t, 1, err));
    MB_TRY(MB_TAKE(arena, &t->component, (size_t)plain->ncomponents, err));
    MB_TRY(MB_TAKE(arena, &t->off, (size_t)plain->ncomponents, err));
    for (int k = 0; k < plain->noutputs; k++)
        for (int i = 0; i < plain->output[k].n && plain->output[k].compared; i++)
            t->component[t->columns++] = plain->output[k].first + i;
    for (int k = 0; k < MB_AUTO_POINTS; k++)
        t->place[k] = 0.5 * (1.0 - cos(k * M_PI / MB_AUTO_DEGREE));
    *table = t;
done:
    return status;
}

mb_status mb_auto_table_add(mb_auto_table *table, double from, double to, bool polynomial,
                            mb_arena *arena, mb_error *err)
{
    mb_auto_panel *panel;
    mb_status status;

    MB_TRY(MB_TAKE(arena, &panel, 1, err));
    panel->from = from;
    panel->to = to;
    if (polynomial)
        MB_TRY(MB_TAKE(arena, &panel->value, (size_t)table->columns * MB_AUTO_POINTS, err));
    else
        MB_TRY(MB_TAKE(arena, &panel->state, (size_t)table->state_size, err));
    if (table->last)
        table->last->next = panel;
    else
        table->first = panel;
    table->last = panel;
    table->panels++;
    table->holes += !polynomial;
done:
    return status;
}

/* ---- values --------------------------------------------------------------------------------- */

const mb_auto_panel *mb_auto_table_find(const mb_auto_table *table, const mb_auto_panel *near,
                                        double t)
{
    const mb_auto_panel *panel = near && near->from <= t ? near : table->first;

    while (panel && t > panel->to)
        panel = panel->next;
    /* ends that are meant to be the same may be apart by rounding */
    return panel || !(t <= table->last->to * (1.0 + 1e-11)) ? panel : table->last;
}

static double point_at(const mb_auto_table *table, const mb_auto_panel *panel, int k)
{
    return k == MB_AUTO_DEGREE ? panel->to
                               : panel->from + table->place[k] * (panel->to - panel->from);
}

/* The barycentric formula (Berrut and Trefethen, 2004, sec. 5): weights 1, -1, 1, ... halved at the ends */
static void weights_at(const mb_auto_table *table, const mb_auto_panel *panel, double t,
                       double weight[MB_AUTO_POINTS])
{
    double sum = 0.0;

    for (int k = 0; k < MB_AUTO_POINTS; k++) {
        const double distance = t - point_at(table, panel, k);

        if (distance == 0.0) {
            for (int j = 0; j < MB_AUTO_POINTS; j++)
                weight[j] = j == k;
            return;
        }
        weight[k] = (k % 2 ? -1.0 : 1.0) / distance;
        if (k == 0 || k == MB_AUTO_DEGREE)
            weight[k] *= 0.5;
        sum += weight[k];
    }
    for (int k = 0; k < MB_AUTO_POINTS; k++)
        weight[k] /= sum;
}

void mb_auto_table_value(const mb_auto_table *table, const mb_auto_panel *panel, double t,
                         double *out)
{
    double weight[MB_AUTO_POINTS];

    weights_at(table, panel, t, weight);
    for (int c = 0; c < table->columns; c++) {
        const double *value = panel->value + (size_t)c * MB_AUTO_POINTS;
        double sum = 0.0;

        for (int k = 0; k < MB_AUTO_POINTS; k++)
            sum += weight[k] * (value[k] - value[0]);
        out[table->component[c]] = value[0] + sum;
    }
}

/* ---- how it is made ------------------------------------------------------------------------- */

/* What is at hand while it is made. */
typedef struct maker {
    mb_auto_table *table;
    const mb_automatic *reference;
    mb_automatic_run *run;
    mb_auto_panel panel;   /* that is tried */
    double *out, *state;   /* (ncomponents), where the panel begins */
    double *probe[PROBES]; /* (ncomponents) values of the motion between points */
    double *off;           /* (columns) of this panel */
} maker;

/* Before these points. */
static const int probed[PROBES] = {6, 11};

static double probe_at(const maker *m, int k)
{
    const double place = 0.5 * (1.0 - cos((probed[k] - 0.5) * M_PI / MB_AUTO_DEGREE));

    return m->panel.from + place * (m->panel.to - m->panel.from);
}

/* Follows the motion over the panel, whose first values are there. */
static void read_panel(maker *m)
{
    const mb_auto_table *table = m->table;

    for (int k = 0, p = 0; k < MB_AUTO_POINTS; k++) {
        if (p < PROBES && probed[p] == k) {
            mb_automatic_at(m->run, probe_at(m, p), m->probe[p]);
            p++;
        }
        mb_automatic_at(m->run, point_at(table, &m->panel, k), m->out);
        for (int c = 0; c < table->columns; c++)
            m->panel.value[c * MB_AUTO_POINTS + k] = m->out[table->component[c]];
    }
}

/* Largest of the last coefficients in Chebyshev's polynomials; NaN counts. */
static double tail_of(const double *value)
{
    double largest = 0.0;

    for (int j = MB_AUTO_DEGREE; j > MB_AUTO_DEGREE - TAIL; j--) {
        double sum = 0.0;

        for (int k = 0; k < MB_AUTO_POINTS; k++) {
            const double end = k == 0 || k == MB_AUTO_DEGREE ? 0.5 : 1.0;

            sum += end * (value[k] - value[0]) * cos(k * (double)j * M_PI / MB_AUTO_DEGREE);
        }
        sum *= (j == MB_AUTO_DEGREE ? 1.0 : 2.0) / MB_AUTO_DEGREE;
        if (!(fabs(sum) <= largest))
            largest = fabs(sum);
    }
    return largest;
}

/* Whether the polynomials of the panel are near enough; how far they are off. */
static bool is_near(maker *m)
{
    const mb_auto_table *table = m->table;
    bool near = true;

    for (int c = 0; c < table->columns; c++)
        m->off[c] = tail_of(m->panel.value + (size_t)c * MB_AUTO_POINTS);
    for (int p = 0; p < PROBES; p++) {
        mb_auto_table_value(table, &m->panel, probe_at(m, p), m->out);
        for (int c = 0; c < table->columns; c++) {
            const int i = table->component[c];
            const double off = fabs(m->out[i] - m->probe[p][i]);

            if (!(off <= m->off[c]))
                m->off[c] = off;
        }
    }
    for (int c = 0; c < table->columns; c++)
        near = near && m->off[c] <= PART * m->reference->bound[table->component[c]];
    return near;
}

static mb_status claim(maker *m, size_t components, mb_arena *arena, mb_error *err)
{
    const size_t columns = (size_t)m->table->columns;
    mb_status status;

    MB_TRY(MB_TAKE(arena, &m->panel.value, columns * MB_AUTO_POINTS, err));
    MB_TRY(MB_TAKE(arena, &m->out, components, err));
    MB_TRY(MB_TAKE(arena, &m->state, (size_t)m->table->state_size, err));
    MB_TRY(MB_TAKE(arena, &m->off, columns, err));
    for (int p = 0; p < PROBES; p++)
        MB_TRY(MB_TAKE(arena, &m->probe[p], components, err));
done:
    return status;
}

/* Puts the panel at hand behind the others; those without polynomials that touch become one. */
static mb_status put(maker *m, bool polynomial, mb_arena *arena, mb_error *err)
{
    mb_auto_table *table = m->table;
    mb_status status = MB_OK;

    if (!polynomial && table->last && !table->last->value) {
        table->last->to = m->panel.to;
        return MB_OK;
    }
    MB_TRY(mb_auto_table_add(table, m->panel.from, m->panel.to, polynomial, arena, err));
    if (polynomial)
        memcpy(table->last->value, m->panel.value,
               (size_t)table->columns * MB_AUTO_POINTS * sizeof *m->panel.value);
    else
        memcpy(table->last->state, m->state, (size_t)table->state_size * sizeof *m->state);
    for (int c = 0; c < table->columns && polynomial; c++)
        table->off[c] = fmax(table->off[c], m->off[c]);
done:
    return status;
}

static bool too_much(const maker *m)
{
    const mb_auto_table *table = m->table;
    const long most = EVALUATIONS + AS_MANY * m->reference->facts.evaluations;
    const double numbers =
        (double)(table->panels - table->holes) * table->columns * MB_AUTO_POINTS +
        (double)table->holes * table->state_size;

    return mb_auto_run_evaluations(m->run) > most || numbers > MOST_NUMBERS;
}

/* Panels up to the horizon, each as long as can be tried without trying too often. */
static mb_status fill(maker *m, mb_arena *arena, mb_error *err)
{
    const double unit = mb_auto_run_step(m->run) / FINEST, end = m->reference->facts.horizon;
    int size = FIRST, good = 0, patience = 2;
    mb_status status = MB_OK;

    for (long at = 0; (double)at * unit < end * (1.0 - 1e-12);) {
        const bool enough = too_much(m);
        bool near = false;

        mb_auto_run_keep(m->run, m->state);
        m->panel.from = (double)at * unit;
        m->panel.to = enough ? end : fmin((double)(at + size) * unit, end);
        if (!enough) {
            read_panel(m);
            near = is_near(m);
        }
        if (!near && !enough && size > 1) {
            mb_auto_run_resume(m->run, m->state);
            patience *= size > FIRST ? 2 : 1;
            size /= 2;
            good = 0;
            continue;
        }
        MB_TRY(put(m, near, arena, err));
        if (enough)
            break;
        at += size;
        good = near ? good + 1 : 0;
        if (size < LARGEST && good >= (size < FIRST ? 1 : patience)) {
            size *= 2;
            good = 0;
        }
    }
done:
    return status;
}

mb_status mb_automatic_tabulate(mb_automatic *reference, mb_arena *arena, mb_error *err)
{
    mb_arena *own = mb_arena_create();
    maker m = {.reference = reference};
    mb_error text = {MB_OK, ""};
    mb_status status = MB_OK;

    err = err ? err : &text;
    if (!own)
        return mb_fail(err, MB_NO_MEMORY, "out of memory");
    if (!reference->facts.there || reference->table)
        goto done;
    MB_TRY(mb_automatic_follow(reference, own, &m.run, err));
    MB_TRY(mb_auto_table_claim(reference->plain, arena, &m.table, err));
    m.table->state_size = mb_auto_run_size(m.run);
    MB_TRY(claim(&m, (size_t)reference->plain->ncomponents, own, err));
    MB_TRY(fill(&m, arena, err));
    for (int c = 0; c < m.table->columns; c++)
        reference->bound[m.table->component[c]] += m.table->off[c];
    reference->table = m.table;
done:
    mb_arena_destroy(own);
    return status;
}
