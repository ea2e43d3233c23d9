/* SPDX-License-Identifier: MIT */
/* What a mechanism file may ask for that machines do not have. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "problems/elements/machine/machine_setup.h"
#include "problems/elements/machine/plain_model.h"

static const char *const words[] = {"reference-point", "body", "euler", "natural", "mixed"};

bool mb_machine_kind_of(const mb_plain_mechanism *plain, const char *coordinates,
                        mb_machine_kind *kind)
{
    const bool of_kind[] = {!plain->spatial, plain->spatial, plain->spatial, true, !plain->spatial};

    if (strcmp(coordinates, "joint") == 0) {
        *kind = plain->spatial ? MB_IN_BODY : MB_IN_X_Y_PHI;
        return true;
    }
    for (int k = 0; k < 5; k++)
        if (strcmp(words[k], coordinates) == 0 && of_kind[k]) {
            *kind = (mb_machine_kind)k;
            return true;
        }
    return false;
}

struct lack {
    const mb_plain_mechanism *plain;
    const char *coordinates;
    char *text;
    size_t size;
};

__attribute__((format(printf, 3, 4))) static bool lacks(const struct lack *l, mb_source at,
                                                        const char *format, ...);

static bool lacks(const struct lack *l, mb_source at, const char *format, ...)
{
    char what[256];
    va_list args;

    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    snprintf(l->text, l->size, "%s:%d:%d: %s, which models in coordinates '%s' do not have yet",
             l->plain->file, at.line, at.column, what, l->coordinates);
    return true;
}

/* Angles are known up to whole turns there, and a moment is no product of two lines where its axis
 * is a third one. */
static bool natural_lacks(const struct lack *l)
{
    const mb_plain_mechanism *plain = l->plain;

    for (int k = 0; k < plain->ngears; k++)
        if (!plain->gear[k].mesh && mb_machine_common_turn(plain, &plain->gear[k]) < 0.0) {
            snprintf(l->text, l->size,
                     "%s:%d:%d: natural coordinates have no angle for gear '%s'; leave natural out",
                     plain->file, plain->gear[k].source.line, plain->gear[k].source.column,
                     plain->gear[k].name);
            return true;
        }
    for (int k = 0; k < plain->njoints; k++)
        if (plain->joint[k].kind == MB_JOINT_ROLLING)
            return lacks(l, plain->joint[k].source, "'%s' rolls", plain->joint[k].name);
    for (int k = 0; k < plain->nforces; k++) {
        const mb_plain_force *f = &plain->force[k];

        if (plain->spatial && f->kind == MB_FORCE_TORQUE && f->in_body && f->body[0] >= 0)
            return lacks(l, f->source, "'%s' turns with one body and acts on another", f->name);
    }
    return false;
}

/* Whether a value is made of more outputs than are kept at hand. */
static bool output_lacks(const struct lack *l)
{
    for (int k = 0; k < l->plain->noutputs; k++)
        if (l->plain->output[k].of.kind == MB_MEASURE_VALUE &&
            l->plain->ncomponents > MB_MACHINE_COMPONENTS)
            return lacks(l, l->plain->output[k].source, "'%s' is made of more than %d outputs",
                         l->plain->output[k].name, MB_MACHINE_COMPONENTS);
    for (int k = 0; k < l->plain->nbranches; k++)
        if (l->plain->branch[k].of.kind == MB_MEASURE_VALUE &&
            l->plain->ncomponents > MB_MACHINE_COMPONENTS)
            return lacks(l, l->plain->branch[k].source, "'%s' is made of more than %d outputs",
                         l->plain->branch[k].name, MB_MACHINE_COMPONENTS);
    return false;
}

bool mb_plain_model_lacks(const mb_plain_mechanism *plain, const char *coordinates, char *text,
                          size_t size)
{
    const struct lack l = {plain, coordinates, text, size};
    mb_machine_kind kind;

    if (!mb_machine_kind_of(plain, coordinates, &kind)) {
        snprintf(text, size,
                 "%s: there are no models in coordinates '%s' of a %s mechanism yet; there are %s, "
                 "as in %s:coordinates=%s",
                 plain->file, coordinates, plain->spatial ? "spatial" : "planar",
                 plain->spatial ? "body, euler, natural and joint"
                                : "reference-point, natural, mixed and joint",
                 plain->name, plain->spatial ? "body" : "reference-point");
        return true;
    }
    if (kind == MB_IN_NATURAL && natural_lacks(&l))
        return true;
    return output_lacks(&l);
}
