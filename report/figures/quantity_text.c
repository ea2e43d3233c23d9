/* SPDX-License-Identifier: MIT */
/* What the quantities of figures are called, and their units. */
#include <string.h>

#include "base/arena.h"
#include "report/figures/quantity.h"

static bool of_kind(const mb_figure_quantity *q, const char *word)
{
    return strcmp(q->kind, word) == 0;
}

/* What follows the word of the kind and its dot. */
static const char *rest_of(const mb_figure_quantity *q)
{
    return q->column ? q->column + strlen(q->kind) + 1 : "";
}

const char *mb_quantity_unit(const mb_figure_quantity *q, const json_t *units)
{
    bool square = q->form == MB_QUANTITY_SQ;

    if (q->form == MB_QUANTITY_RELATIVE)
        return "1";
    if (q->field < MB_FIELDS)
        return mb_field_of(q->field)->unit;
    if (of_kind(q, "multipliers"))
        return "N, N m";
    if (of_kind(q, "rows"))
        return mb_field_of(square ? MB_FIELD_POSITION_SQ_MAX : MB_FIELD_POSITION_MAX)->unit;
    if (of_kind(q, "phidot"))
        return mb_field_of(square ? MB_FIELD_VELOCITY_SQ_MAX : MB_FIELD_VELOCITY_MAX)->unit;
    if (of_kind(q, "accelerations"))
        return square ? "m²/s⁴, rad²/s⁴" : "m/s², rad/s²";
    return mb_output_unit(units, rest_of(q));
}

const char *mb_quantity_name(const mb_figure_quantity *q)
{
    return of_kind(q, "outputs") ? rest_of(q) : q->text;
}

bool mb_quantity_linear(const mb_figure_quantity *q)
{
    return q->absolute || q->form == MB_QUANTITY_TOTAL ||
           (q->column && (of_kind(q, "outputs") || of_kind(q, "velocities") ||
                          of_kind(q, "multipliers") || of_kind(q, "accelerations")));
}

/* "5 to 8, 13, from 20 on" */
static mb_status put_ranges(const mb_figure_quantity *q, mb_arena *arena, const char **text,
                            mb_error *err)
{
    mb_status status = MB_OK;

    *text = "";
    for (int k = 0; k < q->ranges; k++) {
        int from = q->range[k].from, till = q->range[k].till;
        const char *before = k ? ", " : "";

        if (till == 0)
            MB_TRY(mb_arena_printf(arena, text, err, "%s%sfrom %d on", *text, before, from));
        else if (till > from)
            MB_TRY(mb_arena_printf(arena, text, err, "%s%s%d to %d", *text, before, from, till));
        else
            MB_TRY(mb_arena_printf(arena, text, err, "%s%s%d", *text, before, from));
    }
done:
    return status;
}

/* Of a norm over rows: "‖Φ‖₁ of rows 5 to 8". */
static mb_status norm_text(const mb_figure_quantity *q, mb_arena *arena, const char **text,
                           mb_error *err)
{
    const char *symbol = of_kind(q, "rows")            ? "Φ"
                         : of_kind(q, "phidot")        ? "dΦ/dt"
                         : of_kind(q, "accelerations") ? "acceleration"
                                                       : "λ";
    const char *of = of_kind(q, "accelerations") ? "output" : "row";
    const char *before = q->form == MB_QUANTITY_SQ     ? "square of ‖"
                         : q->form == MB_QUANTITY_LINF ? "largest |"
                                                       : "‖";
    const char *after = q->form == MB_QUANTITY_L1 ? "‖₁" : q->form == MB_QUANTITY_LINF ? "|" : "‖₂";
    bool one = q->ranges == 1 && q->range[0].till == q->range[0].from;
    const char *ranges;
    mb_status status;

    MB_TRY(put_ranges(q, arena, &ranges, err));
    MB_TRY(mb_arena_printf(arena, text, err, "%s%s%s of %s%s %s", before, symbol, after, of,
                           one ? "" : "s", ranges));
done:
    return status;
}

/* What a column of its own is called; NULL: it has a name. */
static const char *fixed_text(const mb_figure_quantity *q, bool log)
{
    if (q->field != MB_FIELD_ENERGY_MAX)
        return q->field < MB_FIELDS ? mb_field_of(q->field)->text : NULL;
    if (q->form == MB_QUANTITY_TOTAL)
        return log ? "energy |E|" : "energy E";
    if (q->form == MB_QUANTITY_RELATIVE)
        return log ? "energy drift |E − E₀| / |E₀|" : "energy drift (E − E₀) / |E₀|";
    return log ? "energy drift |E − E₀|" : "energy drift E − E₀";
}

/* Of a row, an output or its rate. */
static mb_status named_text(const mb_figure_quantity *q, bool log, mb_arena *arena,
                            const char **text, mb_error *err)
{
    const char *name = rest_of(q), *bar = log ? "|" : "";

    if (of_kind(q, "multipliers"))
        return mb_arena_printf(arena, text, err, "multiplier %sλ%s of row %s", bar, bar, name);
    if (of_kind(q, "rows"))
        return mb_arena_printf(arena, text, err, "%sΦ%s of row %s", bar, bar, name);
    if (of_kind(q, "phidot"))
        return mb_arena_printf(arena, text, err, "%sdΦ/dt%s of row %s", bar, bar, name);
    if (of_kind(q, "accelerations"))
        return mb_arena_printf(arena, text, err, "%sacceleration%s of output %s", bar, bar, name);
    return mb_arena_printf(arena, text, err, "%s%s%s%s", bar,
                           of_kind(q, "velocities") ? "d/dt " : "", name, bar);
}

mb_status mb_quantity_text(const mb_figure_quantity *q, const json_t *units, bool log,
                           mb_arena *arena, const char **text, mb_error *err)
{
    mb_status status;

    log = log || q->absolute;
    *text = q->column ? fixed_text(q, log) : NULL;
    if (!q->column)
        MB_TRY(norm_text(q, arena, text, err));
    else if (!*text)
        MB_TRY(named_text(q, log, arena, text, err));
    status = mb_arena_printf(arena, text, err, "%s  [%s%s]", *text, mb_quantity_unit(q, units),
                             of_kind(q, "velocities") ? "/s" : "");
done:
    return status;
}
