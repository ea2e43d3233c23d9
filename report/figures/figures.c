/* SPDX-License-Identifier: MIT */
#include "report/figures/figures.h"

#include <string.h>

#include "report/claims/method_names.h"
#include "report/figures/figure_parts.h"
#include "report/records/fields.h"
#include "report/records/grade.h"
#include "report/records/run_status.h"

/* "No record: a.1, a.2 and 3 more." */
static mb_status note_missing(mb_figure_case *c)
{
    const char *text = "";
    int missing = 0;
    mb_status status = MB_OK;

    for (int i = 0; i < c->figure->run.runs; i++)
        missing += !c->row[i];
    if (missing == 0)
        return MB_OK;
    for (int i = 0; i < c->figure->run.items; i++) {
        int n = 0;

        for (int k = c->figure->run.first[i]; k < c->figure->run.first[i + 1]; k++)
            n += !c->row[k];
        if (n > 0)
            MB_TRY(mb_arena_printf(c->arena, &text, c->err, "%s%s%s", text, *text ? ", " : "",
                                   c->figure->run.name[i]));
    }
    MB_TRY(mb_figure_note(c, "%d of %d runs have no record (of %s).", missing, c->figure->run.runs,
                          text));
done:
    return status;
}

/* ---- all kinds ------------------------------------------------------------------------------ */

static mb_status draw(mb_figure_case *c)
{
    static mb_status (*const kind[MB_FIGURE_KINDS])(mb_figure_case *) = {
        [MB_FIGURE_TIME] = mb_figure_time,
        [MB_FIGURE_SWEEP] = mb_figure_sweep,
        [MB_FIGURE_MAP] = mb_figure_map,
        [MB_FIGURE_BARS] = mb_figure_bars,
        [MB_FIGURE_POINTS] = mb_figure_points,
        [MB_FIGURE_PATH] = mb_figure_path,
        [MB_FIGURE_CONTROLLER] = mb_figure_controller,
    };
    char base[MB_NAME_SIZE];
    const char *text;
    mb_status status;

    MB_TRY(
        mb_arena_printf(c->arena, &text, c->err, "%s-figure-%s", c->ledger->study, c->figure->id));
    mb_file_name(text, base, sizeof base);
    snprintf(c->chart->name, sizeof c->chart->name, "%s", base);
    c->chart->heading = c->chart->title = c->figure->title;
    if (c->figure->note)
        MB_TRY(mb_figure_note(c, "%s", c->figure->note));
    if (c->figure->kind != MB_FIGURE_CONTROLLER) /* which needs no records */
        MB_TRY(note_missing(c));
    MB_TRY(kind[c->figure->kind](c));
    c->chart->caption = c->note;
    c->chart->noted = !c->look.paper && mb_note_fits(&c->look, c->note);
done:
    return status;
}

/* A run without a record, so that it can be named. */
static void stand_in(const mb_ledger_run *run, mb_report_run *row)
{
    *row = (mb_report_run){.run = run->id,
                           .problem = run->problem,
                           .solver = run->solver,
                           .status = "no record",
                           .reason = "",
                           .label = ""};
}

mb_status mb_figures_write(const mb_ledger *ledger, const mb_report_run *const *row,
                           const mb_chart_look *look, const char *folder, mb_arena *arena,
                           mb_chart *chart, mb_error *err)
{
    mb_status status = MB_OK;

    for (int i = 0; i < ledger->figures; i++) {
        mb_figure_case c = {.figure = &ledger->figure[i],
                            .ledger = ledger,
                            .folder = folder,
                            .arena = arena,
                            .chart = &chart[i],
                            .look = *look,
                            .note = "",
                            .err = err};
        const mb_run_list *list = &ledger->figure[i].run;

        MB_TRY(MB_TAKE(arena, &c.row, (size_t)list->runs, err));
        MB_TRY(MB_TAKE(arena, &c.asked, (size_t)list->runs, err));
        for (int k = 0; k < list->runs; k++) {
            c.row[k] = row[list->run[k]];
            if (c.row[k])
                c.asked[k] = *c.row[k];
            else
                stand_in(&ledger->run[list->run[k]], &c.asked[k]);
        }
        MB_TRY(draw(&c));
    }
done:
    return status;
}
