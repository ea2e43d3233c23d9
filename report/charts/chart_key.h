/* SPDX-License-Identifier: MIT */
/* What a page must know of a chart to answer the pointer: where its axes lie and which curve, bar or
 * cell is where.  It stands in the chart's script, a comment in one line that holds JSON:
 *
 *   # page {"size": [w, h], "box": [left, right, top, bottom],
 *           "x": {"label": "time t [s]", "low": 0, "high": 1, "log": false, "base": 0}, "y": {...},
 *           "curves": [{"name": "lagrange · rk4", "at": [top, bottom]}, ...],
 *           "map": {"labels": [x, y, z], "x": [...], "y": [...], "z": [...], "said": [...],
 *                   "head": "...", "command": [...], "tail": "..."}}
 *
 * Places are in pixels of the picture.  curves: in the order in which they are drawn, each with the
 * place of its name; of bars, the place of the bar.  map (its z, said and command row by row): the
 * values of both parameters, of each cell the value (null: none), how the run ended, and what stands
 * between head and tail in the command that makes it again. */
#ifndef MB_REPORT_CHARTS_CHART_KEY_H
#define MB_REPORT_CHARTS_CHART_KEY_H

#include <jansson.h>

#include "report/charts/axis.h"
#include "report/charts/script.h"

/* A key of a chart that has no axes; NULL, which all others below accept: out of memory, or the picture
 * for small windows, which says nothing to scripts. */
json_t *mb_chart_key(const mb_script *s);

void mb_chart_key_axis(json_t *key, const char *letter, const char *label, mb_axis_range range);
void mb_chart_key_curve(json_t *key, const char *name, double top, double bottom);

/* A text as JSON: what came from outside made plain (base/text.h). */
json_t *mb_chart_key_text(const char *text);

/* Writes it and gives it back. */
void mb_chart_key_put(FILE *script, json_t *key);

/* Where the key's JSON begins in a script, and its length; NULL: it has none. */
const char *mb_chart_key_find(const char *script, size_t *length);

#endif
