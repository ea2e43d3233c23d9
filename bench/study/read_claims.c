/* Claims of a study: YAML into mb_study_claim.  A claim has `id`, `where` (the place in the paper),
 * `says` (the statement), a `kind`, what its kind needs (the table below) and, as far as they help,
 * `published` (the text printed), `unit`, `reading` (what is not printed, and how it is read),
 * `because` (the reason of a verdict that is not `reproduced`) and `finding: yes` (ours, not the
 * paper's: judged, but not counted).  The rules of the kinds stand in
 * report/claims/judge.h, the metrics in report/records/metric.h.
 *
 * `run` and `than` are the id of an entry (all its runs), of one of its numbered runs, or a list of
 * such.  Where the entry is made in several readings and the id leaves them open, the claim is
 * judged in each of their combinations. */
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "base/names.h"
#include "bench/run_status.h"
#include "bench/study/claim_parts.h"

static const mb_yaml_kind kinds[MB_CLAIM_KINDS] = {
    [MB_CLAIM_VALUE] = {{"metric", "run", "value", "tolerance"}, {"relative"}},
    [MB_CLAIM_BOUND] = {{"metric", "run"}, {"min", "max"}},
    [MB_CLAIM_MAGNITUDE] = {{"metric", "run", "value"}, {"factor"}},
    [MB_CLAIM_RATIO] = {{"metric", "run", "than", "value"}, {"factor"}},
    [MB_CLAIM_ORDERING] = {{"metric", "run"}, {"than", "by"}},
    [MB_CLAIM_TREND] = {{"metric", "run", "over", "direction"}, {"factor"}},
    [MB_CLAIM_ORDER] = {{"metric", "run", "value", "tolerance"}, {"limit"}},
    [MB_CLAIM_LIMIT] = {{"metric", "run", "value", "tolerance"}, {"relative"}},
    [MB_CLAIM_STATUS] = {{"run", "is"}, {NULL}},
    [MB_CLAIM_SHARE] = {{"run"},
                        {"is", "metric", "below", "min", "max", "than", "of", "common", "given",
                         "given_below"}},
    [MB_CLAIM_TEST] = {{"test", "verdict"}, {NULL}},
    [MB_CLAIM_UNTESTABLE] = {{"because"}, {NULL}},
};

#define TEXT(name)                                                                                 \
    {                                                                                              \
#name, offsetof(mb_study_claim, name)                                                      \
    }
static const struct {
    const char *key;
    size_t offset;
} texts[] = {TEXT(id),      TEXT(where),   TEXT(says), TEXT(published), TEXT(unit),
             TEXT(reading), TEXT(because), TEXT(over), TEXT(test),      TEXT(verdict)},
  numbers[] = {TEXT(value),  TEXT(tolerance), TEXT(min),   TEXT(max),
               TEXT(factor), TEXT(by),        TEXT(below), TEXT(given_below)};
#undef TEXT

static const char *const common[] = {"id",   "where",   "says",    "kind",    "published",
                                     "unit", "reading", "because", "finding", NULL};
static const char *const all[] = {
    "id",     "where",  "says",    "kind",   "published", "unit",        "reading",  "because",
    "metric", "run",    "than",    "is",     "value",     "tolerance",   "relative", "min",
    "max",    "factor", "by",      "over",   "direction", "below",       "test",     "verdict",
    "limit",  "of",     "finding", "common", "given",     "given_below", NULL};

enum { REQUIRED = 4 }; /* of the common ones */

static mb_status read_kind(mb_yaml *yaml, const yaml_node_t *node, mb_claim_kind *kind)
{
    const char *names[MB_CLAIM_KINDS + 1] = {NULL};
    int index;
    mb_status status;

    for (int k = 0; k < MB_CLAIM_KINDS; k++)
        names[k] = mb_claim_kind_word((mb_claim_kind)k);
    status = mb_yaml_kind_of(yaml, node, "claim", names, &index);
    if (status == MB_OK)
        *kind = (mb_claim_kind)index;
    return status;
}

/* ---- values --------------------------------------------------------------------------------- */

static mb_status read_texts_and_numbers(const mb_claim_source *s, const yaml_node_t *node,
                                        mb_study_claim *claim)
{
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        const yaml_node_t *value = mb_yaml_get(s->yaml, node, texts[i].key);
        const char **text = (const char **)(void *)((char *)claim + texts[i].offset);
        mb_status status = value ? mb_claim_text(s, value, texts[i].key, text) : MB_OK;

        if (status != MB_OK)
            return status;
    }
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        const yaml_node_t *value = mb_yaml_get(s->yaml, node, numbers[i].key);
        double *x = (double *)(void *)((char *)claim + numbers[i].offset);
        mb_status status = MB_OK;

        *x = NAN;
        if (value)
            status = mb_yaml_number(s->yaml, value, numbers[i].key, x);
        if (status != MB_OK)
            return status;
    }
    return MB_OK;
}

/* One of some words; *index stays when the key is missing. */
static mb_status read_word(mb_yaml *yaml, const yaml_node_t *claim, const char *key,
                           const char *const *words, int *index)
{
    const yaml_node_t *node = mb_yaml_get(yaml, claim, key);
    const char *text;
    char list[64];
    mb_status status;

    if (!node)
        return MB_OK;
    status = mb_yaml_text(yaml, node, key, &text);
    if (status != MB_OK)
        return status;
    for (int i = 0; words[i]; i++)
        if (strcmp(words[i], text) == 0) {
            *index = i;
            return MB_OK;
        }
    mb_join_names(words, list, sizeof list);
    return mb_yaml_fail(yaml, node, "%s is '%s'; expected one of %s", key, text, list);
}

static mb_status read_statuses(const mb_claim_source *s, yaml_node_t *node, mb_study_claim *claim)
{
    mb_status status;

    if (!node)
        return MB_OK;
    claim->statuses = mb_yaml_items(node);
    if (claim->statuses == 0)
        return mb_yaml_fail(s->yaml, node, "'is' is an empty list; give at least one status");
    MB_TRY(MB_TAKE(s->plan->arena, &claim->is, (size_t)claim->statuses, s->yaml->err));
    for (int i = 0; i < claim->statuses; i++) {
        const yaml_node_t *item = mb_yaml_item(s->yaml, node, i);
        const char *names[MB_RUN_STATUSES + 1] = {NULL};
        char list[160];

        MB_TRY(mb_claim_text(s, item, "is", &claim->is[i]));
        for (int k = 0; k < MB_RUN_STATUSES; k++)
            names[k] = mb_run_status_word((mb_run_status)k);
        mb_join_names(names, list, sizeof list);
        if (mb_run_status_find(claim->is[i]) == MB_RUN_STATUSES)
            return mb_yaml_fail(s->yaml, item, "no status of a run is '%s'; there are %s",
                                claim->is[i], list);
    }
done:
    return status;
}

static mb_status read_metric(const mb_claim_source *s, const yaml_node_t *node, mb_metric *metric)
{
    mb_error why = {MB_OK, ""};
    const char *text;
    mb_status status;

    if (!node)
        return MB_OK;
    status = mb_yaml_text(s->yaml, node, "metric", &text);
    if (status == MB_OK && mb_metric_parse(text, s->plan->arena, metric, &why) != MB_OK)
        status = mb_yaml_fail(s->yaml, node, "%s", why.text);
    return status;
}

/* ---- what does not go together -------------------------------------------------------------- */

/* Of the common points of two grids, or of all runs of one. */
static mb_status check_share(mb_yaml *yaml, const yaml_node_t *node, const mb_study_claim *c)
{
    bool bounded = !(isnan(c->min) && isnan(c->max)), compared = c->than.items > 0;

    if (c->common && (!c->metric.text || !compared || !bounded || c->statuses > 0 || c->changes))
        return mb_yaml_fail(yaml, node,
                            "a share of common points needs 'metric', 'than' and 'min' or 'max', "
                            "and has neither 'is' nor 'of'");
    if (!bounded && !compared)
        return mb_yaml_fail(yaml, node, "a claim of kind 'share' needs 'min' or 'max', or 'than'");
    if (!c->common && compared && bounded)
        return mb_yaml_fail(yaml, node,
                            "a share is compared with that of 'than' or with 'min' and 'max'; give "
                            "one of the two");
    if (c->min < 0.0 || c->max > 1.0)
        return mb_yaml_fail(yaml, node, "a share lies between 0 and 1; min or max is beyond that");
    if (!c->common && (c->statuses > 0) == (c->metric.text != NULL))
        return mb_yaml_fail(yaml, node,
                            "a share is of runs that end so ('is') or of those with the 'metric' "
                            "'below' a limit; give one of the two");
    if (!c->common && (c->metric.text != NULL) == (bool)isnan(c->below))
        return mb_yaml_fail(yaml, node, "'metric' and 'below' go together in a share");
    if ((c->given.text != NULL) == (bool)isnan(c->given_below))
        return mb_yaml_fail(yaml, node, "'given' and 'given_below' go together in a share");
    if (c->given.text && (compared || c->changes))
        return mb_yaml_fail(yaml, node,
                            "a share of the runs that are 'given' has no 'than' nor 'of'");
    return MB_OK;
}

static mb_status check_limits(mb_yaml *yaml, const yaml_node_t *node, const mb_study_claim *c)
{
    static const char *const least[] = {"factor", "by"};
    const double given[] = {c->factor, c->by};

    for (int i = 0; i < 2; i++)
        if (given[i] < 1.0)
            return mb_yaml_fail(yaml, mb_yaml_get(yaml, node, least[i]),
                                "%s is %g; expected a number of at least 1", least[i], given[i]);
    if (c->tolerance < 0.0)
        return mb_yaml_fail(yaml, mb_yaml_get(yaml, node, "tolerance"),
                            "tolerance is %g; expected a number of at least 0", c->tolerance);
    if (c->kind == MB_CLAIM_BOUND && isnan(c->min) && isnan(c->max))
        return mb_yaml_fail(yaml, node, "a claim of kind 'bound' needs 'min' or 'max'");
    if (c->min > c->max)
        return mb_yaml_fail(yaml, mb_yaml_get(yaml, node, "min"), "min %g is above max %g", c->min,
                            c->max);
    if ((c->kind == MB_CLAIM_MAGNITUDE || c->kind == MB_CLAIM_RATIO) && c->value == 0.0)
        return mb_yaml_fail(yaml, mb_yaml_get(yaml, node, "value"),
                            "no factor leads to 0; use kind 'value' or 'bound'");
    if (c->kind == MB_CLAIM_TREND && c->direction != MB_FLAT && !isnan(c->factor))
        return mb_yaml_fail(yaml, mb_yaml_get(yaml, node, "factor"),
                            "only direction flat has a factor; leave it out");
    return c->kind == MB_CLAIM_SHARE ? check_share(yaml, node, c) : MB_OK;
}

/* Kinds that look at several runs need them. */
static mb_status check_runs(const mb_claim_source *s, const yaml_node_t *node, mb_study_claim *c)
{
    const yaml_node_t *run = mb_yaml_get(s->yaml, node, "run");
    mb_status status = MB_OK;

    if (c->kind == MB_CLAIM_ORDERING && c->than.items == 0 && c->run.items == 1)
        MB_TRY(mb_claim_split(s, &c->run));
    if (s->whole && c->run.items < 2 && c->kind == MB_CLAIM_ORDERING && c->than.items == 0)
        return mb_yaml_fail(s->yaml, run,
                            "an ordering needs 'than', or a list of runs in ascending order");
    if (s->whole && c->common && c->run.runs != c->than.runs)
        return mb_yaml_fail(s->yaml, mb_yaml_get(s->yaml, node, "than"),
                            "common points are compared one by one; here are %d runs and %d",
                            c->run.runs, c->than.runs);
    if (c->kind == MB_CLAIM_ORDER || c->kind == MB_CLAIM_LIMIT)
        c->over = "h";
    if (c->kind != MB_CLAIM_TREND && !c->over)
        return MB_OK;
    if (s->whole && (c->kind == MB_CLAIM_LIMIT || c->free_limit) && c->run.runs != 3)
        return mb_yaml_fail(s->yaml, run, "a limit is extrapolated from three runs; here are %d",
                            c->run.runs);
    if (s->whole && c->run.runs < 2)
        return mb_yaml_fail(s->yaml, run, "a claim of kind '%s' needs at least two runs",
                            mb_claim_kind_word(c->kind));
    MB_TRY(mb_claim_parameter(
        s, c->kind == MB_CLAIM_TREND ? mb_yaml_get(s->yaml, node, "over") : run, c));
done:
    return status;
}

/* What a claim needs of the runs that it looks at: of its variants, where there are readings. */
static mb_status check_variant(const mb_claim_source *s, const yaml_node_t *node, mb_study_claim *c)
{
    mb_status status;

    MB_TRY(check_runs(s, node, c));
    if (c->metric.text)
        MB_TRY(mb_claim_measured(s, mb_yaml_get(s->yaml, node, "metric"), c));
done:
    return status;
}

static mb_status check_variants(const mb_claim_source *s, const yaml_node_t *node,
                                mb_study_claim *claim)
{
    mb_status status;

    MB_TRY(mb_claim_variants(s, claim));
    if (claim->variants == 0)
        return check_variant(s, node, claim);
    for (int i = 0; i < claim->variants; i++)
        MB_TRY(check_variant(s, node, &claim->variant[i]));
done:
    return status;
}

static void set_defaults(mb_study_claim *c)
{
    if (isnan(c->factor))
        c->factor = c->kind == MB_CLAIM_RATIO ? 3.0 : c->kind == MB_CLAIM_TREND ? 2.0 : 10.0;
    if (isnan(c->by))
        c->by = 1.0;
}

/* Ids become anchors of the page. */
static mb_status check_id(mb_yaml *yaml, const yaml_node_t *node, const mb_study_claim *before,
                          const mb_study_claim *claim)
{
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";

    if (strlen(claim->id) > 100 || strspn(claim->id, letters) != strlen(claim->id))
        return mb_yaml_fail(yaml, node,
                            "id '%s' must be at most 100 characters of letters, digits, . _ and -",
                            claim->id);
    for (; before < claim; before++)
        if (strcmp(before->id, claim->id) == 0)
            return mb_yaml_fail(yaml, node, "claim '%s' stands twice; ids must differ", claim->id);
    return MB_OK;
}

static mb_status read_claim(const mb_claim_source *s, yaml_node_t *node,
                            const mb_study_claim *before, mb_study_claim *claim)
{
    static const char *const directions[] = {"up", "down", "flat", NULL};
    static const char *const answers[] = {"no", "yes", NULL};
    static const char *const limits[] = {"zero", "free", NULL};
    static const char *const shares[] = {"runs", "changes", NULL};
    static const char *const verdicts[] = {"reproduced", "deviates", "contradicted", NULL};
    yaml_node_t *run, *than;
    int direction = MB_UP, relative = 0, limit = 0, of = 0, finding = 0, verdict = 0, paired = 0;
    mb_status status;

    MB_TRY(mb_yaml_check_keys(s->yaml, node, "a claim", all));
    for (int i = 0; i < REQUIRED; i++)
        if (!mb_yaml_get(s->yaml, node, common[i]))
            return mb_yaml_fail(s->yaml, node, "a claim needs '%s'", common[i]);
    MB_TRY(read_kind(s->yaml, mb_yaml_get(s->yaml, node, "kind"), &claim->kind));
    MB_TRY(mb_yaml_check_kind(s->yaml, node, "claim", mb_claim_kind_word(claim->kind),
                              &kinds[claim->kind], common));
    MB_TRY(read_texts_and_numbers(s, node, claim));
    MB_TRY(check_id(s->yaml, mb_yaml_get(s->yaml, node, "id"), before, claim));
    MB_TRY(read_metric(s, mb_yaml_get(s->yaml, node, "metric"), &claim->metric));
    MB_TRY(read_metric(s, mb_yaml_get(s->yaml, node, "given"), &claim->given));
    MB_TRY(read_statuses(s, mb_yaml_get(s->yaml, node, "is"), claim));
    MB_TRY(read_word(s->yaml, node, "direction", directions, &direction));
    MB_TRY(read_word(s->yaml, node, "relative", answers, &relative));
    MB_TRY(read_word(s->yaml, node, "limit", limits, &limit));
    MB_TRY(read_word(s->yaml, node, "of", shares, &of));
    MB_TRY(read_word(s->yaml, node, "finding", answers, &finding));
    MB_TRY(read_word(s->yaml, node, "verdict", verdicts, &verdict));
    MB_TRY(read_word(s->yaml, node, "common", answers, &paired));
    claim->direction = (mb_direction)direction;
    claim->free_limit = limit;
    claim->changes = of;
    claim->finding = finding;
    claim->common = paired;
    claim->relative = relative;
    run = mb_yaml_get(s->yaml, node, "run");
    than = mb_yaml_get(s->yaml, node, "than");
    if (run)
        MB_TRY(mb_claim_runs(s, run, "run", &claim->run));
    if (than)
        MB_TRY(mb_claim_runs(s, than, "than", &claim->than));
    MB_TRY(check_limits(s->yaml, node, claim));
    set_defaults(claim);
    MB_TRY(check_variants(s, node, claim));
done:
    return status;
}

mb_status mb_claims_read(const mb_claim_source *s, yaml_node_t *claims, mb_ledger *ledger)
{
    mb_status status;

    if (!claims)
        return MB_OK;
    if (claims->type != YAML_SEQUENCE_NODE)
        return mb_yaml_fail(s->yaml, claims, "'claims' must be a list");
    ledger->claims = mb_yaml_items(claims);
    MB_TRY(MB_TAKE(s->plan->arena, &ledger->claim, (size_t)ledger->claims, s->yaml->err));
    for (int i = 0; i < ledger->claims; i++)
        MB_TRY(read_claim(s, mb_yaml_item(s->yaml, claims, i), ledger->claim, &ledger->claim[i]));
done:
    return status;
}
