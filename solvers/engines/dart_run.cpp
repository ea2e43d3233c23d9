/* SPDX-License-Identifier: MIT */
/* The adapter of DART, running: forces, drives, rows (docs/engines.md). */
#include <cstdio>
#include <dart/config.hpp>
#include <dart/constraint/ConstraintSolver.hpp>
#include <iostream>

#include "solvers/engines/dart_world.h"

namespace
{

const char *const tree[] = {"rigid",    "prismatic", "universal", "point-on-line",
                            "revolute", "spherical", nullptr};

const char answer[] = R"({"protocol": "mbsbench-engine-1", "engine": "DART", "version": "%s",
 "precision": "double",
 "joints": ["revolute", "prismatic", "spherical", "universal", "rigid", "distance", "point-on-line", "point-in-plane"],
 "forces": ["spring", "joint", "push", "force", "torque"],
 "integrators": [
  {"name": "step", "title": "World::step, semi-implicit Euler", "velocity_time": "mid-step"}],
 "settings": [
  {"name": "erp", "kind": "number", "default": %g, "min": 0, "max": 1,
   "doc": "share of the error of what closes loops that a step takes back"},
  {"name": "cfm", "kind": "number", "default": %g, "min": 1e-12, "doc": "softness of what closes loops"},
  {"name": "solver", "kind": "choice", "choices": ["dantzig", "pgs"], "default": "dantzig",
   "doc": "of the complementarity problem"}]}
)";

} // namespace

void World::take_springs()
{
    for (int i = 0; i < job.nforces; i++) {
        adapter_force &f = job.force[i];
        Joint *joint = adapter_is_joint_spring(&job, &f) ? mover(job.joint[f.joint]) : nullptr;

        /* one on a joint; others are added up */
        if (!joint || joint->getSpringStiffness(0) != 0.0 || joint->getDampingCoefficient(0) != 0.0)
            continue;
        joint->setSpringStiffness(0, f.stiffness);
        joint->setRestPosition(0, adapter_sense(&job.joint[f.joint]) *
                                      (f.free - job.joint[f.joint].value[0]));
        joint->setDampingCoefficient(0, f.damping);
        f.taken = true;
    }
}

void World::check_drive(const adapter_drive &d)
{
    const adapter_joint &j = job.joint[d.joint];

    if (!j.in_tree || (!is(j.kind, "revolute") && !is(j.kind, "prismatic")))
        adapter_cannot("drive '%s' is of '%s', a %s joint%s, and this adapter drives turning and "
                       "sliding joints of its tree only",
                       d.name, j.name, j.kind, j.in_tree ? "" : " that closes a loop");
    mover(j)->setActuatorType(Joint::VELOCITY);
}

/* By rows of ours: where a joint of DART mimics another, the other does not feel it. */
void World::add_gears()
{
    std::vector<adapter_pair> pairs(static_cast<size_t>(job.ngears));
    double axis[3];
    const int n = adapter_gear_pairs(&job, pairs.data(), axis);

    for (int i = 0; i < n; i++) {
        const adapter_pair &pair = pairs[static_cast<size_t>(i)];
        Vector3d turn[2];

        for (int k = 0; k < 2; k++)
            turn[k] = pair.factor[k] * (frame(pair.body[k]).linear().transpose() * of(axis));
        world->getConstraintSolver()->addConstraint(std::make_shared<DartRow>(
            node(pair.body[0]), node(pair.body[1]), turn[0], turn[1]));
    }
}

/* Forces that DART has not, and velocities that bring driven joints to their laws by the end of the
 * step. */
void World::act(double t)
{
    if (!forced && job.ndrives == 0)
        return;
    report(row.data());
    for (int i = 0; i < job.ndrives; i++) {
        const adapter_joint &j = job.joint[job.drive[i].joint];

        mover(j)->setCommand(0, adapter_sense(&j) *
                                    adapter_drive_rate(&job, &job.drive[i], t, row.data()));
    }
    if (forced)
        adapter_efforts(&job, t, row.data(), wrench.data());
    for (size_t i = 0; forced && i < nodes.size(); i++) {
        nodes[i]->addExtForce(of(&wrench[6 * i]), Vector3d::Zero(), false, true);
        nodes[i]->addExtTorque(of(&wrench[6 * i + 3]), false);
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
        [](void *self, long n) {
            World *w = static_cast<World *>(self);

            w->act(static_cast<double>(n - 1) * w->job.h);
            w->world->step();
        },
        [](void *self, double *row) { static_cast<World *>(self)->report(row); });

    adapter_end(adapter_steps(&job), cpu, "");
}

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
