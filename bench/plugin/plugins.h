/* SPDX-License-Identifier: MIT */
/* Libraries that bring parts of solvers of their own (docs/plugins.md): found, looked at, taken in.
 *
 * They are loaded at the start of a command, from the words of its user or the environment, never
 * because a study says so, and stay until the program ends; what follows only reads. */
#ifndef MB_BENCH_PLUGIN_PLUGINS_H
#define MB_BENCH_PLUGIN_PLUGINS_H

#include <jansson.h>

#include "base/sha256.h"
#include "report/records/spec_parts.h"
#include "solvers/plugin/plugin.h"

typedef struct mb_plugin_file {
    char *path;                  /* without links */
    const char *name;            /* the file's, without its folder */
    char sha256[MB_SHA256_TEXT]; /* of its bytes */
    const mb_plugin *plugin;
} mb_plugin_file;

/* Folders and files of libraries, with colons between them */
#define MB_PLUGINS_VARIABLE "MBSBENCH_PLUGINS"

/* Whether a library ends the program that loads it, tried in a process of its own: what runs then nobody
 * can take back.  why: "crashed (signal 11, Segmentation fault)", or how else it ended. */
enum { MB_PLUGIN_END_SIZE = 120 };
bool mb_plugins_end_program(const char *path, char why[MB_PLUGIN_END_SIZE]);

/* Loads a library; nothing where that is done already.  MB_BAD_INPUT: it is none, brings no plug-in, or
 * one that does not fit this program, or ends it. */
mb_status mb_plugins_load(const char *path, mb_error *err);

/* Loads what MBSBENCH_PLUGINS names: libraries, and all files of folders that end in .so, by name. */
mb_status mb_plugins_load_named(mb_error *err);

/* The i-th one; NULL behind the last. */
const mb_plugin_file *mb_plugins_at(int i);

/* The one that was loaded from a path; NULL: none. */
const mb_plugin_file *mb_plugins_find(const char *path);

/* The one that a part comes from; NULL: none, it is the program's own. */
const mb_plugin_file *mb_plugins_of(mb_solver_slot slot, mb_text_span name);

/* The library with that hash; NULL: none that is loaded. */
const mb_plugin_file *mb_plugins_with(const char *sha256);

/* [{file, sha256}]: those that parts of a solver come from, each once, for its record; a new reference.
 * NULL: all parts are the program's. */
json_t *mb_plugins_record(const char *solver);

#endif
