/* Errata of a study: `id`, `where`, `prints` (what stands there), `right` (what is right) and
 * `evidence`, a mapping with `claim` (the id of a claim of the study) or `test` (of the suite). */
#include <string.h>

#include "bench/study/claim_parts.h"

static mb_status read_evidence(const mb_claim_source *s, const yaml_node_t *node,
                               const mb_ledger *ledger, mb_erratum *erratum)
{
    static const char *const keys[] = {"claim", "test", NULL};
    const yaml_node_t *claim, *test;
    const char *id;
    mb_status status;

    erratum->claim = -1;
    MB_TRY(mb_yaml_check_keys(s->yaml, node, "evidence", keys));
    claim = mb_yaml_get(s->yaml, node, "claim");
    test = mb_yaml_get(s->yaml, node, "test");
    if (!claim == !test)
        return mb_yaml_fail(s->yaml, node,
                            "evidence is 'claim: ID' of this study or 'test: NAME' of the suite; "
                            "give one of the two");
    if (test)
        return mb_claim_text(s, test, "test", &erratum->test);
    MB_TRY(mb_yaml_text(s->yaml, claim, "claim", &id));
    for (int i = 0; i < ledger->claims && erratum->claim < 0; i++)
        if (strcmp(ledger->claim[i].id, id) == 0)
            erratum->claim = i;
    if (erratum->claim < 0)
        return mb_yaml_fail(s->yaml, claim, "no claim of the study has the id '%s'", id);
done:
    return status;
}

static mb_status read_erratum(const mb_claim_source *s, const yaml_node_t *node,
                              const mb_ledger *ledger, mb_erratum *erratum)
{
    static const char *const keys[] = {"id", "where", "prints", "right", "evidence", NULL};
    const char **const targets[] = {&erratum->id, &erratum->where, &erratum->prints,
                                    &erratum->right};
    mb_status status;

    MB_TRY(mb_yaml_check_keys(s->yaml, node, "an erratum", keys));
    for (int i = 0; keys[i]; i++)
        if (!mb_yaml_get(s->yaml, node, keys[i]))
            return mb_yaml_fail(s->yaml, node, "an erratum needs '%s'", keys[i]);
    for (int i = 0; i < 4; i++)
        MB_TRY(mb_claim_text(s, mb_yaml_get(s->yaml, node, keys[i]), keys[i], targets[i]));
    MB_TRY(read_evidence(s, mb_yaml_get(s->yaml, node, "evidence"), ledger, erratum));
done:
    return status;
}

mb_status mb_errata_read(const mb_claim_source *s, yaml_node_t *errata, mb_ledger *ledger)
{
    mb_status status;

    if (!errata)
        return MB_OK;
    if (errata->type != YAML_SEQUENCE_NODE)
        return mb_yaml_fail(s->yaml, errata, "'errata' must be a list");
    ledger->errata = mb_yaml_items(errata);
    MB_TRY(MB_TAKE(s->plan->arena, &ledger->erratum, (size_t)ledger->errata, s->yaml->err));
    for (int i = 0; i < ledger->errata; i++) {
        const yaml_node_t *node = mb_yaml_item(s->yaml, errata, i);

        MB_TRY(read_erratum(s, node, ledger, &ledger->erratum[i]));
        for (int j = 0; j < i; j++)
            if (strcmp(ledger->erratum[j].id, ledger->erratum[i].id) == 0)
                return mb_yaml_fail(s->yaml, mb_yaml_get(s->yaml, node, "id"),
                                    "erratum '%s' stands twice; ids must differ",
                                    ledger->erratum[i].id);
    }
done:
    return status;
}
