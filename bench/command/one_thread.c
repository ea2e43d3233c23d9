/* SPDX-License-Identifier: MIT */
#include "bench/command/one_thread.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LIMITS = 2 };

static char limit[LIMITS][32] = {"OPENBLAS_NUM_THREADS=1", "OMP_NUM_THREADS=1"};

/* What stood in the environment where a limit stands until main; NULL: nothing, or the same variable */
static char *displaced[LIMITS];

/* Sanitizers are not there yet. */
#define EARLY __attribute__((no_sanitize("address", "undefined")))

/* Whether an entry is of the variable that `name` begins with */
static EARLY bool is_of(const char *entry, const char *name)
{
    for (; *entry == *name; entry++, name++)
        if (*name == '=')
            return true;
    return false;
}

/* The place of a variable; NULL: it is not there */
static EARLY char **place_of(char **environment, const char *name)
{
    for (; *environment; environment++)
        if (is_of(*environment, name))
            return environment;
    return NULL;
}

/* What the loader calls before the libraries' own beginnings, which may read the environment and not yet
 * lengthen it: limits stand in the places of variables that no library reads as it is loaded. */
static EARLY void limit_early(int argc, char **argv, char **environment)
{
    static const char *const lenders[] = {
        "_=", "SHLVL=", "OLDPWD=", "PWD=", "TERM=", "HOME=", "PATH="};
    size_t next = 0;

    (void)argc;
    (void)argv;
    for (int i = 0; i < LIMITS; i++) {
        char **place = place_of(environment, limit[i]);

        if (place) {
            *place = limit[i];
            continue;
        }
        while (!place && next < sizeof lenders / sizeof *lenders)
            place = place_of(environment, lenders[next++]);
        if (!place)
            return;
        displaced[i] = *place;
        *place = limit[i];
    }
}

__attribute__((section(".preinit_array"),
               used)) static void (*const before_libraries)(int, char **, char **) = limit_early;

void mb_give_places_back(void)
{
    for (int i = 0; i < LIMITS; i++)
        if (displaced[i])
            putenv(displaced[i]);
}

void mb_start_with_one_thread(char **argv)
{
    static const char guard[] = "MBSBENCH_ONE_THREAD";
    bool set = true;

    for (int i = 0; i < LIMITS; i++) {
        const size_t length = strcspn(limit[i], "=");
        char name[sizeof limit[i]];
        const char *value;

        snprintf(name, sizeof name, "%.*s", (int)length, limit[i]);
        value = getenv(name);
        set = set && value && strcmp(value, "1") == 0;
        setenv(name, "1", 1);
    }
    if (set || getenv(guard))
        return;
    setenv(guard, "1", 1);
    execv("/proc/self/exe", argv);
    fputs("mbsbench: cannot start again with one library thread; set OPENBLAS_NUM_THREADS=1\n",
          stderr);
}
