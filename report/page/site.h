/* SPDX-License-Identifier: MIT */
/* The pages of a report, and the links among them.
 *
 * All parts of a page are written as if there were one file in the folder of the report: a link
 * leads to "#ID" wherever that id stands, and a file is named from that folder.  When the pages are
 * written, each link gets the way from its page to the page of the id, or to the file. */
#ifndef MB_REPORT_PAGE_SITE_H
#define MB_REPORT_PAGE_SITE_H

#include <stdbool.h>
#include <stdio.h>

#include "base/arena.h"
#include "base/status.h"

#define MB_PAGE_FILE "index.html"
#define MB_STYLE_FILE "style.css"
#define MB_SCRIPT_FILE "page.js"
#define MB_MECHANISM_PAGES "mechanisms"
#define MB_SOLVER_PAGES "solvers"
#define MB_PAPER_PAGES "papers"

typedef struct mb_site mb_site;

/* single: one file, with style sheet and scripts inside.  Begins index.html. */
mb_status mb_site_create(bool single, mb_arena *arena, mb_site **site, mb_error *err);

/* The contents of index.html, to be written to. */
FILE *mb_site_index(const mb_site *site);

/* Begins the page FOLDER/NAME.html.  Its headings move up by `raise`: it was a section of that
 * depth.  Of a single file it is the next section. */
mb_status mb_site_page(mb_site *site, const char *folder, const char *name, const char *title,
                       int raise, FILE **page, mb_error *err);

/* The folders of pages, ending in NULL. */
extern const char *const mb_site_folder[];

/* Is told of each file that is written: "papers/", "bayo1996.html". */
typedef void mb_site_told(const void *who, const char *folder, const char *name);

/* Writes all pages into the folder `out` (made when missing). */
mb_status mb_site_write(mb_site *site, const char *out, mb_site_told *tell, const void *who,
                        mb_error *err);

/* Accepts NULL. */
void mb_site_destroy(mb_site *site);

#endif
