/* SPDX-License-Identifier: MIT */
#include "report/charts/method_style.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "report/charts/palette.h"
#include "report/records/spec_parts.h"

/* Number of a part: of a formulation its colour; the pattern is the sum of all. */
typedef struct part_style {
    const char *name;
    int number, relative; /* relative: added to the pattern */
} part_style;

enum { RELATIVE = 6 };

static const part_style formulation[] = {
    {"lagrange", 0, 0},
    {"baumgarte", 1, 0},
    {"augmented-lagrangian", 2, 0},
    {"al-newton", 2, RELATIVE},
    {"penalty", 3, 0},
    {"fuzzy", 4, 0},
    {"ali3", 5, 0},
    {"ali1", 5, RELATIVE},
    {"coordinate-partitioning", 6, 0},
    {"algebraic", 7, 0},
    {"hamiltonian", 8, 0},
    {"hamiltonian-newton", 8, RELATIVE},
    {"ggl", 9, 0},
    {"generalized-alpha", 10, 0},
    {"hht-i3", 10, RELATIVE},
    {"rattle", 11, 0},
    {"energy-momentum", 11, RELATIVE},
};

static const part_style integrator[] = {
    {"rk4", 0, 0},           {"newton", 0, 0},
    {"heun", 1, 0},          {"newmark", 1, 0},
    {"midpoint-rk2", 2, 0},  {"implicit-midpoint", 2, 0},
    {"forward-euler", 3, 0}, {"semi-implicit-euler", 3, 0},
    {"trapezoidal", 4, 0},   {"dormand-prince", 5, 0},
    {"arkode", 6, 0},        {"adams", 7, 0},
    {"bdf", 8, 0},           {"ida", 9, 0},
    {"tr-bdf2", 10, 0},      {"radau5", 11, 0},
    {"predictor", 5, 0},     {"predictor-corrector", 6, 0},
};

static const part_style projection[] = {
    {"none", 0, 0},           {"direct-correction", 1, 0},          {"mass-orthogonal", 2, 0},
    {"kkt-projection", 3, 0}, {"weighted-direct-correction", 4, 0},
};

/* Of a name that no table lists: the same number whatever else is drawn (FNV-1a). */
static part_style by_name(mb_text_span name)
{
    unsigned hash = 2166136261u;

    for (int i = 0; i < name.length; i++)
        hash = (hash ^ (unsigned char)name.text[i]) * 16777619u;
    return (part_style){NULL, (int)(hash % MB_LINE_STYLE_COUNT), 0};
}

static part_style find(const part_style *table, size_t n, mb_text_span name)
{
    for (size_t i = 0; i < n; i++)
        if (mb_span_equal(name, mb_span_of(table[i].name, strlen(table[i].name))))
            return table[i];
    return by_name(name);
}

#define FIND(table, name) find(table, sizeof(table) / sizeof *(table), name)

mb_method_style mb_method_style_of(const char *solver)
{
    mb_spec_slots p;
    part_style f;
    int pattern;

    mb_spec_read(solver, &p);
    f = FIND(formulation, p.slot[MB_FORMULATION_PART].name);
    pattern = f.number + f.relative + FIND(integrator, p.slot[MB_INTEGRATOR_PART].name).number +
              FIND(projection, p.slot[MB_PROJECTION_PART].name).number;
    return (mb_method_style){f.number, pattern % MB_LINE_STYLE_COUNT};
}

/* Has an earlier one the same dashes and marks, with `colours` the same colour too? */
static bool is_taken(const mb_method_style *style, int i, bool colours)
{
    for (int j = 0; j < i; j++)
        if (style[j].pattern == style[i].pattern &&
            (!colours || style[j].colour == style[i].colour))
            return true;
    return false;
}

void mb_method_styles_part(mb_method_style *style, int n)
{
    for (int i = 0; i < n; i++)
        for (int colours = 0; colours < 2; colours++)
            for (int k = 0; k < MB_LINE_STYLE_COUNT && is_taken(style, i, colours); k++)
                style[i].pattern = (style[i].pattern + 1) % MB_LINE_STYLE_COUNT;
}

void mb_method_styles(const char *const *solver, int n, mb_method_style *style)
{
    bool told_apart = n == 1;

    for (int i = 0; i < n; i++) {
        style[i] = mb_method_style_of(solver[i]);
        told_apart = told_apart || style[i].colour != style[0].colour;
    }
    for (int i = 0; i < n && !told_apart; i++)
        style[i].colour = style[i].pattern = i % MB_LINE_STYLE_COUNT;
    mb_method_styles_part(style, n);
}
