/* SPDX-License-Identifier: MIT */
/* What is told of a start that cannot be assembled: the elements of the file that stay open, and by how
 * much. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "problems/start/start_rows.h"

/* Elements less open than this share of the one that is the most are not named. */
static const double told = 0.05;

static bool owner_of(const mb_model *model, int row, mb_row_owner *owner)
{
    return model->ops->row_owner && model->ops->row_owner(model, row, owner);
}

static bool moves(const char *body)
{
    return body && strcmp(body, "ground") != 0;
}

/* How far each row is open [m]: what a body alone would have to move without turning.  A row of two
 * bodies that move has the slope of each; one without lengths is taken by |D_i S|. */
static void measure(const mb_model *model, mb_start_rows *c, double *open)
{
    const mb_pattern *D = &model->D;
    mb_row_owner owner;

    mb_start_rows_linearise(model, c, model->q0);
    memset(c->phi, 0, (size_t)model->m * sizeof *c->phi);
    model->ops->phi(model, model->t0, model->q0, c->phi);
    memset(open, 0, (size_t)model->m * sizeof *open);
    for (int j = 0; j < model->nv; j++)
        for (int k = D->start[j]; k < D->start[j + 1]; k++)
            if (!model->length || model->length[j])
                open[D->row[k]] += c->d[k] * c->d[k];
    for (int i = 0; i < model->mh; i++) {
        const bool two = owner_of(model, i, &owner) && moves(owner.body[0]) && moves(owner.body[1]);
        const double slope = open[i] > 0.0 ? sqrt(open[i] / (two ? 2.0 : 1.0)) : c->size[i];

        open[i] = fabs(c->phi[i]) / slope;
    }
}

/* How far an element is open [m], whose rows stand side by side from `row` on; *end: the row behind. */
static double of_element(const mb_model *model, const double *open, int row, int *end)
{
    mb_row_owner owner, other;
    double sum = open[row] * open[row];

    *end = row + 1;
    if (!owner_of(model, row, &owner))
        return 0.0;
    for (; *end < model->mh && owner_of(model, *end, &other) && other.name == owner.name; ++*end)
        sum += open[*end] * open[*end];
    return sqrt(sum);
}

/* "'A', 'C', 'D'": the elements other than that of row `first`; *sum: how far all are open [m]. */
static void others(const mb_model *model, const double *open, int first, double most, char *text,
                   size_t size, double *sum)
{
    mb_row_owner owner;
    int end;

    *sum = 0.0;
    *text = '\0';
    for (int i = 0; i < model->mh; i = end) {
        const double apart = of_element(model, open, i, &end);
        char name[80];

        *sum += apart;
        if (i == first || apart < told * most || !owner_of(model, i, &owner))
            continue;
        snprintf(name, sizeof name, "'%.70s'", owner.name);
        mb_join(text, size, ", ", name);
    }
}

/* A row of a model that no file declares. */
static mb_status row_open(const mb_model *model, const double *open, int row, mb_error *err)
{
    char name[160];

    mb_model_row_text(model, row, name, sizeof name);
    return mb_fail(err, MB_BAD_INPUT,
                   "the start of %s cannot be assembled: %s stays %.3g m open; parameters must "
                   "allow the mechanism to close",
                   model->problem->name, name, open[row]);
}

mb_status mb_start_cannot_close(const mb_model *model, mb_start_rows *c, int row, mb_error *err)
{
    double *open = c->residual, most = 0.0, sum;
    char place[MB_PLACE_TEXT], more[400], between[160] = "";
    mb_row_owner owner;
    int first = -1, end;

    measure(model, c, open);
    for (int i = 0; i < model->mh; i = end) {
        const double apart = of_element(model, open, i, &end);

        if (apart > most * (1.0 + 1e-9)) {
            most = apart;
            first = i;
        }
    }
    if (first < 0 || !owner_of(model, first, &owner))
        return row_open(model, open, row, err);
    mb_start_place(model, owner.line, owner.column, place);
    if (owner.body[0])
        snprintf(between, sizeof between, " (%.63s, %.63s)", owner.body[0], owner.body[1]);
    others(model, open, first, most, more, sizeof more, &sum);
    if (!*more)
        return mb_fail(err, MB_BAD_INPUT,
                       "%s: cannot be assembled: '%s' stays %.3g m open%s; the lengths, places and "
                       "parameters must allow it to close",
                       place, owner.name, most, between);
    return mb_fail(err, MB_BAD_INPUT,
                   "%s: cannot be assembled: '%s' stays %.3g m open%s, and with it %s, %.3g m in "
                   "all; which of them is misplaced cannot be told: the lengths, places and "
                   "parameters must allow all of them to close",
                   place, owner.name, most, between, more, sum);
}
