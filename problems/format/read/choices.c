/* SPDX-License-Identifier: MIT */
/* What a file leaves to parameters of words: `when` and `by`. */
#include <string.h>

#include "base/names.h"
#include "problems/format/read/reader.h"

enum { MOST_WORDS = 64, LIST = 256 };

/* Words of a choice as a list that ends in NULL, in `text`. */
static void split(const char *choices, char text[LIST], const char *words[MOST_WORDS])
{
    int n = 0;

    snprintf(text, LIST, "%s", choices);
    for (char *word = text; word && n < MOST_WORDS - 1;) {
        char *bar = strchr(word, '|');

        words[n++] = word;
        if (bar)
            *bar++ = '\0';
        word = bar;
    }
    words[n] = NULL;
}

static const mb_named_value *find_choice(mb_draft *r, const mb_node *node, bool of_key,
                                         const char *name)
{
    const int number = mb_name_table_find(&r->names, MB_NAMES_VALUES, name);
    const char *choices[MOST_WORDS], *near;
    int n = 0;

    if (number >= 0 && r->value[number].kind == MB_VALUE_IS_CHOICE)
        return &r->value[number];
    for (int i = 0; i < r->nvalues && n < MOST_WORDS - 1; i++)
        if (r->value[i].kind == MB_VALUE_IS_CHOICE)
            choices[n++] = r->value[i].member.name;
    choices[n] = NULL;
    near = mb_nearest(name, choices);
    if (near)
        (of_key ? mb_wrong_key
                : mb_wrong)(r, node, "no choice is called '%.63s'; did you mean '%s'?", name, near);
    else
        (of_key ? mb_wrong_key : mb_wrong)(
            r, node, "no choice is called '%.63s'; it is a parameter with words", name);
    return NULL;
}

/* Whether a choice stands at a word, which must be one of its own; -1: error. */
static int stands_at(mb_draft *r, const mb_named_value *choice, const mb_node *node, bool of_key,
                     const char *word)
{
    const char *words[MOST_WORDS];
    char text[LIST], meant[LIST];

    split(choice->param->choices, text, words);
    for (int i = 0; words[i]; i++)
        if (strcmp(words[i], word) == 0)
            return i == (int)choice->number;
    (of_key ? mb_wrong_key : mb_wrong)(r, node, "'%s' has no word '%.63s'; %s", choice->member.name,
                                       word, mb_meant(word, words, "it has", meant, sizeof meant));
    return -1;
}

/* ---- when ----------------------------------------------------------------------------------- */

static int condition(mb_draft *r, const mb_node *node)
{
    const mb_named_value *choice = find_choice(r, node, true, node->key);
    int any = 0;

    if (!choice)
        return -1;
    if (node->kind == MB_NODE_TEXT)
        return stands_at(r, choice, node, false, node->text);
    if (node->kind == MB_NODE_MAPPING || node->n == 0) {
        mb_wrong(r, node, "a word or a list of words is wanted");
        return -1;
    }
    for (const mb_node *word = node->first; word; word = word->next) {
        int one = -1;

        if (word->kind == MB_NODE_TEXT)
            one = stands_at(r, choice, word, false, word->text);
        else
            mb_wrong(r, word, "a word is wanted");
        if (one < 0)
            return -1;
        any = any || one;
    }
    return any;
}

/* 1: all conditions hold, 0: one does not, -1: error */
static int holds(mb_draft *r, const mb_node *element)
{
    const mb_node *when = mb_node_get(element, "when");
    int all = 1;

    if (!when)
        return 1;
    if (when->kind != MB_NODE_MAPPING)
        return -1; /* told by the table of keys */
    for (const mb_node *node = when->first; node; node = node->next) {
        const int one = condition(r, node);

        if (one < 0)
            return -1;
        all = all && one;
    }
    return all;
}

mb_node *mb_taken_node(mb_draft *r, mb_node *node, bool *absent)
{
    mb_node *choice = node->kind == MB_NODE_LIST ? node->first : node;

    *absent = false;
    if (node->bad)
        return NULL;
    for (; choice; choice = node->kind == MB_NODE_LIST ? choice->next : NULL) {
        const int one = holds(r, choice);

        if (one < 0 || (one == 1 && choice->bad))
            return NULL;
        if (one)
            return choice;
    }
    *absent = true;
    return NULL;
}

mb_node *mb_taken(mb_draft *r, mb_name_space space, const mb_member *member)
{
    bool absent;
    mb_node *node = mb_taken_node(r, member->node, &absent);
    int known;

    if (node)
        return node;
    r->status = mb_name_table_add(&r->names, (int)space + MB_NAMES_SPACES, member->name,
                                  absent ? MB_NAME_ABSENT : MB_NAME_BAD, &known, r->err);
    return NULL;
}

/* ---- by ------------------------------------------------------------------------------------- */

/* {axis, by} is a turn and {from, towards, by} a place, unless `by` names a choice. */
static bool is_choice(const mb_draft *r, const mb_node *node, const mb_node *by)
{
    int number;

    if (!by || by->kind != MB_NODE_TEXT)
        return false;
    number = mb_name_table_find(&r->names, MB_NAMES_VALUES, by->text);
    if (number >= 0 && r->value[number].kind == MB_VALUE_IS_CHOICE)
        return true;
    return !mb_node_get(node, "axis") && !mb_node_get(node, "from");
}

mb_node *mb_pick(mb_draft *r, mb_node *node)
{
    const mb_node *by;

    while (node->kind == MB_NODE_MAPPING && (by = mb_node_get(node, "by")) &&
           is_choice(r, node, by)) {
        const mb_named_value *choice = find_choice(r, by, false, by->text);
        mb_node *picked = NULL;

        if (!choice)
            return NULL;
        for (mb_node *word = node->first; word; word = word->next) {
            int one;

            if (word == by)
                continue;
            one = stands_at(r, choice, word, true, word->key);
            if (one < 0)
                return NULL;
            picked = one ? word : picked;
        }
        if (!picked) {
            const char *words[MOST_WORDS];
            char text[LIST];

            split(choice->param->choices, text, words);
            mb_wrong(r, node, "nothing is said here for %s = %s", choice->member.name,
                     words[(int)choice->number]);
            return NULL;
        }
        node = picked;
    }
    return node;
}
