/* SPDX-License-Identifier: MIT */
/* Where the records come from: one list of facts for each different environment. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "report/page/page.h"

/* The load changes from run to run and makes no new environment; the id is none of its facts. */
static bool is_volatile(const char *key)
{
    return strcmp(key, "load") == 0 || strcmp(key, "date") == 0 || strcmp(key, "id") == 0;
}

/* Text that is equal for equal environments, to be freed. */
static char *identity(const mb_report_run *row)
{
    const json_t *environment = json_object_get(mb_row_record(row), "environment");
    const char *id = json_string_value(json_object_get(environment, "id"));
    json_t *copy = id ? NULL : json_copy((json_t *)(uintptr_t)environment);
    char *text;

    if (!copy)
        return id ? strdup(id) : NULL;
    json_object_del(copy, "load");
    json_object_del(copy, "date");
    text = json_dumps(copy, JSON_SORT_KEYS | JSON_ENCODE_ANY);
    json_decref(copy);
    return text;
}

static void put_value(FILE *page, const json_t *value)
{
    char *text;

    if (json_is_string(value)) {
        mb_put_html(page, json_string_value(value));
        return;
    }
    if (json_is_boolean(value)) {
        fputs(json_is_true(value) ? "yes" : "no", page);
        return;
    }
    if (json_is_null(value)) {
        fputs("unknown", page);
        return;
    }
    text = json_dumps(value, JSON_ENCODE_ANY);
    mb_put_html(page, text);
    free(text);
}

static void put_facts(FILE *page, const json_t *environment)
{
    const char *key, *name;
    json_t *value, *part;

    fputs("<dl>\n", page);
    json_object_foreach((json_t *)(uintptr_t)environment, key, value)
    {
        if (is_volatile(key))
            continue;
        mb_html(page, "<dt>%s</dt><dd>", key);
        if (json_is_object(value)) {
            const char *between = "";

            json_object_foreach(value, name, part)
            {
                mb_html(page, "%s%s ", between, name);
                put_value(page, part);
                between = ", ";
            }
        } else {
            put_value(page, value);
        }
        fputs("</dd>\n", page);
    }
    fputs("</dl>\n", page);
}

/* Counts a run under its environment: how many there are, and the first of them. */
static bool count_run(json_t *count, const mb_digest *digest, int i)
{
    const mb_report_run *row = &digest->row[i];
    char *id = row->number && *row->setting ? strdup(row->setting) : identity(row);
    json_t *of = id ? json_object_get(count, id) : NULL;

    if (of)
        json_integer_set(json_array_get(of, 0), json_integer_value(json_array_get(of, 0)) + 1);
    else if (id)
        json_object_set_new(count, id, json_pack("[i, i]", 1, i));
    free(id);
    return id != NULL;
}

void mb_page_environment(FILE *page, const mb_digest *digest)
{
    json_t *count = json_object();
    const char *text;
    json_t *of;
    int unknown = 0, shown = 0;

    for (int i = 0; i < digest->row_count; i++)
        unknown += !count_run(count, digest, i);
    json_object_foreach(count, text, of)
    {
        const json_int_t first = json_integer_value(json_array_get(of, 1));

        fprintf(page, "<h4>Environment %d: %lld of %d runs</h4>\n", ++shown,
                (long long)json_integer_value(json_array_get(of, 0)), digest->row_count);
        put_facts(page, json_object_get(mb_row_record(&digest->row[first]), "environment"));
    }
    if (unknown)
        fprintf(page, "<p>%d of %d runs do not say where they were made.</p>\n", unknown,
                digest->row_count);
    json_decref(count);
}
