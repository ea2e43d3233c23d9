/* SPDX-License-Identifier: MIT */
/* Expressions back to text. */
#include "base/spec.h"
#include "problems/format/expression/expression.h"

typedef struct writer {
    const mb_expression *e;
    const char *const *variables;
    char *text;
    size_t size, n;
} writer;

static void put(writer *w, const char *part)
{
    for (; *part; part++, w->n++)
        if (w->n + 1 < w->size)
            w->text[w->n] = *part;
}

/* Strength by which an operation binds its operands; what binds weaker is put in brackets. */
static int binding(const mb_op *op)
{
    switch (op->code) {
    case MB_OP_ADD:
    case MB_OP_SUBTRACT:
        return 1;
    case MB_OP_MULTIPLY:
    case MB_OP_DIVIDE:
        return 2;
    case MB_OP_NEGATE:
        return 3;
    case MB_OP_POWER:
        return 4;
    case MB_OP_NUMBER:
        return op->number < 0.0 ? 3 : 5;
    default:
        return 5;
    }
}

static int put_operation(writer *w, int last);

/* Writes the operand that ends at `last`, in brackets where it binds weaker than `least`. */
static int put_operand(writer *w, int last, int least)
{
    const bool brackets = binding(&w->e->op[last]) < least;
    int before;

    put(w, brackets ? "(" : "");
    before = put_operation(w, last);
    put(w, brackets ? ")" : "");
    return before;
}

/* The operation before the operand that ends at `last`. */
static int before_operand(const writer *w, int last)
{
    int wanted = 1;

    for (; wanted > 0; last--)
        wanted += mb_op_arguments(w->e->op[last].code) - 1;
    return last;
}

/* Writes what ends at `last`; returns the operation before it. */
static int put_operation(writer *w, int last)
{
    const mb_op *op = &w->e->op[last];
    const bool infix = binding(op) < 5 && op->code != MB_OP_NUMBER && op->code != MB_OP_NEGATE;
    const char *word = op->code == MB_OP_CALL ? op->function->name : mb_op_word(op->code);
    char number[MB_NUMBER_SIZE];
    int middle, before = last - 1;

    if (op->code == MB_OP_NUMBER) {
        mb_format_number(op->number, number);
        put(w, number);
    } else if (op->code == MB_OP_VARIABLE) {
        put(w, w->variables[op->variable]);
    } else if (op->code == MB_OP_NEGATE) {
        put(w, "-");
        before = put_operand(w, last - 1, 3);
    } else if (infix) {
        /* the operand on the side from which the operator does not gather needs more */
        const int level = binding(op), power = op->code == MB_OP_POWER;

        middle = before_operand(w, last - 1);
        before = put_operand(w, middle, power ? 5 : level);
        put(w, word);
        put_operand(w, last - 1, power ? 4 : level + 1);
    } else {
        put(w, word);
        put(w, "(");
        if (mb_op_arguments(op->code) == 2) {
            before = put_operand(w, before_operand(w, last - 1), 0);
            put(w, ", ");
            put_operand(w, last - 1, 0);
        } else {
            before = put_operand(w, last - 1, 0);
        }
        put(w, ")");
    }
    return before;
}

size_t mb_expression_write(const mb_expression *e, const char *const *variables, char *text,
                           size_t size)
{
    writer w = {.e = e, .variables = variables, .text = text, .size = size};

    put_operation(&w, e->n - 1);
    if (size)
        text[w.n < size ? w.n : size - 1] = '\0';
    return w.n;
}
