/* SPDX-License-Identifier: MIT */
/* What the files of the parser share. */
#ifndef MB_PROBLEMS_FORMAT_EXPRESSION_PARSER_H
#define MB_PROBLEMS_FORMAT_EXPRESSION_PARSER_H

#include "problems/format/expression/expression.h"

enum {
    MB_PARSER_NAME = 64, /* longest name and its end */
    MB_PARSER_USED = 3,  /* names whose values a message tells */
};

typedef struct mb_parser {
    const char *text, *at;
    const mb_scope *scope;
    mb_op_stack *stack;
    int base;    /* the first operation of this expression */
    int nesting; /* now */
    int nused;
    struct {
        char name[MB_PARSER_NAME + 16];
        double number;
    } used[MB_PARSER_USED];
    mb_expression_error *error; /* the first one */
} mb_parser;

/* Tells what is wrong at a place of the text, once; returns false. */
bool mb_parser_wrong(mb_parser *p, const char *at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* What stands at p->at where it should not: a name, a number, or one character. */
bool mb_parser_unexpected(mb_parser *p);

/* Tells that a unit stands there; false where it is none. */
bool mb_parser_unit(mb_parser *p, const char *at);

void mb_parser_skip(mb_parser *p);           /* space */
bool mb_parser_accept(mb_parser *p, char c); /* c after space, if it is there */

bool mb_parser_push(mb_parser *p, mb_op op, const char *at); /* at: where it is written */
bool mb_parser_number(mb_parser *p, double x);

/* Pushes an operation on what stands before it, or its value where all of that is known. */
bool mb_parser_apply(mb_parser *p, mb_op op, const char *at);

#endif
