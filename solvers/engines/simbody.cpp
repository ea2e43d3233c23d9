/* The adapter of Simbody 3.7 (docs/engines.md).
 *
 * A tree of mobilizers whose frames stand at 0 at the start; loops are closed by constraints, of
 * which planar mechanisms get no more than they need. */
#include <SimTKsimbody.h>
#include <cstdio>
#include <cstring>
#include <exception>
#include <memory>
#include <vector>

#include "solvers/engines/adapter.h"

using namespace SimTK;

namespace
{

const char *const tree[] = {"rigid", "prismatic", "universal", "revolute", "spherical", nullptr};

const char answer[] = R"({"protocol": "mbsbench-engine-1", "engine": "Simbody", "version": "3.7",
 "precision": "double",
 "joints": ["revolute", "prismatic", "spherical", "universal", "rigid", "distance", "point-on-line"],
 "forces": ["spring", "force", "torque"],
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

Vec3 of(const double x[3])
{
    return Vec3(x[0], x[1], x[2]);
}

/* Constant forces and torques, fixed in the world or in their bodies. */
class Loads : public Force::Custom::Implementation
{
  public:
    Loads(const adapter_job &given, const SimbodyMatterSubsystem &its,
          const std::vector<MobilizedBodyIndex> &numbers)
        : job(given), matter(its), index(numbers)
    {
    }
    void calcForce(const State &state, Vector_<SpatialVec> &forces, Vector_<Vec3> &,
                   Vector &) const override
    {
        for (int i = 0; i < job.nloads; i++) {
            const adapter_load &l = job.load[i];
            const adapter_body &start = job.body[l.body];
            const MobilizedBody &body = matter.getMobilizedBody(index[l.body]);
            double local[3], arm[3], station[3];

            adapter_turn_back(start.quaternion, l.value, local);
            const Vec3 f = l.in_body ? body.getBodyRotation(state) * of(local) : of(l.value);

            for (int k = 0; k < 3; k++)
                arm[k] = l.place[k] - start.place[k];
            adapter_turn_back(start.quaternion, arm, station);
            if (!l.torque) {
                body.applyForceToBodyPoint(state, of(station), f, forces);
                continue;
            }
            body.applyBodyTorque(state, f, forces);
            if (l.on >= 0)
                matter.getMobilizedBody(index[l.on]).applyBodyTorque(state, -f, forces);
        }
    }
    Real calcPotentialEnergy(const State &) const override
    {
        return 0.0;
    }

  private:
    const adapter_job &job;
    const SimbodyMatterSubsystem &matter;
    const std::vector<MobilizedBodyIndex> &index;
};

class World
{
  public:
    explicit World(const adapter_job &given)
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
            if (!job.joint[i].in_tree)
                close(job.joint[i]);
        for (int i = 0; i < job.nsprings; i++)
            add_spring(job.spring[i]);
        if (job.nloads > 0)
            Force::Custom(forces, new Loads(job, matter, index));
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

        /* a point turns with nothing that is seen */
        return Body::Rigid(
            MassProperties(b.mass, Vec3(0),
                           b.point ? Inertia(ball) : Inertia(J[0], J[4], J[8], J[1], J[2], J[5])));
    }
    void add(const adapter_joint &j);
    void add_free(int body);
    void close(const adapter_joint &j);
    void add_spring(const adapter_spring &s);
    void start(int joint);
    void report(const State &now, double t, double *row) const;

    const adapter_job &job;
    MultibodySystem system;
    SimbodyMatterSubsystem matter;
    GeneralForceSubsystem forces;
    std::vector<MobilizedBodyIndex> index; /* (nbodies) */
    State state;
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

void World::add_spring(const adapter_spring &s)
{
    const Vec3 p[2] = {~frame(s.body[0]) * of(s.place[0]), ~frame(s.body[1]) * of(s.place[1])};
    MobilizedBody &a = mobilized(s.body[0]), &b = mobilized(s.body[1]);

    Force::TwoPointLinearSpring(forces, a, p[0], b, p[1], s.stiffness, s.free);
    if (s.damping != 0.0)
        Force::TwoPointLinearDamper(forces, a, p[0], b, p[1], s.damping);
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
    for (int i = 0; i < job.nbodies; i++) {
        const MobilizedBody &body = matter.getMobilizedBody(index[i]);
        const Transform &at = body.getBodyTransform(now);
        const SpatialVec &rates = body.getBodyVelocity(now);
        const Quaternion q = at.R().convertRotationToQuaternion();

        for (int k = 0; k < 3; k++) {
            row[13 * i + k] = at.p()[k];
            row[13 * i + 7 + k] = rates[1][k];
            row[13 * i + 10 + k] = rates[0][k];
        }
        for (int k = 0; k < 4; k++)
            row[13 * i + 3 + k] = q[k];
    }
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
    adapter_end(by->getNumStepsTaken(), cpu, "");
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
