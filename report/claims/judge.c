/* SPDX-License-Identifier: MIT */
#include "report/claims/judge_parts.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/records/run_status.h"

/* ---- what is asked before the kind ---------------------------------------------------------- */

/* The claim is not testable when a record is missing. */
static mb_status check_records(mb_case *c, const json_t *known)
{
    const mb_run_list *const lists[] = {&c->claim->run, &c->claim->than};
    const char *missing = NULL;
    int count = 0;

    for (int l = 0; l < 2; l++)
        for (int i = 0; i < lists[l]->runs; i++) {
            if (mb_case_row(c, lists[l], i))
                continue;
            missing = missing ? missing : mb_case_id(c, lists[l], i);
            count++;
        }
    if (count == 0)
        return MB_OK;
    c->out->verdict = MB_NOT_TESTABLE;
    c->out->unrecorded = true;
    if (json_object_get(known, missing))
        return mb_case_why(c,
                           "the record of run %s is of another problem, solver or end time than "
                           "the study asks for%s",
                           missing, count > 1 ? ", as are others" : "");
    if (count > 1)
        return mb_case_why(c, "run %s has no record, nor have %d more", missing, count - 1);
    return mb_case_why(c, "run %s has no record", missing);
}

/* A run that the harness cut off shows nothing, unless just that is claimed. */
static mb_status check_limits(mb_case *c)
{
    const mb_run_list *const lists[] = {&c->claim->run, &c->claim->than};

    for (int l = 0; l < 2; l++)
        for (int i = 0; i < lists[l]->runs; i++) {
            const mb_report_run *row = mb_case_row(c, lists[l], i);
            bool claimed = false;

            for (int k = 0; k < c->claim->statuses; k++)
                claimed = claimed || strcmp(c->claim->is[k], row->status) == 0;
            if (claimed || !mb_run_status_limited(mb_run_status_find(row->status)))
                continue;
            c->out->verdict = MB_NOT_TESTABLE;
            c->out->unrecorded = true;
            mb_case_show(c, row);
            return mb_case_why(c, "run %s met the %s of the harness%s%s; run it with a larger one",
                               mb_case_id(c, lists[l], i), row->status, *row->reason ? ": " : "",
                               row->reason);
        }
    return MB_OK;
}

/* Runs that did not end ok contradict what is claimed of them. */
static mb_status check_ends(mb_case *c)
{
    const mb_run_list *const lists[] = {&c->claim->run, &c->claim->than};
    const mb_report_run *failed = NULL;
    const char *id = NULL;
    int count = 0;
    mb_status status = MB_OK;

    for (int l = 0; l < 2; l++)
        for (int i = 0; i < lists[l]->runs; i++) {
            const mb_report_run *row = mb_case_row(c, lists[l], i);

            if (row->ok)
                continue;
            count++;
            if (failed)
                continue;
            failed = row;
            id = mb_case_id(c, lists[l], i);
            mb_case_show(c, row);
        }
    if (!failed)
        return MB_OK;
    c->out->verdict = MB_CONTRADICTED;
    MB_TRY(mb_case_why(c, "run %s ended %s%s%s", id, failed->status, *failed->reason ? ": " : "",
                       failed->reason));
    if (count > 1)
        MB_TRY(mb_case_why(c, "%s; %d more did not end ok", c->out->why, count - 1));
done:
    return status;
}

/* The end of the interval that is judged. */
static void take_end(const mb_case *c, bool run, mb_measured *value)
{
    if (c->end != MB_AT_MEDIAN)
        value->x = (c->end == MB_AT_LOW) == run ? value->lo : value->hi;
}

/* The metric of every run; failed runs of a share have none. */
static mb_status read_values(mb_case *c)
{
    const mb_run_list *const lists[] = {&c->claim->run, &c->claim->than};
    mb_measured **const values[] = {&c->run, &c->than};
    mb_status status = MB_OK;

    for (int l = 0; l < 2; l++) {
        MB_TRY(MB_TAKE(c->arena, values[l], (size_t)lists[l]->runs, c->err));
        for (int i = 0; i < lists[l]->runs; i++) {
            const mb_report_run *row = mb_case_row(c, lists[l], i);
            char missing[MB_MISSING_SIZE];

            if (!row->ok ||
                mb_metric_value_of(&c->claim->metric, row, c->round, &(*values[l])[i], missing)) {
                take_end(c, l == 0, &(*values[l])[i]);
                continue;
            }
            c->out->verdict = MB_NOT_TESTABLE;
            MB_TRY(mb_case_why(c, "run %s has %s", mb_case_id(c, lists[l], i), missing));
            return MB_OK;
        }
    }
done:
    return status;
}

static mb_status by_kind(mb_case *c)
{
    switch (c->claim->kind) {
    case MB_CLAIM_VALUE:
        return mb_judge_value(c);
    case MB_CLAIM_BOUND:
        return mb_judge_bound(c);
    case MB_CLAIM_MAGNITUDE:
        return mb_judge_magnitude(c);
    case MB_CLAIM_RATIO:
        return mb_judge_ratio(c);
    case MB_CLAIM_ORDERING:
        return mb_judge_ordering(c);
    case MB_CLAIM_TREND:
        return mb_judge_trend(c);
    case MB_CLAIM_ORDER:
        return mb_judge_order(c);
    case MB_CLAIM_LIMIT:
        return mb_judge_limit(c);
    case MB_CLAIM_STATUS:
        return mb_judge_status(c);
    case MB_CLAIM_SHARE:
        return mb_judge_share(c);
    case MB_CLAIM_TEST:
        for (int v = 0; v < MB_VERDICTS; v++)
            if (strcmp(mb_verdict_of((mb_verdict)v).word, c->claim->verdict) == 0)
                c->out->verdict = (mb_verdict)v;
        return mb_case_why(c, "the test %s of the suite asserts it", c->claim->test);
    case MB_CLAIM_UNTESTABLE:
    case MB_CLAIM_KINDS:
        break;
    }
    c->out->verdict = MB_NOT_TESTABLE;
    return MB_OK;
}

mb_status mb_judge_measured(mb_case *c)
{
    mb_status status = MB_OK;

    if (c->claim->metric.text)
        MB_TRY(read_values(c));
    if (c->out->verdict == MB_VERDICTS)
        MB_TRY(by_kind(c));
done:
    return status;
}

mb_status mb_judge_one(mb_case *c, const json_t *known)
{
    const mb_study_claim *claim = c->claim;
    bool whatever_end = claim->kind == MB_CLAIM_STATUS || claim->kind == MB_CLAIM_SHARE;
    mb_status status;

    *c->out = (mb_judgement){
        .verdict = MB_VERDICTS, .measured = "", .why = "", .readings = "", .number = NAN};
    MB_TRY(mb_judge_published(c));
    MB_TRY(check_records(c, known));
    if (c->out->verdict == MB_VERDICTS)
        MB_TRY(check_limits(c));
    if (c->out->verdict == MB_VERDICTS && !whatever_end)
        MB_TRY(check_ends(c));
    if (c->out->verdict == MB_VERDICTS)
        MB_TRY(mb_metric_timed(&claim->metric) ? mb_judge_rounds(c) : mb_judge_measured(c));
    for (int i = 0; i < claim->run.runs && c->row[claim->run.run[i]]; i++)
        mb_case_show(c, c->row[claim->run.run[i]]);
done:
    return status;
}

/* ---- a study -------------------------------------------------------------------------------- */

/* Rows of the study by run id and cell, and in `known` every run id that has a record. */
static mb_status find_rows(const mb_ledger *ledger, const mb_digest *digest,
                           const mb_report_run **row, json_t *known, mb_error *err)
{
    json_t *place = json_object();
    char key[256];
    int failed = place == NULL;

    for (int i = 0; i < digest->row_count && !failed; i++) {
        const mb_report_run *r = &digest->row[i];
        const char *cell;

        if (strcmp(r->study, ledger->study) != 0)
            continue;
        cell = mb_record_text(mb_row_record(r), "cell");
        snprintf(key, sizeof key, "%s/%s", r->run, cell ? cell : "");
        failed = json_object_set_new(place, key, json_integer(i)) != 0 ||
                 json_object_set_new(known, r->run, json_true()) != 0;
    }
    for (int i = 0; i < ledger->runs && !failed; i++) {
        const json_t *at;

        snprintf(key, sizeof key, "%s/%s", ledger->run[i].id, ledger->run[i].cell);
        at = json_object_get(place, key);
        row[i] = at ? &digest->row[json_integer_value(at)] : NULL;
    }
    json_decref(place);
    return failed ? mb_fail(err, MB_NO_MEMORY, "out of memory") : MB_OK;
}

static void count_claim(mb_paper *paper, int i)
{
    const mb_judgement *j = &paper->judgement[i];
    mb_claim_class class = mb_claim_class_of(&paper->ledger->claim[i]);

    paper->claims++;
    paper->count[j->verdict]++;
    paper->of[class][j->verdict] += !j->unrecorded;
    paper->unrecorded += j->unrecorded;
    if (class == MB_CLASS_CPU && !paper->timed && j->shown > 0)
        paper->timed = j->row[0];
}

mb_status mb_judge(const mb_ledger *ledger, const mb_digest *digest, mb_arena *arena,
                   mb_paper *paper, mb_error *err)
{
    json_t *known = json_object();
    mb_status status;

    memset(paper, 0, sizeof *paper);
    paper->ledger = ledger;
    MB_TRY(MB_TAKE(arena, &paper->row, (size_t)ledger->runs, err));
    MB_TRY(MB_TAKE(arena, &paper->judgement, (size_t)ledger->claims, err));
    MB_TRY(find_rows(ledger, digest, paper->row, known, err));
    for (int i = 0; i < ledger->claims; i++) {
        mb_case c = {.claim = &ledger->claim[i],
                     .ledger = ledger,
                     .row = paper->row,
                     .round = -1,
                     .arena = arena,
                     .out = &paper->judgement[i],
                     .err = err};

        MB_TRY(c.claim->variants > 0 ? mb_judge_readings(&c, known) : mb_judge_one(&c, known));
        if (!ledger->claim[i].finding)
            count_claim(paper, i);
    }
done:
    json_decref(known);
    return status;
}

bool mb_lacks_reason(const mb_paper *paper, int claim)
{
    const mb_study_claim *c = &paper->ledger->claim[claim];
    const mb_judgement *j = &paper->judgement[claim];

    if (j->verdict == MB_NOT_TESTABLE && mb_claim_class_of(c) == MB_CLASS_CPU)
        return false; /* rounds that disagree are the reason */
    return j->verdict != MB_REPRODUCED && j->verdict != MB_DEPENDS && !c->because && !j->unrecorded;
}
