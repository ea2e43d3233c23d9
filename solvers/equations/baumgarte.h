/* SPDX-License-Identifier: MIT */
/* What Baumgarte stabilisation keeps (solvers/formulations/baumgarte.c). */
#ifndef MB_SOLVERS_EQUATIONS_BAUMGARTE_H
#define MB_SOLVERS_EQUATIONS_BAUMGARTE_H

#include "solvers/matrices/kkt.h"
#include "solvers/matrices/schur.h"

typedef struct mb_baumgarte {
    mb_kkt *kkt;        /* system=bordered; else NULL */
    mb_schur *schur;    /* system=schur */
    double alpha, beta; /* [1/s] */
} mb_baumgarte;

#endif
