/* SPDX-License-Identifier: MIT */
/* One row between two bodies that DART has no closing for, by what it leaves to such classes: the
 * velocity that an impulse along the row must bring. */
#ifndef MB_SOLVERS_ENGINES_DART_ROW_H
#define MB_SOLVERS_ENGINES_DART_ROW_H

#include <dart/constraint/DynamicJointConstraint.hpp>
#include <dart/dynamics/BodyNode.hpp>
#include <dart/dynamics/Skeleton.hpp>
#include <limits>

/* The place of b keeps its distance from the place of a; or, with a normal of a, from the plane
 * through the latter; or turning rates of both add up to 0.  nullptr: the ground. */
class DartRow : public dart::constraint::DynamicJointConstraint
{
  public:
    /* places, normal: in the frames of the bodies; all bodies of one skeleton */
    DartRow(dart::dynamics::BodyNode *a, dart::dynamics::BodyNode *b,
            const Eigen::Vector3d &place_a, const Eigen::Vector3d &place_b, double length,
            const Eigen::Vector3d &plane = Eigen::Vector3d::Zero())
        : DynamicJointConstraint(a ? a : b), goal(length), body{a, b}, place{place_a, place_b},
          normal(plane), row{Eigen::Vector6d::Zero(), Eigen::Vector6d::Zero()}
    {
        mDim = 1;
    }
    /* turns: axes in the frames of the bodies, as long as their factors */
    DartRow(dart::dynamics::BodyNode *a, dart::dynamics::BodyNode *b, const Eigen::Vector3d &turn_a,
            const Eigen::Vector3d &turn_b)
        : DynamicJointConstraint(a, b), goal(0.0), body{a, b}, gear(true)
    {
        mDim = 1;
        row[0] << turn_a, Eigen::Vector3d::Zero();
        row[1] << turn_b, Eigen::Vector3d::Zero();
    }
    double goal; /* [m] */

  protected:
    void update() override
    {
        if (gear)
            return;

        const Eigen::Isometry3d on = frame(0), to = frame(1);
        const Eigen::Vector3d from = on * place[0], at = to * place[1];
        const bool plane = normal.squaredNorm() > 0.0;
        const Eigen::Vector3d n = plane ? Eigen::Vector3d(on.linear() * normal)
                                        : Eigen::Vector3d((at - from).normalized());

        gap = n.dot(at - from) - goal;
        for (int k = 0; k < 2; k++) {
            const Eigen::Isometry3d T = frame(k);
            /* a plane turns with a, which the impulse meets where the place of b is */
            const Eigen::Vector3d arm = (k || plane ? at : from) - T.translation();

            row[k] << T.linear().transpose() * arm.cross(n), T.linear().transpose() * n;
            row[k] *= k ? 1.0 : -1.0;
        }
    }
    void getInformation(dart::constraint::ConstraintInfo *info) override
    {
        double rate = 0.0;

        for (int k = 0; k < 2; k++)
            if (body[k])
                rate += row[k].dot(body[k]->getSpatialVelocity());
        info->b[0] = -rate - gap * mErrorReductionParameter * info->invTimeStep;
        info->lo[0] = -std::numeric_limits<double>::infinity();
        info->hi[0] = std::numeric_limits<double>::infinity();
        info->x[0] = 0.0;
        info->findex[0] = -1;
    }
    void applyUnitImpulse(std::size_t) override
    {
        const auto skeleton = getRootSkeleton();

        skeleton->clearConstraintImpulses();
        if (body[0] && body[1])
            skeleton->updateBiasImpulse(body[0], row[0], body[1], row[1]);
        else
            skeleton->updateBiasImpulse(mBodyNode1, row[!body[0]]);
        skeleton->updateVelocityChange();
    }
    void getVelocityChange(double *change, bool softened) override
    {
        change[0] = 0.0;
        for (int k = 0; k < 2; k++)
            if (body[k] && body[k]->getSkeleton()->isImpulseApplied())
                change[0] += row[k].dot(body[k]->getBodyVelocityChange());
        if (softened)
            change[0] *= 1.0 + mConstraintForceMixing;
    }
    void excite() override
    {
        getRootSkeleton()->setImpulseApplied(true);
    }
    void unexcite() override
    {
        getRootSkeleton()->setImpulseApplied(false);
    }
    void applyImpulse(double *impulse) override
    {
        for (int k = 0; k < 2; k++)
            if (body[k])
                body[k]->addConstraintImpulse(row[k] * impulse[0]);
    }
    bool isActive() const override
    {
        return true;
    }
    dart::dynamics::SkeletonPtr getRootSkeleton() const override
    {
        return mBodyNode1->getSkeleton();
    }

  private:
    Eigen::Isometry3d frame(int k) const
    {
        return body[k] ? body[k]->getWorldTransform() : Eigen::Isometry3d::Identity();
    }
    dart::dynamics::BodyNode *body[2];
    Eigen::Vector3d place[2], normal;
    Eigen::Vector6d row[2]; /* rates of the bodies, in their axes, to that of the row */
    double gap = 0.0;
    bool gear = false;
};

#endif
