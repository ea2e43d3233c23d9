/* SPDX-License-Identifier: MIT */
/* Joint coordinates: bodies on a tree of links, loops closed by rows.
 *
 * A machine (elements/machine) in the bodies' own coordinates x, with velocities w, has rows for cut
 * joints, forces, masses and outputs.  The tree says where its bodies are and how they move,
 *
 *     x = X(q),   w = J(q) v,   dw/dt = J a + c(q, v),
 *
 * so that  Phi(q) = Phi(X),  D = D_x J,  gamma = gamma_x - D_x c,  M = J'M_x J,
 * Q = J'(Q_x - M_x c); their derivatives follow by the chain rule from those of the machine and
 * from those of J and c, which have a closed form along the tree.
 *
 * Motions are told as twists about a fixed point O of the mechanism in world axes, (omega, velocity
 * of the body's point that passes O), forces as wrenches (moment about O, force).  A joint
 * coordinate k moves what is behind it by the twist S_k.  With x the product of twists, xi_f the
 * twist of the link that k moves and xi_p that of the link before its joint,
 *
 *     dS_j/dq_k = S_k x S_j   for j behind k, or of the same ball, else 0
 *     dS_k/dt   = xi_f x S_k
 *     dxi/dq_k  = S_k x xi + Y_k,            Y_k = xi_p x S_k
 *     dc/dq_k   = S_k x c + Y_k x xi + Z_k,  Z_k = c_p x S_k + xi_p x Y_k
 *     dc/dv_k   = S_k x xi + Y_k + xi_f x S_k
 *
 * for all bodies behind k, where v stays the same.  (R. Featherstone, Rigid Body Dynamics
 * Algorithms, 2008, chapters 2 to 6, for twists, wrenches and composite bodies.) */
#ifndef MB_PROBLEMS_ELEMENTS_MACHINE_JOINT_LINKAGE_H
#define MB_PROBLEMS_ELEMENTS_MACHINE_JOINT_LINKAGE_H

#include <string.h>

#include "base/vector3.h"
#include "problems/elements/machine/machine.h"
#include "problems/elements/machine/plain_model.h"

typedef enum mb_link_kind {
    MB_LINK_FIXED,
    MB_LINK_TURN,  /* about `axis`, and along it by `pitch` times the angle */
    MB_LINK_SLIDE, /* along `axis` */
    MB_LINK_BALL,  /* Euler parameters, omega on the parent in the link's axes */
} mb_link_kind;

/* One freedom of a joint, all three of a ball, or none.  Its frame has its origin where the next one
 * of the joint begins; behind the last one of a joint that is the body's centre of mass. */
typedef struct mb_link {
    int parent; /* -1: the ground; lower than the own number */
    mb_link_kind kind;
    int q, v, n;             /* first coordinate and velocity, number of velocities: 0, 1, 3 */
    double axis[3], pitch;   /* in the parent's frame; [m/rad] */
    double zero;             /* of the coordinate where the frames are as declared */
    double place[3], own[3]; /* of the joint, on the parent and on the link */
    double turn[4], angle;   /* of the link where the coordinate is zero: Euler parameters, in the
                            * plane the angle */
    int joint, number;       /* joint coordinate that it is; -1: of a free body, of whose angles the
                              * first is number 1 */
    int body;                /* the body on it, -1: none */
    int of;                  /* the body that its joint moves */
    int top;                 /* the nearest velocity, on the way to the ground; -1: none */
    int by;                  /* the joint that carries the body on it, -1: none */
    int x, w, nx;         /* first place and velocity of the body on it in the machine's, how many
                              * in the plane; 0 of none */
    double mass, inertia; /* of that body, in the plane */
} mb_link;

/* A link at (q, v) */
typedef struct mb_link_pose {
    double r[3], p[4], A[9], angle; /* origin from O, axes A[3c + i], in space by
                                             * Euler parameters, in the plane by the angle */
    double twist[6], bias[6];       /* xi, c */
} mb_link_pose;

/* A matrix of twists and wrenches, row-major */
typedef double mb_six[36];

/* Entries of one row of the machine's D for one body, and where the joint coordinates that move it
 * have theirs, from the body's link to the ground, three of a ball in their order. */
typedef struct mb_linkage_pull {
    int body, n, local[6], at[6];
    int *out;
} mb_linkage_pull;

/* Entry of the machine's H, at local places of two bodies */
typedef struct mb_linkage_entry {
    int i, j, at;
} mb_linkage_entry;

/* Block of the machine's H for a pair of bodies; positions of velocities of a by those of b, in the
 * order of mb_linkage_pull, NULL where both are the same. */
typedef struct mb_linkage_block {
    int a, b, n;
    mb_linkage_entry *entry; /* (n) */
    int *out;
} mb_linkage_block;

/* In the plane what a link carries: mass, first moments and moment of inertia about O */
typedef struct mb_plane_load {
    double mass, x, y, inertia;
} mb_plane_load;

/* ... A, and B without the column of turning, which is nothing in Y (plane_square.c), and wrenches */
typedef struct mb_plane_sum {
    double A[9], B[6], wrench[3];
} mb_plane_sum;

/* A joint coordinate k that moves what j does, and where (j, k) and (k, j) stand in M and H */
typedef struct mb_linkage_pair {
    int k, m_row, m_column, h_row, h_column;
} mb_linkage_pair;

typedef struct mb_linkage {
    const mb_plain_mechanism *plain;
    mb_model *inner;           /* the machine's */
    const mb_machine *machine; /* its data */
    bool plane;
    bool damped; /* forces depend on velocities */
    double origin[3];
    int nlinks, npulls, nblocks;
    mb_link *link;
    int *link_of;           /* (nbodies) */
    mb_merged *merged;      /* (njoints) those of the tree have no rows */
    double (*reaction)[12]; /* (njoints) forces on both bodies; NULL: they are not asked for */
    mb_linkage_pull *pull;
    int *row_of;       /* (npulls) the model's rows of pulls, for set-up */
    int *outer, *kept; /* (inner m) rows of the model, -1: kept by the tree; (m) of the machine */
    mb_linkage_block *block;
    mb_linkage_pair *pair; /* of j from first[j] to first[j + 1]: all k of its link and before it */
    int *first;            /* (nv + 1) */
    /* Scratch of evaluations: the state that it is of, and how much of it is there */
    int nq, nv;
    double *q, *v;                     /* (nq), (nv) */
    double force_time;                 /* that F, if `forced`, is of */
    bool placed, moved, bent, weighed; /* poses and S; twists and Y; c and Z; what links carry */
    bool graded, forced;               /* D_x; F */
    mb_link_pose *pose;                /* (nlinks), and before them the ground's */
    double (*twist)[6], (*bias)[6];    /* xi, c of them */
    double (*S)[6], (*Y)[6], (*Yf)[6], (*Z)[6]; /* (nv) */
    mb_six *A, *B, *C;                          /* (nlinks) composites */
    mb_plane_load *carried;                     /* (nlinks) C in the plane, */
    mb_plane_sum *sum;                          /* (nlinks) A, B */
    double (*wrench)[6];                        /* (nlinks), and the ground's, zero */
    double *x, *w, *wdot, *F, *G;               /* inner nq, nv, nv, nv, nv */
    double *rows;                               /* (inner m) */
    double *D, *D_rate, *D_v, *D_q, *K, *K_v;   /* inner D.nnz, H.nnz */
} mb_linkage;

/* ---- twists ------------------------------------------------------------------------------------ */

MB_INLINE double mb_six_dot(const double *a, const double *b)
{
    return mb_dot(a, b) + mb_dot(a + 3, b + 3);
}

/* out += s x */
MB_INLINE void mb_six_add(double s, const double *x, double *out)
{
    for (int i = 0; i < 6; i++)
        out[i] += s * x[i];
}

/* out = a x b of twists */
MB_INLINE void mb_twist_cross(const double *a, const double *b, double *out)
{
    double x[3], y[3];

    mb_cross(a, b + 3, x);
    mb_cross(a + 3, b, y);
    for (int i = 0; i < 3; i++)
        x[i] += y[i];
    mb_cross(a, b, y);
    memcpy(out, y, sizeof y);
    memcpy(out + 3, x, sizeof x);
}

/* out += s of the wrench with (a x b) . W = b . out for all b:  (n x f + ..., a_omega x f) */
MB_INLINE void mb_twist_pull(double s, const double *a, const double *W, double *out)
{
    double x[3], y[3];

    mb_cross(W, a, x);
    mb_cross(W + 3, a + 3, y);
    for (int i = 0; i < 3; i++)
        out[i] += s * (x[i] + y[i]);
    mb_cross(W + 3, a, x);
    for (int i = 0; i < 3; i++)
        out[3 + i] += s * x[i];
}

/* ---- the plane: the turning about z, and what is along x and y ------------------------------------- */

enum { MB_TURNING = 2, MB_ALONG_X, MB_ALONG_Y }; /* in twists; in wrenches the moment, the force */
enum { MB_LOCAL_X, MB_LOCAL_Y, MB_LOCAL_ANGLE = 5 };

MB_INLINE double mb_plane_dot(const double *a, const double *b)
{
    return a[2] * b[2] + a[3] * b[3] + a[4] * b[4];
}

/* That of what does not turn */
MB_INLINE double mb_along_dot(const double *a, const double *b)
{
    return a[3] * b[3] + a[4] * b[4];
}

/* One of two copies, in each of which `plane` is a constant */
#define MB_BY_SPACE(t, function, ...)                                                              \
    ((t)->plane ? function(t, true, __VA_ARGS__) : function(t, false, __VA_ARGS__))

MB_INLINE double mb_wrench_dot(bool plane, const double *a, const double *b)
{
    return plane ? mb_plane_dot(a, b) : mb_six_dot(a, b);
}

/* out = a x b, which does not turn */
MB_INLINE void mb_plane_cross(const double *a, const double *b, double *out)
{
    out[3] = b[2] * a[4] - a[2] * b[4];
    out[4] = a[2] * b[3] - b[2] * a[3];
}

/* wrench += s times that of a local vector of forces of a body at r */
MB_INLINE void mb_plane_from_body(const double *r, double s, const double *local, double *wrench)
{
    wrench[2] += s * (local[MB_LOCAL_ANGLE] + r[0] * local[1] - r[1] * local[0]);
    wrench[3] += s * local[0];
    wrench[4] += s * local[1];
}

/* ---- bodies ---------------------------------------------------------------------------------------- */

/* Local vector (place in the world, rotation in body axes) of a body that a twist moves */
MB_INLINE void mb_to_body(const mb_link_pose *p, const double *twist, double *local)
{
    double x[3];

    mb_cross(twist, p->r, x);
    for (int i = 0; i < 3; i++) {
        local[i] = twist[3 + i] + x[i];
        local[3 + i] = mb_dot(p->A + 3 * i, twist);
    }
}

/* s = A u */
MB_INLINE void mb_link_turn(const mb_link_pose *p, const double *u, double *s)
{
    for (int i = 0; i < 3; i++)
        s[i] = p->A[i] * u[0] + p->A[3 + i] * u[1] + p->A[6 + i] * u[2];
}

/* wrench += s times that of a local vector of forces */
MB_INLINE void mb_from_body(const mb_link_pose *p, double s, const double *local, double *wrench)
{
    double arm[3], turned[3];

    mb_cross(p->r, local, arm);
    mb_link_turn(p, local + 3, turned);
    for (int i = 0; i < 3; i++) {
        wrench[i] += s * (arm[i] + turned[i]);
        wrench[3 + i] += s * local[i];
    }
}

/* Local vector of a body out of the machine's velocities, zero where there are none, and back */
void mb_linkage_local(const mb_linkage *t, int body, const double *w, double *local);
void mb_linkage_unlocal(const mb_linkage *t, int body, const double *local, double *w);
/* out = M local of a body */
void mb_linkage_weigh(const mb_linkage *t, int body, const double *local, double *out);

/* wrench += s times that of a local vector, where `plane` is a constant */
MB_INLINE void mb_add_wrench(bool plane, const mb_link_pose *p, double s, const double *local,
                             double *wrench)
{
    if (plane)
        mb_plane_from_body(p->r, s, local, wrench);
    else
        mb_from_body(p, s, local, wrench);
}

/* ---- build.c, fit.c, patterns.c: set-up ------------------------------------------- */

/* Links, sizes of the model, names of lengths; `merged` is filled for the machine.  angles (nbodies):
 * bodies have these in place of a tree; NULL: there is a tree. */
mb_status mb_linkage_links(mb_model *model, mb_linkage *tree, const mb_body_angles *angles,
                           mb_error *err);
/* q0, v0 of bodies that stand and move as a model in their own coordinates starts */
void mb_linkage_fit(mb_model *model, mb_linkage *tree, const double *x, const double *w);
mb_status mb_linkage_patterns(mb_model *model, mb_linkage *tree, mb_error *err);
/* Takes away rows that the tree keeps anyhow (implied.c), of a model that is there otherwise. */
mb_status mb_linkage_drop_rows(mb_model *model, mb_linkage *t, mb_error *err);
mb_status mb_linkage_scratch(mb_model *model, mb_linkage *tree, mb_error *err);

/* ---- motion.c -------------------------------------------------------------------------------- */

/* Runs over the joint coordinates that move link i: mb_linkage_pair *p */
#define MB_EACH_MOVER(t, i, p)                                                                     \
    for (const mb_linkage_pair *p = mb_first_mover(t, i), *p##_end = mb_last_mover(t, i);          \
         p < p##_end; p++)

MB_INLINE const mb_linkage_pair *mb_first_mover(const mb_linkage *t, int link)
{
    return t->link[link].top < 0 ? NULL : t->pair + t->first[t->link[link].top];
}

MB_INLINE const mb_linkage_pair *mb_last_mover(const mb_linkage *t, int link)
{
    return t->link[link].top < 0 ? NULL : t->pair + t->first[t->link[link].top + 1];
}

MB_INLINE mb_linkage *mb_linkage_of(const mb_model *model)
{
    return *(mb_linkage *const *)model->data;
}

void mb_linkage_place(mb_linkage *t, const double *q); /* poses, S, x */
void mb_linkage_move(mb_linkage *t, const double *v);  /* twists, Y, Yf, w */
void mb_linkage_bend(mb_linkage *t, const double *v);  /* bias, Z, wdot = c */
mb_linkage *mb_linkage_at(const mb_model *model, const double *q, const double *v); /* all three */
void mb_linkage_unbend(mb_linkage *t); /* Z and wdot are used for other things */
void mb_linkage_place_link(mb_linkage *t, int link, const double *q);
void mb_linkage_move_link(mb_linkage *t, int link, const double *v);
void mb_link_retract(const mb_link *link, const double *dv, double *q);
/* out (inner nv) = J a, and c where `bias` */
void mb_linkage_carry(const mb_linkage *t, const double *a, bool bias, double *out);
void mb_linkage_qdot(const mb_model *model, const double *q, const double *v, double *qdot);
void mb_linkage_retract(const mb_model *model, const double *dv, double *q);
void mb_linkage_rate_tangent(const mb_model *model, const double *q, const double *v, double *h);

const double *mb_linkage_gradients(mb_linkage *t, double time); /* D_x */

/* ---- rows.c, forces.c, square.c: terms of the model ----------------------------------------------- */

/* Values of rows out of the machine's, zeroes for rows that the model does not have back to it */
void mb_linkage_take_rows(const mb_model *model, double *out);
const double *mb_linkage_give_rows(const mb_model *model, const double *y);
void mb_linkage_jacobian(const mb_model *model, double t, const double *q, double *d);
void mb_linkage_gamma(const mb_model *model, double t, const double *q, const double *v,
                      double *gamma);
void mb_linkage_jacobian_dot(const mb_model *model, double t, const double *q, const double *v,
                             double *d);
void mb_linkage_gamma_q(const mb_model *model, double t, const double *q, const double *v,
                        double *g);
void mb_linkage_gamma_v(const mb_model *model, double t, const double *q, const double *v,
                        double *g);

void mb_linkage_mass(const mb_model *model, const double *q, double *m);
void mb_linkage_force(const mb_model *model, double t, const double *q, const double *v,
                      double *force);
void mb_linkage_stiffness(const mb_model *model, double t, const double *q, const double *v,
                          double *k);
void mb_linkage_damping(const mb_model *model, double t, const double *q, const double *v,
                        double *c);
void mb_linkage_constraint_tangent(const mb_model *model, double t, const double *q,
                                   const double *y, double *h);
void mb_linkage_mass_tangent(const mb_model *model, const double *q, const double *a, double *h);

/* F = Q_x - M_x c of bodies that stand and move; wrenches on all that links carry, of s times local
 * vectors F of the bodies */
void mb_linkage_forces(mb_linkage *t, double time);
void mb_linkage_wrenches(mb_linkage *t, double s, const double *F);
/* Forces of the tree's joints on their bodies, which stand and move as last told, with accelerations
 * wdot; NaN where wdot or lambda (inner m) are not there. */
void mb_linkage_reactions(mb_linkage *t, double time, const double *wdot, const double *lambda);

/* ---- names.c --------------------------------------------------------------------------------- */

void mb_linkage_coordinate_text(const mb_model *model, int coordinate, char *text, size_t size);
void mb_linkage_velocity_text(const mb_model *model, int velocity, char *text, size_t size);

/* ---- model.c --------------------------------------------------------------------------------- */

/* Fills a model in joint coordinates, as mb_plain_model_in, or in angles as mb_plain_model_in_angles. */
mb_status mb_linkage_model_in(mb_model *model, const mb_plain_mechanism *plain,
                              mb_machine_kind kind, const mb_body_angles *angles, mb_error *err);

#endif
