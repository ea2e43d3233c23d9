/* SPDX-License-Identifier: MIT */
/* Poses of a run: they are where its outputs say, evenly in time from the start to where it ends, and
 * few enough. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/child/child.h"
#include "bench/mechanism/source.h"

static mb_result *watched_run(const char *problem, const char *solver, double t_end)
{
    const mb_task task = {.problem = problem,
                          .solver = solver,
                          .t_end = t_end,
                          .time_limit = 600.0,
                          .series = MB_SERIES_FILE | 1u << MB_SERIES_OUTPUTS};
    mb_result *result = mb_results_map(1);

    cr_assert(result);
    mb_result_clear(result);
    mb_child_measure(&task, result);
    return result;
}

static const mb_plain_mechanism *declared(const char *problem, mb_arena *arena)
{
    mb_mechanism_source source;
    mb_declaration *declaration;

    cr_assert_eq(mb_mechanism_open(problem, arena, &source, NULL), MB_OK);
    cr_assert_eq(
        mb_mechanism_read(&source, source.parameters, arena, NULL, NULL, &declaration, NULL),
        MB_OK);
    return declaration->mechanism;
}

/* World place of a body's place by its pose, the rotation by w x y z written out. */
static void place(const mb_frames *p, const double *pose, const double u[3], double x[3])
{
    if (!p->spatial) {
        x[0] = pose[0] + cos(pose[2]) * u[0] - sin(pose[2]) * u[1];
        x[1] = pose[1] + sin(pose[2]) * u[0] + cos(pose[2]) * u[1];
        x[2] = 0.0;
        return;
    }
    const double w = pose[3], i = pose[4], j = pose[5], k = pose[6];

    x[0] = pose[0] + (1 - 2 * (j * j + k * k)) * u[0] + 2 * (i * j - w * k) * u[1] +
           2 * (i * k + w * j) * u[2];
    x[1] = pose[1] + 2 * (i * j + w * k) * u[0] + (1 - 2 * (i * i + k * k)) * u[1] +
           2 * (j * k - w * i) * u[2];
    x[2] = pose[2] + 2 * (i * k - w * j) * u[0] + 2 * (j * k + w * i) * u[1] +
           (1 - 2 * (i * i + j * j)) * u[2];
}

/* Series and frames of all steps: the row of a frame. */
static int row_at(const mb_series *s, double t)
{
    for (int i = 0; i < s->rows; i++)
        if (s->value[(size_t)i * (size_t)s->columns] == t)
            return i;
    cr_assert_fail("no row at %.17g", t);
    return -1;
}

/* Outputs that are points of bodies against the same points by the poses; their number. */
static int compare(const char *problem, const mb_plain_mechanism *m, const mb_result *result)
{
    const mb_frames *p = &result->frames;
    const int width = p->spatial ? MB_POSE_SPATIAL : MB_POSE_PLANAR;
    int compared = 0;

    for (int f = 0; f < p->frames; f++) {
        const double *frame = p->value + (ptrdiff_t)f * p->width;
        const double *row = result->series.value +
                            (ptrdiff_t)row_at(&result->series, frame[0]) * result->series.columns +
                            MB_SERIES_COLUMNS;

        for (int k = 0; k < m->noutputs; k++) {
            const mb_plain_output *o = &m->output[k];
            double x[3];

            if (o->of.kind != MB_MEASURE_POINT || o->of.body[0] == MB_ON_GROUND || o->of.along ||
                o->of.relative != MB_ON_GROUND || o->scale != 1.0 || o->offset != 0.0)
                continue;
            place(p, frame + 1 + width * o->of.body[0], o->of.place[0], x);
            for (int i = 0; i < o->n; i++, compared++)
                cr_expect(fabs(x[i] - row[o->first + i]) < 1e-9 * m->scale,
                          "%s, %s at %g s: %.12g, not %.12g", problem, o->name, frame[0], x[i],
                          row[o->first + i]);
        }
    }
    return compared;
}

Test(poses, are_where_the_outputs_are_in_every_kind_of_coordinates)
{
    static const char *const problem[] = {"double-four-bar",
                                          "double-four-bar:coordinates=reference-point",
                                          "double-four-bar:coordinates=joint",
                                          "slider-crank-singular",
                                          "jansen-leg",
                                          "watt-six-bar:coordinates=mixed",
                                          "heavy-top",
                                          "heavy-top:coordinates=euler",
                                          "heavy-top:coordinates=joint",
                                          "mcpherson-strut:coordinates=natural",
                                          "stewart-platform"};

    for (size_t i = 0; i < sizeof problem / sizeof *problem; i++) {
        mb_arena *arena = mb_arena_create();
        const mb_plain_mechanism *m = declared(problem[i], arena);
        mb_result *result = watched_run(problem[i], "lagrange/rk4:h=1e-3/direct-correction", 0.03);

        cr_expect(result->frames.bodies == m->nbodies && result->frames.frames == 31,
                  "%s: %d of %d", problem[i], result->frames.frames, result->frames.bodies);
        cr_expect(compare(problem[i], m, result) > 30, "%s", problem[i]);
        mb_results_unmap(result, 1);
        mb_arena_destroy(arena);
    }
}

/* Unit length and g = 9.81 from the horizontal: half a turn back and forth, never round; a spun
 * disc goes round and round. */
Test(poses, go_on_through_whole_turns)
{
    mb_result *result = watched_run("dzhanibekov", "lagrange/rk4:h=1e-3", 10.0);
    const mb_frames *p = &result->frames;

    for (int f = 1; f < p->frames; f++) {
        const double *now = p->value + (ptrdiff_t)f * p->width + 4, *before = now - p->width;
        double same = 0.0;

        for (int i = 0; i < 4; i++)
            same += now[i] * before[i];
        cr_expect(same > 0.0, "%d: %g", f, same);
    }
    mb_results_unmap(result, 1);
    result = watched_run("double-four-bar", "lagrange/rk4:h=1e-3/direct-correction", 6.0);
    p = &result->frames;
    for (int f = 1; f < p->frames; f++) {
        const double *now = p->value + (ptrdiff_t)f * p->width;

        cr_expect(fabs(now[3] - now[3 - p->width]) < 0.3, "%d", f);
    }
    cr_expect(fabs(p->value[(ptrdiff_t)(p->frames - 1) * p->width + 3] - p->value[3]) > 2 * M_PI);
    mb_results_unmap(result, 1);
}

Test(poses, are_even_in_time_and_few)
{
    const struct {
        const char *problem, *solver;
        double t_end;
        int least, most;
    } row[] = {
        {"pendulum", "lagrange/rk4:h=1e-3", 10.0, MB_FRAMES_MOST - 2, MB_FRAMES_MOST},
        {"pendulum", "lagrange/rk4:h=0.1", 10.0, 101, 101},
        {"stewart-platform", "lagrange/rk4:h=1e-3", 0.5, MB_FRAMES_LEAST, 60},
        {"n-four-bar:N=40", "ali3/newmark:h=1e-3", 0.5, MB_FRAMES_LEAST - 2, MB_FRAMES_LEAST},
        {"pendulum", "lagrange/dormand-prince:tol=1e-6", 10.0, 50, MB_FRAMES_MOST}};

    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        mb_result *result = watched_run(row[i].problem, row[i].solver, row[i].t_end);
        const mb_frames *p = &result->frames;
        const double last = p->value[(ptrdiff_t)(p->frames - 1) * p->width];
        char *text = NULL;
        size_t size = 0;
        FILE *out = open_memstream(&text, &size);

        cr_expect(p->frames >= row[i].least && p->frames <= row[i].most, "%s %s: %d frames",
                  row[i].problem, row[i].solver, p->frames);
        cr_expect(p->value[0] == 0.0 && last == result->t_reached && last == row[i].t_end);
        for (int f = 1; f < p->frames; f++) {
            const double *t = p->value + (ptrdiff_t)f * p->width;

            cr_expect(*t > t[-p->width] && *t - t[-p->width] < fmax(2.0 * p->every, 0.11));
        }
        mb_frames_write(p, out);
        fclose(out);
        cr_expect(size > 0 && size < 90000, "%s: %zu bytes", row[i].problem, size);
        free(text);
        mb_results_unmap(result, 1);
    }
}

/* The step falls to nothing in the singular position at 0.714 s: steps without end there, and the way before them. */
Test(poses, show_the_way_to_where_a_run_ends)
{
    mb_result *result = watched_run("double-four-bar", "ggl/radau5:tol=1e-8", 10.0);
    const mb_frames *p = &result->frames;
    const double *last = p->value + (ptrdiff_t)(p->frames - 1) * p->width;

    cr_assert(result->status != MB_RUN_OK && result->t_reached < 1.0, "%s", result->reason);
    cr_expect(p->frames > 10 && p->frames < 40, "%d", p->frames);
    cr_expect(fabs(*last - result->t_reached) < 1e-6, "%g, %g", *last, result->t_reached);
    mb_results_unmap(result, 1);
}

Test(poses, are_none_of_too_many_bodies_and_without_a_series)
{
    mb_result *result = watched_run("n-link-pendulum:N=200", "lagrange/rk4:h=1e-2", 0.02);
    const mb_task task = {
        .problem = "pendulum", .solver = "lagrange/rk4:h=1e-2", .t_end = 0.1, .time_limit = 60.0};
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);

    cr_expect_eq(result->frames.frames, 0);
    mb_result_clear(result);
    mb_child_measure(&task, result);
    cr_expect_eq(result->frames.frames, 0);
    mb_frames_write(&result->frames, out);
    fclose(out);
    cr_expect_eq(size, 0);
    free(text);
    mb_results_unmap(result, 1);
}
