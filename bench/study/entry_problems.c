/* SPDX-License-Identifier: MIT */
/* The problems of an entry: names, files beside the study, all that there are. */
#include <string.h>

#include "bench/mechanism/problem_file.h"
#include "bench/mechanism/source.h"
#include "bench/study/study_parts.h"

static const char ALL[] = "all";

static bool is_all(const yaml_node_t *node)
{
    return node->type == YAML_SCALAR_NODE && strcmp(mb_yaml_scalar(node), ALL) == 0;
}

/* Names that `all` does not stand for; each must be one of the registry. */
static mb_status read_but(mb_yaml *yaml, yaml_node_t *node, int *n, const char ***names)
{
    mb_error why = {MB_OK, ""};
    mb_status status;

    *n = 0;
    if (!node)
        return MB_OK;
    MB_TRY(mb_yaml_texts(yaml, node, "but", n, names));
    for (int i = 0; i < *n; i++)
        if (!mb_problem_find((*names)[i])) {
            mb_problem_unknown((*names)[i], &why);
            MB_TRY(mb_yaml_fail(yaml, mb_yaml_item(yaml, node, i), "%s", why.text));
        }
done:
    return status;
}

static bool among(const char *name, int n, const char *const *names)
{
    while (n > 0 && strcmp(name, names[n - 1]) != 0)
        n--;
    return n > 0;
}

mb_status mb_entry_problems(mb_yaml *yaml, yaml_node_t *node, yaml_node_t *but, int *n,
                            mb_entry_spec **list)
{
    const int items = mb_yaml_items(node);
    int shipped, nleft;
    const mb_problem *const *all = mb_problems(&shipped);
    const char **left = NULL;
    size_t most = 0;
    mb_status status;

    MB_TRY(read_but(yaml, but, &nleft, &left));
    for (int i = 0; i < items; i++)
        most += is_all(mb_yaml_item(yaml, node, i)) ? (size_t)shipped : 1;
    MB_TRY(MB_TAKE(yaml->arena, list, most, yaml->err));
    *n = 0;
    for (int i = 0; i < items; i++) {
        mb_entry_spec next = {.node = mb_yaml_item(yaml, node, i)};

        if (!is_all(next.node)) {
            MB_TRY(mb_yaml_copy(yaml, next.node, "problem", &next.text));
            (*list)[(*n)++] = next;
            continue;
        }
        for (int k = 0; k < shipped; k++) {
            next.text = all[k]->name;
            if (!among(next.text, nleft, left))
                (*list)[(*n)++] = next;
        }
    }
    if (*n == 0)
        status = mb_yaml_fail(yaml, but, "'but' leaves no problem");
done:
    return status;
}

/* A path as seen from the study's folder. */
static mb_status place(const char *study, const char *spec, char path[MB_SPEC_SIZE], mb_error *err)
{
    const char *slash = strrchr(study, '/');
    const size_t folder =
        slash && spec[0] != '/' && mb_mechanism_is_file(spec) ? (size_t)(slash + 1 - study) : 0;

    if (folder + strlen(spec) >= MB_SPEC_SIZE)
        return mb_fail(err, MB_BAD_INPUT, "a path of more than %d characters", MB_SPEC_SIZE - 1);
    memcpy(path, study, folder);
    strcpy(path + folder, spec);
    return MB_OK;
}

mb_status mb_entry_problem_open(const char *study, const char *spec, mb_entry_opened *opened,
                                mb_error *err)
{
    mb_arena *arena;
    mb_problem_spec found;
    char path[MB_SPEC_SIZE], lacks[512];
    mb_status status;

    if (strcmp(opened->spec, spec) == 0) /* the one of the run before */
        return MB_OK;
    opened->spec[0] = '\0';
    arena = mb_arena_create();
    if (!arena)
        return mb_fail(err, MB_NO_MEMORY, "no memory for %s", spec);
    MB_TRY(place(study, spec, path, err));
    MB_TRY(mb_problem_open(path, arena, stderr, &found, err));
    if (mb_problem_lacks(&found, lacks, sizeof lacks))
        MB_TRY(mb_fail(err, MB_BAD_INPUT, "%s", lacks));
    snprintf(opened->canonical, sizeof opened->canonical, "%s", found.canonical);
    snprintf(opened->spec, sizeof opened->spec, "%s", spec);
    opened->t_end = found.problem->t_end;
done:
    mb_arena_destroy(arena);
    return status;
}
