/* SPDX-License-Identifier: MIT */
/* Values that are words or texts. */
#include <string.h>

#include "problems/format/read/reader.h"

bool mb_read_yes(mb_draft *r, mb_node *node, bool *yes)
{
    node = mb_pick(r, node);
    if (!node)
        return false;
    if (!mb_node_is(node, "yes") && !mb_node_is(node, "no"))
        return mb_wrong(r, node, "yes or no is wanted here");
    *yes = mb_node_is(node, "yes");
    return true;
}

bool mb_read_word(mb_draft *r, const mb_node *mapping, const char *key, const char *words,
                  int *index)
{
    mb_node *node = mb_node_get(mapping, key);
    int k = 0;
    char list[256];

    node = node ? mb_pick(r, node) : NULL;
    if (!node)
        return !mb_node_get(mapping, key);
    for (const char *word = words; node->kind == MB_NODE_TEXT && word; k++) {
        const size_t n = strcspn(word, "|");

        if (strlen(node->text) == n && strncmp(node->text, word, n) == 0) {
            *index = k;
            return true;
        }
        word = word[n] ? word + n + 1 : NULL;
    }
    list[0] = '\0';
    for (const char *word = words; word;
         word = word[strcspn(word, "|")] ? strchr(word, '|') + 1 : NULL)
        snprintf(list + strlen(list), sizeof list - strlen(list), "%s%.*s", list[0] ? ", " : "",
                 (int)strcspn(word, "|"), word);
    return mb_wrong(r, node, "'%s' is one of %s, not '%.63s'", key, list,
                    node->kind == MB_NODE_TEXT ? node->text : mb_node_kind_text(node));
}

bool mb_read_text(mb_draft *r, const mb_node *mapping, const char *key, const char **text)
{
    mb_node *node = mb_node_get(mapping, key);

    node = node ? mb_pick(r, node) : NULL;
    if (!node)
        return !mb_node_get(mapping, key);
    if (node->kind != MB_NODE_TEXT)
        return mb_wrong(r, node, "'%s' wants a text, not %s", key, mb_node_kind_text(node));
    *text = node->text;
    return true;
}
