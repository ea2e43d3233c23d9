/* SPDX-License-Identifier: MIT */
/* The world of the adapter of DART. */
#ifndef MB_SOLVERS_ENGINES_DART_WORLD_H
#define MB_SOLVERS_ENGINES_DART_WORLD_H

#include <cstring>
#include <dart/dynamics/BodyNode.hpp>
#include <dart/dynamics/Skeleton.hpp>
#include <dart/simulation/World.hpp>
#include <string>
#include <vector>

#include "solvers/engines/adapter.h"
#include "solvers/engines/dart_row.h"

using namespace dart::dynamics;
using Eigen::Isometry3d;
using Eigen::Matrix3d;
using Eigen::Vector3d;

using Closing = dart::constraint::DynamicJointConstraint;

inline bool is(const char *word, const char *other)
{
    return std::strcmp(word, other) == 0;
}

inline Vector3d of(const double x[3])
{
    return Vector3d(x[0], x[1], x[2]);
}

class World
{
  public:
    explicit World(adapter_job &given);
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
    void close_row(const adapter_joint &j, double length, const Vector3d &normal);
    /* the joint whose coordinate a tree joint's is, up to its sense */
    Joint *mover(const adapter_joint &j) const
    {
        return nodes[static_cast<size_t>(j.body[!j.turned])]->getParentJoint();
    }
    void take_springs();
    void check_drive(const adapter_drive &d);
    void add_gears();
    void act(double t);
    void report(double *row) const;

    adapter_job &job;
    dart::simulation::WorldPtr world;
    SkeletonPtr skeleton;
    std::vector<BodyNode *> nodes;   /* (nbodies) */
    std::vector<double> row, wrench; /* (13 nbodies), (6 nbodies) of a step's start */
    bool forced;                     /* there are forces that DART has not */
};

#endif
