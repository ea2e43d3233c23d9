/* SPDX-License-Identifier: MIT */
/* XML of robots' files, which is hostile: no network, no document types, no entities of its own,
 * sizes limited, UTF-8 whatever they say of themselves.  What is read is marked, so that all that was not can be told. */
#ifndef MB_PROBLEMS_ROBOTS_XML_H
#define MB_PROBLEMS_ROBOTS_XML_H

#include <libxml/tree.h>

#include "problems/robots/report.h"

enum { MB_XML_BYTES = 16 << 20, MB_XML_DEPTH = 64 };

/* The document; NULL where it is refused, which the report says.  To be freed by xmlFreeDoc. */
xmlDoc *mb_xml_read(const char *text, size_t size, mb_robot_report *report);

int mb_xml_line(const xmlNode *node); /* for reports: with its file */

/* Number of the file that an element stands in; 0 is the first one. */
int mb_xml_file(const xmlNode *node);
void mb_xml_set_file(xmlNode *node, int file);

bool mb_xml_is(const xmlNode *node, const char *name); /* an element of that name */

/* The next element from `node` on, itself included, NULL: none. */
xmlNode *mb_xml_element(xmlNode *node);

/* The first child of that name, marked as read; NULL: none. */
xmlNode *mb_xml_child(xmlNode *node, const char *name);

/* Marks an element, or it with all in it, as read. */
void mb_xml_mark(xmlNode *node);
void mb_xml_mark_all(xmlNode *node);

/* Text of an attribute, marked as read; NULL: it has none. */
const char *mb_xml_attribute(xmlNode *node, const char *name);

/* Text inside an element that holds nothing else, "" where there is none. */
const char *mb_xml_content(xmlNode *node);

/* Numbers of a text, at most `most`: how many there were, -1 (and a refusal) where it is no list of
 * numbers or there are more.  what: for the message. */
int mb_xml_numbers(const char *text, int line, const char *what, int most, double *x,
                   mb_robot_report *report);

/* Says of all elements and attributes that were not read that they are ignored. */
void mb_xml_tell_unread(xmlNode *root, mb_robot_report *report);

#endif
