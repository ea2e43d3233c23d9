/* SPDX-License-Identifier: MIT */
#include "report/page/site.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/files.h"
#include "report/page/page.h"
#include "report/page/table_heads.h"
#include "report/records/escape.h"

typedef struct page page;
struct page {
    const char *folder, *name; /* "mechanisms", "catalogue-four-bar.html" */
    const char *title;
    int raise;            /* of its headings */
    page *next, *sibling; /* the next one, the one before in the same folder */
    char *text;           /* its contents, once the stream is closed */
    size_t size;
    FILE *stream;
};

struct mb_site {
    bool single;
    page *first, *last;
    mb_arena *arena;
};

const char *const mb_site_folder[] = {MB_MECHANISM_PAGES, MB_SOLVER_PAGES, MB_PAPER_PAGES, NULL};

static mb_status add_page(mb_site *site, const page *of, mb_error *err)
{
    page *p;
    mb_status status;

    MB_TRY(MB_TAKE(site->arena, &p, 1, err));
    *p = *of;
    p->stream = open_memstream(&p->text, &p->size);
    if (!p->stream)
        MB_TRY(mb_fail(err, MB_NO_MEMORY, "out of memory"));
    if (site->last)
        site->last->next = p;
    else
        site->first = p;
    site->last = p;
done:
    return status;
}

mb_status mb_site_create(bool single, mb_arena *arena, mb_site **site, mb_error *err)
{
    const page index = {.folder = "", .name = MB_PAGE_FILE, .title = ""};
    mb_status status;

    MB_TRY(MB_TAKE(arena, site, 1, err));
    **site = (mb_site){.single = single, .arena = arena};
    MB_TRY(add_page(*site, &index, err));
done:
    return status;
}

FILE *mb_site_index(const mb_site *site)
{
    return site->first->stream;
}

mb_status mb_site_page(mb_site *site, const char *folder, const char *name, const char *title,
                       int raise, FILE **stream, mb_error *err)
{
    page of = {.folder = folder, .title = title, .raise = raise};
    mb_status status = MB_OK;

    *stream = site->first->stream;
    if (site->single)
        return MB_OK;
    MB_TRY(mb_arena_printf(site->arena, &of.name, err, "%s.html", name));
    for (page *p = site->first; p; p = p->next)
        if (strcmp(p->folder, folder) == 0)
            of.sibling = p;
    MB_TRY(add_page(site, &of, err));
    *stream = site->last->stream;
done:
    return status;
}

void mb_site_destroy(mb_site *site)
{
    for (page *p = site ? site->first : NULL; p; p = p->next) {
        if (p->stream)
            fclose(p->stream);
        free(p->text);
    }
}

/* ---- links ---------------------------------------------------------------------------------- */

static bool starts(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

/* Tells of which page each id is. */
static mb_status find_ids(const mb_site *site, json_t *home, mb_error *err)
{
    static const char id[] = " id=\"";
    int number = 0;

    for (const page *p = site->first; p; p = p->next, number++)
        for (const char *at = p->text; (at = strstr(at, id));) {
            at += strlen(id);
            if (json_object_setn_new(home, at, strcspn(at, "\""), json_integer(number)) != 0)
                return mb_fail(err, MB_NO_MEMORY, "out of memory");
        }
    return MB_OK;
}

/* Writes the way from page p to where `link` leads, and returns its end. */
static const char *put_link(FILE *out, const mb_site *site, const page *p, const json_t *home,
                            const char *link)
{
    size_t n = strcspn(link, "\"");
    const char *root = *p->folder ? "../" : "";
    const json_t *number = *link == '#' ? json_object_getn(home, link + 1, n - 1) : NULL;
    const page *to = site->first;

    for (json_int_t i = json_integer_value(number); i > 0; i--)
        to = to->next;
    if (number && to != p)
        fprintf(out, "%s%s%s%s", root, to->folder, *to->folder ? "/" : "", to->name);
    else if (*link != '#' && strcspn(link, ":") >= n)
        fputs(root, out);
    fwrite(link, 1, n, out);
    return link + n;
}

static void put_contents(FILE *out, const mb_site *site, const page *p, const json_t *home)
{
    static const char *const links[] = {" href=\"", " src=\""};

    for (const char *at = p->text, *next; *at;) {
        size_t n = strcspn(at + 1, " <") + 1, heading = starts(at, "</h") ? 3 : 2;

        for (int i = 0; i < 2; i++)
            if (starts(at, links[i])) {
                fputs(links[i], out);
                at = put_link(out, site, p, home, at + strlen(links[i]));
                n = 0;
            }
        if (*at == '<' && (next = mb_put_table_frame(out, at)) != at) {
            at = next;
            n = 0;
        }
        if ((starts(at, "<h") || heading == 3) && at[heading] >= '2' && at[heading] <= '4') {
            int level = at[heading] - '0' - p->raise;

            fprintf(out, "%.*s%d", (int)heading, at, level < 1 ? 1 : level);
            at += heading + 1;
            n = 0;
        }
        fwrite(at, 1, n, out);
        at += n;
    }
}

/* ---- writing -------------------------------------------------------------------------------- */

/* The way back to the index, and to the pages beside this one. */
static void put_neighbours(FILE *out, const page *p)
{
    const page *next = p->next;

    while (next && strcmp(next->folder, p->folder) != 0)
        next = next->next;
    fputs("<nav class=\"crumbs\" aria-label=\"Pages\"><a href=\"../" MB_PAGE_FILE
          "\">All results</a>",
          out);
    if (p->sibling)
        mb_html(out, "<a rel=\"prev\" href=\"%s\">← %s</a>", p->sibling->name, p->sibling->title);
    if (next)
        mb_html(out, "<a rel=\"next\" href=\"%s\">%s →</a>", next->name, next->title);
    fputs("</nav>\n", out);
}

static mb_status write_page(const mb_site *site, const page *p, const char *out, const json_t *home,
                            mb_error *err)
{
    const char *folder = out;
    FILE *file;
    mb_status status;

    if (*p->folder) {
        MB_TRY(mb_arena_printf(site->arena, &folder, err, "%s/%s", out, p->folder));
        MB_TRY(mb_make_folder(folder, err));
    }
    MB_TRY(mb_create(folder, p->name, &file, err));
    mb_page_head(file, p->title, *p->folder ? "../" : "", site->single);
    if (*p->folder)
        put_neighbours(file, p);
    put_contents(file, site, p, home);
    mb_page_foot(file, site->single);
    status = mb_close(file, folder, p->name, err);
done:
    return status;
}

mb_status mb_site_write(mb_site *site, const char *out, mb_site_told *tell, const void *who,
                        mb_error *err)
{
    json_t *home = json_object();
    mb_status status = MB_OK;

    for (page *p = site->first; p; p = p->next) {
        bool whole = fclose(p->stream) == 0;

        p->stream = NULL;
        if (!whole || !home)
            MB_TRY(mb_fail(err, MB_NO_MEMORY, "out of memory"));
    }
    MB_TRY(find_ids(site, home, err));
    for (const page *p = site->first; p; p = p->next) {
        const char *folder;

        MB_TRY(
            mb_arena_printf(site->arena, &folder, err, "%s%s", p->folder, *p->folder ? "/" : ""));
        tell(who, folder, p->name);
        MB_TRY(write_page(site, p, out, home, err));
    }
    if (!site->single)
        MB_TRY(mb_page_files_write(out, tell, who, err));
done:
    json_decref(home);
    return status;
}
