/* SPDX-License-Identifier: MIT */
#include "problems/format/text/tree.h"

#include <string.h>
#include <yaml.h>

#include "base/text.h"
#include "problems/format/text/name_table.h"

typedef struct reader {
    const char *text; /* of the file */
    yaml_parser_t parser;
    mb_arena *arena;
    mb_messages *messages;
    mb_error *err;
    mb_name_table keys; /* of all open mappings, by their number */
    int nodes, documents, depth;
    struct {
        mb_node *node, *last; /* open list or mapping, its last child */
        mb_node *key;         /* a key that waits for its value */
        int number;
    } open[MB_TREE_DEPTH + 1];
    mb_node *block; /* nodes to hand out */
    int left;
} reader;

static bool refuse(reader *r, const yaml_mark_t *mark, const char *text)
{
    mb_messages_error(r->messages, (int)mark->line + 1, (int)mark->column + 1, "%s", text);
    return false;
}

static bool no_yaml(reader *r)
{
    const yaml_parser_t *p = &r->parser;
    char text[MB_MESSAGE_SIZE];
    int line, column;

    if (p->error == YAML_MEMORY_ERROR)
        return mb_fail(r->err, MB_NO_MEMORY, "no memory to read a mechanism") == MB_OK;
    snprintf(text, sizeof text, "no YAML: %s%s%s", p->problem ? p->problem : "unknown",
             p->context ? " " : "", p->context ? p->context : "");
    if (p->error != YAML_READER_ERROR)
        return refuse(r, &p->problem_mark, text);
    mb_text_place(r->text, p->problem_offset, &line, &column); /* the only kind without a mark */
    mb_messages_error(r->messages, line, column, "%s%s", text,
                      strstr(p->problem, "UTF") ? "; save the file as UTF-8" : "");
    return false;
}

static mb_node *new_node(reader *r, const yaml_event_t *event, mb_node_kind kind)
{
    enum { BLOCK = 256 };
    mb_node *node;

    if (r->left == 0) {
        if (MB_TAKE(r->arena, &r->block, BLOCK, r->err) != MB_OK)
            return NULL;
        r->left = BLOCK;
    }
    node = r->block++;
    r->left--;
    node->kind = kind;
    node->line = (int)event->start_mark.line + 1;
    node->column = node->text_column = (int)event->start_mark.column + 1;
    return node;
}

static int characters(const char *text)
{
    int n = 0;

    for (; *text; text++)
        n += ((unsigned char)*text & 0xc0) != 0x80;
    return n;
}

static mb_node *scalar(reader *r, const yaml_event_t *event)
{
    const char *value = (const char *)event->data.scalar.value;
    const yaml_mark_t *start = &event->start_mark, *end = &event->end_mark;
    mb_node *node = new_node(r, event, MB_NODE_TEXT);
    int quotes;

    if (!node)
        return NULL;
    node->text = mb_arena_strdup(r->arena, value);
    if (!node->text) {
        mb_fail(r->err, MB_NO_MEMORY, "no memory to read a mechanism");
        return NULL;
    }
    quotes = event->data.scalar.style == YAML_SINGLE_QUOTED_SCALAR_STYLE ||
             event->data.scalar.style == YAML_DOUBLE_QUOTED_SCALAR_STYLE;
    node->text_column += quotes;
    node->exact = start->line == end->line &&
                  (int)(end->column - start->column) - 2 * quotes == characters(value);
    return node;
}

/* The next event is a key: a text that this mapping has not. */
static bool take_key(reader *r, mb_node *node)
{
    char text[MB_MESSAGE_SIZE];
    int known;

    if (node->kind != MB_NODE_TEXT) {
        mb_messages_error(r->messages, node->line, node->column, "a key must be a name");
        return false;
    }
    if (!node->text[0]) {
        mb_messages_error(r->messages, node->line, node->column,
                          "an empty key; a comma ends a text inside { } and [ ]: put a text with a "
                          "comma in quotes");
        return false;
    }
    if (mb_name_table_add(&r->keys, r->open[r->depth].number, node->text, node->line, &known,
                          r->err) != MB_OK)
        return false;
    if (known >= 0) {
        snprintf(text, sizeof text, "key '%.63s' stands twice, first in line %d; keep one",
                 node->text, known);
        mb_messages_error(r->messages, node->line, node->column, "%s", text);
    }
    r->open[r->depth].key = node;
    return true;
}

/* Hangs a finished or begun node where it belongs. */
static bool hang(reader *r, mb_node *node, mb_node **root)
{
    mb_node *parent = r->open[r->depth].node;

    if (!node)
        return false;
    if (++r->nodes > MB_TREE_NODES) {
        mb_messages_error(r->messages, node->line, node->column,
                          "more than %d elements; use families, as in link(k=1..N)", MB_TREE_NODES);
        return false;
    }
    if (!parent) {
        *root = node;
        return true;
    }
    if (parent->kind == MB_NODE_MAPPING && !r->open[r->depth].key)
        return take_key(r, node);
    if (parent->kind == MB_NODE_MAPPING) {
        const mb_node *key = r->open[r->depth].key;

        node->key = key->text;
        node->key_line = key->line;
        node->key_column = key->column;
        r->open[r->depth].key = NULL;
    }
    if (parent->n++)
        r->open[r->depth].last->next = node;
    else
        parent->first = node;
    r->open[r->depth].last = node;
    return true;
}

static bool begin(reader *r, const yaml_event_t *event, mb_node_kind kind, mb_node **root)
{
    mb_node *node = new_node(r, event, kind);

    if (!hang(r, node, root))
        return false;
    if (r->depth == MB_TREE_DEPTH)
        return refuse(r, &event->start_mark, "nested too deep; 32 levels are read");
    r->depth++;
    r->open[r->depth].node = node;
    r->open[r->depth].key = NULL;
    r->open[r->depth].number = r->nodes;
    return true;
}

static bool plain(reader *r, const yaml_event_t *event, const yaml_char_t *anchor,
                  const yaml_char_t *tag)
{
    if (anchor)
        return refuse(r, &event->start_mark,
                      "an anchor (&name) is not read here; write the value out where it is used");
    return !tag || refuse(r, &event->start_mark, "a tag (!name) is not read here; leave it out");
}

static bool take(reader *r, const yaml_event_t *event, mb_node **root)
{
    switch (event->type) {
    case YAML_ALIAS_EVENT:
        return refuse(r, &event->start_mark,
                      "an alias (*name) is not read here; write the value out");
    case YAML_DOCUMENT_START_EVENT:
        return ++r->documents == 1 ||
               refuse(r, &event->start_mark,
                      "a second document; a mechanism is one document, one file");
    case YAML_SCALAR_EVENT:
        if (!plain(r, event, event->data.scalar.anchor, event->data.scalar.tag))
            return false;
        if (strlen((const char *)event->data.scalar.value) != event->data.scalar.length)
            return refuse(r, &event->start_mark, "a text with a zero byte");
        return hang(r, scalar(r, event), root);
    case YAML_SEQUENCE_START_EVENT:
        return plain(r, event, event->data.sequence_start.anchor, event->data.sequence_start.tag) &&
               begin(r, event, MB_NODE_LIST, root);
    case YAML_MAPPING_START_EVENT:
        return plain(r, event, event->data.mapping_start.anchor, event->data.mapping_start.tag) &&
               begin(r, event, MB_NODE_MAPPING, root);
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
        r->open[r->depth--].node = NULL;
        return true;
    default:
        return true;
    }
}

mb_status mb_tree_read(const char *text, size_t size, mb_arena *arena, mb_messages *messages,
                       mb_node **root, mb_error *err)
{
    mb_error own = {MB_OK, ""};
    reader r = {.text = text, .arena = arena, .messages = messages, .err = err ? err : &own};
    bool ok = true, end = false;

    *root = NULL;
    if (size > MB_TREE_BYTES) {
        mb_messages_error(messages, 1, 1, "a file of %zu bytes; at most %d are read", size,
                          MB_TREE_BYTES);
        return MB_OK;
    }
    if (!yaml_parser_initialize(&r.parser))
        return mb_fail(err, MB_NO_MEMORY, "no memory to read a mechanism");
    yaml_parser_set_input_string(&r.parser, (const unsigned char *)text, size);
    while (ok && !end) {
        yaml_event_t event;

        if (!yaml_parser_parse(&r.parser, &event)) {
            ok = no_yaml(&r);
            break;
        }
        end = event.type == YAML_STREAM_END_EVENT;
        ok = take(&r, &event, root);
        yaml_event_delete(&event);
    }
    yaml_parser_delete(&r.parser);
    mb_name_table_free(&r.keys);
    if (ok && !*root)
        mb_messages_error(messages, 1, 1,
                          "an empty file; a mechanism has the keys mechanism, dimension, bodies");
    if (messages->nerrors)
        *root = NULL;
    return r.err->status;
}

mb_node *mb_node_get(const mb_node *mapping, const char *key)
{
    if (mapping && mapping->kind == MB_NODE_MAPPING)
        for (mb_node *child = mapping->first; child; child = child->next)
            if (strcmp(child->key, key) == 0)
                return child;
    return NULL;
}

bool mb_node_is(const mb_node *node, const char *text)
{
    return node && node->kind == MB_NODE_TEXT && strcmp(node->text, text) == 0;
}

const char *mb_node_kind_text(const mb_node *node)
{
    if (node->kind == MB_NODE_LIST)
        return "a list";
    if (node->kind == MB_NODE_MAPPING)
        return "a mapping";
    return node->text[0] ? "a text" : "nothing";
}
