#include "solvers/compose.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

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

/* "no formulation 'x'; there are a, b, c" */
static mb_status unknown(const char *kind, const char *name, const char *names, mb_error *err)
{
    return mb_fail(err, MB_BAD_INPUT, "no %s '%s'; there are %s", kind, name, names);
}

/* Looks up NAME in a registry and reads its parameters.  reserved: the name that stands for NULL.
 */
#define FIND(kind, all, reserved, text, found, values)                                             \
    do {                                                                                           \
        char name_[MB_SPEC_SIZE], names_[MB_SPEC_SIZE] = "";                                       \
        const char *rest_, *reserved_ = reserved;                                                  \
        int n_, i_;                                                                                \
        size_t used_ = 0;                                                                          \
        MB_TRY(mb_spec_split(text, name_, &rest_, err));                                           \
        for (i_ = 0; (all(&n_), i_ < n_) && strcmp(all(&n_)[i_]->name, name_) != 0; i_++)          \
            used_ += (size_t)snprintf(names_ + used_, sizeof names_ - used_, "%s%s",               \
                                      i_ ? ", " : "", all(&n_)[i_]->name);                         \
        if (i_ < n_) {                                                                             \
            (found) = all(&n_)[i_];                                                                \
        } else if (!reserved_ || strcmp(name_, reserved_) != 0) {                                  \
            if (reserved_)                                                                         \
                snprintf(names_ + used_, sizeof names_ - used_, ", %s", reserved_);                \
            status = unknown(kind, name_, names_, err);                                            \
            goto done;                                                                             \
        }                                                                                          \
        MB_TRY(mb_values_parse(name_, PARAMS_OF(found), rest_, values, err));                      \
    } while (0)

mb_status mb_compose(const char *spec, mb_composition *c, mb_error *err)
{
    char text[MB_SPEC_SIZE], *part[PARTS] = {NULL};
    mb_values none;
    mb_status status = MB_OK;

    memset(c, 0, sizeof *c);
    MB_TRY(cut(spec, text, part, err));
#define PARAMS_OF(found) ((found) ? (found)->params : NULL)
    FIND("formulation", mb_formulations, NULL, part[0], c->formulation, &c->formulation_values);
    FIND("integrator", mb_integrators, NULL, part[1], c->integrator, &c->integrator_values);
    if (part[2])
        FIND("projection", mb_projections, "none", part[2], c->projection, &c->projection_values);
#undef PARAMS_OF
#define PARAMS_OF(found) NULL
    if (part[3])
        FIND("linear solver", mb_linsolvers, "auto", part[3], c->linsolver, &none);
#undef PARAMS_OF
    if (c->formulation->check)
        MB_TRY(c->formulation->check(&c->formulation_values, err));
    if (c->integrator->check)
        MB_TRY(c->integrator->check(&c->integrator_values, err));
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

static const char *family_text(unsigned families)
{
#define FAMILY(name, bit, meaning)                                                                 \
    if (families & (bit))                                                                          \
        return meaning;
    MB_FAMILY_LIST(FAMILY)
#undef FAMILY
    return "";
}

mb_status mb_composition_fits(const mb_composition *c, const mb_model *model, mb_error *err)
{
    mb_status status = MB_OK;

    if (!(c->integrator->families & c->formulation->family)) {
        status = mb_fail(err, MB_NOT_APPLICABLE, "%s integrates %s; %s offers %s",
                         c->integrator->name, family_text(c->integrator->families),
                         c->formulation->name, family_text(c->formulation->family));
        goto done;
    }
    if (c->formulation->projects && c->projection) {
        status = mb_fail(err, MB_NOT_APPLICABLE,
                         "%s has its projections inside; the place of %s takes none",
                         c->formulation->name, c->projection->name);
        goto done;
    }
    if (c->formulation->stepwise && c->integrator->smooth) {
        status =
            mb_fail(err, MB_NOT_APPLICABLE,
                    "%s controls its error on equations that stay the same; those of %s change "
                    "from step to step",
                    c->integrator->name, c->formulation->name);
        goto done;
    }
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
