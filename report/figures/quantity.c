/* SPDX-License-Identifier: MIT */
#include "report/figures/quantity.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/names.h"

static const char expected[] =
    "position|velocity|acceleration.l2|sq|l1, gap, energy, energy.total, energy.relative, error, "
    "outputs.NAME, velocities.NAME, multipliers.I, rows.I, phidot.I, accelerations.I, a norm over "
    "rows such as rows.l1(5..8), abs(QUANTITY)";

/* ---- reading -------------------------------------------------------------------------------- */

static const struct {
    const char *text, *column, *kind;
    mb_field field;
    int form;
} fixed[] = {
    {"position_l2", "position_l2", "", MB_FIELD_POSITION_MAX, MB_QUANTITY_PLAIN},
    {"velocity_l2", "velocity_l2", "", MB_FIELD_VELOCITY_MAX, MB_QUANTITY_PLAIN},
    {"acceleration_l2", "acceleration_l2", "", MB_FIELD_ACCELERATION_MAX, MB_QUANTITY_PLAIN},
    {"position.l2", "position_l2", "", MB_FIELD_POSITION_MAX, MB_QUANTITY_PLAIN},
    {"velocity.l2", "velocity_l2", "", MB_FIELD_VELOCITY_MAX, MB_QUANTITY_PLAIN},
    {"acceleration.l2", "acceleration_l2", "", MB_FIELD_ACCELERATION_MAX, MB_QUANTITY_PLAIN},
    {"position.sq", "position_l2", "", MB_FIELD_POSITION_SQ_MAX, MB_QUANTITY_SQUARE},
    {"velocity.sq", "velocity_l2", "", MB_FIELD_VELOCITY_SQ_MAX, MB_QUANTITY_SQUARE},
    {"acceleration.sq", "acceleration_l2", "", MB_FIELD_ACCELERATION_SQ_MAX, MB_QUANTITY_SQUARE},
    {"position.l1", "norms.position_l1", "norms", MB_FIELD_POSITION_L1_MAX, MB_QUANTITY_PLAIN},
    {"velocity.l1", "norms.velocity_l1", "norms", MB_FIELD_VELOCITY_L1_MAX, MB_QUANTITY_PLAIN},
    {"acceleration.l1", "norms.acceleration_l1", "norms", MB_FIELD_ACCELERATION_L1_MAX,
     MB_QUANTITY_PLAIN},
    {"gap", "norms.gap", "norms", MB_FIELD_GAP, MB_QUANTITY_PLAIN},
    {"error", "error", "", MB_FIELD_ERROR_MAX, MB_QUANTITY_PLAIN},
    {"energy", "energy", "", MB_FIELD_ENERGY_MAX, MB_QUANTITY_PLAIN},
    {"energy.total", "energy", "", MB_FIELD_ENERGY_MAX, MB_QUANTITY_TOTAL},
    {"energy.relative", "energy", "", MB_FIELD_ENERGY_MAX, MB_QUANTITY_RELATIVE},
};

/* Kinds of columns beside the standard ones, and whether norms over them make sense. */
static const struct {
    const char *word;
    bool rows;
} kinds[] = {{"outputs", false}, {"velocities", false}, {"multipliers", true},
             {"rows", true},     {"phidot", true},      {"accelerations", true}};

/* A row number at *at, which goes on behind it; 0: there is none. */
static int read_row(const char **at)
{
    enum { MOST = 100000 };
    char *end;
    long row = strtol(*at, &end, 10);

    if (end == *at || row < 1 || row > MOST)
        return 0;
    *at = end;
    return (int)row;
}

/* "5..8,13,20.." up to the closing bracket that ends the text. */
static bool read_ranges(const char *at, mb_figure_quantity *q)
{
    for (q->ranges = 0; q->ranges < MB_ROW_RANGES; at++) {
        int from = read_row(&at), till = from;

        if (from == 0)
            return false;
        if (strncmp(at, "..", 2) == 0) {
            at += 2;
            till = read_row(&at);
        }
        if (till != 0 && till < from)
            return false;
        q->range[q->ranges].from = from;
        q->range[q->ranges++].till = till;
        if (*at != ',')
            return strcmp(at, ")") == 0;
    }
    return false;
}

/* "rows.l1(5..8)"; false: it is none. */
static bool read_row_norm(const char *text, mb_figure_quantity *q)
{
    static const struct {
        const char *text;
        int form;
    } norm[] = {{"l1(", MB_QUANTITY_L1},
                {"l2(", MB_QUANTITY_L2},
                {"sq(", MB_QUANTITY_SQ},
                {"linf(", MB_QUANTITY_LINF}};

    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
        size_t n = strlen(kinds[k].word);

        if (!kinds[k].rows || strncmp(text, kinds[k].word, n) != 0 || text[n] != '.')
            continue;
        for (size_t i = 0; i < sizeof norm / sizeof norm[0]; i++) {
            size_t m = strlen(norm[i].text);

            if (strncmp(text + n + 1, norm[i].text, m) != 0)
                continue;
            q->kind = kinds[k].word;
            q->form = norm[i].form;
            return read_ranges(text + n + 1 + m, q);
        }
    }
    return false;
}

/* A column of the series, or a number made from one; false: it is none. */
static bool read_column(const char *text, mb_figure_quantity *q)
{
    for (size_t i = 0; i < sizeof fixed / sizeof fixed[0]; i++)
        if (strcmp(text, fixed[i].text) == 0) {
            q->column = fixed[i].column;
            q->kind = fixed[i].kind;
            q->field = fixed[i].field;
            q->form = fixed[i].form;
            return true;
        }
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
        size_t n = strlen(kinds[k].word);

        if (strncmp(text, kinds[k].word, n) != 0 || text[n] != '.' || !text[n + 1] ||
            strchr(text, '('))
            continue;
        q->column = text;
        q->kind = kinds[k].word;
        q->form = MB_QUANTITY_PLAIN;
        return true;
    }
    return false;
}

static mb_status no_column(const char *text, mb_error *err)
{
    const char *names[sizeof fixed / sizeof fixed[0] + 1] = {NULL}, *near;

    for (size_t i = 0; i < sizeof fixed / sizeof fixed[0]; i++)
        names[i] = fixed[i].text;
    near = mb_nearest(text, names);
    return mb_fail(err, MB_BAD_INPUT, "no column of a series is '%.100s'; %s%s%sthere are %s", text,
                   near ? "did you mean '" : "", near ? near : "", near ? "'? " : "", expected);
}

mb_status mb_quantity_parse(const char *text, mb_arena *arena, mb_figure_quantity *q, mb_error *err)
{
    size_t n = strlen(text);
    char *inner = mb_arena_strdup(arena, text);

    *q = (mb_figure_quantity){.field = MB_FIELDS};
    q->text = mb_arena_strdup(arena, text);
    if (!q->text || !inner)
        return mb_fail(err, MB_NO_MEMORY, "out of memory");
    if (n > 5 && strncmp(text, "abs(", 4) == 0 && text[n - 1] == ')') {
        q->absolute = true;
        inner += 4;
        inner[n - 5] = '\0';
    }
    if (!read_column(inner, q) && !read_row_norm(inner, q))
        return no_column(inner, err);
    return MB_OK;
}

/* ---- values --------------------------------------------------------------------------------- */

/* The columns of the rows of a norm, as far as the series has them; *first_missing: a row that was
 * named and is not there. */
static mb_status find_rows(const mb_figure_quantity *q, const mb_track *track, mb_arena *arena,
                           mb_quantity_view *view, int *first_missing, mb_error *err)
{
    char name[64];
    mb_status status;

    *first_missing = 0;
    MB_TRY(MB_TAKE(arena, &view->row, (size_t)track->columns + 1, err));
    for (int k = 0; k < q->ranges; k++)
        for (int i = q->range[k].from; q->range[k].till == 0 || i <= q->range[k].till; i++) {
            mb_track_columns column;

            snprintf(name, sizeof name, "%s.%d", q->kind, i);
            column = mb_track_find(track, name);
            if (column.value < 0 && q->range[k].till == 0 && i > q->range[k].from)
                break;
            if (column.value < 0 || view->rows == track->columns) {
                *first_missing = i;
                return MB_OK;
            }
            view->row[view->rows++] = column;
        }
done:
    return status;
}

mb_status mb_quantity_of(const mb_figure_quantity *q, const mb_track *track, const json_t *record,
                         mb_arena *arena, mb_quantity_view *view, const char **lacks, mb_error *err)
{
    const char *kind = mb_record_text(record, "energy.kind");
    int missing = 0;
    mb_status status = MB_OK;

    *lacks = NULL;
    *view = (mb_quantity_view){.quantity = q, .track = track, .column = {-1, -1, -1}};
    if (q->form == MB_QUANTITY_TOTAL || q->form == MB_QUANTITY_RELATIVE) {
        view->initial = mb_record_field(record, MB_FIELD_ENERGY_INITIAL);
        if (!isfinite(view->initial) || (q->form == MB_QUANTITY_RELATIVE && view->initial == 0.0))
            *lacks = "an initial energy";
        else if (kind && strcmp(kind, "balance") == 0)
            *lacks = "energy without the work of forces";
    }
    if (q->column)
        view->column = mb_track_find(track, q->column);
    else
        MB_TRY(find_rows(q, track, arena, view, &missing, err));
    if (q->column && view->column.value < 0)
        *lacks = q->column;
    if (missing > 0)
        MB_TRY(mb_arena_printf(arena, lacks, err, "%s.%d", q->kind, missing));
done:
    return status;
}

static double norm_of(int form, double sum, double x)
{
    switch (form) {
    case MB_QUANTITY_L1:
        return sum + fabs(x);
    case MB_QUANTITY_LINF:
        return fmax(sum, fabs(x));
    default:
        return sum + x * x;
    }
}

/* The norm of the largest values of the rows, and at the row's time. */
static mb_quantity_value row_norm(const mb_quantity_view *view, int row)
{
    int form = view->quantity->form;
    double last = 0.0, most = 0.0;

    for (int i = 0; i < view->rows; i++) {
        last = norm_of(form, last, mb_track_value(view->track, row, view->row[i].value));
        most = norm_of(form, most, mb_track_peak(view->track, row, view->row[i]));
    }
    if (form == MB_QUANTITY_L2) {
        last = sqrt(last);
        most = sqrt(most);
    }
    return (mb_quantity_value){last, most, most};
}

static double formed(const mb_quantity_view *view, double x)
{
    switch (view->quantity->form) {
    case MB_QUANTITY_SQUARE:
        return x * x;
    case MB_QUANTITY_TOTAL:
        return view->initial + x;
    case MB_QUANTITY_RELATIVE:
        return x / fabs(view->initial);
    default:
        return x;
    }
}

mb_quantity_value mb_quantity_at(const mb_quantity_view *view, int row)
{
    mb_quantity_value v;
    double low, high;

    if (!view->quantity->column)
        return row_norm(view, row);
    v.last = formed(view, mb_track_value(view->track, row, view->column.value));
    v.low = formed(view, mb_track_value(view->track, row, view->column.low));
    v.high = formed(view, mb_track_value(view->track, row, view->column.high));
    if (!view->quantity->absolute)
        return v;
    low = fabs(v.low);
    high = fabs(v.high);
    return (mb_quantity_value){fabs(v.last), v.low <= 0.0 && v.high >= 0.0 ? 0.0 : fmin(low, high),
                               fmax(low, high)};
}
