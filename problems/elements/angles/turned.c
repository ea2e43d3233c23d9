#include "problems/elements/angles/turned.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

/* Sines and cosines of the three angles */
struct trig {
    double s[3], c[3];
};

static struct trig measure(const mb_turned *vector, const double *q)
{
    struct trig trig;

    for (int k = 0; k < 3; k++)
        sincos(q[vector->i + k], &trig.s[k], &trig.c[k]);
    return trig;
}

/* x turned by the n-th derivative of a rotation about an axis */
static void rotate(int axis, int n, double s, double c, double x[3])
{
    const int i = (axis + 1) % 3, j = (axis + 2) % 3;
    const double cosine[] = {c, -s, -c, s}, sine[] = {s, c, -s, -c};
    const double cn = cosine[n % 4], sn = sine[n % 4], xi = x[i];

    x[i] = cn * xi - sn * x[j];
    x[j] = sn * xi + cn * x[j];
    if (n > 0)
        x[axis] = 0.0;
}

/* Derivative of w, count[k] times by the angle k */
static void derivative(const mb_turned *vector, const struct trig *trig, const int count[3],
                       double out[3])
{
    memcpy(out, vector->u, sizeof vector->u);
    for (int k = 2; k >= 0; k--)
        rotate(vector->axis[k], count[k], trig->s[k], trig->c[k], out);
}

static void place(const mb_turned *vector, const struct trig *trig, mb_turned_jet *jet)
{
    int count[3] = {0};

    derivative(vector, trig, count, jet->w);
    for (int k = 0; k < 3; k++) {
        count[k]++;
        derivative(vector, trig, count, jet->d[k]);
        for (int l = 0; l <= k; l++) {
            count[l]++;
            derivative(vector, trig, count, jet->dd[k][l]);
            memcpy(jet->dd[l][k], jet->dd[k][l], sizeof jet->dd[k][l]);
            count[l]--;
        }
        count[k]--;
    }
}

static void move(const double v[3], mb_turned_jet *jet)
{
    memset(jet->rate, 0, sizeof jet->rate);
    memset(jet->bend, 0, sizeof jet->bend);
    memset(jet->drate, 0, sizeof jet->drate);
    for (int k = 0; k < 3; k++)
        for (int x = 0; x < 3; x++) {
            jet->rate[x] += jet->d[k][x] * v[k];
            for (int l = 0; l < 3; l++)
                jet->drate[k][x] += jet->dd[k][l][x] * v[l];
            jet->bend[x] += jet->drate[k][x] * v[k];
        }
}

/* What does not turn has a place and no derivatives; true when that was the case */
static bool fixed(const mb_turned *vector, mb_turned_jet *jet)
{
    if (vector->i >= 0)
        return false;
    memset(jet, 0, sizeof *jet);
    memcpy(jet->w, vector->u, sizeof jet->w);
    return true;
}

void mb_turned_place(const mb_turned *vector, const double *q, mb_turned_jet *jet)
{
    if (!fixed(vector, jet)) {
        const struct trig trig = measure(vector, q);

        place(vector, &trig, jet);
    }
}

void mb_turned_move(const mb_turned *vector, const double *q, const double *v, mb_turned_jet *jet)
{
    mb_turned_place(vector, q, jet);
    if (vector->i >= 0)
        move(v + vector->i, jet);
}

void mb_turned_bend(const mb_turned *vector, const double *q, const double *v, mb_turned_jet *jet)
{
    const double *rate;
    struct trig trig;

    mb_turned_move(vector, q, v, jet);
    if (vector->i < 0)
        return;
    rate = v + vector->i;
    trig = measure(vector, q);
    memset(jet->dbend, 0, sizeof jet->dbend);
    for (int k = 0; k < 3; k++)
        for (int l = 0; l < 3; l++)
            for (int n = 0; n < 3; n++) {
                int count[3] = {0};
                double third[3];

                count[k]++, count[l]++, count[n]++;
                derivative(vector, &trig, count, third);
                for (int x = 0; x < 3; x++)
                    jet->dbend[k][x] += third[x] * rate[l] * rate[n];
            }
}
