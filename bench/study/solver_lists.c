/* SPDX-License-Identifier: MIT */
#include "bench/study/solver_lists.h"

#include <string.h>

#include "base/names.h"
#include "bench/study/study_parts.h"

enum { DEEPEST = 8 }; /* lists in lists */

/* A list of a file, as it grows. */
struct listed {
    mb_yaml *yaml;
    yaml_node_t *lists; /* of that file */
    int n;
    const char **spec; /* (MB_MAX_LISTED) */
};

bool mb_solver_list_named(const char *text)
{
    return !strpbrk(text, "/{:");
}

static mb_status expand(struct listed *l, yaml_node_t *list, int depth);

static mb_status add(struct listed *l, const yaml_node_t *node, int depth)
{
    const char *text;
    yaml_node_t *list;
    mb_status status = mb_yaml_copy(l->yaml, node, "a solver of a list", &text);

    if (status != MB_OK)
        return status;
    list = mb_solver_list_named(text) ? mb_yaml_get(l->yaml, l->lists, text) : NULL;
    if (list)
        return expand(l, list, depth + 1);
    for (int i = 0; i < l->n; i++)
        if (strcmp(l->spec[i], text) == 0)
            return MB_OK;
    if (l->n == MB_MAX_LISTED)
        return mb_yaml_fail(l->yaml, node, "more than %d solvers in a list", MB_MAX_LISTED);
    l->spec[l->n++] = text;
    return MB_OK;
}

static mb_status expand(struct listed *l, yaml_node_t *list, int depth)
{
    mb_status status = MB_OK;

    if (depth == DEEPEST)
        return mb_yaml_fail(l->yaml, list, "lists within lists, %d deep: one names itself",
                            DEEPEST);
    if (mb_yaml_items(list) == 0)
        return mb_yaml_fail(l->yaml, list, "an empty list; give at least one solver");
    for (int i = 0; i < mb_yaml_items(list); i++)
        MB_TRY(add(l, mb_yaml_item(l->yaml, list, i), depth));
done:
    return status;
}

/* Fails with the names of the shipped lists, or the one that was meant. */
static mb_status no_list(mb_yaml *yaml, const yaml_node_t *lists, const char *name, mb_error *err)
{
    const char *names[MB_MAX_LISTED + 1] = {NULL};
    char meant[512];
    const yaml_node_pair_t *pair = lists->data.mapping.pairs.start;

    for (int i = 0; i < MB_MAX_LISTED && pair < lists->data.mapping.pairs.top; i++, pair++)
        names[i] = mb_yaml_scalar(yaml_document_get_node(&yaml->document, pair->key));
    return mb_fail(err, MB_BAD_INPUT,
                   "'%s' is no solver, for it has no '/', and no list of solvers; %s", name,
                   mb_meant(name, names, "lists are", meant, sizeof meant));
}

mb_status mb_solver_list(const char *name, mb_arena *arena, int *n, const char ***spec,
                         mb_error *err)
{
    const mb_embedded *file = mb_shipped_lists;
    mb_yaml yaml;
    struct listed l = {.yaml = &yaml};
    yaml_node_t *list;
    mb_status status;

    MB_TRY(mb_yaml_parse(&yaml, "lists.yaml", file->text, file->size, arena, err));
    l.lists = mb_yaml_get(&yaml, mb_yaml_root(&yaml), "lists");
    MB_TRY(MB_TAKE(arena, &l.spec, MB_MAX_LISTED, err));
    list = mb_yaml_get(&yaml, l.lists, name);
    if (!list)
        MB_TRY(no_list(&yaml, l.lists, name, err));
    MB_TRY(expand(&l, list, 0));
    *n = l.n;
    *spec = l.spec;
done:
    mb_yaml_free(&yaml);
    return status;
}

/* ---- those of an entry ---------------------------------------------------------------------- */

/* Solvers that one item of the key stands for: of the study's own list, a shipped one, or itself. */
static mb_status take_item(mb_yaml *yaml, const yaml_node_t *item, yaml_node_t *lists, int *n,
                           const char ***spec)
{
    struct listed own = {.yaml = yaml, .lists = lists};
    mb_error why = {MB_OK, ""};
    const char *text;
    mb_status status;

    MB_TRY(mb_yaml_copy(yaml, item, "solver", &text));
    MB_TRY(MB_TAKE(yaml->arena, &own.spec, MB_MAX_LISTED, yaml->err));
    if (!mb_solver_list_named(text)) {
        own.spec[own.n++] = text;
    } else if (lists && mb_yaml_get(yaml, lists, text)) {
        MB_TRY(expand(&own, mb_yaml_get(yaml, lists, text), 0));
    } else {
        if (mb_solver_list(text, yaml->arena, n, spec, &why) != MB_OK)
            return mb_yaml_fail(yaml, item, "%s", why.text);
        return MB_OK;
    }
    *n = own.n;
    *spec = own.spec;
done:
    return status;
}

mb_status mb_entry_solvers(mb_yaml *yaml, yaml_node_t *node, yaml_node_t *lists, int *n,
                           mb_entry_spec **list)
{
    const int items = mb_yaml_items(node);
    mb_status status;

    *n = 0;
    MB_TRY(MB_TAKE(yaml->arena, list, (size_t)items + MB_MAX_LISTED, yaml->err));
    for (int i = 0; i < items; i++) {
        const yaml_node_t *item = mb_yaml_item(yaml, node, i);
        const char **spec;
        int listed;

        MB_TRY(take_item(yaml, item, lists, &listed, &spec));
        if (*n + listed > items + MB_MAX_LISTED)
            return mb_yaml_fail(yaml, item, "lists of more than %d solvers", MB_MAX_LISTED);
        for (int k = 0; k < listed; k++)
            (*list)[(*n)++] = (mb_entry_spec){item, spec[k]};
    }
done:
    return status;
}
