/* Forces that adapters add up themselves where the engine has none of the kind. */
#include <math.h>
#include <string.h>

#include "solvers/engines/adapter.h"

void adapter_turn(const double q[4], const double u[3], double out[3])
{
    double c[3];

    for (int i = 0; i < 3; i++)
        c[i] = q[1 + (i + 1) % 3] * u[(i + 2) % 3] - q[1 + (i + 2) % 3] * u[(i + 1) % 3];
    for (int i = 0; i < 3; i++)
        out[i] = u[i] + 2.0 * (q[0] * c[i] + q[1 + (i + 1) % 3] * c[(i + 2) % 3] -
                               q[1 + (i + 2) % 3] * c[(i + 1) % 3]);
}

void adapter_turn_back(const double q[4], const double u[3], double out[3])
{
    const double back[4] = {q[0], -q[1], -q[2], -q[3]};

    adapter_turn(back, u, out);
}

void adapter_local(const adapter_job *job, int body, const double place[3], double out[3])
{
    double d[3];

    memcpy(out, place, 3 * sizeof *out);
    if (body < 0)
        return;
    for (int i = 0; i < 3; i++)
        d[i] = place[i] - job->body[body].place[i];
    adapter_turn_back(job->body[body].quaternion, d, out);
}

void adapter_spring_force(const adapter_spring *s, double place[2][3], double velocity[2][3],
                          double f[3])
{
    double x = 0.0, rate = 0.0, d[3];

    for (int i = 0; i < 3; i++) {
        d[i] = place[1][i] - place[0][i];
        x += d[i] * d[i];
    }
    x = sqrt(x);
    for (int i = 0; i < 3; i++)
        rate += d[i] * (velocity[1][i] - velocity[0][i]) / x;
    for (int i = 0; i < 3; i++)
        f[i] = (s->stiffness * (x - s->free) + s->damping * rate) * d[i] / x;
}

void adapter_load_value(const adapter_job *job, const adapter_load *l, const double q[4],
                        double value[3])
{
    double u[3];

    memcpy(value, l->value, 3 * sizeof *value);
    if (!l->in_body)
        return;
    adapter_turn_back(job->body[l->body].quaternion, l->value, u);
    adapter_turn(q, u, value);
}

void adapter_relative(const adapter_job *job, int body, int to, const double place[3], double v[3],
                      double omega[3])
{
    const int of[2] = {body, to};

    memset(v, 0, 3 * sizeof *v);
    memset(omega, 0, 3 * sizeof *omega);
    for (int k = 0; k < 2; k++) {
        const adapter_body *b = of[k] < 0 ? NULL : &job->body[of[k]];
        const double sign = k ? -1.0 : 1.0;

        for (int i = 0; b && i < 3; i++) {
            const int j = (i + 1) % 3, n = (i + 2) % 3;

            v[i] += sign * (b->velocity[i] + b->omega[j] * (place[n] - b->place[n]) -
                            b->omega[n] * (place[j] - b->place[j]));
            omega[i] += sign * b->omega[i];
        }
    }
}

double adapter_reach(const adapter_job *job, const adapter_joint *j)
{
    double most = 0.0;

    for (int k = 0; k < 2; k++) {
        const double *p = j->place[k], *c = j->body[k] < 0 ? NULL : job->body[j->body[k]].place;

        if (c)
            most = fmax(most, hypot(hypot(p[0] - c[0], p[1] - c[1]), p[2] - c[2]));
    }
    return most > 0.0 ? most : 0.5;
}
