/* SPDX-License-Identifier: MIT */
#include "solvers/plugin/plugin.h"

#include <string.h>

#include "solvers/plugin/services.h"

static const char *const kinds[] = {[MB_FORMULATION] = "formulation",
                                    [MB_INTEGRATOR] = "integrator",
                                    [MB_PROJECTION] = "projection",
                                    [MB_LINSOLVER] = "linear solver"};

enum { SLOTS = sizeof kinds / sizeof *kinds, NAME_SIZE = 48 };

const mb_solver_part *mb_plugin_part(const mb_plugin *plugin, mb_solver_slot slot, int i)
{
    if (i >= MB_MOST_ADDED)
        return NULL;
    switch (slot) {
    case MB_FORMULATION:
        return plugin->formulation[i] ? &plugin->formulation[i]->part : NULL;
    case MB_INTEGRATOR:
        return plugin->integrator[i] ? &plugin->integrator[i]->part : NULL;
    case MB_PROJECTION:
        return plugin->projection[i] ? &plugin->projection[i]->part : NULL;
    case MB_LINSOLVER:
        return plugin->linsolver[i] ? &plugin->linsolver[i]->part : NULL;
    }
    return NULL;
}

/* ---- what it was compiled against ----------------------------------------------------------- */

static const char anew[] = "compile the plug-in anew against this program's header "
                           "(pkg-config --cflags mbsbench)";

static mb_status check_layout(const mb_plugin *plugin, mb_error *err)
{
    if (plugin->interface != MB_PLUGIN_INTERFACE)
        return mb_fail(err, MB_BAD_INPUT,
                       "made for interface %u of plug-ins; this program has %d: %s",
                       plugin->interface, MB_PLUGIN_INTERFACE, anew);
    if (plugin->size != sizeof *plugin)
        return mb_fail(err, MB_BAD_INPUT,
                       "its mb_plugin has %u bytes; that of this program %zu: %s", plugin->size,
                       sizeof *plugin, anew);
#define SAME_SIZE(type)                                                                            \
    if (plugin->sizes.type != sizeof(type))                                                        \
        return mb_fail(err, MB_BAD_INPUT,                                                          \
                       "its " #type " has %u bytes; that of this program %zu: %s",                 \
                       plugin->sizes.type, sizeof(type), anew);
    MB_PLUGIN_TYPES(SAME_SIZE)
#undef SAME_SIZE
    if (!plugin->host)
        return mb_fail(err, MB_BAD_INPUT,
                       "no place for this program's services: define the plug-in "
                       "with MB_PLUGIN(...)");
    return MB_OK;
}

/* ---- what its descriptors lack -------------------------------------------------------------- */

/* A member that a descriptor must have. */
typedef struct member {
    bool there;
    const char *name;
} member;

static const char *first_missing(const member *members, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!members[i].there)
            return members[i].name;
    return NULL;
}
#define FIRST_MISSING(members) first_missing(members, sizeof(members) / sizeof *(members))

static bool has_param(const mb_solver_part *part, const char *name)
{
    return mb_param_index(part->params, name) >= 0;
}

static const char *missing_of_formulation(const mb_formulation *f)
{
    const bool first = f->family == MB_FIRST_ORDER, one = f->family == MB_ONE_STEP;
    const bool algebraic = f->family == MB_ALGEBRAIC, newton = f->family == MB_NEWTON;
    const member members[] = {
        {mb_family_word(f->family), "family (one of MB_FAMILY_LIST)"},
        {f->setup, "setup"},
        {f->accel || first || algebraic || newton, "accel"},
        {!algebraic || f->algebraic.predict, "algebraic.predict"},
        {!algebraic || f->algebraic.correct, "algebraic.correct"},
        {!newton || f->newton.start, "newton.start"},
        {!newton || f->newton.pass, "newton.pass"},
        {!first || f->first_order.size, "first_order.size"},
        {!first || f->first_order.begin, "first_order.begin"},
        {!first || f->first_order.rate, "first_order.rate"},
        {!first || f->first_order.accept, "first_order.accept"},
        {!one || f->one_step.open, "one_step.open"},
        {!one || f->one_step.pass, "one_step.pass"},
        {!one || f->one_step.close, "one_step.close"},
    };
    return FIRST_MISSING(members);
}

static const char *missing_of_integrator(const mb_integrator *integrator)
{
    const member members[] = {
        {integrator->families, "families (bits of MB_FAMILY_LIST)"},
        {integrator->order > 0, "order"},
        {integrator->setup, "setup"},
        {integrator->step, "step"},
        {integrator->start || !(integrator->families & MB_FIRST_ORDER),
         "start (it takes first-order equations)"},
        {has_param(&integrator->part, "h") || has_param(&integrator->part, "tol"),
         "parameter h (MB_STEP_PARAM) or tol"},
    };
    return FIRST_MISSING(members);
}

static const char *missing_of_projection(const mb_projection *p)
{
    const member members[] = {
        {p->setup, "setup"},
        {p->positions, "positions"},
        {p->velocities, "velocities"},
        {has_param(&p->part, "every") && has_param(&p->part, "levels"),
         "parameters every and levels (MB_PROJECTION_PARAMS)"},
    };
    return FIRST_MISSING(members);
}

static const char *missing_of_linsolver(const mb_linsolver *l)
{
    const member members[] = {{l->classes, "classes (MB_SPD, MB_GENERAL)"},
                              {l->setup, "setup"},
                              {l->factor, "factor"},
                              {l->solve, "solve"}};

    return FIRST_MISSING(members);
}

/* The member that the i-th part of a slot has to have and has not; NULL: it is complete. */
static const char *missing(const mb_plugin *plugin, mb_solver_slot slot, int i)
{
    const mb_solver_part *part = mb_plugin_part(plugin, slot, i);
    const member members[] = {
        {part->title && *part->title, "title"},
        {part->source && *part->source, "source (where the method is described)"}};
    const char *name = FIRST_MISSING(members);

    if (name)
        return name;
    switch (slot) {
    case MB_FORMULATION:
        return missing_of_formulation(plugin->formulation[i]);
    case MB_INTEGRATOR:
        return missing_of_integrator(plugin->integrator[i]);
    case MB_PROJECTION:
        return missing_of_projection(plugin->projection[i]);
    case MB_LINSOLVER:
        return missing_of_linsolver(plugin->linsolver[i]);
    }
    return NULL;
}

/* ---- names ---------------------------------------------------------------------------------- */

static bool is_name(const char *name)
{
    const size_t n = name ? strlen(name) : 0;

    return n > 0 && n < NAME_SIZE && name[0] >= 'a' && name[0] <= 'z' &&
           strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-") == n &&
           strcmp(name, "none") != 0 && strcmp(name, "auto") != 0;
}

static mb_status check_params(const mb_solver_part *part, mb_error *err)
{
    const int n = mb_param_count(part->params);

    if (n > MB_MAX_PARAMS)
        return mb_fail(err, MB_BAD_INPUT, "%s has %d parameters; at most %d are read", part->name,
                       n, MB_MAX_PARAMS);
    for (int i = 0; i < n; i++)
        if (!part->params[i].doc || (part->params[i].kind == MB_CHOICE && !part->params[i].choices))
            return mb_fail(err, MB_BAD_INPUT,
                           "parameter %s of %s lacks its %s (MB_REAL, MB_INTEGER, MB_CHOICE of "
                           "base/spec.h)",
                           part->params[i].name, part->name,
                           part->params[i].doc ? "choices" : "doc");
    return MB_OK;
}

/* Whether a slot has the name of its i-th part already, in the program or in the plug-in itself. */
static bool taken(const mb_plugin *plugin, mb_solver_slot slot, int i, bool own)
{
    const char *name = mb_plugin_part(plugin, slot, i)->name;
    const mb_solver_part *other;

    for (int k = 0; own ? k < i : mb_solver_part_at(slot, k) != NULL; k++) {
        other = own ? mb_plugin_part(plugin, slot, k) : mb_solver_part_at(slot, k);
        if (strcmp(other->name, name) == 0)
            return true;
    }
    return false;
}

static mb_status check_part(const mb_plugin *plugin, mb_solver_slot slot, int i, mb_error *err)
{
    const mb_solver_part *part = mb_plugin_part(plugin, slot, i);
    const char *lacks;

    if (!is_name(part->name))
        return mb_fail(
            err, MB_BAD_INPUT,
            "%s %d is called '%.60s'; a name begins with a letter and is of a-z, 0-9 and "
            "'-', less than %d characters, not none or auto",
            kinds[slot], i + 1, part->name ? part->name : "", NAME_SIZE);
    lacks = missing(plugin, slot, i);
    if (lacks)
        return mb_fail(err, MB_BAD_INPUT, "the descriptor of %s %s lacks %s", kinds[slot],
                       part->name, lacks);
    return check_params(part, err);
}

mb_status mb_plugin_check(const mb_plugin *plugin, mb_error *err)
{
    int parts = 0;
    mb_status status;

    MB_TRY(check_layout(plugin, err));
    for (int slot = 0; slot < SLOTS; slot++)
        for (int i = 0; mb_plugin_part(plugin, (mb_solver_slot)slot, i); i++, parts++)
            MB_TRY(check_part(plugin, (mb_solver_slot)slot, i, err));
    if (parts == 0)
        status = mb_fail(err, MB_BAD_INPUT,
                         "it has no part; give them as in MB_PLUGIN(.formulation = {&mine})");
done:
    return status;
}

mb_status mb_plugin_add(const mb_plugin *plugin, mb_error *err)
{
    mb_status status;

    MB_TRY(mb_plugin_check(plugin, err));
    for (int slot = 0; slot < SLOTS; slot++)
        for (int i = 0; mb_plugin_part(plugin, (mb_solver_slot)slot, i); i++)
            for (int own = 0; own < 2; own++)
                if (taken(plugin, (mb_solver_slot)slot, i, own))
                    return mb_fail(
                        err, MB_BAD_INPUT, "its %s %s has the name of another one; choose another",
                        kinds[slot], mb_plugin_part(plugin, (mb_solver_slot)slot, i)->name);
    *plugin->host = &mb_host_services;
    for (int slot = 0; slot < SLOTS; slot++)
        for (int i = 0; mb_plugin_part(plugin, (mb_solver_slot)slot, i); i++)
            MB_TRY(mb_solver_part_add((mb_solver_slot)slot,
                                      mb_plugin_part(plugin, (mb_solver_slot)slot, i), err));
done:
    return status;
}
