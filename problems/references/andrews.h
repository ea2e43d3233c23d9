/* Andrews' squeezing mechanism in numbers, whose sketch is problems/mechanisms/andrews_squeezer.c,
 * and its motion by velocity ratios: the reference, independent of any constraint row. */
#ifndef MB_PROBLEMS_REFERENCES_ANDREWS_H
#define MB_PROBLEMS_REFERENCES_ANDREWS_H

#include <math.h>

#include "problems/model.h"

enum { K1, K2, K3, K4, K5, K6, K7, PARTS };
enum { BETA, THETA, GAMMA, PHI, DELTA, OMEGA, EPSILON };

/* Lengths [m] as the Test Set names them */
#define RR 0.007
#define RA 0.00092
#define DD 0.028
#define DA 0.0115
#define SS 0.035
#define SA 0.01874
#define SB 0.01043
#define SC 0.018
#define SD 0.02
#define EE 0.02
#define EA 0.01421
#define ZT 0.04
#define TA 0.02308
#define TB 0.00916
#define ZF 0.02
#define FA 0.01421
#define UU 0.04
#define UA 0.01228
#define UB 0.00449

#define XA (-0.06934)
#define YA (-0.00227)
#define XB (-0.03635)
#define YB 0.03273

static const double O[2] = {0.0, 0.0}, A[2] = {XA, YA}, B[2] = {XB, YB}, C[2] = {0.014, 0.072};
static const double SPRING = 4530.0, SPRING_LENGTH = 0.07785; /* c0 [N/m], l0 [m] */
static const double TORQUE = 0.033;                           /* mom [N m] */

/* A body's centre of mass lies at pivot + R(carrier's angle) arm + R(own angle) own. */
typedef struct mb_andrews_part {
    double mass, inertia; /* [kg, kg m2] about the centre of mass */
    int carrier;          /* -1: none */
    const double *pivot;
    double arm[2], own[2];
} mb_andrews_part;

extern const mb_andrews_part mb_andrews[PARTS];

/* Angle of a body from the seven angles */
double mb_andrews_angle(const double *angle, int k);

/* Vectors of the plane */
struct vector {
    double x, y;
};

static inline struct vector turned(double angle, double x, double y)
{
    const double c = cos(angle), s = sin(angle);

    return (struct vector){c * x - s * y, s * x + c * y};
}

/* The spring in the place of a part */
typedef struct mb_stiff_rod {
    int part;         /* -1 for none */
    double stiffness; /* [N/m] */
} mb_stiff_rod;

/* y: angles psi of the seven bodies, beta' = w.  Where a spring replaces a part, the part's angle
 * is the spring's and y ends with the angular velocity of its carrier, the second freedom.  The
 * reference's data, which the kit copies, are the spring. */
mb_reference mb_andrews_reference(const mb_stiff_rod *spring);

#endif
