/* SPDX-License-Identifier: MIT */
/* The adapter of the Open Dynamics Engine 0.16 (docs/engines.md).
 *
 * Bodies in maximal coordinates with principal axes where their mass says, joints from places and
 * axes in the world.  Every joint of the plane is a joint of space: a revolute one has five rows,
 * which CFM keeps regular. */
#include <ode/ode.h>
#include <stdio.h>
#include <string.h>

#include "solvers/engines/adapter.h"

struct world {
    adapter_job *job;
    dWorldID id;
    dBodyID *body; /* (nbodies) */
    bool quick;
    bool forced;          /* there are forces that are no joints of ODE's */
    dJointID *joint;      /* (njoints) */
    double *row, *wrench; /* (13 nbodies), (6 nbodies) of the step's start */
};

static const char answer[] =
    "{\"protocol\": \"mbsbench-engine-1\", \"engine\": \"ODE\", \"version\": \"0.16\",\n"
    " \"precision\": \"double\",\n"
    " \"joints\": [\"revolute\", \"spherical\", \"universal\", \"prismatic\", \"rigid\", "
    "\"distance\", \"point-on-line\", \"point-in-plane\"],\n"
    " \"forces\": [\"spring\", \"joint\", \"push\", \"force\", \"torque\"],\n"
    " \"integrators\": [\n"
    "  {\"name\": \"step\", \"title\": \"dWorldStep, semi-implicit Euler\", \"velocity_time\": "
    "\"mid-step\"},\n"
    "  {\"name\": \"quickstep\", \"title\": \"dWorldQuickStep, iterative\", \"velocity_time\": "
    "\"mid-step\"}],\n"
    " \"settings\": [\n"
    "  {\"name\": \"erp\", \"kind\": \"number\", \"default\": 0.2, \"min\": 0, \"max\": 1, "
    "\"doc\": \"share of a "
    "joint's error that a step takes back\"},\n"
    "  {\"name\": \"cfm\", \"kind\": \"number\", \"default\": 1e-10, \"min\": 0, \"unit\": \"1/(kg "
    "s)\", \"doc\": \"softness "
    "of rows\"},\n"
    "  {\"name\": \"iterations\", \"kind\": \"integer\", \"default\": 20, \"min\": 1, \"max\": "
    "1000000, \"doc\": "
    "\"of quickstep\"},\n"
    "  {\"name\": \"sor\", \"kind\": \"number\", \"default\": 1.3, \"min\": 0.1, \"max\": 2, "
    "\"doc\": "
    "\"over-relaxation of quickstep\"},\n"
    "  {\"name\": \"gyroscopic\", \"kind\": \"choice\", \"choices\": [\"on\", \"off\"], "
    "\"default\": \"on\", \"doc\": "
    "\"the gyroscopic term, implicit of first order\"},\n"
    "  {\"name\": \"springs\", \"kind\": \"choice\", \"choices\": [\"force\", \"soft\"], "
    "\"default\": \"force\", "
    "\"doc\": \"springs as forces at the start of a step, or as soft joints\"}]}\n";

static void make_bodies(struct world *w)
{
    const adapter_job *job = w->job;
    const bool gyroscopic = strcmp(adapter_word(job, "gyroscopic"), "on") == 0;

    for (int i = 0; i < job->nbodies; i++) {
        const adapter_body *b = &job->body[i];
        const double *J = b->tensor;
        dMass mass;

        dMassSetZero(&mass);
        /* a point turns with nothing that is seen; a sphere of a millimetre is regular */
        if (b->point)
            dMassSetSphereTotal(&mass, b->mass, 1e-3);
        else if (J[0] <= 0.0 || J[4] <= 0.0 || J[8] <= 0.0)
            adapter_cannot("body '%s' has no inertia about one of its axes", b->name);
        else
            dMassSetParameters(&mass, b->mass, 0.0, 0.0, 0.0, J[0], J[4], J[8], J[1], J[2], J[5]);
        w->body[i] = dBodyCreate(w->id);
        dBodySetMass(w->body[i], &mass);
        dBodySetPosition(w->body[i], b->place[0], b->place[1], b->place[2]);
        dBodySetQuaternion(w->body[i], b->quaternion);
        dBodySetLinearVel(w->body[i], b->velocity[0], b->velocity[1], b->velocity[2]);
        dBodySetAngularVel(w->body[i], b->omega[0], b->omega[1], b->omega[2]);
        dBodySetGyroscopicMode(w->body[i], gyroscopic);
    }
}

/* Attached as (b, a): a joint must not have the ground first. */
static void attach(const struct world *w, dJointID joint, const int body[2])
{
    const dBodyID a = body[0] < 0 ? 0 : w->body[body[0]], b = body[1] < 0 ? 0 : w->body[body[1]];

    if (b)
        dJointAttach(joint, b, a);
    else
        dJointAttach(joint, a, 0);
}

/* A point on a line or in a plane: a carriage of 1 mg, which the point turns on.  The joint PR of ODE,
 * on the ground, is wrong, and its motors along axes hold centres of mass. */
static dJointID make_guide(const struct world *w, const adapter_joint *j)
{
    const bool line = strcmp(j->kind, "point-on-line") == 0;
    const bool turns = line && !w->job->spatial;
    const dBodyID carriage = dBodyCreate(w->id), body = j->body[1] < 0 ? 0 : w->body[j->body[1]];
    const dBodyID on = j->body[0] < 0 ? 0 : w->body[j->body[0]];
    const double *at = j->place[1], *a = j->axis[0];
    const double *omega = on ? w->job->body[j->body[0]].omega : (const double[3]){0.0, 0.0, 0.0};
    double v[3], none[3];
    dMass mass;
    dJointID joint;

    if (!line && on)
        adapter_cannot("'%s' guides a point in a plane that moves, which ODE has no joint for",
                       j->name);
    adapter_relative(w->job, j->body[1], ADAPTER_GROUND, at, v, none);
    dMassSetSphereTotal(&mass, 1e-6, 1.0);
    dBodySetMass(carriage, &mass);
    dBodySetPosition(carriage, at[0], at[1], at[2]);
    dBodySetLinearVel(carriage, v[0], v[1], v[2]);
    dBodySetAngularVel(carriage, omega[0], omega[1], omega[2]);
    if (line) {
        joint = dJointCreateSlider(w->id, 0);
        dJointAttach(joint, carriage, on);
        dJointSetSliderAxis(joint, a[0], a[1], a[2]);
    } else { /* does not go across the plane */
        joint = dJointCreateLMotor(w->id, 0);
        dJointAttach(joint, carriage, 0);
        dJointSetLMotorNumAxes(joint, 1);
        dJointSetLMotorAxis(joint, 0, 0, a[0], a[1], a[2]);
        dJointSetLMotorParam(joint, dParamFMax, dInfinity);
    }
    joint = turns ? dJointCreateHinge(w->id, 0) : dJointCreateBall(w->id, 0);
    if (body)
        dJointAttach(joint, body, carriage);
    else
        dJointAttach(joint, carriage, 0);
    if (turns) {
        dJointSetHingeAnchor(joint, at[0], at[1], at[2]);
        dJointSetHingeAxis(joint, 0, 0, 1);
    } else {
        dJointSetBallAnchor(joint, at[0], at[1], at[2]);
    }
    return joint;
}

static dJointID make_joint(const struct world *w, const adapter_joint *j)
{
    const double *p = j->place[0], *a = j->axis[0], *b = j->axis[1];
    dJointID joint;

    if (strcmp(j->kind, "revolute") == 0) {
        joint = dJointCreateHinge(w->id, 0);
        attach(w, joint, j->body);
        dJointSetHingeAnchor(joint, p[0], p[1], p[2]);
        dJointSetHingeAxis(joint, a[0], a[1], a[2]);
    } else if (strcmp(j->kind, "spherical") == 0) {
        joint = dJointCreateBall(w->id, 0);
        attach(w, joint, j->body);
        dJointSetBallAnchor(joint, p[0], p[1], p[2]);
    } else if (strcmp(j->kind, "universal") == 0) {
        const bool ground = j->body[1] < 0;

        joint = dJointCreateUniversal(w->id, 0);
        attach(w, joint, j->body);
        dJointSetUniversalAnchor(joint, p[0], p[1], p[2]);
        /* the first axis is that of the body attached first */
        dJointSetUniversalAxis1(joint, ground ? a[0] : b[0], ground ? a[1] : b[1],
                                ground ? a[2] : b[2]);
        dJointSetUniversalAxis2(joint, ground ? b[0] : a[0], ground ? b[1] : a[1],
                                ground ? b[2] : a[2]);
    } else if (strcmp(j->kind, "prismatic") == 0) {
        joint = dJointCreateSlider(w->id, 0);
        attach(w, joint, j->body);
        dJointSetSliderAxis(joint, a[0], a[1], a[2]);
    } else if (strcmp(j->kind, "rigid") == 0) {
        joint = dJointCreateFixed(w->id, 0);
        attach(w, joint, j->body);
        dJointSetFixed(joint);
    } else if (strcmp(j->kind, "distance") == 0) {
        const double *q = j->place[1];
        const bool ground = j->body[1] < 0;

        joint = dJointCreateDBall(w->id, 0);
        attach(w, joint, j->body);
        dJointSetDBallAnchor1(joint, ground ? p[0] : q[0], ground ? p[1] : q[1],
                              ground ? p[2] : q[2]);
        dJointSetDBallAnchor2(joint, ground ? q[0] : p[0], ground ? q[1] : p[1],
                              ground ? q[2] : p[2]);
        dJointSetDBallDistance(joint, j->length);
    } else if (strcmp(j->kind, "point-on-line") == 0 || strcmp(j->kind, "point-in-plane") == 0) {
        joint = make_guide(w, j);
    } else {
        adapter_cannot("'%s' is a %s joint, which this adapter has not", j->name, j->kind);
    }
    return joint;
}

/* A spring with a damper as a joint that gives: erp = h k / (h k + c), cfm = 1 / (h k + c). */
static void make_soft_spring(const struct world *w, const adapter_force *s)
{
    const double h = w->job->h, sum = h * s->stiffness + s->damping;
    const double *p = s->place[0], *q = s->place[1];
    const bool ground = s->body[1] < 0;
    const dJointID joint = dJointCreateDBall(w->id, 0);

    attach(w, joint, s->body);
    dJointSetDBallAnchor1(joint, ground ? p[0] : q[0], ground ? p[1] : q[1], ground ? p[2] : q[2]);
    dJointSetDBallAnchor2(joint, ground ? q[0] : p[0], ground ? q[1] : p[1], ground ? q[2] : p[2]);
    dJointSetDBallDistance(joint, s->free);
    dJointSetDBallParam(joint, dParamERP, h * s->stiffness / sum);
    dJointSetDBallParam(joint, dParamCFM, 1.0 / sum);
}

/* ---- drives ----------------------------------------------------------------------------------- */

static void check_drive(const adapter_job *job, const adapter_drive *d)
{
    const char *kind = job->joint[d->joint].kind;

    if (strcmp(kind, "revolute") != 0 && strcmp(kind, "prismatic") != 0 &&
        strcmp(kind, "distance") != 0)
        adapter_cannot("drive '%s' is of a %s joint, which has no motor in ODE", d->name, kind);
}

/* The motor of a joint has the rate that brings it to its law by the end of the step; a distance
 * takes the length. */
static void drive(const struct world *w, const adapter_drive *d, double t)
{
    const adapter_joint *j = &w->job->joint[d->joint];
    /* the coordinate of ODE's joint is that of the body attached first */
    const double rate = adapter_drive_rate(w->job, d, t, w->row) * (j->body[1] < 0 ? -1.0 : 1.0);
    const dJointID joint = w->joint[d->joint];
    double goal[3];

    if (strcmp(j->kind, "revolute") == 0) {
        dJointSetHingeParam(joint, dParamFMax, dInfinity);
        dJointSetHingeParam(joint, dParamVel, rate);
    } else if (strcmp(j->kind, "prismatic") == 0) {
        dJointSetSliderParam(joint, dParamFMax, dInfinity);
        dJointSetSliderParam(joint, dParamVel, rate);
    } else {
        adapter_drive_at(d, t + w->job->h, goal);
        dJointSetDBallDistance(joint, goal[0]);
    }
}

static void make(struct world *w)
{
    adapter_job *job = w->job;

    w->id = dWorldCreate();
    w->quick = strcmp(job->integrator, "quickstep") == 0;
    dWorldSetGravity(w->id, job->gravity[0], job->gravity[1], job->gravity[2]);
    dWorldSetERP(w->id, adapter_number(job, "erp"));
    dWorldSetCFM(w->id, adapter_number(job, "cfm"));
    dWorldSetQuickStepNumIterations(w->id, (int)adapter_number(job, "iterations"));
    dWorldSetQuickStepW(w->id, adapter_number(job, "sor"));
    make_bodies(w);
    for (int i = 0; i < job->njoints; i++)
        w->joint[i] = make_joint(w, &job->joint[i]);
    for (int i = 0; i < job->nforces && strcmp(adapter_word(job, "springs"), "soft") == 0; i++)
        if (job->force[i].kind == ADAPTER_SPRING && adapter_is_linear(&job->force[i])) {
            make_soft_spring(w, &job->force[i]);
            job->force[i].taken = true;
        }
    for (int i = 0; i < job->ndrives; i++)
        check_drive(job, &job->drive[i]);
    if (job->ngears > 0)
        adapter_cannot("gear '%s': ODE has no gears but those of wheels that touch",
                       job->gear[0].name);
    w->forced = adapter_is_forced(job);
    dRandSetSeed(1);
}

/* ---- the run ---------------------------------------------------------------------------------- */

static void report(void *world, double *row)
{
    const struct world *w = world;

    for (int i = 0; i < w->job->nbodies; i++) {
        const double *part[4] = {dBodyGetPosition(w->body[i]), dBodyGetQuaternion(w->body[i]),
                                 dBodyGetLinearVel(w->body[i]), dBodyGetAngularVel(w->body[i])};
        double *at = row + 13 * i;

        memcpy(at, part[0], 3 * sizeof *at);
        memcpy(at + 3, part[1], 4 * sizeof *at);
        memcpy(at + 7, part[2], 3 * sizeof *at);
        memcpy(at + 10, part[3], 3 * sizeof *at);
    }
}

static void push(const struct world *w)
{
    for (int i = 0; i < w->job->nbodies; i++) {
        const double *f = w->wrench + 6 * i;

        dBodyAddForce(w->body[i], f[0], f[1], f[2]);
        dBodyAddTorque(w->body[i], f[3], f[4], f[5]);
    }
}

static void step(void *world, long n)
{
    struct world *w = world;
    const adapter_job *job = w->job;
    const double t = (double)(n - 1) * job->h;

    if (w->forced || job->ndrives > 0)
        report(w, w->row);
    if (w->forced) {
        adapter_efforts(job, t, w->row, w->wrench);
        push(w);
    }
    for (int i = 0; i < job->ndrives; i++)
        drive(w, &job->drive[i], t);
    if (w->quick)
        dWorldQuickStep(w->id, job->h);
    else
        dWorldStep(w->id, job->h);
}

int main(int argc, char **argv)
{
    static const char *const tree[] = {"rigid", "prismatic", "revolute", NULL};
    struct world w = {0};

    if (argc == 2 && strcmp(argv[1], "describe") == 0) {
        fputs(answer, stdout);
        return 0;
    }
    if (argc != 2 || strcmp(argv[1], "run") != 0) {
        fputs("usage: mbsbench-engine-ode describe|run (docs/engines.md)\n", stderr);
        return 2;
    }
    w.job = adapter_read(tree);
    w.body = adapter_take((size_t)w.job->nbodies, sizeof *w.body);
    w.joint = adapter_take((size_t)w.job->njoints, sizeof *w.joint);
    w.row = adapter_take(13 * (size_t)w.job->nbodies, sizeof *w.row);
    w.wrench = adapter_take(6 * (size_t)w.job->nbodies, sizeof *w.wrench);
    dInitODE2(0);
    make(&w);
    adapter_end(adapter_steps(w.job), adapter_march(w.job, &w, step, report), "");
    return 0;
}
