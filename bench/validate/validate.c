/* SPDX-License-Identifier: MIT */
#include "bench/validate/validate.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "bench/validate/habits.h"
#include "bench/validate/judge.h"
#include "bench/validate/trials.h"

static const double seconds = 60.0; /* of CPU that a trial may take */

static const struct {
    const char *name;
    mb_habit *habit;
} habits[] = {{"repeat", mb_habit_repeat},
              {"last-row", mb_habit_last_row},
              {"velocity-time", mb_habit_velocity_time},
              {"wrong-job", mb_habit_wrong_job},
              {"unknown-joint", mb_habit_unknown_joint},
              {"killed", mb_habit_killed}};

const mb_embedded *mb_trial_file(const char *name)
{
    const mb_embedded *file = mb_trial_files;

    while (strcmp(file->name, name) != 0)
        file++;
    return file;
}

/* One mechanism. */
static mb_status try(const mb_embedded *file, const mb_engine_choice *choice, mb_finding *finding,
                     mb_error *err)
{
    mb_error why = {MB_OK, ""};
    mb_trial trial;
    mb_rows read;
    mb_status status;

    MB_TRY(mb_trial_create(&trial, file, choice, err));
    MB_TRY(mb_trial_call(&trial, trial.declaration->problem.t_end, false, seconds, err));
    if (!mb_trial_ended_well(&trial, finding))
        goto done;
    if (mb_trial_read_whole(&trial, &read, &why) != MB_OK) {
        finding->kind = MB_FINDING_WRONG;
        snprintf(finding->text, MB_FINDING_SIZE, "%.600s", why.text);
        goto done;
    }
    MB_TRY(mb_trial_motion(&trial, trial.foreign.declared, trial.right, err));
    mb_trial_judge(&trial, finding);
    if (*read.warnings && finding->kind == MB_FINDING_OK) {
        const size_t n = strlen(finding->text);

        snprintf(finding->text + n, MB_FINDING_SIZE - n, "; it warns: %s", read.warnings);
    }
done:
    mb_trial_free(&trial);
    return status;
}

/* The whole spec: a name alone has the engine's first integrator, and a small step. */
static mb_status complete(const char *spec, mb_arena *arena, char whole[MB_SPEC_SIZE],
                          mb_error *err)
{
    char name[MB_SPEC_SIZE];
    const char *head = mb_is_engine(spec) ? spec + strlen("engine.") : spec;
    const mb_engine_integrator *first;
    mb_engine engine;
    mb_status status = MB_OK;

    if (strlen(spec) + 40 >= MB_SPEC_SIZE)
        return mb_fail(err, MB_BAD_INPUT, "a spec of %zu characters; at most %d are read",
                       strlen(spec), MB_SPEC_SIZE - 41);
    if (strchr(head, '/')) {
        snprintf(whole, MB_SPEC_SIZE, "engine.%s", head);
        return MB_OK;
    }
    snprintf(name, sizeof name, "%.*s", (int)strcspn(head, ":"), head);
    MB_TRY(mb_engine_find(name, arena, &engine, err));
    first = &engine.integrator[0];
    if (snprintf(whole, MB_SPEC_SIZE, "engine.%s/%s:%s", head, first->name,
                 first->fixed ? "h=1e-4" : "tol=1e-6") >= MB_SPEC_SIZE)
        status =
            mb_fail(err, MB_BAD_INPUT, "the name of the integrator '%s' is too long", first->name);
done:
    return status;
}

static bool wanted(const char *name, const char *const *only, int n)
{
    for (int i = 0; i < n; i++)
        if (strcmp(only[i], name) == 0)
            return true;
    return n == 0;
}

enum { HABITS = sizeof habits / sizeof *habits };

/* Refuses names of trials that there are not. */
static mb_status check_names(const char *const *only, int n, mb_error *err)
{
    char list[400] = "describe";
    int found = 0;

    for (const mb_embedded *file = mb_trial_files; file->name; file++)
        mb_join(list, sizeof list, ", ", file->name);
    for (int i = 0; i < HABITS; i++)
        mb_join(list, sizeof list, ", ", habits[i].name);
    for (int i = 0; i < n; i++) {
        found = strcmp(only[i], "describe") == 0;
        for (const mb_embedded *file = mb_trial_files; file->name; file++)
            found += strcmp(file->name, only[i]) == 0;
        for (int k = 0; k < HABITS; k++)
            found += strcmp(habits[k].name, only[i]) == 0;
        if (!found)
            return mb_fail(err, MB_BAD_INPUT, "there is no trial '%.80s'; there are %s", only[i],
                           list);
    }
    return MB_OK;
}

/* A way to tell findings, and what was told. */
struct course {
    const char *const *only; /* (n) */
    int n, tried, made;      /* motions */
    bool hangs;
    void (*tell)(const mb_finding *, void *);
    void *data;
};

static void tell(struct course *course, const mb_finding *finding)
{
    course->hangs = course->hangs || finding->hangs;
    course->tell(finding, course->data);
}

static mb_status try_motions(struct course *course, const mb_engine_choice *choice, mb_error *err)
{
    mb_status status = MB_OK;

    for (const mb_embedded *file = mb_trial_files; file->name && !course->hangs; file++) {
        mb_finding finding = {MB_FINDING_OK, file->name, false, ""};

        if (!wanted(file->name, course->only, course->n))
            continue;
        MB_TRY(try(file, choice, &finding, err));
        course->tried++;
        course->made += finding.kind != MB_FINDING_NOT_DONE;
        tell(course, &finding);
    }
done:
    return status;
}

static mb_status try_habits(struct course *course, const mb_engine_choice *choice, mb_error *err)
{
    mb_status status = MB_OK;

    for (int i = 0; i < HABITS && !course->hangs; i++) {
        mb_finding finding = {MB_FINDING_OK, habits[i].name, false, ""};

        if (!wanted(habits[i].name, course->only, course->n))
            continue;
        MB_TRY(habits[i].habit(choice, &finding, err));
        tell(course, &finding);
    }
done:
    return status;
}

/* What the whole was worth. */
static void tell_motions(struct course *course)
{
    mb_finding finding = {MB_FINDING_OK, "motions", false, ""};

    if (course->hangs || course->made == 0)
        finding.kind = MB_FINDING_WRONG;
    snprintf(finding.text, MB_FINDING_SIZE, "%d of %d were run%s", course->made, course->tried,
             course->hangs       ? "; what comes behind is not tried with an adapter that waits"
             : course->made == 0 ? ": nothing is known of an adapter that runs none"
                                 : "");
    tell(course, &finding);
}

mb_status mb_validate(const char *spec, const char *const *only, int n,
                      void (*tell_one)(const mb_finding *, void *), void *data, mb_error *err)
{
    char whole[MB_SPEC_SIZE];
    mb_arena *arena = mb_arena_create();
    struct course course = {.only = only, .n = n, .tell = tell_one, .data = data};
    mb_engine_choice choice;
    mb_finding finding = {MB_FINDING_OK, "describe", false, ""};
    mb_status status;

    if (!arena)
        MB_TRY(mb_fail(err, MB_NO_MEMORY, "no memory for an engine"));
    MB_TRY(check_names(only, n, err));
    MB_TRY(complete(spec, arena, whole, err));
    MB_TRY(mb_engine_compose(whole, arena, &choice, err));
    snprintf(finding.text, MB_FINDING_SIZE, "%s %s, in %s precision; tried with %s",
             choice.engine.title, choice.engine.version, choice.engine.precision, whole);
    tell(&course, &finding);
    MB_TRY(try_motions(&course, &choice, err));
    MB_TRY(try_habits(&course, &choice, err));
    if (n == 0 || course.hangs)
        tell_motions(&course);
done:
    mb_arena_destroy(arena);
    return status;
}
