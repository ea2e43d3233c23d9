/* SPDX-License-Identifier: MIT */
/* What may be set of MuJoCo: as `describe` prints it, and as MJCF of a job. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "solvers/engines/mujoco_text.h"

#define CHOICE(NAME, CHOICES, USUAL, DOC)                                                          \
    "  {\"name\": \"" NAME "\", \"kind\": \"choice\", \"choices\": [" CHOICES                      \
    "], \"default\": \"" USUAL "\", \"doc\": \"" DOC "\"}"
#define NUMBER(NAME, KIND, USUAL, MORE, DOC)                                                       \
    "  {\"name\": \"" NAME "\", \"kind\": \"" KIND "\", \"default\": " USUAL MORE                  \
    ", \"doc\": \"" DOC "\"}"

static const char answer[] =
    "{\"protocol\": \"mbsbench-engine-1\", \"engine\": \"MuJoCo\", \"version\": \"%s\",\n"
    " \"precision\": \"double\",\n"
    " \"joints\": [\"revolute\", \"prismatic\", \"spherical\", \"universal\", \"rigid\", "
    "\"distance\", \"point-on-line\"],\n"
    " \"forces\": [\"spring\", \"joint\", \"push\", \"force\", \"torque\"],\n"
    " \"integrators\": [\n"
    "  {\"name\": \"euler\", \"title\": \"semi-implicit Euler\", \"velocity_time\": "
    "\"mid-step\"},\n"
    "  {\"name\": \"rk4\", \"title\": \"Runge-Kutta of order 4\", \"velocity_time\": \"step\"},\n"
    "  {\"name\": \"implicit\", \"title\": \"Euler implicit in velocities\", \"velocity_time\": "
    "\"mid-step\"}],\n"
    " \"settings\": [\n" NUMBER("solref", "number", "0.02", ", \"min\": 1e-9, \"unit\": \"s\"",
                                "time constant of equalities") ",\n" //
    NUMBER("solref_h", "number", "0", ", \"min\": 0",
           "solref in steps, where it is above 0") ",\n"                                    //
    NUMBER("dampratio", "number", "1", ", \"min\": 0", "damping ratio of equalities") ",\n" //
    NUMBER("solimp", "number", "0.9", ", \"min\": 0.0001, \"max\": 0.9999", "impedance of equalities that hold; of violated ones it rises to 0.95 or to this") ",\n" NUMBER(
        "iterations", "integer", "100", ", \"min\": 1, \"max\": 1000000",
        "of the solver") ",\n" NUMBER("tolerance", "number", "1e-8", ", \"min\": 0",
                                      "of the solver") ",\n"                       //
    CHOICE("solver", "\"newton\", \"pgs\", \"cg\"", "newton", "of the rows") ",\n" //
    CHOICE("refsafe", "\"on\", \"off\"", "on", "solref is two steps at least") "]}\n";

void mujoco_describe(const char *version)
{
    printf(answer, version);
}

static void put(FILE *out, const char *name, const double *x, int n)
{
    fprintf(out, " %s=\"", name);
    for (int i = 0; i < n; i++)
        fprintf(out, i ? " %.17g" : "%.17g", x[i]);
    fputc('"', out);
}

void mujoco_put_options(FILE *out, const adapter_job *job)
{
    const double softest = adapter_number(job, "solimp");
    const double impedance[3] = {softest, fmax(softest, 0.95), 0.001};
    const double steps = adapter_number(job, "solref_h");
    const double reference[2] = {steps > 0.0 ? steps * job->h : adapter_number(job, "solref"),
                                 adapter_number(job, "dampratio")};
    const char *solver = adapter_word(job, "solver");

    fputs("<mujoco><compiler angle=\"radian\" boundmass=\"0\" boundinertia=\"0\"/>\n<option", out);
    put(out, "timestep", &job->h, 1);
    put(out, "gravity", job->gravity, 3);
    fprintf(out, " iterations=\"%d\" solver=\"%s\" integrator=\"%s\"",
            (int)adapter_number(job, "iterations"),
            strcmp(solver, "pgs") == 0  ? "PGS"
            : strcmp(solver, "cg") == 0 ? "CG"
                                        : "Newton",
            strcmp(job->integrator, "rk4") == 0        ? "RK4"
            : strcmp(job->integrator, "implicit") == 0 ? "implicit"
                                                       : "Euler");
    put(out, "tolerance", (double[]){adapter_number(job, "tolerance")}, 1);
    fprintf(out, "><flag contact=\"disable\" refsafe=\"%s\"/></option>\n<default><equality",
            strcmp(adapter_word(job, "refsafe"), "on") == 0 ? "enable" : "disable");
    put(out, "solref", reference, 2);
    put(out, "solimp", impedance, 3);
    fputs("/></default>\n", out);
}
