/* Adapters: where they are, what they say of themselves, how they are run. */
#include <ctype.h>
#include <dirent.h>
#include <jansson.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/names.h"
#include "base/text.h"
#include "bench/engine/engine.h"
#include "bench/engine/installed.h"

#define PREFIX "mbsbench-engine-"

enum { NAME_SIZE = 64 };

static const double describe_seconds = 20.0;
static const double describe_bytes = 1e6;
static const double trajectory_bytes = 1073741824.0;
static const double wall_factor = 10.0, wall_least = 10.0; /* of the time limit; [s] */

/* Calls `each` with every folder that may hold adapters until it says true. */
static bool among_folders(bool (*each)(const char *folder, void *data), void *data)
{
    static const char *const beside[] = {"", "/solvers/engines", "/" MB_ADAPTERS_FROM_PROGRAM};
    const char *const lists[] = {getenv("MBSBENCH_ENGINES"), getenv("PATH")};
    char own[PATH_MAX], folder[PATH_MAX + 32];
    const ssize_t n = readlink("/proc/self/exe", own, sizeof own - 1);

    own[n > 0 ? n : 0] = '\0';
    if (strrchr(own, '/'))
        *strrchr(own, '/') = '\0';
    for (int i = 0; *own && i < 3; i++) {
        snprintf(folder, sizeof folder, "%s%s", own, beside[i]);
        if (each(folder, data))
            return true;
    }
    for (int i = 0; i < 2; i++)
        for (const char *at = lists[i]; at && *at; at += strspn(at, ":")) {
            const int length = (int)strcspn(at, ":");

            if (length > 0 && length < PATH_MAX) {
                snprintf(folder, sizeof folder, "%.*s", length, at);
                if (each(folder, data))
                    return true;
            }
            at += length;
        }
    return false;
}

struct sought {
    const char *name;
    char path[PATH_MAX + NAME_SIZE + 64];
};

static bool has_adapter(const char *folder, void *data)
{
    struct sought *s = data;

    snprintf(s->path, sizeof s->path, "%s/" PREFIX "%s", folder, s->name);
    return access(s->path, X_OK) == 0;
}

struct others {
    int count;
    char name[MB_MOST_ADAPTERS][NAME_SIZE];
};

/* Lists the adapters of a folder. */
static bool list_adapters(const char *folder, void *data)
{
    DIR *dir = opendir(folder);
    struct others *others = data;

    for (const struct dirent *e; dir && (e = readdir(dir));) {
        const char *name = e->d_name + strlen(PREFIX);

        if (strncmp(e->d_name, PREFIX, strlen(PREFIX)) == 0 && !strchr(name, '.') &&
            strlen(name) < NAME_SIZE && others->count < MB_MOST_ADAPTERS)
            strcpy(others->name[others->count++], name);
    }
    if (dir)
        closedir(dir);
    return false;
}

int mb_engines_here(mb_arena *arena, const char *name[MB_MOST_ADAPTERS + 1])
{
    struct others others = {0};
    int n = 0;

    name[0] = NULL;
    among_folders(list_adapters, &others);
    for (int i = 0; i < others.count; i++) {
        if (mb_among(others.name[i], name))
            continue;
        name[n] = mb_arena_strdup(arena, others.name[i]);
        n += name[n] != NULL;
        name[n] = NULL;
    }
    return n;
}

static bool well_named(const char *name)
{
    const size_t n = strlen(name);

    return n > 0 && n < NAME_SIZE && islower((unsigned char)name[0]) &&
           strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-") == n;
}

static mb_status locate(const char *name, mb_arena *arena, const char **path, mb_error *err)
{
    struct sought s = {.name = name};
    const char *names[MB_MOST_ADAPTERS + 1];
    char meant[400];

    if (!well_named(name))
        return mb_fail(err, MB_BAD_INPUT,
                       "'%.80s' is no name of an engine; expected small letters, digits and '-'",
                       name);
    if (among_folders(has_adapter, &s)) {
        *path = mb_arena_strdup(arena, s.path);
        return *path ? MB_OK : mb_fail(err, MB_NO_MEMORY, "no memory for an engine");
    }
    if (mb_engines_here(arena, names) > 0)
        return mb_fail(err, MB_BAD_INPUT, "there is no engine '%s' here; %s", name,
                       mb_meant(name, names, "there are", meant, sizeof meant));
    return mb_fail(err, MB_BAD_INPUT,
                   "there is no engine '%s' here, nor another one; an engine is a program " PREFIX
                   "NAME in the build folder, in $MBSBENCH_ENGINES or in PATH (docs/engines.md)",
                   name);
}

bool mb_engine_is_here(const char *name)
{
    struct sought s = {.name = name};

    return well_named(name) && among_folders(has_adapter, &s);
}

/* ---- the answer to `describe` --------------------------------------------------------------- */

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
    const json_t *list = json_object_get(object, "integrators");
    mb_engine_integrator *made;
    mb_error *err = a->err;
    mb_status status = MB_OK;

    if (json_array_size(list) < 1 || json_array_size(list) > 64)
        return wrong(a, "'integrators' must be a list of 1 to 64");
    MB_TRY(MB_TAKE(a->arena, &made, json_array_size(list), err));
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *o = json_array_get(list, i);
        const char *step, *time;

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
    char text[400] = "";

    p->value = -1.0;
    for (size_t i = 0; i < json_array_size(words); i++) {
        const char *word = json_string_value(json_array_get(words, i));

        if (!word || !is_word(word))
            return wrong(a, "'choices' of a setting must be a list of words");
        if (usual && strcmp(word, usual) == 0)
            p->value = (double)i;
        mb_join(text, sizeof text, "|", word);
    }
    if (p->value < 0.0)
        return wrong(a, "'default' of a choice must be one of its 'choices'");
    p->choices = mb_arena_strdup(a->arena, text);
    return p->choices ? MB_OK : mb_fail(a->err, MB_NO_MEMORY, "no memory for an engine");
}

static mb_status take_setting(const struct answer *a, const json_t *o, mb_param *p)
{
    const json_t *least = json_object_get(o, "min"), *most = json_object_get(o, "max");
    const json_t *usual = json_object_get(o, "default");
    const char *kind;
    mb_status status;

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

mb_status mb_engine_read_answer(const char *path, const char *text, mb_arena *arena,
                                mb_engine *engine, mb_error *err)
{
    const struct answer answer = {path, arena, err}, *a = &answer;
    json_error_t at;
    json_t *o = json_loads(text, JSON_REJECT_DUPLICATES, &at);
    const char *protocol;
    mb_status status;

    if (!json_is_object(o))
        MB_TRY(wrong(a, "printed no JSON object"));
    MB_TRY(take_text(a, o, "protocol", NULL, &protocol));
    if (strcmp(protocol, MB_ENGINE_PROTOCOL) != 0)
        MB_TRY(wrong(a, "'protocol' is not " MB_ENGINE_PROTOCOL));
    MB_TRY(take_text(a, o, "engine", NULL, &engine->title));
    MB_TRY(take_text(a, o, "version", NULL, &engine->version));
    MB_TRY(take_text(a, o, "precision", "double", &engine->precision));
    MB_TRY(take_integrators(a, o, engine));
    MB_TRY(take_settings(a, o, engine));
done:
    json_decref(o);
    return status;
}

mb_status mb_engine_find(const char *name, mb_arena *arena, mb_engine *engine, mb_error *err)
{
    const mb_program_bounds bounds = {.seconds = describe_seconds, .bytes = describe_bytes};
    mb_program_output output = {0};
    char failure[MB_PROGRAM_TEXT];
    mb_status status;

    *engine = (mb_engine){.name = mb_arena_strdup(arena, name)};
    if (!engine->name)
        return mb_fail(err, MB_NO_MEMORY, "no memory for an engine");
    MB_TRY(locate(name, arena, &engine->path, err));
    const char *const words[] = {engine->path, "describe", NULL};
    MB_TRY(mb_program_run_within(words, bounds, &output, err));
    mb_program_failure(engine->path, &output, failure);
    if (*failure)
        MB_TRY(mb_fail(err, MB_BAD_INPUT, "%s", failure));
    MB_TRY(mb_engine_read_answer(engine->path, output.text, arena, engine, err));
done:
    mb_program_output_free(&output);
    return status;
}

mb_status mb_engine_call(const mb_engine *engine, const char *job, double time_limit,
                         volatile pid_t *adapter, mb_program_output *output, mb_error *err)
{
    const char *const words[] = {engine->path, "run", NULL};
    mb_program program;
    mb_status status = mb_program_start_with(&program, words, job, err);

    if (status != MB_OK)
        return status;
    program.bounds = (mb_program_bounds){.seconds = fmax(wall_least, wall_factor * time_limit),
                                         .bytes = trajectory_bytes,
                                         .cpu = time_limit};
    if (adapter)
        *adapter = program.pid;
    status = mb_program_finish(&program, output, err);
    if (adapter)
        *adapter = 0;
    return status;
}

void mb_engine_complaint(const mb_program_output *output, char *text, size_t size)
{
    const char *said = output->complaint;

    said += strspn(said, " \r\n\t");
    mb_copy_plain(text, size, said);
    if (strcspn(said, "\n") < strlen(text))
        text[strcspn(said, "\n")] = '\0';
    if (!*text)
        snprintf(text, size, "it says no more");
}
