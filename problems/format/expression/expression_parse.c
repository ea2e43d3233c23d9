/* SPDX-License-Identifier: MIT */
/* From text to operations: recursive descent, folding what is known. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/names.h"
#include "base/spec.h"
#include "problems/format/expression/parser.h"

enum {
    LENGTH = 16384, /* characters of a text */
    NESTING = 64,   /* brackets, signs and powers within each other */
};

static bool sum(mb_parser *p);

static bool deeper(mb_parser *p)
{
    if (p->nesting++ < NESTING)
        return true;
    return mb_parser_wrong(p, p->at, "nested too deep; %d levels are read", NESTING);
}

static bool all_digits(const char *text, const char *end, double *x)
{
    for (*x = 0.0; text < end && isdigit((unsigned char)*text); text++)
        *x = 10.0 * *x + (*text - '0');
    return text == end;
}

static bool number(mb_parser *p)
{
    const char *start = p->at, *end = start;
    bool digits = false;
    char text[MB_NUMBER_SIZE * 2];
    double x;

    for (; isdigit((unsigned char)*end); end++)
        digits = true;
    if (*end == '.')
        for (end++; isdigit((unsigned char)*end); end++)
            digits = true;
    if (!digits)
        return mb_parser_unexpected(p);
    if ((*end == 'e' || *end == 'E') &&
        isdigit((unsigned char)end[end[1] == '-' || end[1] == '+' ? 2 : 1]))
        for (end += 2; isdigit((unsigned char)*end);)
            end++;
    if (isalpha((unsigned char)*end) || *end == '_')
        return !mb_parser_unit(p, end) &&
               mb_parser_wrong(p, end, "'%c' unexpected after a number; write * to multiply", *end);
    p->at = end;
    if (end - start <= 15 && all_digits(start, end, &x)) /* most of them: exact without more ado */
        return mb_parser_number(p, x);
    if (end - start >= (ptrdiff_t)sizeof text)
        return mb_parser_wrong(p, start, "a number of more than %zu characters", sizeof text - 1);
    memcpy(text, start, (size_t)(end - start));
    text[end - start] = '\0';
    if (!isfinite(strtod(text, NULL)))
        return mb_parser_wrong(p, start, "'%s' is beyond the range of numbers", text);
    return mb_parser_number(p, strtod(text, NULL));
}

/* Copies letters, digits, '_' and what else is said from *at on. */
static bool identifier(mb_parser *p, const char **at, const char *more, char *name)
{
    const char *start = *at;
    size_t n;

    while (isalnum((unsigned char)**at) || **at == '_' || (**at && strchr(more, **at)))
        ++*at;
    n = (size_t)(*at - start);
    if (n >= MB_PARSER_NAME)
        return mb_parser_wrong(p, start, "a name of more than %d characters", MB_PARSER_NAME - 1);
    memcpy(name, start, n);
    name[n] = '\0';
    return true;
}

/* (a) or (a, b[, c...]): the last operation as often as there are commas */
static bool arguments(mb_parser *p, mb_op op, const char *at)
{
    const int wanted = mb_op_arguments(op.code);
    const bool many = op.code == MB_OP_MIN || op.code == MB_OP_MAX;
    int n = 0;

    do {
        if (!sum(p))
            return false;
        if (++n > 2 && !many)
            break;
        if (n > 1 && wanted == 2 && !mb_parser_apply(p, op, at))
            return false;
    } while (mb_parser_accept(p, ','));
    mb_parser_skip(p);
    if (n != wanted && !(many && n > 2))
        return mb_parser_wrong(p, at, "%s wants %d argument%s",
                               op.code == MB_OP_CALL ? op.function->name : mb_op_word(op.code),
                               wanted, wanted == 1 ? "" : "s");
    if (!mb_parser_accept(p, ')'))
        return mb_parser_unexpected(p);
    return wanted == 2 || mb_parser_apply(p, op, at);
}

static int builtin(const char *name)
{
    for (int code = 0; code < MB_OP_COUNT; code++)
        if (isalpha((unsigned char)*mb_op_word((mb_op_code)code)) &&
            strcmp(mb_op_word((mb_op_code)code), name) == 0)
            return code;
    return -1;
}

/* What is no number in brackets is no index; it may have been meant for a function's argument. */
static bool no_index(mb_parser *p, const char *at, const char *name)
{
    const char *words[MB_OP_COUNT + 1], *near;
    char list[256];
    int n = 0;

    for (int code = 0; code < MB_OP_COUNT; code++)
        if (isalpha((unsigned char)*mb_op_word((mb_op_code)code)))
            words[n++] = mb_op_word((mb_op_code)code);
    words[n] = NULL;
    near = mb_nearest(name, words);
    mb_join_names(words, list, sizeof list);
    return mb_parser_wrong(
        p, at, "'%s' is no function%s%s%s an index must be known when the file is read", name,
        near ? ", did you mean '" : ", there are ", near ? near : list, near ? "'?" : ";");
}

/* The index of a member of a family: an expression that must be a whole number. */
static bool member_index(mb_parser *p, char *name)
{
    const char *start = p->at;
    const int n = p->stack->n;
    double x;

    if (!sum(p))
        return false;
    if (p->stack->op[n].code != MB_OP_NUMBER)
        return no_index(p, start, name);
    x = p->stack->op[n].number;
    p->stack->n = n;
    if (x != floor(x) || fabs(x) > 1e9)
        return mb_parser_wrong(p, start, "integer wanted, %.*s is %.9g", (int)(p->at - start),
                               start, x);
    mb_parser_skip(p);
    if (*p->at == ',')
        return no_index(p, start, name);
    if (!mb_parser_accept(p, ')'))
        return mb_parser_unexpected(p);
    sprintf(name + strlen(name), "(%d)", (int)x);
    return true;
}

static void note_used(mb_parser *p, const char *name, const char *member, double x)
{
    char *text;

    if (p->nused == MB_PARSER_USED)
        return;
    text = p->used[p->nused].name;
    p->used[p->nused++].number = x;
    if (*member)
        snprintf(text, sizeof p->used[0].name, "%s.%s", name, member);
    else
        strcpy(text, name);
}

static bool unknown(mb_parser *p, const char *at, const char *name, const char *member)
{
    char whole[2 * MB_PARSER_NAME + 16];
    const char *near = NULL;

    if (!*member && builtin(name) >= 0)
        return mb_parser_wrong(p, at, "%s wants its argument in brackets", name);
    snprintf(whole, sizeof whole, "%s%s%s", name, *member ? "." : "", member);
    if (p->scope->nearest)
        near = p->scope->nearest(p->scope->data, whole);
    if (!near && *member && p->scope->nearest)
        near = p->scope->nearest(p->scope->data, name);
    if (near && strcmp(near, name) != 0)
        return mb_parser_wrong(p, at, "unknown name '%s'; did you mean '%s'?", whole, near);
    return mb_parser_wrong(p, at, "unknown name '%s'", whole);
}

static bool named(mb_parser *p)
{
    const char *start = p->at;
    char name[MB_PARSER_NAME + 16], member[MB_PARSER_NAME] = "";
    mb_meaning meaning = {.kind = MB_MEANS_NOTHING};
    int code;

    if (!identifier(p, &p->at, "", name))
        return false;
    mb_parser_skip(p);
    code = *p->at == '(' ? builtin(name) : -1;
    if (code >= 0) {
        p->at++;
        return arguments(p, (mb_op){.code = (mb_op_code)code}, start);
    }
    if (strcmp(name, "pi") == 0)
        return mb_parser_number(p, M_PI);
    if (strcmp(name, "inf") == 0)
        return mb_parser_number(p, (double)INFINITY);
    p->scope->find(p->scope->data, name, "", &meaning);
    if (meaning.kind == MB_MEANS_ERROR && !meaning.text[0])
        return mb_parser_wrong(p, start, "%s", ""); /* told where it stands */
    if (meaning.kind == MB_MEANS_FUNCTION) {
        if (!mb_parser_accept(p, '('))
            return mb_parser_wrong(p, start, "%s is a function; write %s(...)", name, name);
        return arguments(p, (mb_op){.code = MB_OP_CALL, .function = meaning.function}, start);
    }
    if (*p->at == '(') {
        p->at++;
        if (!member_index(p, name))
            return false;
        meaning.kind = MB_MEANS_NOTHING;
        p->scope->find(p->scope->data, name, "", &meaning);
    }
    if (p->at[0] == '.' && isalpha((unsigned char)p->at[1])) {
        p->at++;
        meaning.kind = MB_MEANS_NOTHING;
        if (!identifier(p, &p->at, ".", member))
            return false;
        p->scope->find(p->scope->data, name, member, &meaning);
    }
    switch (meaning.kind) {
    case MB_MEANS_NUMBER:
        note_used(p, name, member, meaning.number);
        return mb_parser_number(p, meaning.number);
    case MB_MEANS_VARIABLE:
        return mb_parser_push(p, (mb_op){.code = MB_OP_VARIABLE, .variable = meaning.variable},
                              start);
    case MB_MEANS_ERROR:
        return mb_parser_wrong(p, start, "%s", meaning.text);
    default:
        return unknown(p, start, name, member);
    }
}

static bool atom(mb_parser *p)
{
    mb_parser_skip(p);
    if (mb_parser_accept(p, '('))
        return sum(p) && (mb_parser_accept(p, ')') || mb_parser_unexpected(p));
    if (isalpha((unsigned char)*p->at) || *p->at == '_')
        return named(p);
    return number(p);
}

static bool signed_power(mb_parser *p);

/* a ^ b ^ c: the exponent is a power itself, with its sign */
static bool power(mb_parser *p)
{
    const char *at;

    if (!atom(p))
        return false;
    mb_parser_skip(p);
    at = p->at;
    if (!mb_parser_accept(p, '^'))
        return true;
    return signed_power(p) && mb_parser_apply(p, (mb_op){.code = MB_OP_POWER}, at);
}

static bool signed_power(mb_parser *p)
{
    const char *at;
    bool ok;

    if (!deeper(p))
        return false;
    mb_parser_skip(p);
    at = p->at;
    if (mb_parser_accept(p, '-'))
        ok = signed_power(p) && mb_parser_apply(p, (mb_op){.code = MB_OP_NEGATE}, at);
    else
        ok = mb_parser_accept(p, '+') ? signed_power(p) : power(p);
    p->nesting--;
    return ok;
}

/* Operators of one level, from the left. */
static bool chain(mb_parser *p, bool (*part)(mb_parser *), char c0, mb_op_code code0, char c1,
                  mb_op_code code1)
{
    if (!part(p))
        return false;
    for (;;) {
        const char *at;
        mb_op_code code;

        mb_parser_skip(p);
        at = p->at;
        if (*at != c0 && *at != c1)
            return true;
        code = *at == c0 ? code0 : code1;
        p->at++;
        if (!part(p) || !mb_parser_apply(p, (mb_op){.code = code}, at))
            return false;
    }
}

static bool product(mb_parser *p)
{
    return chain(p, signed_power, '*', MB_OP_MULTIPLY, '/', MB_OP_DIVIDE);
}

static bool sum(mb_parser *p)
{
    return chain(p, product, '+', MB_OP_ADD, '-', MB_OP_SUBTRACT);
}

/* ---- whole texts ---------------------------------------------------------------------------- */

static bool whole(mb_parser *p)
{
    p->base = p->stack->n;
    p->error->column = -1;
    p->error->text[0] = '\0';
    if (strnlen(p->text, LENGTH + 1) > LENGTH)
        return mb_parser_wrong(p, p->text,
                               "an expression of more than %d characters; use functions or a table",
                               LENGTH);
    if (!sum(p))
        return false;
    mb_parser_skip(p);
    return *p->at == '\0' || mb_parser_unexpected(p);
}

bool mb_expression_number(const char *text, const mb_scope *scope, mb_op_stack *stack, double *x,
                          mb_expression_error *error)
{
    mb_parser p = {.text = text, .at = text, .scope = scope, .stack = stack, .error = error};
    bool ok = whole(&p);

    if (ok && stack->op[p.base].code != MB_OP_NUMBER)
        ok = mb_parser_wrong(&p, text, "a number is wanted here, not a law");
    if (ok)
        *x = stack->op[p.base].number;
    stack->n = p.base;
    return ok;
}

/* Operands that wait at most, and what an evaluation takes. */
static bool measure(mb_parser *p, mb_expression *e)
{
    int depth = 0, deepest = 0;

    e->cost = e->n;
    e->depth = 0;
    for (int i = 0; i < e->n; i++) {
        const mb_op *op = &p->stack->op[p->base + i];

        depth += 1 - mb_op_arguments(op->code);
        deepest = depth > deepest ? depth : deepest;
        if (op->code == MB_OP_VARIABLE)
            e->uses |= 1u << (op->variable < 31 ? op->variable : 31);
        if (op->code != MB_OP_CALL)
            continue;
        e->cost += op->function->cost;
        e->depth = op->function->depth + 1 > e->depth ? op->function->depth + 1 : e->depth;
        if (e->cost > MB_EXPRESSION_COST || e->depth > MB_FORMULA_DEPTH)
            return mb_parser_wrong(p, p->text,
                                   "the expression calls too many functions in each other");
    }
    return deepest <= MB_EXPRESSION_STACK ||
           mb_parser_wrong(p, p->text, "nested too deep; %d operands can wait",
                           MB_EXPRESSION_STACK);
}

bool mb_expression_parse(const char *text, const mb_scope *scope, mb_op_stack *stack,
                         mb_arena *arena, mb_expression *e, mb_expression_error *error)
{
    mb_parser p = {.text = text, .at = text, .scope = scope, .stack = stack, .error = error};
    bool ok = whole(&p);
    mb_op *op = NULL;

    *e = (mb_expression){.text = text};
    if (ok) {
        e->n = stack->n - p.base;
        ok = measure(&p, e);
    }
    if (ok && MB_TAKE(arena, &op, (size_t)e->n, NULL) == MB_OK) {
        memcpy(op, stack->op + p.base, (size_t)e->n * sizeof *op);
        e->op = op;
        e->constant = e->n == 1 && op->code == MB_OP_NUMBER;
    }
    stack->n = p.base;
    return ok && op;
}
