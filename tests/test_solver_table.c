/* What each solver of a study holds over its mechanisms. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "report_fixture.h"

TestSuite(solvers, .init = start, .fini = stop);

/* One run a mechanism. */
#define RUN(problem, solver, status, violation, ratio)                                             \
    "{" SCHEMA ",\"study\":\"s\",\"run\":\"" problem solver "\",\"cell\":\"" problem solver        \
    "\",\"problem\":{\"name\":\"" problem "\"},\"solver\":\"" solver "\",\"status\":\"" status     \
    "\",\"t_end\":1,\"position\":{\"l2\":{\"max\":" violation                                      \
    "}},\"energy\":{\"max_rel_ke\":" violation "},\"ratio\":{\"median\":" ratio "}}\n"

static char *table(const char *text)
{
    cr_assert_eq(read_records(text), MB_OK, "%s", error.text);
    cr_assert_eq(mb_report_write(&records, NULL, 0, in_folder("out"), MB_REPORT_CSV, NULL, &error),
                 MB_OK, "%s", error.text);
    return exists("out/tables/solvers.csv") ? read_file("out/tables/solvers.csv") : NULL;
}

Test(solvers, medians_are_over_the_mechanisms_on_which_a_solver_held)
{
    char *csv = table(
        RUN("p", "a/b:h=0.1", "ok", "1e-9", "2") RUN("q", "a/b:h=0.1", "ok", "4e-9", "8")
            RUN("r", "a/b:h=0.01", "ok", "2e-9", "4") RUN("t", "a/b:h=0.1", "diverged", "5", "null")
                RUN("p", "c/b:h=0.1", "ok", "1e-9", "2"));

    cr_assert(csv);
    cr_expect(strstr(csv, "\ns,a/b,3,4,t (diverged),2.0000000000000001e-09,4.0000000000000002e-09,"
                          "2.0000000000000001e-09,4.0000000000000002e-09,4\n"),
              "%s", csv);
    cr_expect(strstr(csv, "\ns,c/b,1,1,none,"), "%s", csv);
    cr_expect(strstr(csv, "c/b") < strstr(csv, "a/b"), "it held wherever it ran: %s", csv);
    free(csv);
}

Test(solvers, a_single_mechanism_makes_no_table)
{
    cr_assert(
        !table(RUN("p", "a/b:h=0.1", "ok", "1e-9", "2") RUN("p", "c/b:h=0.1", "ok", "4e-9", "8")));
}
