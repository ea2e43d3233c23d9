/* SPDX-License-Identifier: MIT */
/* The adapter of Simbody 3.7 (docs/engines.md).
 *
 * A tree of mobilizers whose frames stand at 0 at the start; loops are closed by constraints, of
 * which planar mechanisms get no more than they need.  Linear springs, drives and gears are those of
 * Simbody; other forces are added up in one of our own. */
#include <SimTKsimbody.h>
#include <cstdio>
#include <cstring>
#include <exception>
#include <memory>
#include <string>
#include <vector>

#include "solvers/engines/simbody_parts.h"

using namespace SimTK;

namespace
{

const char *const tree[] = {"rigid", "prismatic", "universal", "revolute", "spherical", nullptr};

const char answer[] = R"({"protocol": "mbsbench-engine-1", "engine": "Simbody", "version": "3.7",
 "precision": "double",
 "joints": ["revolute", "prismatic", "spherical", "universal", "rigid", "distance", "point-on-line", "point-in-plane", "blade"],
 "forces": ["spring", "joint", "push", "force", "torque"],
 "integrators": [
  {"name": "merson", "title": "Runge-Kutta-Merson of order 4", "step": "fixed", "velocity_time": "step"},
  {"name": "rk3", "title": "Runge-Kutta of order 3", "step": "fixed", "velocity_time": "step"},
  {"name": "verlet", "title": "velocity Verlet", "step": "fixed", "velocity_time": "step"},
  {"name": "merson-controlled", "title": "Runge-Kutta-Merson of order 4", "step": "controlled", "velocity_time": "step"},
  {"name": "rk3-controlled", "title": "Runge-Kutta of order 3", "step": "controlled", "velocity_time": "step"},
  {"name": "verlet-controlled", "title": "velocity Verlet", "step": "controlled", "velocity_time": "step"}],
 "settings": [
  {"name": "accuracy", "kind": "number", "default": 1e-3, "min": 1e-14, "max": 1,
   "doc": "of fixed steps; controlled ones have it as tol"},
  {"name": "ctol", "kind": "number", "default": 0, "min": 0, "max": 1,
   "doc": "tolerance of constraints; 0: a tenth of the accuracy"},
  {"name": "project", "kind": "choice", "choices": ["needed", "every"], "default": "needed",
   "doc": "steps after which constraints are projected on"}]}
)";

bool is(const char *word, const char *other)
{
    return std::strcmp(word, other) == 0;
}

class World
{
  public:
    explicit World(adapter_job &given)
        : job(given), matter(system), forces(system), index(given.nbodies)
    {
        forces.setNumberOfThreads(1);
        Force::UniformGravity(forces, matter, of(job.gravity));
        for (int i = 0; i < job.nbodies; i++)
            if (job.order[i] < 0)
                add_free(-1 - job.order[i]);
            else
                add(job.joint[job.order[i]]);
        for (int i = 0; i < job.njoints; i++)
            if (!job.joint[i].in_tree && repeats(job.joint[i]))
                warning = std::string("'") + job.joint[i].name +
                          "' repeats another joint, and Simbody takes no rows of rank 0: left out";
            else if (!job.joint[i].in_tree)
                close(job.joint[i]);
        for (int i = 0; i < job.nforces; i++)
            add_force(job.force[i]);
        for (int i = 0; i < job.ndrives; i++)
            add_drive(job.drive[i]);
        add_gears();
        if (adapter_is_forced(&job))
            Force::Custom(forces, new Efforts(job, matter, index));
        state = system.realizeTopology();
        system.realize(state, Stage::Position);
        for (int i = 0; i < job.nbodies; i++)
            start(job.order[i]);
    }
    int run();

  private:
    Transform frame(int body) const
    {
        const double *q = body < 0 ? nullptr : job.body[body].quaternion;

        return q ? Transform(Rotation(Quaternion(q[0], q[1], q[2], q[3])), of(job.body[body].place))
                 : Transform();
    }
    MobilizedBody &mobilized(int body)
    {
        return matter.updMobilizedBody(body < 0 ? GroundIndex : index[body]);
    }
    Body::Rigid rigid(int body) const
    {
        const adapter_body &b = job.body[body];
        const double *J = b.tensor, ball = 4e-7 * b.mass;

        adapter_check_inertia(&b);
        /* a point turns with nothing that is seen */
        return Body::Rigid(
            MassProperties(b.mass, Vec3(0),
                           b.point ? Inertia(ball) : Inertia(J[0], J[4], J[8], J[1], J[2], J[5])));
    }
    void add(const adapter_joint &j);
    void add_free(int body);
    bool repeats(const adapter_joint &j) const;
    void close(const adapter_joint &j);
    void add_force(adapter_force &f);
    void add_drive(const adapter_drive &d);
    void add_gears();
    /* whose coordinate a tree joint's is, up to its sense */
    MobilizedBody &mover(const adapter_joint &j)
    {
        return mobilized(j.body[!j.turned]);
    }
    void start(int joint);
    void report(const State &now, double t, double *row) const;

    adapter_job &job;
    MultibodySystem system;
    SimbodyMatterSubsystem matter;
    GeneralForceSubsystem forces;
    std::vector<MobilizedBodyIndex> index; /* (nbodies) */
    State state;
    std::string warning;
};

void World::add(const adapter_joint &j)
{
    const int child = j.body[!j.turned], parent = j.body[j.turned];
    const Vec3 first = of(j.axis[j.turned]), second = of(j.axis[!j.turned]);
    const Transform at(is(j.kind, "revolute")    ? Rotation(UnitVec3(of(j.axis[0])), ZAxis)
                       : is(j.kind, "prismatic") ? Rotation(UnitVec3(of(j.axis[0])), XAxis)
                       : is(j.kind, "universal") ? Rotation(UnitVec3(first), XAxis, second, YAxis)
                                                 : Rotation(),
                       of(j.place[!j.turned]));
    const Transform on = ~frame(parent) * at, in = ~frame(child) * at;
    MobilizedBody &to = mobilized(parent);
    const Body::Rigid body = rigid(child);

    index[child] =
        is(j.kind, "revolute")    ? MobilizedBody::Pin(to, on, body, in).getMobilizedBodyIndex()
        : is(j.kind, "prismatic") ? MobilizedBody::Slider(to, on, body, in).getMobilizedBodyIndex()
        : is(j.kind, "universal")
            ? MobilizedBody::Universal(to, on, body, in).getMobilizedBodyIndex()
        : is(j.kind, "spherical") ? MobilizedBody::Ball(to, on, body, in).getMobilizedBodyIndex()
                                  : MobilizedBody::Weld(to, on, body, in).getMobilizedBodyIndex();
}

void World::add_free(int body)
{
    const Transform at = frame(body), planar(Rotation(), at.p());
    MobilizedBody &ground = mobilized(ADAPTER_GROUND);

    if (job.body[body].point)
        index[body] = MobilizedBody::Translation(ground, planar, rigid(body), ~at * planar)
                          .getMobilizedBodyIndex();
    else if (job.spatial)
        index[body] =
            MobilizedBody::Free(ground, at, rigid(body), Transform()).getMobilizedBodyIndex();
    else
        index[body] = MobilizedBody::Planar(ground, planar, rigid(body), ~at * planar)
                          .getMobilizedBodyIndex();
}

/* Whether a joint of the tree has the same bodies turn about the same axis. */
bool World::repeats(const adapter_joint &j) const
{
    for (int i = 0; i < job.njoints; i++) {
        const adapter_joint &o = job.joint[i];
        const bool same = (o.body[0] == j.body[0] && o.body[1] == j.body[1]) ||
                          (o.body[0] == j.body[1] && o.body[1] == j.body[0]);
        const Vec3 axis = of(o.axis[0]), apart = of(j.place[0]) - of(o.place[0]);

        if (o.in_tree && same && is(o.kind, "revolute") && is(j.kind, "revolute") &&
            cross(axis, of(j.axis[0])).norm() < 1e-12 &&
            cross(axis, apart).norm() <= 1e-12 * apart.norm())
            return true;
    }
    return false;
}

void World::close(const adapter_joint &j)
{
    const Transform back[2] = {~frame(j.body[0]), ~frame(j.body[1])};
    const Vec3 place[2] = {back[0] * of(j.place[0]), back[1] * of(j.place[1])};
    MobilizedBody &a = mobilized(j.body[0]), &b = mobilized(j.body[1]);
    /* the place of b stays in the plane across u of a */
    auto in_plane = [&](const Vec3 &u) {
        const UnitVec3 normal(back[0].R() * u);

        Constraint::PointInPlane(a, normal, dot(normal, place[0]), b, place[1]);
    };
    auto across = [&](const Vec3 &u, const Vec3 &v) {
        Constraint::ConstantAngle(a, UnitVec3(back[0].R() * u), b, UnitVec3(back[1].R() * v),
                                  Pi / 2);
    };

    if (is(j.kind, "distance")) {
        Constraint::Rod(a, place[0], b, place[1], j.length);
    } else if (is(j.kind, "point-on-line")) {
        const UnitVec3 line(of(j.axis[0])),
            side(job.spatial ? line.perp() : UnitVec3(-line[1], line[0], 0));

        in_plane(side);
        if (job.spatial)
            in_plane(cross(line, side));
    } else if (is(j.kind, "point-in-plane")) {
        in_plane(of(j.axis[0]));
    } else if (is(j.kind, "blade")) { /* the point of b does not go sidewise */
        const Vec3 edge = of(j.axis[1]), normal = of(j.axis[0]);

        Constraint::NoSlip1D(b, place[1], UnitVec3(back[1].R() * cross(normal, edge)), a, b);
    } else if (is(j.kind, "revolute") && !job.spatial) {
        in_plane(Vec3(1, 0, 0));
        in_plane(Vec3(0, 1, 0));
    } else if (is(j.kind, "spherical") || is(j.kind, "universal") || is(j.kind, "revolute")) {
        Constraint::Ball(a, place[0], b, place[1]);
        if (is(j.kind, "universal")) {
            across(of(j.axis[0]), of(j.axis[1]));
        } else if (is(j.kind, "revolute")) {
            const UnitVec3 axis(of(j.axis[0])), side = axis.perp();

            across(side, axis);
            across(cross(axis, side), axis);
        }
    } else {
        adapter_cannot("'%s', a %s joint, closes a loop, which this adapter cannot do with it",
                       j.name, j.kind);
    }
}

void World::add_force(adapter_force &f)
{
    if (f.kind == ADAPTER_SPRING && adapter_is_linear(&f)) {
        const Vec3 p[2] = {~frame(f.body[0]) * of(f.place[0]), ~frame(f.body[1]) * of(f.place[1])};
        MobilizedBody &a = mobilized(f.body[0]), &b = mobilized(f.body[1]);

        Force::TwoPointLinearSpring(forces, a, p[0], b, p[1], f.stiffness, f.free);
        if (f.damping != 0.0)
            Force::TwoPointLinearDamper(forces, a, p[0], b, p[1], f.damping);
        f.taken = true;
    } else if (adapter_is_joint_spring(&job, &f)) {
        const adapter_joint &j = job.joint[f.joint];
        const MobilizedBody &body = mover(j);

        Force::MobilityLinearSpring(forces, body, MobilizerQIndex(0), f.stiffness,
                                    adapter_sense(&j) * (f.free - j.value[0]));
        if (f.damping != 0.0)
            Force::MobilityLinearDamper(forces, body, MobilizerUIndex(0), f.damping);
        f.taken = true;
    }
}

void World::add_drive(const adapter_drive &d)
{
    const adapter_joint &j = job.joint[d.joint];

    if (!j.in_tree || (!is(j.kind, "revolute") && !is(j.kind, "prismatic")))
        adapter_cannot("drive '%s' is of '%s', a %s joint%s, and this adapter drives turning and "
                       "sliding joints of its tree only",
                       d.name, j.name, j.kind, j.in_tree ? "" : " that closes a loop");
    Constraint::PrescribedMotion(matter, new Goal(d, adapter_sense(&j), j.value[0]),
                                 mover(j).getMobilizedBodyIndex(), MobilizerQIndex(0));
}

void World::add_gears()
{
    std::vector<double> row(static_cast<size_t>(job.ngears) * static_cast<size_t>(job.njoints) + 1);
    double axis[3];
    const int rows = adapter_gear_rows(&job, false, row.data(), axis);

    for (int i = 0; i < rows; i++) {
        std::vector<MobilizedBodyIndex> bodies;
        std::vector<MobilizerQIndex> coordinates;
        std::vector<double> factors;

        for (int k = 0; k < job.njoints; k++) {
            const double factor = row[static_cast<size_t>(i * job.njoints + k)];

            if (factor == 0.0)
                continue;
            bodies.push_back(mover(job.joint[k]).getMobilizedBodyIndex());
            coordinates.push_back(MobilizerQIndex(0));
            factors.push_back(adapter_sense(&job.joint[k]) * factor);
        }
        factors.push_back(0.0); /* the constant term */
        Constraint::CoordinateCoupler(
            matter, new Function::Linear(Vector(static_cast<int>(factors.size()), factors.data())),
            bodies, coordinates);
    }
}

/* Speeds from velocities of both bodies, at the place of the joint. */
void World::start(int joint)
{
    const adapter_joint *j = joint < 0 ? nullptr : &job.joint[joint];
    const int child = j ? j->body[!j->turned] : -1 - joint;
    const int parent = j ? j->body[j->turned] : ADAPTER_GROUND;
    MobilizedBody &body = mobilized(child);
    const Transform on = frame(parent) * body.getInboardFrame(state);
    const adapter_body *bodies[2] = {&job.body[child], parent < 0 ? nullptr : &job.body[parent]};
    Vec3 v(0), omega(0);

    for (int k = 0; k < 2; k++)
        if (bodies[k]) {
            const Vec3 turn = bodies[k]->point ? Vec3(0) : of(bodies[k]->omega);
            const Real sign = k ? -1.0 : 1.0;

            omega += sign * turn;
            v += sign * (of(bodies[k]->velocity) + turn % (on.p() - of(bodies[k]->place)));
        }
    body.setUToFitVelocity(state, SpatialVec(~on.R() * omega, ~on.R() * v));
}

void World::report(const State &now, double t, double *row) const
{
    system.realize(now, Stage::Velocity);
    read_bodies(matter, index, now, row);
    adapter_row(&job, t, row);
}

int World::run()
{
    const bool fixed = !std::strstr(job.integrator, "-controlled");
    const double accuracy = fixed ? adapter_number(&job, "accuracy") : job.tol;
    const double ctol = adapter_number(&job, "ctol");
    std::unique_ptr<Integrator> by;
    std::vector<double> row(13 * static_cast<size_t>(job.nbodies));
    double cpu = 0.0, start;

    if (std::strncmp(job.integrator, "rk3", 3) == 0)
        by.reset(new RungeKutta3Integrator(system));
    else if (std::strncmp(job.integrator, "verlet", 6) == 0)
        by.reset(new VerletIntegrator(system));
    else
        by.reset(new RungeKuttaMersonIntegrator(system));
    if (fixed)
        adapter_steps(&job);
    if (fixed)
        by->setFixedStepSize(job.h);
    by->setAccuracy(accuracy);
    if (ctol > 0.0)
        by->setConstraintTolerance(ctol);
    by->setProjectEveryStep(is(adapter_word(&job, "project"), "every"));
    by->setReturnEveryInternalStep(!job.last_only);
    by->setFinalTime(job.t_end);
    by->initialize(state);
    adapter_begin(&job);
    start = adapter_clock();
    while (by->getTime() < job.t_end) {
        const double before = by->getTime();

        by->stepTo(job.t_end);
        cpu += adapter_clock() - start;
        if (!job.last_only ? by->getTime() > before : by->getTime() >= job.t_end)
            report(by->getState(), by->getTime(), row.data());
        start = adapter_clock();
    }
    adapter_end(by->getNumStepsTaken(), cpu, warning.c_str());
    return 0;
}

} // namespace

int main(int argc, char **argv)
{
    if (argc == 2 && is(argv[1], "describe")) {
        std::fputs(answer, stdout);
        return 0;
    }
    if (argc != 2 || !is(argv[1], "run")) {
        std::fputs("usage: mbsbench-engine-simbody describe|run (docs/engines.md)\n", stderr);
        return 2;
    }
    try {
        return World(*adapter_read(tree)).run();
    } catch (const std::exception &e) {
        std::fflush(stdout);
        std::fprintf(stderr, "%s\n", e.what());
        return 1;
    }
}
