/* SPDX-License-Identifier: MIT */
/* Expressions of mechanism files: order of operations, mixed derivatives, functions, and what is
 * refused where. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "problems/format/expression/expression.h"

/* ---- names ---------------------------------------------------------------------------------- */

static const mb_formula *called;

static void find(void *data, const char *name, const char *member, mb_meaning *meaning)
{
    (void)data;
    if (*member && strcmp(name, "P(3)") != 0)
        return;
    if (strcmp(name, "x") == 0 || strcmp(name, "v") == 0) {
        meaning->kind = MB_MEANS_VARIABLE;
        meaning->variable = name[0] == 'v';
    } else if (strcmp(name, "b") == 0 || strcmp(name, "length") == 0) {
        meaning->kind = MB_MEANS_NUMBER;
        meaning->number = name[0] == 'b' ? 0.1 : 2.0;
    } else if (strcmp(name, "P(3)") == 0 && strcmp(member, "y") == 0) {
        meaning->kind = MB_MEANS_NUMBER;
        meaning->number = 7.0;
    } else if (strcmp(name, "road") == 0) {
        meaning->kind = MB_MEANS_FUNCTION;
        meaning->function = called;
    }
}

static const char *nearest(void *data, const char *name)
{
    (void)data;
    return strncmp(name, "len", 3) == 0 ? "length" : NULL;
}

static const mb_scope scope = {NULL, find, nearest};
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

TestSuite(expression, .init = begin, .fini = end);

static mb_expression parsed(const char *text)
{
    mb_expression e;
    mb_expression_error error;

    cr_assert(mb_expression_parse(text, &scope, &stack, arena, &e, &error), "%s: %s", text,
              error.text);
    cr_assert(stack.n == 0);
    return e;
}

static double number(const char *text)
{
    mb_expression_error error;
    double x = 0.0;

    cr_assert(mb_expression_number(text, &scope, &stack, &x, &error), "%s: %s", text, error.text);
    return x;
}

/* f_ab of g(x + v) is f_aa of it; of x v it is 1 */
Test(expression, mixed_derivatives)
{
    static const char *const texts[] = {"sin(x + v)",         "exp(x + v)^2",
                                        "atan2(x + v, 2)",    "atan2(2, x + v)",
                                        "hypot(x + v, 1)",    "1/(x + v)",
                                        "(x + v)^2.5",        "2^(x + v)",
                                        "(x + v)^(x + v)",    "tanh(x + v)*(x + v)",
                                        "acos((x + v)/9)",    "asin((v + x)/9)",
                                        "log(x + v)/(x + v)", "sqrt(x + v)/(1 + x + v)"};

    mb_expression product;

    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
        const mb_expression e = parsed(texts[k]);
        const mb_jet at[2] = {{0.7, 1.0, 0.0, 0.0, 0.0, 0.0}, {0.4, 0.0, 1.0, 0.0, 0.0, 0.0}};
        const mb_jet jet = mb_expression_jet(&e, at);

        cr_assert_float_eq(jet.ab, jet.aa, 1e-13 * fabs(jet.aa), "%s", texts[k]);
        cr_assert_float_eq(jet.bb, jet.aa, 1e-13 * fabs(jet.aa), "%s", texts[k]);
    }
    product = parsed("x*v");
    cr_assert(
        mb_expression_jet(&product, (const mb_jet[]){{2, 1, 0, 0, 0, 0}, {3, 0, 1, 0, 0, 0}}).ab ==
        1.0);
}

Test(expression, order_of_operations)
{
    cr_assert(number("-2^2") == -4.0);
    cr_assert(number("2^3^2") == 512.0);
    cr_assert(number("2^-1") == 0.5);
    cr_assert(number("7 - 2 - 1") == 4.0);
    cr_assert(number("12/2/3") == 2.0);
    cr_assert(number("-3*-2 + +1") == 7.0);
    cr_assert(number("1e-3") == 1e-3);
    cr_assert(number("8e5") == 8e5);
    cr_assert(number("010") == 10.0);
    cr_assert(number(".5") == 0.5);
    cr_assert(number("max(1, 2, 3) + min(3, 1, 2)") == 4.0);
    cr_assert(number("P(1 + 2).y") == 7.0);
    cr_assert(isinf(number("inf")));
    cr_assert(number("sign(-2) + floor(2.5)") == 1.0);
}

static void refused(const char *text, int column, const char *message)
{
    mb_expression e;
    mb_expression_error error;

    cr_assert(!mb_expression_parse(text, &scope, &stack, arena, &e, &error), "%s", text);
    cr_assert_str_eq(error.text, message, "%s: %s", text, error.text);
    cr_assert(error.column == column, "%s: column %d", text, error.column);
    cr_assert(stack.n == 0);
}

Test(expression, what_is_wrong_is_told_with_its_column)
{
    refused("2*lenght", 2, "unknown name 'lenght'; did you mean 'length'?");
    refused("1 + qq", 4, "unknown name 'qq'");
    refused("2*sqrt(b - 0.4)", 2, "sqrt(-0.3) is not a number (b = 0.1)");
    refused("1/(b - b)", 1, "1/0 is infinite (b = 0.1, b = 0.1)");
    refused("asin(1.5)", 0, "asin(1.5) is not a number");
    refused("atan2(1)", 0, "atan2 wants 2 arguments");
    refused("sin(1, 2)", 0, "sin wants 1 argument");
    refused("3; 4", 1, "';' unexpected");
    refused("3 4", 2, "'4' unexpected");
    refused("2x", 1, "'x' unexpected after a number; write * to multiply");
    refused("(1 + 2", 6,
            "a ')' is missing; a comma ends a text inside { } and [ ], quotes keep it");
    refused("1 +", 3, "the expression ends too early");
    refused("", 0, "a number or an expression is missing");
    refused("1e999", 0, "'1e999' is beyond the range of numbers");
    refused("1 kg", 2,
            "'kg' unexpected: units are not written, all is in m, kg, s, rad; a product has a *");
    refused("30deg", 2,
            "'deg' unexpected: units are not written, all is in m, kg, s, rad (30 degrees: "
            "30*pi/180); a product has a *");
    refused("sin + 1", 0, "sin wants its argument in brackets");
    refused("P(1.5).x", 2, "integer wanted, 1.5 is 1.5");
    refused("P(b/2).y", 2, "integer wanted, b/2 is 0.05");
    refused(
        "P(x).y", 2,
        "'P' is no function, there are sin, cos, tan, asin, acos, atan, atan2, sinh, cosh, tanh, "
        "sqrt, exp, log, abs, min, max, floor, hypot, sign; an index must be known when the file "
        "is read");
    refused(
        "mx(0, x)", 3,
        "'mx' is no function, did you mean 'max'? an index must be known when the file is read");
    refused("\xc3\xa4 + 1", 0, "'\xc3\xa4' unexpected");
    refused("1 + \xc3\xa4", 4, "'\xc3\xa4' unexpected");
}

Test(expression, depth_and_length_are_limited)
{
    static char text[70000];

    memset(text, '(', 200);
    text[200] = '\0';
    refused(text, 64, "nested too deep; 64 levels are read");
    memset(text, '-', 200);
    refused(text, 64, "nested too deep; 64 levels are read");
    memset(text, '1', 20000);
    text[20000] = '\0';
    refused(text, 0, "an expression of more than 16384 characters; use functions or a table");
    text[0] = 'x';
    for (int k = 1; k < 16001; k += 2)
        memcpy(text + k, "+x", 3);
    refused(text, 4097, "the expression is too long; use functions or a table");
}

/* ---- functions ------------------------------------------------------------------------------ */

Test(expression, functions_by_pieces)
{
    const double bound[] = {1.0, 2.0, (double)INFINITY};
    mb_expression piece[3] = {parsed("0"), parsed("(x - 1)^2"), parsed("2*x - 3")};
    mb_formula f = {.name = "road", .variable = "s", .kind = MB_FORMULA_PIECES, .n = 3};
    mb_expression e;
    mb_jet jet;
    double at;

    f.x = bound;
    f.piece = piece;
    called = &f;
    e = parsed("3*road(2*x)");
    jet = mb_expression_jet(&e, (const mb_jet[]){{0.8, 1.0, 0.0, 0.0, 0.0, 0.0}});
    cr_assert_float_eq(jet.f, 3.0 * 0.36, 1e-15);
    cr_assert_float_eq(jet.a, 3.0 * 2.0 * 2.0 * 0.6, 1e-14);
    cr_assert_float_eq(jet.aa, 3.0 * 2.0 * 4.0, 1e-14);
    cr_assert(mb_expression_value(&e, &(double){1.5}) == 9.0);
    cr_assert(mb_formula_kink(&f, &at) == 0);
    cr_assert(mb_expression_side(&e, &(double){0.6}) == mb_expression_side(&e, &(double){0.9}));
    cr_assert(mb_expression_side(&e, &(double){0.4}) != mb_expression_side(&e, &(double){0.6}));
    piece[2] = parsed("2*x - 2");
    cr_assert(mb_formula_kink(&f, &at) == 1 && at == 2.0);
    piece[2] = parsed("1");
    cr_assert(mb_formula_kink(&f, &at) == 2 && at == 2.0);
}

Test(expression, tables)
{
    enum { N = 41 };
    double x[N], y[N], bend[N], work[N], at;
    mb_formula f = {.name = "t", .variable = "s", .kind = MB_FORMULA_SPLINE, .n = N};
    mb_jet jet;

    for (int k = 0; k < N; k++) {
        x[k] = 2.0 * M_PI * k / (N - 1);
        y[k] = sin(x[k]); /* its second derivative is 0 at both ends */
    }
    mb_spline_bend(N, x, y, bend, work);
    f.x = x;
    f.y = y;
    f.bend = bend;
    for (double s = 0.05; s < 6.2; s += 0.1) {
        jet = mb_formula_jet(&f, (mb_jet){s, 1.0, 0.0, 0.0, 0.0, 0.0});
        cr_assert_float_eq(jet.f, sin(s), 2e-5);
        cr_assert_float_eq(jet.a, cos(s), 4e-4);
        cr_assert_float_eq(jet.aa, -sin(s), 1e-2);
    }
    jet = mb_formula_jet(&f, (mb_jet){-1.0, 1.0, 0.0, 0.0, 0.0, 0.0});
    cr_assert_float_eq(jet.f, -1.0, 1e-3); /* goes on straight */
    cr_assert(jet.aa == 0.0);
    jet = mb_formula_jet(&f, (mb_jet){7.0, 1.0, 0.0, 0.0, 0.0, 0.0});
    cr_assert_float_eq(jet.f, 7.0 - 2.0 * M_PI, 1e-3);
    cr_assert(mb_formula_kink(&f, &at) == 0);
    f.kind = MB_FORMULA_LINEAR;
    cr_assert_float_eq(mb_formula_value(&f, 0.5 * (x[3] + x[4])), 0.5 * (y[3] + y[4]), 1e-15);
    cr_assert(mb_formula_kink(&f, &at) == 2 && at == x[1]);
}
