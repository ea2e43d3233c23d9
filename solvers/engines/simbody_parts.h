/* SPDX-License-Identifier: MIT */
/* What the adapter of Simbody brings of its own kinds: forces and laws of a job. */
#ifndef MB_SOLVERS_ENGINES_SIMBODY_PARTS_H
#define MB_SOLVERS_ENGINES_SIMBODY_PARTS_H

#include <SimTKsimbody.h>
#include <vector>

#include "solvers/engines/adapter.h"

namespace
{

using namespace SimTK;

Vec3 of(const double x[3])
{
    return Vec3(x[0], x[1], x[2]);
}

/* The state as a row is written: 13 numbers a body. */
void read_bodies(const SimbodyMatterSubsystem &matter, const std::vector<MobilizedBodyIndex> &index,
                 const State &now, double *row)
{
    for (size_t i = 0; i < index.size(); i++) {
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
}

/* Forces that Simbody has none of. */
class Efforts : public Force::Custom::Implementation
{
  public:
    Efforts(const adapter_job &given, const SimbodyMatterSubsystem &its,
            const std::vector<MobilizedBodyIndex> &numbers)
        : job(given), matter(its), index(numbers), row(13 * numbers.size()),
          wrench(6 * numbers.size())
    {
    }
    void calcForce(const State &state, Vector_<SpatialVec> &forces, Vector_<Vec3> &,
                   Vector &) const override
    {
        read_bodies(matter, index, state, row.data());
        adapter_efforts(&job, state.getTime(), row.data(), wrench.data());
        for (size_t i = 0; i < index.size(); i++) {
            const double *f = wrench.data() + 6 * i;

            matter.getMobilizedBody(index[i]).applyBodyForce(state, SpatialVec(of(f + 3), of(f)),
                                                             forces);
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
    mutable std::vector<double> row, wrench;
};

/* The coordinate of a mobilizer, which is 0 at the start, that follows a drive. */
class Goal : public Function
{
  public:
    Goal(const adapter_drive &given, double its_sign, double at_start)
        : drive(given), sign(its_sign), start(at_start)
    {
    }
    Real calcValue(const Vector &t) const override
    {
        return sign * (rate(t[0], 0) - start);
    }
    Real calcDerivative(const Array_<int> &parts, const Vector &t) const override
    {
        return sign * rate(t[0], static_cast<int>(parts.size()));
    }
    int getArgumentSize() const override
    {
        return 1;
    }
    int getMaxDerivativeOrder() const override
    {
        return 2;
    }
    Goal *clone() const override
    {
        return new Goal(*this);
    }

  private:
    double rate(double t, int order) const
    {
        double x[3];

        adapter_drive_at(&drive, t, x);
        return x[order];
    }
    const adapter_drive &drive;
    double sign, start;
};

} // namespace

#endif
