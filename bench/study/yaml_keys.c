/* SPDX-License-Identifier: MIT */
#include "bench/study/yaml_keys.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/names.h"

enum { MOST_KEYS = 40 }; /* of a table */

/* The row of a key that the table has. */
static const mb_yaml_key *row_of(const mb_yaml_key *keys, const char *name)
{
    while (strcmp(keys->name, name) != 0)
        keys++;
    return keys;
}

/* ---- keys ----------------------------------------------------------------------------------- */

static mb_status check_keys(mb_yaml *yaml, const yaml_node_t *node, const char *what,
                            const mb_yaml_key *keys)
{
    const char *names[MOST_KEYS + 1] = {NULL};
    mb_status status;

    for (int i = 0; i < MOST_KEYS && keys[i].name; i++)
        names[i] = keys[i].name;
    MB_TRY(mb_yaml_check_keys(yaml, node, what, names));
    for (const mb_yaml_key *key = keys; key->name; key++)
        if (key->use == MB_YAML_MUST && !mb_yaml_get(yaml, node, key->name))
            return mb_yaml_fail(yaml, node, "%s needs '%s'", what, key->name);
done:
    return status;
}

/* Whether the mapping has what its kind needs and nothing that belongs to others. */
static mb_status check_kind(mb_yaml *yaml, const yaml_node_t *node, const char *what,
                            const mb_yaml_key *keys, const char *word, const mb_yaml_kind *kind)
{
    const yaml_node_pair_t *pair = node->data.mapping.pairs.start;

    for (int i = 0; kind->needs[i]; i++)
        if (!mb_yaml_get(yaml, node, kind->needs[i]))
            return mb_yaml_fail(yaml, node, "%s of kind '%s' needs '%s'", what, word,
                                kind->needs[i]);
    for (; pair < node->data.mapping.pairs.top; pair++) {
        const yaml_node_t *key = yaml_document_get_node(&yaml->document, pair->key);
        const char *name = mb_yaml_scalar(key);

        if (row_of(keys, name)->use == MB_YAML_BY_KIND && !mb_among(name, kind->needs) &&
            !mb_among(name, kind->may))
            return mb_yaml_fail(yaml, key, "%s of kind '%s' has no '%s'; leave it out", what, word,
                                name);
    }
    return MB_OK;
}

/* ---- values --------------------------------------------------------------------------------- */

mb_status mb_yaml_check_id(mb_yaml *yaml, const yaml_node_t *node, const char *what,
                           const char *text, int most)
{
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";

    if (strlen(text) > (size_t)most || strspn(text, letters) != strlen(text))
        return mb_yaml_fail(yaml, node,
                            "%s '%s' must be at most %d characters of letters, digits, . _ and -",
                            what, text, most);
    return MB_OK;
}

static bool in_range(const mb_yaml_key *key, double x)
{
    const bool whole = x == floor(x) && fabs(x) <= INT_MAX;

    if (key->type == MB_YAML_WHOLE && !whole)
        return false;
    if (key->range == MB_YAML_WITHIN && x > key->max)
        return false;
    return key->range == MB_YAML_ANY || x > key->min ||
           (x == key->min && key->range != MB_YAML_ABOVE);
}

static mb_status not_expected(mb_yaml *yaml, const yaml_node_t *node, const mb_yaml_key *key,
                              double x)
{
    const char *number = key->type == MB_YAML_WHOLE ? "a whole number" : "a number";

    if (key->expected)
        return mb_yaml_fail(yaml, node, "%s is %g; expected %s", key->name, x, key->expected);
    if (key->range == MB_YAML_WITHIN)
        return mb_yaml_fail(yaml, node, "%s is %g; expected %s from %g to %g", key->name, x, number,
                            key->min, key->max);
    return mb_yaml_fail(yaml, node, "%s is %g; expected %s %s %g", key->name, x, number,
                        key->range == MB_YAML_ABOVE ? "above" : "of at least", key->min);
}

static mb_status read_number(mb_yaml *yaml, const yaml_node_t *node, const mb_yaml_key *key,
                             double *x)
{
    mb_status status = mb_yaml_number(yaml, node, key->name, x);

    return status == MB_OK && !in_range(key, *x) ? not_expected(yaml, node, key, *x) : status;
}

static mb_status read_word(mb_yaml *yaml, const yaml_node_t *node, const mb_yaml_key *key,
                           int *index)
{
    const char *text, *near;
    char meant[256];
    mb_status status;

    MB_TRY(mb_yaml_text(yaml, node, key->name, &text));
    for (*index = 0; key->words[*index]; ++*index)
        if (strcmp(key->words[*index], text) == 0)
            return MB_OK;
    near = mb_nearest(text, key->words);
    if (key->expected && !near)
        return mb_yaml_fail(yaml, node, "%s is '%s'; expected %s", key->name, text, key->expected);
    return mb_yaml_fail(yaml, node, "%s is '%s'; %s", key->name, text,
                        mb_meant(text, key->words,
                                 key->type == MB_YAML_KIND ? "there are" : "expected one of", meant,
                                 sizeof meant));
done:
    return status;
}

static mb_status read_text(mb_yaml *yaml, const yaml_node_t *node, const mb_yaml_key *key,
                           const char **text)
{
    const int most = (int)key->max;
    int index;
    mb_status status;

    if (key->words)
        MB_TRY(read_word(yaml, node, key, &index));
    MB_TRY(mb_yaml_copy(yaml, node, key->name, text));
    if (key->type == MB_YAML_ID)
        MB_TRY(mb_yaml_check_id(yaml, node, key->name, *text, most));
    else if (most > 0 && strlen(*text) > (size_t)most)
        return mb_yaml_fail(yaml, node, "%s is longer than %d characters", key->name, most);
done:
    return status;
}

/* Puts the value of a key where it goes. */
static mb_status fill(mb_yaml *yaml, yaml_node_t *node, const mb_yaml_key *key, void *object)
{
    void *at = (char *)object + key->offset;
    double x;
    int index;
    bool second;
    mb_status status = MB_OK;

    switch (key->type) {
    case MB_YAML_OTHER:
        break;
    case MB_YAML_NODE:
        *(yaml_node_t **)at = node;
        break;
    case MB_YAML_TEXT:
    case MB_YAML_ID:
        return read_text(yaml, node, key, at);
    case MB_YAML_NUMBER:
        return read_number(yaml, node, key, at);
    case MB_YAML_WHOLE:
        MB_TRY(read_number(yaml, node, key, &x));
        *(int *)at = (int)x;
        break;
    case MB_YAML_WORD:
    case MB_YAML_KIND:
        MB_TRY(read_word(yaml, node, key, &index));
        second = index == 1;
        memcpy(at, key->size == sizeof second ? (void *)&second : &index, key->size);
        break;
    }
done:
    return status;
}

mb_status mb_yaml_read(mb_yaml *yaml, const yaml_node_t *node, const char *what,
                       const mb_yaml_key *keys, void *object)
{
    int kind;
    mb_status status;

    MB_TRY(check_keys(yaml, node, what, keys));
    for (const mb_yaml_key *key = keys; key->name; key++) {
        yaml_node_t *value = mb_yaml_get(yaml, node, key->name);

        if (value)
            MB_TRY(fill(yaml, value, key, object));
        else if (key->type == MB_YAML_NUMBER)
            *(double *)(void *)((char *)object + key->offset) = NAN;
        if (key->type != MB_YAML_KIND)
            continue;
        memcpy(&kind, (char *)object + key->offset, sizeof kind);
        MB_TRY(check_kind(yaml, node, what, keys, key->words[kind], &key->kinds[kind]));
    }
done:
    return status;
}

/* ---- ids ------------------------------------------------------------------------------------ */

struct id {
    const char *text;
    int index; /* in the list */
};

static int compare_ids(const void *a, const void *b)
{
    const struct id *x = a, *y = b;
    int order = strcmp(x->text, y->text);

    return order ? order : x->index - y->index;
}

mb_status mb_yaml_ids_differ(mb_yaml *yaml, yaml_node_t *list, const char *what)
{
    int n = list ? mb_yaml_items(list) : 0, doubled = n;
    struct id *ids = malloc((size_t)n * sizeof *ids + 1); /* a list may be empty */
    const yaml_node_t *node;

    if (!ids)
        return mb_fail(yaml->err, MB_NO_MEMORY, "no memory for %d ids", n);
    for (int i = 0; i < n; i++) {
        node = mb_yaml_get(yaml, mb_yaml_item(yaml, list, i), "id");
        ids[i] = (struct id){mb_yaml_scalar(node), i};
    }
    qsort(ids, (size_t)n, sizeof *ids, compare_ids);
    for (int i = 1; i < n; i++)
        if (strcmp(ids[i].text, ids[i - 1].text) == 0 && ids[i].index < doubled)
            doubled = ids[i].index;
    free(ids);
    if (doubled == n)
        return MB_OK;
    node = mb_yaml_get(yaml, mb_yaml_item(yaml, list, doubled), "id");
    return mb_yaml_fail(yaml, node, "%s '%s' stands twice; ids must differ", what,
                        mb_yaml_scalar(node));
}
