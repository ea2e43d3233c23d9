/* SPDX-License-Identifier: MIT */
/* Fuzz target: the reader of mechanism files.  Whatever the text, it is refused with a message at a
 * place in it, or becomes a mechanism that can be written and whose laws can be evaluated. */
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "problems/format/expression/expression.h"
#include "problems/format/read/format.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void count(void *data, const char *text)
{
    *(size_t *)data += strlen(text);
}

static void evaluate(const mb_expression *law)
{
    const double x[] = {0.5, -1.0, 2.0};
    const mb_jet jet[] = {{0.5, 1, 0, 0, 0, 0}, {-1.0, 1, 0, 0, 0, 0}, {2.0, 0, 1, 0, 0, 0}};
    const double value = law ? mb_expression_value(law, x) : 0.0;
    char text[256];

    if (!law)
        return;
    if (!isnan(value) && mb_expression_jet(law, jet).f != value)
        abort(); /* derivatives come with another value */
    mb_expression_side(law, x);
    mb_expression_write(law, mb_law_variables, text, sizeof text);
}

static void use(const mb_plain_mechanism *m)
{
    size_t length = 0;

    mb_format_canonical(m, count, &length);
    if (length == 0 || m->nbodies < 1 || !(m->scale > 0.0) || !(m->t_end > 0.0))
        abort();
    for (int i = 0; i < m->nbodies; i++)
        if (!(m->body[i].mass > 0.0) || !isfinite(m->body[i].com[0]))
            abort();
    for (int i = 0; i < m->ndrives; i++)
        evaluate(m->drive[i].law);
    for (int i = 0; i < m->nforces; i++) {
        evaluate(m->force[i].law);
        evaluate(m->force[i].damper);
        for (int k = 0; k < 3; k++)
            evaluate(m->force[i].value[k]);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    mb_arena *arena = mb_arena_create();
    mb_error err = {MB_OK, ""};
    mb_messages messages;
    const mb_plain_mechanism *m;
    mb_status status;

    if (!arena)
        return 0;
    status = mb_format_read("input", (const char *)data, size, "", arena, &messages, &m, &err);
    if (status != MB_OK && (!err.text[0] || m))
        abort(); /* refused without a word */
    for (int i = 0; i < messages.nerrors; i++)
        if (messages.error[i].line < 1 || messages.error[i].column < 1 ||
            !messages.error[i].text[0])
            abort(); /* an error at no place */
    if (status == MB_OK)
        use(m);
    mb_arena_destroy(arena);
    return 0;
}
