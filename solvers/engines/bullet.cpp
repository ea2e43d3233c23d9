/* SPDX-License-Identifier: MIT */
/* The adapter of Bullet 3.24 (docs/engines.md), in single or double precision as the library is.
 *
 * Rigid bodies without shapes in maximal coordinates, in frames along their principal axes, and
 * joints from places and axes of the start.  Ground is Bullet's own fixed body.  Drives are motors of
 * joints, gears those of two bodies. */
#include <BulletDynamics/ConstraintSolver/btFixedConstraint.h>
#include <BulletDynamics/MLCPSolvers/btDantzigSolver.h>
#include <BulletDynamics/MLCPSolvers/btMLCPSolver.h>
#include <btBulletDynamicsCommon.h>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <memory>
#include <vector>

#include "solvers/engines/adapter.h"
#include "solvers/engines/bullet_row.h"

namespace
{

const char answer[] = R"({"protocol": "mbsbench-engine-1", "engine": "Bullet", "version": "%d.%02d",
 "precision": "%s",
 "joints": ["revolute", "spherical", "universal", "prismatic", "rigid", "distance", "point-on-line", "point-in-plane"],
 "forces": ["spring", "joint", "push", "force", "torque"],
 "integrators": [
  {"name": "step", "title": "stepSimulation, semi-implicit Euler", "velocity_time": "mid-step"}],
 "settings": [
  {"name": "solver", "kind": "choice", "choices": ["sequential", "dantzig"], "default": "sequential",
   "doc": "sequential impulses, or the mixed complementarity problem by Dantzig's method"},
  {"name": "iterations", "kind": "integer", "default": 10, "min": 1, "max": 1000000,
   "doc": "of sequential impulses"},
  {"name": "erp", "kind": "number", "default": 0.2, "min": 0, "max": 1,
   "doc": "share of a joint's error that a step takes back"},
  {"name": "cfm", "kind": "number", "default": 0, "min": 0, "doc": "softness of rows"},
  {"name": "warmstart", "kind": "number", "default": 0.85, "min": 0, "max": 1,
   "doc": "share of a step's impulses that the next begins with"},
  {"name": "gyroscopic", "kind": "choice", "choices": ["implicit-body", "implicit-world", "explicit", "off"],
   "default": "implicit-body", "doc": "the gyroscopic term"}]}
)";

bool is(const char *word, const char *other)
{
    return std::strcmp(word, other) == 0;
}

btScalar real(double x)
{
    return static_cast<btScalar>(x);
}

btVector3 of(const double x[3])
{
    return btVector3(real(x[0]), real(x[1]), real(x[2]));
}

class World
{
  public:
    explicit World(const adapter_job &given)
        : job(given), dispatcher(&configuration), solver(make_solver()),
          world(&dispatcher, &broadphase, solver.get(), &configuration), shape(real(1e-3)),
          row(13 * static_cast<size_t>(job.nbodies)), wrench(6 * static_cast<size_t>(job.nbodies))
    {
        btContactSolverInfo &info = world.getSolverInfo();

        info.m_numIterations = static_cast<int>(adapter_number(&job, "iterations"));
        info.m_erp = real(adapter_number(&job, "erp"));
        info.m_globalCfm = real(adapter_number(&job, "cfm"));
        info.m_warmstartingFactor = real(adapter_number(&job, "warmstart"));
        world.setGravity(of(job.gravity));
        for (int i = 0; i < job.nbodies; i++)
            add_body(job.body[i]);
        for (int i = 0; i < job.njoints; i++)
            add_joint(job.joint[i]);
        for (btTypedConstraint *more : extra)
            add(more);
        for (int i = 0; i < job.ndrives; i++)
            check_drive(job.drive[i]);
        add_gears();
        forced = adapter_is_forced(&job);
    }
    ~World()
    {
        for (auto &joint : joints)
            world.removeConstraint(joint.get());
        for (auto &body : bodies)
            world.removeRigidBody(body.get());
    }
    void run();

  private:
    std::unique_ptr<btConstraintSolver> make_solver()
    {
        if (is(adapter_word(&job, "solver"), "dantzig")) {
            dantzig.reset(new btDantzigSolver);
            return std::unique_ptr<btConstraintSolver>(new btMLCPSolver(dantzig.get()));
        }
        return std::unique_ptr<btConstraintSolver>(new btSequentialImpulseConstraintSolver);
    }
    btRigidBody &body(int number)
    {
        return number < 0 ? btTypedConstraint::getFixedBody() : *bodies[number];
    }
    /* the frame of a body, at the start or now */
    static btTransform frame(const btRigidBody &b)
    {
        return b.getCenterOfMassTransform();
    }
    void add_body(const adapter_body &b);
    void add_joint(const adapter_joint &j);
    void add(btTypedConstraint *made)
    {
        joints.emplace_back(made);
        world.addConstraint(made, true);
    }
    btTypedConstraint *make_guide(const adapter_joint &j);
    void check_drive(const adapter_drive &d);
    void add_gears();
    void drive(const adapter_drive &d, double t);
    void act(double t);
    void report(double *row);

    const adapter_job &job;
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher;
    btDbvtBroadphase broadphase;
    std::unique_ptr<btDantzigSolver> dantzig;
    std::unique_ptr<btConstraintSolver> solver;
    btDiscreteDynamicsWorld world;
    btSphereShape shape; /* touches nothing: bodies have no collision masks */
    std::vector<std::unique_ptr<btRigidBody>> bodies;
    std::vector<btQuaternion> principal; /* (nbodies) of the principal axes in the body's frame */
    std::vector<std::unique_ptr<btTypedConstraint>> joints; /* (njoints), then others */
    std::vector<double> row, wrench; /* (13 nbodies), (6 nbodies) of a step's start */
    bool forced;                     /* there are forces */
    std::vector<btTypedConstraint *> extra; /* to be added behind the joints */
    std::vector<btUniversalConstraint *> universals;
    bool beyond = false; /* a universal joint has passed where Bullet's angles of it end */
};

void World::add_body(const adapter_body &b)
{
    const double *J = b.tensor, *q = b.quaternion;
    const char *gyroscopic = adapter_word(&job, "gyroscopic");
    btMatrix3x3 tensor(real(J[0]), real(J[1]), real(J[2]), real(J[3]), real(J[4]), real(J[5]),
                       real(J[6]), real(J[7]), real(J[8])),
        axes;
    const btVector3 ball(1, 1, 1); /* a point turns with nothing that is seen */

    axes.setIdentity();
    if (b.point)
        tensor = btMatrix3x3::getIdentity().scaled(ball * real(4e-7 * b.mass));
    if (J[1] != 0.0 || J[2] != 0.0 || J[5] != 0.0)
        tensor.diagonalize(axes, real(1e-9), 50);
    const btVector3 moments(tensor[0][0], tensor[1][1], tensor[2][2]);

    if (!(moments.x() > 0 && moments.y() > 0 && moments.z() > 0))
        adapter_cannot("body '%s' has no inertia about one of its axes", b.name);
    btQuaternion along;
    axes.getRotation(along);
    principal.push_back(along);
    bodies.emplace_back(new btRigidBody(real(b.mass), nullptr, &shape, moments));
    btRigidBody &made = *bodies.back();

    made.setCenterOfMassTransform(btTransform(
        btQuaternion(real(q[1]), real(q[2]), real(q[3]), real(q[0])) * along, of(b.place)));
    made.setLinearVelocity(of(b.velocity));
    made.setAngularVelocity(of(b.omega));
    made.setActivationState(DISABLE_DEACTIVATION);
    made.setFlags(is(gyroscopic, "implicit-body")    ? BT_ENABLE_GYROSCOPIC_FORCE_IMPLICIT_BODY
                  : is(gyroscopic, "implicit-world") ? BT_ENABLE_GYROSCOPIC_FORCE_IMPLICIT_WORLD
                  : is(gyroscopic, "explicit")       ? BT_ENABLE_GYROSCOPIC_FORCE_EXPLICIT
                                                     : 0);
    world.addRigidBody(&made, 0, 0);
}

/* A frame whose x is along u. */
btMatrix3x3 along_x(const btVector3 &u)
{
    const btVector3 x = u.normalized();
    btVector3 y, z;

    btPlaneSpace1(x, y, z);
    return btMatrix3x3(x.x(), y.x(), z.x(), x.y(), y.y(), z.y(), x.z(), y.z(), z.z());
}

/* A point in a plane, or on a line: of the ground a joint of six coordinates, on bodies planes through
 * it, of which the last is returned. */
btTypedConstraint *World::make_guide(const adapter_joint &j)
{
    btRigidBody &a = body(j.body[0]), &b = body(j.body[1]);
    const btTransform in[2] = {frame(a).inverse(), frame(b).inverse()};
    const btVector3 place[2] = {of(j.place[0]), of(j.place[1])};
    const btVector3 axis = of(j.axis[0]);
    auto plane = [&](const btVector3 &normal) {
        return new BulletRow(a, b, in[0] * place[0], in[1] * place[1], 0, in[0].getBasis() * normal);
    };

    if (is(j.kind, "point-in-plane"))
        return plane(axis);
    if (j.body[0] >= 0) {
        const btMatrix3x3 around = along_x(axis);

        if (!job.spatial)
            return plane(btVector3(-axis.y(), axis.x(), 0));
        extra.push_back(plane(around.getColumn(1)));
        return plane(around.getColumn(2));
    }
    /* free along x; a limit below which there is none frees the turn about z, or all turns */
    const btMatrix3x3 planar(axis.x(), -axis.y(), 0, axis.y(), axis.x(), 0, 0, 0, 1);
    const btTransform at(job.spatial ? along_x(axis) : planar, place[1]);
    const btVector3 turns = job.spatial ? btVector3(1, 1, 1) : btVector3(0, 0, 1);
    auto *six = new btGeneric6DofSpring2Constraint(a, b, in[0] * at, in[1] * at);

    six->setLinearLowerLimit(btVector3(1, 0, 0));
    six->setLinearUpperLimit(btVector3(-1, 0, 0));
    six->setAngularLowerLimit(turns);
    six->setAngularUpperLimit(-turns);
    return six;
}

void World::add_joint(const adapter_joint &j)
{
    btRigidBody &a = body(j.body[0]), &b = body(j.body[1]);
    const btTransform in[2] = {frame(a).inverse(), frame(b).inverse()};
    const btVector3 place[2] = {of(j.place[0]), of(j.place[1])};
    const btVector3 axis[2] = {of(j.axis[0]), of(j.axis[1])};
    btTypedConstraint *made;

    if (is(j.kind, "revolute")) {
        made = new btHingeConstraint(a, b, in[0] * place[0], in[1] * place[1],
                                     in[0].getBasis() * axis[0], in[1].getBasis() * axis[1]);
    } else if (is(j.kind, "spherical")) {
        made = new btPoint2PointConstraint(a, b, in[0] * place[0], in[1] * place[1]);
    } else if (is(j.kind, "universal")) {
        btVector3 at = place[0], first = axis[0], second = axis[1];

        auto *universal = new btUniversalConstraint(a, b, at, first, second);

        /* its own limits are a quarter and half a turn */
        universal->setAngularLowerLimit(btVector3(0, 1, 1));
        universal->setAngularUpperLimit(btVector3(0, -1, -1));
        universals.push_back(universal);
        made = universal;
    } else if (is(j.kind, "rigid")) {
        const btTransform here(btMatrix3x3::getIdentity(), place[0]);

        made = new btFixedConstraint(a, b, in[0] * here, in[1] * here);
    } else if (is(j.kind, "prismatic")) {
        /* the joint of six coordinates pushes moving bodies past each other's ends of the lever */
        const btTransform at(along_x(axis[0]), place[1]);
        auto *slider = new btSliderConstraint(a, b, in[0] * at, in[1] * at, true);

        slider->setLowerLinLimit(1);
        slider->setUpperLinLimit(-1);
        slider->setLowerAngLimit(0);
        slider->setUpperAngLimit(0);
        made = slider;
    } else if (is(j.kind, "distance")) {
        made = new BulletRow(a, b, in[0] * place[0], in[1] * place[1], real(j.length));
    } else if (is(j.kind, "point-on-line") || is(j.kind, "point-in-plane")) {
        made = make_guide(j);
    } else {
        adapter_cannot("'%s' is a %s joint, which this adapter has not", j.name, j.kind);
    }
    add(made);
}

void World::check_drive(const adapter_drive &d)
{
    const char *kind = job.joint[d.joint].kind;

    if (is(kind, "revolute")) {
        auto *hinge = static_cast<btHingeConstraint *>(joints[d.joint].get());

        hinge->enableAngularMotor(true, 0, BT_LARGE_FLOAT);
    } else if (is(kind, "prismatic")) {
        auto *slider = static_cast<btSliderConstraint *>(joints[d.joint].get());

        slider->setPoweredLinMotor(true);
        slider->setMaxLinMotorForce(BT_LARGE_FLOAT);
    } else if (!is(kind, "distance")) {
        adapter_cannot("drive '%s' is of a %s joint, which has no motor in Bullet", d.name, kind);
    }
}

void World::add_gears()
{
    std::vector<adapter_pair> pairs(static_cast<size_t>(job.ngears));
    double axis[3];
    const int n = adapter_gear_pairs(&job, pairs.data(), axis);

    for (int i = 0; i < n; i++) {
        const adapter_pair &pair = pairs[static_cast<size_t>(i)];
        btRigidBody &a = *bodies[pair.body[0]], &b = *bodies[pair.body[1]];

        add(new btGearConstraint(a, b, frame(a).getBasis().transpose() * of(axis),
                                 frame(b).getBasis().transpose() * of(axis),
                                 real(pair.factor[1] / pair.factor[0])));
    }
}

/* Motors get the rate that brings the coordinate to its law by the end of the step, a hinge's with
 * Bullet's sign, of the first body less the second; a distance gets the length. */
void World::drive(const adapter_drive &d, double t)
{
    const char *kind = job.joint[d.joint].kind;
    const btScalar rate = real(adapter_drive_rate(&job, &d, t, row.data()));
    btTypedConstraint *joint = joints[d.joint].get();

    if (is(kind, "revolute")) {
        static_cast<btHingeConstraint *>(joint)->setMotorTargetVelocity(-rate);
    } else if (is(kind, "prismatic")) {
        static_cast<btSliderConstraint *>(joint)->setTargetLinMotorVelocity(rate);
    } else {
        double goal[3];

        adapter_drive_at(&d, t + job.h, goal);
        static_cast<BulletRow *>(joint)->goal = real(goal[0]);
    }
}

void World::act(double t)
{
    if (!forced && job.ndrives == 0)
        return;
    report(row.data());
    for (int i = 0; i < job.ndrives; i++)
        drive(job.drive[i], t);
    if (forced)
        adapter_efforts(&job, t, row.data(), wrench.data());
    for (int i = 0; forced && i < job.nbodies; i++) {
        bodies[i]->applyCentralForce(of(&wrench[6 * i]));
        bodies[i]->applyTorque(of(&wrench[6 * i + 3]));
    }
}

void World::report(double *row)
{
    for (btUniversalConstraint *joint : universals)
        beyond = beyond || std::fabs(joint->getAngle2()) > 1.4;
    for (int i = 0; i < job.nbodies; i++) {
        const btRigidBody &b = *bodies[i];
        const btQuaternion q = b.getOrientation() * principal[i].inverse();
        const btVector3 *parts[3] = {&b.getCenterOfMassPosition(), &b.getLinearVelocity(),
                                     &b.getAngularVelocity()};
        double *at = row + 13 * i;

        for (int k = 0; k < 3; k++) {
            at[k] = (*parts[0])[k];
            at[7 + k] = (*parts[1])[k];
            at[10 + k] = (*parts[2])[k];
        }
        at[3] = q.w();
        at[4] = q.x();
        at[5] = q.y();
        at[6] = q.z();
    }
}

void World::run()
{
    const double cpu = adapter_march(
        &job, this,
        [](void *self, long n) {
            World *w = static_cast<World *>(self);

            w->act(static_cast<double>(n - 1) * w->job.h);
            w->world.stepSimulation(real(w->job.h), 0, real(w->job.h));
        },
        [](void *self, double *row) { static_cast<World *>(self)->report(row); });

    adapter_end(adapter_steps(&job), cpu,
                beyond
                    ? "a universal joint has come near a quarter turn about its second axis, where "
                      "Bullet's angles are singular"
                    : "");
}

} // namespace

int main(int argc, char **argv)
{
    static const char *const tree[] = {"rigid", "prismatic", "revolute", nullptr};

    if (argc == 2 && is(argv[1], "describe")) {
        std::printf(answer, BT_BULLET_VERSION / 100, BT_BULLET_VERSION % 100,
                    sizeof(btScalar) == sizeof(double) ? "double" : "single");
        return 0;
    }
    if (argc != 2 || !is(argv[1], "run")) {
        std::fputs("usage: mbsbench-engine-bullet describe|run (docs/engines.md)\n", stderr);
        return 2;
    }
    World(*adapter_read(tree)).run();
    return 0;
}
