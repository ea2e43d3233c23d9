/* SPDX-License-Identifier: MIT */
/* The pieces of a judgement that all kinds of claims share. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "report/claims/judge_parts.h"

static const mb_verdict_sign signs[] = {
#define SIGN(name, word, counted, glyph, style) {word, counted, glyph, style},
    MB_VERDICT_LIST(SIGN)
#undef SIGN
};

mb_verdict_sign mb_verdict_of(mb_verdict verdict)
{
    return signs[verdict];
}

const char *mb_claim_kind_word(mb_claim_kind kind)
{
    static const char *const words[] = {
#define WORD(name, word) word,
        MB_CLAIM_KIND_LIST(WORD)
#undef WORD
    };

    return words[kind];
}

const mb_report_run *mb_case_row(const mb_case *c, const mb_run_list *list, int i)
{
    return c->row[list->run[i]];
}

const char *mb_case_id(const mb_case *c, const mb_run_list *list, int i)
{
    return c->ledger->run[list->run[i]].id;
}

void mb_case_show(mb_case *c, const mb_report_run *row)
{
    for (int i = 0; i < c->out->shown; i++)
        if (c->out->row[i] == row)
            return;
    if (c->out->shown < MB_SHOWN_RUNS)
        c->out->row[c->out->shown++] = row;
}

static mb_status put_text(mb_case *c, const char **text, const char *format, va_list args)
{
    char *buffer;

    if (vasprintf(&buffer, format, args) < 0)
        return mb_fail(c->err, MB_NO_MEMORY, "out of memory");
    *text = mb_arena_strdup(c->arena, buffer);
    free(buffer);
    return *text ? MB_OK : mb_fail(c->err, MB_NO_MEMORY, "out of memory");
}

mb_status mb_case_measured(mb_case *c, const char *format, ...)
{
    va_list args;
    mb_status status;

    va_start(args, format);
    status = put_text(c, &c->out->measured, format, args);
    va_end(args);
    return status;
}

mb_status mb_case_why(mb_case *c, const char *format, ...)
{
    va_list args;
    mb_status status;

    va_start(args, format);
    status = put_text(c, &c->out->why, format, args);
    va_end(args);
    return status;
}
