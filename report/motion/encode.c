/* SPDX-License-Identifier: MIT */
/* Frames as a text of a script. */
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

#include "report/motion/frames.h"

typedef struct range {
    double low, high;
} range;

static void widen(range *r, double x)
{
    r->low = fmin(r->low, x);
    r->high = fmax(r->high, x);
}

static int number_of(const mb_motion_frames *f, int column)
{
    return (column - 1) % (f->spatial ? 7 : 3);
}

/* Whether a column behind the time is a place, not an orientation. */
static bool is_place(const mb_motion_frames *f, int column)
{
    return number_of(f, column) < (f->spatial ? 3 : 2);
}

static unsigned scaled(range r, double x)
{
    const double part = r.high > r.low ? (x - r.low) / (r.high - r.low) : 0.0;

    return (unsigned)lround(fmin(fmax(part, 0.0), 1.0) * 65535.0);
}

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/* Base64 (RFC 4648) of n bytes; text: room for 4 (n + 2) / 3 and the end. */
static void base64(const unsigned char *byte, size_t n, char *text)
{
    for (size_t i = 0; i < n; i += 3) {
        const unsigned three = (unsigned)byte[i] << 16 |
                               (i + 1 < n ? (unsigned)byte[i + 1] << 8 : 0u) |
                               (i + 2 < n ? (unsigned)byte[i + 2] : 0u);

        *text++ = digits[three >> 18];
        *text++ = digits[three >> 12 & 63u];
        *text++ = i + 1 < n ? digits[three >> 6 & 63u] : '=';
        *text++ = i + 2 < n ? digits[three & 63u] : '=';
    }
    *text = '\0';
}

/* The numbers of all frames behind their times. */
static json_t *data(const mb_motion_frames *f, range place, range turn)
{
    const size_t n = 2 * (size_t)f->count * (size_t)(f->width - 1);
    unsigned char *byte = malloc(n), *to = byte;
    char *text = malloc(4 * ((n + 2) / 3) + 1);
    json_t *made = NULL;

    if (byte && text) {
        for (int i = 0; i < f->count; i++)
            for (int k = 1; k < f->width; k++) {
                const unsigned u =
                    scaled(is_place(f, k) ? place : turn, f->value[(ptrdiff_t)i * f->width + k]);

                *to++ = u & 255u;
                *to++ = (unsigned char)(u >> 8);
            }
        base64(byte, n, text);
        made = json_string(text);
    }
    free(byte);
    free(text);
    return made;
}

json_t *mb_motion_frames_encode(const mb_motion_frames *f)
{
    range place = {INFINITY, -INFINITY}, turn = {INFINITY, -INFINITY};
    json_t *t = json_array();

    for (int i = 0; i < f->count; i++) {
        const double *at = f->value + (ptrdiff_t)i * f->width;

        json_array_append_new(t, json_real(*at));
        for (int k = 1; k < f->width; k++)
            widen(is_place(f, k) ? &place : &turn, at[k]);
    }
    if (f->spatial)
        turn = (range){-1.0, 1.0};
    return json_pack("{s:i, s:b, s:o, s:[f, f], s:[f, f], s:o}", "bodies", f->bodies, "spatial",
                     f->spatial, "t", t, "place", place.low, place.high, "turn", turn.low,
                     turn.high, "data", data(f, place, turn));
}
