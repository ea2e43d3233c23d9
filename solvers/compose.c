/* SPDX-License-Identifier: MIT */
#include "solvers/compose.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/names.h"
#include "base/text.h"

enum { PARTS = 4, MOST_PARTS = 60 /* in a slot, for messages */ };

/* Cuts the spec at its slashes; text holds the pieces */
static mb_status cut(const char *spec, char text[MB_SPEC_SIZE], const char *part[PARTS],
                     mb_error *err)
{
    int n = 0;

    if (strlen(spec) >= MB_SPEC_SIZE)
        return mb_fail(err, MB_BAD_INPUT, "a solver spec of %zu characters; at most %d are read",
                       strlen(spec), MB_SPEC_SIZE - 1);
    strcpy(text, spec);
    for (char *p = text; p; n++) {
        char *slash = strchr(p, '/');

        if (n == PARTS)
            return mb_fail(err, MB_BAD_INPUT,
                           "'%s' has more than four parts; expected "
                           "FORMULATION/INTEGRATOR[/PROJECTION[/LINSOLVER]]",
                           spec);
        if (slash)
            *slash = '\0';
        part[n] = p;
        p = slash ? slash + 1 : NULL;
    }
    if (n < 2)
        return mb_fail(err, MB_BAD_INPUT,
                       "'%s' names no integrator; expected "
                       "FORMULATION/INTEGRATOR[/PROJECTION[/LINSOLVER]], as in lagrange/rk4:h=1e-3",
                       spec);
    return MB_OK;
}

/* What stands in a slot; the reserved name leaves it empty. */
static const struct {
    const char *kind, *reserved; /* NULL: the slot is never empty */
} slots[PARTS] = {
    [MB_FORMULATION] = {"formulation", NULL},
    [MB_INTEGRATOR] = {"integrator", NULL},
    [MB_PROJECTION] = {"projection", "none"},
    [MB_LINSOLVER] = {"linear solver", "auto"},
};

static bool has_part(mb_solver_slot slot, const char *name)
{
    for (int i = 0; mb_solver_part_at(slot, i); i++)
        if (strcmp(mb_solver_part_at(slot, i)->name, name) == 0)
            return true;
    return false;
}

/* A part in a place that is not its own, and what was meant by a name that no part has. */
static mb_status unknown(mb_solver_slot slot, const char *name, mb_error *err)
{
    const char *names[MOST_PARTS + 2] = {NULL}, *near;
    char meant[800];
    int n = 0;

    for (int other = 0; other < PARTS; other++)
        if (has_part((mb_solver_slot)other, name))
            return mb_fail(err, MB_BAD_INPUT,
                           "no %s is called '%s', but one %s is; expected "
                           "FORMULATION/INTEGRATOR[/PROJECTION[/LINSOLVER]]",
                           slots[slot].kind, name, slots[other].kind);
    for (; n < MOST_PARTS && mb_solver_part_at(slot, n); n++)
        names[n] = mb_solver_part_at(slot, n)->name;
    names[n] = slots[slot].reserved;
    near = mb_nearest(name, names);
    return mb_fail(err, MB_BAD_INPUT, "no %s '%.80s'; %s%s", slots[slot].kind, name,
                   mb_meant(name, names, "there are", meant, sizeof meant),
                   near && mb_edit_distance(name, near) == 1
                       ? ""
                       : "; one of a plug-in is there with --plugin FILE.so or MBSBENCH_PLUGINS");
}

/* Reads "NAME:p=v,...": the part's number in its registry, -1 for the reserved name, and its
 * parameters */
static mb_status read_part(mb_solver_slot slot, const char *text, int *found, mb_values *values,
                           mb_error *err)
{
    const char *reserved = slots[slot].reserved, *rest;
    char name[MB_SPEC_SIZE];
    const mb_solver_part *part;
    int i = 0;
    mb_status status = MB_OK;

    MB_TRY(mb_spec_split(text, name, &rest, err));
    for (part = mb_solver_part_at(slot, i); part && strcmp(part->name, name) != 0;)
        part = mb_solver_part_at(slot, ++i);
    if (!part && !(reserved && strcmp(name, reserved) == 0))
        MB_TRY(unknown(slot, name, err));
    MB_TRY(mb_values_parse(name, part ? part->params : NULL, rest, values, err));
    if (part && part->check)
        MB_TRY(part->check(values, err));
    *found = part ? i : -1;
done:
    return status;
}

mb_status mb_compose(const char *spec, mb_composition *c, mb_error *err)
{
    const char *part[PARTS] = {NULL, NULL, "none", "auto"};
    char text[MB_SPEC_SIZE];
    mb_values none;
    mb_status status = MB_OK;
    int found, n;

    memset(c, 0, sizeof *c);
    MB_TRY(cut(spec, text, part, err));
    MB_TRY(read_part(MB_FORMULATION, part[0], &found, &c->formulation_values, err));
    c->formulation = mb_formulations(&n)[found];
    MB_TRY(read_part(MB_INTEGRATOR, part[1], &found, &c->integrator_values, err));
    c->integrator = mb_integrators(&n)[found];
    MB_TRY(read_part(MB_PROJECTION, part[2], &found, &c->projection_values, err));
    c->projection = found < 0 ? NULL : mb_projections(&n)[found];
    MB_TRY(read_part(MB_LINSOLVER, part[3], &found, &none, err));
    c->linsolver = found < 0 ? NULL : mb_linsolvers(&n)[found];
done:
    return status;
}

/* "NAME:p=v,..." of what stands in a slot; NULL: its reserved name */
static mb_status format_part(mb_solver_slot slot, const mb_solver_part *part,
                             const mb_values *values, char text[MB_SPEC_SIZE], mb_error *err)
{
    return mb_spec_format(part ? part->name : slots[slot].reserved, part ? part->params : NULL,
                          values, text, MB_SPEC_SIZE, err);
}

mb_status mb_composition_format(const mb_composition *c, char *text, size_t size, mb_error *err)
{
    const mb_solver_part *projection = c->projection ? &c->projection->part : NULL;
    char part[3][MB_SPEC_SIZE];
    mb_status status = MB_OK;
    int n;

    MB_TRY(
        format_part(MB_FORMULATION, &c->formulation->part, &c->formulation_values, part[0], err));
    MB_TRY(format_part(MB_INTEGRATOR, &c->integrator->part, &c->integrator_values, part[1], err));
    MB_TRY(format_part(MB_PROJECTION, projection, &c->projection_values, part[2], err));
    if (c->linsolver)
        n = snprintf(text, size, "%s/%s/%s/%s", part[0], part[1], part[2], c->linsolver->name);
    else if (c->projection)
        n = snprintf(text, size, "%s/%s/%s", part[0], part[1], part[2]);
    else
        n = snprintf(text, size, "%s/%s", part[0], part[1]);
    if (n < 0 || (size_t)n >= size)
        status = mb_fail(err, MB_BAD_INPUT, "a solver spec longer than %zu characters", size - 1);
done:
    return status;
}

static mb_status check_traits(const mb_solver_part *part, const mb_model *model, mb_error *err)
{
    unsigned missing = part->needs & ~model->traits;

    for (unsigned bit = 1; bit && bit <= missing; bit <<= 1)
        if (missing & bit)
            return mb_fail(err, MB_NOT_APPLICABLE, "%s needs %s, which %s (%s) has not", part->name,
                           mb_trait_word((mb_trait)bit), model->problem->name, model->coordinates);
    return MB_OK;
}

const char *mb_family_word(unsigned family)
{
#define WORD(name, bit, word, meaning)                                                             \
    if (family == (bit))                                                                           \
        return word;
    MB_FAMILY_LIST(WORD)
#undef WORD
    return NULL;
}

/* "accelerations a(t, q, v) or first-order equations ..." */
static void name_families(unsigned families, char *text, size_t size)
{
    text[0] = '\0';
#define FAMILY(name, bit, word, meaning)                                                           \
    if (families & (bit))                                                                          \
        mb_join(text, size, " or ", meaning);
    MB_FAMILY_LIST(FAMILY)
#undef FAMILY
}

/* Whether the parts go together, whatever the model */
static mb_status check_parts(const mb_composition *c, mb_error *err)
{
    const mb_formulation *formulation = c->formulation;
    const mb_integrator *integrator = c->integrator;
    char takes[MB_SPEC_SIZE], offers[MB_SPEC_SIZE];

    if (!(integrator->families & formulation->family)) {
        name_families(integrator->families, takes, sizeof takes);
        name_families(formulation->family, offers, sizeof offers);
        return mb_fail(err, MB_NOT_APPLICABLE, "%s integrates %s; %s offers %s", integrator->name,
                       takes, formulation->name, offers);
    }
    if (formulation->projects && c->projection)
        return mb_fail(err, MB_NOT_APPLICABLE,
                       "%s has its projections inside; the place of %s takes none",
                       formulation->name, c->projection->name);
    if (formulation->family == MB_FIRST_ORDER && c->projection)
        return mb_fail(err, MB_NOT_APPLICABLE,
                       "%s integrates variables of its own, which a projection of q and v would "
                       "not move with them; the place of %s takes none",
                       formulation->name, c->projection->name);
    if (formulation->stepwise && integrator->smooth)
        return mb_fail(err, MB_NOT_APPLICABLE,
                       "%s controls its error on equations that stay the same; those of %s change "
                       "from step to step",
                       integrator->name, formulation->name);
    return MB_OK;
}

mb_status mb_composition_fits(const mb_composition *c, const mb_model *model, mb_error *err)
{
    mb_status status = MB_OK;

    MB_TRY(check_parts(c, err));
    MB_TRY(check_traits(&c->formulation->part, model, err));
    MB_TRY(check_traits(&c->integrator->part, model, err));
    if (c->projection)
        MB_TRY(check_traits(&c->projection->part, model, err));
    for (int term = 0; term <= MB_TERM_DISCRETE_GRADIENT; term++)
        if ((c->formulation->terms >> term & 1u) && !mb_model_has(model, (mb_term)term)) {
            status = mb_fail(err, MB_NOT_APPLICABLE, "%s needs the term %s, which %s (%s) lacks",
                             c->formulation->name, mb_term_text((mb_term)term),
                             model->problem->name, model->coordinates);
            goto done;
        }
done:
    return status;
}
