/* SPDX-License-Identifier: MIT */
/* `include` of MJCF: what stands in the included file's element stands in its place. */
#include <string.h>

#include "problems/robots/mjcf.h"

/* An including file in an including one, and so on: at most so deep. */
enum { INCLUDED_DEPTH = 8 };

typedef struct includes {
    const mb_robot_loader *loader;
    mb_robot_report *report;
    size_t bytes; /* of included files so far */
} includes;

static void refuse(const includes *x, const mb_xml_node *node, const char *file, const char *why)
{
    mb_robot_say(x->report, MB_REFUSED, mb_xml_line(node), "<include file='%.100s'>: %s", file,
                 why);
}

/* A file beside the including one or in a folder there, and no other */
static bool stays_inside(const char *name)
{
    if (!*name || *name == '/' || strpbrk(name, "\\:"))
        return false;
    for (const char *part = name; part; part = strchr(part, '/')) {
        part += *part == '/';
        if (strncmp(part, "..", 2) == 0 && (part[2] == '/' || !part[2]))
            return false;
    }
    return true;
}

/* The element of an included file; NULL and a refusal where there is none. */
static mb_xml_node *read_file(includes *x, const mb_xml_node *node, const char *name, int depth)
{
    const mb_robot_loader *loader = x->loader;
    const char *text = NULL;
    size_t size = 0;
    mb_error err = {MB_OK, ""};
    mb_xml_node *root;

    if (!loader) {
        refuse(x, node, name,
               "one file is read; let MuJoCo write it out (mj_saveLastXML), or import it by its "
               "name");
        return NULL;
    }
    if (!stays_inside(name)) {
        refuse(x, node, name, "only files in the folder of the first one are read");
        return NULL;
    }
    for (int i = 1; i <= x->report->nincluded; i++)
        if (strcmp(x->report->included[i], name) == 0) {
            refuse(x, node, name, "a file is included once at most");
            return NULL;
        }
    if (depth == INCLUDED_DEPTH || x->report->nincluded == MB_INCLUDED_FILES) {
        refuse(x, node, name, "too many files are included, or too deep in each other");
        return NULL;
    }
    if (loader->load(loader->context, name, &text, &size, &err) != MB_OK) {
        refuse(x, node, name, err.text);
        return NULL;
    }
    x->bytes += size;
    if (x->bytes > MB_XML_BYTES) {
        refuse(x, node, name, "the files are larger than 16 MB together");
        return NULL;
    }
    x->report->included[++x->report->nincluded] = mb_arena_strdup(x->report->arena, name);
    x->report->reading = x->report->nincluded;
    root = mb_xml_read(text, size, x->report);
    x->report->reading = 0;
    return root;
}

static void expand(includes *x, mb_xml_node *parent, int file, int depth);

/* What stands in the element of the included file; NULL: nothing, or it is refused. */
static mb_xml_node *included(includes *x, mb_xml_node *node, int depth)
{
    const char *name = mb_xml_get(node, "file");
    mb_xml_node *root = name ? read_file(x, node, name, depth) : NULL;

    if (!name)
        refuse(x, node, "", "it names no file");
    if (!root)
        return NULL;
    if (!mb_xml_is(root, "mujoco") && !mb_xml_is(root, "mujocoinclude")) {
        refuse(x, node, name, "its element is neither <mujoco> nor <mujocoinclude>");
        return NULL;
    }
    expand(x, root, x->report->nincluded, depth + 1);
    return root->child;
}

/* Elements are told their file; what is included goes in the place of the node that asks for it. */
static void expand(includes *x, mb_xml_node *parent, int file, int depth)
{
    mb_xml_node **at = &parent->child;

    parent->file = file;
    while (*at && !x->report->no_memory) {
        mb_xml_node *c = *at;

        c->file = file;
        if (!mb_xml_is(c, "include")) {
            expand(x, c, file, depth);
            at = &c->next;
            continue;
        }
        *at = included(x, c, depth);
        for (; *at; at = &(*at)->next)
            (*at)->parent = parent;
        *at = c->next;
    }
}

void mb_mjcf_include(mb_xml_node *root, const mb_robot_loader *loader, mb_robot_report *report)
{
    includes x = {.loader = loader, .report = report};

    expand(&x, root, 0, 0);
}
