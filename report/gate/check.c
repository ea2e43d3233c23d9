/* SPDX-License-Identifier: MIT */
#include "report/gate/check_parts.h"

#include <string.h>

static void conclude(const mb_check_file *baseline, const mb_check_file *file, int matched,
                     mb_check *check)
{
    const int *n = check->number;

    if (file->measured == 0) {
        check->outcome = MB_OUTCOME_NOTHING;
        snprintf(check->reason, sizeof check->reason,
                 "measured nothing: no record of the %d took a step", file->read);
    } else if (matched == 0) {
        check->outcome = MB_OUTCOME_NOT_COMPARABLE;
        snprintf(check->reason, sizeof check->reason,
                 "not comparable: the %d records and the %d of the baseline have no cell in common",
                 file->read, baseline->read);
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

/* Adds a cell; what was found is kept at its own size. */
static mb_status add(mb_check *check, const mb_check_record *old, const mb_check_record *frozen,
                     const mb_check_record *new, bool accuracy_only, mb_error *err)
{
    mb_check_finding finding[MB_CHECK_FINDINGS];
    mb_checked *cell = &check->cell[check->count];

    mb_check_records(old, new, accuracy_only, finding, cell);
    mb_check_since(frozen, cell, &check->creep);
    mb_check_sort(cell);
    cell->finding = NULL;
    if (cell->count > 0) {
        mb_status status = MB_TAKE(check->arena, &cell->finding, (size_t)cell->count, err);

        if (status != MB_OK)
            return status;
        memcpy(cell->finding, finding, (size_t)cell->count * sizeof *finding);
    }
    check->number[cell->verdict]++;
    check->count++;
    return MB_OK;
}

mb_status mb_check_make(const mb_check_file *baseline, const mb_check_file *frozen,
                        const mb_check_file *file, bool accuracy_only, mb_check *check,
                        mb_error *err)
{
    size_t size = (size_t)baseline->count;
    int matched = 0;
    mb_status status;

    *check =
        (mb_check){.arena = mb_arena_create(), .creep = {.cells = frozen ? 0 : -1, .ratio = 1.0}};
    if (!check->arena)
        MB_TRY(mb_fail(err, MB_NO_MEMORY, "out of memory"));
    for (int i = 0; i < file->count; i++)
        size += !mb_check_find(baseline, file->record[i].cell);
    MB_TRY(MB_TAKE(check->arena, &check->cell, size, err));
    for (int i = 0; i < baseline->count; i++) {
        const mb_check_record *old = &baseline->record[i], *new = mb_check_find(file, old->cell);

        matched += new != NULL;
        MB_TRY(add(check, old, frozen ? mb_check_find(frozen, old->cell) : NULL, new, accuracy_only,
                   err));
    }
    for (int i = 0; i < file->count; i++) {
        const mb_check_record *new = &file->record[i];

        if (!mb_check_find(baseline, new->cell))
            MB_TRY(add(check, NULL, frozen ? mb_check_find(frozen, new->cell) : NULL, new,
                       accuracy_only, err));
    }
    conclude(baseline, file, matched, check);
done:
    if (status != MB_OK)
        mb_check_free(check);
    return status;
}

void mb_check_free(mb_check *check)
{
    mb_arena_destroy(check->arena);
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
