/* SPDX-License-Identifier: MIT */
/* Figures of a fuzzy controller: numbers that follow from a formulation's parameters alone and come
 * with the figure. */
#include <string.h>

#include "bench/study/claim_parts.h"
#include "report/figures/figures.h"
#include "solvers/compose.h"
#include "solvers/equations/fuzzy_control.h"

enum { POINTS = 401, GRID = 41 }; /* of a membership function; of an input of the surface */

static const char *const term[MB_FUZZY_TERMS] = {"negative big", "negative small", "zero",
                                                 "positive small", "positive big"};

/* Number i of n from -1 to 1. */
static double input(int i, int n)
{
    return 2.0 * i / (n - 1) - 1.0;
}

static mb_status claim(const mb_claim_source *s, int curves, int points, mb_figure_table *table)
{
    mb_arena *arena = s->plan->arena;
    size_t n = (size_t)points, all = (size_t)curves * n;
    mb_status status;

    table->curves = curves;
    table->points = points;
    MB_TRY(MB_TAKE(arena, &table->x, all, s->yaml->err));
    MB_TRY(MB_TAKE(arena, &table->y, all, s->yaml->err));
done:
    return status;
}

static mb_status memberships(const mb_claim_source *s, const mb_fuzzy *fuzzy,
                             mb_figure_table *table)
{
    mb_status status;

    MB_TRY(claim(s, MB_FUZZY_TERMS, POINTS, table));
    table->name = term;
    for (int i = 0; i < POINTS; i++) {
        double a[MB_FUZZY_TERMS];

        mb_fuzzy_memberships(fuzzy, input(i, POINTS), a);
        for (int k = 0; k < MB_FUZZY_TERMS; k++) {
            table->x[k * POINTS + i] = input(i, POINTS);
            table->y[k * POINTS + i] = a[k];
        }
    }
done:
    return status;
}

/* The values that rules have, each as a line of height 1. */
static mb_status singletons(const mb_claim_source *s, mb_figure_table *table)
{
    const int middle = MB_FUZZY_TERMS / 2;
    mb_status status;

    MB_TRY(claim(s, MB_FUZZY_TERMS, 2, table));
    table->name = term;
    for (int k = 0; k < MB_FUZZY_TERMS; k++) {
        table->x[2 * k] = table->x[2 * k + 1] = mb_fuzzy_rule[k][middle];
        table->y[2 * k + 1] = 1.0;
    }
done:
    return status;
}

/* U over the two inputs; a curve is a value of the rate. */
static mb_status surface(const mb_claim_source *s, const mb_fuzzy *fuzzy, mb_figure_table *table)
{
    mb_status status;

    MB_TRY(claim(s, GRID, GRID, table));
    MB_TRY(MB_TAKE(s->plan->arena, &table->across, GRID, s->yaml->err));
    for (int k = 0; k < GRID; k++) {
        table->across[k] = input(k, GRID);
        for (int i = 0; i < GRID; i++) {
            table->x[k * GRID + i] = input(i, GRID);
            table->y[k * GRID + i] = mb_fuzzy_control(fuzzy, input(i, GRID), table->across[k]);
        }
    }
done:
    return status;
}

mb_status mb_figure_controller_read(const mb_claim_source *s, const yaml_node_t *node,
                                    mb_figure *figure)
{
    static const char *const texts[] = {"memberships", "singletons", "surface"};
    const char *text, *solver;
    mb_composition c;
    mb_fuzzy fuzzy;
    mb_status status = mb_yaml_text(s->yaml, node, "y", &text);

    if (status != MB_OK || figure->run.runs == 0)
        return status;
    solver = s->plan->run[s->first[0] + figure->run.run[0]].solver;
    if (mb_compose(solver, &c, NULL) != MB_OK || strcmp(c.formulation->name, "fuzzy") != 0)
        return mb_yaml_fail(s->yaml, node, "%s has no fuzzy controller; name a run that has one",
                            solver);
    fuzzy = mb_fuzzy_of(c.formulation->params, &c.formulation_values);
    if (strcmp(text, texts[0]) == 0)
        return memberships(s, &fuzzy, &figure->table);
    if (strcmp(text, texts[1]) == 0)
        return singletons(s, &figure->table);
    if (strcmp(text, texts[2]) == 0)
        return surface(s, &fuzzy, &figure->table);
    return mb_yaml_fail(s->yaml, node, "y is '%s'; expected memberships, singletons or surface",
                        text);
}
