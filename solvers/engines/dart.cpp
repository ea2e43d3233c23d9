/* SPDX-License-Identifier: MIT */
/* The adapter of DART 6.12 (docs/engines.md).
 *
 * A tree in joint coordinates whose frames stand at 0 at the start; loops are closed by places of two
 * bodies, an axis by two of them, and by rows of ours, as gears are.  Linear springs on joints of the
 * tree are DART's, drives joints that are told their velocity. */
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

#include "solvers/engines/dart_world.h"

World::World(adapter_job &given)
    : job(given), world(dart::simulation::World::create("job")),
      skeleton(Skeleton::create("bodies")), nodes(static_cast<size_t>(given.nbodies)),
      row(13 * static_cast<size_t>(given.nbodies)), wrench(6 * static_cast<size_t>(given.nbodies))
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
    take_springs();
    for (int i = 0; i < job.ndrives; i++)
        check_drive(job.drive[i]);
    forced = adapter_is_forced(&job);
    world->addSkeleton(skeleton);
    if (is(adapter_word(&job, "solver"), "pgs"))
        world->setConstraintSolver(std::make_unique<dart::constraint::BoxedLcpConstraintSolver>(
            std::make_shared<dart::constraint::PgsBoxedLcpSolver>()));
    for (int i = 0; i < job.njoints; i++)
        if (!job.joint[i].in_tree)
            close(job.joint[i]);
    add_gears();
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

void World::close_row(const adapter_joint &j, double length, const Vector3d &normal)
{
    const Isometry3d back[2] = {frame(j.body[0]).inverse(), frame(j.body[1]).inverse()};

    world->getConstraintSolver()->addConstraint(std::make_shared<DartRow>(
        node(j.body[0]), node(j.body[1]), back[0] * of(j.place[0]), back[1] * of(j.place[1]),
        length, back[0].linear() * normal));
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
    } else if (is(j.kind, "distance") || is(j.kind, "point-in-plane") ||
               is(j.kind, "point-on-line")) {
        const Vector3d axis = of(j.axis[0]), side = Vector3d(-axis[1], axis[0], 0.0);

        if (is(j.kind, "distance"))
            close_row(j, j.length, Vector3d::Zero());
        else if (is(j.kind, "point-in-plane"))
            close_row(j, 0.0, axis);
        else
            close_row(j, 0.0, job.spatial ? axis.unitOrthogonal() : side);
        if (is(j.kind, "point-on-line") && job.spatial)
            close_row(j, 0.0, axis.cross(axis.unitOrthogonal()));
    } else {
        adapter_cannot("'%s', a %s joint, closes a loop, which this adapter cannot do with it",
                       j.name, j.kind);
    }
}
