/* SPDX-License-Identifier: MIT */
#include "problems/robots/xml.h"

#include <expat.h>
#include <math.h>
#include <string.h>

#include "base/spec.h"

/* Beyond this a number of a file is no length, mass or stiffness that can be computed with. */
#define LARGEST 1e15

/* ---- parsing -------------------------------------------------------------------------------- */

typedef struct reader {
    XML_Parser parser;
    mb_robot_report *report;
    mb_xml_node *root, *node; /* the element that is open */
    mb_xml_node *last; /* the one that was closed last, a child of that; NULL: it has none yet */
    char *content;     /* (length) of the open element */
    size_t length;
    int depth;
    bool stopped; /* an element that is empty is closed all the same */
} reader;

static int line_of(const reader *x)
{
    return (int)XML_GetCurrentLineNumber(x->parser);
}

static void stop(reader *x)
{
    x->stopped = true;
    XML_StopParser(x->parser, XML_FALSE);
}

static void no_memory(reader *x)
{
    x->report->no_memory = true;
    stop(x);
}

static void refuse_doctype(void *context, const char *name, const char *system, const char *public,
                           int internal)
{
    reader *x = context;

    (void)name;
    (void)system;
    (void)public;
    (void)internal;
    mb_robot_say(x->report, MB_REFUSED, line_of(x),
                 "a document type is not read; take <!DOCTYPE> out");
    stop(x);
}

/* An element with its attributes, names and texts in one piece; NULL: out of memory. */
static mb_xml_node *new_node(mb_arena *arena, const char *name, const char **attributes)
{
    size_t n = 0, bytes = strlen(name) + 1;
    mb_xml_node *node;
    char *text;

    for (const char **a = attributes; *a; a += 2, n++)
        bytes += strlen(a[0]) + strlen(a[1]) + 2;
    node = mb_arena_alloc(arena, 1, sizeof *node + n * sizeof *node->attribute + bytes);
    if (!node)
        return NULL;
    node->attribute = (mb_xml_attribute *)(node + 1);
    node->nattributes = (int)n;
    node->content = "";
    text = (char *)(node->attribute + n);
    node->name = text;
    text = stpcpy(text, name) + 1;
    for (size_t i = 0; i < n; i++) {
        node->attribute[i].name = text;
        text = stpcpy(text, attributes[2 * i]) + 1;
        node->attribute[i].text = text;
        text = stpcpy(text, attributes[2 * i + 1]) + 1;
    }
    return node;
}

static void open_element(void *context, const char *name, const char **attributes)
{
    reader *x = context;
    mb_xml_node *node;

    if (++x->depth > MB_XML_DEPTH) {
        mb_robot_say(x->report, MB_REFUSED, line_of(x), "elements are nested deeper than %d",
                     MB_XML_DEPTH);
        stop(x);
        return;
    }
    node = new_node(x->report->arena, name, attributes);
    if (!node) {
        no_memory(x);
        return;
    }
    node->line = line_of(x);
    node->parent = x->node;
    if (x->last)
        x->last->next = node;
    else if (x->node)
        x->node->child = node;
    else
        x->root = node;
    x->node = node;
    x->last = NULL;
    x->length = 0;
}

static void take_text(void *context, const char *text, int length)
{
    reader *x = context;

    memcpy(x->content + x->length, text, (size_t)length);
    x->length += (size_t)length;
}

static void close_element(void *context, const char *name)
{
    reader *x = context;

    (void)name;
    if (x->stopped)
        return;
    if (x->length && !x->node->child) {
        x->content[x->length] = '\0';
        x->node->content = mb_arena_strdup(x->report->arena, x->content);
        if (!x->node->content) {
            no_memory(x);
            return;
        }
    }
    x->length = 0;
    x->last = x->node;
    x->node = x->node->parent;
    x->depth--;
}

mb_xml_node *mb_xml_read(const char *text, size_t size, mb_robot_report *report)
{
    reader x = {.report = report};

    if (size > MB_XML_BYTES) {
        mb_robot_say(report, MB_REFUSED, 1, "larger than %d MB", MB_XML_BYTES >> 20);
        return NULL;
    }
    if (memchr(text, '\0', size)) { /* UTF-16, which is read unasked and grows as UTF-8 */
        mb_robot_say(report, MB_REFUSED, 1, "no XML in UTF-8: a byte of it is 0");
        return NULL;
    }
    x.parser = XML_ParserCreate("UTF-8");
    /* a reference is longer than its text */
    x.content = mb_arena_alloc(report->arena, size + 1, 1);
    if (!x.parser || !x.content) {
        report->no_memory = true;
        XML_ParserFree(x.parser);
        return NULL;
    }
    XML_SetUserData(x.parser, &x);
    XML_SetElementHandler(x.parser, open_element, close_element);
    XML_SetCharacterDataHandler(x.parser, take_text);
    XML_SetStartDoctypeDeclHandler(x.parser, refuse_doctype);
    if (XML_Parse(x.parser, text, (int)size, XML_TRUE) != XML_STATUS_OK) {
        if (!report->n[MB_REFUSED] && !report->no_memory)
            mb_robot_say(report, MB_REFUSED, line_of(&x), "no XML in UTF-8: %s",
                         XML_ErrorString(XML_GetErrorCode(x.parser)));
        x.root = NULL;
    }
    XML_ParserFree(x.parser);
    mb_arena_release(report->arena, x.content);
    return x.root;
}

/* ---- reading -------------------------------------------------------------------------------- */

int mb_xml_line(const mb_xml_node *node)
{
    return MB_LINES_OF_A_FILE * node->file + node->line;
}

bool mb_xml_is(const mb_xml_node *node, const char *name)
{
    return node && strcmp(node->name, name) == 0;
}

mb_xml_node *mb_xml_child(mb_xml_node *node, const char *name)
{
    for (mb_xml_node *c = node->child; c; c = c->next)
        if (mb_xml_is(c, name)) {
            mb_xml_mark(c);
            return c;
        }
    return NULL;
}

void mb_xml_mark(mb_xml_node *node)
{
    node->read = true;
}

void mb_xml_mark_all(mb_xml_node *node)
{
    mb_xml_mark(node);
    for (int i = 0; i < node->nattributes; i++)
        node->attribute[i].read = true;
    for (mb_xml_node *c = node->child; c; c = c->next)
        mb_xml_mark_all(c);
}

const char *mb_xml_get(mb_xml_node *node, const char *name)
{
    for (mb_xml_attribute *a = node->attribute; a < node->attribute + node->nattributes; a++)
        if (strcmp(a->name, name) == 0) {
            a->read = true;
            return a->text;
        }
    return NULL;
}

int mb_xml_numbers(const char *text, int line, const char *what, int most, double *x,
                   mb_robot_report *report)
{
    int n = 0;

    for (const char *c = text;; n++) {
        char word[64];
        size_t length;
        double value;

        c += strspn(c, " \t\r\n");
        length = strcspn(c, " \t\r\n");
        if (length == 0)
            return n;
        if (n == most) {
            mb_robot_say(report, MB_REFUSED, line, "%s has more than %d numbers", what, most);
            return -1;
        }
        snprintf(word, sizeof word, "%.*s", (int)(length < 63 ? length : 63), c);
        if (length > 63 || !mb_parse_number(*word == '+' ? word + 1 : word, &value) ||
            !(fabs(value) <= LARGEST)) {
            mb_robot_say(report, MB_REFUSED, line, "%s: '%s' is not a number", what, word);
            return -1;
        }
        x[n] = value;
        c += length;
    }
}

/* ---- what was not read -------------------------------------------------------------------------- */

void mb_xml_tell_unread(mb_xml_node *root, mb_robot_report *report)
{
    const int line = mb_xml_line(root);

    if (!root->read) {
        mb_robot_say(report, MB_IGNORED, line, "<%s> is not read", root->name);
        return;
    }
    for (int i = 0; i < root->nattributes; i++)
        if (!root->attribute[i].read && strncmp(root->attribute[i].name, "xmlns", 5) != 0)
            mb_robot_say(report, MB_IGNORED, line, "%s of <%s> is not read",
                         root->attribute[i].name, root->name);
    for (mb_xml_node *c = root->child; c; c = c->next)
        mb_xml_tell_unread(c, report);
}
