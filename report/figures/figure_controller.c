/* SPDX-License-Identifier: MIT */
/* Figures of a fuzzy controller: its membership functions, the values of its rules, its surface. */
#include "report/figures/figure_parts.h"

static const char violation[] = "scaled violation", rate[] = "scaled rate of the violation";

static mb_status collect(mb_figure_case *c, mb_curves *all)
{
    const mb_figure_table *t = &c->figure->table;
    mb_status status = MB_OK;

    for (int k = 0; k < t->curves; k++) {
        mb_curve *curve = &all->curve[k];

        MB_TRY(mb_curve_begin(c, t->points, curve));
        curve->name = k < c->figure->labels ? c->figure->label[k] : t->name[k];
        curve->colour = curve->pattern = k;
        for (int i = 0; i < t->points; i++)
            MB_TRY(mb_curve_add(c, curve, t->x[k * t->points + i], t->y[k * t->points + i]));
        all->count++;
    }
done:
    return status;
}

static mb_status draw_curves(mb_figure_case *c)
{
    const mb_figure_table *t = &c->figure->table;
    mb_curves all = {0};
    mb_plot plot = {.name = c->chart->name,
                    .title = c->figure->title,
                    .x_label = t->points > 2 ? "scaled input" : "output of a rule",
                    .y_label = "degree of membership",
                    .x = mb_axis_between(-1.1, 1.1, false),
                    .y = mb_axis_between(0.0, 1.05, false)};
    mb_status status;

    MB_TRY(collect(c, &all));
    MB_TRY(mb_figure_second(c, &plot.second));
    plot.note = c->note;
    plot.look = c->look;
    MB_TRY(mb_plot_write(&plot, all.curve, all.count, c->folder, c->err));
done:
    return status;
}

/* ---- surface -------------------------------------------------------------------------------- */

static mb_status write_surface(mb_figure_case *c)
{
    const mb_figure_table *t = &c->figure->table;
    char name[MB_CHART_NAME_SIZE + 8];
    FILE *file;
    mb_status status;

    snprintf(name, sizeof name, "%s.tsv", c->chart->name);
    MB_TRY(mb_create(c->folder, name, &file, c->err));
    fprintf(file, "# %s, %s, output\n", violation, rate);
    for (int k = 0; k < t->curves; k++) {
        for (int i = 0; i < t->points; i++)
            fprintf(file, "%.6g\t%.6g\t%.8g\n", t->x[k * t->points + i], t->across[k],
                    t->y[k * t->points + i]);
        fputc('\n', file);
    }
    status = mb_close(file, c->folder, name, c->err);
done:
    return status;
}

static mb_status draw_script(mb_figure_case *c, mb_script *s)
{
    const char *second;
    mb_status status;

    MB_TRY(mb_figure_second(c, &second));
    mb_script_head(s, c->figure->title, second);
    s->left = 0.075 * s->width;
    s->right = s->width - s->left;
    s->bottom = s->top + 0.54 * s->width;
    mb_script_foot(s, c->note, s->bottom + 20.0);
    MB_TRY(mb_script_begin(s, c->folder, c->err));
    fprintf(s->file,
            "set lmargin -1\nset rmargin -1\nset tmargin -1\nset bmargin -1\n" /* not for splot */
            "set border 31\nset view 60,330,1.05,1.1\nset xyplane relative 0\nset hidden3d\n"
            "set xrange [-1:1]\nset yrange [-1:1]\nset zrange [-1.05:1.05]\n"
            "set xtics 0.5\nset ytics 0.5\nset ztics 0.5\n"
            "set xlabel '%s' offset 0,-0.5 noenhanced\nset ylabel '%s' offset 0,-0.5 noenhanced\n"
            "set zlabel 'output' rotate by 90 noenhanced\n",
            violation, rate);
    fprintf(s->file,
            "drawing = \"splot '%s.tsv' using 1:2:3 with lines linecolor rgb '#0072b2' linewidth "
            "0.8\"\n",
            s->name);
    status = mb_script_end(s, c->folder, c->err);
done:
    return status;
}

static mb_status draw_surface(mb_figure_case *c)
{
    mb_script script[MB_SCRIPTS];
    int scripts = mb_scripts_of(c->chart->name, &c->look, script);
    mb_status status;

    MB_TRY(write_surface(c));
    for (int k = 0; k < scripts; k++)
        MB_TRY(draw_script(c, &script[k]));
done:
    return status;
}

mb_status mb_figure_controller(mb_figure_case *c)
{
    if (c->figure->table.curves == 0) { /* a thinned study without its runs */
        c->chart->name[0] = '\0';
        return mb_figure_note(c, "Nothing can be drawn.");
    }
    return c->figure->table.name ? draw_curves(c) : draw_surface(c);
}
