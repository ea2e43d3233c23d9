/* What a mechanism is: in words, as data for other tools, as a drawing.  All of it comes from the
 * declaration; what only a model knows is told where there is one. */
#ifndef MB_BENCH_DESCRIBE_DESCRIBE_H
#define MB_BENCH_DESCRIBE_DESCRIBE_H

#include <jansson.h>
#include <stdio.h>

#include "problems/format/read/format.h"
#include "problems/model.h"

/* For people.  notes: of the front end, may be NULL; model: NULL where there is none; why: why not. */
void mb_describe_text(const mb_plain_mechanism *m, const mb_messages *notes, const mb_model *model,
                      const char *why, FILE *out);

/* The neutral form, docs/mechanism-json.md; NULL: no memory.  model: as above. */
json_t *mb_describe_json(const mb_plain_mechanism *m, const mb_model *model);

/* A picture of the declared position as SVG, which needs no font, script or file of its own and is
 * drawn on light and dark paper alike. */
mb_status mb_describe_svg(const mb_plain_mechanism *m, FILE *out, mb_error *err);

#endif
