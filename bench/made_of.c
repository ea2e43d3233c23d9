/* SPDX-License-Identifier: MIT */
#include "bench/made_of.h"

#include <string.h>

#include "bench/build_info.h"
#include "bench/plugin/plugins.h"
#include "report/records/spec_parts.h"

static const struct {
    const char *name, *digest; /* "formulations/ali3", "mechanisms/four-bar" */
} part[] = {MB_BUILD_PARTS};

/* Adds the digests of the parts in a folder; name: of one of them; "": of all. */
static uint64_t add(uint64_t hash, const char *folder, mb_text_span name)
{
    const size_t n = strlen(folder);

    for (int i = 0; part[i].name; i++) {
        const char *base = part[i].name + n + 1;

        if (strncmp(part[i].name, folder, n) != 0 || part[i].name[n] != '/')
            continue;
        if (name.length == 0 || mb_span_equal(name, mb_span_of(base, strlen(base))))
            hash = mb_hash_text(hash, part[i].digest);
    }
    return hash;
}

void mb_made_of(const char *problem, const char *solver, char text[MB_HEX_SIZE])
{
    static const char *const folder[MB_SPEC_PARTS] = {"formulations", "integrators", "projections",
                                                      "linsolvers"};
    const mb_text_span all = mb_span_of("", 0),
                       mechanism = mb_span_of(problem, strcspn(problem, ":"));
    const bool file = strpbrk(problem, "/.") != NULL;
    uint64_t hash = mb_hash_text(MB_HASH_START, MB_BUILD_KERNEL);
    mb_spec_slots slots;

    hash = add(hash, "mechanisms", file ? all : mechanism);
    mb_spec_read(solver, &slots);
    for (int k = 0; k < MB_SPEC_PARTS; k++) {
        const mb_text_span name = slots.slot[k].name;
        const bool picked = mb_span_equal(name, mb_span_of("auto", 4));

        const mb_plugin_file *plugin = mb_plugins_of((mb_solver_slot)k, name);

        hash = add(hash, folder[k], picked ? all : name);
        if (plugin)
            hash = mb_hash_text(hash, plugin->sha256);
    }
    mb_hash_hex(hash, text);
}
