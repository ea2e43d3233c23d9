/* The adapter of DART 6.12 (docs/engines.md).
 *
 * A tree in joint coordinates whose frames stand at 0 at the start; loops are closed by places of two
 * bodies, an axis by two of them. */
#include <cstdio>
#include <cstring>
#include <dart/config.hpp>
#include <dart/constraint/BallJointConstraint.hpp>
#include <dart/constraint/BoxedLcpConstraintSolver.hpp>
#include <dart/constraint/DantzigBoxedLcpSolver.hpp>
#include <dart/constraint/PgsBoxedLcpSolver.hpp>
#include <dart/constraint/WeldJointConstraint.hpp>
#include <dart/dynamics/BallJoint.hpp>
#include <dart/dynamics/BodyNode.hpp>
#include <dart/dynamics/FreeJoint.hpp>
#include <dart/dynamics/PlanarJoint.hpp>
#include <dart/dynamics/PrismaticJoint.hpp>
#include <dart/dynamics/RevoluteJoint.hpp>
#include <dart/dynamics/Skeleton.hpp>
#include <dart/dynamics/TranslationalJoint.hpp>
#include <dart/dynamics/UniversalJoint.hpp>
#include <dart/dynamics/WeldJoint.hpp>
#include <dart/simulation/World.hpp>
#include <iostream>
#include <string>
#include <vector>

#include "solvers/engines/adapter.h"

using namespace dart::dynamics;
using Eigen::Isometry3d;
using Eigen::Matrix3d;
using Eigen::Vector3d;

namespace
{

const char *const tree[] = {"rigid",    "prismatic", "universal", "point-on-line",
                            "revolute", "spherical", nullptr};

const char answer[] = R"({"protocol": "mbsbench-engine-1", "engine": "DART", "version": "%s",
 "precision": "double",
 "joints": ["revolute", "prismatic", "spherical", "universal", "rigid", "point-on-line"],
 "forces": ["spring", "force", "torque"],
 "integrators": [
  {"name": "step", "title": "World::step, semi-implicit Euler", "velocity_time": "mid-step"}],
 "settings": [
  {"name": "erp", "kind": "number", "default": %g, "min": 0, "max": 1,
   "doc": "share of the error of what closes loops that a step takes back"},
  {"name": "cfm", "kind": "number", "default": %g, "min": 1e-12, "doc": "softness of what closes loops"},
  {"name": "solver", "kind": "choice", "choices": ["dantzig", "pgs"], "default": "dantzig",
   "doc": "of the complementarity problem"}]}
)";

using Closing = dart::constraint::DynamicJointConstraint;

bool is(const char *word, const char *other)
{
    return std::strcmp(word, other) == 0;
}

Vector3d of(const double x[3])
{
    return Vector3d(x[0], x[1], x[2]);
}

class World
{
  public:
    explicit World(const adapter_job &given);
    void run();

  private:
    Isometry3d frame(int body) const
    {
        Isometry3d T = Isometry3d::Identity();

        if (body >= 0) {
            const double *q = job.body[body].quaternion;

            T.linear() = Eigen::Quaterniond(q[0], q[1], q[2], q[3]).toRotationMatrix();
            T.translation() = of(job.body[body].place);
        }
        return T;
    }
    BodyNode *node(int body) const
    {
        return body < 0 ? nullptr : nodes[body];
    }
    /* A body that stands at `stand` in the world on a joint whose frame is `at` there. */
    template <class JointType>
    std::pair<JointType *, BodyNode *>
    grow(BodyNode *parent, const Isometry3d &on, const Isometry3d &at, const Isometry3d &stand,
         typename JointType::Properties properties, const std::string &name)
    {
        properties.mName = "joint of " + name;
        properties.mT_ParentBodyToJoint = on.inverse() * at;
        properties.mT_ChildBodyToJoint = stand.inverse() * at;
        return skeleton->createJointAndBodyNodePair<JointType>(parent, properties,
                                                               BodyNode::AspectProperties(name));
    }
    void add(const adapter_joint &j);
    void add_free(int body);
    void give_inertia(int body);
    void close(const adapter_joint &j);
    void close_at(const adapter_joint &j, const Vector3d &place);
    void apply_forces();
    void push(int body, const double f[3], double sign, const double place[3]);
    void report(double *row) const;

    const adapter_job &job;
    dart::simulation::WorldPtr world;
    SkeletonPtr skeleton;
    std::vector<BodyNode *> nodes; /* (nbodies) */
};

World::World(const adapter_job &given)
    : job(given), world(dart::simulation::World::create("job")),
      skeleton(Skeleton::create("bodies")), nodes(static_cast<size_t>(given.nbodies))
{
    Closing::setErrorReductionParameter(adapter_number(&job, "erp"));
    Closing::setConstraintForceMixing(adapter_number(&job, "cfm"));
    world->setTimeStep(job.h);
    world->setGravity(of(job.gravity));
    for (int i = 0; i < job.nbodies; i++)
        if (job.order[i] < 0)
            add_free(-1 - job.order[i]);
        else
            add(job.joint[job.order[i]]);
    world->addSkeleton(skeleton);
    if (is(adapter_word(&job, "solver"), "pgs"))
        world->setConstraintSolver(std::make_unique<dart::constraint::BoxedLcpConstraintSolver>(
            std::make_shared<dart::constraint::PgsBoxedLcpSolver>()));
    for (int i = 0; i < job.njoints; i++)
        if (!job.joint[i].in_tree)
            close(job.joint[i]);
}

void World::give_inertia(int body)
{
    const adapter_body &b = job.body[body];
    const double *J = b.tensor, ball = 4e-7 * b.mass;
    Inertia inertia(b.mass);

    /* a point turns with nothing that is seen */
    if (b.point)
        inertia.setMoment(ball, ball, ball, 0, 0, 0);
    else
        inertia.setMoment(J[0], J[4], J[8], J[1], J[2], J[5]);
    nodes[body]->setInertia(inertia);
    nodes[body]->setGravityMode(true);
}

/* Frames of joints stand like the world, so that rates are parts of velocities in its axes. */
void World::add(const adapter_joint &j)
{
    const int child = j.body[!j.turned], parent = j.body[j.turned];
    const bool on_line = is(j.kind, "point-on-line");
    const Isometry3d on = frame(parent), stand = frame(child);
    const Vector3d axis = of(j.axis[0]);
    const std::string name = "body " + std::to_string(child);
    Isometry3d at = Isometry3d::Identity();
    BodyNode *carrier = node(parent);
    double v[3], omega[3];

    at.translation() = of(j.place[on_line ? 1 : !j.turned]);
    adapter_relative(&job, child, parent, at.translation().data(), v, omega);
    if (on_line) { /* a carriage of 1e-9 of the body's mass, which the point turns on */
        PrismaticJoint::Properties slide;

        if (j.turned)
            adapter_cannot("'%s' guides a body by a point of another", j.name);
        slide.mAxis = axis;
        const auto made = grow<PrismaticJoint>(carrier, on, at, at, slide, "carriage of " + name);
        Inertia least(1e-9 * job.body[child].mass);

        least.setMoment(1e-9, 1e-9, 1e-9, 0, 0, 0);
        made.second->setInertia(least);
        made.first->setVelocity(0, of(v).dot(axis));
        carrier = made.second;
    }
    const Isometry3d from = on_line ? at : on;
    if (is(j.kind, "revolute") || (on_line && !job.spatial)) {
        RevoluteJoint::Properties properties;

        properties.mAxis = on_line ? Vector3d(0, 0, 1) : axis;
        const auto made = grow<RevoluteJoint>(carrier, from, at, stand, properties, name);
        made.first->setVelocity(0, of(omega).dot(properties.mAxis));
        nodes[child] = made.second;
    } else if (is(j.kind, "prismatic")) {
        PrismaticJoint::Properties properties;

        properties.mAxis = axis;
        const auto made = grow<PrismaticJoint>(carrier, from, at, stand, properties, name);
        made.first->setVelocity(0, of(v).dot(axis));
        nodes[child] = made.second;
    } else if (is(j.kind, "universal")) {
        UniversalJoint::Properties properties;

        properties.mAxis[0] = of(j.axis[j.turned]);
        properties.mAxis[1] = of(j.axis[!j.turned]);
        const auto made = grow<UniversalJoint>(carrier, from, at, stand, properties, name);
        for (int k = 0; k < 2; k++)
            made.first->setVelocity(k, of(omega).dot(properties.mAxis[k]));
        nodes[child] = made.second;
    } else if (is(j.kind, "rigid")) {
        nodes[child] =
            grow<WeldJoint>(carrier, from, at, stand, WeldJoint::Properties(), name).second;
    } else {
        const auto made = grow<BallJoint>(carrier, from, at, stand, BallJoint::Properties(), name);
        made.first->setVelocities(of(omega));
        nodes[child] = made.second;
    }
    give_inertia(child);
}

void World::add_free(int body)
{
    const adapter_body &b = job.body[body];
    const Isometry3d ground = Isometry3d::Identity(), stand = frame(body);
    const std::string name = "body " + std::to_string(body);
    Isometry3d at = Isometry3d::Identity();

    at.translation() = stand.translation();
    if (b.point) {
        const auto made = grow<TranslationalJoint>(nullptr, ground, at, stand,
                                                   TranslationalJoint::Properties(), name);

        made.first->setVelocities(of(b.velocity));
        nodes[body] = made.second;
    } else if (job.spatial) {
        const auto made =
            grow<FreeJoint>(nullptr, ground, at, stand, FreeJoint::Properties(), name);
        Eigen::Vector6d rates;

        rates << of(b.omega), of(b.velocity);
        made.first->setVelocities(rates);
        nodes[body] = made.second;
    } else {
        const auto made =
            grow<PlanarJoint>(nullptr, ground, at, stand, PlanarJoint::Properties(), name);

        made.first->setVelocities(Vector3d(b.velocity[0], b.velocity[1], b.omega[2]));
        nodes[body] = made.second;
    }
    give_inertia(body);
}

void World::close_at(const adapter_joint &j, const Vector3d &place)
{
    BodyNode *a = node(j.body[0]), *b = node(j.body[1]);

    world->getConstraintSolver()->addConstraint(
        a && b ? std::make_shared<dart::constraint::BallJointConstraint>(a, b, place)
               : std::make_shared<dart::constraint::BallJointConstraint>(a ? a : b, place));
}

void World::close(const adapter_joint &j)
{
    const double arm = adapter_reach(&job, &j);

    if (is(j.kind, "spherical") || (is(j.kind, "revolute") && !job.spatial)) {
        close_at(j, of(j.place[0]));
    } else if (is(j.kind, "revolute")) {
        close_at(j, of(j.place[0]) + arm * of(j.axis[0]));
        close_at(j, of(j.place[0]) - arm * of(j.axis[0]));
    } else if (is(j.kind, "rigid") && j.body[0] >= 0 && j.body[1] >= 0) {
        world->getConstraintSolver()->addConstraint(
            std::make_shared<dart::constraint::WeldJointConstraint>(node(j.body[0]),
                                                                    node(j.body[1])));
    } else {
        adapter_cannot("'%s', a %s joint, closes a loop, which this adapter does by places only",
                       j.name, j.kind);
    }
}

void World::push(int body, const double f[3], double sign, const double place[3])
{
    double local[3];

    if (body < 0)
        return;
    adapter_local(&job, body, place, local);
    nodes[body]->addExtForce(sign * of(f), of(local), false, true);
}

void World::apply_forces()
{
    for (int i = 0; i < job.nsprings; i++) {
        const adapter_spring &s = job.spring[i];
        double place[2][3], velocity[2][3], f[3];

        for (int k = 0; k < 2; k++) {
            double local[3];
            Vector3d at = of(s.place[k]), v = Vector3d::Zero();

            if (s.body[k] >= 0) {
                const BodyNode *b = nodes[s.body[k]];

                adapter_local(&job, s.body[k], s.place[k], local);
                at = b->getWorldTransform() * of(local);
                v = b->getLinearVelocity(of(local));
            }
            std::memcpy(place[k], at.data(), sizeof place[k]);
            std::memcpy(velocity[k], v.data(), sizeof velocity[k]);
        }
        adapter_spring_force(&s, place, velocity, f);
        push(s.body[0], f, 1.0, s.place[0]);
        push(s.body[1], f, -1.0, s.place[1]);
    }
    for (int i = 0; i < job.nloads; i++) {
        const adapter_load &l = job.load[i];
        const Eigen::Quaterniond now(nodes[l.body]->getWorldTransform().linear());
        const double q[4] = {now.w(), now.x(), now.y(), now.z()};
        double f[3];

        adapter_load_value(&job, &l, q, f);
        if (!l.torque) {
            push(l.body, f, 1.0, l.place);
            continue;
        }
        nodes[l.body]->addExtTorque(of(f), false);
        if (l.on >= 0)
            nodes[l.on]->addExtTorque(-of(f), false);
    }
}

void World::report(double *row) const
{
    for (int i = 0; i < job.nbodies; i++) {
        const Isometry3d &T = nodes[i]->getWorldTransform();
        const Eigen::Quaterniond q(T.linear());
        const Vector3d v = nodes[i]->getLinearVelocity(), omega = nodes[i]->getAngularVelocity();
        double *at = row + 13 * i;

        std::memcpy(at, T.translation().data(), 3 * sizeof *at);
        at[3] = q.w();
        at[4] = q.x();
        at[5] = q.y();
        at[6] = q.z();
        std::memcpy(at + 7, v.data(), 3 * sizeof *at);
        std::memcpy(at + 10, omega.data(), 3 * sizeof *at);
    }
}

void World::run()
{
    const double cpu = adapter_march(
        &job, this,
        [](void *self, long) {
            World *w = static_cast<World *>(self);

            w->apply_forces();
            w->world->step();
        },
        [](void *self, double *row) { static_cast<World *>(self)->report(row); });

    adapter_end(adapter_steps(&job), cpu, "");
}

} // namespace

int main(int argc, char **argv)
{
    if (argc == 2 && is(argv[1], "describe")) {
        std::printf(answer, DART_VERSION, Closing::getErrorReductionParameter(),
                    Closing::getConstraintForceMixing());
        return 0;
    }
    if (argc != 2 || !is(argv[1], "run")) {
        std::fputs("usage: mbsbench-engine-dart describe|run (docs/engines.md)\n", stderr);
        return 2;
    }
    std::cout.rdbuf(std::cerr.rdbuf()); /* where DART tells of names; rows go by stdio */
    World(*adapter_read(tree)).run();
    return 0;
}
