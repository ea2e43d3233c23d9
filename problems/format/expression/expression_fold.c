/* SPDX-License-Identifier: MIT */
/* The parser's ground: places in the text, what is wrong there, operations folded where known. */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/names.h"
#include "problems/format/expression/parser.h"

enum { CAPACITY = 4096 }; /* operations in the making */

mb_status mb_op_stack_create(mb_arena *arena, mb_op_stack *stack, mb_error *err)
{
    *stack = (mb_op_stack){.capacity = CAPACITY};
    return MB_TAKE(arena, &stack->op, CAPACITY, err);
}

/* Characters before a place in the text. */
static int column_of(const mb_parser *p, const char *at)
{
    int column = 0;

    for (const char *c = p->text; c < at; c++)
        column += ((unsigned char)*c & 0xc0) != 0x80;
    return column;
}

bool mb_parser_wrong(mb_parser *p, const char *at, const char *format, ...)
{
    va_list args;

    if (p->error->column >= 0)
        return false;
    p->error->column = column_of(p, at);
    va_start(args, format);
    vsnprintf(p->error->text, sizeof p->error->text, format, args);
    va_end(args);
    return false;
}

void mb_parser_skip(mb_parser *p)
{
    while (*p->at == ' ' || *p->at == '\t' || *p->at == '\n' || *p->at == '\r')
        p->at++;
}

bool mb_parser_accept(mb_parser *p, char c)
{
    mb_parser_skip(p);
    if (*p->at != c)
        return false;
    p->at++;
    return true;
}

static bool ends_too_early(mb_parser *p)
{
    int open = 0;

    for (const char *c = p->text; *c; c++)
        open += (*c == '(') - (*c == ')');
    if (p->at == p->text)
        return mb_parser_wrong(p, p->at, "a number or an expression is missing");
    if (open > 0)
        return mb_parser_wrong(p, p->at,
                               "a ')' is missing; a comma ends a text inside { } and [ ], "
                               "quotes keep it");
    return mb_parser_wrong(p, p->at, "the expression ends too early");
}

bool mb_parser_unit(mb_parser *p, const char *at)
{
    static const char *const units[] = {"mm", "cm", "m", "km",  "g",   "kg",  "s",  "ms", "N",
                                        "kN", "Nm", "J", "deg", "rad", "rpm", "Hz", "Pa", NULL};
    char word[8];
    size_t n = 0;

    while (isalpha((unsigned char)at[n]) && n < sizeof word - 1) {
        word[n] = at[n];
        n++;
    }
    word[n] = '\0';
    if (!mb_among(word, units))
        return false;
    mb_parser_wrong(
        p, at,
        "'%s' unexpected: units are not written, all is in m, kg, s, rad%s; a product has a *",
        word, strcmp(word, "deg") == 0 ? " (30 degrees: 30*pi/180)" : "");
    return true;
}

bool mb_parser_unexpected(mb_parser *p)
{
    const char *end;

    mb_parser_skip(p);
    end = p->at;
    if (!*end)
        return ends_too_early(p);
    if (p->at > p->text && mb_parser_unit(p, end))
        return false;
    while (isalnum((unsigned char)*end) || *end == '_' || *end == '.')
        end++;
    if (end == p->at)
        do
            end++;
        while (((unsigned char)*end & 0xc0) == 0x80);
    return mb_parser_wrong(p, p->at, "'%.*s' unexpected",
                           (int)(end - p->at < 63 ? end - p->at : 63), p->at);
}

bool mb_parser_push(mb_parser *p, mb_op op, const char *at)
{
    op.column = column_of(p, at);
    if (p->stack->n >= p->stack->capacity)
        return mb_parser_wrong(p, p->at, "the expression is too long; use functions or a table");
    p->stack->op[p->stack->n++] = op;
    return true;
}

bool mb_parser_number(mb_parser *p, double x)
{
    return mb_parser_push(p, (mb_op){.code = MB_OP_NUMBER, .number = x}, p->text);
}

/* " (b = 0.1, c = 2)" of the names whose values entered */
static const char *used_text(const mb_parser *p, char *text, size_t size)
{
    size_t n = 0;

    text[0] = '\0';
    for (int i = 0; i < p->nused && n < size; i++)
        n += (size_t)snprintf(text + n, size - n, "%s%s = %.9g", i ? ", " : " (", p->used[i].name,
                              p->used[i].number);
    if (p->nused && n + 2 < size)
        strcpy(text + n, ")");
    return text;
}

/* A folded value that is no finite number, though what it is made of is. */
static bool not_finite(mb_parser *p, const mb_op *op, const char *at, const double *x, double value)
{
    const char *what = isnan(value) ? "is not a number" : "is infinite";
    const char *word = op->code == MB_OP_CALL ? op->function->name : mb_op_word(op->code);
    char list[256];

    used_text(p, list, sizeof list);
    if (mb_op_arguments(op->code) == 1)
        return mb_parser_wrong(p, at, "%s(%.9g) %s%s", word, x[0], what, list);
    if (isalpha((unsigned char)*word))
        return mb_parser_wrong(p, at, "%s(%.9g, %.9g) %s%s", word, x[0], x[1], what, list);
    return mb_parser_wrong(p, at, "%.9g%s%.9g %s%s", x[0], word, x[1], what, list);
}

bool mb_parser_apply(mb_parser *p, mb_op op, const char *at)
{
    const int n = mb_op_arguments(op.code);
    mb_op *first = p->stack->op + p->stack->n - n;
    double x[2] = {0.0, 0.0}, value;
    bool finite = true;

    for (int i = 0; i < n; i++) {
        if (first[i].code != MB_OP_NUMBER)
            return mb_parser_push(p, op, at);
        x[i] = first[i].number;
        finite = finite && isfinite(x[i]);
    }
    p->stack->work += op.code == MB_OP_CALL ? op.function->cost : 1;
    if (p->stack->work > MB_EXPRESSION_WORK)
        return mb_parser_wrong(p, at, "this file takes too long to evaluate");
    value = op.code == MB_OP_CALL ? mb_formula_value(op.function, x[0])
                                  : mb_op_apply(op.code, x[0], x[1]);
    if (isnan(value) || (finite && !isfinite(value)))
        return not_finite(p, &op, at, x, value);
    first->number = value;
    p->stack->n -= n - 1;
    return true;
}
