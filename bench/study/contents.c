/* SPDX-License-Identifier: MIT */
/* Where a paper says what, and which claims of the study judge it:
 *
 *   numbered: {tables: 3, figures: 14, sections: ["1", "2", "2.1"]}
 *   contents:
 *     - {at: Table 1, claims: [table1.*]}           `*` at the end: all ids with this beginning
 *     - {at: Fig. 3, none: a drawing of the mechanism}
 *     - {at: section 2.1, claims: [penalty.alpha]}
 *
 * A line is for one place: "Table N", "Fig. N", "section S", each perhaps with more after it, or
 * any other.  A place has either claims or the reason why there is none. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "bench/study/claim_parts.h"

static const char *const words[] = {"Table", "Fig.", "section"};

enum { TABLE, FIGURE, SECTION, OTHER };

/* What a place is, and its number in text; OTHER for any other. */
static int kind_of(const char *at, const char **number, size_t *length)
{
    for (int k = 0; k < OTHER; k++) {
        size_t n = strlen(words[k]);

        if (strncmp(at, words[k], n) != 0 || at[n] != ' ')
            continue;
        *number = at + n + 1;
        *length = strcspn(*number, " ,:;()");
        while (k != SECTION && *length > 0 && isalpha((unsigned char)(*number)[*length - 1]))
            --*length; /* Fig. 3a is of Fig. 3 */
        return *length > 0 ? k : OTHER;
    }
    return OTHER;
}

static bool is_number(const char *text, size_t length, const char *number)
{
    return strlen(number) == length && strncmp(text, number, length) == 0;
}

/* Whether the paper has the place, as `numbered` says. */
static bool has_place(const mb_numbered *numbered, int kind, const char *number, size_t length)
{
    const int most = kind == TABLE ? numbered->tables : numbered->figures;

    for (int i = 0; kind == SECTION && i < numbered->sections; i++)
        if (is_number(number, length, numbered->section[i]))
            return true;
    for (int i = 1; kind != SECTION && i <= most; i++) {
        char text[16];

        snprintf(text, sizeof text, "%d", i);
        if (is_number(number, length, text))
            return true;
    }
    return false;
}

/* ---- reading -------------------------------------------------------------------------------- */

static mb_status read_numbered(const mb_claim_source *s, const yaml_node_t *node,
                               mb_numbered *numbered)
{
#define COUNT(member)                                                                              \
    MB_YAML_AT(mb_numbered, member), .range = MB_YAML_WITHIN, .max = 1000,                         \
                                     .expected = "how many the paper numbers"
    static const mb_yaml_key keys[] = {
        {"tables", MB_YAML_MUST, MB_YAML_WHOLE, COUNT(tables)},
        {"figures", MB_YAML_MUST, MB_YAML_WHOLE, COUNT(figures)},
        {.name = "sections", .use = MB_YAML_MUST},
        {.name = NULL},
    };
#undef COUNT
    mb_status status;

    MB_TRY(mb_yaml_read(s->yaml, node, "'numbered'", keys, numbered));
    MB_TRY(mb_yaml_texts(s->yaml, mb_yaml_get(s->yaml, node, "sections"), "sections",
                         &numbered->sections, &numbered->section));
done:
    return status;
}

/* Whether a claim has the id, or its beginning before '*'. */
static bool is_named(const mb_study_claim *claim, const char *name)
{
    size_t n = strlen(name);

    return n > 0 && name[n - 1] == '*' ? strncmp(claim->id, name, n - 1) == 0
                                       : strcmp(claim->id, name) == 0;
}

/* The claims of a line, in the order of the study. */
static mb_status read_claims(const mb_claim_source *s, yaml_node_t *node, const mb_ledger *ledger,
                             mb_content *line)
{
    bool *mapped;
    mb_status status;

    MB_TRY(MB_TAKE(s->plan->arena, &mapped, (size_t)ledger->claims, s->yaml->err));
    MB_TRY(MB_TAKE(s->plan->arena, &line->claim, (size_t)ledger->claims, s->yaml->err));
    if (mb_yaml_items(node) == 0)
        return mb_yaml_fail(s->yaml, node,
                            "'claims' is an empty list; give 'none' with the reason");
    for (int i = 0; i < mb_yaml_items(node); i++) {
        const yaml_node_t *item = mb_yaml_item(s->yaml, node, i);
        const char *name;
        int found = 0;

        MB_TRY(mb_yaml_text(s->yaml, item, "claims", &name));
        for (int k = 0; k < ledger->claims; k++)
            if (is_named(&ledger->claim[k], name)) {
                mapped[k] = true;
                found++;
            }
        if (found == 0)
            return mb_claim_unknown(s, item, name, ledger);
    }
    for (int k = 0; k < ledger->claims; k++)
        if (mapped[k])
            line->claim[line->claims++] = k;
done:
    return status;
}

static mb_status check_place(const mb_claim_source *s, const yaml_node_t *node,
                             const mb_ledger *ledger, const mb_content *line)
{
    const char *number;
    size_t length;
    int kind = kind_of(line->at, &number, &length);

    for (const mb_content *before = ledger->content; before < line; before++)
        if (strcmp(before->at, line->at) == 0)
            return mb_yaml_fail(s->yaml, node, "'%s' stands twice in contents", line->at);
    if (kind != OTHER && !has_place(&ledger->numbered, kind, number, length))
        return mb_yaml_fail(s->yaml, node, "the paper has no %s %.*s, as 'numbered' says",
                            words[kind], (int)length, number);
    return MB_OK;
}

static mb_status read_line(const mb_claim_source *s, const yaml_node_t *node,
                           const mb_ledger *ledger, mb_content *line)
{
    static const mb_yaml_key keys[] = {
        {"at", MB_YAML_MAY, MB_YAML_TEXT, MB_YAML_AT(mb_content, at)},
        {.name = "claims"},
        {"none", MB_YAML_MAY, MB_YAML_TEXT, MB_YAML_AT(mb_content, none)},
        {.name = NULL},
    };
    yaml_node_t *claims;
    mb_status status;

    MB_TRY(mb_yaml_read(s->yaml, node, "a line of contents", keys, line));
    claims = mb_yaml_get(s->yaml, node, "claims");
    if (!line->at || !claims == !line->none)
        return mb_yaml_fail(s->yaml, node,
                            "a line of contents needs 'at' and either 'claims', a list of ids, or "
                            "'none', the reason why there is none");
    MB_TRY(check_place(s, mb_yaml_get(s->yaml, node, "at"), ledger, line));
    if (claims)
        MB_TRY(read_claims(s, claims, ledger, line));
done:
    return status;
}

mb_status mb_contents_read(const mb_claim_source *s, const yaml_node_t *numbered,
                           yaml_node_t *contents, mb_ledger *ledger)
{
    int lines;
    mb_status status;

    if (!numbered && !contents)
        return MB_OK;
    if (!numbered || !contents)
        return mb_yaml_fail(s->yaml, numbered ? numbered : contents,
                            "'numbered' and 'contents' go together; '%s' is missing",
                            numbered ? "contents" : "numbered");
    MB_TRY(read_numbered(s, numbered, &ledger->numbered));
    MB_TRY(MB_YAML_LIST(s->yaml, contents, "contents", &lines, &ledger->content));
    for (; ledger->contents < lines; ledger->contents++)
        MB_TRY(read_line(s, mb_yaml_item(s->yaml, contents, ledger->contents), ledger,
                         &ledger->content[ledger->contents]));
done:
    return status;
}

/* ---- what is missing ------------------------------------------------------------------------ */

static bool has_line(const mb_ledger *ledger, int kind, const char *number)
{
    for (int i = 0; i < ledger->contents; i++) {
        const char *of;
        size_t length;

        if (kind_of(ledger->content[i].at, &of, &length) == kind && is_number(of, length, number))
            return true;
    }
    return false;
}

static bool is_mapped(const mb_ledger *ledger, int claim)
{
    for (int i = 0; i < ledger->contents; i++)
        for (int k = 0; k < ledger->content[i].claims; k++)
            if (ledger->content[i].claim[k] == claim)
                return true;
    return false;
}

int mb_contents_gaps(const mb_ledger *ledger, FILE *out)
{
    const mb_numbered *n = &ledger->numbered;
    const int most[] = {[TABLE] = n->tables, [FIGURE] = n->figures, [SECTION] = n->sections};
    int gaps = 0;

    for (int kind = 0; kind < OTHER; kind++)
        for (int i = 0; i < most[kind]; i++) {
            char text[16];
            const char *number = kind == SECTION ? n->section[i] : text;

            snprintf(text, sizeof text, "%d", i + 1);
            if (has_line(ledger, kind, number))
                continue;
            fprintf(out, "%s: %s %s has no line in contents\n", ledger->study, words[kind], number);
            gaps++;
        }
    for (int i = 0; i < ledger->claims; i++) {
        if (ledger->claim[i].finding || is_mapped(ledger, i))
            continue;
        fprintf(out, "%s: claim %s has no place in contents\n", ledger->study, ledger->claim[i].id);
        gaps++;
    }
    return gaps;
}
