/* SPDX-License-Identifier: MIT */
#include "report/against/against.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/stats.h"
#include "base/text.h"
#include "report/gate/check_print.h"

bool mb_against_changed(mb_check_verdict verdict)
{
    return verdict == MB_CHECK_WORSE || verdict == MB_CHECK_BETTER || verdict == MB_CHECK_APART;
}

/* ---- CPU ratios ----------------------------------------------------------------------------- */

static void take_ratio(const mb_check_record *record, double ratio[3])
{
    static const mb_field fields[3] = {MB_FIELD_RATIO, MB_FIELD_RATIO_LO, MB_FIELD_RATIO_HI};

    for (int k = 0; k < 3; k++)
        ratio[k] = record ? mb_check_number(record, fields[k]) : (double)NAN;
}

/* Of two runs that were measured beside the same other one. */
static mb_status compare_ratios(const mb_checked *cell, mb_arena *arena, mb_against_run *run,
                                mb_error *err)
{
    const mb_check_record *old = cell->old_record, *new = cell->new_record;

    take_ratio(old, run->then);
    take_ratio(new, run->now);
    if (!old || !new || !old->kind->ratio_to || !new->kind->ratio_to ||
        strcmp(old->kind->ratio_to, new->kind->ratio_to) != 0 ||
        strcmp(new->kind->ratio_to, new->solver) == 0)
        return MB_OK;
    return mb_arena_printf(arena, &run->ratio_to, err, "%s", new->kind->ratio_to);
}

static mb_status find_shift(mb_against_part *part, mb_arena *arena, mb_error *err)
{
    double *shift;
    mb_status status;

    part->shift = NAN;
    MB_TRY(MB_TAKE(arena, &shift, (size_t)part->count, err));
    for (int i = 0; i < part->count; i++) {
        const mb_against_run *run = &part->run[i];

        if (run->ratio_to && run->then[0] > 0.0 && isfinite(run->now[0]))
            shift[part->shifts++] = run->now[0] / run->then[0];
    }
    part->shift = mb_median(shift, part->shifts);
done:
    return status;
}

/* ---- runs ----------------------------------------------------------------------------------- */

static mb_status name_finding(const mb_checked *cell, mb_arena *arena, const char **what,
                              mb_error *err)
{
    char text[MB_CHECK_FINDING_SIZE];

    *what = "";
    if (cell->count == 0)
        return MB_OK;
    mb_check_finding_text(&cell->finding[0], text);
    if (cell->count == 1)
        return mb_arena_printf(arena, what, err, "%s", text);
    return mb_arena_printf(arena, what, err, "%s; %d more", text, cell->count - 1);
}

static mb_status take_run(const mb_checked *cell, mb_arena *arena, mb_against_run *run,
                          mb_error *err)
{
    const mb_check_record *record = mb_checked_record(cell);
    mb_status status;

    run->verdict = cell->verdict;
    run->t_end = mb_check_number(record, MB_FIELD_T_END);
    MB_TRY(mb_arena_printf(arena, &run->problem, err, "%s", record->kind->problem));
    MB_TRY(mb_arena_printf(arena, &run->solver, err, "%s", record->solver));
    MB_TRY(name_finding(cell, arena, &run->what, err));
    MB_TRY(compare_ratios(cell, arena, run, err));
done:
    return status;
}

static const mb_check_verdict order[MB_CHECK_VERDICTS] = {
    MB_CHECK_WORSE, MB_CHECK_BETTER, MB_CHECK_APART, MB_CHECK_MISSING, MB_CHECK_NEW, MB_CHECK_SAME};

mb_status mb_against_add(mb_against *against, const char *study, const char *machine,
                         const char *version, const mb_check_file *archived,
                         const mb_check_file *now, mb_arena *arena, mb_error *err)
{
    const mb_check_file none = {0};
    mb_against_part *part = &against->part[against->parts];
    mb_check check = {0};
    mb_status status;

    *part = (mb_against_part){.count = 0};
    MB_TRY(mb_arena_printf(arena, &part->study, err, "%s", study));
    MB_TRY(mb_arena_printf(arena, &part->machine, err, "%s", machine));
    MB_TRY(mb_arena_printf(arena, &part->version, err, "%s", version));
    MB_TRY(mb_check_make(archived ? archived : &none, NULL, now, true, &check, err));
    MB_TRY(MB_TAKE(arena, &part->run, (size_t)check.count, err));
    memcpy(part->number, check.number, sizeof part->number);
    for (int k = 0; k < MB_CHECK_VERDICTS; k++)
        for (int i = 0; i < check.count; i++)
            if (check.cell[i].verdict == order[k])
                MB_TRY(take_run(&check.cell[i], arena, &part->run[part->count++], err));
    MB_TRY(find_shift(part, arena, err));
    against->parts++;
done:
    mb_check_free(&check);
    return status;
}

/* ---- terminal ------------------------------------------------------------------------------- */

enum { MOST_PUT = 20 }; /* runs of a part; the tables have all */

static void put_part(FILE *file, const mb_against_part *part)
{
    const int *n = part->number;
    const int changed = n[MB_CHECK_WORSE] + n[MB_CHECK_BETTER];

    if (!*part->machine) {
        mb_put_line(file, "archive: study %s: nothing archived, %d runs are new", part->study,
                    n[MB_CHECK_NEW]);
        return;
    }
    mb_put_line(file,
                "archive: study %s beside mbsbench %s on %s: %d same, %d changed (%d worse, %d "
                "better), %d not comparable, %d new, %d missing",
                part->study, part->version, part->machine, n[MB_CHECK_SAME], changed,
                n[MB_CHECK_WORSE], n[MB_CHECK_BETTER], n[MB_CHECK_APART], n[MB_CHECK_NEW],
                n[MB_CHECK_MISSING]);
    if (part->shifts > 0)
        mb_put_line(file, "  CPU ratios: x %.3g of those archived (median of %d)", part->shift,
                    part->shifts);
    for (int i = 0; i < part->count && mb_against_changed(part->run[i].verdict); i++) {
        const mb_against_run *run = &part->run[i];

        if (i == MOST_PUT) {
            mb_put_line(file, "  and more: tables/changes.csv");
            break;
        }
        mb_put_line(file, "  %-14s %s  %s  t_end %g  %s", mb_check_word(run->verdict), run->problem,
                    run->solver, run->t_end, run->what);
    }
}

void mb_against_put(FILE *file, const mb_against *against)
{
    for (int p = 0; p < against->parts; p++)
        put_part(file, &against->part[p]);
}
