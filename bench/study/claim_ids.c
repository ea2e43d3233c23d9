/* SPDX-License-Identifier: MIT */
/* Runs by name: ENTRY (all its runs), ENTRY.N (the N-th, in every reading), ENTRY[READING] and
 * ENTRY[READING].N; and the runs of a claim in one combination of readings. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/names.h"
#include "bench/study/claim_parts.h"

/* ---- names ---------------------------------------------------------------------------------- */

typedef struct run_name {
    int entry;
    int reading[MB_MAX_READINGS]; /* value that the name gives; -1: none */
    int number;                   /* 0: none */
} run_name;

/* Gives the reading of which one value has the name; false: none has it, or it is given twice. */
static bool give_reading(const mb_readings *known, const char *value, size_t length, run_name *name)
{
    for (int r = 0; r < known->count; r++)
        for (int v = 0; v < known->reading[r].values; v++) {
            const char *text = known->reading[r].value[v].name;

            if (strlen(text) != length || strncmp(text, value, length) != 0)
                continue;
            if (name->reading[r] >= 0)
                return false;
            name->reading[r] = v;
            return true;
        }
    return false;
}

/* What follows the id of an entry: "", "[last]", ".3" or "[last].3". */
static bool read_rest(const mb_readings *known, const char *rest, run_name *name)
{
    for (int r = 0; r < MB_MAX_READINGS; r++)
        name->reading[r] = -1;
    name->number = 0;
    while (*rest == '[') {
        size_t n = strcspn(++rest, "]");

        if (rest[n] != ']' || !give_reading(known, rest, n, name))
            return false;
        rest += n + 1;
    }
    if (*rest == '\0')
        return true;
    if (*rest++ != '.' || *rest < '1' || *rest > '9' ||
        strspn(rest, "0123456789") != strlen(rest) || strlen(rest) > 8)
        return false;
    name->number = atoi(rest);
    return true;
}

/* Whether a run of the entry is one that the name means. */
static bool is_meant(const mb_run *run, const run_name *name)
{
    for (int r = 0; r < MB_MAX_READINGS; r++)
        if (name->reading[r] >= 0 && (!run->reading || run->reading[r] != name->reading[r]))
            return false;
    return name->number == 0 || run->number == name->number;
}

/* Runs of the name's entry that it means; `runs` (may be NULL) receives them, as indices in the
 * ledger. */
static int take_runs(const mb_claim_source *s, const run_name *name, int *runs)
{
    int count = 0;

    for (int k = s->first[name->entry]; k < s->first[name->entry + 1]; k++) {
        if (!is_meant(&s->plan->run[k], name))
            continue;
        if (runs)
            runs[count] = k - s->first[0];
        count++;
    }
    return count;
}

/* Readings of an entry that the name leaves open, as bits. */
static unsigned open_readings(const mb_claim_source *s, const run_name *name)
{
    const int *reading = s->plan->run[s->first[name->entry]].reading;
    unsigned open = 0;

    for (int r = 0; reading && r < MB_MAX_READINGS; r++)
        if (reading[r] >= 0 && name->reading[r] < 0)
            open |= 1u << r;
    return open;
}

mb_status mb_claim_unknown(const mb_claim_source *s, const yaml_node_t *node, const char *id,
                           const mb_ledger *ledger)
{
    const char **names;
    char meant[512];
    mb_status status;

    MB_TRY(MB_TAKE(s->plan->arena, &names, (size_t)ledger->claims + 1, s->yaml->err));
    for (int i = 0; i < ledger->claims; i++)
        names[i] = ledger->claim[i].id;
    status = mb_yaml_fail(s->yaml, node, "no claim of the study has the id '%s'; %s", id,
                          mb_meant(id, names, "there are", meant, sizeof meant));
done:
    return status;
}

/* The id of an entry that is nearest to one of a run or an entry; NULL: none is near. */
static const char *nearest_entry(const mb_claim_source *s, const char *id)
{
    const char **names;

    if (MB_TAKE(s->plan->arena, &names, (size_t)mb_yaml_items(s->runs) + 1, NULL) != MB_OK)
        return NULL;
    for (int i = 0; i < mb_yaml_items(s->runs); i++)
        names[i] = mb_yaml_scalar(mb_yaml_get(s->yaml, mb_yaml_item(s->yaml, s->runs, i), "id"));
    return mb_nearest(id, names);
}

static mb_status no_runs(const mb_claim_source *s, const yaml_node_t *node, const char *what,
                         const char *id)
{
    const char *names[MB_MAX_READINGS * 4] = {NULL};
    const size_t most = sizeof names / sizeof names[0] - 1;
    char list[512];
    size_t n = 0;

    for (int r = 0; r < s->readings->count; r++)
        for (int v = 0; v < s->readings->reading[r].values && n < most; v++)
            names[n++] = s->readings->reading[r].value[v].name;
    if (nearest_entry(s, id))
        return mb_yaml_fail(s->yaml, node, "no entry of runs has the id '%s'; did you mean '%s'?",
                            id, nearest_entry(s, id));
    mb_join_names(names, list, sizeof list);
    if (strchr(id, '[') && n > 0)
        return mb_yaml_fail(s->yaml, node,
                            "no entry of runs has the id '%s'; '%s' names one as ID or ID[READING],"
                            " or one of its runs as ID.N or ID[READING].N; the readings are %s",
                            id, what, list);
    return mb_yaml_fail(s->yaml, node,
                        "no entry of runs has the id '%s'; '%s' names one, or one of its runs as "
                        "ID.N",
                        id, what);
}

/* Reads a name.  Of a numbered run that a thinned grid lacks there may be none; a reading that the
 * entry has not is refused in any case. */
static mb_status read_name(const mb_claim_source *s, const yaml_node_t *node, const char *what,
                           run_name *name)
{
    const char *id;
    mb_status status = mb_yaml_text(s->yaml, node, what, &id);

    if (status != MB_OK)
        return status;
    for (int i = 0; i < mb_yaml_items(s->runs); i++) {
        const yaml_node_t *of = mb_yaml_get(s->yaml, mb_yaml_item(s->yaml, s->runs, i), "id");
        const char *entry = (const char *)of->data.scalar.value;
        size_t n = strlen(entry);
        run_name all;

        if (strncmp(id, entry, n) != 0 || !read_rest(s->readings, id + n, name))
            continue;
        name->entry = i;
        all = *name;
        all.number = 0;
        if (take_runs(s, &all, NULL) > 0 && (!s->whole || take_runs(s, name, NULL) > 0))
            return MB_OK;
        break;
    }
    return no_runs(s, node, what, id);
}

/* ---- lists ---------------------------------------------------------------------------------- */

static mb_status claim_list(const mb_claim_source *s, mb_run_list *list, int items, int runs)
{
    mb_arena *arena = s->plan->arena;
    mb_error *err = s->yaml->err;
    mb_status status;

    list->items = items;
    list->runs = runs;
    MB_TRY(MB_TAKE(arena, &list->name, (size_t)items, err));
    MB_TRY(MB_TAKE(arena, &list->open, (size_t)items, err));
    MB_TRY(MB_TAKE(arena, &list->first, (size_t)items + 1, err));
    MB_TRY(MB_TAKE(arena, &list->run, (size_t)runs, err));
done:
    return status;
}

mb_status mb_claim_runs(const mb_claim_source *s, yaml_node_t *node, const char *what,
                        mb_run_list *list)
{
    int items = mb_yaml_items(node), n = 0;
    run_name name;
    mb_status status;

    if (items == 0)
        return mb_yaml_fail(s->yaml, node, "'%s' is an empty list; give at least one id", what);
    for (int i = 0; i < items; i++) {
        MB_TRY(read_name(s, mb_yaml_item(s->yaml, node, i), what, &name));
        n += take_runs(s, &name, NULL);
    }
    MB_TRY(claim_list(s, list, items, n));
    for (int i = 0; i < items; i++) {
        const yaml_node_t *item = mb_yaml_item(s->yaml, node, i);

        MB_TRY(mb_yaml_copy(s->yaml, item, what, &list->name[i]));
        MB_TRY(read_name(s, item, what, &name));
        list->open[i] = open_readings(s, &name);
        list->first[i + 1] = list->first[i] + take_runs(s, &name, list->run + list->first[i]);
    }
done:
    return status;
}

mb_status mb_claim_split(const mb_claim_source *s, mb_run_list *list)
{
    mb_run_list all = *list;
    mb_status status;

    MB_TRY(claim_list(s, list, all.runs, all.runs));
    for (int i = 0; i < all.runs; i++) {
        list->run[i] = all.run[i];
        list->name[i] = s->plan->run[s->first[0] + all.run[i]].id;
        list->first[i + 1] = i + 1;
    }
done:
    return status;
}

/* ---- readings ------------------------------------------------------------------------------- */

/* Readings that one of the items leaves open, as bits. */
static unsigned open_of(const mb_study_claim *claim)
{
    const mb_run_list *const lists[] = {&claim->run, &claim->than};
    unsigned open = 0;

    for (int l = 0; l < 2; l++)
        for (int i = 0; i < lists[l]->items; i++)
            open |= lists[l]->open[i];
    return open;
}

/* Of a list the runs in the readings `at`, as far as its names leave them open. */
static mb_status choose(const mb_claim_source *s, const int *at, const mb_run_list *all,
                        mb_run_list *list)
{
    int used = 0;
    mb_status status;

    if (all->items == 0)
        return MB_OK;
    MB_TRY(claim_list(s, list, all->items, all->runs));
    for (int i = 0; i < all->items; i++) {
        list->name[i] = all->name[i];
        list->open[i] = 0;
        for (int k = all->first[i]; k < all->first[i + 1]; k++) {
            const int *reading = s->plan->run[s->first[0] + all->run[k]].reading;
            bool meant = true;

            for (int r = 0; r < MB_MAX_READINGS; r++)
                meant = meant && (!(all->open[i] >> r & 1u) || reading[r] == at[r]);
            if (meant)
                list->run[used++] = all->run[k];
        }
        list->first[i + 1] = used;
    }
    list->runs = used;
done:
    return status;
}

/* Next combination of the open readings, the last one fastest; false after the last. */
static bool advance(const mb_readings *readings, unsigned open, int *at)
{
    for (int r = readings->count - 1; r >= 0; r--) {
        if (!(open >> r & 1u))
            continue;
        if (++at[r] < readings->reading[r].values)
            return true;
        at[r] = 0;
    }
    return false;
}

static mb_status name_combination(const mb_claim_source *s, unsigned open, const int *at,
                                  const char **text)
{
    char name[256] = "";
    size_t used = 0;

    for (int r = 0; r < s->readings->count && used < sizeof name; r++)
        if (open >> r & 1u)
            used += (size_t)snprintf(name + used, sizeof name - used, "[%s]",
                                     s->readings->reading[r].value[at[r]].name);
    *text = mb_arena_strdup(s->plan->arena, name);
    return *text ? MB_OK : mb_fail(s->yaml->err, MB_NO_MEMORY, "no memory for the claims");
}

mb_status mb_claim_variants(const mb_claim_source *s, mb_study_claim *claim)
{
    const unsigned open = open_of(claim);
    int at[MB_MAX_READINGS] = {0}, count = 1;
    mb_study_claim *variant;
    mb_status status;

    if (open == 0)
        return MB_OK;
    for (int r = 0; r < s->readings->count; r++)
        count *= open >> r & 1u ? s->readings->reading[r].values : 1;
    MB_TRY(MB_TAKE(s->plan->arena, &variant, (size_t)count, s->yaml->err));
    for (int i = 0; i < count; i++, advance(s->readings, open, at)) {
        variant[i] = *claim;
        MB_TRY(choose(s, at, &claim->run, &variant[i].run));
        MB_TRY(choose(s, at, &claim->than, &variant[i].than));
        MB_TRY(name_combination(s, open, at, &variant[i].combination));
    }
    claim->variant = variant;
    claim->variants = count;
done:
    return status;
}
