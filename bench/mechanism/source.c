/* SPDX-License-Identifier: MIT */
#include "bench/mechanism/source.h"

#include <errno.h>
#include <string.h>

#include "base/text.h"
#include "problems/format/text/tree.h"
#include "problems/mechanisms/files.h"

/* The ':' before the parameters, or the end. */
static const char *end_of_path(const char *spec)
{
    const char *yaml = strstr(spec, ".yaml:"), *slash = strrchr(spec, '/'), *colon;

    for (const char *next = yaml; next; next = strstr(next + 1, ".yaml:"))
        yaml = next;
    if (yaml)
        return yaml + strlen(".yaml");
    colon = strchr(slash ? slash : spec, ':');
    return colon ? colon : spec + strlen(spec);
}

bool mb_mechanism_is_file(const char *spec)
{
    const size_t n = (size_t)(end_of_path(spec) - spec);

    return memchr(spec, '/', n) || (n > 5 && memcmp(spec + n - 5, ".yaml", 5) == 0) ||
           (n > 4 && memcmp(spec + n - 4, ".yml", 4) == 0);
}

mb_status mb_mechanism_split(const char *spec, char path[MB_SPEC_SIZE], const char **parameters,
                             mb_error *err)
{
    const char *end = end_of_path(spec);
    const size_t n = (size_t)(end - spec);

    if (n >= MB_SPEC_SIZE)
        return mb_fail(err, MB_BAD_INPUT, "a path of %zu characters; at most %d are read", n,
                       MB_SPEC_SIZE - 1);
    if (*end == ':' && !end[1])
        return mb_fail(err, MB_BAD_INPUT, "'%s' ends in ':'; expected p=v after it", spec);
    memcpy(path, spec, n);
    path[n] = '\0';
    *parameters = *end ? end + 1 : end;
    return MB_OK;
}

static mb_status read_all(FILE *file, const char *path, mb_arena *arena, mb_embedded *read,
                          mb_error *err)
{
    char *text = NULL, *grown;
    size_t size = 0, room = 1 << 14;

    for (;;) {
        grown = mb_arena_alloc(arena, room + 1, 1);
        if (!grown)
            return mb_fail(err, MB_NO_MEMORY, "no memory for %s", path);
        if (text)
            memcpy(grown, text, size);
        mb_arena_release(arena, text);
        text = grown;
        size += fread(text + size, 1, room - size, file);
        if (size < room)
            break;
        if (room > MB_TREE_BYTES)
            return mb_fail(err, MB_BAD_INPUT, "%s is larger than %d MB", path, MB_TREE_BYTES >> 20);
        room *= 2;
    }
    if (ferror(file))
        return mb_fail(err, MB_BAD_INPUT, "cannot read %s: %s", path, strerror(errno));
    read->text = text;
    read->size = size;
    return MB_OK;
}

static mb_status open_file(const char *spec, mb_arena *arena, mb_mechanism_source *source,
                           mb_error *err)
{
    char path[MB_SPEC_SIZE];
    mb_embedded *read;
    mb_status status;
    FILE *file = NULL;

    MB_TRY(mb_mechanism_split(spec, path, &source->parameters, err));
    MB_TRY(MB_TAKE(arena, &read, 1, err));
    read->name = mb_arena_strdup(arena, path);
    if (!read->name)
        MB_TRY(mb_fail(err, MB_NO_MEMORY, "no memory for %s", path));
    file = fopen(path, "r");
    if (!file)
        MB_TRY(mb_fail(err, MB_BAD_INPUT, "cannot read %s: %s", path, strerror(errno)));
    MB_TRY(read_all(file, path, arena, read, err));
    source->text = read;
done:
    if (file)
        fclose(file);
    return status;
}

mb_status mb_mechanism_open(const char *spec, mb_arena *arena, mb_mechanism_source *source,
                            mb_error *err)
{
    char name[MB_SPEC_SIZE];
    mb_status status;

    *source = (mb_mechanism_source){.file = mb_mechanism_is_file(spec)};
    if (source->file)
        return open_file(spec, arena, source, err);
    MB_TRY(mb_spec_split(spec, name, &source->parameters, err));
    source->text = mb_mechanism_file(name);
    if (!source->text)
        return mb_problem_unknown(name, err);
done:
    return status;
}

mb_status mb_mechanism_read(const mb_mechanism_source *source, const char *parameters,
                            mb_arena *arena, FILE *tell, mb_messages *messages,
                            mb_declaration **declaration, mb_error *err)
{
    mb_messages *m = messages;
    mb_error own = {MB_OK, ""};
    mb_status status;

    if (!m)
        MB_TRY(MB_TAKE(arena, &m, 1, err));
    status = mb_declaration_read(source->text, parameters, arena, m, declaration, &own);
    if (status == MB_OK || m->nerrors == 0 || !tell) {
        if (status != MB_OK)
            mb_fail(err, status, "%s", own.text);
        return status;
    }
    for (int i = 0; i < m->nerrors; i++) {
        char text[MB_MESSAGE_SIZE + MB_SPEC_SIZE + 32];

        mb_message_text(m, &m->error[i], text, sizeof text);
        mb_put_line(tell, "%s", text);
    }
    mb_fail(err, status, "%s has %s%d error%s", m->file, m->more ? "more than " : "", m->nerrors,
            m->nerrors == 1 ? "" : "s");
done:
    return status;
}
