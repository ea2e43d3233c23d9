/* SPDX-License-Identifier: MIT */
#include "problems/robots/xml.h"

#include <ctype.h>
#include <libxml/parser.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/spec.h"

/* Beyond this a number of a file is no length, mass or stiffness that can be computed with. */
#define LARGEST 1e15

static char read_mark; /* its address in _private: this was read */

/* ---- parsing -------------------------------------------------------------------------------- */

static void refuse_doctype(void *context, const xmlChar *name, const xmlChar *external,
                           const xmlChar *system)
{
    xmlParserCtxt *parser = context;

    (void)name;
    (void)external;
    (void)system;
    mb_robot_say(parser->_private, MB_REFUSED, parser->input ? parser->input->line : 1,
                 "a document type is not read; take <!DOCTYPE> out");
    xmlStopParser(parser);
}

static void tell_failure(xmlParserCtxt *parser, mb_robot_report *report)
{
    const xmlError *error = xmlCtxtGetLastError(parser);

    if (report->n[MB_REFUSED])
        return;
    if (error && error->message)
        mb_robot_say(report, MB_REFUSED, error->line > 0 ? error->line : 1, "no XML: %.*s",
                     (int)strcspn(error->message, "\n"), error->message);
    else
        mb_robot_say(report, MB_REFUSED, 1, "no XML");
}

static bool deeper_than(const xmlNode *node, int depth)
{
    for (; node; node = node->next)
        if (node->type == XML_ELEMENT_NODE &&
            (depth == 0 || deeper_than(node->children, depth - 1)))
            return true;
    return false;
}

xmlDoc *mb_xml_read(const char *text, size_t size, mb_robot_report *report)
{
    const int options = XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING |
                        XML_PARSE_NOCDATA | XML_PARSE_NOBLANKS | XML_PARSE_COMPACT |
                        XML_PARSE_BIG_LINES | XML_PARSE_IGNORE_ENC;
    xmlParserCtxt *parser;
    xmlDoc *doc;

    if (size > MB_XML_BYTES) {
        mb_robot_say(report, MB_REFUSED, 1, "larger than %d MB", MB_XML_BYTES >> 20);
        return NULL;
    }
    parser = xmlNewParserCtxt();
    if (!parser || !parser->sax) {
        report->no_memory = true;
        return NULL;
    }
    parser->_private = report;
    parser->sax->internalSubset = refuse_doctype;
    doc = xmlCtxtReadMemory(parser, text, (int)size, "robot", "UTF-8", options);
    if (!doc || report->n[MB_REFUSED] || !xmlDocGetRootElement(doc)) {
        tell_failure(parser, report);
        xmlFreeDoc(doc);
        doc = NULL;
    }
    xmlFreeParserCtxt(parser);
    if (doc && deeper_than(doc->children, MB_XML_DEPTH)) {
        mb_robot_say(report, MB_REFUSED, 1, "elements are nested deeper than %d", MB_XML_DEPTH);
        xmlFreeDoc(doc);
        doc = NULL;
    }
    return doc;
}

/* ---- reading -------------------------------------------------------------------------------- */

/* libxml2 leaves psvi of elements to others. */
int mb_xml_file(const xmlNode *node)
{
    return (int)(intptr_t)node->psvi;
}

void mb_xml_set_file(xmlNode *node, int file)
{
    node->psvi = (void *)(intptr_t)file;
}

int mb_xml_line(const xmlNode *node)
{
    const long line = xmlGetLineNo(node);

    return MB_LINES_OF_A_FILE * mb_xml_file(node) + (line > 0 ? (int)line : 1);
}

bool mb_xml_is(const xmlNode *node, const char *name)
{
    return node && node->type == XML_ELEMENT_NODE && strcmp((const char *)node->name, name) == 0;
}

xmlNode *mb_xml_element(xmlNode *node)
{
    while (node && node->type != XML_ELEMENT_NODE)
        node = node->next;
    return node;
}

xmlNode *mb_xml_child(xmlNode *node, const char *name)
{
    for (xmlNode *c = node->children; c; c = c->next)
        if (mb_xml_is(c, name)) {
            mb_xml_mark(c);
            return c;
        }
    return NULL;
}

void mb_xml_mark(xmlNode *node)
{
    node->_private = &read_mark;
}

void mb_xml_mark_all(xmlNode *node)
{
    mb_xml_mark(node);
    for (xmlAttr *a = node->properties; a; a = a->next)
        a->_private = &read_mark;
    for (xmlNode *c = mb_xml_element(node->children); c; c = mb_xml_element(c->next))
        mb_xml_mark_all(c);
}

const char *mb_xml_attribute(xmlNode *node, const char *name)
{
    for (xmlAttr *a = node->properties; a; a = a->next) {
        if (strcmp((const char *)a->name, name) != 0)
            continue;
        a->_private = &read_mark;
        return a->children && a->children->content ? (const char *)a->children->content : "";
    }
    return NULL;
}

const char *mb_xml_content(xmlNode *node)
{
    const xmlNode *c = node->children;

    return c && c->type == XML_TEXT_NODE && c->content ? (const char *)c->content : "";
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

void mb_xml_tell_unread(xmlNode *root, mb_robot_report *report)
{
    const int line = mb_xml_line(root);

    if (root->_private != &read_mark) {
        mb_robot_say(report, MB_IGNORED, line, "<%s> is not read", (const char *)root->name);
        return;
    }
    for (const xmlAttr *a = root->properties; a; a = a->next)
        if (a->_private != &read_mark)
            mb_robot_say(report, MB_IGNORED, line, "%s of <%s> is not read", (const char *)a->name,
                         (const char *)root->name);
    for (xmlNode *c = mb_xml_element(root->children); c; c = mb_xml_element(c->next))
        mb_xml_tell_unread(c, report);
}
