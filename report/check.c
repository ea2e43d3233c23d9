#include "report/check.h"

#include <stdlib.h>
#include <string.h>

/* cell -> index of its last record; NULL with the error set when a record has none. */
static json_t *index_cells(const mb_records *records, mb_error *err)
{
    json_t *index = json_object();

    for (int i = 0; i < records->count; i++) {
        const char *cell = mb_record_text(records->record[i], "cell");

        if (!cell || json_object_set_new(index, cell, json_integer(i)) != 0) {
            mb_fail(err, cell ? MB_NO_MEMORY : MB_BAD_INPUT,
                    cell ? "out of memory" : "record %d has no \"cell\" to match it by", i + 1);
            json_decref(index);
            return NULL;
        }
    }
    return index;
}

static const json_t *record_of(const mb_records *records, const json_t *index, const char *cell)
{
    const json_t *at = json_object_get(index, cell);

    return at ? records->record[json_integer_value(at)] : NULL;
}

static bool measured(const json_t *record)
{
    return mb_record_number(record, "counters.steps") > 0.0;
}

static void conclude(const mb_records *records, const mb_records *baseline, int matched,
                     mb_check *check)
{
    const int *n = check->number;
    int made = 0;

    for (int i = 0; i < records->count; i++)
        made += measured(records->record[i]);
    if (made == 0) {
        check->outcome = MB_OUTCOME_NOTHING;
        snprintf(check->reason, sizeof check->reason,
                 "measured nothing: no record of the %d took a step", records->count);
    } else if (matched == 0) {
        check->outcome = MB_OUTCOME_NOT_COMPARABLE;
        snprintf(check->reason, sizeof check->reason,
                 "not comparable: the %d records and the %d of the baseline have no cell in common",
                 records->count, baseline->count);
    } else if (n[MB_CHECK_WORSE] + n[MB_CHECK_MISSING] > 0) {
        check->outcome = MB_OUTCOME_REGRESSION;
        snprintf(check->reason, sizeof check->reason, "regression: %d cells worse, %d missing",
                 n[MB_CHECK_WORSE], n[MB_CHECK_MISSING]);
    } else if (n[MB_CHECK_APART] > 0) {
        check->outcome = MB_OUTCOME_NOT_COMPARABLE;
        snprintf(check->reason, sizeof check->reason,
                 "not comparable: %d cells in part (--accuracy-only leaves counters out)",
                 n[MB_CHECK_APART]);
    } else {
        check->outcome = MB_OUTCOME_PASSED;
        snprintf(check->reason, sizeof check->reason, "passed: %d cells compared", matched);
    }
}

static mb_status compare(const mb_records *baseline, const mb_records *records, json_t *olds,
                         json_t *news, bool accuracy_only, mb_check *check, mb_error *err)
{
    size_t size = json_object_size(olds) + json_object_size(news);
    const char *cell;
    json_t *at;
    int matched = 0;

    check->cell = calloc(size ? size : 1, sizeof *check->cell);
    if (!check->cell)
        return mb_fail(err, MB_NO_MEMORY, "no memory for %zu cells", size);
    json_object_foreach(olds, cell, at)
    {
        const json_t *new = record_of(records, news, cell);

        matched += new != NULL;
        mb_check_records(baseline->record[json_integer_value(at)], new, accuracy_only,
                         &check->cell[check->count++]);
    }
    json_object_foreach(news, cell, at)
    {
        if (!json_object_get(olds, cell))
            mb_check_records(NULL, records->record[json_integer_value(at)], accuracy_only,
                             &check->cell[check->count++]);
    }
    for (int i = 0; i < check->count; i++)
        check->number[check->cell[i].verdict]++;
    conclude(records, baseline, matched, check);
    return MB_OK;
}

mb_status mb_check_make(const mb_records *baseline, const mb_records *records, bool accuracy_only,
                        mb_check *check, mb_error *err)
{
    json_t *olds, *news = NULL;
    mb_status status = MB_BAD_INPUT;

    memset(check, 0, sizeof *check);
    olds = index_cells(baseline, err);
    if (olds)
        news = index_cells(records, err);
    if (news)
        status = compare(baseline, records, olds, news, accuracy_only, check, err);
    json_decref(olds);
    json_decref(news);
    return status;
}

void mb_check_free(mb_check *check)
{
    free(check->cell);
    memset(check, 0, sizeof *check);
}

const char *mb_check_word(mb_check_verdict verdict)
{
    static const char *const words[] = {
        [MB_CHECK_SAME] = "same",       [MB_CHECK_BETTER] = "better",
        [MB_CHECK_NEW] = "new",         [MB_CHECK_APART] = "not comparable",
        [MB_CHECK_MISSING] = "missing", [MB_CHECK_WORSE] = "worse",
    };

    return words[verdict];
}
