/* SPDX-License-Identifier: MIT */
#include "report/records/environments.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"

static const char *const own[] = {"load", "date"}; /* of each record */

static mb_status no_memory(mb_error *err)
{
    return mb_fail(err, MB_NO_MEMORY, "no memory for the environment of a record");
}

static json_t *environment_of(const json_t *record)
{
    return json_object_get(record, "environment");
}

static const char *id_of(const json_t *environment)
{
    return json_string_value(json_object_get(environment, "id"));
}

/* A copy without what is each record's own. */
static json_t *shared_part(const json_t *environment)
{
    json_t *copy = json_copy((json_t *)(uintptr_t)environment); /* which it does not change */

    for (int i = 0; i < 2; i++)
        json_object_del(copy, own[i]);
    return copy;
}

/* Whether it says more than an id and what is its record's own. */
static bool is_whole(const json_t *environment)
{
    size_t n = json_object_size(environment);

    for (int i = 0; i < 2; i++)
        n -= json_object_get(environment, own[i]) != NULL;
    return n > (id_of(environment) ? 1 : 0);
}

mb_status mb_environment_name(json_t *environment, mb_error *err)
{
    char id[MB_HEX_SIZE], *text;
    json_t *shared;

    if (id_of(environment))
        return MB_OK;
    shared = shared_part(environment);
    text = json_dumps(shared, JSON_COMPACT | JSON_SORT_KEYS);
    json_decref(shared);
    if (!text)
        return no_memory(err);
    mb_hash_hex(mb_hash_text(MB_HASH_START, text), id);
    free(text);
    return json_object_set_new(environment, "id", json_string(id)) == 0 ? MB_OK : no_memory(err);
}

mb_status mb_environments_note(json_t *known, const json_t *record, mb_error *err)
{
    const json_t *environment = environment_of(record);
    const char *id = id_of(environment);

    if (!id || !is_whole(environment) || json_object_get(known, id))
        return MB_OK;
    return json_object_set_new(known, id, shared_part(environment)) == 0 ? MB_OK : no_memory(err);
}

mb_status mb_environments_complete(const json_t *known, json_t *record, mb_error *err)
{
    const json_t *environment = environment_of(record);
    const char *id = id_of(environment);
    json_t *shared = id ? json_object_get(known, id) : NULL, *whole;

    if (!shared || is_whole(environment))
        return MB_OK;
    whole = json_copy(shared);
    if (!whole || json_object_update(whole, (json_t *)(uintptr_t)environment) != 0) {
        json_decref(whole);
        return no_memory(err);
    }
    return json_object_set_new(record, "environment", whole) == 0 ? MB_OK : no_memory(err);
}

bool mb_environments_refers(const json_t *known, const json_t *record)
{
    const json_t *environment = environment_of(record);
    const char *id = id_of(environment);

    return id && !is_whole(environment) && json_object_get(known, id);
}

/* {id, load, date} */
static json_t *reference_to(const json_t *environment)
{
    json_t *lean = json_object();

    json_object_set(lean, "id", json_object_get(environment, "id"));
    for (int i = 0; i < 2; i++)
        if (json_object_get(environment, own[i]))
            json_object_set(lean, own[i], json_object_get(environment, own[i]));
    return lean;
}

json_t *mb_environments_reference(const json_t *known, json_t *environment)
{
    const char *id = id_of(environment);

    return id && json_object_get(known, id) ? reference_to(environment) : json_incref(environment);
}

mb_status mb_environments_lean(const json_t *known, const json_t *record, json_t **lean,
                               mb_error *err)
{
    const json_t *environment = environment_of(record);
    json_t *named = NULL, *to = NULL;
    mb_status status = MB_OK;

    if (!is_whole(environment)) {
        *lean = json_incref((json_t *)(uintptr_t)record);
        return MB_OK;
    }
    *lean = json_copy((json_t *)(uintptr_t)record);
    if (!*lean)
        MB_TRY(no_memory(err));
    named = json_copy((json_t *)(uintptr_t)environment);
    MB_TRY(mb_environment_name(named, err));
    to = mb_environments_reference(known, named);
    if (json_object_set_new(*lean, "environment", to) != 0)
        MB_TRY(no_memory(err));
done:
    json_decref(named);
    if (status != MB_OK) {
        json_decref(*lean);
        *lean = NULL;
    }
    return status;
}
