/* SPDX-License-Identifier: MIT */
#include "bench/parts/parts.h"

#include <stdio.h>
#include <string.h>

#include "bench/parts/trials.h"
#include "bench/plugin/plugins.h"

static const double seconds = 60.0; /* [s] of CPU that a trial may take */

struct work {
    const mb_part_trial *trial;
    mb_tried tried;
};

static void work(const void *data, mb_trial_page *page)
{
    const struct work *w = data;

    page->finding.kind = MB_FINDING_OK;
    w->trial->run(&w->tried, page);
}

static void try_part(const mb_tried *tried, void (*tell)(const mb_finding *finding, void *data),
                     void *data)
{
    for (const mb_part_trial *trial = mb_part_trials; trial->name; trial++) {
        const struct work w = {trial, *tried};
        mb_trial_page page = {.done = false};
        char text[MB_FINDING_SIZE];

        mb_try_alone(work, &w, seconds, &page);
        page.finding.name = trial->name;
        snprintf(text, sizeof text, "%.60s: %.600s", tried->part->name, page.finding.text);
        memcpy(page.finding.text, text, sizeof text);
        tell(&page.finding, data);
    }
}

/* The word of `only` that asks for a part; its name where all are tried; NULL: it is left out. */
static const char *asked(const mb_solver_part *part, const char *const *only, int n)
{
    for (int i = 0; i < n; i++)
        if (strncmp(only[i], part->name, strcspn(only[i], ":")) == 0 &&
            part->name[strcspn(only[i], ":")] == '\0')
            return only[i];
    return n == 0 ? part->name : NULL;
}

static const char *const kinds[] = {"formulation", "integrator", "projection", "linear solver"};

static mb_status check_asked(const mb_plugin *plugin, const char *const *only, int n, mb_error *err)
{
    for (int i = 0; i < n; i++) {
        bool found = false;

        for (int slot = MB_FORMULATION; slot <= MB_LINSOLVER; slot++)
            for (int k = 0; mb_plugin_part(plugin, (mb_solver_slot)slot, k); k++)
                found =
                    found || asked(mb_plugin_part(plugin, (mb_solver_slot)slot, k), only + i, 1);
        if (!found)
            return mb_fail(err, MB_BAD_INPUT,
                           "the library has no part '%.100s'; give NAME[:p=v,...] of one", only[i]);
    }
    return MB_OK;
}

/* A parameter other than h and tol that has no default and is not given; NULL: none. */
static const char *without_value(const mb_tried *tried)
{
    const mb_param *p = tried->part->params;
    const char *colon = strchr(tried->text, ':');
    mb_values values;

    (void)mb_values_parse(tried->part->name, p, colon ? colon + 1 : "", &values, NULL);
    for (int i = 0; i < mb_param_count(p); i++)
        if (p[i].required && !(values.given >> i & 1u) && strcmp(p[i].name, "h") != 0 &&
            strcmp(p[i].name, "tol") != 0)
            return p[i].name;
    return NULL;
}

static void tell_parts(const mb_plugin_file *file,
                       void (*tell)(const mb_finding *finding, void *data), void *data)
{
    mb_finding finding = {.name = "loads"};
    size_t used = (size_t)snprintf(finding.text, sizeof finding.text,
                                   "%.100s, interface %u:", file->name, file->plugin->interface);
    const mb_solver_part *part;

    for (int slot = MB_FORMULATION; slot <= MB_LINSOLVER; slot++)
        for (int k = 0; (part = mb_plugin_part(file->plugin, (mb_solver_slot)slot, k)); k++)
            if (used < sizeof finding.text)
                used += (size_t)snprintf(finding.text + used, sizeof finding.text - used, " %s %s",
                                         kinds[slot], part->name);
    tell(&finding, data);
}

mb_status mb_try_parts(const char *path, const char *const *only, int n,
                       void (*tell)(const mb_finding *finding, void *data), void *data,
                       mb_error *err)
{
    mb_trial_page page = {.done = false};
    char why[MB_PLUGIN_END_SIZE];
    const mb_plugin_file *file = NULL;
    const mb_solver_part *part;
    mb_status status = MB_OK;

    if (mb_plugins_end_program(path, why)) {
        page.finding = (mb_finding){.kind = MB_FINDING_WRONG, .name = "loads"};
        snprintf(page.finding.text, sizeof page.finding.text, "%s while it was loaded", why);
        tell(&page.finding, data);
        return MB_OK;
    }
    MB_TRY(mb_plugins_load(path, err));
    file = mb_plugins_find(path);
    MB_TRY(check_asked(file->plugin, only, n, err));
    tell_parts(file, tell, data);
    for (int slot = MB_FORMULATION; slot <= MB_LINSOLVER; slot++)
        for (int k = 0; (part = mb_plugin_part(file->plugin, (mb_solver_slot)slot, k)); k++) {
            const mb_tried tried = {(mb_solver_slot)slot, part, asked(part, only, n)};
            const char *missing = tried.text ? without_value(&tried) : NULL;

            if (missing) {
                page.finding = (mb_finding){.kind = MB_FINDING_NOT_DONE, .name = "all"};
                snprintf(page.finding.text, sizeof page.finding.text,
                         "%s needs a value of its parameter %s: give %s:%s=VALUE behind the file",
                         part->name, missing, part->name, missing);
                tell(&page.finding, data);
            } else if (tried.text) {
                try_part(&tried, tell, data);
            }
        }
done:
    return status;
}
