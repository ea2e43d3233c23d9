/* SPDX-License-Identifier: MIT */
/* JUnit XML, the elements and attributes that the readers of CI systems share: testsuites,
 * testsuite (name, tests, failures, errors, skipped), testcase (classname, name), failure and
 * skipped with a message, system-out. */
#include <string.h>

#include "report/gate/check_print.h"
#include "report/records/escape.h"

static void put_case(FILE *file, const mb_checked *cell)
{
    bool failed = cell->verdict == MB_CHECK_WORSE || cell->verdict == MB_CHECK_MISSING;
    const char *tag = failed                            ? "failure"
                      : cell->verdict == MB_CHECK_APART ? "skipped"
                                                        : "system-out";
    const mb_check_record *record = mb_checked_record(cell);
    char text[MB_CHECK_FINDING_SIZE];

    fputs("    <testcase classname=\"", file);
    mb_put_html(file, record->kind->problem);
    fputs("\" name=\"", file);
    mb_put_html(file, record->solver);
    fprintf(file, " t_end=%g\"", mb_check_number(record, MB_FIELD_T_END));
    if (cell->verdict == MB_CHECK_SAME) {
        fputs("/>\n", file);
        return;
    }
    fprintf(file, ">\n      <%s", tag);
    if (failed || cell->verdict == MB_CHECK_APART)
        fprintf(file, " message=\"%s\"", mb_check_word(cell->verdict));
    fputc('>', file);
    if (cell->count == 0)
        mb_put_html(file, mb_check_word(cell->verdict));
    for (int k = 0; k < cell->count; k++) {
        mb_check_finding_text(&cell->finding[k], text);
        fprintf(file, "%s%s ", k ? "\n" : "", mb_check_word(cell->finding[k].verdict));
        mb_put_html(file, text);
    }
    fprintf(file, "</%s>\n    </testcase>\n", tag);
}

void mb_check_junit(FILE *file, const mb_check *check)
{
    const int *n = check->number;
    /* a gate that measured nothing must not look like one that passed */
    int empty = check->outcome == MB_OUTCOME_NOTHING;
    int failures = n[MB_CHECK_WORSE] + n[MB_CHECK_MISSING];

    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n", file);
    for (int level = 0; level < 2; level++) {
        fprintf(file,
                "%s name=\"mbsbench check\" tests=\"%d\" failures=\"%d\" errors=\"%d\" "
                "skipped=\"%d\">\n",
                level ? "  <testsuite" : "<testsuites", check->count + empty, failures, empty,
                n[MB_CHECK_APART]);
    }
    for (int i = 0; i < check->count; i++)
        put_case(file, &check->cell[i]);
    if (empty) {
        fputs("    <testcase classname=\"mbsbench\" name=\"check\">\n      <error message=\"",
              file);
        mb_put_html(file, check->reason);
        fputs("\"/>\n    </testcase>\n", file);
    }
    fputs("  </testsuite>\n</testsuites>\n", file);
}
