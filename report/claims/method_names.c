/* SPDX-License-Identifier: MIT */
#include "report/claims/method_names.h"

#include <stdbool.h>
#include <string.h>

#include "base/arena.h"
#include "report/records/label.h"

/* Is the run the entry, or one of its runs: "a", "a.3", "a[reading].3"? */
static bool of_entry(const char *run, const char *entry)
{
    size_t n = strlen(entry);

    return strncmp(run, entry, n) == 0 && (run[n] == '\0' || run[n] == '.' || run[n] == '[');
}

const mb_method_name *mb_method_of(const mb_ledger *ledger, int run)
{
    for (int i = 0; i < ledger->names; i++) {
        const mb_ledger_run *r = &ledger->run[run];
        const mb_method_name *name = &ledger->name[i];

        if (name->entry ? of_entry(r->id, name->entry) : mb_spec_fits(r->solver, name->method))
            return name;
    }
    return NULL;
}

/* Letters at the end of all n labels that name one projection and so tell nothing apart. */
static size_t common_projection(const char *const *label, int n)
{
    const char *plus = strstr(label[0], " + ");
    size_t length = plus ? strlen(plus) : 0;

    for (int i = 1; i < n; i++) {
        size_t all = strlen(label[i]);

        if (all < length || strcmp(label[i] + all - length, plus ? plus : "") != 0)
            return 0;
    }
    return length;
}

/* The name, followed by what tells the run from others that have it: its label among them without
 * the formulation, which stands first there, and without the last letters, which all have. */
static mb_status name_apart(const char *name, const char *label, size_t last, const char *spec,
                            mb_arena *arena, const char **text, mb_error *err)
{
    bool whole = strcmp(label, spec) == 0 && strchr(spec, '/');
    const char *rest = label + strcspn(label, " ");

    if (whole)
        return mb_arena_printf(arena, text, err, "%s (%s)", name, spec);
    return mb_arena_printf(arena, text, err, "%s%.*s", name, (int)(strlen(rest) - last), rest);
}

/* Names the runs that have the i-th one's name. */
static mb_status name_alike(const mb_method_name *const *name, int i, const char *const *spec,
                            int n, mb_arena *arena, const char **label, mb_error *err)
{
    const char **some, **told;
    size_t last;
    int count = 0, k = 0;
    mb_status status;

    MB_TRY(MB_TAKE(arena, &some, (size_t)n, err));
    MB_TRY(MB_TAKE(arena, &told, (size_t)n, err));
    for (int j = i; j < n; j++)
        if (name[j] && strcmp(name[j]->name, name[i]->name) == 0)
            some[count++] = spec[j];
    MB_TRY(mb_labels(some, count, arena, told, NULL, err));
    last = common_projection(told, count);
    for (int j = i; j < n; j++)
        if (name[j] && strcmp(name[j]->name, name[i]->name) == 0) {
            MB_TRY(name_apart(name[i]->name, told[k], last, spec[j], arena, &label[j], err));
            k++;
        }
done:
    return status;
}

mb_status mb_method_labels(const mb_ledger *ledger, const int *run, const char *const *spec, int n,
                           mb_arena *arena, const char **label, mb_error *err)
{
    const mb_method_name **name;
    mb_status status;

    MB_TRY(mb_labels(spec, n, arena, label, NULL, err));
    if (ledger->names == 0)
        return MB_OK;
    MB_TRY(MB_TAKE(arena, &name, (size_t)n, err));
    for (int i = 0; i < n; i++)
        name[i] = mb_method_of(ledger, run[i]);
    for (int i = 0; i < n; i++) {
        bool done_already = false;

        for (int j = 0; j < i && name[i]; j++)
            done_already = done_already || (name[j] && strcmp(name[j]->name, name[i]->name) == 0);
        if (name[i] && !done_already)
            MB_TRY(name_alike(name, i, spec, n, arena, label, err));
    }
done:
    return status;
}
