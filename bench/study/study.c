/* SPDX-License-Identifier: MIT */
#include "bench/study/study.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/names.h"
#include "bench/study/study_parts.h"

enum { MAX_FILE = 16 << 20, MAX_SHIPPED = 64, ROUNDS = 3 };

/* What stands in a study's file. */
struct root {
    const char *study, *title, *source;
    yaml_node_t *readings, *lists, *runs, *claims, *figures, *errata, *names, *numbered, *contents;
};

static mb_status read_root(mb_yaml *yaml, struct root *root)
{
#define AT(member) MB_YAML_AT(struct root, member)
    static const mb_yaml_key keys[] = {
        {"study", MB_YAML_MUST, MB_YAML_TEXT, AT(study), .max = 63},
        {"title", MB_YAML_MAY, MB_YAML_TEXT, AT(title), .max = 255},
        {"source", MB_YAML_MAY, MB_YAML_TEXT, AT(source), .max = 63},
        {"readings", MB_YAML_MAY, MB_YAML_NODE, AT(readings)},
        {"lists", MB_YAML_MAY, MB_YAML_NODE, AT(lists)},
        {"runs", MB_YAML_MUST, MB_YAML_NODE, AT(runs)},
        {"claims", MB_YAML_MAY, MB_YAML_NODE, AT(claims)},
        {"figures", MB_YAML_MAY, MB_YAML_NODE, AT(figures)},
        {"errata", MB_YAML_MAY, MB_YAML_NODE, AT(errata)},
        {"names", MB_YAML_MAY, MB_YAML_NODE, AT(names)},
        {"numbered", MB_YAML_MAY, MB_YAML_NODE, AT(numbered)},
        {"contents", MB_YAML_MAY, MB_YAML_NODE, AT(contents)},
        {.name = NULL},
    };
#undef AT
    const yaml_node_t *node = mb_yaml_root(yaml);
    mb_status status = mb_yaml_read(yaml, node, "the file of a study", keys, root);

    if (status == MB_OK && strpbrk(root->study, " \t\n/{},:"))
        return mb_yaml_fail(yaml, mb_yaml_get(yaml, node, "study"),
                            "study '%s' must be without spaces and / : , { }", root->study);
    return status;
}

static mb_status read_runs(mb_yaml *yaml, const struct root *root, const mb_study_options *options,
                           mb_plan *plan, mb_study *study, mb_claim_source *source)
{
    const mb_entry_study of = {root->study, &study->ledger.readings, root->lists, options};
    yaml_node_t *runs = root->runs;
    int before = plan->count;
    mb_status status;

    source->runs = runs;
    if (runs->type != YAML_SEQUENCE_NODE || mb_yaml_items(runs) == 0)
        return mb_yaml_fail(yaml, runs,
                            "'runs' must be a list of entries with id, problem and "
                            "solver");
    MB_TRY(MB_TAKE(plan->arena, &source->first, (size_t)mb_yaml_items(runs) + 1, yaml->err));
    for (int i = 0; i < mb_yaml_items(runs); i++) {
        source->first[i] = plan->count;
        MB_TRY(mb_study_entry(yaml, mb_yaml_item(yaml, runs, i), &of, plan));
        source->first[i + 1] = plan->count;
    }
    MB_TRY(mb_yaml_ids_differ(yaml, runs, "entry"));
    MB_TRY(mb_readings_used(yaml, root->readings, &study->ledger.readings, plan, before));
    study->runs = plan->count - before;
done:
    return status;
}

/* The study's head and runs, as its claims refer to them. */
static mb_status make_ledger(const mb_claim_source *source, const struct root *root,
                             const char *file, mb_study *study)
{
    const mb_plan *plan = source->plan;
    mb_ledger *ledger = &study->ledger;
    mb_status status;

    ledger->study = root->study;
    ledger->title = root->title;
    ledger->source = root->source;
    ledger->file = mb_arena_strdup(plan->arena, file);
    if (!ledger->file)
        return mb_fail(source->yaml->err, MB_NO_MEMORY, "%s: no memory to read it", file);
    MB_TRY(MB_TAKE(plan->arena, &ledger->run, (size_t)study->runs, source->yaml->err));
    ledger->runs = study->runs;
    for (int i = 0; i < study->runs; i++) {
        const mb_run *run = &plan->run[source->first[0] + i];

        ledger->run[i].id = run->id;
        ledger->run[i].problem = run->problem;
        ledger->run[i].solver = run->solver;
        mb_hash_hex(run->cell, ledger->run[i].cell);
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
    mb_yaml yaml;
    mb_claim_source source = {.yaml = &yaml,
                              .plan = plan,
                              .readings = &study->ledger.readings,
                              .whole =
                                  !options->quick && isnan(options->t_end) && options->added == 0};
    mb_ledger *ledger = &study->ledger;
    struct root root = {.title = "", .source = ""};
    mb_status status;

    memset(study, 0, sizeof *study);
    MB_TRY(mb_yaml_parse(&yaml, file, text, size, plan->arena, err));
    MB_TRY(read_root(&yaml, &root));
    MB_TRY(mb_readings_read(&yaml, root.readings, &ledger->readings));
    MB_TRY(read_runs(&yaml, &root, options, plan, study, &source));
    MB_TRY(make_ledger(&source, &root, file, study));
    MB_TRY(mb_names_read(&source, root.names, ledger));
    MB_TRY(mb_claims_read(&source, root.claims, ledger));
    mark_timed(ledger, &plan->run[source.first[0]]);
    MB_TRY(mb_figures_read(&source, root.figures, ledger));
    MB_TRY(mb_errata_read(&source, root.errata, ledger));
    MB_TRY(mb_contents_read(&source, root.numbered, root.contents, ledger));
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
    char meant[512];

    for (int i = 0; i < MAX_SHIPPED && mb_shipped_studies[i].name; i++)
        names[i] = mb_shipped_studies[i].name;
    if (strchr(name, '/') || strchr(name, '.'))
        return mb_fail(err, MB_BAD_INPUT, "study %s", why->text);
    if (mb_problem_find(name))
        return mb_fail(err, MB_BAD_INPUT,
                       "'%s' is a mechanism, not a study; give it as --problem %s, and a --solver "
                       "such as lagrange/rk4:h=1e-3",
                       name, name);
    return mb_fail(err, MB_BAD_INPUT, "no study is named '%.100s' and no file is; %s", name,
                   mb_meant(name, names, "shipped studies are", meant, sizeof meant));
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
