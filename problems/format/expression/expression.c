/* SPDX-License-Identifier: MIT */
#include "problems/format/expression/expression.h"

#include "base/hash.h"

static const struct {
    const char *word;
    int arguments;
} operations[] = {
#define MB_OP_ENTRY(name, word, arguments) {word, arguments},
    MB_OPERATIONS(MB_OP_ENTRY)
#undef MB_OP_ENTRY
};

int mb_op_arguments(mb_op_code code)
{
    return operations[code].arguments;
}

const char *mb_op_word(mb_op_code code)
{
    return operations[code].word;
}

static double sign(double x)
{
    return (x > 0.0) - (x < 0.0);
}

double mb_op_apply(mb_op_code code, double x, double y)
{
    switch (code) {
    case MB_OP_ADD:
        return x + y;
    case MB_OP_SUBTRACT:
        return x - y;
    case MB_OP_MULTIPLY:
        return x * y;
    case MB_OP_DIVIDE:
        return x / y;
    case MB_OP_POWER:
        return pow(x, y);
    case MB_OP_NEGATE:
        return -x;
    case MB_OP_SIN:
        return sin(x);
    case MB_OP_COS:
        return cos(x);
    case MB_OP_TAN:
        return tan(x);
    case MB_OP_ASIN:
        return asin(x);
    case MB_OP_ACOS:
        return acos(x);
    case MB_OP_ATAN:
        return atan(x);
    case MB_OP_ATAN2:
        return atan2(x, y);
    case MB_OP_SINH:
        return sinh(x);
    case MB_OP_COSH:
        return cosh(x);
    case MB_OP_TANH:
        return tanh(x);
    case MB_OP_SQRT:
        return sqrt(x);
    case MB_OP_EXP:
        return exp(x);
    case MB_OP_LOG:
        return log(x);
    case MB_OP_ABS:
        return fabs(x);
    case MB_OP_MIN: /* a NaN stays one */
        return x < y || isnan(x) ? x : y;
    case MB_OP_MAX:
        return x > y || isnan(x) ? x : y;
    case MB_OP_FLOOR:
        return floor(x);
    case MB_OP_HYPOT:
        return hypot(x, y);
    case MB_OP_SIGN:
        return isnan(x) ? x : sign(x);
    case MB_OP_NUMBER:
    case MB_OP_VARIABLE:
    case MB_OP_CALL:
    case MB_OP_COUNT:
        break;
    }
    return (double)NAN;
}

/* ---- values --------------------------------------------------------------------------------- */

/* Notes on which side of its break an operation is. */
static void note_side(const mb_op *op, double x, double y, uint64_t *side)
{
    double which;

    switch (op->code) {
    case MB_OP_ABS:
    case MB_OP_SIGN:
        which = sign(x);
        break;
    case MB_OP_MIN:
    case MB_OP_MAX:
        which = sign(x - y);
        break;
    case MB_OP_FLOOR:
        which = floor(x);
        break;
    case MB_OP_CALL:
        which = mb_formula_piece(op->function, x);
        break;
    default:
        return;
    }
    *side = mb_hash(*side, &which, sizeof which);
}

/* The value; notes sides, those of the pieces of called functions too. */
static double run(const mb_expression *e, const double *variables, uint64_t *side)
{
    double stack[MB_EXPRESSION_STACK];
    int top = -1;

    for (const mb_op *op = e->op, *end = e->op + e->n; op < end; op++) {
        if (op->code == MB_OP_NUMBER) {
            stack[++top] = op->number;
            continue;
        }
        if (op->code == MB_OP_VARIABLE) {
            stack[++top] = variables[op->variable];
            continue;
        }
        if (operations[op->code].arguments == 2)
            top--;
        note_side(op, stack[top], stack[top + 1], side);
        if (op->code != MB_OP_CALL) {
            stack[top] = mb_op_apply(op->code, stack[top], stack[top + 1]);
            continue;
        }
        if (op->function->kind == MB_FORMULA_PIECES)
            run(&op->function->piece[mb_formula_piece(op->function, stack[top])], &stack[top],
                side);
        stack[top] = mb_formula_value(op->function, stack[top]);
    }
    return stack[0];
}

/* The operations of most laws without a call each */
double mb_expression_value(const mb_expression *e, const double *variables)
{
    double stack[MB_EXPRESSION_STACK];
    int top = -1;

    for (const mb_op *op = e->op, *end = e->op + e->n; op < end; op++)
        switch (op->code) {
        case MB_OP_NUMBER:
            stack[++top] = op->number;
            break;
        case MB_OP_VARIABLE:
            stack[++top] = variables[op->variable];
            break;
        case MB_OP_CALL:
            stack[top] = mb_formula_value(op->function, stack[top]);
            break;
        case MB_OP_ADD:
            top--;
            stack[top] += stack[top + 1];
            break;
        case MB_OP_SUBTRACT:
            top--;
            stack[top] -= stack[top + 1];
            break;
        case MB_OP_MULTIPLY:
            top--;
            stack[top] *= stack[top + 1];
            break;
        default:
            if (operations[op->code].arguments == 2)
                top--;
            stack[top] = mb_op_apply(op->code, stack[top], stack[top + 1]);
            break;
        }
    return stack[0];
}

uint64_t mb_expression_side(const mb_expression *e, const double *variables)
{
    uint64_t side = MB_HASH_START;

    run(e, variables, &side);
    return side;
}

/* ---- jets ----------------------------------------------------------------------------------- */

/* x += s y */
static inline void add(mb_jet *x, const mb_jet *y, double s)
{
    x->f += s * y->f;
    x->a += s * y->a;
    x->b += s * y->b;
    x->aa += s * y->aa;
    x->ab += s * y->ab;
    x->bb += s * y->bb;
}

/* x *= y */
static inline void multiply(mb_jet *x, const mb_jet *y)
{
    const double u = x->f, w = y->f;
    const double a = mb_jet_times(w, x->a) + mb_jet_times(u, y->a);
    const double b = mb_jet_times(w, x->b) + mb_jet_times(u, y->b);

    x->aa = mb_jet_times(w, x->aa) + mb_jet_times(u, y->aa) + 2.0 * x->a * y->a;
    x->ab = mb_jet_times(w, x->ab) + mb_jet_times(u, y->ab) + x->a * y->b + x->b * y->a;
    x->bb = mb_jet_times(w, x->bb) + mb_jet_times(u, y->bb) + 2.0 * x->b * y->b;
    x->f = u * w;
    x->a = a;
    x->b = b;
}

static mb_jet divide(mb_jet x, mb_jet y)
{
    const double q = x.f / y.f, w = 1.0 / y.f;

    return mb_jet_of_two(x, y, &(mb_jet_partials){q, w, -q * w, 0.0, -w * w, 2.0 * q * w * w});
}

static mb_jet power(mb_jet x, mb_jet y)
{
    const double u = x.f, w = y.f, p = pow(u, w);
    const double u1 = w == 0.0 ? 0.0 : w * pow(u, w - 1.0);
    const double u2 = w == 0.0 || w == 1.0 ? 0.0 : w * (w - 1.0) * pow(u, w - 2.0);
    double l;

    if (y.a == 0.0 && y.b == 0.0 && y.aa == 0.0 && y.ab == 0.0 && y.bb == 0.0)
        return mb_jet_of(x, p, u1, u2);
    l = log(u);
    return mb_jet_of_two(
        x, y, &(mb_jet_partials){p, u1, p * l, u2, pow(u, w - 1.0) * (1.0 + w * l), p * l * l});
}

/* of hypot and atan2 */
static mb_jet of_radius(mb_op_code code, mb_jet x, mb_jet y)
{
    const double u = x.f, w = y.f, r = hypot(u, w), rr = r * r;
    const double g = mb_op_apply(code, u, w);

    if (code == MB_OP_ATAN2)
        return mb_jet_of_two(x, y,
                             &(mb_jet_partials){g, w / rr, -u / rr, -2.0 * u * w / rr / rr,
                                                (u - w) * (u + w) / rr / rr,
                                                2.0 * u * w / rr / rr});
    return mb_jet_of_two(
        x, y, &(mb_jet_partials){g, u / r, w / r, w * w / rr / r, -u * w / rr / r, u * u / rr / r});
}

static mb_jet two(mb_op_code code, mb_jet x, mb_jet y)
{
    const double u = x.f, w = y.f;

    switch (code) {
    case MB_OP_DIVIDE:
        return divide(x, y);
    case MB_OP_POWER:
        return power(x, y);
    case MB_OP_ATAN2:
    case MB_OP_HYPOT:
        return of_radius(code, x, y);
    case MB_OP_MIN:
        return u < w || isnan(u) ? x : y;
    default: /* MB_OP_MAX */
        return u > w || isnan(u) ? x : y;
    }
}

/* Sine, or cosine */
static mb_jet wave(mb_op_code code, mb_jet x)
{
    const double s = sin(x.f), c = cos(x.f);

    return code == MB_OP_SIN ? mb_jet_of(x, s, c, -s) : mb_jet_of(x, c, -s, -c);
}

static mb_jet one(mb_op_code code, mb_jet x)
{
    const double u = x.f, g = mb_op_apply(code, u, 0.0);
    double s;

    switch (code) {
    case MB_OP_NEGATE:
        return mb_jet_of(x, g, -1.0, 0.0);
    case MB_OP_TAN:
        return mb_jet_of(x, g, 1.0 + g * g, 2.0 * g * (1.0 + g * g));
    case MB_OP_ASIN:
    case MB_OP_ACOS:
        s = code == MB_OP_ASIN ? 1.0 : -1.0;
        return mb_jet_of(x, g, s / sqrt((1.0 - u) * (1.0 + u)),
                         s * u / pow((1.0 - u) * (1.0 + u), 1.5));
    case MB_OP_ATAN:
        s = 1.0 / (1.0 + u * u);
        return mb_jet_of(x, g, s, -2.0 * u * s * s);
    case MB_OP_SINH:
        return mb_jet_of(x, g, cosh(u), g);
    case MB_OP_COSH:
        return mb_jet_of(x, g, sinh(u), g);
    case MB_OP_TANH:
        s = 1.0 / cosh(u);
        return mb_jet_of(x, g, s * s, -2.0 * g * s * s);
    case MB_OP_SQRT:
        return mb_jet_of(x, g, 0.5 / g, -0.25 / (g * u));
    case MB_OP_EXP:
        return mb_jet_of(x, g, g, g);
    case MB_OP_LOG:
        return mb_jet_of(x, g, 1.0 / u, -1.0 / (u * u));
    case MB_OP_ABS:
        return mb_jet_of(x, g, sign(u), 0.0);
    default: /* MB_OP_FLOOR, MB_OP_SIGN */
        return mb_jet_constant(g);
    }
}

mb_jet mb_expression_jet(const mb_expression *e, const mb_jet *variables)
{
    mb_jet stack[MB_EXPRESSION_STACK];
    int top = -1;

    for (const mb_op *op = e->op, *end = e->op + e->n; op < end; op++)
        switch (op->code) {
        case MB_OP_NUMBER:
            stack[++top] = mb_jet_constant(op->number);
            break;
        case MB_OP_VARIABLE:
            stack[++top] = variables[op->variable];
            break;
        case MB_OP_CALL:
            stack[top] = mb_formula_jet(op->function, stack[top]);
            break;
        case MB_OP_ADD:
            top--;
            add(&stack[top], &stack[top + 1], 1.0);
            break;
        case MB_OP_SUBTRACT:
            top--;
            add(&stack[top], &stack[top + 1], -1.0);
            break;
        case MB_OP_MULTIPLY:
            top--;
            multiply(&stack[top], &stack[top + 1]);
            break;
        case MB_OP_SIN:
        case MB_OP_COS:
            stack[top] = wave(op->code, stack[top]);
            break;
        default:
            if (operations[op->code].arguments == 1) {
                stack[top] = one(op->code, stack[top]);
                break;
            }
            top--;
            stack[top] = two(op->code, stack[top], stack[top + 1]);
            break;
        }
    return stack[0];
}
