/* SPDX-License-Identifier: MIT */
/* Fuzz target: the parsers of problem and solver specs.  What is accepted has a canonical form that
 * reads back to itself. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "solvers/solver.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef mb_status canonical(const char *spec, char *text, size_t size, mb_error *err);

static void try(canonical *parse, const char *spec)
{
    char once[4 * MB_SPEC_SIZE], twice[4 * MB_SPEC_SIZE];
    mb_error err = {MB_OK, ""};

    if (parse(spec, once, sizeof once, &err) != MB_OK) {
        if (!err.text[0])
            abort();
        return;
    }
    if (parse(once, twice, sizeof twice, &err) != MB_OK || strcmp(once, twice) != 0)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *spec = malloc(size + 1);

    if (!spec)
        return 0;
    memcpy(spec, data, size);
    spec[size] = '\0';
    try(mb_problem_canonical, spec);
    try(mb_solver_canonical, spec);
    free(spec);
    return 0;
}
