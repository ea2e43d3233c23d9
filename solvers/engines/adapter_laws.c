/* SPDX-License-Identifier: MIT */
/* Laws of a job, evaluated by the expressions of mechanism files. */
#include <string.h>

#include "problems/format/expression/expression.h"
#include "problems/mechanism.h"
#include "solvers/engines/adapter_inner.h"

struct adapter_law {
    mb_expression e;
};

struct adapter_functions {
    mb_arena *arena;
    mb_op_stack stack;
    const json_t *list;
    mb_formula **made;    /* (size of the list) NULL: not yet */
    const char *variable; /* known now, besides functions; NULL: those of laws */
};

static void find(void *data, const char *name, const char *member, mb_meaning *meaning);

static bool parse(adapter_functions *f, const char *variable, const char *text, mb_expression *e,
                  mb_expression_error *error)
{
    const mb_scope scope = {f, find, NULL};
    const char *const outer = f->variable;
    bool good;

    f->variable = variable;
    good = mb_expression_parse(text, &scope, &f->stack, f->arena, e, error);
    f->variable = outer;
    return good;
}

static mb_formula *make(adapter_functions *f, size_t index)
{
    const json_t *o = json_array_get(f->list, index), *points = json_object_get(o, "points");
    const char *kind = json_string_value(json_object_get(o, "kind"));
    const size_t n = json_array_size(points);
    mb_formula *made = adapter_take(1, sizeof *made);
    double *x = adapter_take(n, sizeof *x), *y = adapter_take(n, sizeof *y);
    double *bend = adapter_take(n, sizeof *bend), *work = adapter_take(n, sizeof *work);
    mb_expression *piece = adapter_take(n, sizeof *piece);

    *made = (mb_formula){.name = json_string_value(json_object_get(o, "name")),
                         .variable = json_string_value(json_object_get(o, "of")),
                         .index = (int)index,
                         .cost = 1,
                         .depth = 1,
                         .kind = strcmp(kind, "pieces") == 0   ? MB_FORMULA_PIECES
                                 : strcmp(kind, "linear") == 0 ? MB_FORMULA_LINEAR
                                                               : MB_FORMULA_SPLINE,
                         .n = (int)n,
                         .x = x,
                         .y = y,
                         .bend = bend,
                         .piece = piece};
    for (size_t i = 0; i < n; i++) {
        const json_t *pair = json_array_get(points, i), *at = json_array_get(pair, 0);
        mb_expression_error error;

        x[i] = json_is_number(at) ? json_number_value(at) : (double)INFINITY;
        y[i] = json_number_value(json_array_get(pair, 1));
        if (made->kind == MB_FORMULA_PIECES &&
            !parse(f, made->variable, json_string_value(json_array_get(pair, 1)), &piece[i],
                   &error))
            adapter_cannot("function '%s': %s", made->name, error.text);
    }
    if (made->kind == MB_FORMULA_SPLINE)
        mb_spline_bend((int)n, x, y, bend, work);
    return made;
}

static void find(void *data, const char *name, const char *member, mb_meaning *meaning)
{
    adapter_functions *f = data;

    meaning->kind = MB_MEANS_NOTHING;
    for (int i = 0; !*member && (f->variable ? i < 1 : mb_law_variables[i] != NULL); i++)
        if (strcmp(f->variable ? f->variable : mb_law_variables[i], name) == 0) {
            meaning->kind = MB_MEANS_VARIABLE;
            meaning->variable = i;
            return;
        }
    for (size_t i = 0; !*member && i < json_array_size(f->list); i++) {
        const json_t *o = json_array_get(f->list, i);

        if (strcmp(json_string_value(json_object_get(o, "name")), name) != 0)
            continue;
        if (!f->made[i])
            f->made[i] = make(f, i);
        meaning->kind = MB_MEANS_FUNCTION;
        meaning->function = f->made[i];
        return;
    }
}

adapter_functions *adapter_read_functions(const json_t *list)
{
    adapter_functions *f = adapter_take(1, sizeof *f);

    f->arena = mb_arena_create();
    f->list = list;
    f->made = adapter_take(json_array_size(list), sizeof(mb_formula *));
    if (!f->arena || mb_op_stack_create(f->arena, &f->stack, NULL) != MB_OK)
        adapter_die("no memory for laws");
    return f;
}

const adapter_law *adapter_read_law(adapter_functions *f, const json_t *law, const char *of)
{
    adapter_law *made;
    mb_expression_error error;
    char number[40];
    const char *text = json_string_value(law);

    if (!law || json_is_null(law))
        return NULL;
    if (!text) {
        snprintf(number, sizeof number, "%.17g", json_number_value(law));
        text = number;
    }
    made = adapter_take(1, sizeof *made);
    if (!parse(f, NULL, text, &made->e, &error))
        adapter_cannot("'%s' follows the law '%s': %s", of, text, error.text);
    return made;
}

double adapter_law_value(const adapter_law *law, double t, double x, double v)
{
    const double at[MB_LAW_VARIABLES] = {[MB_LAW_T] = t, [MB_LAW_X] = x, [MB_LAW_V] = v};

    return mb_expression_value(&law->e, at);
}

void adapter_law_rates(const adapter_law *law, double t, double x[3])
{
    const mb_jet at[MB_LAW_VARIABLES] = {[MB_LAW_T] = {.f = t, .a = 1.0}};
    const mb_jet y = mb_expression_jet(&law->e, at);

    x[0] = y.f;
    x[1] = y.a;
    x[2] = y.aa;
}
