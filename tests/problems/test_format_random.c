/* SPDX-License-Identifier: MIT */
/* Random expressions: values against an evaluator of our own in longer numbers, derivatives against
 * differences, and the way back to text. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "problems/format/expression/expression.h"

/* ---- a second evaluator --------------------------------------------------------------------- */

/* A random expression as a tree; code NUMBER and VARIABLE are leaves. */
typedef struct tree {
    mb_op_code code;
    double number;
    int variable, left, right;
} tree;

enum { NODES = 64, TEXT = 4096 };

static unsigned long long seed;

static unsigned chance(unsigned n)
{
    seed = seed * 6364136223846793005ull + 1442695040888963407ull;
    return (unsigned)(seed >> 33) % n;
}

static int grow(tree *t, int *n, int depth)
{
    const int at = (*n)++;

    t[at] = (tree){.code = MB_OP_NUMBER, .number = (double)(1 + chance(40)) / 8.0};
    if (depth == 0 || *n > NODES - 4) {
        if (chance(2)) {
            t[at].code = MB_OP_VARIABLE;
            t[at].variable = (int)chance(2);
        }
        return at;
    }
    do
        t[at].code = (mb_op_code)(MB_OP_ADD + chance(MB_OP_COUNT - MB_OP_ADD));
    while (t[at].code == MB_OP_FLOOR || t[at].code == MB_OP_SIGN);
    t[at].left = grow(t, n, depth - 1);
    if (mb_op_arguments(t[at].code) == 2)
        t[at].right = grow(t, n, depth - 1);
    return at;
}

static void write(const tree *t, int at, char *text)
{
    const char *word = mb_op_word(t[at].code);
    char number[40];

    if (t[at].code == MB_OP_NUMBER) {
        snprintf(number, sizeof number, "%.17g", t[at].number);
        strcat(text, number);
        return;
    }
    if (t[at].code == MB_OP_VARIABLE) {
        strcat(text, t[at].variable ? "v" : "x");
        return;
    }
    if (mb_op_arguments(t[at].code) == 1 || word[0] > 'Z') {
        strcat(text, word);
        strcat(text, "(");
        write(t, t[at].left, text);
        strcat(text, mb_op_arguments(t[at].code) == 2 ? ", " : "");
    } else {
        strcat(text, "((");
        write(t, t[at].left, text);
        strcat(text, ")");
        strcat(text, word);
    }
    if (mb_op_arguments(t[at].code) == 2)
        write(t, t[at].right, text);
    strcat(text, ")");
}

/* *kink: the least distance from where an operation has no derivative */
static long double value(const tree *t, int at, const long double *z, long double *kink)
{
    const long double x = t[at].code > MB_OP_CALL ? value(t, t[at].left, z, kink) : 0.0L;
    const long double y = t[at].code > MB_OP_CALL && mb_op_arguments(t[at].code) == 2
                              ? value(t, t[at].right, z, kink)
                              : 0.0L;

    switch (t[at].code) {
    case MB_OP_NUMBER:
        return (long double)t[at].number;
    case MB_OP_VARIABLE:
        return z[t[at].variable];
    case MB_OP_ADD:
        return x + y;
    case MB_OP_SUBTRACT:
        return x - y;
    case MB_OP_MULTIPLY:
        return x * y;
    case MB_OP_DIVIDE:
        *kink = fminl(*kink, fabsl(y));
        return x / y;
    case MB_OP_POWER:
        *kink = fminl(*kink, fabsl(x));
        return powl(x, y);
    case MB_OP_NEGATE:
        return -x;
    case MB_OP_SIN:
        *kink = fminl(*kink, 5.0L / fabsl(x)); /* nor many turns */
        return sinl(x);
    case MB_OP_COS:
        *kink = fminl(*kink, 5.0L / fabsl(x)); /* nor many turns */
        return cosl(x);
    case MB_OP_TAN:
        *kink = fminl(*kink, fminl(fabsl(cosl(x)), 5.0L / fabsl(x)));
        return tanl(x);
    case MB_OP_ASIN:
        *kink = fminl(*kink, 1.0L - fabsl(x));
        return asinl(x);
    case MB_OP_ACOS:
        *kink = fminl(*kink, 1.0L - fabsl(x));
        return acosl(x);
    case MB_OP_ATAN:
        return atanl(x);
    case MB_OP_ATAN2:
        *kink = fminl(*kink, y < 0.0L ? fabsl(x) : hypotl(x, y));
        return atan2l(x, y);
    case MB_OP_SINH:
        return sinhl(x);
    case MB_OP_COSH:
        return coshl(x);
    case MB_OP_TANH:
        return tanhl(x);
    case MB_OP_SQRT:
        *kink = fminl(*kink, x);
        return sqrtl(x);
    case MB_OP_EXP:
        return expl(x);
    case MB_OP_LOG:
        *kink = fminl(*kink, x);
        return logl(x);
    case MB_OP_ABS:
        *kink = fminl(*kink, fabsl(x));
        return fabsl(x);
    case MB_OP_MIN:
        *kink = fminl(*kink, fabsl(x - y));
        return fminl(x, y);
    case MB_OP_MAX:
        *kink = fminl(*kink, fabsl(x - y));
        return fmaxl(x, y);
    case MB_OP_HYPOT:
        *kink = fminl(*kink, hypotl(x, y));
        return hypotl(x, y);
    default:
        return (long double)NAN;
    }
}

/* ---- names ---------------------------------------------------------------------------------- */

static void find(void *data, const char *name, const char *member, mb_meaning *meaning)
{
    (void)data, (void)member;
    if (strcmp(name, "x") == 0 || strcmp(name, "v") == 0)
        meaning->kind = MB_MEANS_VARIABLE;
    meaning->variable = name[0] == 'v';
}

static const mb_scope scope = {NULL, find, NULL};
static mb_arena *arena;
static mb_op_stack stack;

static void begin(void)
{
    arena = mb_arena_create();
    cr_assert(mb_op_stack_create(arena, &stack, NULL) == MB_OK);
}

static void end(void)
{
    mb_arena_destroy(arena);
}

TestSuite(random, .init = begin, .fini = end);

static mb_expression parsed(const char *text)
{
    mb_expression e;
    mb_expression_error error;

    cr_assert(mb_expression_parse(text, &scope, &stack, arena, &e, &error), "%s: %s", text,
              error.text);
    cr_assert(stack.n == 0);
    return e;
}

/* ---- tests ---------------------------------------------------------------------------------- */

/* Held to differences with steps h and h/2, as far as they agree with each other; false: they do
 * not. */
static bool compare(const char *text, const char *what, double got, long double with_h,
                    long double with_half)
{
    const long double size = 1.0L + fabsl(with_half), unsure = fabsl(with_h - with_half);

    if (!(unsure < 1e-7L * size))
        return false;
    cr_assert(fabsl((long double)got - with_half) <= unsure + 1e-8L * size,
              "%s of %s: %.17g, not %.17Lg", what, text, got, with_half);
    return true;
}

/* Central differences of sixth order at three neighbours on each side. */
static void differences(const tree *t, const long double *z, int i, long double h, long double d[2])
{
    long double f[7], kink = 1.0L;

    for (int k = -3; k <= 3; k++) {
        long double moved[2] = {z[0], z[1]};

        moved[i] += k * h;
        f[k + 3] = value(t, 0, moved, &kink);
    }
    d[0] = (45.0L * (f[4] - f[2]) - 9.0L * (f[5] - f[1]) + (f[6] - f[0])) / (60.0L * h);
    d[1] = (2.0L * (f[0] + f[6]) - 27.0L * (f[1] + f[5]) + 270.0L * (f[2] + f[4]) - 490.0L * f[3]) /
           (180.0L * h * h);
}

Test(random, values_and_derivatives)
{
    int compared = 0;

    seed = 20260101;
    for (int trial = 0; trial < 20000; trial++) {
        tree t[NODES];
        int n = 0;
        char text[TEXT] = "";
        mb_expression e;
        mb_expression_error error;
        const double x[2] = {0.3 + (double)chance(64) / 32.0, 0.2 + (double)chance(64) / 32.0};
        const long double z[2] = {(long double)x[0], (long double)x[1]};
        const mb_jet at[2] = {{x[0], 1.0, 0.0, 0.0, 0.0, 0.0}, {x[1], 0.0, 1.0, 0.0, 0.0, 0.0}};
        long double kink = 1.0L, want, d[2][2][2]; /* by which variable, step, order */
        mb_jet jet;

        grow(t, &n, 1 + (int)chance(4));
        write(t, 0, text);
        want = value(t, 0, z, &kink);
        if (!(kink > 0.05L) || !(fabsl(want) < 1e3L))
            continue;
        if (!mb_expression_parse(text, &scope, &stack, arena, &e, &error))
            continue; /* a part of it that does not count is no number */
        jet = mb_expression_jet(&e, at);
        cr_assert(jet.f == mb_expression_value(&e, x), "%s", text);
        cr_assert(fabsl((long double)jet.f - want) <= 1e-12L * (1.0L + fabsl(want)),
                  "%s is %.17g, not %.17Lg", text, jet.f, want);
        for (int k = 0; k < 2; k++)
            for (int half = 0; half < 2; half++)
                differences(t, z, k, half ? 5e-4L : 1e-3L, d[k][half]);
        compared += compare(text, "f_x", jet.a, d[0][0][0], d[0][1][0]) &&
                    compare(text, "f_v", jet.b, d[1][0][0], d[1][1][0]) &&
                    compare(text, "f_xx", jet.aa, d[0][0][1], d[0][1][1]) &&
                    compare(text, "f_vv", jet.bb, d[1][0][1], d[1][1][1]);
    }
    cr_assert(compared > 4000, "only %d", compared);
}

Test(random, text_of_an_expression_is_the_same_expression)
{
    static const char *const names[] = {"x", "v"};

    seed = 7;
    for (int trial = 0; trial < 5000; trial++) {
        tree t[NODES];
        int n = 0;
        char text[TEXT] = "", back[TEXT];
        const double x[2] = {1.0 + (double)chance(64) / 32.0, 0.2 + (double)chance(64) / 32.0};
        mb_expression e, again;
        mb_expression_error error;

        grow(t, &n, 1 + (int)chance(4));
        write(t, 0, text);
        if (!mb_expression_parse(text, &scope, &stack, arena, &e, &error))
            continue;
        cr_assert(mb_expression_write(&e, names, back, sizeof back) < sizeof back);
        again = parsed(back);
        cr_assert(memcmp(&(double){mb_expression_value(&e, x)},
                         &(double){mb_expression_value(&again, x)}, sizeof(double)) == 0 ||
                      isnan(mb_expression_value(&e, x)),
                  "%s is not %s", text, back);
    }
}
