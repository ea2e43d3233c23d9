/* The adapter of the Open Dynamics Engine 0.16 (docs/engines.md).
 *
 * Bodies in maximal coordinates with principal axes where their mass says, joints from places and
 * axes in the world.  Every joint of the plane is a joint of space: a revolute one has five rows,
 * which CFM keeps regular. */
#include <ode/ode.h>
#include <stdio.h>
#include <string.h>

#include "solvers/engines/adapter.h"

/* Where the ends of a spring or load are on their bodies. */
struct spot {
    dBodyID body; /* 0: the ground */
    dVector3 local;
};

struct world {
    const adapter_job *job;
    dWorldID id;
    dBodyID *body; /* (nbodies) */
    bool quick;
    bool forced;           /* springs push and pull, instead of being joints */
    struct spot (*end)[2]; /* (nsprings) */
    struct spot *at;       /* (nloads) */
};

static const char answer[] =
    "{\"protocol\": \"mbsbench-engine-1\", \"engine\": \"ODE\", \"version\": \"0.16\",\n"
    " \"precision\": \"double\",\n"
    " \"joints\": [\"revolute\", \"spherical\", \"universal\", \"prismatic\", \"rigid\", "
    "\"distance\"],\n"
    " \"forces\": [\"spring\", \"force\", \"torque\"],\n"
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

static void make_joint(const struct world *w, const adapter_joint *j)
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
    } else if (strcmp(j->kind, "point-on-line") == 0) {
        /* a carriage of 1 mg on the line, which the point turns on: the joint PR of ODE, on the
         * ground, is wrong */
        const dBodyID carriage = dBodyCreate(w->id),
                      body = j->body[1] < 0 ? 0 : w->body[j->body[1]];
        const double *at = j->place[1];
        dMass mass;

        if (j->body[0] >= 0 || !body)
            adapter_cannot("'%s' guides a point on a line that moves", j->name);
        dMassSetSphereTotal(&mass, 1e-6, 1.0);
        dBodySetMass(carriage, &mass);
        dBodySetPosition(carriage, at[0], at[1], at[2]);
        joint = dJointCreateSlider(w->id, 0);
        dJointAttach(joint, carriage, 0);
        dJointSetSliderAxis(joint, a[0], a[1], a[2]);
        joint = w->job->spatial ? dJointCreateBall(w->id, 0) : dJointCreateHinge(w->id, 0);
        dJointAttach(joint, body, carriage);
        if (w->job->spatial) {
            dJointSetBallAnchor(joint, at[0], at[1], at[2]);
        } else {
            dJointSetHingeAnchor(joint, at[0], at[1], at[2]);
            dJointSetHingeAxis(joint, 0, 0, 1);
        }
    } else {
        adapter_cannot("'%s' is a %s joint, which this adapter has not", j->name, j->kind);
    }
}

/* A spring with a damper as a joint that gives: erp = h k / (h k + c), cfm = 1 / (h k + c). */
static void make_soft_spring(const struct world *w, const adapter_spring *s)
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

static void make(struct world *w)
{
    const adapter_job *job = w->job;

    w->id = dWorldCreate();
    w->quick = strcmp(job->integrator, "quickstep") == 0;
    dWorldSetGravity(w->id, job->gravity[0], job->gravity[1], job->gravity[2]);
    dWorldSetERP(w->id, adapter_number(job, "erp"));
    dWorldSetCFM(w->id, adapter_number(job, "cfm"));
    dWorldSetQuickStepNumIterations(w->id, (int)adapter_number(job, "iterations"));
    dWorldSetQuickStepW(w->id, adapter_number(job, "sor"));
    make_bodies(w);
    for (int i = 0; i < job->njoints; i++)
        make_joint(w, &job->joint[i]);
    for (int i = 0; i < job->nsprings && strcmp(adapter_word(job, "springs"), "soft") == 0; i++)
        make_soft_spring(w, &job->spring[i]);
    dRandSetSeed(1);
}

/* ---- forces ----------------------------------------------------------------------------------- */

static struct spot spot_of(const struct world *w, int body, const double place[3])
{
    struct spot s = {body < 0 ? 0 : w->body[body], {place[0], place[1], place[2]}};

    if (s.body)
        dBodyGetPosRelPoint(s.body, place[0], place[1], place[2], s.local);
    return s;
}

static void where(const struct spot *s, dVector3 place, dVector3 velocity)
{
    if (s->body) {
        dBodyGetRelPointPos(s->body, s->local[0], s->local[1], s->local[2], place);
        dBodyGetRelPointVel(s->body, s->local[0], s->local[1], s->local[2], velocity);
        return;
    }
    for (int i = 0; i < 3; i++) {
        place[i] = s->local[i];
        velocity[i] = 0.0;
    }
}

static void push(const struct spot *s, const double f[3])
{
    if (s->body)
        dBodyAddForceAtRelPos(s->body, f[0], f[1], f[2], s->local[0], s->local[1], s->local[2]);
}

static void pull(const adapter_spring *s, const struct spot end[2])
{
    dVector3 p[2], v[2];
    double place[2][3], velocity[2][3], f[3], back[3];

    for (int k = 0; k < 2; k++) {
        where(&end[k], p[k], v[k]);
        memcpy(place[k], p[k], sizeof place[k]);
        memcpy(velocity[k], v[k], sizeof velocity[k]);
    }
    adapter_spring_force(s, place, velocity, f);
    for (int i = 0; i < 3; i++)
        back[i] = -f[i];
    push(&end[0], f);
    push(&end[1], back);
}

static void load(const struct world *w, const adapter_load *l, const struct spot *at)
{
    double f[3];

    adapter_load_value(w->job, l, dBodyGetQuaternion(at->body), f);
    if (!l->torque) {
        push(at, f);
        return;
    }
    dBodyAddTorque(at->body, f[0], f[1], f[2]);
    if (l->on >= 0)
        dBodyAddTorque(w->body[l->on], -f[0], -f[1], -f[2]);
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

static void step(void *world, long n)
{
    const struct world *w = world;
    const adapter_job *job = w->job;

    (void)n;
    for (int i = 0; w->forced && i < job->nsprings; i++)
        pull(&job->spring[i], w->end[i]);
    for (int i = 0; i < job->nloads; i++)
        load(w, &job->load[i], &w->at[i]);
    if (w->quick)
        dWorldQuickStep(w->id, job->h);
    else
        dWorldStep(w->id, job->h);
}

enum { MOST_BODIES = 4096, MOST_FORCES = 4096 };

int main(int argc, char **argv)
{
    static const char *const tree[] = {NULL};
    static dBodyID body[MOST_BODIES];
    static struct spot end[MOST_FORCES][2], at[MOST_FORCES];
    struct world w = {.body = body, .end = end, .at = at};

    if (argc == 2 && strcmp(argv[1], "describe") == 0) {
        fputs(answer, stdout);
        return 0;
    }
    if (argc != 2 || strcmp(argv[1], "run") != 0) {
        fputs("usage: mbsbench-engine-ode describe|run (docs/engines.md)\n", stderr);
        return 2;
    }
    w.job = adapter_read(tree);
    if (w.job->nbodies > MOST_BODIES || w.job->nsprings + w.job->nloads > MOST_FORCES)
        adapter_cannot("more than %d bodies or forces", MOST_BODIES);
    dInitODE2(0);
    make(&w);
    for (int i = 0; i < w.job->nsprings; i++)
        for (int k = 0; k < 2; k++)
            end[i][k] = spot_of(&w, w.job->spring[i].body[k], w.job->spring[i].place[k]);
    for (int i = 0; i < w.job->nloads; i++)
        at[i] = spot_of(&w, w.job->load[i].body,
                        w.job->load[i].torque ? w.job->body[w.job->load[i].body].place
                                              : w.job->load[i].place);
    w.forced = strcmp(adapter_word(w.job, "springs"), "force") == 0;
    adapter_end(adapter_steps(w.job), adapter_march(w.job, &w, step, report), "");
    return 0;
}
