/* SPDX-License-Identifier: MIT */
#include "bench/command/plugin_option.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/plugin/plugins.h"

const mb_option mb_plugin_options[] = {
    {"--plugin", "FILE.so",
     "a library with parts of solvers (docs/plugins.md), which have names like all\n"
     "others then; may be repeated; MBSBENCH_PLUGINS names such files and folders",
     MB_OPTION_TEXT, .needs = "the file of a library"},
    {.word = NULL},
};

/* The value of --plugin at a word, in it or in the next one, of which *words are used up; NULL: it is
 * another word. */
static const char *value_at(const mb_args *args, int i, int *words)
{
    static const char word[] = "--plugin";
    const size_t n = sizeof word - 1;
    const char *text = args->word[i];

    if (strncmp(text, word, n) != 0 || (text[n] != '\0' && text[n] != '='))
        return NULL;
    *words = text[n] == '=' || i + 1 == args->count ? 1 : 2;
    return text[n] == '=' ? text + n + 1 : i + 1 < args->count ? args->word[i + 1] : "";
}

static mb_status name_to_others(const char *path, mb_error *err)
{
    const char *before = getenv(MB_PLUGINS_VARIABLE);
    char *real = realpath(path, NULL), *all = NULL;
    mb_status status = MB_OK;

    if (!real || asprintf(&all, "%s%s%s", before ? before : "", before ? ":" : "", real) < 0 ||
        setenv(MB_PLUGINS_VARIABLE, all, 1) != 0)
        status = mb_fail(err, MB_NO_MEMORY, "out of memory");
    free(real);
    free(all);
    return status;
}

mb_status mb_plugin_words_take(mb_args *args, mb_error *err)
{
    int kept = 0, words = 1;
    mb_status status;

    MB_TRY(mb_plugins_load_named(err));
    for (int i = 0; i < args->count; i += words) {
        const char *path = value_at(args, i, &words);

        if (!path) {
            args->word[kept++] = args->word[i];
            words = 1;
            continue;
        }
        if (!*path)
            MB_TRY(mb_fail(err, MB_BAD_INPUT, "--plugin needs %s", mb_plugin_options[0].needs));
        MB_TRY(mb_plugins_load(path, err));
        MB_TRY(name_to_others(path, err));
    }
    args->count = kept;
done:
    return status;
}
