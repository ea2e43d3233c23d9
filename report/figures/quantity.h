/* SPDX-License-Identifier: MIT */
/* What a figure draws of a series, from a study's text:
 *
 *   COLUMN               of the series: energy (the drift), error, outputs.NAME, velocities.NAME,
 *                        multipliers.I, rows.I, phidot.I, accelerations.I (second derivative of the
 *                        I-th output)
 *   position.l2|sq|l1    norms of Phi, so velocity. of dPhi/dt, acceleration. of its second
 *                        derivative; sq is the square of the 2-norm, l1 needs series [norms]
 *   gap                  of the joints, over the mechanism's size (series [norms])
 *   energy.total         the energy itself, where no forces work on the mechanism
 *   energy.relative      (E - E0) / |E0|
 *   rows.l1(5..8,13)     norm l1, l2, sq or linf over these rows, `5..` to the last one; so phidot.
 *                        and multipliers.
 *   abs(QUANTITY)        its magnitude
 *
 * A row of a thinned series stands for several steps: low and high are the ends of what the
 * quantity was within them.  Of norms both are the largest, of norms over rows the norm of the
 * largest of each row, which is not below it. */
#ifndef MB_REPORT_FIGURES_QUANTITY_H
#define MB_REPORT_FIGURES_QUANTITY_H

#include "base/arena.h"
#include "report/records/digest.h"
#include "report/records/fields.h"
#include "report/records/track.h"

enum { MB_ROW_RANGES = 8 };

typedef struct mb_figure_quantity {
    const char *text;   /* as written; NULL: none */
    const char *column; /* of the series, NULL: a norm over rows */
    mb_field field;   /* of a column of its own: its largest value in the record; MB_FIELDS: none */
    const char *kind; /* the word in `series` that the columns need; "" for none */
    enum {
        MB_QUANTITY_PLAIN,
        MB_QUANTITY_SQUARE,
        MB_QUANTITY_TOTAL,
        MB_QUANTITY_RELATIVE,
        MB_QUANTITY_L1,
        MB_QUANTITY_L2,
        MB_QUANTITY_SQ,
        MB_QUANTITY_LINF
    } form;
    bool absolute;
    int ranges; /* of a norm over rows */
    struct {
        int from, till; /* till 0: to the last */
    } range[MB_ROW_RANGES];
} mb_figure_quantity;

/* Reads one.  MB_BAD_INPUT: what is wrong and what would be right. */
mb_status mb_quantity_parse(const char *text, mb_arena *arena, mb_figure_quantity *quantity,
                            mb_error *err);

/* A quantity of one run. */
typedef struct mb_quantity_view {
    const mb_figure_quantity *quantity;
    const mb_track *track;
    mb_track_columns column;
    mb_track_columns *row; /* (rows) of a norm over rows */
    int rows;
    double initial; /* [J] */
} mb_quantity_view;

/* *lacks: what the series or the record has not, so that there is no view; NULL: nothing. */
mb_status mb_quantity_of(const mb_figure_quantity *quantity, const mb_track *track,
                         const json_t *record, mb_arena *arena, mb_quantity_view *view,
                         const char **lacks, mb_error *err);

typedef struct mb_quantity_value {
    double last, low, high; /* at the row's time; ends of what it was since the row before */
} mb_quantity_value;

mb_quantity_value mb_quantity_at(const mb_quantity_view *view, int row);

/* Text of its axis with its unit; units: a record that states those of outputs, or NULL; log: of
 * its magnitude. */
mb_status mb_quantity_text(const mb_figure_quantity *quantity, const json_t *units, bool log,
                           mb_arena *arena, const char **text, mb_error *err);

/* Does it go on a linear axis where a figure does not say?  What has a sign does, but for drifts
 * and violations, of which the magnitude is looked at. */
bool mb_quantity_linear(const mb_figure_quantity *quantity);

/* Its own name among others on one axis. */
const char *mb_quantity_name(const mb_figure_quantity *quantity);

/* Unit, such as "m" or "SI units"; units as above. */
const char *mb_quantity_unit(const mb_figure_quantity *quantity, const json_t *units);

#endif
