/* YAML documents with positions: libyaml's document API and the checks it does not make.  Every
 * error is file:line:column: what is wrong; what would be right. */
#ifndef MB_BENCH_STUDY_YAML_READ_H
#define MB_BENCH_STUDY_YAML_READ_H

#include <stdbool.h>
#include <yaml.h>

#include "base/status.h"

typedef struct mb_yaml {
    const char *file; /* name for messages; kept, not copied */
    bool loaded;
    yaml_document_t document;
    mb_error *err; /* where errors go */
} mb_yaml;

/* Parses one document.  Aliases, anchors, tags, several documents and nesting deeper than any study
 * needs are refused before the document is built, so that no cycle can arise. */
mb_status mb_yaml_parse(mb_yaml *yaml, const char *file, const char *text, size_t size,
                        mb_error *err);
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

/* Keys of a kind of claim or figure beside those of all kinds; NULL-ended. */
typedef struct mb_yaml_kind {
    const char *needs[5], *may[11];
} mb_yaml_kind;

/* Which of the NULL-ended names a kind of `what` ("claim") is, the value of the node's `kind`. */
mb_status mb_yaml_kind_of(mb_yaml *yaml, const yaml_node_t *node, const char *what,
                          const char *const *names, int *index);

/* Checks that a mapping of the kind `name` holds what it needs and nothing that belongs to others.
 * common: keys of all kinds, NULL-ended. */
mb_status mb_yaml_check_kind(mb_yaml *yaml, const yaml_node_t *node, const char *what,
                             const char *name, const mb_yaml_kind *kind, const char *const *common);

/* A scalar's text; empty ones are refused.  Owned by the document. */
mb_status mb_yaml_text(mb_yaml *yaml, const yaml_node_t *node, const char *what, const char **text);

/* A finite number. */
mb_status mb_yaml_number(mb_yaml *yaml, const yaml_node_t *node, const char *what, double *x);

/* Items of a sequence, or the node itself as the only one.  *n receives their number. */
yaml_node_t *mb_yaml_item(mb_yaml *yaml, yaml_node_t *node, int i);
int mb_yaml_items(const yaml_node_t *node);

#endif
