/* SPDX-License-Identifier: MIT */
#include "problems/references/extrapolation.h"

mb_status mb_extrapolation_claim(mb_extrapolation *rule, int count, mb_extrapolation_rate rate,
                                 void *data, mb_arena *arena, mb_error *err)
{
    const size_t n = (size_t)count;
    mb_status status = MB_OK;

    rule->rate = rate;
    rule->data = data;
    rule->n = count;
    MB_TRY(MB_TAKE(arena, &rule->f0, n, err));
    MB_TRY(MB_TAKE(arena, &rule->f, n, err));
    MB_TRY(MB_TAKE(arena, &rule->z, n, err));
    MB_TRY(MB_TAKE(arena, &rule->z_ahead, n, err));
    MB_TRY(MB_TAKE(arena, &rule->stage, n, err));
    for (int k = 0; k < MB_EXTRAPOLATION_COLUMNS; k++)
        MB_TRY(MB_TAKE(arena, &rule->table[k], n, err));
    rule->change = rule->table[0];
done:
    return status;
}

/* out = y(t + h) - y by the modified midpoint rule in `count` substeps, with Gragg's smoothing.
 * Increments instead of values keep the round-off of y out of the extrapolation. */
static void midpoint(const mb_extrapolation *rule, const double *y, double t, double h, int count,
                     double *out)
{
    const double s = h / count;
    double *z = rule->z, *ahead = rule->z_ahead; /* increments at substeps k - 1 and k */

    for (int i = 0; i < rule->n; i++) {
        z[i] = 0.0;
        ahead[i] = s * rule->f0[i];
    }
    for (int k = 1; k <= count; k++) {
        double *behind = z;

        for (int i = 0; i < rule->n; i++)
            rule->stage[i] = y[i] + ahead[i];
        rule->rate(rule->data, t + k * s, rule->stage, rule->f);
        if (k == count)
            break;
        for (int i = 0; i < rule->n; i++)
            behind[i] += 2.0 * s * rule->f[i];
        z = ahead;
        ahead = behind;
    }
    for (int i = 0; i < rule->n; i++)
        out[i] = 0.5 * (ahead[i] + z[i] + s * rule->f[i]);
}

void mb_extrapolate(const mb_extrapolation *rule, const double *y, double t, double h)
{
    double *const *table = rule->table;

    rule->rate(rule->data, t, y, rule->f0);
    for (int k = 0; k < MB_EXTRAPOLATION_COLUMNS; k++) {
        midpoint(rule, y, t, h, 2 * (k + 1), table[k]);
        for (int j = k - 1; j >= 0; j--) {
            const double ratio = (double)(k + 1) / (j + 1);
            const double weight = 1.0 / (ratio * ratio - 1.0);

            for (int i = 0; i < rule->n; i++)
                table[j][i] = table[j + 1][i] + weight * (table[j + 1][i] - table[j][i]);
        }
    }
}
