/* SPDX-License-Identifier: MIT */
#include "bench/score/score.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bench/child/child_parts.h"
#include "bench/child/poses.h"
#include "bench/mechanism/problem_file.h"
#include "bench/score/score_parts.h"

/* Of the mechanism's size: a start that is farther off is that of another mechanism, or read
 * wrongly. */
static const double start_off = 0.01;
static const double off_unit = 1e-3; /* of a quaternion's length from 1 */

double mb_scored_value(const mb_scored *s, int column)
{
    return s->table.value[column];
}

/* Behind the row at the end only later ones are passed over: times that fall have hidden all others. */
static mb_status check_behind(mb_scored *s, mb_error *err)
{
    mb_error unheeded = {MB_OK, ""};
    bool more;

    if (mb_table_next(&s->table, &more, &unheeded) != MB_OK || !more ||
        !(mb_scored_value(s, s->columns.time) < s->t))
        return MB_OK;
    return mb_table_wrong(
        &s->table, 1, err,
        "its time, %.9g s, is not after that of the row before, %.9g s, where the "
        "run ends: rows stand in the order of time",
        mb_scored_value(s, s->columns.time), s->t);
}

mb_status mb_scored_next(mb_scored *s, bool *more, mb_error *err)
{
    const double end = s->request->t_end, before = s->t;
    double t;
    mb_status status;

    *more = s->t < end;
    if (!*more)
        return check_behind(s, err);
    MB_TRY(mb_table_next(&s->table, more, err));
    if (!*more && before < s->model->t0)
        return mb_table_wrong(&s->table, 1, err, "the table has no rows of numbers");
    if (!*more)
        return mb_table_wrong(
            &s->table, 1, err,
            "the table ends at t = %.9g s, before t = %g s; for a shorter run say "
            "--t-end",
            before, end);
    t = mb_scored_value(s, s->columns.time);
    if (fabs(t - end) <= 1e-9 * end)
        t = end;
    if (!isfinite(t) || t < s->model->t0 || t <= before)
        MB_TRY(mb_table_wrong(&s->table, 1, err,
                              "its time, %.9g s, is none, or not after that of the row before", t));
    if (t > end)
        MB_TRY(mb_table_wrong(&s->table, 1, err,
                              "no row is at t = %g s, where the run ends: the rows around it are "
                              "at %.9g s and %.9g s; say --t-end with the time of a row",
                              end, before, t));
    s->t = t;
done:
    return status;
}

/* ---- poses ---------------------------------------------------------------------------------- */

/* Numbers of the row to poses.  MB_NON_FINITE: one is none. */
static mb_status take_poses(const mb_scored *s, const mb_plain_mechanism *m, mb_pose *pose,
                            mb_error *err)
{
    for (int b = 0; b < m->nbodies; b++) {
        double x[13] = {[3] = 1.0}, length = 0.0;

        for (int k = 0; k < 13; k++)
            if (s->columns.at[13 * b + k] >= 0)
                x[k] = mb_scored_value(s, s->columns.at[13 * b + k]);
        if (s->columns.angle[b] >= 0) {
            const double half = 0.5 * mb_scored_value(s, s->columns.angle[b]);

            x[3] = cos(half);
            x[6] = sin(half);
        }
        for (int k = 0; k < 13; k++)
            if (!isfinite(x[k]))
                return mb_fail(err, MB_NON_FINITE,
                               "the trajectory's place of '%s' at t = %.9g s is no number",
                               m->body[b].name, s->t);
        for (int k = 3; k < 7; k++)
            length += x[k] * x[k];
        length = sqrt(length);
        if (!(fabs(length - 1.0) < off_unit))
            return mb_table_wrong(&s->table, 1, err, "the quaternion of '%s' has the length %.6g",
                                  m->body[b].name, length);
        memcpy(pose[b].place, x, sizeof pose[b].place);
        for (int k = 0; k < 4; k++)
            pose[b].quaternion[k] = x[3 + k] / length;
        memcpy(pose[b].velocity, x + 7, sizeof pose[b].velocity);
        memcpy(pose[b].omega, x + 10, sizeof pose[b].omega);
    }
    return MB_OK;
}

/* A row at the start is not audited, but must be the mechanism's own. */
static mb_status check_start(const mb_scored *s, const mb_poses *poses, mb_error *err)
{
    const mb_plain_mechanism *m = poses->foreign.assembled.mechanism;

    for (int b = 0; b < m->nbodies; b++) {
        double off = 0.0;

        for (int k = 0; k < 3; k++)
            off = fmax(off, fabs(poses->next[b].place[k] - m->body[b].com[k]));
        if (!(off <= start_off * m->scale))
            return mb_table_wrong(
                &s->table, 1, err,
                "'%s' starts %.3g m from where the mechanism does, with its centre of mass at "
                "(%.6g, %.6g, %.6g); see mbsbench describe %s",
                m->body[b].name, off, m->body[b].com[0], m->body[b].com[1], m->body[b].com[2],
                m->name);
    }
    return MB_OK;
}

static mb_status score_poses(mb_scored *s, mb_error *err)
{
    const mb_score_request *request = s->request;
    const mb_audit_plan plan = {.h = NAN,
                                .t_end = request->t_end,
                                .series = request->series,
                                .references = request->references};
    mb_poses poses = {.rows = 0};
    bool more;
    mb_status status;

    MB_TRY(mb_poses_create(&poses, request->problem, NULL, s->arena, err));
    mb_poses_note(&poses, false, s->result);
    MB_TRY(mb_poses_begin(&poses, &plan, s->arena, err));
    while (!poses.locked) {
        MB_TRY(mb_scored_next(s, &more, err));
        if (!more)
            break;
        MB_TRY(take_poses(s, poses.foreign.declared, poses.next, err));
        MB_TRY(s->t > s->model->t0 ? mb_poses_take(&poses, s->t, err)
                                   : check_start(s, &poses, err));
    }
    if (poses.locked)
        s->result->status = MB_RUN_LOCKED;
    else
        mb_child_judge(s->result);
done:
    if (poses.audit)
        mb_audit_end(poses.audit);
    mb_poses_free(&poses);
    return status;
}

/* ---- all ------------------------------------------------------------------------------------ */

/* The declaration's bodies; NULL: the problem is none, so that there are no poses. */
static mb_status declared(const mb_scored *s, const mb_plain_mechanism **mechanism, mb_error *err)
{
    mb_problem_spec found;
    mb_status status = MB_OK;

    *mechanism = NULL;
    if (!mb_problem_is_declared(s->request->problem))
        return MB_OK;
    MB_TRY(mb_problem_open(s->request->problem, s->arena, NULL, &found, err));
    *mechanism = found.mechanism;
done:
    return status;
}

mb_status mb_score(const mb_score_request *request, mb_result *result, mb_error *err)
{
    mb_scored s = {.request = request, .result = result, .arena = mb_arena_create(), .t = -1.0};
    const mb_plain_mechanism *mechanism;
    mb_status status;

    if (!s.arena)
        MB_TRY(mb_fail(err, MB_NO_MEMORY, "no memory for a trajectory"));
    MB_TRY(mb_problem_model(request->problem, NULL, &s.model, err));
    MB_TRY(declared(&s, &mechanism, err));
    MB_TRY(mb_table_open(&s.table, request->path, request->format, s.arena, err));
    MB_TRY(
        mb_columns_find(&s.columns, &s.table, request->columns, s.model, mechanism, s.arena, err));
    s.t = nextafter(s.model->t0, -INFINITY);
    status = s.columns.poses ? score_poses(&s, err) : mb_score_outputs(&s, err);
    if (status == MB_NON_FINITE) { /* the trajectory's, not the file's fault */
        mb_child_explain(result, status, err);
        mb_error_clear(err);
        status = MB_OK;
    }
    result->phase = MB_PHASE_DONE;
done:
    mb_table_close(&s.table);
    mb_model_destroy(s.model);
    mb_arena_destroy(s.arena);
    return status;
}
