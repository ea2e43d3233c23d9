/* SPDX-License-Identifier: MIT */
/* Expressions of mechanism files: numbers and laws.
 *
 *   + - * / ^ (right-associative, above unary minus: -2^2 = -4), ( ), functions of MB_OPERATIONS,
 *   pi, inf, names
 *
 * A text is parsed by recursive descent to operations in postfix order, each with the column it
 * came from; what is known while parsing is folded, so that a number is one operation.  Laws are
 * run on jets, which carry exact first and second derivatives.  An expression is read-only once
 * made; evaluations allocate nothing and may run in several threads. */
#ifndef MB_PROBLEMS_FORMAT_EXPRESSION_EXPRESSION_H
#define MB_PROBLEMS_FORMAT_EXPRESSION_EXPRESSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/status.h"
#include "problems/format/expression/jet.h"

/* word, number of arguments */
#define MB_OPERATIONS(X)                                                                           \
    X(NUMBER, "", 0)                                                                               \
    X(VARIABLE, "", 0)                                                                             \
    X(CALL, "", 1)                                                                                 \
    X(ADD, "+", 2)                                                                                 \
    X(SUBTRACT, "-", 2)                                                                            \
    X(MULTIPLY, "*", 2)                                                                            \
    X(DIVIDE, "/", 2)                                                                              \
    X(POWER, "^", 2)                                                                               \
    X(NEGATE, "-", 1)                                                                              \
    X(SIN, "sin", 1)                                                                               \
    X(COS, "cos", 1)                                                                               \
    X(TAN, "tan", 1)                                                                               \
    X(ASIN, "asin", 1)                                                                             \
    X(ACOS, "acos", 1)                                                                             \
    X(ATAN, "atan", 1)                                                                             \
    X(ATAN2, "atan2", 2)                                                                           \
    X(SINH, "sinh", 1)                                                                             \
    X(COSH, "cosh", 1)                                                                             \
    X(TANH, "tanh", 1)                                                                             \
    X(SQRT, "sqrt", 1)                                                                             \
    X(EXP, "exp", 1)                                                                               \
    X(LOG, "log", 1)                                                                               \
    X(ABS, "abs", 1)                                                                               \
    X(MIN, "min", 2)                                                                               \
    X(MAX, "max", 2)                                                                               \
    X(FLOOR, "floor", 1)                                                                           \
    X(HYPOT, "hypot", 2)                                                                           \
    X(SIGN, "sign", 1)

typedef enum mb_op_code {
#define MB_OP_ENUM(name, word, arguments) MB_OP_##name,
    MB_OPERATIONS(MB_OP_ENUM)
#undef MB_OP_ENUM
        MB_OP_COUNT
} mb_op_code;

typedef struct mb_formula mb_formula;

typedef struct mb_op {
    mb_op_code code;
    int column;                 /* from 0, characters into the text */
    int variable;               /* of VARIABLE */
    double number;              /* of NUMBER */
    const mb_formula *function; /* of CALL */
} mb_op;

enum {
    MB_EXPRESSION_STACK = 64,      /* operands that wait at most */
    MB_EXPRESSION_COST = 100000,   /* operations of one evaluation, called functions included */
    MB_EXPRESSION_WORK = 50000000, /* operations folded in one file */
    MB_FORMULA_DEPTH = 16,         /* functions that call functions */
};

typedef struct mb_expression {
    int n;
    const mb_op *op;  /* (n) postfix */
    const char *text; /* as it was written */
    bool constant;    /* op[0] is its number */
    unsigned uses;    /* bit i: variable i is read, those beyond 31 by bit 31 */
    int cost, depth;  /* operations and functions within functions of an evaluation, at most */
} mb_expression;

/* Value at the values of its variables. */
double mb_expression_value(const mb_expression *e, const double *variables);

/* The same with derivatives.  Each variable is a jet: {t, 1} for d/dt, {q, qdot} for a rate. */
mb_jet mb_expression_jet(const mb_expression *e, const mb_jet *variables);

/* A number that is the same as long as no break is passed: which piece each called function is in,
 * which operand min and max take, the sign under abs and sign, the step of floor. */
uint64_t mb_expression_side(const mb_expression *e, const double *variables);

/* The text of an expression as evaluated: infix, all brackets that are needed, numbers that read
 * back to the same bits.  variables: their names.  Returns the length, which may exceed size. */
size_t mb_expression_write(const mb_expression *e, const char *const *variables, char *text,
                           size_t size);

/* Applies one operation to numbers: what parsing folds and evaluation computes. */
double mb_op_apply(mb_op_code code, double x, double y);
int mb_op_arguments(mb_op_code code);
const char *mb_op_word(mb_op_code code);

/* ---- functions ------------------------------------------------------------------------------ */

typedef enum mb_formula_kind {
    MB_FORMULA_PIECES,
    MB_FORMULA_LINEAR,
    MB_FORMULA_SPLINE
} mb_formula_kind;

/* A function of one variable by pieces or a table. */
struct mb_formula {
    const char *name, *variable;
    int index;       /* in the order of declaration */
    int cost, depth; /* as of an expression */
    mb_formula_kind kind;
    int n;                      /* pieces, or places of the table */
    const double *x;            /* (n) upper bounds of pieces, the last is inf; places, ascending */
    const double *y, *bend;     /* (n) of a table: values, second derivatives of a spline */
    const mb_expression *piece; /* (n) of MB_FORMULA_PIECES */
};

double mb_formula_value(const mb_formula *f, double s);
mb_jet mb_formula_jet(const mb_formula *f, mb_jet s);
int mb_formula_piece(const mb_formula *f, double s); /* which piece holds s */

/* Second derivatives (n) of the natural cubic spline through (x, y); work (n). */
void mb_spline_bend(int n, const double *x, const double *y, double *bend, double *work);

/* The first bound of a piecewise function at which its value (1) or slope (2) jumps by more than
 * 1e-9 of its size; 0: none.  A table of straight lines has a kink at each inner place. */
int mb_formula_kink(const mb_formula *f, double *at);

/* ---- parsing -------------------------------------------------------------------------------- */

typedef enum mb_meaning_kind {
    MB_MEANS_NOTHING,
    MB_MEANS_NUMBER,
    MB_MEANS_VARIABLE,
    MB_MEANS_FUNCTION, /* wants one argument in brackets */
    MB_MEANS_ERROR,    /* the text says which */
} mb_meaning_kind;

typedef struct mb_meaning {
    mb_meaning_kind kind;
    double number;
    int variable;
    const mb_formula *function;
    char text[256];
} mb_meaning;

/* What names mean.  name: "b", "P(3)" for a member of a family, with member "x" for P.x, else "".
 * nearest: the name most like one that means nothing, NULL: none. */
typedef struct mb_scope {
    void *data;
    void (*find)(void *data, const char *name, const char *member, mb_meaning *meaning);
    const char *(*nearest)(void *data, const char *name);
} mb_scope;

/* Where operations are collected; several expressions may be in the making, each on top of the one
 * that needs it. */
typedef struct mb_op_stack {
    mb_op *op; /* (capacity) */
    int n, capacity;
    long work; /* operations folded so far */
} mb_op_stack;

mb_status mb_op_stack_create(mb_arena *arena, mb_op_stack *stack, mb_error *err);

/* What is wrong with a text, and where in it (characters from 0). */
typedef struct mb_expression_error {
    int column;
    char text[400];
} mb_expression_error;

/* A text as a number.  False: error says why. */
bool mb_expression_number(const char *text, const mb_scope *scope, mb_op_stack *stack,
                          double *number, mb_expression_error *error);

/* A text as an expression in the arena.  False: error says why; its text is "" when memory ran
 * out. */
bool mb_expression_parse(const char *text, const mb_scope *scope, mb_op_stack *stack,
                         mb_arena *arena, mb_expression *e, mb_expression_error *error);

#endif
