/* SPDX-License-Identifier: MIT */
#include "bench/command/list.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/names.h"
#include "bench/record/record.h"
#include "bench/study/study.h"
#include "problems/references/reference.h"
#include "report/records/pick.h"
#include "solvers/solver.h"

#ifdef MB_COVERAGE
extern void __gcov_dump(void);
#else
#define __gcov_dump() ((void)0)
#endif

enum { LONGEST_SETUP = 60 }; /* [s] */

static json_t *default_value(const mb_param *p)
{
    const char *word = p->choices;

    if (p->required)
        return json_null();
    if (p->kind == MB_INTEGER && isfinite(p->value))
        return json_integer((json_int_t)p->value);
    if (p->kind != MB_CHOICE)
        return mb_json_number(p->value);
    for (int skip = (int)p->value; skip > 0; skip--)
        word = strchr(word, '|') + 1;
    return json_stringn(word, strcspn(word, "|"));
}

static json_t *parameters(const mb_param *params)
{
    static const char *const kinds[] = {
        [MB_REAL] = "real", [MB_INTEGER] = "integer", [MB_CHOICE] = "choice"};
    json_t *array = json_array();

    for (const mb_param *p = params; p && p->name; p++) {
        bool limited = p->kind != MB_CHOICE && (p->min != 0.0 || p->max != 0.0 || p->above_min);
        bool topped = limited && p->max > p->min;

        json_array_append_new(array,
                              json_pack("{s:s, s:s, s:b, s:o, s:o, s:o, s:b, s:o, s:o, s:o}",
                                        "name", p->name, "kind", kinds[p->kind], "required",
                                        p->required, "default", default_value(p), "min",
                                        limited ? mb_json_number(p->min) : json_null(), "max",
                                        topped ? mb_json_number(p->max) : json_null(), "above_min",
                                        p->above_min, "choices", mb_json_text(p->choices), "unit",
                                        mb_json_text(p->unit), "doc", mb_json_text(p->doc)));
    }
    return array;
}

static json_t *outputs(const mb_model *model)
{
    json_t *array = json_array();

    for (int i = 0; i < model->noutputs; i++)
        json_array_append_new(
            array, json_pack("{s:s, s:o, s:b, s:b}", "name", model->outputs[i].name, "unit",
                             mb_json_text(model->outputs[i].unit), "wrapped",
                             model->outputs[i].wrapped, "compared", model->outputs[i].compared));
    return array;
}

static json_t *reference(const mb_model *model)
{
    const mb_reference *r = model->reference;

    if (!r)
        return json_null();
    return json_pack("{s:o, s:o}", "horizon", mb_json_number(r->horizon), "method",
                     mb_json_text(r->method));
}

/* What is known of a problem without its model; broken: why there is none. */
static json_t *problem_head(const mb_problem *p, const char *broken)
{
    return json_pack("{s:s, s:s, s:o, s:o, s:f, s:o, s:o}", "name", p->name, "title", p->title,
                     "source", mb_json_text(p->source), "traps", mb_json_text(p->traps), "t_end",
                     p->t_end, "parameters", parameters(p->params), "broken", mb_json_text(broken));
}

static json_t *problem(const mb_problem *p)
{
    mb_error err = {MB_OK, ""};
    json_t *row;
    mb_model *model;

    if (mb_model_create(p->name, &model, &err) != MB_OK)
        return problem_head(p, err.text[0] ? err.text : "it cannot be set up");
    row =
        json_pack("{s:s, s:s, s:o, s:o, s:o, s:i, s:i, s:i, s:i, s:i, s:f, s:o, s:o, s:o, s:o}",
                  "name", p->name, "title", p->title, "source", mb_json_text(p->source), "traps",
                  mb_json_text(p->traps), "coordinates", mb_json_text(model->coordinates), "nq",
                  model->nq, "nv", model->nv, "m", model->m, "mh", model->mh, "rank", model->rank,
                  "t_end", p->t_end, "traits", mb_record_traits(model->traits), "parameters",
                  parameters(p->params), "outputs", outputs(model), "reference", reference(model));
    mb_model_destroy(model);
    return row;
}

/* The child that sets a problem up; its row goes to a file. */
static _Noreturn void set_up(const mb_problem *p, FILE *file)
{
    json_t *row;

    prctl(PR_SET_PDEATHSIG, SIGKILL);
    alarm(LONGEST_SETUP);
    row = problem(p);
    json_dumpf(row, file, JSON_COMPACT | JSON_REAL_PRECISION(17));
    fflush(file);
    json_decref(row);
    __gcov_dump(); /* _exit would lose the counts of a build with coverage */
    _exit(0);
}

/* A set-up that crashes or has no end costs its own row. */
static mb_status add_problem(json_t *array, const mb_problem *p, mb_error *err)
{
    FILE *file = tmpfile();
    json_t *row = NULL;
    char why[64] = "its set-up tells nothing";
    int code = 0;
    pid_t pid;

    fflush(NULL); /* what waits to be written must not be written twice */
    pid = file ? fork() : -1;
    if (pid == 0)
        set_up(p, file);
    if (pid < 0) {
        if (file)
            fclose(file);
        return mb_fail(err, MB_FAILURE, "no process for the set-up of %s: %s", p->name,
                       strerror(errno));
    }
    while (waitpid(pid, &code, 0) < 0 && errno == EINTR)
        ;
    rewind(file);
    if (code == 0)
        row = json_loadf(file, 0, NULL);
    else if (WIFSIGNALED(code))
        snprintf(why, sizeof why, "killed by SIG%s in set-up", sigabbrev_np(WTERMSIG(code)));
    fclose(file);
    json_array_append_new(array, row ? row : problem_head(p, why));
    return MB_OK;
}

static mb_status problems(json_t *array, mb_error *err)
{
    int n;
    const mb_problem *const *all = mb_problems(&n);
    mb_status status = MB_OK;

    for (int i = 0; i < n && status == MB_OK; i++)
        status = add_problem(array, all[i], err);
    return status;
}

static json_t *part_row(const mb_solver_part *p)
{
    return json_pack("{s:s, s:s, s:o, s:o, s:o}", "name", p->name, "title", p->title, "source",
                     mb_json_text(p->source), "needs", mb_record_traits(p->needs), "parameters",
                     parameters(p->params));
}

static json_t *families(unsigned bits)
{
    json_t *array = json_array();

    for (unsigned bit = 1; bit && bit <= bits; bit <<= 1)
        if (bits & bit && mb_family_word(bit))
            json_array_append_new(array, json_string(mb_family_word(bit)));
    return array;
}

static mb_status formulations(json_t *array, mb_error *err)
{
    int n;
    const mb_formulation *const *all = mb_formulations(&n);

    (void)err;
    for (int i = 0; i < n; i++) {
        json_t *one = part_row(&all[i]->part);

        json_object_set_new(one, "family", json_string(mb_family_word(all[i]->family)));
        json_object_set_new(one, "projects", json_boolean(all[i]->projects));
        json_array_append_new(array, one);
    }
    return MB_OK;
}

static mb_status integrators(json_t *array, mb_error *err)
{
    int n;
    const mb_integrator *const *all = mb_integrators(&n);

    (void)err;
    for (int i = 0; i < n; i++) {
        json_t *one = part_row(&all[i]->part);

        json_object_set_new(one, "order", json_integer(all[i]->order));
        json_object_set_new(one, "families", families(all[i]->families));
        json_array_append_new(array, one);
    }
    return MB_OK;
}

static mb_status projections(json_t *array, mb_error *err)
{
    static const mb_solver_part none = {.name = "none",
                                        .title = "no projection (reserved name, the default)"};

    (void)err;
    json_array_append_new(array, part_row(&none));
    for (int i = 0; mb_solver_part_at(MB_PROJECTION, i); i++)
        json_array_append_new(array, part_row(mb_solver_part_at(MB_PROJECTION, i)));
    return MB_OK;
}

static mb_status linsolvers(json_t *array, mb_error *err)
{
    int n;
    const mb_linsolver *const *all = mb_linsolvers(&n);

    (void)err;
    json_array_append_new(
        array, json_pack("{s:s, s:s, s:n, s:[s,s], s:[]}", "name", "auto", "title",
                         "picked by size and matrix class (reserved name, the default)", "source",
                         "matrices", "symmetric-positive-definite", "general", "parameters"));
    for (int i = 0; i < n; i++) {
        json_t *classes = json_array();

        if (all[i]->classes & MB_SPD)
            json_array_append_new(classes, json_string("symmetric-positive-definite"));
        if (all[i]->classes & MB_GENERAL)
            json_array_append_new(classes, json_string("general"));
        json_array_append_new(array,
                              json_pack("{s:s, s:s, s:o, s:o, s:[]}", "name", all[i]->name, "title",
                                        all[i]->title, "source", mb_json_text(all[i]->source),
                                        "matrices", classes, "parameters"));
    }
    return MB_OK;
}

static mb_status studies(json_t *array, mb_error *err)
{
    const mb_study_options options = {.quick = false, .t_end = NAN};

    for (const mb_embedded *s = mb_shipped_studies; s->name; s++) {
        mb_plan plan;
        mb_study study;
        mb_status status = mb_plan_create(&plan, err);

        if (status == MB_OK)
            status = mb_study_load(s->name, &options, &plan, &study, err);
        if (status == MB_OK)
            json_array_append_new(array,
                                  json_pack("{s:s, s:o, s:o, s:i, s:i}", "name", s->name, "title",
                                            mb_json_text(study.ledger.title), "source",
                                            mb_json_text(study.ledger.source), "runs", study.runs,
                                            "claims", study.ledger.claims));
        mb_plan_free(&plan);
        if (status != MB_OK)
            return status;
    }
    return MB_OK;
}

const char *const mb_list_words[] = {"problems",   "formulations", "integrators", "projections",
                                     "linsolvers", "studies",      "format",      NULL};

mb_status mb_list(const char *what, json_t **array, mb_error *err)
{
    static mb_status (*const fill[])(json_t * array, mb_error * err) = {
        problems, formulations, integrators, projections, linsolvers, studies, mb_list_format};
    char meant[200];

    *array = NULL;
    for (size_t i = 0; i < sizeof fill / sizeof *fill; i++) {
        mb_status status;

        if (strcmp(mb_list_words[i], what) != 0)
            continue;
        *array = json_array();
        status = fill[i](*array, err);
        if (status != MB_OK) {
            json_decref(*array);
            *array = NULL;
        }
        return status;
    }
    return mb_fail(err, MB_BAD_INPUT, "list '%s': %s", what,
                   mb_meant(what, mb_list_words, "expected one of", meant, sizeof meant));
}
