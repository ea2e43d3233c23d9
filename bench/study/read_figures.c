/* SPDX-License-Identifier: MIT */
/* Figures of a study: YAML into mb_figure.  A figure has `id`, `where` (the place in the paper),
 * `title`, `says` (what it shows), a `kind`, `run` (ids as in claims), what its kind needs and, as
 * far as its kind has them, further keys:
 *
 *   kind    needs    may
 *   time    y        log t labels  y: a quantity of the series, or a list of them
 *   path    x y      t labels      x, y: quantities of the series, such as two coordinates of a tip
 *   sweep   x y      log labels    x: a parameter of the runs, or with a value for each run
 *                                  {text: "step dt [s]", values: [...]}; y: a metric as in claims
 *   map     x y z    limit         x, y: parameters, z: a metric
 *   bars    y        labels        y: a metric
 *   points  x y      log labels    x, y: metrics
 *   controller  y    labels        y: memberships, singletons or surface of the fuzzy controller
 *                                  that the first run has
 *
 *   log     time: y or no; sweep and points: x, y, xy (default) or no
 *   t       time, path: [t0, t1] in s
 *   labels  texts: of the runs (path, bars), of each run in each quantity, all quantities of the
 *           first run first (time), of the curves (sweep, points)
 *   limit   map: a value above which a point counts as failed
 *   note    any kind, what stands below it: what is our choice (starts, axes, gains), what the
 *           caption of the paper says of it
 *
 * The paper's names of the methods, and so their colours: `names` of the study
 * (read_method_names.c).
 *
 * Quantities of a series (report/figures/quantity.h; what is in brackets must stand in the `series`
 * of the runs):
 *
 *   position.l2 position.sq (Phi'Phi) position.l1 [norms]; velocity. and acceleration. likewise
 *   gap [norms]; error; energy (the drift E - E0); energy.total (E); energy.relative
 *   ((E - E0) / |E0|); outputs.NAME [outputs]; velocities.NAME [velocities]; multipliers.I
 *   [multipliers]; rows.I [rows]; phidot.I [phidot];
 *   accelerations.I, second derivative of the I-th output [accelerations]
 *   rows.l1(5..8,13), norms l1, l2, sq, linf over these rows, `5..` to the last one; phidot.,
 *   multipliers. and accelerations. (over these outputs) likewise
 *   abs(QUANTITY)
 *
 * With a logarithm the magnitude is drawn.  What the kinds show: report/figures/figures.h. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bench/series.h"
#include "bench/study/claim_parts.h"
#include "report/figures/figures.h"

static const mb_yaml_kind kinds[MB_FIGURE_KINDS] = {
    [MB_FIGURE_PATH] = {{"x", "y"}, {"t", "labels"}},
    [MB_FIGURE_CONTROLLER] = {{"y"}, {"labels"}},
    [MB_FIGURE_TIME] = {{"y"}, {"log", "t", "labels"}},
    [MB_FIGURE_SWEEP] = {{"x", "y"}, {"log", "labels"}},
    [MB_FIGURE_MAP] = {{"x", "y", "z"}, {"limit"}},
    [MB_FIGURE_BARS] = {{"y"}, {"labels"}},
    [MB_FIGURE_POINTS] = {{"x", "y"}, {"log", "labels"}},
};

#define WORD(name, word) word,
static const char *const kind_words[] = {MB_FIGURE_KIND_LIST(WORD) NULL};
#undef WORD

/* Ids become names of files. */
#define AT(member) MB_YAML_AT(mb_figure, member)
static const mb_yaml_key keys[] = {
    {"id", MB_YAML_MUST, MB_YAML_ID, AT(id), .max = 40},
    {"where", MB_YAML_MUST, MB_YAML_TEXT, AT(where)},
    {"title", MB_YAML_MUST, MB_YAML_TEXT, AT(title)},
    {"says", MB_YAML_MUST, MB_YAML_TEXT, AT(says)},
    {"kind", MB_YAML_MUST, MB_YAML_KIND, AT(kind), kind_words, .kinds = kinds},
    {.name = "run", .use = MB_YAML_MUST},
    {.name = "x", .use = MB_YAML_BY_KIND},
    {.name = "y", .use = MB_YAML_BY_KIND},
    {.name = "z", .use = MB_YAML_BY_KIND},
    {.name = "log", .use = MB_YAML_BY_KIND},
    {.name = "t", .use = MB_YAML_BY_KIND},
    {.name = "labels", .use = MB_YAML_BY_KIND},
    {"limit", MB_YAML_BY_KIND, MB_YAML_NUMBER, AT(limit)},
    {"note", MB_YAML_MAY, MB_YAML_TEXT, AT(note)},
    {.name = NULL},
};
#undef AT

/* ---- what is drawn -------------------------------------------------------------------------- */

static mb_status read_metric(const mb_claim_source *s, const yaml_node_t *node, const char *key,
                             const mb_run_list *list, mb_metric *metric)
{
    mb_status status;

    MB_TRY(mb_claim_metric(s, node, key, metric));
    for (int i = 0; i < list->runs; i++)
        MB_TRY(mb_metric_measured(s, mb_yaml_get(s->yaml, node, key), metric,
                                  &s->plan->run[s->first[0] + list->run[i]]));
done:
    return status;
}

/* One quantity of the series; its columns must be among those of every run's. */
static mb_status read_quantity(const mb_claim_source *s, const yaml_node_t *node, const char *key,
                               const mb_run_list *list, mb_figure_quantity *quantity)
{
    mb_error why = {MB_OK, ""};
    unsigned needs = MB_SERIES_FILE;
    const char *text;
    mb_status status = mb_yaml_text(s->yaml, node, key, &text);

    if (status == MB_OK)
        status = mb_quantity_parse(text, s->plan->arena, quantity, &why);
    if (status == MB_BAD_INPUT && *why.text)
        return mb_yaml_fail(s->yaml, node, "%s", why.text);
    if (status != MB_OK)
        return status;
    for (int k = 0; k < MB_SERIES_EXTRAS; k++)
        if (strcmp(mb_series_word((mb_series_extra)k), quantity->kind) == 0)
            needs |= 1u << k;
    for (int i = 0; i < list->runs; i++) {
        const mb_run *run = &s->plan->run[s->first[0] + list->run[i]];

        if (needs & ~run->series)
            return mb_yaml_fail(s->yaml, node, "%s has no '%s' in its series; see its key 'series'",
                                run->id, text);
    }
    return MB_OK;
}

/* `y` of a figure over time, one quantity or a list of them. */
static mb_status read_quantities(const mb_claim_source *s, yaml_node_t *node, mb_figure *figure)
{
    mb_status status;

    figure->quantities = mb_yaml_items(node);
    if (figure->quantities < 1 || figure->quantities > MB_CHART_LINES)
        return mb_yaml_fail(s->yaml, node, "'y' names %d quantities; give 1 to %d",
                            figure->quantities, MB_CHART_LINES);
    MB_TRY(MB_TAKE(s->plan->arena, &figure->quantity, (size_t)figure->quantities, s->yaml->err));
    for (int i = 0; i < figure->quantities; i++)
        MB_TRY(read_quantity(s, mb_yaml_item(s->yaml, node, i), "y", &figure->run,
                             &figure->quantity[i]));
done:
    return status;
}

/* The two quantities of a path. */
static mb_status read_path(const mb_claim_source *s, const yaml_node_t *x, const yaml_node_t *y,
                           mb_figure *figure)
{
    mb_status status;

    figure->quantities = 2;
    MB_TRY(MB_TAKE(s->plan->arena, &figure->quantity, 2, s->yaml->err));
    MB_TRY(read_quantity(s, x, "x", &figure->run, &figure->quantity[0]));
    MB_TRY(read_quantity(s, y, "y", &figure->run, &figure->quantity[1]));
done:
    return status;
}

/* {text: "step dt [s]", values: [...]}: what the paper has along its axis, one value a run. */
static mb_status read_given(const mb_claim_source *s, yaml_node_t *node, const mb_run_list *list,
                            mb_figure_axis *axis)
{
    static const mb_yaml_key given[] = {
        {"text", MB_YAML_MUST, MB_YAML_TEXT, MB_YAML_AT(mb_figure_axis, name)},
        {.name = "values", .use = MB_YAML_MUST},
        {.name = NULL},
    };
    yaml_node_t *values;
    int n;
    mb_status status;

    MB_TRY(mb_yaml_read(s->yaml, node, "x", given, axis));
    values = mb_yaml_get(s->yaml, node, "values");
    n = mb_yaml_items(values);
    if (s->whole && n != list->runs)
        return mb_yaml_fail(s->yaml, values, "%d values for %d runs; give one a run", n,
                            list->runs);
    MB_TRY(MB_TAKE(s->plan->arena, &axis->value, (size_t)list->runs + 1, s->yaml->err));
    for (int i = 0; i < list->runs; i++) {
        axis->value[i] = NAN; /* a thinned grid: which of the values is not known */
        if (n == list->runs)
            MB_TRY(mb_yaml_number(s->yaml, mb_yaml_item(s->yaml, values, i), "values",
                                  &axis->value[i]));
    }
    axis->given = true;
done:
    return status;
}

static mb_status read_param(const mb_claim_source *s, const yaml_node_t *node, const char *key,
                            const mb_run_list *list, mb_figure_axis *axis)
{
    mb_status status = mb_yaml_copy(s->yaml, node, key, &axis->name);

    if (status == MB_OK)
        status = mb_claim_values(s, node, list, axis->name, &axis->value, &axis->unit);
    return status;
}

/* Two runs of a map at the same place. */
static mb_status check_places(const mb_claim_source *s, const yaml_node_t *node,
                              const mb_figure *figure)
{
    const double *x = figure->x_param.value, *y = figure->y_param.value;
    const mb_run_list *list = &figure->run;

    for (int i = 1; s->whole && i < list->runs; i++)
        for (int j = 0; j < i; j++)
            if (x[i] == x[j] && y[i] == y[j])
                return mb_yaml_fail(s->yaml, node,
                                    "runs %s and %s have the same %s and %s; name an entry whose "
                                    "grid has these two axes alone",
                                    s->plan->run[s->first[0] + list->run[j]].id,
                                    s->plan->run[s->first[0] + list->run[i]].id,
                                    figure->x_param.name, figure->y_param.name);
    return MB_OK;
}

static mb_status read_axes(const mb_claim_source *s, const yaml_node_t *node, mb_figure *figure)
{
    yaml_node_t *x = mb_yaml_get(s->yaml, node, "x"), *y = mb_yaml_get(s->yaml, node, "y");
    const mb_run_list *list = &figure->run;
    mb_status status = MB_OK;

    switch (figure->kind) {
    case MB_FIGURE_TIME:
        MB_TRY(read_quantities(s, y, figure));
        break;
    case MB_FIGURE_CONTROLLER:
        MB_TRY(mb_figure_controller_read(s, y, figure));
        break;
    case MB_FIGURE_PATH:
        MB_TRY(read_path(s, x, y, figure));
        break;
    case MB_FIGURE_SWEEP:
        MB_TRY(x->type == YAML_MAPPING_NODE ? read_given(s, x, list, &figure->x_param)
                                            : read_param(s, x, "x", list, &figure->x_param));
        MB_TRY(read_metric(s, node, "y", list, &figure->y));
        break;
    case MB_FIGURE_MAP:
        MB_TRY(read_param(s, x, "x", list, &figure->x_param));
        MB_TRY(read_param(s, y, "y", list, &figure->y_param));
        MB_TRY(read_metric(s, node, "z", list, &figure->z));
        MB_TRY(check_places(s, mb_yaml_get(s->yaml, node, "run"), figure));
        break;
    case MB_FIGURE_POINTS:
        MB_TRY(read_metric(s, node, "x", list, &figure->x));
        MB_TRY(read_metric(s, node, "y", list, &figure->y));
        break;
    case MB_FIGURE_BARS:
    case MB_FIGURE_KINDS:
        MB_TRY(read_metric(s, node, "y", list, &figure->y));
        break;
    }
done:
    return status;
}

/* ---- how it is drawn ------------------------------------------------------------------------ */

static mb_status read_log(mb_yaml *yaml, const yaml_node_t *node, mb_figure *figure)
{
    bool time = figure->kind == MB_FIGURE_TIME;
    const char *text;
    mb_status status;

    figure->log_x = figure->log_y = figure->kind != MB_FIGURE_PATH;
    if (!node) {
        figure->log_x = figure->log_x && !time;
        for (int i = 0; time && i < figure->quantities; i++)
            if (mb_quantity_linear(&figure->quantity[i]))
                figure->log_y = false;
        return MB_OK;
    }
    status = mb_yaml_text(yaml, node, "log", &text);
    if (status != MB_OK)
        return status;
    figure->log_x = !time && strchr(text, 'x');
    figure->log_y = strchr(text, 'y');
    if (strcmp(text, "no") != 0 && strcmp(text, "y") != 0 &&
        (time || (strcmp(text, "x") != 0 && strcmp(text, "xy") != 0)))
        return mb_yaml_fail(yaml, node, "log is '%s'; expected %s", text,
                            time ? "y or no" : "x, y, xy or no");
    return MB_OK;
}

static mb_status read_window(mb_yaml *yaml, yaml_node_t *node, mb_figure *figure)
{
    mb_status status;

    figure->from = figure->till = NAN;
    if (!node)
        return MB_OK;
    if (node->type != YAML_SEQUENCE_NODE || mb_yaml_items(node) != 2)
        return mb_yaml_fail(yaml, node, "'t' needs its two ends, as in t: [4, 6]");
    MB_TRY(mb_yaml_number(yaml, mb_yaml_item(yaml, node, 0), "t", &figure->from));
    MB_TRY(mb_yaml_number(yaml, mb_yaml_item(yaml, node, 1), "t", &figure->till));
    if (!(figure->from < figure->till))
        return mb_yaml_fail(yaml, node, "t goes from %g to %g; give an end after the start",
                            figure->from, figure->till);
done:
    return status;
}

static mb_status read_labels(const mb_claim_source *s, yaml_node_t *node, mb_figure *figure)
{
    bool of_runs = figure->kind == MB_FIGURE_TIME || figure->kind == MB_FIGURE_BARS ||
                   figure->kind == MB_FIGURE_PATH;
    int wanted = figure->run.runs * (figure->kind == MB_FIGURE_TIME ? figure->quantities : 1);
    mb_status status;

    if (!node)
        return MB_OK;
    if (node->type != YAML_SEQUENCE_NODE)
        return mb_yaml_fail(s->yaml, node, "'labels' must be a list of texts");
    MB_TRY(mb_yaml_texts(s->yaml, node, "labels", &figure->labels, &figure->label));
    if (s->whole && of_runs && figure->labels != wanted)
        return mb_yaml_fail(s->yaml, node,
                            wanted == figure->run.runs
                                ? "%d labels for %d runs; give one a run"
                                : "%d labels for %d curves; give one a run and quantity",
                            figure->labels, wanted);
    if (of_runs && figure->labels != wanted)
        figure->labels = 0; /* a thinned grid: names are made from the specs */
done:
    return status;
}

static mb_status read_figure(const mb_claim_source *s, const yaml_node_t *node, mb_figure *figure)
{
    mb_status status;

    MB_TRY(mb_yaml_read(s->yaml, node, "a figure", keys, figure));
    MB_TRY(mb_claim_runs(s, mb_yaml_get(s->yaml, node, "run"), "run", &figure->run));
    MB_TRY(read_axes(s, node, figure));
    MB_TRY(read_log(s->yaml, mb_yaml_get(s->yaml, node, "log"), figure));
    MB_TRY(read_window(s->yaml, mb_yaml_get(s->yaml, node, "t"), figure));
    MB_TRY(read_labels(s, mb_yaml_get(s->yaml, node, "labels"), figure));
done:
    return status;
}

mb_status mb_figures_read(const mb_claim_source *s, yaml_node_t *figures, mb_ledger *ledger)
{
    mb_status status;

    MB_TRY(MB_YAML_LIST(s->yaml, figures, "figures", &ledger->figures, &ledger->figure));
    for (int i = 0; i < ledger->figures; i++)
        MB_TRY(read_figure(s, mb_yaml_item(s->yaml, figures, i), &ledger->figure[i]));
    MB_TRY(mb_yaml_ids_differ(s->yaml, figures, "figure"));
done:
    return status;
}
