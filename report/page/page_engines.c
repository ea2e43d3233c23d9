/* SPDX-License-Identifier: MIT */
/* What is to be known of the engines of others among the runs. */
#include <string.h>

#include "report/page/page.h"
#include "report/records/engines.h"

enum { MOST_SETTINGS = 6 };

void mb_page_engine_mark(FILE *page, const char *solver)
{
    if (mb_solver_is_engine(solver))
        fputs(" <span class=\"tag engine\">engine</span>", page);
}

static bool is_of(const char *solver, const mb_engine_told *e)
{
    return strncmp(solver, e->solver, (size_t)e->name) == 0 && strchr(":/", solver[e->name]);
}

/* The settings of a spec, between its name and its integrator. */
static int settings_of(const char *solver, const mb_engine_told *e)
{
    return (int)strcspn(solver + e->name, "/");
}

/* The settings that the engine was run with, each once. */
static void put_settings(FILE *page, const mb_digest *d, const mb_engine_told *e)
{
    const char *seen[MOST_SETTINGS];
    int n = 0, more = 0;

    for (int i = 0; i < d->row_count; i++) {
        const char *solver = d->row[i].solver;
        const int length = is_of(solver, e) ? settings_of(solver, e) : -1;
        bool known = length < 0;

        for (int k = 0; k < n && !known; k++)
            known = settings_of(seen[k], e) == length &&
                    strncmp(seen[k] + e->name, solver + e->name, (size_t)length) == 0;
        if (known)
            continue;
        if (n == MOST_SETTINGS) {
            more = 1;
            continue;
        }
        seen[n++] = solver;
        fputs(n > 1 ? "<br>" : "", page);
        if (length == 0) {
            fputs("defaults", page);
            continue;
        }
        fputs("<code>", page);
        for (int k = 1; k < length; k++) {
            mb_put_html(page, (const char[]){solver[e->name + k], '\0'});
            fputs(solver[e->name + k] == ',' ? "<wbr>" : "", page);
        }
        fputs("</code>", page);
    }
    fputs(more ? "<br>and others" : "", page);
}

void mb_page_engines(FILE *page, const mb_digest *digest)
{
    mb_engines_told told = {0};

    for (int i = 0; i < digest->row_count; i++)
        mb_engines_take(&told, digest->row[i].record);
    if (told.count == 0)
        return;
    fputs(
        "<h3 id=\"engines\">Engines of others</h3>\n<p>Rows with the mark <span class=\"tag "
        "engine\">engine</span> are programs of others, run behind adapters. They are audited as "
        "solvers are, by the mechanism's own equations, from the poses that they write.</p>\n<div "
        "class=\"wide\"><table class=\"engines\">\n<thead><tr><th scope=\"col\">engine</th><th "
        "scope=\"col\">in specs</th><th scope=\"col\">precision</th><th scope=\"col\">settings "
        "that it was run with</th></tr></thead>\n<tbody>\n",
        page);
    for (int i = 0; i < told.count; i++) {
        const mb_engine_told *e = &told.engine[i];
        char name[MB_NAME_SIZE];

        snprintf(name, sizeof name, "%.*s", e->name, e->solver);
        mb_html(page, "<tr><th scope=\"row\">%s %s</th><td><code>%s</code></td><td>%s</td><td>",
                e->title, e->version, name, e->precision);
        put_settings(page, digest, e);
        fputs("</td></tr>\n", page);
    }
    fputs("</tbody></table></div>\n<ul>\n<li>What a spec does not name has the engine's own "
          "default: <code>mbsbench-engine-NAME describe</code> prints them.</li>\n<li>What is "
          "unfair: single precision cannot be as right as double; libraries of a distribution are "
          "built for any processor, mbsbench for the one at hand where its flags say so; most "
          "engines are made for contacts, of which there are none here, and for steps of their "
          "frames.</li>\n",
          page);
    for (int i = 0, said = 0; i < told.count; i++)
        if (told.engine[i].mid_step && !said++)
            fputs("<li>Velocities that belong to the middle of steps are audited as the mean of "
                  "two rows; the drift with velocities as they are written is "
                  "<code>engine.raw_drift</code> of the records.</li>\n",
                  page);
    fputs("</ul>\n", page);
}

void mb_page_engines_line(FILE *page, const mb_run_group *group)
{
    mb_engines_told told = {0};
    char text[1000];

    for (int i = 0; i < group->count; i++)
        mb_engines_take(&told, group->row[i]->record);
    if (told.count == 0)
        return;
    mb_engines_text(&told, text, sizeof text);
    mb_html(page,
            "<p class=\"muted\"><span class=\"tag engine\">engine</span> marks <a "
            "href=\"#engines\">engines of others</a>: %s.</p>\n",
            text);
}
