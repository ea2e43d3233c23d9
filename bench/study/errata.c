/* SPDX-License-Identifier: MIT */
/* Errata of a study: `id`, `where`, `prints` (what stands there), `right` (what is right) and
 * `evidence`, a mapping with `claim` (the id of a claim of the study) or `test` (of the suite). */
#include <string.h>

#include "bench/study/claim_parts.h"

static mb_status read_evidence(const mb_claim_source *s, const yaml_node_t *node,
                               const mb_ledger *ledger, mb_erratum *erratum)
{
    static const mb_yaml_key keys[] = {
        {.name = "claim"},
        {"test", MB_YAML_MAY, MB_YAML_TEXT, MB_YAML_AT(mb_erratum, test)},
        {.name = NULL},
    };
    const yaml_node_t *claim;
    const char *id;
    mb_status status;

    erratum->claim = -1;
    MB_TRY(mb_yaml_read(s->yaml, node, "evidence", keys, erratum));
    claim = mb_yaml_get(s->yaml, node, "claim");
    if (!claim == !erratum->test)
        return mb_yaml_fail(s->yaml, node,
                            "evidence is 'claim: ID' of this study or 'test: NAME' of the suite; "
                            "give one of the two");
    if (!claim)
        return MB_OK;
    MB_TRY(mb_yaml_text(s->yaml, claim, "claim", &id));
    for (int i = 0; i < ledger->claims && erratum->claim < 0; i++)
        if (strcmp(ledger->claim[i].id, id) == 0)
            erratum->claim = i;
    if (erratum->claim < 0)
        return mb_claim_unknown(s, claim, id, ledger);
done:
    return status;
}

static mb_status read_erratum(const mb_claim_source *s, const yaml_node_t *node,
                              const mb_ledger *ledger, mb_erratum *erratum)
{
#define AT(member) MB_YAML_AT(mb_erratum, member)
    static const mb_yaml_key keys[] = {
        {"id", MB_YAML_MUST, MB_YAML_TEXT, AT(id)},
        {"where", MB_YAML_MUST, MB_YAML_TEXT, AT(where)},
        {"prints", MB_YAML_MUST, MB_YAML_TEXT, AT(prints)},
        {"right", MB_YAML_MUST, MB_YAML_TEXT, AT(right)},
        {.name = "evidence", .use = MB_YAML_MUST},
        {.name = NULL},
    };
#undef AT
    mb_status status;

    MB_TRY(mb_yaml_read(s->yaml, node, "an erratum", keys, erratum));
    MB_TRY(read_evidence(s, mb_yaml_get(s->yaml, node, "evidence"), ledger, erratum));
done:
    return status;
}

mb_status mb_errata_read(const mb_claim_source *s, yaml_node_t *errata, mb_ledger *ledger)
{
    mb_status status;

    MB_TRY(MB_YAML_LIST(s->yaml, errata, "errata", &ledger->errata, &ledger->erratum));
    for (int i = 0; i < ledger->errata; i++)
        MB_TRY(read_erratum(s, mb_yaml_item(s->yaml, errata, i), ledger, &ledger->erratum[i]));
    MB_TRY(mb_yaml_ids_differ(s->yaml, errata, "erratum"));
done:
    return status;
}
