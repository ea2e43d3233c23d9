/* SPDX-License-Identifier: MIT */
#include "report/page/table_heads.h"

#include <string.h>

static const char frame[] = "<div class=\"wide\"";

/* The text of a heading as a string of CSS in an attribute: without elements, what is an entity as it
 * is; the quotes and the backslash, which end it, behind a backslash. */
static void put_text(FILE *out, const char *at, const char *end)
{
    static const char quote[] = "&#39;";

    for (; at < end; at++) {
        if (*at == '<')
            at = strchr(at, '>');
        else if (*at == '\\' || strncmp(at, quote, strlen(quote)) == 0)
            fprintf(out, "\\%c", *at);
        else
            fputc(*at, out);
    }
}

/* Behind "<th ...>"; NULL where no heading begins before `end`. */
static const char *next_heading(const char *at, const char *end)
{
    while ((at = strstr(at, "<th")) && at < end)
        if (*(at += strlen("<th")) == ' ' || *at == '>')
            return strchr(at, '>') + 1;
    return NULL;
}

const char *mb_put_table_frame(FILE *out, const char *at)
{
    const char *end, *next;
    int n = 0;

    if (strncmp(at, frame, strlen(frame)) != 0)
        return at;
    end = strstr(at, "</thead>");
    fprintf(out, "%s style=\"", frame);
    for (next = at; end && (next = next_heading(next, end));)
        if (++n > 1 && n <= MB_TOLD_COLUMNS) {
            fprintf(out, "--h%d:'", n);
            put_text(out, next, strstr(next, "</th>"));
            fputs("';", out);
        }
    fprintf(out, "--n:%d\"", n);
    return at + strlen(frame);
}

void mb_put_head_rules(FILE *style)
{
    for (int n = 2; n <= MB_TOLD_COLUMNS; n++)
        fprintf(style, ".wide td:nth-child(%d){--head:var(--h%d)}\n", n, n);
}
