/* SPDX-License-Identifier: MIT */
/* M of bodies that are combinations of nodes.  With C the place of the centre of mass, E_i the axes
 * and P the second moments about the centre (tr(J)/2 - J in space),
 *
 *     T = m |Cdot|^2 / 2 + sum of P_ij Edot_i . Edot_j / 2,
 *
 * in the plane J |Edot_1|^2 / 2.  All are lines, so M = m C'C + sum of P_ij E_i'E_j is constant. */
#include <math.h>
#include <string.h>

#include "problems/elements/machine/natural/natural.h"

/* Most coordinates of one body */
enum { MOST = 3 * MB_FRAME_NODES };

/* A body's share of M */
struct inertia {
    int n, var[MOST];
    double mass[MOST][MOST];
};

static void add_pair(struct inertia *x, double s, const mb_line *a, const mb_line *b)
{
    const mb_line_term *r = a->term, *c = b->term;

    for (int i = 0; i < 3; r += a->n[i], c += b->n[i], i++)
        for (int k = 0; k < a->n[i]; k++)
            for (int l = 0; l < b->n[i]; l++)
                x->mass[r[k].local][c[l].local] += s * r[k].factor * c[l].factor;
}

static void inertia_of(const mb_machine *m, int b, struct inertia *x)
{
    static const double unit[3][3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    static const double centre[3] = {0.0, 0.0, 0.0};
    const mb_mover *body = &m->body[b];
    const double *J = body->inertia, half = 0.5 * (J[0] + J[4] + J[8]);
    const int axes = body->point ? 0 : m->natural->dimension == 2 ? 1 : 3;
    mb_line_term term[4][MB_LINE_TERMS];
    mb_line line[4];
    mb_combination c;

    memset(x, 0, sizeof *x);
    for (int k = 0; k <= axes; k++) {
        if (k == 0)
            mb_natural_place(m, b, centre, &c);
        else
            mb_natural_axis(m, b, unit[k - 1], &c);
        line[k].term = term[k];
        mb_line_in(m->natural, &c, NULL, &line[k]);
        mb_natural_localise(&line[k], &x->n, x->var);
    }
    add_pair(x, body->mass, &line[0], &line[0]);
    if (axes == 1)
        add_pair(x, J[8], &line[1], &line[1]);
    for (int i = 0; axes == 3 && i < 3; i++)
        for (int j = 0; j < 3; j++)
            if (i == j || J[3 * i + j] != 0.0)
                add_pair(x, (i == j ? half : 0.0) - J[3 * i + j], &line[1 + i], &line[1 + j]);
    for (int i = 0; i < x->n; i++)
        for (int j = 0; j <= i; j++) { /* round-off is nothing; symmetric to the last bit */
            if (i != j && fabs(x->mass[i][j]) < 1e-14 * (x->mass[i][i] + x->mass[j][j]))
                x->mass[i][j] = 0.0;
            x->mass[j][i] = x->mass[i][j];
        }
}

void mb_natural_announce_mass(const mb_machine *m, mb_pattern_builder *mass)
{
    for (int b = 0; b < m->nbodies; b++) {
        struct inertia x;

        inertia_of(m, b, &x);
        for (int i = 0; i < x.n; i++)
            for (int j = 0; j < x.n; j++)
                if (i == j || x.mass[i][j] != 0.0)
                    mb_pattern_add(mass, x.var[i], x.var[j]);
    }
    for (const mb_node *node = m->natural->node; node < m->natural->node + m->natural->nnodes;
         node++)
        for (int i = 0; i < 3; i++)
            if (node->var[i] >= 0)
                mb_pattern_add(mass, node->var[i], node->var[i]);
}

static void weigh(const mb_machine *m, int b)
{
    static const double centre[3] = {0.0, 0.0, 0.0};
    mb_natural *n = m->natural;
    mb_line_term term[MB_LINE_TERMS];
    mb_line line = {.term = term};
    const mb_line_term *at = term;
    mb_combination c;

    mb_natural_place(m, b, centre, &c);
    mb_line_in(n, &c, NULL, &line);
    for (int i = 0; i < n->dimension; i++) {
        n->fixed_energy -= m->body[b].weight[i] * line.constant[i];
        for (int k = 0; k < line.n[i]; k++, at++)
            n->weight[at->var] += at->factor * m->body[b].weight[i];
    }
}

mb_status mb_natural_masses(mb_model *model, const mb_machine *m, mb_error *err)
{
    mb_natural *n = m->natural;
    mb_status status = MB_OK;

    MB_TRY(MB_TAKE(model->arena, &n->mass, (size_t)model->M.nnz, err));
    MB_TRY(MB_TAKE(model->arena, &n->weight, (size_t)model->nv, err));
    for (int b = 0; b < m->nbodies; b++) {
        struct inertia x;

        inertia_of(m, b, &x);
        for (int i = 0; i < x.n; i++)
            for (int j = 0; j < x.n; j++)
                if (i == j || x.mass[i][j] != 0.0)
                    n->mass[mb_pattern_find(&model->M, x.var[i], x.var[j])] += x.mass[i][j];
        weigh(m, b);
    }
done:
    return status;
}
