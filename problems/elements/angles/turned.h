/* A vector fixed in a body whose orientation is given by three Euler angles,
 *     w = R1(x1) R2(x2) R3(x3) u,
 * with everything that rows and masses need of it.  A derivative by an angle turns that factor by a
 * quarter more and drops the component along its axis, so all orders come from one routine. */
#ifndef MB_PROBLEMS_ELEMENTS_ANGLES_TURNED_H
#define MB_PROBLEMS_ELEMENTS_ANGLES_TURNED_H

typedef struct mb_turned {
    int i;       /* first of the three angles in q; -1: fixed in space, w = u */
    int axis[3]; /* of the three rotations: 0, 1, 2 for x, y, z */
    double u[3];
} mb_turned;

typedef struct mb_turned_jet {
    double w[3];
    double d[3][3];     /* dw/dx_k */
    double dd[3][3][3]; /* d2w/dx_k dx_l */
    double rate[3];     /* sum d_k v_k */
    double bend[3];     /* sum dd_kl v_k v_l: the part of w'' without accelerations */
    double drate[3][3]; /* d(rate)/dx_k = sum dd_kl v_l */
    double dbend[3][3]; /* d(bend)/dx_k */
} mb_turned_jet;

/* w, d, dd */
void mb_turned_place(const mb_turned *vector, const double *q, mb_turned_jet *jet);
/* The same and rate, bend, drate */
void mb_turned_move(const mb_turned *vector, const double *q, const double *v, mb_turned_jet *jet);
/* The same and dbend */
void mb_turned_bend(const mb_turned *vector, const double *q, const double *v, mb_turned_jet *jet);

#endif
