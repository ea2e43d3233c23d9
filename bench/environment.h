/* SPDX-License-Identifier: MIT */
/* Where and with what a record was made. */
#ifndef MB_BENCH_ENVIRONMENT_H
#define MB_BENCH_ENVIRONMENT_H

#include <jansson.h>

/* {version, commit, dirty, compiler, flags, libraries, cpu, governor, load, kernel}; read once, as
 * /proc/cpuinfo alone costs as much as a short run.  A new reference. */
json_t *mb_environment(void);

/* A copy with the present load; a new reference. */
json_t *mb_environment_now(json_t *environment);

/* Hash over sources and compiler flags, made when the program was built. */
const char *mb_build_id(void);

/* "0.2.0" */
const char *mb_version(void);

#endif
