/* SPDX-License-Identifier: MIT */
/* What an adapter says of its engine: the answer to `describe`. */
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "base/names.h"
#include "base/text.h"
#include "bench/engine/engine.h"

enum { NAME_SIZE = 64, CHOICES_SIZE = 4000 };

struct answer {
    const char *path;
    mb_arena *arena;
    mb_error *err;
};

static mb_status wrong(const struct answer *a, const char *what)
{
    return mb_fail(a->err, MB_BAD_INPUT, "%s describe: %s (docs/engines.md)", a->path, what);
}

/* Text of a member: one line, not too long; `missing` NULL: there must be one. */
static mb_status take_text(const struct answer *a, const json_t *o, const char *key,
                           const char *missing, const char **text)
{
    const char *word = json_string_value(json_object_get(o, key));
    char plain[200], what[120];

    if (!word && !missing) {
        snprintf(what, sizeof what, "'%s' is missing, or no text", key);
        return wrong(a, what);
    }
    mb_copy_plain(plain, sizeof plain, word ? word : missing);
    *text = mb_arena_strdup(a->arena, plain);
    return *text ? MB_OK : mb_fail(a->err, MB_NO_MEMORY, "no memory for an engine");
}

/* Keys that an object may have; a misspelt one is none. */
static mb_status check_keys(const struct answer *a, json_t *o, const char *const *known,
                            const char *whose)
{
    const char *key;
    json_t *value;
    char what[500], names[300];

    json_object_foreach(o, key, value)
    {
        char plain[60];

        if (mb_among(key, known))
            continue;
        mb_join_names(known, names, sizeof names);
        mb_copy_plain(plain, sizeof plain, key);
        snprintf(what, sizeof what, "'%s' is no key of %s; it has %s", plain, whose, names);
        return wrong(a, what);
    }
    return MB_OK;
}

/* A list of texts that must be there. */
static mb_status check_texts(const struct answer *a, const json_t *o, const char *key)
{
    const json_t *list = json_object_get(o, key);
    bool right = json_is_array(list);
    char what[120];

    for (size_t i = 0; i < json_array_size(list); i++)
        right = right && json_is_string(json_array_get(list, i));
    if (right)
        return MB_OK;
    snprintf(what, sizeof what, "'%s' must be a list of texts, the kinds that it can do", key);
    return wrong(a, what);
}

static bool is_word(const char *text)
{
    const size_t n = strlen(text);

    return n > 0 && n < NAME_SIZE &&
           strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-") == n;
}

static mb_status take_word(const struct answer *a, const json_t *o, const char *key,
                           const char **word)
{
    char what[200];
    mb_status status = take_text(a, o, key, NULL, word);

    if (status == MB_OK && !is_word(*word)) {
        snprintf(what, sizeof what, "'%s' is '%.60s'; expected letters, digits, '_', '.' and '-'",
                 key, *word);
        return wrong(a, what);
    }
    return status;
}

static mb_status take_integrators(const struct answer *a, const json_t *object, mb_engine *engine)
{
    static const char *const keys[] = {"name", "title", "step", "velocity_time", NULL};
    const json_t *list = json_object_get(object, "integrators");
    mb_engine_integrator *made;
    mb_error *err = a->err;
    mb_status status = MB_OK;

    if (json_array_size(list) < 1 || json_array_size(list) > 64)
        return wrong(a, "'integrators' must be a list of 1 to 64");
    MB_TRY(MB_TAKE(a->arena, &made, json_array_size(list), err));
    for (size_t i = 0; i < json_array_size(list); i++) {
        json_t *o = json_array_get(list, i);
        const char *step, *time;

        MB_TRY(check_keys(a, o, keys, "an integrator"));
        MB_TRY(take_word(a, o, "name", &made[i].name));
        MB_TRY(take_text(a, o, "title", made[i].name, &made[i].title));
        MB_TRY(take_text(a, o, "step", "fixed", &step));
        MB_TRY(take_text(a, o, "velocity_time", "step", &time));
        made[i].fixed = strcmp(step, "fixed") == 0;
        made[i].mid_step = strcmp(time, "mid-step") == 0;
        if (!made[i].fixed && strcmp(step, "controlled") != 0)
            MB_TRY(wrong(a, "'step' of an integrator is fixed or controlled"));
        if (!made[i].mid_step && strcmp(time, "step") != 0)
            MB_TRY(wrong(a, "'velocity_time' of an integrator is step or mid-step"));
    }
    engine->integrator = made;
    engine->nintegrators = (int)json_array_size(list);
done:
    return status;
}

/* "a|b|c" and the number of the default */
static mb_status take_choices(const struct answer *a, const json_t *o, mb_param *p)
{
    const json_t *words = json_object_get(o, "choices");
    const char *usual = json_string_value(json_object_get(o, "default"));
    char text[CHOICES_SIZE] = "";
    size_t size = 0;

    p->value = -1.0;
    for (size_t i = 0; i < json_array_size(words); i++) {
        const char *word = json_string_value(json_array_get(words, i));

        if (!word || !is_word(word))
            return wrong(a, "'choices' of a setting must be a list of words");
        if (usual && strcmp(word, usual) == 0)
            p->value = (double)i;
        size += strlen(word) + 1;
        if (size > sizeof text)
            return wrong(a, "'choices' of a setting are too many");
        mb_join(text, sizeof text, "|", word);
    }
    if (p->value < 0.0)
        return wrong(a, "'default' of a choice must be one of its 'choices'");
    p->choices = mb_arena_strdup(a->arena, text);
    return p->choices ? MB_OK : mb_fail(a->err, MB_NO_MEMORY, "no memory for an engine");
}

static mb_status check_range(const struct answer *a, const mb_param *p)
{
    char what[240];

    if (p->min == p->max || (p->min <= p->value && p->value <= p->max))
        return MB_OK;
    snprintf(what, sizeof what, "'default' of '%s' is %g, and its range %g to %g", p->name,
             p->value, p->min, p->max);
    return wrong(a, what);
}

static mb_status take_setting(const struct answer *a, json_t *o, mb_param *p)
{
    static const char *const keys[] = {"name",    "kind", "default", "min", "max",
                                       "choices", "unit", "doc",     NULL};
    const json_t *least = json_object_get(o, "min"), *most = json_object_get(o, "max");
    const json_t *usual = json_object_get(o, "default");
    const char *kind;
    mb_status status;

    MB_TRY(check_keys(a, o, keys, "a setting"));
    MB_TRY(take_word(a, o, "name", &p->name));
    MB_TRY(take_text(a, o, "kind", NULL, &kind));
    MB_TRY(take_text(a, o, "unit", "1", &p->unit));
    MB_TRY(take_text(a, o, "doc", "", &p->doc));
    if (strcmp(kind, "choice") == 0) {
        p->kind = MB_CHOICE;
        return take_choices(a, o, p);
    }
    p->kind = strcmp(kind, "integer") == 0 ? MB_INTEGER : MB_REAL;
    if (p->kind == MB_REAL && strcmp(kind, "number") != 0)
        return wrong(a, "'kind' of a setting is number, integer or choice");
    if (!json_is_number(usual))
        return wrong(a, "'default' of a number is a number");
    p->value = json_number_value(usual);
    if (json_is_number(least) || json_is_number(most)) {
        p->min = json_is_number(least) ? json_number_value(least) : -1e300;
        p->max = json_is_number(most) ? json_number_value(most) : 1e300;
        MB_TRY(check_range(a, p));
    }
done:
    return status;
}

static mb_status take_settings(const struct answer *a, const json_t *object, mb_engine *engine)
{
    const json_t *list = json_object_get(object, "settings");
    mb_param *made;
    mb_error *err = a->err;
    mb_status status = MB_OK;

    if (json_array_size(list) > MB_MAX_PARAMS)
        return wrong(a, "'settings' are at most 16");
    MB_TRY(MB_TAKE(a->arena, &made, json_array_size(list) + 1, err));
    for (size_t i = 0; i < json_array_size(list); i++) {
        MB_TRY(take_setting(a, json_array_get(list, i), &made[i]));
        if (mb_param_index(made, made[i].name) != (int)i)
            MB_TRY(wrong(a, "two settings of one name"));
    }
    engine->settings = made;
done:
    return status;
}

static mb_status no_json(const struct answer *a, const char *text, const json_error_t *at)
{
    char what[300];

    if (!*text)
        return wrong(a, "printed nothing");
    snprintf(what, sizeof what, "printed no JSON: line %d, column %d: %.160s", at->line, at->column,
             at->text);
    return wrong(a, what);
}

mb_status mb_engine_read_answer(const char *path, const char *text, mb_arena *arena,
                                mb_engine *engine, mb_error *err)
{
    static const char *const keys[] = {"protocol", "engine",      "version",  "precision", "joints",
                                       "forces",   "integrators", "settings", NULL};
    const struct answer answer = {path, arena, err}, *a = &answer;
    json_error_t at;
    json_t *o = json_loads(text, JSON_REJECT_DUPLICATES, &at);
    const char *protocol;
    mb_status status;

    if (!json_is_object(o))
        MB_TRY(o ? wrong(a, "printed no JSON object") : no_json(a, text, &at));
    MB_TRY(take_text(a, o, "protocol", NULL, &protocol));
    if (strcmp(protocol, MB_ENGINE_PROTOCOL) != 0)
        MB_TRY(wrong(a, "'protocol' is not " MB_ENGINE_PROTOCOL));
    MB_TRY(check_keys(a, o, keys, "describe"));
    MB_TRY(check_texts(a, o, "joints"));
    MB_TRY(check_texts(a, o, "forces"));
    MB_TRY(take_text(a, o, "engine", NULL, &engine->title));
    MB_TRY(take_text(a, o, "version", NULL, &engine->version));
    MB_TRY(take_text(a, o, "precision", "double", &engine->precision));
    if (strcmp(engine->precision, "double") != 0 && strcmp(engine->precision, "single") != 0)
        MB_TRY(wrong(a, "'precision' is double or single"));
    MB_TRY(take_integrators(a, o, engine));
    MB_TRY(take_settings(a, o, engine));
done:
    json_decref(o);
    return status;
}
