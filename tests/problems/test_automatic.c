/* SPDX-License-Identifier: MIT */
/* Automatic references of the mechanism files against the references written by hand for the same
 * mechanisms in C, which share nothing with them: within the bounds of both.  Ends are such that
 * each takes moments. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "problems/references/automatic.h"
#include "tests/fixtures/models/declared.h"
#include "tests/fixtures/models/reference_runs.h"

typedef struct setting {
    const char *file, *parameters;
    double end;   /* [s]; the horizon must reach it */
    double bound; /* of places and angles, at most */
    int n, rank, rows;
    const char *cut;
} setting;

static const setting settings[] = {
    {"andrews-squeezer", "", 0.01, 1e-9, 7, 6, 6, "E, E4, E6"},
    {"andrews-squeezer", "spring=K4", 0.002, 1e-9, 6, 4, 4, "E, E6"},
    {"bricard", "", 10.0, 1e-11, 5, 4, 5, "P5"},
    {"chaplygin-sleigh", "", 10.0, 1e-10, 3, 1, 1, "knife"},
    {"double-four-bar", "", 4.0, 1e-7, 5, 4, 4, "P3, P5"},
    {"double-pendulum-bayo", "", 2.0, 1e-9, 2, 0, 0, ""},
    {"double-pendulum-welch", "", 2.0, 1e-9, 2, 0, 0, ""},
    {"driven-crank", "", 2.0, 1e-10, 2, 2, 2, "S"},
    {"epicyclic-gears", "", 2.0, 1e-10, 4, 3, 3, ""},
    {"five-bar-pendulum", "", 1.0, 1e-9, 5, 0, 0, ""},
    {"four-bar", "", 2.0, 1e-10, 3, 2, 2, "D"},
    {"heavy-top", "", 0.5, 1e-9, 3, 0, 0, ""},
    {"iftomm-slider-crank", "", 1.0, 1e-10, 4, 3, 3, "P"},
    {"n-four-bar", "N=3", 2.0, 1e-7, 7, 6, 6, "right(1), right(2), right(3)"},
    {"n-link-pendulum", "N=80", 0.2, 1e-9, 80, 0, 0, ""},
    {"n-link-pendulum", "N=4", 1.0, 1e-9, 4, 0, 0, ""},
    {"n-link-pendulum", "N=4,dimension=spatial", 1.0, 1e-9, 4, 0, 0, ""},
    {"pendulum", "", 10.0, 1e-9, 2, 1, 1, "bar"},
    {"pendulum-bayo", "", 20.0, 1e-10, 2, 1, 1, "bar"},
    {"rotary-pendulum", "", 1.0, 1e-9, 2, 0, 0, ""},
    {"slider-crank-singular", "", 4.0, 1e-7, 2, 1, 1, "P3"},
    {"slider-crank-welch", "", 2.0, 1e-10, 2, 1, 1, "S"},
    {"spatial-slider-crank", "", 1.0, 1e-10, 4, 3, 3, "P"},
    {"three-link-pendulum", "", 1.0, 1e-8, 7, 0, 0, ""},
    {"three-link-pendulum", "pin=x,masses=equal", 0.5, 1e-8, 7, 0, 0, ""},
    {"triple-pendulum", "", 1.0, 1e-9, 3, 0, 0, ""},
    {"triple-pendulum", "start=large", 1.0, 1e-9, 3, 0, 0, ""},
};
enum { SETTINGS = sizeof settings / sizeof *settings, TIMES = 8, COMPONENTS = 64 };

/* Outputs of both at several times. */
static void compare(const setting *at, const mb_plain_mechanism *m, mb_automatic *automatic,
                    mb_automatic_run *along, const char *spec)
{
    struct run run = begin(spec);
    int told = 0;

    for (int k = 0; k <= TIMES; k++) {
        const double t = 0.99 * at->end * k / TIMES;
        double ours[COMPONENTS], theirs[CHECK_OUTPUTS];

        mb_automatic_at(along, t, ours);
        mb_reference_at(run.reference, t, theirs);
        if (t > mb_reference_horizon(run.reference))
            break;
        for (int i = 0; i < m->ncomponents; i++) {
            const int j = output_index(run.model, m->component[i]);
            const double bound =
                mb_automatic_bound(automatic, i) + mb_reference_bound(run.reference, j);

            if (!run.model->outputs[j].compared)
                continue;
            told++;
            cr_expect(fabs(ours[i] - theirs[j]) <= bound,
                      "%s at %g: %s is %.17g, not %.17g (bounds %g)", spec, t, m->component[i],
                      ours[i], theirs[j], bound);
        }
    }
    cr_expect(told >= TIMES, "%s: %d comparisons", spec, told);
    end(&run);
}

Test(automatic, references_are_those_written_by_hand, .fini = mb_declared_end)
{
    for (int s = 0; s < SETTINGS; s++) {
        const setting *at = &settings[s];
        const mb_plain_mechanism *m = mb_declared(at->file, at->parameters, NULL);
        mb_arena *arena = mb_arena_create();
        const mb_automatic_facts *facts;
        mb_automatic_run *along;
        mb_automatic *automatic;
        char spec[128];

        snprintf(spec, sizeof spec, "%s%s%s", at->file, at->parameters[0] ? ":" : "",
                 at->parameters);
        cr_assert(mb_automatic_reference(m, at->end, arena, &automatic, NULL) == MB_OK, "%s", spec);
        facts = mb_automatic_facts_of(automatic);
        cr_assert(facts->there, "%s: %s", spec, facts->why);
        cr_expect(facts->horizon == at->end, "%s: horizon %g (%s)", spec, facts->horizon,
                  facts->why);
        cr_expect_str_eq(facts->cut, at->cut, "%s: %s is cut", spec, facts->cut);
        cr_expect(facts->coordinates == at->n && facts->rank == at->rank && facts->rows == at->rows,
                  "%s: %d coordinates, rank %d of %d", spec, facts->coordinates, facts->rank,
                  facts->rows);
        cr_expect(facts->apart * 10.0 <= at->bound, "%s: bound %g", spec, facts->apart * 10.0);
        cr_assert(mb_automatic_follow(automatic, arena, &along, NULL) == MB_OK);
        compare(at, m, automatic, along, spec);
        mb_arena_destroy(arena);
    }
}

/* Times at which double-four-bar is a line: mechanisms.md, section 2. */
Test(automatic, singular_passages_are_seen, .fini = mb_declared_end)
{
    const mb_plain_mechanism *m = mb_declared("double-four-bar", "", NULL);
    mb_arena *arena = mb_arena_create();
    mb_automatic *automatic;

    cr_assert(mb_automatic_reference(m, 1.0, arena, &automatic, NULL) == MB_OK);
    cr_expect(fabs(mb_automatic_facts_of(automatic)->singular - 0.714356) < 0.02);
    mb_arena_destroy(arena);

    arena = mb_arena_create();
    m = mb_declared("four-bar", "", NULL);
    cr_assert(mb_automatic_reference(m, 1.0, arena, &automatic, NULL) == MB_OK);
    cr_expect(isnan(mb_automatic_facts_of(automatic)->singular));
    mb_arena_destroy(arena);
}

/* ---- mechanisms without a reference by hand ------------------------------------------------- */

typedef struct fresh {
    const char *file;
    double end;
    double energy; /* kept to this, in largest kinetic energies; 0: it is not conserved */
    int n, rank, rows;
} fresh;

static const fresh news[] = {
    {"cart-pole-light", 0.5, 1e-8, 4, 2, 2},
    {"delta-robot", 0.5, 0.0, 9, 6, 6},
    {"door", 10.0, 0.0, 1, 0, 5},
    {"double-wishbone", 0.6, 0.0, 5, 4, 4},
    {"dzhanibekov", 10.0, 1e-9, 6, 0, 0},
    {"flyball-governor", 0.05, 0.0, 4, 0, 0},
    {"four-bar-spring", 5.0, 1e-9, 3, 2, 2},
    {"iltis-suspension", 6.0, 0.0, 4, 3, 3},
    {"jansen-leg", 2.0, 0.0, 11, 11, 11},
    {"mass-ratio-chain", 1.0, 1e-9, 5, 0, 0},
    {"mcpherson-strut", 0.6, 0.0, 6, 5, 5},
    {"parallel-leg", 0.2, 0.0, 9, 4, 4},
    {"peaucellier", 2.0, 0.0, 7, 7, 7},
    {"rolling-disc", 5.0, 1e-11, 6, 3, 3},
    {"rssr", 1.0, 1e-11, 5, 3, 3},
    {"scissor-lift", 5.0, 1e-9, 5, 4, 6},
    {"stewart-platform", 0.1, 0.0, 21, 15, 15},
    {"watt-six-bar", 1.0, 1e-9, 5, 4, 4},
};

Test(automatic, new_mechanisms_have_bounds_and_keep_their_energy, .fini = mb_declared_end)
{
    for (size_t s = 0; s < sizeof news / sizeof *news; s++) {
        const fresh *at = &news[s];
        const mb_plain_mechanism *m = mb_declared(at->file, "", NULL);
        mb_arena *arena = mb_arena_create();
        double first = 0.0, off = 0.0, kinetic = 0.0;
        const mb_automatic_facts *facts;
        mb_automatic_run *along;
        mb_automatic *automatic;

        cr_assert(mb_automatic_reference(m, at->end, arena, &automatic, NULL) == MB_OK);
        facts = mb_automatic_facts_of(automatic);
        cr_assert(facts->there, "%s: %s", at->file, facts->why);
        cr_expect(facts->horizon == at->end, "%s: horizon %g (%s)", at->file, facts->horizon,
                  facts->why);
        cr_expect(facts->coordinates == at->n && facts->rank == at->rank && facts->rows == at->rows,
                  "%s: %d coordinates, rank %d of %d", at->file, facts->coordinates, facts->rank,
                  facts->rows);
        cr_expect(facts->apart < 1e-9, "%s: %g", at->file, facts->apart);
        cr_assert(mb_automatic_follow(automatic, arena, &along, NULL) == MB_OK);
        for (int k = 0; k <= TIMES; k++) {
            double out[COMPONENTS], energy[2];

            mb_automatic_at(along, at->end * k / TIMES, out);
            for (int i = 0; i < m->noutputs; i++)
                for (int j = 0; j < m->output[i].n && m->output[i].compared; j++)
                    cr_expect(isfinite(out[m->output[i].first + j]), "%s: %s", at->file,
                              m->output[i].name);
            mb_automatic_energy(along, energy);
            first = k ? first : energy[0] + energy[1];
            off = fmax(off, fabs(energy[0] + energy[1] - first));
            kinetic = fmax(kinetic, energy[0]);
        }
        if (at->energy > 0.0)
            cr_expect(off <= at->energy * kinetic, "%s: energy is off by %g of %g", at->file, off,
                      kinetic);
        mb_arena_destroy(arena);
    }
}

/* O B . O P = arm^2 - side^2: the point moves on a straight line. */
Test(automatic, peaucelliers_point_stays_on_its_line, .fini = mb_declared_end)
{
    const mb_plain_mechanism *m = mb_declared("peaucellier", "", NULL);
    mb_arena *arena = mb_arena_create();
    mb_automatic_run *along;
    mb_automatic *automatic;
    double out[COMPONENTS];

    cr_assert(mb_automatic_reference(m, 2.0, arena, &automatic, NULL) == MB_OK);
    cr_assert(mb_automatic_follow(automatic, arena, &along, NULL) == MB_OK);
    for (int k = 0; k <= TIMES; k++) {
        const double th = 0.3 + 0.6 * sin(3.0 * 0.25 * k);

        mb_automatic_at(along, 0.25 * k, out);
        cr_expect(fabs(out[0] - 0.96) <= mb_automatic_bound(automatic, 0));
        cr_expect(fabs(out[1] - 0.96 * tan(0.5 * th)) <= mb_automatic_bound(automatic, 1), "%g",
                  out[1] - 0.96 * tan(0.5 * th));
    }
    mb_arena_destroy(arena);
}

/* Crank and rod upright on each other: two motions begin there. */
Test(automatic, there_is_none_from_a_singular_start, .fini = mb_declared_end)
{
    const mb_plain_mechanism *m = mb_declared("slider-crank-singular", "start=singular", NULL);
    mb_arena *arena = mb_arena_create();
    mb_automatic *automatic;

    cr_assert(mb_automatic_reference(m, 1.0, arena, &automatic, NULL) == MB_OK);
    cr_expect(!mb_automatic_facts_of(automatic)->there);
    cr_expect_str_eq(mb_automatic_facts_of(automatic)->why, "it starts in a singular position");
    m = mb_declared("slider-crank-singular", "start=singular,eps=0.01", NULL);
    cr_assert(mb_automatic_reference(m, 1.0, arena, &automatic, NULL) == MB_OK);
    cr_expect_str_eq(mb_automatic_facts_of(automatic)->why,
                     "the start is kept as declared, and does not keep the rows");
    mb_arena_destroy(arena);
}

/* A rod that is longer than its points are apart: where the crank is fixed, the rod closes the loop. */
Test(automatic, bodies_that_are_fixed_stay_in_the_assembly, .fini = mb_declared_end)
{
    const mb_plain_mechanism *m = mb_declared_text(
        "mechanism: m\ndimension: planar\ngravity: [0, -10]\n"
        "points: {A: [0, 0], B: [1, 0], C: [1.6, 0.8]}\n"
        "bodies: {crank: {rod: [A, B], mass: 1}, rod: {rod: [B, C], length: 1.02, mass: 1}}\n"
        "joints:\n  A: {revolute: [ground, crank], at: A}\n"
        "  B: {revolute: [crank, rod], at: B}\n"
        "  C: {point-on-line: [ground, rod], at: C, through: C, along: x}\n"
        "start: {fixed: [crank]}\n"
        "outputs: {B: {point: crank, at: B}, C: {point: rod, at: C}}\nrun: {scale: 1}\n",
        "", NULL);
    mb_arena *arena = mb_arena_create();
    mb_automatic_run *along;
    mb_automatic *automatic;
    double out[COMPONENTS];

    cr_assert(m && mb_automatic_reference(m, 0.1, arena, &automatic, NULL) == MB_OK);
    cr_assert(mb_automatic_follow(automatic, arena, &along, NULL) == MB_OK);
    mb_automatic_at(along, 0.0, out);
    cr_expect(out[0] == 1.0 && out[1] == 0.0, "%.17g %.17g", out[0], out[1]);
    cr_expect(fabs(out[2] - 1.0 - sqrt(1.02 * 1.02 - 0.64)) < 1e-14, "%.17g", out[2]);
    cr_expect(fabs(out[3] - 0.8) < 1e-14, "%.17g", out[3]);
    mb_arena_destroy(arena);
}

/* A mass point on the end of a rod turns with nothing, wherever it stands in the tree. */
Test(automatic, mass_points_move_with_what_carries_them, .fini = mb_declared_end)
{
    static const char *const joints[] = {"[rod, load]", "[load, rod]"};

    for (int k = 0; k < 2; k++) {
        char text[512];
        const mb_plain_mechanism *m;
        mb_arena *arena = mb_arena_create();
        const mb_automatic_facts *facts;
        mb_automatic_run *along;
        mb_automatic *automatic;
        double out[COMPONENTS];

        snprintf(text, sizeof text,
                 "mechanism: m\ndimension: planar\ngravity: [0, -10]\n"
                 "bodies: {rod: {rod: [[0, 0], [1, 0]], mass: 3}, load: {point: [1, 0], mass: 2}}\n"
                 "joints:\n  A: {revolute: [ground, rod], at: [0, 0]}\n"
                 "  B: {revolute: %s, at: [1, 0]}\n"
                 "outputs: {rate: {rate: A}}\nrun: {scale: 1}\n",
                 joints[k]);
        m = mb_declared_text(text, "", NULL);
        cr_assert(m && mb_automatic_reference(m, 0.1, arena, &automatic, NULL) == MB_OK);
        facts = mb_automatic_facts_of(automatic);
        cr_assert(facts->there && facts->coordinates == 1, "%s", facts->why);
        cr_assert(mb_automatic_follow(automatic, arena, &along, NULL) == MB_OK);
        mb_automatic_at(along, 1e-4, out); /* 3/3 + 2 kg m2 under (3/2 + 2) 10 N m */
        cr_expect(fabs(out[0] + 35.0 / 3.0 * 1e-4) < 1e-10, "%g", out[0]);
        mb_arena_destroy(arena);
    }
}

/* As the reference of a model it is evaluated like one written by hand. */
Test(automatic, reference_of_a_model, .fini = mb_declared_end)
{
    const mb_plain_mechanism *m = mb_declared("four-bar", "", NULL);
    struct run run = begin("four-bar");
    double by_hand[CHECK_OUTPUTS], ours[CHECK_OUTPUTS], again[CHECK_OUTPUTS];
    mb_reference_run *along;
    mb_automatic *automatic;
    mb_reference reference;

    for (int i = 0; i < m->ncomponents; i++)
        cr_assert_str_eq(m->component[i], run.model->outputs[i].name);
    mb_reference_at(run.reference, 0.77, by_hand);
    cr_assert(mb_automatic_reference(m, 1.0, run.arena, &automatic, NULL) == MB_OK);
    mb_reference_take(automatic, &reference);
    run.model->reference = &reference;
    cr_assert(mb_reference_start(run.model, run.arena, &along, NULL) == MB_OK);
    cr_assert(mb_reference_expect(along, 1e-5, run.arena, NULL) == MB_OK);
    mb_reference_at(along, 0.77, ours);
    mb_reference_reset(along);
    mb_reference_at(along, 0.3, again);
    mb_reference_at(along, 0.77, again);
    cr_expect(mb_reference_horizon(along) == 1.0);
    for (int i = 0; i < m->ncomponents; i++) {
        cr_expect(fabs(ours[i] - by_hand[i]) <= mb_reference_bound(along, i));
        cr_expect(ours[i] == again[i]);
    }
    end(&run);
}

/* The other way through the times: asked for again after a reset, values are the same. */
Test(automatic, values_do_not_depend_on_what_was_asked_before, .fini = mb_declared_end)
{
    const mb_plain_mechanism *m = mb_declared("three-link-pendulum", "", NULL);
    mb_arena *arena = mb_arena_create();
    mb_automatic_run *along;
    mb_automatic *automatic;
    double once[COMPONENTS], again[COMPONENTS];

    cr_assert(mb_automatic_reference(m, 0.3, arena, &automatic, NULL) == MB_OK);
    cr_assert(mb_automatic_follow(automatic, arena, &along, NULL) == MB_OK);
    mb_automatic_at(along, 0.21, once);
    mb_automatic_reset(along);
    for (double t = 0.0; t < 0.2; t += 0.003)
        mb_automatic_at(along, t, again);
    mb_automatic_at(along, 0.21, again);
    for (int i = 0; i < m->ncomponents; i++)
        cr_expect(once[i] == again[i], "%s", m->component[i]);
    mb_arena_destroy(arena);
}

Test(automatic, memory_that_runs_out_is_told, .fini = mb_declared_end)
{
    const mb_plain_mechanism *m = mb_declared("four-bar", "", NULL);
    mb_status status = MB_FAILURE;
    int k = 0;

    while (status != MB_OK && k < 2000) {
        mb_arena *arena = mb_arena_create();
        mb_automatic *automatic = NULL;
        mb_automatic_run *along;
        mb_error err = {MB_OK, ""};

        mb_arena_fail_at(arena, ++k);
        status = mb_automatic_reference(m, 0.01, arena, &automatic, &err);
        if (status == MB_OK)
            status = mb_automatic_follow(automatic, arena, &along, &err);
        cr_assert(status == MB_OK || status == MB_NO_MEMORY, "%d", (int)status);
        mb_arena_destroy(arena);
    }
    cr_expect(k > 20 && k < 2000, "%d", k);
}
