/* SPDX-License-Identifier: MIT */
#include "bench/study/yaml_read.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/names.h"
#include "base/spec.h"
#include "base/text.h"

enum { MAX_DEPTH = 16 };

static mb_status fail_at(mb_yaml *yaml, const yaml_mark_t *mark, const char *text)
{
    return mb_fail(yaml->err, MB_BAD_INPUT, "%s:%zu:%zu: %s", yaml->file, mark->line + 1,
                   mark->column + 1, text);
}

mb_status mb_yaml_fail(mb_yaml *yaml, const yaml_node_t *node, const char *format, ...)
{
    char text[sizeof yaml->err->text - 128];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return fail_at(yaml, &node->start_mark, text);
}

static mb_status parser_error(mb_yaml *yaml, const yaml_parser_t *parser, const char *file)
{
    char text[512];

    snprintf(text, sizeof text, "no YAML: %s%s%s", parser->problem ? parser->problem : "unknown",
             parser->context ? " " : "", parser->context ? parser->context : "");
    if (parser->error == YAML_READER_ERROR) { /* the only kind without a mark */
        int line, column;

        mb_text_place(file, parser->problem_offset, &line, &column);
        return mb_fail(yaml->err, MB_BAD_INPUT, "%s:%d:%d: no YAML: %s%s", yaml->file, line, column,
                       parser->problem,
                       strstr(parser->problem, "UTF") ? "; save the file as UTF-8" : "");
    }
    return fail_at(yaml, &parser->problem_mark, text);
}

static mb_status check_event(mb_yaml *yaml, const yaml_event_t *event, int *depth, int *documents)
{
    const yaml_char_t *anchor = NULL, *tag = NULL;

    switch (event->type) {
    case YAML_ALIAS_EVENT:
        return fail_at(yaml, &event->start_mark,
                       "an alias (*name) is not read here; write the value out");
    case YAML_DOCUMENT_START_EVENT:
        if (++*documents > 1)
            return fail_at(yaml, &event->start_mark,
                           "a second document; a study is one document, one file");
        return MB_OK;
    case YAML_SCALAR_EVENT:
        anchor = event->data.scalar.anchor;
        tag = event->data.scalar.tag;
        break;
    case YAML_SEQUENCE_START_EVENT:
        anchor = event->data.sequence_start.anchor;
        tag = event->data.sequence_start.tag;
        ++*depth;
        break;
    case YAML_MAPPING_START_EVENT:
        anchor = event->data.mapping_start.anchor;
        tag = event->data.mapping_start.tag;
        ++*depth;
        break;
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
        --*depth;
        break;
    default:
        break;
    }
    if (anchor)
        return fail_at(yaml, &event->start_mark,
                       "an anchor (&name) is not read here; write the value out where it is used");
    if (tag)
        return fail_at(yaml, &event->start_mark, "a tag (!name) is not read here; leave it out");
    if (*depth > MAX_DEPTH)
        return fail_at(yaml, &event->start_mark, "nested too deep for a study");
    return MB_OK;
}

/* A pass over the events, before any node exists. */
static mb_status check_events(mb_yaml *yaml, const char *text, size_t size)
{
    yaml_parser_t parser;
    mb_status status = MB_OK;
    int depth = 0, documents = 0;
    bool end = false;

    if (!yaml_parser_initialize(&parser))
        return mb_fail(yaml->err, MB_NO_MEMORY, "%s: no memory to read it", yaml->file);
    yaml_parser_set_input_string(&parser, (const unsigned char *)text, size);
    while (!end && status == MB_OK) {
        yaml_event_t event;

        if (!yaml_parser_parse(&parser, &event)) {
            status = parser_error(yaml, &parser, text);
            break;
        }
        end = event.type == YAML_STREAM_END_EVENT;
        status = check_event(yaml, &event, &depth, &documents);
        yaml_event_delete(&event);
    }
    if (status == MB_OK && documents == 0)
        status = mb_fail(yaml->err, MB_BAD_INPUT,
                         "%s:1:1: an empty file; a study has the keys study, title and runs",
                         yaml->file);
    yaml_parser_delete(&parser);
    return status;
}

mb_status mb_yaml_parse(mb_yaml *yaml, const char *file, const char *text, size_t size,
                        mb_arena *arena, mb_error *err)
{
    yaml_parser_t parser;
    mb_status status;

    memset(yaml, 0, sizeof *yaml);
    yaml->file = file;
    yaml->arena = arena;
    yaml->err = err;
    status = check_events(yaml, text, size);
    if (status != MB_OK)
        return status;
    if (!yaml_parser_initialize(&parser))
        return mb_fail(err, MB_NO_MEMORY, "%s: no memory to read it", file);
    yaml_parser_set_input_string(&parser, (const unsigned char *)text, size);
    yaml->loaded = yaml_parser_load(&parser, &yaml->document);
    if (!yaml->loaded)
        status = parser_error(yaml, &parser, text);
    yaml_parser_delete(&parser);
    return status;
}

void mb_yaml_free(mb_yaml *yaml)
{
    if (yaml->loaded)
        yaml_document_delete(&yaml->document);
    yaml->loaded = false;
}

yaml_node_t *mb_yaml_root(mb_yaml *yaml)
{
    return yaml_document_get_root_node(&yaml->document);
}

const char *mb_yaml_scalar(const yaml_node_t *node)
{
    return (const char *)node->data.scalar.value;
}

static mb_status check_key(mb_yaml *yaml, const yaml_node_t *key, const char *what,
                           const char *const *names)
{
    char meant[400];

    if (key->type != YAML_SCALAR_NODE)
        return mb_yaml_fail(yaml, key, "a key of %s must be a word", what);
    for (int i = 0; names && names[i]; i++)
        if (strcmp(names[i], mb_yaml_scalar(key)) == 0)
            return MB_OK;
    if (!names)
        return MB_OK;
    return mb_yaml_fail(yaml, key, "%s has no key '%.200s'; %s", what, mb_yaml_scalar(key),
                        mb_meant(mb_yaml_scalar(key), names, "it has", meant, sizeof meant));
}

mb_status mb_yaml_check_keys(mb_yaml *yaml, const yaml_node_t *node, const char *what,
                             const char *const *names)
{
    const yaml_node_pair_t *pairs;
    int n;

    if (node->type != YAML_MAPPING_NODE)
        return mb_yaml_fail(yaml, node, "%s must be a mapping (key: value)", what);
    pairs = node->data.mapping.pairs.start;
    n = (int)(node->data.mapping.pairs.top - pairs);
    for (int i = 0; i < n; i++) {
        yaml_node_t *key = yaml_document_get_node(&yaml->document, pairs[i].key);
        mb_status status = check_key(yaml, key, what, names);

        if (status != MB_OK)
            return status;
        for (int j = 0; j < i; j++)
            if (strcmp(mb_yaml_scalar(yaml_document_get_node(&yaml->document, pairs[j].key)),
                       mb_yaml_scalar(key)) == 0)
                return mb_yaml_fail(yaml, key, "key '%s' stands twice in %s; keep one",
                                    mb_yaml_scalar(key), what);
    }
    return MB_OK;
}

yaml_node_t *mb_yaml_get(mb_yaml *yaml, const yaml_node_t *mapping, const char *key)
{
    const yaml_node_pair_t *pair;

    for (pair = mapping->data.mapping.pairs.start; pair < mapping->data.mapping.pairs.top; pair++)
        if (strcmp(mb_yaml_scalar(yaml_document_get_node(&yaml->document, pair->key)), key) == 0)
            return yaml_document_get_node(&yaml->document, pair->value);
    return NULL;
}

mb_status mb_yaml_text(mb_yaml *yaml, const yaml_node_t *node, const char *what, const char **text)
{
    if (node->type != YAML_SCALAR_NODE)
        return mb_yaml_fail(yaml, node, "%s must be a single text, not a %s", what,
                            node->type == YAML_SEQUENCE_NODE ? "list" : "mapping");
    if (node->data.scalar.length == 0)
        return mb_yaml_fail(yaml, node, "%s is empty; give a text or leave the key out", what);
    if (strlen(mb_yaml_scalar(node)) != node->data.scalar.length)
        return mb_yaml_fail(yaml, node, "%s holds a zero byte", what);
    *text = mb_yaml_scalar(node);
    return MB_OK;
}

mb_status mb_yaml_copy(mb_yaml *yaml, const yaml_node_t *node, const char *what, const char **text)
{
    mb_status status = mb_yaml_text(yaml, node, what, text);

    if (status != MB_OK)
        return status;
    *text = mb_arena_strdup(yaml->arena, *text);
    return *text ? MB_OK : mb_fail(yaml->err, MB_NO_MEMORY, "%s: no memory to read it", yaml->file);
}

mb_status mb_yaml_number(mb_yaml *yaml, const yaml_node_t *node, const char *what, double *x)
{
    const char *text;
    mb_status status = mb_yaml_text(yaml, node, what, &text);

    if (status != MB_OK)
        return status;
    if (!mb_parse_number(text, x))
        return mb_yaml_fail(yaml, node, "%s is '%s'; expected a finite number", what, text);
    return MB_OK;
}

int mb_yaml_items(const yaml_node_t *node)
{
    if (node->type != YAML_SEQUENCE_NODE)
        return 1;
    return (int)(node->data.sequence.items.top - node->data.sequence.items.start);
}

yaml_node_t *mb_yaml_item(mb_yaml *yaml, yaml_node_t *node, int i)
{
    if (node->type != YAML_SEQUENCE_NODE)
        return node;
    return yaml_document_get_node(&yaml->document, node->data.sequence.items.start[i]);
}

mb_status mb_yaml_texts(mb_yaml *yaml, yaml_node_t *node, const char *what, int *n,
                        const char ***texts)
{
    mb_status status;

    *n = mb_yaml_items(node);
    MB_TRY(MB_TAKE(yaml->arena, texts, (size_t)*n, yaml->err));
    for (int i = 0; i < *n; i++)
        MB_TRY(mb_yaml_copy(yaml, mb_yaml_item(yaml, node, i), what, &(*texts)[i]));
done:
    return status;
}

mb_status mb_yaml_list(mb_yaml *yaml, const yaml_node_t *node, const char *what, int *n,
                       void *pointer, size_t size)
{
    *n = 0;
    if (!node)
        return MB_OK;
    if (node->type != YAML_SEQUENCE_NODE)
        return mb_yaml_fail(yaml, node, "'%s' must be a list", what);
    *n = mb_yaml_items(node);
    return mb_arena_take(yaml->arena, pointer, (size_t)*n, size, yaml->err);
}
