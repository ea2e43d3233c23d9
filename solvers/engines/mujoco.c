/* SPDX-License-Identifier: MIT */
/* The adapter of MuJoCo 2.2.2 (docs/engines.md).
 *
 * A tree in joint coordinates, written as MJCF, whose loops are closed by soft equalities: places
 * of two bodies (an axis by two places on it), lengths of tendons.  Linear springs are tendons or the
 * joint's, gears tendons of joints, drives equalities whose goal moves. */
#include <math.h>
#include <mujoco/mujoco.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "solvers/engines/adapter.h"
#include "solvers/engines/mujoco_text.h"

struct world {
    adapter_job *job;
    mjModel *model;
    mjData *data;
    int *body;            /* (nbodies) numbers of MuJoCo's */
    int *drive;           /* (ndrives) likewise, of equalities */
    bool forced;          /* there are forces that MuJoCo has not */
    double *row, *wrench; /* (13 nbodies), (6 nbodies) of a stage */
};

static void told(const char *text)
{
    fprintf(stderr, "MuJoCo: %s\n", text);
}

static void fatal(const char *text)
{
    told(text);
    exit(1);
}

/* ---- making ----------------------------------------------------------------------------------- */

static mjModel *load_model(adapter_job *job)
{
    char *text = mujoco_text(job), why[1000] = "";
    mjVFS *files = malloc(sizeof *files);
    mjModel *model;
    size_t size = text ? strlen(text) : 0;

    if (!text || !files)
        fatal("no memory for a model");
    mj_defaultVFS(files);
    if (mj_makeEmptyFileVFS(files, "job.xml", (int)size) != 0)
        fatal("no memory for a model");
    memcpy(files->filedata[0], text, size);
    model = mj_loadXML("job.xml", files, why, sizeof why);
    if (!model)
        fatal(why);
    mj_deleteFileVFS(files, "job.xml");
    free(files);
    free(text);
    return model;
}

static void make(struct world *w)
{
    adapter_job *job = w->job;
    char name[40];

    w->model = load_model(job);
    w->data = mj_makeData(w->model);
    w->body = adapter_take((size_t)job->nbodies, sizeof *w->body);
    if (!w->data)
        fatal("no memory for a model");
    mj_resetDataKeyframe(w->model, w->data, 0); /* the start */
    for (int i = 0; i < job->nbodies; i++) {
        snprintf(name, sizeof name, "b%d", i);
        w->body[i] = mj_name2id(w->model, mjOBJ_BODY, name);
    }
    w->drive = adapter_take((size_t)job->ndrives, sizeof *w->drive);
    for (int i = 0; i < job->ndrives; i++) {
        snprintf(name, sizeof name, "q%d", i);
        w->drive[i] = mj_name2id(w->model, mjOBJ_EQUALITY, name);
    }
    w->row = adapter_take(13 * (size_t)job->nbodies, sizeof *w->row);
    w->wrench = adapter_take(6 * (size_t)job->nbodies, sizeof *w->wrench);
    w->forced = adapter_is_forced(job);
    memcpy(w->data->userdata, &w, sizeof w);
}

/* ---- forces ----------------------------------------------------------------------------------- */

static void read_bodies(const struct world *w, double *row)
{
    for (int i = 0; i < w->job->nbodies; i++) {
        double six[6], *at = row + 13 * i;

        memcpy(at, w->data->xpos + 3 * w->body[i], 3 * sizeof *at);
        memcpy(at + 3, w->data->xquat + 4 * w->body[i], 4 * sizeof *at);
        mj_objectVelocity(w->model, w->data, mjOBJ_BODY, w->body[i], six, 0);
        memcpy(at + 7, six + 3, 3 * sizeof *at);
        memcpy(at + 10, six, 3 * sizeof *at);
    }
}

/* MuJoCo lets a row's acceleration be aref = -B v - K I pos, for a goal g that stands still.  pos
 * less (B g' + g'') / (K I) makes it g'' - B (v - g') - K I (q - g). */
static void move_goal(const struct world *w, int number)
{
    const adapter_drive *drive = &w->job->drive[number];
    const adapter_joint *j = &w->job->joint[drive->joint];
    const int eq = w->drive[number], joint = w->model->eq_obj1id[eq];
    const double q = w->data->qpos[w->model->jnt_qposadr[joint]];
    double goal[3];

    adapter_drive_at(drive, w->data->time, goal);
    goal[0] -= j->value[0];
    for (int i = 0; i < w->data->nefc; i++) {
        const double *kbip = w->data->efc_KBIP + 4 * i;

        if (w->data->efc_type[i] == mjCNSTR_EQUALITY && w->data->efc_id[i] == eq)
            w->data->efc_pos[i] = q - adapter_sense(j) * (goal[0] + (kbip[1] * goal[1] + goal[2]) /
                                                                        (kbip[0] * kbip[2]));
    }
}

/* Called by MuJoCo wherever it computes forces, before the references of rows. */
static void apply(const mjModel *model, mjData *data)
{
    const struct world *w;

    memcpy(&w, data->userdata, sizeof w);
    if (!w)
        return;
    for (int i = 0; i < w->job->ndrives; i++)
        move_goal(w, i);
    if (!w->forced)
        return;
    read_bodies(w, w->row);
    adapter_efforts(w->job, data->time, w->row, w->wrench);
    for (int i = 0; i < w->job->nbodies; i++) {
        const double *f = w->wrench + 6 * i;

        mj_applyFT(model, data, f, f + 3, data->xpos + 3 * w->body[i], w->body[i],
                   data->qfrc_passive);
    }
}

/* ---- the run ---------------------------------------------------------------------------------- */

/* The engine leaves positions of the step's start behind. */
static void report(void *world, double *row)
{
    const struct world *w = world;

    mj_kinematics(w->model, w->data);
    mj_comPos(w->model, w->data);
    mj_comVel(w->model, w->data);
    read_bodies(w, row);
}

/* A run that blows up begins anew at rest, and goes on. */
static bool was_reset(const mjData *data)
{
    return data->warning[mjWARN_BADQPOS].number > 0 || data->warning[mjWARN_BADQVEL].number > 0 ||
           data->warning[mjWARN_BADQACC].number > 0;
}

static void step(void *world, long n)
{
    const struct world *w = world;

    mj_step(w->model, w->data);
    if (was_reset(w->data)) {
        fflush(stdout);
        fprintf(stderr, "the run blew up at t = %g s, where MuJoCo begins anew\n",
                (double)n * w->job->h);
        exit(1);
    }
}

int main(int argc, char **argv)
{
    struct world w = {0};

    mju_user_warning = told;
    mju_user_error = fatal;
    if (argc == 2 && strcmp(argv[1], "describe") == 0) {
        mujoco_describe(mj_versionString());
        return 0;
    }
    if (argc != 2 || strcmp(argv[1], "run") != 0) {
        fputs("usage: mbsbench-engine-mujoco describe|run (docs/engines.md)\n", stderr);
        return 2;
    }
    w.job = adapter_read(mujoco_tree);
    make(&w);
    if (w.forced || w.job->ndrives > 0)
        mjcb_passive = apply;
    adapter_end(adapter_steps(w.job), adapter_march(w.job, &w, step, report), "");
    return 0;
}
