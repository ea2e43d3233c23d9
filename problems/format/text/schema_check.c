/* SPDX-License-Identifier: MIT */
/* Checks of keys against the table. */
#include <string.h>

#include "base/names.h"
#include "problems/format/text/schema.h"

const mb_schema_section *mb_schema_section_of(const char *name)
{
    for (const mb_schema_section *s = mb_schema_sections; s->name; s++)
        if (strcmp(s->name, name) == 0)
            return s;
    return NULL;
}

const mb_schema_kind *mb_schema_kind_of(const mb_schema_section *section, const mb_node *element)
{
    for (const mb_schema_kind *kind = section->kinds; kind->name; kind++)
        if (mb_node_get(element, kind->name))
            return kind;
    return NULL;
}

/* Forms that a type of value may have. */
static int forms(mb_key_type type)
{
    switch (type) {
    case MB_KEY_PLACE:
    case MB_KEY_ANY:
        return MB_VALUE_TEXT | MB_VALUE_LIST | MB_VALUE_MAPPING;
    case MB_KEY_DIRECTION:
        return MB_VALUE_TEXT | MB_VALUE_LIST | MB_VALUE_MAPPING;
    case MB_KEY_PAIR:
    case MB_KEY_PLACES:
    case MB_KEY_VECTOR:
    case MB_KEY_LIST:
        return MB_VALUE_LIST;
    case MB_KEY_MAPPING:
        return MB_VALUE_MAPPING;
    default:
        return MB_VALUE_TEXT;
    }
}

static const char *wanted(mb_key_type type)
{
    switch (type) {
    case MB_KEY_NUMBER:
        return "a number or an expression";
    case MB_KEY_LAW:
        return "an expression";
    case MB_KEY_NAME:
        return "a name";
    case MB_KEY_YES:
        return "yes or no";
    case MB_KEY_WORD:
        return "a word";
    case MB_KEY_TEXT:
        return "a text";
    case MB_KEY_PAIR:
        return "a list of two bodies";
    case MB_KEY_PLACES:
        return "a list of two places";
    case MB_KEY_VECTOR:
        return "a list of numbers";
    case MB_KEY_LIST:
        return "a list";
    default:
        return "a mapping";
    }
}

static bool check_value(mb_messages *messages, mb_node *node, const char *key, mb_key_type type)
{
    const int form = node->kind == MB_NODE_TEXT   ? MB_VALUE_TEXT
                     : node->kind == MB_NODE_LIST ? MB_VALUE_LIST
                                                  : MB_VALUE_MAPPING;

    if (mb_node_get(node, "by") && !(forms(type) & MB_VALUE_MAPPING))
        return true; /* picked when the file is read */
    if (form & forms(type) && !(form == MB_VALUE_TEXT && !node->text[0] && type != MB_KEY_TEXT))
        return true;
    node->bad = true;
    mb_messages_error(messages, node->line, node->column, "'%s' wants %s, not %s", key,
                      wanted(type), mb_node_kind_text(node));
    return false;
}

enum { MOST_NAMES = 64 };

static int gather(const mb_schema_key *keys, const char **names, int n)
{
    for (; keys && keys->name && n < MOST_NAMES; keys++)
        names[n++] = keys->name;
    return n;
}

static const mb_schema_key *find(const mb_schema_key *keys, const char *name)
{
    for (; keys && keys->name; keys++)
        if (strcmp(keys->name, name) == 0)
            return keys;
    return NULL;
}

/* What others call it, and what it is called here. */
static const char *const other_words[][2] = {
    {"length", "free"},        {"rest", "free"},        {"rest-length", "free"},
    {"free-length", "free"},   {"l0", "free"},          {"k", "stiffness"},
    {"c", "damping"},          {"m", "mass"},           {"I", "inertia"},
    {"J", "inertia"},          {"cog", "com"},          {"hinge", "revolute"},
    {"slider", "prismatic"},   {"ball", "spherical"},   {"weld", "rigid"},
    {"fixed", "rigid"},        {"cardan", "universal"}, {"links", "bodies"},
    {"constraints", "joints"}, {"springs", "forces"},   {"actuators", "drives"},
    {"name", "mechanism"},     {"t_end", "end"},        {"time", "end"},
};

/* The name of a key that others call so; NULL: none of the names. */
static const char *own_word(const char *key, const char *const *names)
{
    for (size_t i = 0; i < sizeof other_words / sizeof *other_words; i++)
        if (strcmp(other_words[i][0], key) == 0 && mb_among(other_words[i][1], names))
            return other_words[i][1];
    return NULL;
}

static bool unknown_key(mb_messages *messages, const mb_node *node, const char *what,
                        const char *const *names)
{
    const char *own = own_word(node->key, names);
    char meant[256];

    if (messages->more)
        return false;
    if (node->kind == MB_NODE_TEXT && !node->text[0])
        mb_messages_error(messages, node->key_line, node->key_column,
                          "'%.63s' has no value; a comma ends a text inside { }: put a text with a "
                          "comma in quotes",
                          node->key);
    else if (own)
        mb_messages_error(messages, node->key_line, node->key_column,
                          "%s has no key '%.63s'; it is called '%s' here", what, node->key, own);
    else
        mb_messages_error(messages, node->key_line, node->key_column, "%s has no key '%.63s'; %s",
                          what, node->key,
                          mb_meant(node->key, names, "it has", meant, sizeof meant));
    return false;
}

static bool check_known(mb_messages *messages, mb_node *mapping, const char *what,
                        const mb_schema_key *keys, const mb_schema_key *more, const char *kind)
{
    const char *names[MOST_NAMES + 2];
    int n = 0;
    bool ok = true;

    if (kind)
        names[n++] = kind;
    n = gather(keys, names, n);
    n = gather(more, names, n);
    names[n] = NULL;
    for (mb_node *child = mapping->first; child; child = child->next) {
        const mb_schema_key *key = find(keys, child->key);

        if (kind && strcmp(kind, child->key) == 0)
            continue;
        key = key ? key : find(more, child->key);
        ok = (key ? check_value(messages, child, child->key, key->type)
                  : unknown_key(messages, child, what, names)) &&
             ok;
    }
    return ok;
}

static bool check_required(mb_messages *messages, const mb_node *mapping, const char *what,
                           const mb_schema_key *keys)
{
    bool ok = true;

    for (; keys && keys->name; keys++)
        if (keys->required && !mb_node_get(mapping, keys->name)) {
            mb_messages_error(messages, mapping->line, mapping->column, "%s needs '%s': %s", what,
                              keys->name, keys->doc);
            ok = false;
        }
    return ok;
}

bool mb_schema_check_keys(mb_messages *messages, mb_node *mapping, const char *what,
                          const mb_schema_key *keys, const mb_schema_key *more)
{
    bool ok;

    if (mapping->kind != MB_NODE_MAPPING) {
        mb_messages_error(messages, mapping->line, mapping->column,
                          "%s must be a mapping (key: value), not %s", what,
                          mb_node_kind_text(mapping));
        mapping->bad = true;
        return false;
    }
    ok = check_known(messages, mapping, what, keys, more, NULL) &&
         check_required(messages, mapping, what, keys);
    mapping->bad = mapping->bad || !ok;
    return ok;
}

/* "revolute, prismatic, ..." */
static void no_kind(mb_messages *messages, const mb_schema_section *section, mb_node *element,
                    const char *what)
{
    const char *names[MOST_NAMES];
    char list[256];
    int n = 0;

    for (const mb_schema_kind *kind = section->kinds; kind->name; kind++)
        names[n++] = kind->name;
    names[n] = NULL;
    for (const mb_node *child = element->first; child && !messages->more; child = child->next) {
        if (find(section->common, child->key))
            continue;
        if (own_word(child->key, names) || mb_nearest(child->key, names)) {
            unknown_key(messages, child, what, names);
            return;
        }
    }
    mb_join_names(names, list, sizeof list);
    mb_messages_error(messages, element->line, element->column, "%s needs one of %s", what, list);
}

static void check_element(mb_messages *messages, const mb_schema_section *section, mb_node *element,
                          const char *what);

/* Parts of a body are bodies without names. */
static bool check_parts(mb_messages *messages, const mb_schema_section *section, mb_node *element)
{
    mb_node *parts = mb_node_get(element, "parts");

    for (mb_node *part = parts && parts->kind == MB_NODE_LIST ? parts->first : NULL; part;
         part = part->next) {
        if (mb_node_get(part, "parts")) {
            mb_messages_error(messages, part->line, part->column,
                              "a part has parts; name them all in one list");
            part->bad = true;
        } else {
            check_element(messages, section, part, "a part");
        }
        if (part->bad)
            return false;
    }
    return true;
}

static void check_element(mb_messages *messages, const mb_schema_section *section, mb_node *element,
                          const char *what)
{
    const mb_schema_kind *kind;
    bool ok;

    if (element->kind != MB_NODE_MAPPING) {
        mb_messages_error(messages, element->line, element->column,
                          "%s must be a mapping (key: value), not %s", what,
                          mb_node_kind_text(element));
        element->bad = true;
        return;
    }
    kind = mb_schema_kind_of(section, element);
    if (!kind) {
        no_kind(messages, section, element, what);
        element->bad = true;
        return;
    }
    ok = check_value(messages, mb_node_get(element, kind->name), kind->name, kind->type);
    ok = check_known(messages, element, what, kind->keys, section->common, kind->name) && ok;
    ok = ok && check_required(messages, element, what, kind->keys) &&
         check_required(messages, element, what, section->common);
    if (section == mb_schema_sections)
        ok = check_parts(messages, section, element) && ok;
    element->bad = element->bad || !ok;
}

static void check_section(mb_messages *messages, const mb_schema_section *section, mb_node *node)
{
    char what[96];

    for (mb_node *element = node->first; element; element = element->next) {
        snprintf(what, sizeof what, "%s '%.63s'", section->element, element->key);
        if (element->kind != MB_NODE_LIST) {
            check_element(messages, section, element, what);
            continue;
        }
        for (mb_node *choice = element->first; choice; choice = choice->next) {
            check_element(messages, section, choice, what);
            element->bad = element->bad || choice->bad;
        }
    }
}

void mb_schema_check(mb_messages *messages, mb_node *root)
{
    if (!mb_schema_check_keys(messages, root, "a mechanism", mb_schema_top, NULL) &&
        root->kind != MB_NODE_MAPPING)
        return;
    for (mb_node *node = root->first; node; node = node->next) {
        const mb_schema_section *section = mb_schema_section_of(node->key);

        if (section && node->kind == MB_NODE_MAPPING)
            check_section(messages, section, node);
    }
}
