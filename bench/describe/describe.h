/* SPDX-License-Identifier: MIT */
/* What a mechanism is: in words, as data for other tools, as a drawing.  All of it comes from the
 * declaration; what only a model knows is told where there is one. */
#ifndef MB_BENCH_DESCRIBE_DESCRIBE_H
#define MB_BENCH_DESCRIBE_DESCRIBE_H

#include <jansson.h>
#include <stdio.h>

#include "bench/describe/sweep.h"
#include "bench/mechanism/assembled.h"
#include "bench/mechanism/kept_reference.h"
#include "problems/format/read/format.h"
#include "problems/model.h"

/* What there is to tell of. */
typedef struct mb_description {
    const mb_plain_mechanism *declared;
    const mb_messages *notes;           /* of the front end */
    const mb_model *model;              /* NULL: there is none */
    const mb_assembled *assembled;      /* NULL: the declared position is all that is known */
    const mb_kept_reference *reference; /* NULL: nobody asked for it */
} mb_description;

/* For people. */
void mb_describe_text(const mb_description *d, FILE *out);

/* The neutral form, docs/mechanism-json.md; NULL: no memory.   */
json_t *mb_describe_json(const mb_description *d);

/* How a mechanism is drawn. */
typedef struct mb_picture {
    const mb_sweep *sweep; /* NULL: the bodies stand */
    int ghosts;            /* positions along it */
    bool view_given;
    double view[2]; /* azimuth, elevation [rad]; else the mechanism's own */
    bool title, names;
    double width; /* [mm]; 0: in pixels */
} mb_picture;

/* As SVG, which needs no font, script or file of its own and is drawn on light and dark paper alike:
 * bodies where they stand, faint ones where they pass, the ways of points. */
mb_status mb_describe_svg(const mb_plain_mechanism *m, const mb_picture *picture, FILE *out,
                          mb_error *err);

/* Pixels of an SVG, `zoom` of a pixel's in a line, or a page in PDF, by rsvg-convert.  *made: to be
 * freed.  MB_BAD_INPUT where it is not installed. */
mb_status mb_describe_convert(const char *svg, size_t length, const char *format, double zoom,
                              char **made, size_t *size, mb_error *err);

#endif
