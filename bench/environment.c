/* SPDX-License-Identifier: MIT */
#include "bench/environment.h"

#include <gnu/libc-version.h>
#if defined __has_include
#if __has_include(<sys/platform/x86.h>)
#include <sys/platform/x86.h>
#define MB_CPU_FEATURES
#endif
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>

#include <SuiteSparse_config.h>
#include <sundials/sundials_version.h>
#include <yaml.h>

#include "bench/build_info.h"
#include "report/records/environments.h"

/* OpenBLAS's own; any other BLAS goes without a version */
extern char *openblas_get_config(void) __attribute__((weak));

const char *mb_build_id(void)
{
    return MB_BUILD_ID;
}

const char *mb_version(void)
{
    return MB_BUILD_VERSION;
}

/* First line of a file after the given prefix and ": ", or its first line when prefix is NULL. */
static json_t *line_of(const char *path, const char *prefix)
{
    char line[512];
    json_t *found = NULL;
    FILE *f = fopen(path, "r");

    while (f && !found && fgets(line, sizeof line, f)) {
        char *text = line;

        line[strcspn(line, "\n")] = '\0';
        if (prefix) {
            if (strncmp(line, prefix, strlen(prefix)) != 0 || !strchr(line, ':'))
                continue;
            text = strchr(line, ':') + 1;
            text += strspn(text, " \t");
        }
        found = json_string(text);
    }
    if (f)
        fclose(f);
    return found ? found : json_null();
}

static json_t *libraries(void)
{
    const char *blas = openblas_get_config ? openblas_get_config() : "unknown";
    char suitesparse[48], sundials[48];
    int version[3];

    SuiteSparse_version(version);
    snprintf(suitesparse, sizeof suitesparse, "%d.%d.%d", version[0], version[1], version[2]);
    if (SUNDIALSGetVersion(sundials, (int)sizeof sundials) != 0)
        strcpy(sundials, "unknown");
    return json_pack("{s:s, s:s, s:s, s:s, s:s, s:s}", "blas", blas, "suitesparse", suitesparse,
                     "sundials", sundials, "libc", gnu_get_libc_version(), "jansson",
                     JANSSON_VERSION, "yaml", yaml_get_version_string());
}

/* Which variants of elementary functions the C library has picked, whose last digits differ: those
 * for fused multiplication and addition or not.  NULL: the library does not say. */
static const char *math_variant(void)
{
#ifdef MB_CPU_FEATURES
    if (CPU_FEATURE_ACTIVE(FMA) && CPU_FEATURE_ACTIVE(AVX2))
        return "fma";
    return CPU_FEATURE_ACTIVE(FMA4) ? "fma4" : CPU_FEATURE_ACTIVE(AVX) ? "avx" : "sse2";
#else
    return NULL;
#endif
}

static json_t *load(void)
{
    double average;

    return getloadavg(&average, 1) == 1 ? json_real(average) : json_null();
}

/* UTC */
static json_t *date(void)
{
    char text[32];
    time_t now = time(NULL);
    struct tm utc;

    if (!gmtime_r(&now, &utc) || strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc) == 0)
        return json_null();
    return json_string(text);
}

json_t *mb_environment(void)
{
    struct utsname name;
    json_t *environment;
    mb_error unheeded = {MB_OK, ""};

    if (uname(&name) != 0)
        snprintf(name.release, sizeof name.release, "unknown");
    environment = json_pack("{s:s, s:s, s:s, s:b, s:s, s:s, s:o, s:s?, s:s?, s:o, s:o, s:o, s:s}",
                            "version", MB_BUILD_VERSION, "build_id", MB_BUILD_ID, "commit",
                            MB_BUILD_COMMIT, "dirty", MB_BUILD_DIRTY, "compiler", MB_BUILD_COMPILER,
                            "flags", MB_BUILD_FLAGS, "libraries", libraries(), "math",
                            math_variant(), "tunables", getenv("GLIBC_TUNABLES"), "cpu",
                            line_of("/proc/cpuinfo", "model name"), "governor",
                            line_of("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", NULL),
                            "load", load(), "kernel", name.release);
    mb_environment_name(environment, &unheeded); /* what has no id stands whole in each record */
    return environment;
}

json_t *mb_environment_now(json_t *environment)
{
    json_t *copy = json_copy(environment);

    json_object_set_new(copy, "load", load());
    json_object_set_new(copy, "date", date());
    return copy;
}
