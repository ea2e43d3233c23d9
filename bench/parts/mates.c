/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "bench/parts/trials.h"

/* Its own step is what it takes. */
static bool has_fixed_step(const mb_integrator *integrator)
{
    return mb_param_index(integrator->params, "h") >= 0;
}

static bool go_together(const mb_formulation *f, const mb_integrator *integrator)
{
    return (integrator->families & f->family) && !(integrator->smooth && f->stepwise);
}

/* The mates of projections and linear solvers: the first integrator that a formulation goes with. */
static bool is_first(const mb_formulation *f, const mb_integrator *integrator)
{
    int n;
    const mb_integrator *const *all = mb_integrators(&n);

    for (int i = 0; i < n; i++)
        if (go_together(f, all[i]) && all[i]->order > 1)
            return all[i] == integrator;
    return false;
}

static bool is_mate(const mb_tried *tried, const mb_formulation *f, const mb_integrator *integrator)
{
    if (!go_together(f, integrator))
        return false;
    switch (tried->slot) {
    case MB_FORMULATION:
        return &f->part == tried->part;
    case MB_INTEGRATOR:
        return &integrator->part == tried->part;
    case MB_PROJECTION:
        return is_first(f, integrator) && !f->projects && f->family != MB_FIRST_ORDER;
    case MB_LINSOLVER:
        return is_first(f, integrator);
    }
    return false;
}

/* The part's text where the slot is its own, else the name. */
static const char *text_of(const mb_tried *tried, mb_solver_slot slot, const char *name)
{
    return tried->slot == slot ? tried->text : name;
}

static void spell(const mb_tried *tried, const mb_formulation *f, const mb_integrator *integrator,
                  double h, double tol, char spec[MB_SPEC_SIZE])
{
    const char *text = text_of(tried, MB_INTEGRATOR, integrator->name);
    const bool fixed = has_fixed_step(integrator);

    snprintf(spec, MB_SPEC_SIZE, "%s/%s%s%s=%.17g/%s/%s", text_of(tried, MB_FORMULATION, f->name),
             text, strchr(text, ':') ? "," : ":", fixed ? "h" : "tol", fixed ? h : tol,
             text_of(tried, MB_PROJECTION, "none"), text_of(tried, MB_LINSOLVER, "auto"));
}

bool mb_mate(const mb_tried *tried, int k, double h, double tol, char spec[MB_SPEC_SIZE],
             int *order)
{
    int nf, ni;
    const mb_formulation *const *f = mb_formulations(&nf);
    const mb_integrator *const *integrator = mb_integrators(&ni);

    for (int i = 0; i < nf; i++)
        for (int j = 0; j < ni; j++)
            if (is_mate(tried, f[i], integrator[j]) && k-- == 0) {
                spell(tried, f[i], integrator[j], h, tol, spec);
                *order =
                    has_fixed_step(integrator[j]) && !f[i]->stepwise ? integrator[j]->order : 0;
                return true;
            }
    return false;
}
