/* SPDX-License-Identifier: MIT */
/* Adapters: where they are, what they say of themselves, how they are run. */
#include <ctype.h>
#include <dirent.h>
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
    int count, more; /* kept; beyond those */
    char name[MB_MOST_ADAPTERS][NAME_SIZE];
};

/* Lists the adapters of a folder. */
static bool list_adapters(const char *folder, void *data)
{
    DIR *dir = opendir(folder);
    struct others *others = data;

    for (const struct dirent *e; dir && (e = readdir(dir));) {
        const char *name = e->d_name + strlen(PREFIX);
        bool known = false;

        if (strncmp(e->d_name, PREFIX, strlen(PREFIX)) != 0 || strchr(name, '.') ||
            strlen(name) >= NAME_SIZE)
            continue;
        for (int i = 0; i < others->count; i++)
            known = known || strcmp(others->name[i], name) == 0;
        if (!known && others->count < MB_MOST_ADAPTERS)
            strcpy(others->name[others->count++], name);
        else
            others->more += !known;
    }
    if (dir)
        closedir(dir);
    return false;
}

int mb_engines_here(mb_arena *arena, const char *name[MB_MOST_ADAPTERS + 1])
{
    struct others others = {0};
    int n = 0;

    among_folders(list_adapters, &others);
    for (int i = 0; i < others.count; i++) {
        name[n] = mb_arena_strdup(arena, others.name[i]);
        n += name[n] != NULL;
    }
    name[n] = NULL;
    return n;
}

/* Which engines there are instead, and where the one of that name would be found. */
static mb_status none_here(const char *name, mb_error *err)
{
    const char *list = getenv("MBSBENCH_ENGINES");
    const char *names[MB_MOST_ADAPTERS + 1] = {NULL};
    struct others others = {0};
    char meant[400] = "no other is either", more[40] = "";

    among_folders(list_adapters, &others);
    for (int i = 0; i < others.count; i++)
        names[i] = others.name[i];
    if (others.count > 0)
        mb_meant(name, names, "there are", meant, sizeof meant);
    if (others.more > 0)
        snprintf(more, sizeof more, ", and %d more", others.more);
    return mb_fail(err, MB_BAD_INPUT,
                   "there is no engine '%s' here; %s%s. Looked for the program " PREFIX
                   "%s beside mbsbench, in MBSBENCH_ENGINES (%.200s) and in PATH "
                   "(docs/engines.md)",
                   name, meant, strncmp(meant, "there are", 9) == 0 ? more : "", name,
                   list && *list ? list : "not set");
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

    if (!well_named(name))
        return mb_fail(err, MB_BAD_INPUT,
                       "'%.80s' is no name of an engine; expected small letters, digits and '-'",
                       name);
    if (among_folders(has_adapter, &s)) {
        *path = mb_arena_strdup(arena, s.path);
        return *path ? MB_OK : mb_fail(err, MB_NO_MEMORY, "no memory for an engine");
    }
    return none_here(name, err);
}

bool mb_engine_is_here(const char *name)
{
    struct sought s = {.name = name};

    return well_named(name) && among_folders(has_adapter, &s);
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
    if (output.ended == MB_PROGRAM_LATE)
        MB_TRY(mb_fail(err, MB_BAD_INPUT,
                       "%s describe does not end within %g s: it prints, and reads nothing "
                       "(docs/engines.md)",
                       engine->path, describe_seconds));
    if (*failure)
        MB_TRY(mb_fail(err, MB_BAD_INPUT, "%s", failure));
    MB_TRY(mb_engine_read_answer(engine->path, output.text, arena, engine, err));
done:
    mb_program_output_free(&output);
    return status;
}

mb_status mb_engine_call(const mb_engine *engine, const char *job, double time_limit, double idle,
                         volatile pid_t *adapter, mb_program_output *output, mb_error *err)
{
    const char *const words[] = {engine->path, "run", NULL};
    mb_program program;
    mb_status status = mb_program_start_with(&program, words, job, err);

    if (status != MB_OK)
        return status;
    program.bounds = (mb_program_bounds){.seconds = fmax(wall_least, wall_factor * time_limit),
                                         .bytes = trajectory_bytes,
                                         .cpu = time_limit,
                                         .idle = idle};
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
        snprintf(text, size, "it says nothing on standard error");
}
