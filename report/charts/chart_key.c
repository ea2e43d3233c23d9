/* SPDX-License-Identifier: MIT */
#include "report/charts/chart_key.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"

enum { TEXT_SIZE = 600 };

static const char head[] = "# page ";

json_t *mb_chart_key(const mb_script *s)
{
    if (s->small)
        return NULL;
    return json_pack("{s:[f,f], s:[f,f,f,f], s:[]}", "size", s->width, s->height, "box", s->left,
                     s->right, s->top, s->bottom, "curves");
}

json_t *mb_chart_key_text(const char *text)
{
    char plain[TEXT_SIZE];

    mb_copy_plain(plain, sizeof plain, text);
    return json_string(plain);
}

void mb_chart_key_axis(json_t *key, const char *letter, const char *label, mb_axis_range range)
{
    json_object_set_new(key, letter,
                        json_pack("{s:o, s:f, s:f, s:b, s:f}", "label", mb_chart_key_text(label),
                                  "low", range.low, "high", range.high, "log", (int)range.log,
                                  "base", range.base));
}

void mb_chart_key_curve(json_t *key, const char *name, double top, double bottom)
{
    json_array_append_new(
        json_object_get(key, "curves"),
        json_pack("{s:o, s:[f,f]}", "name", mb_chart_key_text(name), "at", top, bottom));
}

void mb_chart_key_put(FILE *script, json_t *key)
{
    char *text = json_dumps(key, JSON_COMPACT | JSON_ENSURE_ASCII | JSON_REAL_PRECISION(6));

    if (text)
        fprintf(script, "%s%s\n", head, text);
    free(text);
    json_decref(key);
}

const char *mb_chart_key_find(const char *script, size_t *length)
{
    const char *at = strstr(script, "\n# page {");

    if (!at)
        return NULL;
    at += 1 + strlen(head);
    *length = strcspn(at, "\n");
    return at;
}
