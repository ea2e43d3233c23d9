/* `names` of a study: what its paper calls the methods, in legends, at bars and where claims name
 * solvers.  A list of mappings with `name` and either `method`, a pattern of solvers, or `entry`,
 * the id of an entry of runs or of one run; the first that fits a run names it.  A name has the
 * same colour and mark in all figures of the study.
 *
 *   names:
 *     - {method: "lagrange/ * /direct-correction", name: Direct correction}   (without the spaces)
 *     - {method: lagrange, name: Lagrange multipliers}
 *     - {method: "fuzzy:set=gaussian", name: Fuzzy control III}
 *     - {entry: fig22.set2, name: Fuzzy control II}
 *
 * Parts of a pattern that are left out or '*' may be any; parameters must stand in the canonical
 * spec, as `list` and records have it. */
#include <string.h>

#include "bench/study/claim_parts.h"
#include "report/claims/method_names.h"

enum { LONGEST_NAME = 60 };

static mb_status read_name(const mb_claim_source *s, const yaml_node_t *node, mb_method_name *name)
{
    static const char *const keys[] = {"name", "method", "entry", NULL};
    const yaml_node_t *called, *method, *entry;
    mb_status status;

    MB_TRY(mb_yaml_check_keys(s->yaml, node, "a name", keys));
    called = mb_yaml_get(s->yaml, node, "name");
    method = mb_yaml_get(s->yaml, node, "method");
    entry = mb_yaml_get(s->yaml, node, "entry");
    if (!called || !method == !entry)
        return mb_yaml_fail(s->yaml, node,
                            "a name needs 'name' and one of 'method', a pattern of solvers such as "
                            "lagrange/rk4, and 'entry', an id of runs");
    MB_TRY(mb_claim_text(s, called, "name", &name->name));
    if (strlen(name->name) > LONGEST_NAME)
        return mb_yaml_fail(s->yaml, called, "a name has at most %d characters", LONGEST_NAME);
    if (method)
        MB_TRY(mb_claim_text(s, method, "method", &name->method));
    else
        MB_TRY(mb_claim_text(s, entry, "entry", &name->entry));
done:
    return status;
}

/* A name that no run has is a slip, where all runs of the study are there. */
static mb_status check_fits(const mb_claim_source *s, const yaml_node_t *node,
                            const mb_method_name *name, const mb_ledger *ledger)
{
    mb_ledger one = *ledger;

    one.names = 1;
    one.name = (mb_method_name[1]){*name};
    for (int i = 0; i < ledger->runs; i++)
        if (mb_method_of(&one, i))
            return MB_OK;
    if (!s->whole)
        return MB_OK;
    return mb_yaml_fail(s->yaml, mb_yaml_get(s->yaml, node, name->entry ? "entry" : "method"),
                        name->entry ? "no run of the study has the id '%s'"
                                    : "no run of the study has a solver '%s'; parts are "
                                      "FORMULATION/INTEGRATOR/PROJECTION, each NAME or *",
                        name->entry ? name->entry : name->method);
}

mb_status mb_names_read(const mb_claim_source *s, yaml_node_t *names, mb_ledger *ledger)
{
    int styles = 0;
    mb_status status;

    if (!names)
        return MB_OK;
    if (names->type != YAML_SEQUENCE_NODE)
        return mb_yaml_fail(s->yaml, names, "'names' must be a list");
    MB_TRY(MB_TAKE(s->plan->arena, &ledger->name, (size_t)mb_yaml_items(names), s->yaml->err));
    for (int i = 0; i < mb_yaml_items(names); i++) {
        const yaml_node_t *node = mb_yaml_item(s->yaml, names, i);
        mb_method_name *name = &ledger->name[i];

        MB_TRY(read_name(s, node, name));
        MB_TRY(check_fits(s, node, name, ledger));
        name->style = styles;
        for (int j = 0; j < i; j++)
            if (strcmp(ledger->name[j].name, name->name) == 0)
                name->style = ledger->name[j].style;
        styles += name->style == styles;
    }
    ledger->names = mb_yaml_items(names);
done:
    return status;
}
