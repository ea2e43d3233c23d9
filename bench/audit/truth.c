/* SPDX-License-Identifier: MIT */
#include "bench/audit/truth.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "bench/mechanism/assembled.h"
#include "bench/mechanism/kept_reference.h"
#include "problems/references/automatic.h"
#include "problems/references/reference.h"

struct mb_truth {
    const mb_model *model;
    mb_model declared;      /* that model with an automatic reference, where it brings none */
    mb_reference reference; /* the automatic one */
    mb_reference_run *run;  /* NULL: there is none yet, or none */
    bool asked;             /* for a value: the run knows its horizon */
    double at, *out;        /* [s] of the last value, which it is: (noutputs) */
    double *bound, horizon; /* then: (noutputs) of those that are compared; [s] */
    double *kept;           /* (room x numbers) what was answered: at, horizon, bound, out */
    long room, numbers;
    long answers, asked_for; /* that are kept; of them, those asked for since mb_truth_again */
};

/* Mechanisms of more bodies would wait for it longer than for the run. */
enum { MOST_BODIES = 30 };

/* Parts of sizes and of the kinetic energy that two starts may be apart by; round-off, which rows magnify
 * that are nearly dependent */
static const double START = 1e-9, ROUND_OFF = 64.0 * DBL_EPSILON;

/* Whether it starts where the model does, and as fast.  What a file leaves open, where several
 * motions fit, may be settled differently. */
static mb_status agree(const mb_truth *truth, const mb_automatic *automatic, mb_arena *arena,
                       bool *same, mb_error *err)
{
    const mb_model *model = truth->model;
    const double kinetic = model->ops->kinetic(model, model->q0, model->v0);
    const mb_automatic_facts *facts = mb_automatic_facts_of(automatic);
    const double there = facts->kinetic, apart = fmax(START, ROUND_OFF / facts->least);
    double *out, *own;
    mb_automatic_run *run;
    mb_status status;

    MB_TRY(MB_TAKE(arena, &out, (size_t)model->noutputs, err));
    MB_TRY(MB_TAKE(arena, &own, (size_t)model->noutputs, err));
    MB_TRY(mb_automatic_consult(automatic, arena, &run, err));
    mb_automatic_at(run, 0.0, out);
    model->ops->outputs(model, model->t0, model->q0, model->v0, NULL, NULL, own);
    *same = fabs(there - kinetic) <= apart * fmax(there, kinetic);
    for (int i = 0; i < model->noutputs; i++) {
        const mb_output *o = &model->outputs[i];
        const mb_output_kind kind = mb_output_kind_of(o);
        const double size = kind == MB_OUTPUT_LENGTH ? model->scale : fmax(1.0, fabs(own[i]));
        const double off = o->wrapped ? remainder(out[i] - own[i], 2.0 * M_PI) : out[i] - own[i];

        /* torques of drives are not known without multipliers */
        if (o->compared && !isnan(own[i]) && !(fabs(off) <= apart * size))
            *same = false;
    }
done:
    return status;
}

bool mb_truth_is_found(const mb_model *model)
{
    const mb_plain_mechanism *declared = model->declared;

    return !model->reference && declared && declared->nbodies <= MOST_BODIES &&
           declared->reference != MB_REFERENCE_NONE;
}

static mb_status find(mb_truth *truth, double t_end, const char *folder, mb_arena *arena,
                      mb_error *err)
{
    mb_error unheeded = {MB_OK, ""};
    mb_assembled assembled;
    mb_kept_reference kept;
    mb_automatic *automatic;
    bool same;
    mb_status status = MB_OK;

    if (!mb_truth_is_found(truth->model))
        return MB_OK;
    if (mb_assemble(truth->model->declared, arena, &assembled, &unheeded) != MB_OK)
        return MB_OK;
    MB_TRY(mb_reference_kept(assembled.mechanism, t_end, folder, arena, &kept, err));
    automatic = kept.reference;
    if (!mb_automatic_facts_of(automatic)->there)
        return MB_OK;
    MB_TRY(agree(truth, automatic, arena, &same, err));
    if (!same)
        return MB_OK;
    mb_reference_take(automatic, &truth->reference);
    truth->declared = *truth->model;
    truth->declared.reference = &truth->reference;
    truth->model = &truth->declared;
    MB_TRY(mb_reference_start(truth->model, arena, &truth->run, err));
done:
    return status;
}

mb_status mb_truth_create(const mb_model *model, double h, double t_end, const char *folder,
                          mb_arena *arena, mb_truth **truth, mb_error *err)
{
    mb_truth *t;
    mb_status status;

    *truth = NULL;
    MB_TRY(MB_TAKE(arena, &t, 1, err));
    t->model = model;
    MB_TRY(MB_TAKE(arena, &t->out, (size_t)model->noutputs, err));
    MB_TRY(MB_TAKE(arena, &t->bound, (size_t)model->noutputs, err));
    if (model->reference) {
        MB_TRY(mb_reference_start(model, arena, &t->run, err));
        MB_TRY(mb_reference_expect(t->run, h, arena, err));
    } else {
        MB_TRY(find(t, t_end, folder, arena, err));
    }
    if (t->run)
        *truth = t;
done:
    return status;
}

mb_status mb_truth_keep(mb_truth *truth, long values, mb_arena *arena, mb_error *err)
{
    const long numbers = 2 + 2 * truth->model->noutputs;
    mb_status status;

    MB_TRY(MB_TAKE(arena, &truth->kept, (size_t)(values * numbers), err));
    truth->room = values;
    truth->numbers = numbers;
done:
    return status;
}

bool mb_truth_again(mb_truth *truth)
{
    if (truth->asked && truth->answers == 0)
        return false;
    truth->asked = false;
    truth->asked_for = 0;
    return true;
}

/* The answer is one that was kept: values asked for in the same order again */
static bool recall(mb_truth *truth, double t)
{
    const int n = truth->model->noutputs;
    const double *kept = truth->kept + truth->asked_for * truth->numbers;

    if (truth->asked_for == truth->answers || kept[0] != t)
        return false;
    truth->horizon = kept[1];
    memcpy(truth->bound, kept + 2, (size_t)n * sizeof *kept);
    memcpy(truth->out, kept + 2 + n, (size_t)n * sizeof *kept);
    truth->asked_for++;
    return true;
}

static void keep(mb_truth *truth, double t)
{
    const int n = truth->model->noutputs;
    double *kept = truth->kept + truth->answers * truth->numbers;

    if (truth->answers == truth->room) { /* a part would be no use */
        truth->answers = truth->room = 0;
        return;
    }
    kept[0] = t;
    kept[1] = truth->horizon;
    memcpy(kept + 2, truth->bound, (size_t)n * sizeof *kept);
    memcpy(kept + 2 + n, truth->out, (size_t)n * sizeof *kept);
    truth->asked_for = ++truth->answers;
}

static void ask(mb_truth *truth, double t)
{
    const mb_model *model = truth->model;

    truth->asked = true;
    truth->at = t;
    if (recall(truth, t))
        return;
    if (truth->asked_for < truth->answers) { /* other times than before */
        mb_reference_reset(truth->run);
        truth->answers = truth->room = 0;
    }
    mb_reference_at(truth->run, t, truth->out);
    truth->horizon = mb_reference_horizon(truth->run);
    for (int i = 0; i < model->noutputs; i++)
        if (model->outputs[i].compared)
            truth->bound[i] = mb_reference_bound(truth->run, i);
    if (truth->room > 0)
        keep(truth, t);
}

void mb_truth_at(mb_truth *truth, double t, double *out)
{
    if (!truth->asked || t != truth->at) /* runs side by side ask for the same */
        ask(truth, t);
    memcpy(out, truth->out, (size_t)truth->model->noutputs * sizeof *out);
}

double mb_truth_bound(const mb_truth *truth, int output)
{
    return truth->asked ? truth->bound[output] : mb_reference_bound(truth->run, output);
}

double mb_truth_horizon(const mb_truth *truth)
{
    return truth->asked ? truth->horizon : truth->model->reference->horizon;
}
