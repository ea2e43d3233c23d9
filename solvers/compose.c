#include "solvers/compose.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

enum { PARTS = 4 };

/* Cuts the spec at its slashes; text holds the pieces */
static mb_status cut(const char *spec, char text[MB_SPEC_SIZE], char *part[PARTS], mb_error *err)
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

/* A registry as the reader of specs sees it */
typedef struct registry {
    const char *kind, *reserved; /* the name that stands for NULL; NULL: there is none */
    const char *(*name)(int i);  /* NULL behind the last one */
} registry;

static const char *formulation_name(int i)
{
    int n;
    const mb_formulation *const *all = mb_formulations(&n);

    return i < n ? all[i]->name : NULL;
}

static const char *integrator_name(int i)
{
    int n;
    const mb_integrator *const *all = mb_integrators(&n);

    return i < n ? all[i]->name : NULL;
}

static const char *projection_name(int i)
{
    int n;
    const mb_projection *const *all = mb_projections(&n);

    return i < n ? all[i]->name : NULL;
}

static const char *linsolver_name(int i)
{
    int n;
    const mb_linsolver *const *all = mb_linsolvers(&n);

    return i < n ? all[i]->name : NULL;
}

static const registry formulations = {"formulation", NULL, formulation_name};
static const registry integrators = {"integrator", NULL, integrator_name};
static const registry projections = {"projection", "none", projection_name};
static const registry linsolvers = {"linear solver", "auto", linsolver_name};

/* "no formulation 'x'; there are a, b, c" */
static mb_status unknown(const registry *r, const char *name, mb_error *err)
{
    char names[MB_SPEC_SIZE] = "";

    for (int i = 0; r->name(i); i++)
        mb_join(names, sizeof names, ", ", r->name(i));
    if (r->reserved)
        mb_join(names, sizeof names, ", ", r->reserved);
    return mb_fail(err, MB_BAD_INPUT, "no %s '%.80s'; there are %s", r->kind, name, names);
}

/* Cuts "NAME:p=v,..." and finds NAME: its number in *found, -1 for the reserved one */
static mb_status look_up(const registry *r, const char *text, char name[MB_SPEC_SIZE],
                         const char **rest, int *found, mb_error *err)
{
    mb_status status = MB_OK;

    *found = -1;
    MB_TRY(mb_spec_split(text, name, rest, err));
    for (int i = 0; r->name(i) && *found < 0; i++)
        if (strcmp(r->name(i), name) == 0)
            *found = i;
    if (*found < 0 && !(r->reserved && strcmp(name, r->reserved) == 0))
        status = unknown(r, name, err);
done:
    return status;
}

static mb_status read_motion(char *const part[PARTS], mb_composition *c, mb_error *err)
{
    char name[MB_SPEC_SIZE];
    const char *rest;
    int found, n;
    mb_status status = MB_OK;

    MB_TRY(look_up(&formulations, part[0], name, &rest, &found, err));
    c->formulation = mb_formulations(&n)[found];
    MB_TRY(mb_values_parse(name, c->formulation->params, rest, &c->formulation_values, err));
    MB_TRY(look_up(&integrators, part[1], name, &rest, &found, err));
    c->integrator = mb_integrators(&n)[found];
    MB_TRY(mb_values_parse(name, c->integrator->params, rest, &c->integrator_values, err));
done:
    return status;
}

static mb_status read_choices(char *const part[PARTS], mb_composition *c, mb_error *err)
{
    char name[MB_SPEC_SIZE];
    const char *rest;
    int found, n;
    mb_values none;
    mb_status status = MB_OK;

    if (part[2]) {
        MB_TRY(look_up(&projections, part[2], name, &rest, &found, err));
        c->projection = found < 0 ? NULL : mb_projections(&n)[found];
        MB_TRY(mb_values_parse(name, found < 0 ? NULL : c->projection->params, rest,
                               &c->projection_values, err));
    }
    if (part[3]) {
        MB_TRY(look_up(&linsolvers, part[3], name, &rest, &found, err));
        c->linsolver = found < 0 ? NULL : mb_linsolvers(&n)[found];
        MB_TRY(mb_values_parse(name, NULL, rest, &none, err));
    }
done:
    return status;
}

mb_status mb_compose(const char *spec, mb_composition *c, mb_error *err)
{
    char text[MB_SPEC_SIZE], *part[PARTS] = {NULL};
    mb_status status = MB_OK;

    memset(c, 0, sizeof *c);
    MB_TRY(cut(spec, text, part, err));
    MB_TRY(read_motion(part, c, err));
    MB_TRY(read_choices(part, c, err));
    if (c->formulation->check)
        MB_TRY(c->formulation->check(&c->formulation_values, err));
    if (c->integrator->check)
        MB_TRY(c->integrator->check(&c->integrator_values, err));
    if (c->projection && c->projection->check)
        MB_TRY(c->projection->check(&c->projection_values, err));
done:
    return status;
}

mb_status mb_composition_format(const mb_composition *c, char *text, size_t size, mb_error *err)
{
    const char *projection = c->projection ? c->projection->name : "none";
    char part[3][MB_SPEC_SIZE];
    mb_status status = MB_OK;
    int n;

    MB_TRY(mb_spec_format(c->formulation->name, c->formulation->params, &c->formulation_values,
                          part[0], sizeof part[0], err));
    MB_TRY(mb_spec_format(c->integrator->name, c->integrator->params, &c->integrator_values,
                          part[1], sizeof part[1], err));
    MB_TRY(mb_spec_format(projection, c->projection ? c->projection->params : NULL,
                          &c->projection_values, part[2], sizeof part[2], err));
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

static mb_status check_traits(const char *part, unsigned needs, const mb_model *model,
                              mb_error *err)
{
    unsigned missing = needs & ~model->traits;

    for (unsigned bit = 1; bit && bit <= missing; bit <<= 1)
        if (missing & bit)
            return mb_fail(err, MB_NOT_APPLICABLE, "%s needs %s, which %s (%s) has not", part,
                           mb_trait_word((mb_trait)bit), model->problem->name, model->coordinates);
    return MB_OK;
}

/* "accelerations a(t, q, v) or first-order equations ..." */
static void name_families(unsigned families, char *text, size_t size)
{
    text[0] = '\0';
#define FAMILY(name, bit, meaning)                                                                 \
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
    MB_TRY(check_traits(c->formulation->name, c->formulation->needs, model, err));
    MB_TRY(check_traits(c->integrator->name, c->integrator->needs, model, err));
    if (c->projection)
        MB_TRY(check_traits(c->projection->name, c->projection->needs, model, err));
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
