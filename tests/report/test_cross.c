/* SPDX-License-Identifier: MIT */
/* Solvers at equal precision: ratios, ranks, kinds of mechanisms, the profile. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/answers/profile_chart.h"
#include "tests/fixtures/reports/report_fixture.h"

TestSuite(cross, .init = start, .fini = stop);

/* A run that was searched for a class; found: the step or null; times: of timed passes and the measuring
 * one; ratio: of the record; the mechanism has m rows of that rank and mh holonomic ones. */
#define SEARCHED(problem, solver, status, class, found, loop, measured, ratio, facts)              \
    "{" SCHEMA ",\"study\":\"s\",\"run\":\"" problem solver class "\",\"cell\":\"" problem         \
        solver class "\",\"problem\":{\"name\":\"" problem "\"" facts "},\"solver\":\"" solver     \
                     "\",\"status\":\"" status "\",\"t_end\":2,\"cpu\":{\"loop\":[" loop           \
                     "],\"measured\":" measured "},\"ratio\":" ratio                               \
                     ",\"search\":{\"variable\":\"h\",\"reach\":" class ",\"value\":" found        \
                                                                        ",\"reason\":\"why\"}}\n"

#define TIMED(problem, solver, class, loop)                                                        \
    SEARCHED(problem, solver, "ok", class, "0.125", loop, "9", "null", "")
#define LOST(problem, solver, status, class)                                                       \
    SEARCHED(problem, solver, status, class, "null", "", "1", "null", "")

static mb_digest digest;
static mb_cross cross;

static void make(const char *text)
{
    cr_assert_eq(read_records(text), MB_OK, "%s", error.text);
    cr_assert_eq(mb_digest_make(&records, arena, &digest, &error), MB_OK, "%s", error.text);
    cr_assert_eq(mb_cross_make(&digest, "s", arena, &cross, &error), MB_OK, "%s", error.text);
}

static const mb_kind *kind(const char *name)
{
    const mb_kind *k = mb_kinds;

    while (strcmp(k->name, name) != 0)
        k++;
    return k;
}

static mb_cross_place *rank(int class, const char *of, int *n, int *mechanisms)
{
    mb_cross_place *place;

    cr_assert_eq(mb_cross_rank(&cross, class, kind(of), arena, &place, n, mechanisms, &error),
                 MB_OK, "%s", error.text);
    return place;
}

Test(cross, ratios_are_to_the_cheapest_right_solver_of_each_mechanism_and_class)
{
    make(TIMED("p", "a/b:h=0.1", "1e-2", "1,2,3") TIMED("p", "c/b:h=0.2", "1e-2", "8")
             TIMED("p", "a/b:h=0.01", "1e-4", "30") LOST("p", "c/b:h=0.01", "ok", "1e-4")
                 TIMED("q", "a/b:h=0.1", "1e-2", "6") TIMED("q", "c/b:h=0.3", "1e-2", "2"));
    cr_assert(cross.classes == 2 && cross.rows == 2 && cross.columns == 2);
    cr_expect(cross.class[0] == 1e-2 && cross.class[1] == 1e-4);
    cr_expect(mb_cross_at(&cross, 0, 0, 0)->ratio == 1.0);
    cr_expect(mb_cross_at(&cross, 0, 1, 0)->ratio == 4.0, "8 over the median, 2");
    cr_expect(mb_cross_at(&cross, 0, 0, 1)->ratio == 3.0);
    cr_expect(mb_cross_at(&cross, 1, 0, 0)->ratio == 1.0);
    cr_expect(isnan(mb_cross_at(&cross, 1, 1, 0)->ratio), "nothing was found");
    cr_expect(!mb_cross_at(&cross, 1, 0, 1)->run, "q was not searched for 1e-4");
}

/* The second is 0.8 of the first in rounds with it, whatever their own times are. */
Test(cross, a_ratio_in_rounds_with_the_cheapest_counts_more_than_times_apart)
{
    make(TIMED("p", "a/b:h=0.1", "1e-2", "2") SEARCHED(
        "p", "c/b:h=0.1", "ok", "1e-2", "0.1", "3", "9", "{\"to\":\"a/b:h=0.1\",\"median\":0.8}",
        "") SEARCHED("p", "e/b:h=0.1", "ok", "1e-2", "0.1", "", "40", "null", ""));
    cr_expect(fabs(mb_cross_at(&cross, 0, 0, 0)->ratio - 1.25) < 1e-15);
    cr_expect(mb_cross_at(&cross, 0, 1, 0)->ratio == 1.0);
    cr_expect(fabs(mb_cross_at(&cross, 0, 2, 0)->ratio - 25.0) < 1e-13,
              "by its measuring pass, 40 over 2 and over 0.8");
    cr_expect(!mb_cross_at(&cross, 0, 2, 0)->timed && mb_cross_at(&cross, 0, 1, 0)->timed);
}

Test(cross, right_on_most_is_first_then_the_smaller_median)
{
    int n, mechanisms;
    const mb_cross_place *place;

    make(TIMED("p", "fast/b:h=1", "1e-2", "1") LOST("q", "fast/b:h=1", "diverged", "1e-2")
             TIMED("r", "fast/b:h=1", "1e-2", "1") TIMED("p", "sound/b:h=1", "1e-2", "4")
                 TIMED("q", "sound/b:h=1", "1e-2", "1") TIMED("r", "sound/b:h=1", "1e-2", "2")
                     TIMED("p", "slow/b:h=1", "1e-2", "8") TIMED("q", "slow/b:h=1", "1e-2", "3")
                         TIMED("r", "slow/b:h=1", "1e-2", "5")
                             TIMED("p", "new/b:h=1", "1e-2", "0.5"));
    place = rank(0, "all", &n, &mechanisms);
    cr_assert(n == 4 && mechanisms == 3);
    cr_expect_str_eq(cross.spec[place[0].row], "sound/b");
    cr_expect(place[0].rank == 1 && place[0].right == 3 && place[0].cheapest == 1);
    cr_expect(place[0].median == 2.0 && place[0].worst == 8.0, "ratios 8, 1, 2");
    cr_expect_str_eq(place[0].worst_at, "p");
    cr_expect(place[0].slowest == 2.0, "4 s for 2 s");
    cr_expect_str_eq(cross.spec[place[1].row], "slow/b");
    cr_expect_str_eq(cross.spec[place[2].row], "fast/b");
    cr_expect(place[2].rank == 3 && place[2].right == 2);
    cr_expect_str_eq(cross.spec[place[3].row], "new/b");
    cr_expect(place[3].rank == 0, "tried on one of three: not among them");
}

#define FACTS(problem, facts)                                                                      \
    SEARCHED(problem, "a/b:h=1", "ok", "1e-4", "1", "1", "1", "null", facts)

Test(cross, kinds_of_mechanisms)
{
    static const char *const kinds[] = {"all",          "singular", "redundant",
                                        "nonholonomic", "chains",   "stiff"};
    static const int wanted[] = {6, 1, 1, 1, 1, 1};
    int n, mechanisms;

    make(FACTS("plain", ",\"nv\":9,\"m\":8,\"mh\":8,\"rank\":8,\"traits\":[\"holonomic\"]") FACTS(
        "singular", ",\"nv\":9,\"m\":8,\"mh\":8,\"rank\":8,\"traits\":[\"singular-positions\"]")
             FACTS("redundant", ",\"nv\":9,\"m\":8,\"mh\":8,\"rank\":7")
                 FACTS("rolling", ",\"nv\":9,\"m\":8,\"mh\":6,\"rank\":8")
                     FACTS("long", ",\"nv\":80,\"m\":8,\"mh\":8,\"rank\":8")
                         FACTS("springy",
                               ",\"nv\":9,\"m\":8,\"mh\":8,\"rank\":8,\"traits\":[\"stiff\"]"));
    for (int i = 0; i < 6; i++) {
        rank(0, kinds[i], &n, &mechanisms);
        cr_expect(mechanisms == wanted[i], "%s: %d", kinds[i], mechanisms);
    }
}

/* 1 s of CPU for 2 s, and 3 s for 2 s. */
Test(cross, real_time_is_faster_than_the_motion_with_fixed_steps)
{
    int n, mechanisms;
    const mb_cross_place *place;

    make(TIMED("p", "a/b:h=1", "1e-4", "1") TIMED("q", "a/b:h=1", "1e-4", "3"));
    place = rank(0, "real-time", &n, &mechanisms);
    cr_expect(n == 1 && place[0].tried == 2 && place[0].right == 1);
}

Test(cross, tables_and_the_chart_of_a_report)
{
    const mb_report_options csv_only = {.formats = MB_REPORT_CSV};
    char *csv, *data;
    mb_chart chart = {.number = 0};

    make(TIMED("p", "a/b:h=1", "1e-2", "1") TIMED("p", "c/b:h=1", "1e-2", "4")
             TIMED("q", "a/b:h=1", "1e-2", "2") LOST("q", "c/b:h=1", "singular", "1e-2"));
    cr_assert_eq(
        mb_profile_chart(&cross, 0, &(mb_chart_look){0}, in_folder(""), arena, &chart, &error),
        MB_OK, "%s", error.text);
    cr_expect_str_eq(chart.name, "s-profile-1e-2");
    data = read_file("s-profile-1e-2.tsv");
    cr_expect(strstr(data, "4\t0.5"), "c is right on one of two, at 4 times the least: %s", data);
    free(data);
    cr_assert_eq(mb_report_write(&records, NULL, 0, in_folder("out"), &csv_only, NULL, &error),
                 MB_OK, "%s", error.text);
    csv = read_file("out/tables/ranking.csv");
    cr_expect(strstr(csv, "\ns,1e-2,1,a/b,2,2,1,2,1,1,p,1,none\n"), "%s", csv);
    cr_expect(strstr(csv, "\ns,1e-2,2,c/b,1,2,0.5,0,4,4,p,2,singular: q\n"), "%s", csv);
    free(csv);
    csv = read_file("out/tables/ratios.csv");
    cr_expect(strstr(csv, "\ns,1e-2,c/b,p,ok,yes,4,2,yes,h,0.125,why\n"), "%s", csv);
    cr_expect(strstr(csv, "\ns,1e-2,c/b,q,singular,no,,,no,h,,why\n"), "%s", csv);
    free(csv);
    csv = read_file("out/tables/kinds.csv");
    cr_expect(strstr(csv, "\ns,1e-2,all,any mechanism,2,a/b,2,1,c/b,1,4,,,\n"), "%s", csv);
    free(csv);
}

Test(cross, the_name_of_a_study_leads_to_no_other_folder)
{
    mb_chart chart = {.number = 0};

    make(TIMED("p", "a/b:h=1", "1e-2", "1") TIMED("p", "c/b:h=1", "1e-2", "4"));
    cross.study = "../b/c:d";
    cr_assert_eq(
        mb_profile_chart(&cross, 0, &(mb_chart_look){0}, in_folder(""), arena, &chart, &error),
        MB_OK, "%s", error.text);
    cr_expect_str_eq(chart.name, "b_c_d-profile-1e-2");
    free(read_file("b_c_d-profile-1e-2.tsv"));
}
