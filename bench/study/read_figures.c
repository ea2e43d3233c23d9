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
 * The paper's names of the methods, and so their colours: `names` of the study (method_names.c).
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

#include "base/names.h"
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

static const char *const common[] = {"id", "where", "title", "says", "kind", "run", "note", NULL};
static const char *const needed[] = {"id", "where", "title", "says", "kind", "run", NULL};
static const char *const all[] = {"id", "where", "title", "says",   "kind",  "run",  "x", "y",
                                  "z",  "log",   "t",     "labels", "limit", "note", NULL};

static mb_status read_kind(mb_yaml *yaml, const yaml_node_t *node, mb_figure_kind *kind)
{
    const char *names[MB_FIGURE_KINDS + 1] = {NULL};
    int index;
    mb_status status;

    for (int k = 0; k < MB_FIGURE_KINDS; k++)
        names[k] = mb_figure_kind_word((mb_figure_kind)k);
    status = mb_yaml_kind_of(yaml, node, "figure", names, &index);
    if (status == MB_OK)
        *kind = (mb_figure_kind)index;
    return status;
}

/* Ids become names of files. */
static mb_status check_id(mb_yaml *yaml, const yaml_node_t *node, const mb_figure *before,
                          const mb_figure *figure)
{
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";

    if (strlen(figure->id) > 40 || strspn(figure->id, letters) != strlen(figure->id))
        return mb_yaml_fail(yaml, node,
                            "id '%s' must be at most 40 characters of letters, digits, . _ and -",
                            figure->id);
    for (; before < figure; before++)
        if (strcmp(before->id, figure->id) == 0)
            return mb_yaml_fail(yaml, node, "figure '%s' stands twice; ids must differ",
                                figure->id);
    return MB_OK;
}

/* ---- what is drawn -------------------------------------------------------------------------- */

static mb_status read_metric(const mb_claim_source *s, const yaml_node_t *node, const char *key,
                             const mb_run_list *list, mb_metric *metric)
{
    mb_error why = {MB_OK, ""};
    const char *text;
    mb_status status = mb_yaml_text(s->yaml, node, key, &text);

    if (status == MB_OK && mb_metric_parse(text, s->plan->arena, metric, &why) != MB_OK)
        return mb_yaml_fail(s->yaml, node, "%s", why.text);
    for (int i = 0; status == MB_OK && i < list->runs; i++)
        status = mb_metric_measured(s, node, metric, &s->plan->run[s->first[0] + list->run[i]]);
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
    static const char *const keys[] = {"text", "values", NULL};
    yaml_node_t *text, *values;
    int n;
    mb_status status;

    MB_TRY(mb_yaml_check_keys(s->yaml, node, "x", keys));
    text = mb_yaml_get(s->yaml, node, "text");
    values = mb_yaml_get(s->yaml, node, "values");
    if (!text || !values)
        return mb_yaml_fail(s->yaml, node, "x needs 'text' and 'values', one a run");
    n = mb_yaml_items(values);
    if (s->whole && n != list->runs)
        return mb_yaml_fail(s->yaml, values, "%d values for %d runs; give one a run", n,
                            list->runs);
    MB_TRY(mb_claim_text(s, text, "text", &axis->name));
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
    mb_status status = mb_claim_text(s, node, key, &axis->name);

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
        MB_TRY(read_metric(s, y, "y", list, &figure->y));
        break;
    case MB_FIGURE_MAP:
        MB_TRY(read_param(s, x, "x", list, &figure->x_param));
        MB_TRY(read_param(s, y, "y", list, &figure->y_param));
        MB_TRY(read_metric(s, mb_yaml_get(s->yaml, node, "z"), "z", list, &figure->z));
        MB_TRY(check_places(s, mb_yaml_get(s->yaml, node, "run"), figure));
        break;
    case MB_FIGURE_POINTS:
        MB_TRY(read_metric(s, x, "x", list, &figure->x));
        MB_TRY(read_metric(s, y, "y", list, &figure->y));
        break;
    case MB_FIGURE_BARS:
    case MB_FIGURE_KINDS:
        MB_TRY(read_metric(s, y, "y", list, &figure->y));
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
    figure->labels = mb_yaml_items(node);
    if (s->whole && of_runs && figure->labels != wanted)
        return mb_yaml_fail(s->yaml, node,
                            wanted == figure->run.runs
                                ? "%d labels for %d runs; give one a run"
                                : "%d labels for %d curves; give one a run and quantity",
                            figure->labels, wanted);
    MB_TRY(MB_TAKE(s->plan->arena, &figure->label, (size_t)figure->labels, s->yaml->err));
    for (int i = 0; i < figure->labels; i++)
        MB_TRY(mb_claim_text(s, mb_yaml_item(s->yaml, node, i), "labels", &figure->label[i]));
    if (of_runs && figure->labels != wanted)
        figure->labels = 0; /* a thinned grid: names are made from the specs */
done:
    return status;
}

static mb_status read_figure(const mb_claim_source *s, const yaml_node_t *node,
                             const mb_figure *before, mb_figure *figure)
{
    const char **const targets[] = {&figure->id, &figure->where, &figure->title, &figure->says};
    const yaml_node_t *limit, *note;
    mb_status status;

    MB_TRY(mb_yaml_check_keys(s->yaml, node, "a figure", all));
    for (int i = 0; needed[i]; i++)
        if (!mb_yaml_get(s->yaml, node, needed[i]))
            return mb_yaml_fail(s->yaml, node, "a figure needs '%s'", needed[i]);
    for (int i = 0; i < 4; i++)
        MB_TRY(mb_claim_text(s, mb_yaml_get(s->yaml, node, needed[i]), needed[i], targets[i]));
    note = mb_yaml_get(s->yaml, node, "note");
    if (note)
        MB_TRY(mb_claim_text(s, note, "note", &figure->note));
    MB_TRY(read_kind(s->yaml, mb_yaml_get(s->yaml, node, "kind"), &figure->kind));
    MB_TRY(mb_yaml_check_kind(s->yaml, node, "figure", mb_figure_kind_word(figure->kind),
                              &kinds[figure->kind], common));
    MB_TRY(check_id(s->yaml, mb_yaml_get(s->yaml, node, "id"), before, figure));
    MB_TRY(mb_claim_runs(s, mb_yaml_get(s->yaml, node, "run"), "run", &figure->run));
    MB_TRY(read_axes(s, node, figure));
    MB_TRY(read_log(s->yaml, mb_yaml_get(s->yaml, node, "log"), figure));
    MB_TRY(read_window(s->yaml, mb_yaml_get(s->yaml, node, "t"), figure));
    MB_TRY(read_labels(s, mb_yaml_get(s->yaml, node, "labels"), figure));
    figure->limit = NAN;
    limit = mb_yaml_get(s->yaml, node, "limit");
    if (limit)
        MB_TRY(mb_yaml_number(s->yaml, limit, "limit", &figure->limit));
done:
    return status;
}

mb_status mb_figures_read(const mb_claim_source *s, yaml_node_t *figures, mb_ledger *ledger)
{
    mb_status status;

    if (!figures)
        return MB_OK;
    if (figures->type != YAML_SEQUENCE_NODE)
        return mb_yaml_fail(s->yaml, figures, "'figures' must be a list");
    ledger->figures = mb_yaml_items(figures);
    MB_TRY(MB_TAKE(s->plan->arena, &ledger->figure, (size_t)ledger->figures, s->yaml->err));
    for (int i = 0; i < ledger->figures; i++)
        MB_TRY(
            read_figure(s, mb_yaml_item(s->yaml, figures, i), ledger->figure, &ledger->figure[i]));
done:
    return status;
}
