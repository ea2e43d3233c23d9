/* SPDX-License-Identifier: MIT */
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
#define AT(member) MB_YAML_AT(mb_method_name, member)
    static const mb_yaml_key keys[] = {
        {"name", MB_YAML_MAY, MB_YAML_TEXT, AT(name), .max = LONGEST_NAME},
        {"method", MB_YAML_MAY, MB_YAML_TEXT, AT(method)},
        {"entry", MB_YAML_MAY, MB_YAML_TEXT, AT(entry)},
        {.name = NULL},
    };
#undef AT
    mb_status status;

    MB_TRY(mb_yaml_read(s->yaml, node, "a name", keys, name));
    if (!name->name || !name->method == !name->entry)
        return mb_yaml_fail(s->yaml, node,
                            "a name needs 'name' and one of 'method', a pattern of solvers such as "
                            "lagrange/rk4, and 'entry', an id of runs");
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
    int n, styles = 0;
    mb_status status;

    MB_TRY(MB_YAML_LIST(s->yaml, names, "names", &n, &ledger->name));
    for (int i = 0; i < n; i++) {
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
    ledger->names = n;
done:
    return status;
}
