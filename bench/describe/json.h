/* SPDX-License-Identifier: MIT */
/* Parts of the neutral form that several files write. */
#ifndef MB_BENCH_DESCRIBE_JSON_H
#define MB_BENCH_DESCRIBE_JSON_H

#include <jansson.h>

#include "bench/mechanism/assembled.h"
#include "report/records/pick.h"

json_t *mb_json_quantity(double x); /* null where it is not finite; -0 is 0 */
json_t *mb_json_numbers(const double *x, int n);
json_t *mb_json_coordinate(const mb_plain_mechanism *m, mb_coordinate of);
json_t *mb_json_law(const mb_expression *law); /* text, or null */

/* assembled: with velocities; NULL: the declared position, without */
json_t *mb_json_bodies(const mb_plain_mechanism *m, const mb_assembled *assembled);
json_t *mb_json_joints(const mb_plain_mechanism *m);
json_t *mb_json_drives(const mb_plain_mechanism *m);
json_t *mb_json_gears(const mb_plain_mechanism *m);
json_t *mb_json_forces(const mb_plain_mechanism *m);
json_t *mb_json_functions(const mb_plain_mechanism *m);
json_t *mb_json_outputs(const mb_plain_mechanism *m);

#endif
