/* Colours and marks of the methods in a study's figures. */
#include "report/charts/palette.h"
#include "report/claims/method_names.h"
#include "report/figures/figure_parts.h"

/* The last style of the palette that no curve has. */
static int free_style(const mb_figure_style *style, int n)
{
    for (int k = MB_LINE_STYLE_COUNT - 1; k > 0; k--) {
        bool taken = false;

        for (int i = 0; i < n; i++)
            taken = taken || style[i].colour == k;
        if (!taken)
            return k;
    }
    return 0;
}

/* Sets colours to the numbers of the methods, -1 where the study does not name one.  False: there
 * is nothing to tell apart by method. */
static bool find_methods(const mb_figure_case *c, const int *run, int n, mb_figure_style *style)
{
    bool several = false;

    for (int i = 0; i < n; i++) {
        const mb_method_name *name = mb_method_of(c->ledger, c->figure->run.run[run[i]]);

        style[i].colour = name ? name->style : -1;
        several = several || style[i].colour != style[0].colour;
    }
    return several || (n == 1 && style[0].colour >= 0);
}

void mb_figure_styles(const mb_figure_case *c, const int *run, int n, mb_figure_style *style)
{
    bool by_method = find_methods(c, run, n, style);

    for (int i = 0; i < n; i++) {
        int alike = 0;

        if (!by_method)
            style[i].colour = i;
        else if (style[i].colour < 0)
            style[i].colour = free_style(style, n);
        for (int j = 0; j < i; j++)
            alike += style[j].colour == style[i].colour;
        style[i].pattern = style[i].colour + 3 * alike;
    }
}
