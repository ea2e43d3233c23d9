/* SPDX-License-Identifier: MIT */
/* Frames of a run, read from behind the table of its series (docs/theory/audit.md, Poses), and as a
 * script's text: numbers of 16 bits over ranges, so that a run is some ten kilobytes. */
#ifndef MB_REPORT_MOTION_FRAMES_H
#define MB_REPORT_MOTION_FRAMES_H

#include <jansson.h>
#include <stdbool.h>

#include "base/status.h"

typedef struct mb_motion_frames {
    bool spatial;
    int bodies, width, count; /* width: of a frame, its time included */
    int size;                 /* frames there is room for */
    double *value;            /* (count x width) */
} mb_motion_frames;

/* Of the series that a record in the folder names.  False: there are none, or they are damaged; empty
 * then. */
bool mb_motion_frames_read(const char *folder, const char *series, mb_motion_frames *frames);

/* From JSON, a list of frames of so many bodies; likewise. */
bool mb_motion_frames_take(const json_t *list, bool spatial, int bodies, mb_motion_frames *frames);

void mb_motion_frames_free(mb_motion_frames *frames); /* accepts a zeroed object */

/* Ends them where a body is farther than `far` [m] from where it began: nobody sees more. */
void mb_motion_frames_cut(mb_motion_frames *frames, double far);

/* {bodies, spatial, t: [...], place: [low, high], turn: [low, high], data: base64}: the numbers of a
 * frame but its time one after the other, each as 16 bits, low byte first, of the range of places or
 * that of angles; components of quaternions lie in -1 to 1.  A new reference; NULL: no memory. */
json_t *mb_motion_frames_encode(const mb_motion_frames *frames);

#endif
