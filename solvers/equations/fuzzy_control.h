/* SPDX-License-Identifier: MIT */
/* The fuzzy controller of nada2023 section 3: zeroth-order Sugeno on one or two inputs, five
 * membership functions each with centres -1, -1/2, 0, 1/2, 1 (big and small, negative and
 * positive).
 *
 *     w^i = A_j(x) and A_k(y)                    rule strength, eq. (17): the minimum, or the product
 *     U   = sum w^i z^i / sum w^i                weighted mean of the rules' values, eq. (18)
 *
 * with z^i of Table 1, z_jk = (j + k) / 2 limited to [-1, 1] for j, k = -2..2; for one input the
 * third row of the table.  Sets of membership functions A:
 *
 *   I    triangular, eq. (14), corners at the neighbours' centres               Fig. 7
 *   II   trapezoidal, eq. (15), corners c -+ foot and c -+ plateau              Fig. 8
 *   III  Gaussian, exp(-(x - c)^2 / (2 sigma^2)), sigma = 0.2                   Fig. 9
 *
 * Not printed: the corners of set II.  With those that hold if none are given, c -+ 3/8 and c -+
 * 1/8, neighbours cross at 1/2 as in set I.  Of inputs below 1/2 - foot, where the feet of the
 * neighbours do not reach, the middle function alone is above 0 and U = 0: a dead zone, which feet
 * of 1/2 and more do not leave.
 *
 * Departure: inputs beyond [-1, 1], the range that the paper scales them to, count as -1 or 1. */
#ifndef MB_SOLVERS_EQUATIONS_FUZZY_CONTROL_H
#define MB_SOLVERS_EQUATIONS_FUZZY_CONTROL_H

#include <stdbool.h>

#include "base/spec.h"

typedef enum mb_fuzzy_set {
    MB_FUZZY_TRIANGULAR,
    MB_FUZZY_TRAPEZOIDAL,
    MB_FUZZY_GAUSSIAN
} mb_fuzzy_set;

enum { MB_FUZZY_TERMS = 5 };

/* Choices of the parameter `and`. */
enum { MB_FUZZY_MINIMUM, MB_FUZZY_PRODUCT };

/* Half widths of set II where a membership is 1 and where it is 0, if none are given.  Feet of 1/4
 * and less leave inputs without a rule. */
#define MB_FUZZY_PLATEAU 0.125
#define MB_FUZZY_FOOT 0.375
#define MB_FUZZY_LEAST_FOOT 0.25

typedef struct mb_fuzzy {
    mb_fuzzy_set set;
    double plateau, foot; /* of set II; plateau <= foot */
    bool product;         /* of memberships as rule strength, in the place of their minimum */
} mb_fuzzy;

/* The controller that the parameters set, plateau, foot and `and` of a formulation say. */
mb_fuzzy mb_fuzzy_of(const mb_param *params, const mb_values *values);

/* Degrees of membership A_k(x) of the scaled input x, from negative big to positive big. */
void mb_fuzzy_memberships(const mb_fuzzy *fuzzy, double x, double a[MB_FUZZY_TERMS]);

/* Table 1: row of the position violation, column of its rate, from negative big to positive big */
extern const double mb_fuzzy_rule[MB_FUZZY_TERMS][MB_FUZZY_TERMS];

/* U in [-1, 1] for the scaled violation x and its scaled rate y; NaN for NaN. */
double mb_fuzzy_control(const mb_fuzzy *fuzzy, double x, double y);

/* The controller of nonholonomic rows (FLC-SISO, nada2023 section 5) for the scaled violation y. */
double mb_fuzzy_control_one(const mb_fuzzy *fuzzy, double y);

#endif
