/* SPDX-License-Identifier: MIT */
/* The way through a file, messages, memory. */
#include "problems/format/read/reader.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "problems/format/text/schema.h"

/* ---- messages ------------------------------------------------------------------------------- */

enum { ALL = MB_MESSAGE_SIZE };

#define FORMATTED(text)                                                                            \
    char text[ALL];                                                                                \
    va_list args;                                                                                  \
    va_start(args, format);                                                                        \
    vsnprintf(text, sizeof(text), format, args);                                                   \
    va_end(args)

bool mb_wrong(mb_draft *r, const mb_node *node, const char *format, ...)
{
    FORMATTED(text);
    mb_messages_error(r->messages, node->line, node->column, "%s", text);
    return false;
}

bool mb_wrong_key(mb_draft *r, const mb_node *node, const char *format, ...)
{
    FORMATTED(text);
    if (node->key)
        mb_messages_error(r->messages, node->key_line, node->key_column, "%s", text);
    else
        mb_messages_error(r->messages, node->line, node->column, "%s", text);
    return false;
}

bool mb_wrong_at(mb_draft *r, const mb_node *node, int column, const char *format, ...)
{
    FORMATTED(text);
    mb_messages_error(r->messages, node->line,
                      node->exact ? node->text_column + column : node->column, "%s", text);
    return false;
}

void mb_note(mb_draft *r, const mb_node *node, const char *format, ...)
{
    FORMATTED(text);
    mb_messages_note(r->messages, node->line, node->column, "%s", text);
}

bool mb_no_memory(mb_draft *r)
{
    r->status = mb_fail(r->err, MB_NO_MEMORY, "no memory to read %s", r->messages->file);
    return false;
}

/* ---- memory --------------------------------------------------------------------------------- */

const char *mb_keep(mb_draft *r, const char *text)
{
    enum { BLOCK = 8192 };
    const size_t size = strlen(text) + 1;
    char *copy;

    if (size > r->left) {
        r->left = size > BLOCK ? size : BLOCK;
        if (MB_TAKE(r->arena, &r->text, r->left, NULL) != MB_OK) {
            r->left = 0;
            mb_no_memory(r);
            return NULL;
        }
    }
    copy = r->text;
    memcpy(copy, text, size);
    r->text += size;
    r->left -= size;
    return copy;
}

bool mb_grow(mb_draft *r, void *pointer, int *capacity, int n, size_t size)
{
    enum { FIRST = 16 };
    const int more = *capacity ? 2 * *capacity : FIRST;
    void *old, *larger;

    if (n < *capacity)
        return true;
    memcpy(&old, pointer, sizeof old);
    larger = mb_arena_alloc(r->arena, (size_t)more, size);
    if (!larger)
        return mb_no_memory(r);
    if (n)
        memcpy(larger, old, (size_t)n * size);
    memcpy(pointer, &larger, sizeof larger);
    *capacity = more;
    if (old)
        mb_arena_release(r->arena, old);
    return true;
}

/* ---- the way through ------------------------------------------------------------------------ */

static bool is_spec_name(const char *text)
{
    for (const char *c = text; *c; c++)
        if (!((*c >= 'a' && *c <= 'z') || (*c >= '0' && *c <= '9') || *c == '-'))
            return false;
    return *text >= 'a' && *text <= 'z';
}

static bool read_head(mb_draft *r)
{
    mb_plain_mechanism *m = r->m;
    mb_node *name = mb_node_get(r->root, "mechanism"), *format = mb_node_get(r->root, "format");
    double x = MB_FORMAT;

    m->name = "mechanism";
    m->title = m->sources = m->traps = "";
    if (format && mb_read_number(r, format, &x) && x != MB_FORMAT)
        mb_wrong(r, format,
                 x > MB_FORMAT ? "written for format %g, this program reads %d"
                               : "format %g is unknown, this program reads %d",
                 x, MB_FORMAT);
    if (x > MB_FORMAT)
        return false;
    if (name && name->kind == MB_NODE_TEXT) {
        if (!is_spec_name(name->text) || strlen(name->text) >= MB_FORMAT_NAME)
            mb_wrong(
                r, name,
                "'%.63s' is no name of a mechanism; it has lower-case letters, digits and '-', "
                "first a letter",
                name->text);
        m->name = name->text;
    }
    mb_read_text(r, r->root, "title", &m->title);
    mb_read_text(r, r->root, "sources", &m->sources);
    mb_read_text(r, r->root, "traps", &m->traps);
    return true;
}

static bool read_dimension(mb_draft *r)
{
    int dimension = -1;

    if (!mb_read_word(r, r->root, "dimension", "planar|spatial", &dimension))
        return false;
    r->m->spatial = dimension == 1;
    return dimension >= 0;
}

static void read_gravity(mb_draft *r)
{
    mb_node *gravity = mb_node_get(r->root, "gravity");

    r->m->gravity_given = gravity != NULL;
    if (gravity)
        mb_read_vector(r, gravity, r->m->spatial ? 3 : 2, r->m->gravity);
    else
        mb_note(r, r->root, "no gravity is given; it is zero");
}

static void finish(mb_draft *r)
{
    mb_plain_mechanism *m = r->m;

    m->body = r->body;
    m->joint = r->joint;
    m->drive = r->drive;
    m->gear = r->gear;
    m->force = r->force;
    m->output = r->output;
    m->branch = r->branch;
    m->formula = r->formula;
    m->component = r->component;
}

static void read_all(mb_draft *r, const char *parameters)
{
    if (!read_head(r) || !mb_read_parameters(r, parameters) || !read_dimension(r))
        return;
    mb_declare_values(r);
    read_gravity(r);
    mb_declare_bodies(r);
    mb_read_values(r);
    mb_read_bodies(r);
    mb_read_joints(r);
    mb_replace_massless(r);
    mb_read_drives(r);
    mb_read_gears(r);
    mb_read_forces(r);
    mb_read_outputs(r);
    mb_read_branch(r);
    mb_read_start(r);
    mb_read_run(r);
    mb_check_spans(r);
    finish(r);
}

static mb_status read_tree(mb_draft *r, const char *text, size_t size, const char *parameters)
{
    mb_status status = mb_tree_read(text, size, r->arena, r->messages, &r->root, r->err);

    if (status != MB_OK || !r->root)
        return status;
    mb_schema_check(r->messages, r->root);
    if (r->root->kind != MB_NODE_MAPPING)
        return MB_OK;
    status = mb_op_stack_create(r->arena, &r->ops, r->err);
    if (status != MB_OK)
        return status;
    read_all(r, parameters);
    return r->status;
}

mb_status mb_format_read(const char *file, const char *text, size_t size, const char *parameters,
                         mb_arena *arena, mb_messages *messages,
                         const mb_plain_mechanism **mechanism, mb_error *err)
{
    mb_draft r = {.arena = arena,
                  .messages = messages,
                  .err = err,
                  .most_elements = parameters[0] ? MB_FORMAT_ASKED_ELEMENTS : MB_FORMAT_ELEMENTS};
    mb_status status = MB_OK;

    *mechanism = NULL;
    if (!messages)
        MB_TRY(MB_TAKE(arena, &r.messages, 1, err));
    memset(r.messages, 0, sizeof *r.messages);
    r.messages->file = file;
    MB_TRY(MB_TAKE(arena, &r.m, 1, err));
    r.m->file = file;
    MB_TRY(read_tree(&r, text, size, parameters));
    mb_messages_sort(r.messages);
    MB_TRY(mb_messages_status(r.messages, err));
    *mechanism = r.m;
done:
    mb_name_table_free(&r.names);
    return status;
}
