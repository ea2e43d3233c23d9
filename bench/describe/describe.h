/* What a mechanism is: in words, as data for other tools, as a drawing.  All of it comes from the
 * declaration; what only a model knows is told where there is one. */
#ifndef MB_BENCH_DESCRIBE_DESCRIBE_H
#define MB_BENCH_DESCRIBE_DESCRIBE_H

#include <jansson.h>
#include <stdio.h>

#include "bench/mechanism/assembled.h"
#include "problems/format/read/format.h"
#include "problems/model.h"
#include "problems/references/automatic.h"

/* What there is to tell of. */
typedef struct mb_description {
    const mb_plain_mechanism *declared;
    const mb_messages *notes;      /* of the front end */
    const mb_model *model;         /* NULL: there is none */
    const char *why;               /* not */
    const mb_assembled *assembled; /* NULL: the declared position is all that is known */
    const mb_automatic *reference; /* NULL: nobody asked for it */
} mb_description;

/* For people. */
void mb_describe_text(const mb_description *d, FILE *out);

/* The neutral form, docs/mechanism-json.md; NULL: no memory.   */
json_t *mb_describe_json(const mb_description *d);

/* A picture of the bodies where they stand as SVG, which needs no font, script or file of its own and is
 * drawn on light and dark paper alike. */
mb_status mb_describe_svg(const mb_plain_mechanism *m, FILE *out, mb_error *err);

#endif
