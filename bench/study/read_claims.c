/* SPDX-License-Identifier: MIT */
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

#include "base/names.h"
#include "bench/study/claim_parts.h"
#include "report/records/run_status.h"

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

#define WORD(name, word) word,
static const char *const kind_words[] = {MB_CLAIM_KIND_LIST(WORD) NULL};
#undef WORD
#define WORD(name, word, ...) word,
static const char *const statuses[] = {MB_RUN_STATUS_LIST(WORD) NULL};
#undef WORD
static const char *const directions[] = {"up", "down", "flat", NULL};
static const char *const answers[] = {"no", "yes", NULL};
static const char *const limits[] = {"zero", "free", NULL};
static const char *const shares[] = {"runs", "changes", NULL};
static const char *const verdicts[] = {"reproduced", "deviates", "contradicted", NULL};

#define AT(member) MB_YAML_AT(mb_study_claim, member)
static const mb_yaml_key keys[] = {
    {"id", MB_YAML_MUST, MB_YAML_ID, AT(id), .max = 100},
    {"where", MB_YAML_MUST, MB_YAML_TEXT, AT(where)},
    {"says", MB_YAML_MUST, MB_YAML_TEXT, AT(says)},
    {"kind", MB_YAML_MUST, MB_YAML_KIND, AT(kind), kind_words, .kinds = kinds},
    {"published", MB_YAML_MAY, MB_YAML_TEXT, AT(published)},
    {"unit", MB_YAML_MAY, MB_YAML_TEXT, AT(unit)},
    {"reading", MB_YAML_MAY, MB_YAML_TEXT, AT(reading)},
    {"because", MB_YAML_MAY, MB_YAML_TEXT, AT(because)},
    {"finding", MB_YAML_MAY, MB_YAML_WORD, AT(finding), answers},
    {.name = "metric", .use = MB_YAML_BY_KIND},
    {.name = "run", .use = MB_YAML_BY_KIND},
    {.name = "than", .use = MB_YAML_BY_KIND},
    {.name = "is", .use = MB_YAML_BY_KIND},
    {"value", MB_YAML_BY_KIND, MB_YAML_NUMBER, AT(value)},
    {"tolerance", MB_YAML_BY_KIND, MB_YAML_NUMBER, AT(tolerance), .range = MB_YAML_FROM, .min = 0},
    {"relative", MB_YAML_BY_KIND, MB_YAML_WORD, AT(relative), answers},
    {"min", MB_YAML_BY_KIND, MB_YAML_NUMBER, AT(min)},
    {"max", MB_YAML_BY_KIND, MB_YAML_NUMBER, AT(max)},
    {"factor", MB_YAML_BY_KIND, MB_YAML_NUMBER, AT(factor), .range = MB_YAML_FROM, .min = 1},
    {"by", MB_YAML_BY_KIND, MB_YAML_NUMBER, AT(by), .range = MB_YAML_FROM, .min = 1},
    {"over", MB_YAML_BY_KIND, MB_YAML_TEXT, AT(over)},
    {"direction", MB_YAML_BY_KIND, MB_YAML_WORD, AT(direction), directions},
    {"below", MB_YAML_BY_KIND, MB_YAML_NUMBER, AT(below)},
    {"test", MB_YAML_BY_KIND, MB_YAML_TEXT, AT(test)},
    {"verdict", MB_YAML_BY_KIND, MB_YAML_TEXT, AT(verdict), verdicts},
    {"limit", MB_YAML_BY_KIND, MB_YAML_WORD, AT(free_limit), limits},
    {"of", MB_YAML_BY_KIND, MB_YAML_WORD, AT(changes), shares},
    {"common", MB_YAML_BY_KIND, MB_YAML_WORD, AT(common), answers},
    {.name = "given", .use = MB_YAML_BY_KIND},
    {"given_below", MB_YAML_BY_KIND, MB_YAML_NUMBER, AT(given_below)},
    {.name = NULL},
};
#undef AT

static mb_status read_statuses(const mb_claim_source *s, yaml_node_t *node, mb_study_claim *claim)
{
    char meant[200];
    mb_status status;

    if (!node)
        return MB_OK;
    MB_TRY(mb_yaml_texts(s->yaml, node, "is", &claim->statuses, &claim->is));
    if (claim->statuses == 0)
        return mb_yaml_fail(s->yaml, node, "'is' is an empty list; give at least one status");
    for (int i = 0; i < claim->statuses; i++)
        if (!mb_among(claim->is[i], statuses))
            return mb_yaml_fail(s->yaml, mb_yaml_item(s->yaml, node, i),
                                "no status of a run is '%s'; %s", claim->is[i],
                                mb_meant(claim->is[i], statuses, "there are", meant, sizeof meant));
done:
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

static mb_status read_claim(const mb_claim_source *s, const yaml_node_t *node,
                            mb_study_claim *claim)
{
    yaml_node_t *run, *than;
    mb_status status;

    MB_TRY(mb_yaml_read(s->yaml, node, "a claim", keys, claim));
    MB_TRY(mb_claim_metric(s, node, "metric", &claim->metric));
    MB_TRY(mb_claim_metric(s, node, "given", &claim->given));
    MB_TRY(read_statuses(s, mb_yaml_get(s->yaml, node, "is"), claim));
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

    MB_TRY(MB_YAML_LIST(s->yaml, claims, "claims", &ledger->claims, &ledger->claim));
    for (int i = 0; i < ledger->claims; i++)
        MB_TRY(read_claim(s, mb_yaml_item(s->yaml, claims, i), &ledger->claim[i]));
    MB_TRY(mb_yaml_ids_differ(s->yaml, claims, "claim"));
done:
    return status;
}
