/* SPDX-License-Identifier: MIT */
/* Values of metrics: of a record and of its series. */
#include <criterion/criterion.h>

#include "report/records/metric.h"
#include "tests/fixtures/reports/report_fixture.h"

TestSuite(metric, .init = start, .fini = stop);

static const struct {
    const char *metric;
    double value;
} metrics[] = {
    {"7", 7},
    {"energy.max_abs", 8},
    {"outputs.P.x", 3},
    {"output_rates.P.x", 4},
    {"counters.steps", 100},
    {"energy.max_abs / counters.steps", 0.08},
    {"energy.max_abs * 2", 16},
    {"cpu.loop", 2}, /* median */
    {"energy.max_abs + outputs.P.x", 11},
    {"outputs.P.x - energy.max_abs", -5},
    {"energy@max", 4},
    {"energy@min", 1},
    {"energy@top", 3},
    {"energy@bottom", -4},
    {"energy@mean", -0.2},
    {"energy@mean_abs", 2.2},
    {"energy@first", -2},
    {"energy@last", 3},
    {"energy@crossings", 3},
    {"energy@max(0,1.5)", 2},
    {"energy@top(2,3)", 1},
    {"energy@crossings(2,4)", 2},
    {"outputs.P.x@last", 50},
    {"multipliers.1@max", 348}, /* all steps of a row: largest, smallest, of magnitude */
    {"multipliers.1@top", 60},
    {"multipliers.1@bottom", -348},
    {"multipliers.1@last", 2}, /* the step at the row's time */
    {"multipliers.1@mean", 2},
    {"multipliers.1@crossings", 0},
};

/* Series: energy -2 (0), 1 (1), nan (2), 0 (2.5), 1 (3) ... */
Test(metric, values_of_a_record_and_its_series)
{
    mb_digest digest;
    mb_measured v;
    char missing[MB_MISSING_SIZE] = "";
    mb_metric metric;

    write_file("s.tsv", "# t energy outputs.P.x multipliers.1 min.multipliers.1 max.multipliers.1\n"
                        "0\t-2\t10\t2\t2\t2\n1\t1\t20\t2\t-348\t3\n2\tnan\t30\t2\t1\t60\n"
                        "3\t1\t40\t2\t2\t2\n3.5\t-4\t50\t2\t2\t2\nno numbers\n4\t3\t50\t2\t2\t2\n");
    cr_assert_eq(read_records("{" SCHEMA ",\"study\":\"s\",\"run\":\"r1\",\"key\":\"k\","
                              "\"energy\":{\"max_abs\":8},\"outputs\":{\"P.x\":3},"
                              "\"output_rates\":{\"P.x\":4},\"counters\":{\"steps\":100},"
                              "\"cpu\":{\"loop\":[3,1,2]},\"t_end\":1,\"t_reached\":0.5,"
                              "\"series\":\"s.tsv\"}\n"),
                 MB_OK, "%s", error.text);
    cr_assert_eq(mb_digest_make(&records, arena, &digest, &error), MB_OK);
    for (size_t i = 0; i < sizeof metrics / sizeof metrics[0]; i++) {
        cr_assert_eq(mb_metric_parse(metrics[i].metric, arena, &metric, &error), MB_OK, "%s",
                     error.text);
        cr_assert(mb_metric_value(&metric, &digest.row[0], &v, missing), "%s: %s",
                  metrics[i].metric, missing);
        cr_expect_float_eq(v.x, metrics[i].value, 1e-12, "%s: %g", metrics[i].metric, v.x);
        cr_expect(v.lo == v.x && v.hi == v.x && !v.base);
    }
    mb_metric_parse("energy@max(7,8)", arena, &metric, &error);
    cr_expect(!mb_metric_value(&metric, &digest.row[0], &v, missing));
    cr_expect_str_eq(missing, "no value of energy in that span of time");
    mb_metric_parse("rows.3@max", arena, &metric, &error);
    cr_expect(!mb_metric_value(&metric, &digest.row[0], &v, missing));
    cr_expect_str_eq(missing, "no column rows.3 in its series");
}
