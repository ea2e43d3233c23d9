/* SPDX-License-Identifier: MIT */
/* The performance profile of solvers at equal precision: of each the share of mechanisms on which it is
 * right at no more than tau times the cost of the cheapest (Dolan and More 2002). */
#include "report/answers/profile_chart.h"

#include <math.h>
#include <stdlib.h>

#include "base/arena.h"
#include "report/charts/method_style.h"
#include "report/charts/plot.h"
#include "report/records/escape.h"
#include "report/records/grade.h"
#include "report/records/label.h"

enum { MOST_SHOWN = 12 };

static const double widest = 1e4; /* tau */

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* The stairs of a solver up to tau = end. */
static mb_status stairs(const mb_cross *x, int class, const mb_cross_place *s, double end,
                        mb_arena *arena, mb_curve *curve, mb_error *err)
{
    const size_t room = 2 * (size_t)s->right + 2;
    double *ratio;
    int n = 0;
    mb_status status;

    *curve = (mb_curve){.name = x->label[s->row], .end = ""};
    MB_TRY(MB_TAKE(arena, &ratio, (size_t)x->columns, err));
    MB_TRY(MB_TAKE(arena, &curve->x, room, err));
    MB_TRY(MB_TAKE(arena, &curve->y, room, err));
    for (int c = 0; c < x->columns; c++)
        if (!isnan(mb_cross_at(x, class, s->row, c)->ratio))
            ratio[n++] = mb_cross_at(x, class, s->row, c)->ratio;
    qsort(ratio, (size_t)n, sizeof *ratio, ascending);
    curve->x[0] = 1.0;
    curve->count = 1;
    for (int i = 0; i < n && ratio[i] <= end; i++) {
        const double share = (double)(i + 1) / s->tried;

        if (ratio[i] > 1.0) {
            curve->x[curve->count] = ratio[i];
            curve->y[curve->count] = curve->y[curve->count - 1];
            curve->count++;
        }
        curve->x[ratio[i] > 1.0 ? curve->count : 0] = ratio[i];
        curve->y[ratio[i] > 1.0 ? curve->count : 0] = share;
        curve->count += ratio[i] > 1.0;
    }
    curve->x[curve->count] = end;
    curve->y[curve->count] = curve->y[curve->count - 1];
    curve->count++;
done:
    return status;
}

static double largest(const mb_cross_place *all, const int *chosen, int n)
{
    double end = 10.0;

    for (int i = 0; i < n; i++)
        if (all[chosen[i]].worst > end)
            end = all[chosen[i]].worst;
    return pow(10.0, ceil(log10(fmin(end, widest))));
}

static mb_status describe(const mb_cross *x, int class, int shown, int all, mb_arena *arena,
                          mb_chart *chart, mb_error *err)
{
    char level[MB_SHORT_SIZE], study[61]; /* a name of a study may hold what a file's must not */
    mb_status status;

    mb_level_text(x->class[class], level);
    mb_file_name(x->study, study, sizeof study);
    snprintf(chart->name, sizeof chart->name, "%s-profile-%s", study, level);
    chart->heading = "Performance profile";
    MB_TRY(mb_arena_printf(arena, &chart->title, err,
                           "Mechanisms on which a solver is right to %s within a factor of the "
                           "cheapest",
                           level));
    MB_TRY(mb_arena_printf(arena, &chart->caption, err,
                           "Of all %d mechanisms the share on which a solver is right to %s and "
                           "costs at most tau times as "
                           "much as the cheapest one that is. At the left edge: how often it is "
                           "the cheapest; at the right: "
                           "how often it is right at all.%s",
                           x->columns, level,
                           shown < all ? " Those first in the ranking are drawn." : ""));
done:
    return status;
}

static bool is_highlighted(const mb_chart_look *look, const char *spec)
{
    for (int i = 0; i < look->highlights; i++)
        if (mb_spec_fits(spec, look->highlight[i]))
            return true;
    return false;
}

/* What is drawn of n: the highlighted ones, then the first in the ranking; returns their number. */
static int choose(const mb_cross *cross, const mb_cross_place *all, int n,
                  const mb_chart_look *look, int chosen[MOST_SHOWN])
{
    int shown = 0;

    for (int highlighted = 1; highlighted >= 0; highlighted--)
        for (int i = 0; i < n && shown < MOST_SHOWN; i++)
            if (is_highlighted(look, cross->spec[all[i].row]) == highlighted)
                chosen[shown++] = i;
    return shown;
}

/* Colours of the methods; what is highlighted stands out. */
static void draw_apart(const char *const *spec, int n, const mb_chart_look *look, mb_curve *curve)
{
    mb_method_style style[MOST_SHOWN];
    bool any = false;

    mb_method_styles(spec, n, style);
    for (int i = 0; i < n; i++)
        any = any || is_highlighted(look, spec[i]);
    for (int i = 0; i < n; i++) {
        curve[i].colour = style[i].colour;
        curve[i].pattern = style[i].pattern;
        if (any)
            curve[i].emphasis = is_highlighted(look, spec[i]) ? MB_STANDS_OUT : MB_STANDS_BACK;
    }
}

mb_status mb_profile_chart(const mb_cross *cross, int class, const mb_chart_look *look,
                           const char *folder, mb_arena *arena, mb_chart *chart, mb_error *err)
{
    mb_plot plot = {.second = "",
                    .x_label = "tau: CPU time over that of the cheapest right solver",
                    .y_label = "share of mechanisms",
                    .note = "",
                    .sample_ends = true,
                    .look = *look};
    mb_curve curve[MOST_SHOWN];
    const char *spec[MOST_SHOWN];
    int chosen[MOST_SHOWN];
    mb_cross_place *all;
    int n, shown, mechanisms;
    double end;
    mb_status status;

    MB_TRY(mb_cross_rank(cross, class, mb_kinds, arena, &all, &n, &mechanisms, err));
    shown = choose(cross, all, n, look, chosen);
    end = largest(all, chosen, shown);
    for (int i = 0; i < shown; i++) {
        MB_TRY(stairs(cross, class, &all[chosen[i]], end, arena, &curve[i], err));
        spec[i] = cross->spec[all[chosen[i]].row];
    }
    draw_apart(spec, shown, look, curve);
    MB_TRY(describe(cross, class, shown, n, arena, chart, err));
    plot.name = chart->name;
    plot.title = chart->title;
    plot.x = mb_axis_between(1.0, end, true);
    plot.y = mb_axis_between(0.0, 1.0, false);
    MB_TRY(mb_plot_write(&plot, curve, shown, folder, err));
done:
    return status;
}
