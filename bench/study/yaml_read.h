/* SPDX-License-Identifier: MIT */
/* YAML documents with positions: libyaml's document API and the checks it does not make.  Every
 * error is file:line:column: what is wrong; what would be right. */
#ifndef MB_BENCH_STUDY_YAML_READ_H
#define MB_BENCH_STUDY_YAML_READ_H

#include <stdbool.h>
#include <yaml.h>

#include "base/arena.h"

typedef struct mb_yaml {
    const char *file; /* name for messages; kept, not copied */
    bool loaded;
    yaml_document_t document;
    mb_arena *arena; /* where texts that outlive the document are copied to */
    mb_error *err;   /* where errors go */
} mb_yaml;

/* Parses one document.  Aliases, anchors, tags, several documents and nesting deeper than any study
 * needs are refused before the document is built, so that no cycle can arise. */
mb_status mb_yaml_parse(mb_yaml *yaml, const char *file, const char *text, size_t size,
                        mb_arena *arena, mb_error *err);
void mb_yaml_free(mb_yaml *yaml); /* accepts a zeroed object */

yaml_node_t *mb_yaml_root(mb_yaml *yaml);

/* MB_BAD_INPUT at a node's start. */
mb_status mb_yaml_fail(mb_yaml *yaml, const yaml_node_t *node, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Checks that a node is a mapping whose keys are among the NULL-ended names (NULL: any name), each
 * at most once.  what: "a study", for messages. */
mb_status mb_yaml_check_keys(mb_yaml *yaml, const yaml_node_t *node, const char *what,
                             const char *const *names);

/* Value of a key of a checked mapping, NULL when missing. */
yaml_node_t *mb_yaml_get(mb_yaml *yaml, const yaml_node_t *mapping, const char *key);

/* A scalar's text; empty ones are refused.  Owned by the document. */
mb_status mb_yaml_text(mb_yaml *yaml, const yaml_node_t *node, const char *what, const char **text);

/* Likewise, copied to the arena. */
mb_status mb_yaml_copy(mb_yaml *yaml, const yaml_node_t *node, const char *what, const char **text);

/* The text of a node that is known to be a scalar. */
const char *mb_yaml_scalar(const yaml_node_t *node);

/* A finite number. */
mb_status mb_yaml_number(mb_yaml *yaml, const yaml_node_t *node, const char *what, double *x);

/* Items of a sequence, or the node itself as the only one.  *n receives their number. */
yaml_node_t *mb_yaml_item(mb_yaml *yaml, yaml_node_t *node, int i);
int mb_yaml_items(const yaml_node_t *node);

/* The texts of a sequence, or the only one, copied to the arena. */
mb_status mb_yaml_texts(mb_yaml *yaml, yaml_node_t *node, const char *what, int *n,
                        const char ***texts);

/* Takes as many objects as a list has items; NULL is an empty list, what is no sequence refused. */
mb_status mb_yaml_list(mb_yaml *yaml, const yaml_node_t *node, const char *what, int *n,
                       void *pointer, size_t size);
#define MB_YAML_LIST(yaml, node, what, n, pointer)                                                 \
    mb_yaml_list(yaml, node, what, n, pointer, sizeof **(pointer))

#endif
