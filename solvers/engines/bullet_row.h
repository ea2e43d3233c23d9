/* SPDX-License-Identifier: MIT */
/* One row between two bodies that Bullet has no joint for, by what it leaves to such classes: a
 * Jacobian and a velocity. */
#ifndef MB_SOLVERS_ENGINES_BULLET_ROW_H
#define MB_SOLVERS_ENGINES_BULLET_ROW_H

#include <BulletDynamics/ConstraintSolver/btTypedConstraint.h>

/* The place of b keeps its distance from the place of a; or, with a normal of a, from the plane
 * through the latter. */
class BulletRow : public btTypedConstraint
{
  public:
    /* places, normal: in the frames of the bodies */
    BulletRow(btRigidBody &a, btRigidBody &b, const btVector3 &place_a, const btVector3 &place_b,
              btScalar length, const btVector3 &plane = btVector3(0, 0, 0))
        : btTypedConstraint(MAX_CONSTRAINT_TYPE, a, b), goal(length), place{place_a, place_b},
          normal(plane)
    {
    }
    btScalar goal; /* [m] */

    void getInfo1(btConstraintInfo1 *info) override
    {
        info->m_numConstraintRows = 1;
        info->nub = 5;
    }
    void getInfo2(btConstraintInfo2 *info) override
    {
        const btTransform &on = m_rbA.getCenterOfMassTransform(),
                          &to = m_rbB.getCenterOfMassTransform();
        const btVector3 from = on * place[0], at = to * place[1];
        const bool plane = normal.length2() > 0;
        const btVector3 n = plane ? on.getBasis() * normal : (at - from).normalized();
        /* a plane turns with a, which the force meets where the place of b is */
        const btVector3 arm = (plane ? at : from) - on.getOrigin(), other = at - to.getOrigin();
        const btVector3 turn[2] = {arm.cross(n), -other.cross(n)};

        for (int i = 0; i < 3; i++) {
            info->m_J1linearAxis[i] = n[i];
            info->m_J1angularAxis[i] = turn[0][i];
            info->m_J2linearAxis[i] = -n[i];
            info->m_J2angularAxis[i] = turn[1][i];
        }
        info->m_constraintError[0] = info->fps * info->erp * (n.dot(at - from) - goal);
    }
    void setParam(int, btScalar, int) override
    {
    }
    btScalar getParam(int, int) const override
    {
        return 0;
    }

  private:
    btVector3 place[2], normal;
};

#endif
