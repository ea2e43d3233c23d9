/* SPDX-License-Identifier: MIT */
/* A YAML text as a tree of nodes with their places.  Scalars stay text: what 'y', 'on' or '010'
 * mean is the reader's to say.  Tags, anchors, aliases, a key twice, a second document, deep
 * nesting and large files are refused. */
#ifndef MB_PROBLEMS_FORMAT_TEXT_TREE_H
#define MB_PROBLEMS_FORMAT_TEXT_TREE_H

#include "base/arena.h"
#include "problems/format/text/messages.h"

enum {
    MB_TREE_DEPTH = 32,
    MB_TREE_BYTES = 16 << 20,
    MB_TREE_NODES = 1000000,
};

typedef enum mb_node_kind { MB_NODE_TEXT, MB_NODE_LIST, MB_NODE_MAPPING } mb_node_kind;

typedef struct mb_node {
    mb_node_kind kind;
    bool exact;               /* text[k] stands k columns behind text_column of the line */
    bool bad;                 /* an error was told; what depends on it is left alone */
    int line, column;         /* from 1, of the value */
    int text_column;          /* of text[0] */
    int key_line, key_column; /* of its key in a mapping */
    int n;                    /* children */
    const char *key;          /* in a mapping */
    const char *text;         /* of MB_NODE_TEXT */
    struct mb_node *first, *next;
} mb_node;

/* Reads one document.  *root is NULL where messages hold errors.  A status but MB_OK: no memory. */
mb_status mb_tree_read(const char *text, size_t size, mb_arena *arena, mb_messages *messages,
                       mb_node **root, mb_error *err);

/* Value of a key, NULL where there is none or the node is no mapping. */
mb_node *mb_node_get(const mb_node *mapping, const char *key);

bool mb_node_is(const mb_node *node, const char *text); /* a text of that value */

/* "a number", "a list", "a mapping", "nothing" for messages */
const char *mb_node_kind_text(const mb_node *node);

#endif
