/* SPDX-License-Identifier: MIT */
#include "report/motion/frames.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/records/track.h"

enum { PLANAR = 3, SPATIAL = 7 };                                /* numbers of a pose */
enum { MOST_BODIES = 1000, MOST_FRAMES = 4096, LINE = 1 << 18 }; /* more is no file of ours */

static bool begin(mb_motion_frames *f, bool spatial, int bodies)
{
    if (bodies < 1 || bodies > MOST_BODIES)
        return false;
    f->spatial = spatial;
    f->bodies = bodies;
    f->width = 1 + bodies * (spatial ? SPATIAL : PLANAR);
    return true;
}

/* Room for the next frame; NULL: no memory, or too many. */
static double *room(mb_motion_frames *f)
{
    if (f->count == f->size) {
        const int size = f->size ? 2 * f->size : 64;
        double *grown = size > MOST_FRAMES
                            ? NULL
                            : realloc(f->value, (size_t)size * (size_t)f->width * sizeof *grown);

        if (!grown)
            return NULL;
        f->value = grown;
        f->size = size;
    }
    return f->value + (size_t)f->count * (size_t)f->width;
}

/* The frame in the next room counts when its time goes on. */
static bool whole(mb_motion_frames *f, const double *at)
{
    for (int i = 0; i < f->width; i++)
        if (!isfinite(at[i]))
            return false;
    if (f->count > 0 && at[0] < at[-f->width])
        return false;
    f->count++;
    return true;
}

static bool read_frame(const char *text, mb_motion_frames *f)
{
    double *at = f->bodies > 0 ? room(f) : NULL;

    for (int i = 0; at && i < f->width; i++) {
        char *end;

        at[i] = strtod(text, &end);
        if (end == text)
            return false;
        text = end;
    }
    return at && whole(f, at);
}

bool mb_motion_frames_read(const char *folder, const char *series, mb_motion_frames *f)
{
    FILE *file = mb_series_open(folder, series);
    char *line = malloc(LINE), kind[8];
    bool good = file && line;
    int bodies;

    memset(f, 0, sizeof *f);
    while (good && fgets(line, LINE, file)) {
        if (strncmp(line, "#= ", 3) == 0)
            good = read_frame(line + 3, f);
        else if (sscanf(line, "# poses %7[a-z] %d", kind, &bodies) == 2)
            good = f->bodies == 0 && begin(f, strcmp(kind, "spatial") == 0, bodies);
    }
    if (file)
        fclose(file);
    free(line);
    if (!good || f->count == 0)
        mb_motion_frames_free(f);
    return f->count > 0;
}

bool mb_motion_frames_take(const json_t *list, bool spatial, int bodies, mb_motion_frames *f)
{
    const json_t *frame;
    size_t i;
    bool good;

    memset(f, 0, sizeof *f);
    good = begin(f, spatial, bodies);
    json_array_foreach(list, i, frame)
    {
        double *at = good && json_array_size(frame) == (size_t)f->width ? room(f) : NULL;

        for (int k = 0; at && k < f->width; k++) {
            const json_t *x = json_array_get(frame, (size_t)k);

            at[k] = json_is_number(x) ? json_number_value(x) : (double)NAN;
        }
        good = at && whole(f, at);
        if (!good)
            break;
    }
    if (!good || f->count == 0)
        mb_motion_frames_free(f);
    return f->count > 0;
}

void mb_motion_frames_free(mb_motion_frames *f)
{
    free(f->value);
    memset(f, 0, sizeof *f);
}

void mb_motion_frames_cut(mb_motion_frames *f, double far)
{
    const int numbers = f->spatial ? SPATIAL : PLANAR, places = f->spatial ? 3 : 2;

    for (int i = 0; i < f->count; i++)
        for (int k = 1; k < f->width; k++) {
            const double *at = f->value + (ptrdiff_t)i * f->width;

            if ((k - 1) % numbers < places && fabs(at[k] - f->value[k]) > far) {
                f->count = i;
                return;
            }
        }
}
