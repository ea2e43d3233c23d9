/* SPDX-License-Identifier: MIT */
/* XML of robots' files, which is hostile: no network, no document types, no entities of its own,
 * sizes limited, UTF-8 whatever they say of themselves.  What is read is marked, so that all that was not can be told. */
#ifndef MB_PROBLEMS_ROBOTS_XML_H
#define MB_PROBLEMS_ROBOTS_XML_H

#include "problems/robots/report.h"

enum { MB_XML_BYTES = 16 << 20, MB_XML_DEPTH = 64 };

typedef struct mb_xml_attribute {
    const char *name, *text;
    bool read;
} mb_xml_attribute;

typedef struct mb_xml_node mb_xml_node; /* an element */

struct mb_xml_node {
    const char *name, *content; /* text inside an element that holds nothing else; else "" */
    mb_xml_node *parent, *child, *next;
    mb_xml_attribute *attribute; /* (nattributes) */
    int nattributes;
    int line, file; /* number of the file that it stands in; 0 is the first one */
    bool read;
};

/* The document's element, in the report's arena; NULL where it is refused, which the report says. */
mb_xml_node *mb_xml_read(const char *text, size_t size, mb_robot_report *report);

int mb_xml_line(const mb_xml_node *node); /* for reports: with its file */

bool mb_xml_is(const mb_xml_node *node, const char *name); /* an element of that name */

/* The first child of that name, marked as read; NULL: none. */
mb_xml_node *mb_xml_child(mb_xml_node *node, const char *name);

/* Marks an element, or it with all in it, as read. */
void mb_xml_mark(mb_xml_node *node);
void mb_xml_mark_all(mb_xml_node *node);

/* Text of an attribute, marked as read; NULL: it has none. */
const char *mb_xml_get(mb_xml_node *node, const char *name);

/* Numbers of a text, at most `most`: how many there were, -1 (and a refusal) where it is no list of
 * numbers or there are more.  what: for the message. */
int mb_xml_numbers(const char *text, int line, const char *what, int most, double *x,
                   mb_robot_report *report);

/* Says of all elements and attributes that were not read that they are ignored. */
void mb_xml_tell_unread(mb_xml_node *root, mb_robot_report *report);

#endif
