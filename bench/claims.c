/* Claims of a study.  A claim has `id`, `where` (the place in the paper) and `says` (the
 * statement), a `kind`, and what its kind needs:
 *
 *   value      metric, run, value, tolerance    the metric is value +- tolerance
 *   bound      metric, run, min and/or max      the metric lies within
 *   magnitude  metric, run, value [factor]      the metric is value up to a factor (10)
 *   ordering   metric, run, than                the metric of `run` is below that of `than`
 *   trend      metric, run, over, direction     the metric goes up, down or stays flat over a grid
 *   order      metric, run, value, tolerance    observed order of convergence over h
 *   test       test                             a test of the suite stands for it
 *
 * `run` and `than` are ids of entries or of their numbered runs. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bench/names.h"
#include "bench/study_parts.h"

static const struct {
    const char *kind;
    const char *needs[6]; /* beside id, where, says, kind */
    const char *may[3];
} kinds[] = {
    {"value", {"metric", "run", "value", "tolerance"}, {NULL}},
    {"bound", {"metric", "run"}, {"min", "max"}},
    {"magnitude", {"metric", "run", "value"}, {"factor"}},
    {"ordering", {"metric", "run", "than"}, {NULL}},
    {"trend", {"metric", "run", "over", "direction"}, {NULL}},
    {"order", {"metric", "run", "value", "tolerance"}, {NULL}},
    {"test", {"test"}, {NULL}},
};

static const char *const common[] = {"id", "where", "says", "kind", NULL};
static const char *const all[] = {"id",    "where",     "says", "kind", "metric",    "run",
                                  "value", "min",       "max",  "than", "tolerance", "factor",
                                  "over",  "direction", "test", NULL};
static const char *const numbers[] = {"value", "tolerance", "min", "max", "factor", NULL};

static bool among(const char *word, const char *const *names)
{
    while (*names && strcmp(*names, word) != 0)
        names++;
    return *names;
}

/* Whether `id` names an entry of runs or one of its numbered runs. */
static bool names_run(mb_yaml *yaml, yaml_node_t *runs, const char *id)
{
    for (int i = 0; i < mb_yaml_items(runs); i++) {
        const yaml_node_t *node = mb_yaml_get(yaml, mb_yaml_item(yaml, runs, i), "id");
        const char *entry = (const char *)node->data.scalar.value;
        size_t length = strlen(entry);

        if (strncmp(id, entry, length) != 0)
            continue;
        if (id[length] == '\0')
            return true;
        if (id[length] == '.' && id[length + 1] != '\0' &&
            strspn(id + length + 1, "0123456789") == strlen(id + length + 1))
            return true;
    }
    return false;
}

static mb_status check_values(mb_yaml *yaml, const yaml_node_t *claim, yaml_node_t *runs)
{
    static const char *const references[] = {"run", "than"};
    const char *text;
    double x;
    mb_status status;

    for (int i = 0; all[i]; i++) {
        const yaml_node_t *value = mb_yaml_get(yaml, claim, all[i]);

        if (!value)
            continue;
        status = among(all[i], numbers) ? mb_yaml_number(yaml, value, all[i], &x)
                                        : mb_yaml_text(yaml, value, all[i], &text);
        if (status != MB_OK)
            return status;
    }
    for (int i = 0; i < 2; i++) {
        const yaml_node_t *value = mb_yaml_get(yaml, claim, references[i]);

        if (value && !names_run(yaml, runs, (const char *)value->data.scalar.value))
            return mb_yaml_fail(yaml, value, "no entry of runs has the id '%s'; '%s' names one",
                                (const char *)value->data.scalar.value, references[i]);
    }
    return MB_OK;
}

/* What the kind needs must be there, and nothing that belongs to another kind. */
static mb_status check_kind(mb_yaml *yaml, const yaml_node_t *claim, int k)
{
    const yaml_node_pair_t *pair = claim->data.mapping.pairs.start;

    for (int i = 0; i < 6 && kinds[k].needs[i]; i++)
        if (!mb_yaml_get(yaml, claim, kinds[k].needs[i]))
            return mb_yaml_fail(yaml, claim, "a claim of kind '%s' needs '%s'", kinds[k].kind,
                                kinds[k].needs[i]);
    if (strcmp(kinds[k].kind, "bound") == 0 && !mb_yaml_get(yaml, claim, "min") &&
        !mb_yaml_get(yaml, claim, "max"))
        return mb_yaml_fail(yaml, claim, "a claim of kind 'bound' needs 'min' or 'max'");
    for (; pair < claim->data.mapping.pairs.top; pair++) {
        const yaml_node_t *key = yaml_document_get_node(&yaml->document, pair->key);
        const char *word = (const char *)key->data.scalar.value;
        bool fits = among(word, common);

        for (int i = 0; i < 6 && kinds[k].needs[i]; i++)
            fits = fits || strcmp(kinds[k].needs[i], word) == 0;
        for (int i = 0; i < 3 && kinds[k].may[i]; i++)
            fits = fits || strcmp(kinds[k].may[i], word) == 0;
        if (!fits)
            return mb_yaml_fail(yaml, key, "a claim of kind '%s' has no '%s'; leave it out",
                                kinds[k].kind, word);
    }
    return MB_OK;
}

static mb_status check_direction(mb_yaml *yaml, const yaml_node_t *claim)
{
    static const char *const words[] = {"up", "down", "flat", NULL};
    const yaml_node_t *node = mb_yaml_get(yaml, claim, "direction");

    if (node && !among((const char *)node->data.scalar.value, words))
        return mb_yaml_fail(yaml, node, "direction is '%s'; expected up, down or flat",
                            (const char *)node->data.scalar.value);
    return MB_OK;
}

static mb_status check_claim(mb_yaml *yaml, const yaml_node_t *claim, yaml_node_t *runs)
{
    const char *kind, *near;
    const char *names[sizeof kinds / sizeof *kinds + 1] = {NULL};
    char list[128];
    int k, n = sizeof kinds / sizeof *kinds;
    mb_status status;

    MB_TRY(mb_yaml_check_keys(yaml, claim, "a claim", all));
    for (int i = 0; common[i]; i++)
        if (!mb_yaml_get(yaml, claim, common[i]))
            return mb_yaml_fail(yaml, claim, "a claim needs '%s'", common[i]);
    MB_TRY(check_values(yaml, claim, runs));
    MB_TRY(mb_yaml_text(yaml, mb_yaml_get(yaml, claim, "kind"), "kind", &kind));
    for (k = 0; k < n && strcmp(kinds[k].kind, kind) != 0; k++)
        ;
    if (k == n) {
        for (int i = 0; i < n; i++)
            names[i] = kinds[i].kind;
        mb_join_names(names, list, sizeof list);
        near = mb_nearest(kind, names);
        return mb_yaml_fail(yaml, mb_yaml_get(yaml, claim, "kind"),
                            near ? "no kind of claim is '%s'; did you mean '%s'?"
                                 : "no kind of claim is '%s'; there are %s",
                            kind, near ? near : list);
    }
    MB_TRY(check_kind(yaml, claim, k));
    MB_TRY(check_direction(yaml, claim));
done:
    return status;
}

mb_status mb_claims_check(mb_yaml *yaml, yaml_node_t *claims, yaml_node_t *runs)
{
    if (claims->type != YAML_SEQUENCE_NODE)
        return mb_yaml_fail(yaml, claims, "'claims' must be a list");
    for (int i = 0; i < mb_yaml_items(claims); i++) {
        const yaml_node_t *claim = mb_yaml_item(yaml, claims, i);
        mb_status status = check_claim(yaml, claim, runs);

        if (status != MB_OK)
            return status;
        for (int j = 0; j < i; j++) {
            const yaml_node_t *a = mb_yaml_get(yaml, claim, "id");
            const yaml_node_t *b = mb_yaml_get(yaml, mb_yaml_item(yaml, claims, j), "id");

            if (strcmp((const char *)a->data.scalar.value, (const char *)b->data.scalar.value) == 0)
                return mb_yaml_fail(yaml, a, "claim '%s' stands twice; ids must differ",
                                    (const char *)a->data.scalar.value);
        }
    }
    return MB_OK;
}
