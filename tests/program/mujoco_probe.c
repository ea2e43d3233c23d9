/* SPDX-License-Identifier: MIT */
/* What MuJoCo makes of a model, as JSON: mujoco_probe FILE.xml T H
 *
 * Warnings of the compiler, then all bodies and joints at the keyframe `start`, where there is one, and the
 * bodies at T after RK4 steps of H, with equalities as stiff as the step allows. */
#include <math.h>
#include <mujoco/mujoco.h>
#include <stdio.h>
#include <stdlib.h>

static int warnings;

static void warn(const char *text)
{
    warnings++;
    fprintf(stderr, "%s\n", text);
}

static void put(const char *name, const double *x, int n)
{
    printf("\"%s\":[", name);
    for (int i = 0; i < n; i++)
        printf(i ? ",%.17g" : "%.17g", x[i]);
    printf("]");
}

/* Centre of mass, orientation, mass, tensor in the world. */
static void put_bodies(const mjModel *m, const mjData *d)
{
    for (int i = 1; i < m->nbody; i++) {
        const double *R = d->ximat + 9 * i, *J = m->body_inertia + 3 * i;
        double tensor[9];

        for (int k = 0; k < 9; k++) {
            tensor[k] = 0.0;
            for (int l = 0; l < 3; l++)
                tensor[k] += R[3 * (k / 3) + l] * J[l] * R[3 * (k % 3) + l];
        }
        printf("%s\"%s\":{\"mass\":%.17g,", i > 1 ? "," : "", mj_id2name(m, mjOBJ_BODY, i),
               m->body_mass[i]);
        put("com", d->xipos + 3 * i, 3);
        printf(",");
        put("R", d->xmat + 9 * i, 9);
        printf(",");
        put("inertia", tensor, 9);
        printf("}");
    }
}

static void put_joints(const mjModel *m, const mjData *d)
{
    for (int i = 0; i < m->njnt; i++) {
        const char *name = mj_id2name(m, mjOBJ_JOINT, i);

        printf("%s\"%s\":{\"type\":%d,", i ? "," : "", name ? name : "", m->jnt_type[i]);
        put("at", d->xanchor + 3 * i, 3);
        printf(",");
        put("axis", d->xaxis + 3 * i, 3);
        printf("}");
    }
}

static void stiffen(mjModel *m, double h)
{
    static const double solimp[mjNIMP] = {0.9999, 0.9999, 0.001, 0.5, 2.0};

    m->opt.timestep = h;
    m->opt.integrator = mjINT_RK4;
    m->opt.iterations = 200;
    m->opt.tolerance = 1e-15;
    for (int i = 0; i < m->neq; i++) {
        m->eq_solref[mjNREF * i] = 2.0 * h;
        for (int k = 0; k < mjNIMP; k++)
            m->eq_solimp[mjNIMP * i + k] = solimp[k];
    }
}

int main(int argc, char **argv)
{
    char text[1000] = "";
    mjModel *m;
    mjData *d;
    double end, h;
    long steps;

    if (argc != 4)
        return 2;
    mju_user_warning = warn;
    m = mj_loadXML(argv[1], NULL, text, sizeof text);
    if (*text)
        warn(text);
    if (!m)
        return 1;
    end = strtod(argv[2], NULL);
    h = strtod(argv[3], NULL);
    steps = lround(end / h);
    stiffen(m, h);
    d = mj_makeData(m);
    if (m->nkey)
        mj_resetDataKeyframe(m, d, 0);
    mj_forward(m, d);
    printf("{\"freedoms\":%d,\"equalities\":%d,\"joints\":{", m->nv, m->neq);
    put_joints(m, d);
    printf("},\"bodies\":{");
    put_bodies(m, d);
    for (long i = 0; i < steps; i++)
        mj_step(m, d);
    mj_forward(m, d);
    for (int i = 0; i < mjNWARNING; i++)
        warnings += d->warning[i].number;
    printf("},\"end\":{");
    put_bodies(m, d);
    printf("},\"warnings\":%d}\n", warnings);
    mj_deleteData(d);
    mj_deleteModel(m);
    return 0;
}
