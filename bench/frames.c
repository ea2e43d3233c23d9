/* SPDX-License-Identifier: MIT */
#include "bench/frames.h"

#include <math.h>
#include <string.h>

static int numbers_of(bool spatial)
{
    return spatial ? MB_POSE_SPATIAL : MB_POSE_PLANAR;
}

bool mb_frames_fit(bool spatial, int bodies)
{
    return bodies > 0 && bodies < MB_FRAMES_NUMBERS / MB_FRAMES_LEAST / numbers_of(spatial);
}

void mb_frames_start(mb_frames *p, bool spatial, int bodies, double t0, double t_end)
{
    const int width = 1 + bodies * numbers_of(spatial);
    int most = MB_FRAMES_USUAL / width;

    most = most < MB_FRAMES_LEAST ? MB_FRAMES_LEAST : most > MB_FRAMES_MOST ? MB_FRAMES_MOST : most;
    p->spatial = spatial;
    p->bodies = bodies;
    p->width = width;
    p->most = most;
    p->frames = 0;
    p->every = (t_end - t0) / (most - 2); /* the last one is that of the end */
    p->next = t0;
}

bool mb_frames_due(const mb_frames *p, double t)
{
    return p->bodies > 0 && t >= p->next - 1e-9 * p->every;
}

double *mb_frames_add(mb_frames *p, double t)
{
    double *frame;

    p->frames -= p->frames == p->most; /* the last one is made again */
    frame = p->value + (size_t)p->frames++ * (size_t)p->width;
    while (p->every > 0.0 && p->next <= t + 1e-9 * p->every)
        p->next += p->every;
    frame[0] = t;
    return frame + 1;
}

void mb_quaternion(const double r[9], double e[4])
{
    const double d[4] = {r[0] + r[4] + r[8], r[0] - r[4] - r[8], r[4] - r[0] - r[8],
                         r[8] - r[0] - r[4]};
    int k = 0;
    double size = 0.0, sign;

    for (int i = 1; i < 4; i++)
        if (d[i] > d[k])
            k = i;
    e[0] = k == 0 ? 1.0 + d[0] : k == 1 ? r[7] - r[5] : k == 2 ? r[2] - r[6] : r[3] - r[1];
    e[1] = k == 1 ? 1.0 + d[1] : k == 0 ? r[7] - r[5] : k == 2 ? r[1] + r[3] : r[2] + r[6];
    e[2] = k == 2 ? 1.0 + d[2] : k == 0 ? r[2] - r[6] : k == 1 ? r[1] + r[3] : r[5] + r[7];
    e[3] = k == 3 ? 1.0 + d[3] : k == 0 ? r[3] - r[1] : k == 1 ? r[2] + r[6] : r[5] + r[7];
    for (int i = 0; i < 4; i++)
        size += e[i] * e[i];
    sign = e[0] < 0.0 ? -1.0 : 1.0;
    for (int i = 0; i < 4; i++)
        e[i] *= sign / sqrt(size);
}

void mb_frames_put(const mb_frames *p, int body, const double x[3], const double R[9],
                   double *frame)
{
    double *at = frame + body * numbers_of(p->spatial);
    const double *before = p->frames > 1 ? at - p->width : NULL;
    double same = 0.0;

    memcpy(at, x, (p->spatial ? 3 : 2) * sizeof *at);
    if (!p->spatial) {
        at[2] = atan2(R[3], R[0]);
        if (before)
            at[2] = before[2] + remainder(at[2] - before[2], 2.0 * M_PI);
        return;
    }
    mb_quaternion(R, at + 3);
    for (int i = 3; i < MB_POSE_SPATIAL && before; i++)
        same += at[i] * before[i];
    for (int i = 3; i < MB_POSE_SPATIAL && same < 0.0; i++)
        at[i] = -at[i];
}

void mb_frames_keep_finite(mb_frames *p)
{
    const double *frame = p->value + (size_t)(p->frames - 1) * (size_t)p->width;

    for (int k = 0; k < p->width; k++)
        if (!isfinite(frame[k])) {
            p->frames--;
            return;
        }
}

void mb_frames_write(const mb_frames *p, FILE *out)
{
    if (p->bodies == 0 || p->frames == 0)
        return;
    fprintf(out, "# poses %s %d: t, then %s of each body\n", p->spatial ? "spatial" : "planar",
            p->bodies, p->spatial ? "x y z, quaternion w x y z" : "x y angle");
    for (int i = 0; i < p->frames; i++) {
        const double *frame = p->value + (size_t)i * (size_t)p->width;

        fprintf(out, "#= %.9g", frame[0]);
        for (int k = 1; k < p->width; k++)
            fprintf(out, " %.5g", frame[k]);
        fputc('\n', out);
    }
}
