#include "figure_fixture.h"

#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

#include "report_fixture.h"

mb_plan plan;
mb_study study;
json_t *record[FIGURE_ROWS];
mb_row row[FIGURE_ROWS];

mb_status parse(const char *text)
{
    const mb_study_options options = {.quick = false, .t_end = NAN};

    memset(&error, 0, sizeof error);
    cr_assert(mb_plan_create(&plan, &error) == MB_OK);
    return mb_study_parse("s.yaml", text, strlen(text), &options, &plan, &study, &error);
}

void parse_map(void)
{
    cr_assert(parse(FIGURE "    kind: map\n    run: a\n    x: alpha\n    y: h\n    z: error.max\n"
                           "    limit: 0.5\n") == MB_OK,
              "%s", error.text);
}

const mb_row *make_row(int i, const char *solver, const char *status, double e, double cpu)
{
    record[i] = json_pack("{s:f, s:{s:f}, s:{s:[f]}, s:{s:f}}", "t_end", 2.0, "error", "max", e,
                          "cpu", "loop", 2.0 * cpu, "energy", "max_abs", 10.0 * e);
    row[i] = (mb_row){.record = record[i],
                      .folder = folder,
                      .study = "s",
                      .run = "a",
                      .problem = "four-bar",
                      .solver = solver,
                      .status = status,
                      .reason = "",
                      .ok = strcmp(status, "ok") == 0};
    return &row[i];
}

void drop(void)
{
    for (int i = 0; i < FIGURE_ROWS; i++)
        json_decref(record[i]);
    stop();
}
