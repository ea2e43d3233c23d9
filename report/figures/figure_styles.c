/* SPDX-License-Identifier: MIT */
/* Colours and marks of the methods in a study's figures. */
#include <string.h>

#include "report/charts/palette.h"
#include "report/claims/method_names.h"
#include "report/figures/figure_parts.h"

enum { MOST_NAMES = 64 }; /* whose colours are kept apart */

/* The colour, or where one of n has it the first that none has. */
static int free_colour(const int *taken, int n, int wish)
{
    bool used[MB_LINE_STYLE_COUNT] = {false};

    for (int i = 0; i < n; i++)
        if (taken[i] >= 0)
            used[taken[i]] = true;
    for (int k = 0; used[wish] && k < MB_LINE_STYLE_COUNT; k++)
        if (!used[k])
            return k;
    return wish;
}

/* The colour of each name of a study, by its number among the different ones: that of the method
 * that it names first; of several with one method the first has it.  Returns their number. */
static int colour_names(const mb_ledger *ledger, int colour[MOST_NAMES])
{
    int wish[MOST_NAMES], n = 0;

    for (int i = 0; i < ledger->names; i++)
        n = ledger->name[i].style >= n ? ledger->name[i].style + 1 : n;
    n = n < MOST_NAMES ? n : MOST_NAMES;
    for (int k = 0; k < n; k++)
        wish[k] = colour[k] = -1;
    for (int i = 0; i < ledger->runs; i++) {
        const mb_method_name *name = mb_method_of(ledger, i);

        if (name && name->style < n && wish[name->style] < 0)
            wish[name->style] = mb_method_style_of(ledger->run[i].solver).colour;
    }
    for (int k = 0; k < n; k++)
        if (wish[k] >= 0 && free_colour(colour, n, wish[k]) == wish[k])
            colour[k] = wish[k];
    for (int k = 0; k < n; k++)
        if (colour[k] < 0)
            colour[k] = free_colour(colour, n, wish[k] < 0 ? 0 : wish[k]);
    return n;
}

/* Styles of the names that runs have, -1 where the study does not name one.  False: there is
 * nothing to tell apart by name. */
static bool name_styles(const mb_figure_case *c, const int *run, int n, mb_method_style *style)
{
    int colour[MOST_NAMES], names = colour_names(c->ledger, colour);
    bool several = false;

    for (int i = 0; i < n; i++) {
        const mb_method_name *name = mb_method_of(c->ledger, c->figure->run.run[run[i]]);

        style[i].colour = name ? colour[name->style % names] : -1;
        style[i].pattern = style[i].colour;
        several = several || style[i].colour != style[0].colour;
    }
    return several || (n == 1 && style[0].colour >= 0);
}

void mb_figure_styles(const mb_figure_case *c, const int *run, int n, mb_method_style *style)
{
    const char *solver[MB_CHART_BARS];
    int taken[MB_CHART_BARS], count = 0;

    for (int i = 0; i < n; i++)
        solver[i] = c->asked[run[i]].solver;
    if (c->ledger->names == 0 || !name_styles(c, run, n, style)) {
        mb_method_styles(solver, n, style);
        return;
    }
    for (int i = 0; i < n; i++)
        if (style[i].colour >= 0)
            taken[count++] = style[i].colour;
    for (int i = 0; i < n; i++)
        if (style[i].colour < 0) {
            style[i].colour = free_colour(taken, count, mb_method_style_of(solver[i]).colour);
            style[i].pattern = style[i].colour;
            taken[count++] = style[i].colour;
        }
    mb_method_styles_part(style, n);
}
