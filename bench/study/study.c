#include "bench/study/study.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/names.h"
#include "bench/study/study_parts.h"

enum { MAX_FILE = 16 << 20, MAX_SHIPPED = 64, ROUNDS = 3 };

static mb_status read_head(mb_yaml *yaml, const yaml_node_t *root, mb_study *study)
{
    static const char *const keys[] = {"study", "title", "source"};
    char *const targets[] = {study->name, study->title, study->source};
    const size_t sizes[] = {sizeof study->name, sizeof study->title, sizeof study->source};

    for (int i = 0; i < 3; i++) {
        const yaml_node_t *node = mb_yaml_get(yaml, root, keys[i]);
        const char *text;
        mb_status status;

        if (!node && i == 0)
            return mb_yaml_fail(yaml, root, "a study needs the key 'study', its name");
        if (!node)
            continue;
        status = mb_yaml_text(yaml, node, keys[i], &text);
        if (status != MB_OK)
            return status;
        if (strlen(text) >= sizes[i])
            return mb_yaml_fail(yaml, node, "%s is longer than %zu characters", keys[i],
                                sizes[i] - 1);
        if (i == 0 && strpbrk(text, " \t\n/{},:"))
            return mb_yaml_fail(yaml, node, "study '%s' must be without spaces and / : , { }",
                                text);
        strcpy(targets[i], text);
    }
    return MB_OK;
}

struct entry_id {
    const char *text;
    int index; /* of its entry */
};

static int compare_ids(const void *a, const void *b)
{
    const struct entry_id *x = a, *y = b;
    int order = strcmp(x->text, y->text);

    return order ? order : x->index - y->index;
}

/* Ids of entries must differ from each other: of those that do not, the first in the file that
 * stands there for the second time is named. */
static mb_status check_ids(mb_yaml *yaml, yaml_node_t *runs)
{
    int n = mb_yaml_items(runs), doubled = n;
    struct entry_id *ids = malloc((size_t)n * sizeof *ids);
    const yaml_node_t *node;

    if (!ids)
        return mb_fail(yaml->err, MB_NO_MEMORY, "no memory for %d ids", n);
    for (int i = 0; i < n; i++) {
        node = mb_yaml_get(yaml, mb_yaml_item(yaml, runs, i), "id");
        ids[i] = (struct entry_id){(const char *)node->data.scalar.value, i};
    }
    qsort(ids, (size_t)n, sizeof *ids, compare_ids);
    for (int i = 1; i < n; i++)
        if (strcmp(ids[i].text, ids[i - 1].text) == 0 && ids[i].index < doubled)
            doubled = ids[i].index;
    free(ids);
    if (doubled == n)
        return MB_OK;
    node = mb_yaml_get(yaml, mb_yaml_item(yaml, runs, doubled), "id");
    return mb_yaml_fail(yaml, node, "id '%s' stands twice in runs; ids must differ",
                        (const char *)node->data.scalar.value);
}

static mb_status read_runs(mb_yaml *yaml, yaml_node_t *root, const mb_study_options *options,
                           mb_plan *plan, mb_study *study, mb_claim_source *source)
{
    yaml_node_t **runs = &source->runs;
    int before = plan->count;
    mb_status status;

    *runs = mb_yaml_get(yaml, root, "runs");
    if (!*runs)
        return mb_yaml_fail(yaml, root, "a study needs the key 'runs'");
    if ((*runs)->type != YAML_SEQUENCE_NODE || mb_yaml_items(*runs) == 0)
        return mb_yaml_fail(yaml, *runs,
                            "'runs' must be a list of entries with id, problem and "
                            "solver");
    MB_TRY(MB_TAKE(plan->arena, &source->first, (size_t)mb_yaml_items(*runs) + 1, yaml->err));
    for (int i = 0; i < mb_yaml_items(*runs); i++) {
        source->first[i] = plan->count;
        MB_TRY(mb_study_entry(yaml, mb_yaml_item(yaml, *runs, i), study->name,
                              &study->ledger.readings, options, plan));
        source->first[i + 1] = plan->count;
    }
    MB_TRY(check_ids(yaml, *runs));
    MB_TRY(mb_readings_used(yaml, mb_yaml_get(yaml, root, "readings"), &study->ledger.readings,
                            plan, before));
    study->runs = plan->count - before;
done:
    return status;
}

/* The study's head and runs, as its claims refer to them. */
static mb_status make_ledger(const mb_claim_source *source, const char *name, mb_study *study)
{
    const mb_plan *plan = source->plan;
    mb_ledger *ledger = &study->ledger;
    const char **const texts[] = {&ledger->study, &ledger->title, &ledger->source, &ledger->file};
    const char *const from[] = {study->name, study->title, study->source, name};
    mb_status status;

    MB_TRY(MB_TAKE(plan->arena, &ledger->run, (size_t)study->runs, source->yaml->err));
    ledger->runs = study->runs;
    for (int i = 0; i < study->runs; i++) {
        const mb_run *run = &plan->run[source->first[0] + i];

        ledger->run[i].id = run->id;
        ledger->run[i].problem = run->problem;
        ledger->run[i].solver = run->solver;
        mb_hash_hex(run->cell, ledger->run[i].cell);
    }
    for (int i = 0; i < 4; i++) {
        *texts[i] = mb_arena_strdup(plan->arena, from[i]);
        if (!*texts[i])
            return mb_fail(source->yaml->err, MB_NO_MEMORY, "no memory for the study's claims");
    }
done:
    return status;
}

/* A claim on CPU times rests on rounds that agree. */
static void mark_timed(const mb_ledger *ledger, mb_run *run)
{
    for (int i = 0; i < ledger->claims; i++) {
        const mb_study_claim *claim = &ledger->claim[i];
        const mb_run_list *const lists[] = {&claim->run, &claim->than};

        for (int l = 0; l < 2 && mb_metric_timed(&claim->metric); l++)
            for (int k = 0; k < lists[l]->runs; k++)
                run[lists[l]->run[k]].rounds = ROUNDS;
    }
}

mb_status mb_study_parse(const char *file, const char *text, size_t size,
                         const mb_study_options *options, mb_plan *plan, mb_study *study,
                         mb_error *err)
{
    static const char *const keys[] = {"study", "title",    "source",   "readings",
                                       "runs",  "claims",   "figures",  "errata",
                                       "names", "numbered", "contents", NULL};
    mb_yaml yaml;
    mb_claim_source source = {.yaml = &yaml,
                              .plan = plan,
                              .readings = &study->ledger.readings,
                              .whole = !options->quick && isnan(options->t_end)};
    yaml_node_t *root;
    mb_status status;

    memset(study, 0, sizeof *study);
    MB_TRY(mb_yaml_parse(&yaml, file, text, size, err));
    root = mb_yaml_root(&yaml);
    MB_TRY(mb_yaml_check_keys(&yaml, root, "a study", keys));
    MB_TRY(read_head(&yaml, root, study));
    MB_TRY(mb_readings_read(&yaml, mb_yaml_get(&yaml, root, "readings"), plan->arena,
                            &study->ledger.readings));
    MB_TRY(read_runs(&yaml, root, options, plan, study, &source));
    MB_TRY(make_ledger(&source, file, study));
    MB_TRY(mb_names_read(&source, mb_yaml_get(&yaml, root, "names"), &study->ledger));
    MB_TRY(mb_claims_read(&source, mb_yaml_get(&yaml, root, "claims"), &study->ledger));
    mark_timed(&study->ledger, &plan->run[source.first[0]]);
    MB_TRY(mb_figures_read(&source, mb_yaml_get(&yaml, root, "figures"), &study->ledger));
    MB_TRY(mb_errata_read(&source, mb_yaml_get(&yaml, root, "errata"), &study->ledger));
    MB_TRY(mb_contents_read(&source, root, &study->ledger));
done:
    mb_yaml_free(&yaml);
    return status;
}

/* Whole text of a file; freed by the caller. */
static mb_status read_file(const char *path, char **text, size_t *size, mb_error *err)
{
    FILE *f = fopen(path, "rb");
    mb_status status = MB_OK;

    *text = NULL;
    if (!f)
        return mb_fail(err, MB_BAD_INPUT, "%s: %s", path, strerror(errno));
    *text = malloc(MAX_FILE);
    if (!*text)
        status = mb_fail(err, MB_NO_MEMORY, "%s: no memory to read it", path);
    else
        *size = fread(*text, 1, MAX_FILE, f);
    if (*text && ferror(f))
        status = mb_fail(err, MB_BAD_INPUT, "%s: %s", path, strerror(errno));
    else if (*text && *size == MAX_FILE)
        status = mb_fail(err, MB_BAD_INPUT, "%s: larger than %d MB; a study is a few pages", path,
                         MAX_FILE >> 20);
    fclose(f);
    return status;
}

static mb_status no_study(const char *name, const mb_error *why, mb_error *err)
{
    const char *names[MAX_SHIPPED + 1] = {NULL};
    char list[512];

    for (int i = 0; i < MAX_SHIPPED && mb_shipped_studies[i].name; i++)
        names[i] = mb_shipped_studies[i].name;
    mb_join_names(names, list, sizeof list);
    if (strchr(name, '/') || strchr(name, '.'))
        return mb_fail(err, MB_BAD_INPUT, "study %s", why->text);
    return mb_fail(err, MB_BAD_INPUT,
                   "no study is named '%s' and no file is; shipped studies are %s", name, list);
}

mb_status mb_study_load(const char *name, const mb_study_options *options, mb_plan *plan,
                        mb_study *study, mb_error *err)
{
    mb_error why = {MB_OK, ""};
    char *text = NULL, file[128];
    size_t size = 0;
    mb_status status;

    for (const mb_embedded *s = mb_shipped_studies; s->name; s++) {
        if (strcmp(s->name, name) != 0)
            continue;
        snprintf(file, sizeof file, "%s.yaml", name);
        status = mb_study_parse(file, s->text, s->size, options, plan, study, err);
        study->ledger.file = study->ledger.study;
        return status;
    }
    status = read_file(name, &text, &size, &why);
    if (status != MB_OK)
        status = why.status == MB_BAD_INPUT ? no_study(name, &why, err)
                                            : mb_fail(err, status, "%s", why.text);
    else
        status = mb_study_parse(name, text, size, options, plan, study, err);
    free(text);
    return status;
}
