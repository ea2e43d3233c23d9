/* SPDX-License-Identifier: MIT */
#include "bench/plugin/plugins.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fenv.h>
#include <float.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST = 32 };

/* What the program has taken in, as its registries have: written at its start, then only read. */
static mb_plugin_file loaded[MOST];
static int count;

const mb_plugin_file *mb_plugins_at(int i)
{
    return i < count ? &loaded[i] : NULL;
}

const mb_plugin_file *mb_plugins_of(mb_solver_slot slot, mb_text_span name)
{
    const mb_solver_part *part;

    for (int i = 0; i < count; i++)
        for (int k = 0; (part = mb_plugin_part(loaded[i].plugin, slot, k)); k++)
            if (mb_span_equal(name, mb_span_of(part->name, strlen(part->name))))
                return &loaded[i];
    return NULL;
}

json_t *mb_plugins_record(const char *solver)
{
    json_t *files = NULL;
    mb_spec_slots slots;

    mb_spec_read(solver, &slots);
    for (int i = 0; i < count; i++) {
        bool used = false;

        for (int k = 0; k < MB_SPEC_PARTS; k++)
            used = used || mb_plugins_of((mb_solver_slot)k, slots.slot[k].name) == &loaded[i];
        if (used && !files)
            files = json_array();
        if (used)
            json_array_append_new(
                files, json_pack("{s:s, s:s}", "file", loaded[i].name, "sha256", loaded[i].sha256));
    }
    return files;
}

/* ---- one library ---------------------------------------------------------------------------- */

/* Hash of a file; what is no library of any kind is told before the system says it in its words. */
static mb_status digest(const char *path, char text[MB_SHA256_TEXT], mb_error *err)
{
    static const unsigned char library[] = {0x7f, 'E', 'L', 'F'};
    FILE *file = fopen(path, "rb");
    unsigned char bytes[8192];
    mb_sha256 sum;
    size_t n, size = 0;
    bool wrong, compiled = false;

    if (!file)
        return mb_fail(err, MB_BAD_INPUT, "cannot be read: %s", strerror(errno));
    mb_sha256_begin(&sum);
    while ((n = fread(bytes, 1, sizeof bytes, file)) > 0) {
        mb_sha256_add(&sum, bytes, n);
        if (size == 0)
            compiled = n >= sizeof library && memcmp(bytes, library, sizeof library) == 0;
        size += n;
    }
    wrong = ferror(file) != 0;
    fclose(file);
    mb_sha256_text(&sum, text);
    if (wrong)
        return mb_fail(err, MB_BAD_INPUT, "cannot be read to its end");
    if (!compiled)
        return mb_fail(err, MB_BAD_INPUT,
                       "is no library; of a source one is made by: cc -shared -fPIC $(pkg-config "
                       "--cflags mbsbench) -o my-method.so my-method.c (docs/plugins.md)");
    return MB_OK;
}

/* Whether numbers below DBL_MIN are numbers, and results are the nearest ones. */
static bool arithmetic_is_whole(void)
{
    const volatile double least = DBL_MIN, tiny = least / 4.0;

    return tiny > 0.0 && tiny * 4.0 == least && fegetround() == FE_TONEAREST;
}

/* Loads a library, which must leave the arithmetic of the program as it is. */
static mb_status load(const char *path, void **library, mb_error *err)
{
    const char *why;
    fenv_t before;
    bool whole;

    fegetenv(&before);
    *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    whole = arithmetic_is_whole();
    fesetenv(&before);
    why = *library ? "" : dlerror();
    if (!*library)
        return mb_fail(err, MB_BAD_INPUT, "the system cannot load it: %.600s%s", why,
                       strstr(why, "undefined symbol: mb_")
                           ? "; what a plug-in may call stands in solvers/plugin/host.h"
                           : "");
    if (whole)
        return MB_OK;
    dlclose(*library);
    return mb_fail(err, MB_BAD_INPUT,
                   "as it is loaded it changes the arithmetic of the whole program (numbers below "
                   "2e-308 become 0, or results are not the nearest): compile and link it without "
                   "-ffast-math, -Ofast and -funsafe-math-optimizations");
}

/* Its head, once the system has loaded it. */
static mb_status open_library(const char *path, const mb_plugin **plugin, mb_error *err)
{
    void *library;
    mb_status status = load(path, &library, err);

    if (status != MB_OK)
        return status;
    *plugin = dlsym(library, MB_PLUGIN_SYMBOL);
    if (!*plugin)
        return mb_fail(err, MB_BAD_INPUT,
                       "a library without " MB_PLUGIN_SYMBOL
                       ", which MB_PLUGIN(...) of solvers/plugin/plugin.h defines");
    return MB_OK;
}

const mb_plugin_file *mb_plugins_with(const char *sha256)
{
    for (int i = 0; sha256 && i < count; i++)
        if (strcmp(loaded[i].sha256, sha256) == 0)
            return &loaded[i];
    return NULL;
}

const mb_plugin_file *mb_plugins_find(const char *path)
{
    char *real = realpath(path, NULL);
    const mb_plugin_file *found = NULL;

    for (int i = 0; real && i < count; i++)
        if (strcmp(loaded[i].path, real) == 0)
            found = &loaded[i];
    free(real);
    return found;
}

enum { LONGEST_LOAD = 60, LOADED = 99 }; /* [s]; exit status that nothing but the end has */

/* The child that loads it. */
static _Noreturn void load_alone(const char *path)
{
    const struct rlimit core = {0, 0};
    const mb_plugin *plugin;

    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setrlimit(RLIMIT_CORE, &core);
    alarm(LONGEST_LOAD);
    if (open_library(path, &plugin, NULL) == MB_OK)
        (void)mb_plugin_add(plugin, NULL);
    _exit(LOADED);
}

bool mb_plugins_end_program(const char *path, char why[MB_PLUGIN_END_SIZE])
{
    char *real =
        realpath(path, NULL); /* of a name without a folder the system would look elsewhere */
    int code = 0;
    pid_t pid;

    fflush(NULL); /* what waits to be written must not be written twice */
    pid = real ? fork() : -1;
    if (pid == 0)
        load_alone(real);
    free(real);
    while (pid > 0 && waitpid(pid, &code, 0) < 0 && errno == EINTR)
        ;
    if (pid < 0 || (WIFEXITED(code) && WEXITSTATUS(code) == LOADED))
        return false;
    if (WIFEXITED(code))
        snprintf(why, MB_PLUGIN_END_SIZE, "ended the program with exit status %d",
                 WEXITSTATUS(code));
    else if (WTERMSIG(code) == SIGALRM)
        snprintf(why, MB_PLUGIN_END_SIZE, "did not end within %d s", LONGEST_LOAD);
    else
        snprintf(why, MB_PLUGIN_END_SIZE, "crashed (signal %d, %s)", WTERMSIG(code),
                 strsignal(WTERMSIG(code)));
    return true;
}

static mb_status take_in(mb_plugin_file *file, mb_error *err)
{
    struct stat info;
    char why[MB_PLUGIN_END_SIZE];
    mb_status status;

    if (stat(file->path, &info) != 0 || !S_ISREG(info.st_mode))
        MB_TRY(mb_fail(err, MB_BAD_INPUT, "no file; give that of a library"));
    if (count == MOST)
        MB_TRY(mb_fail(err, MB_BAD_INPUT, "%d are loaded already, and no more can be", MOST));
    MB_TRY(digest(file->path, file->sha256, err));
    if (mb_plugins_end_program(file->path, why))
        MB_TRY(mb_fail(err, MB_BAD_INPUT,
                       "it %s while it was loaded: the fault is in what it runs then "
                       "(constructors), or in its descriptors",
                       why));
    MB_TRY(open_library(file->path, &file->plugin, err));
    MB_TRY(mb_plugin_add(file->plugin, err));
    file->name = strrchr(file->path, '/') + 1;
    loaded[count++] = *file;
done:
    return status;
}

mb_status mb_plugins_load(const char *path, mb_error *err)
{
    mb_plugin_file file = {.path = realpath(path, NULL)};
    mb_error cause = {MB_OK, ""};
    mb_status status = MB_OK;

    if (!file.path)
        return mb_fail(err, MB_BAD_INPUT, "plug-in %.400s: %s", path, strerror(errno));
    if (mb_plugins_find(file.path))
        free(file.path);
    else if (take_in(&file, &cause) != MB_OK) {
        status = mb_fail(err, cause.status, "plug-in %.300s: %.700s", path, cause.text);
        free(file.path);
    }
    return status;
}

/* ---- those that the environment names ------------------------------------------------------- */

static int is_library(const struct dirent *entry)
{
    const size_t n = strlen(entry->d_name);

    return n > 3 && strcmp(entry->d_name + n - 3, ".so") == 0;
}

static mb_status load_folder(const char *folder, mb_error *err)
{
    struct dirent **entry = NULL;
    const int n = scandir(folder, &entry, is_library, alphasort);
    mb_status status = MB_OK;

    if (n < 0)
        return mb_fail(err, MB_BAD_INPUT, MB_PLUGINS_VARIABLE ": %.400s: %s", folder,
                       strerror(errno));
    for (int i = 0; i < n; i++) {
        char *path = NULL;

        if (status == MB_OK && asprintf(&path, "%s/%s", folder, entry[i]->d_name) < 0)
            status = mb_fail(err, MB_NO_MEMORY, "out of memory");
        else if (status == MB_OK)
            status = mb_plugins_load(path, err);
        free(path);
        free(entry[i]);
    }
    free(entry);
    return status;
}

mb_status mb_plugins_load_named(mb_error *err)
{
    const char *at = getenv(MB_PLUGINS_VARIABLE);
    char place[PATH_MAX];
    struct stat info;
    mb_status status = MB_OK;

    for (; at && *at && status == MB_OK; at += strspn(at, ":")) {
        const size_t n = strcspn(at, ":");

        if (n > 0 && n < sizeof place) {
            snprintf(place, sizeof place, "%.*s", (int)n, at);
            status = stat(place, &info) == 0 && S_ISREG(info.st_mode) ? mb_plugins_load(place, err)
                                                                      : load_folder(place, err);
        }
        at += n;
    }
    return status;
}
