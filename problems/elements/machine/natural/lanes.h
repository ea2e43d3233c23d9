/* SPDX-License-Identifier: MIT */
/* Rows of natural coordinates in several states of a model at once, in the lanes of vector
 * instructions: of `width` lanes number i of lane l stands at [i * width + l] of an array.  Each lane
 * comes out as it does alone, to the last bit.  Arrays are aligned to 8 * width bytes. */
#ifndef MB_PROBLEMS_ELEMENTS_MACHINE_NATURAL_LANES_H
#define MB_PROBLEMS_ELEMENTS_MACHINE_NATURAL_LANES_H

#include "problems/model.h"

enum { MB_LANES = 8 }; /* at most */

/* Kinds of processors that lanes are compiled for */
typedef enum mb_lane_kind { MB_LANES_PLAIN, MB_LANES_AVX2, MB_LANES_AVX512 } mb_lane_kind;

/* What is compiled for each of them, by kind: STEM_plain and, where the compiler's target has them, the
 * others; of code whose vectors are pairs, to which AVX-512 brings longer instructions and no more, the
 * former two */
#ifdef MB_LANES_X86
#define MB_BY_PROCESSOR(stem)                                                                      \
    {                                                                                              \
        [MB_LANES_PLAIN] = stem##_plain, [MB_LANES_AVX2] = stem##_avx2,                            \
        [MB_LANES_AVX512] = stem##_avx512                                                          \
    }
#define MB_PAIRS_BY_PROCESSOR(stem)                                                                \
    {                                                                                              \
        [MB_LANES_PLAIN] = stem##_plain, [MB_LANES_AVX2] = stem##_avx2,                            \
        [MB_LANES_AVX512] = stem##_avx2                                                            \
    }
#else
#define MB_BY_PROCESSOR(stem)                                                                      \
    {                                                                                              \
        [MB_LANES_PLAIN] = stem##_plain                                                            \
    }
#define MB_PAIRS_BY_PROCESSOR MB_BY_PROCESSOR
#endif

/* That of the processor at hand */
mb_lane_kind mb_lane_kind_here(void);

/* Numbers in a vector of such a processor */
int mb_lane_width(mb_lane_kind kind);

/* Evaluations; sizes in lanes */
typedef struct mb_lane_rows {
    /* Phi, D and gamma: (nq), (nv), (mh), (D.nnz), (m); and the latter two alone */
    void (*evaluate)(const mb_model *, const double *q, const double *v, double *phi, double *d,
                     double *gamma);
    void (*jacobian)(const mb_model *, const double *q, double *d);
    void (*gamma)(const mb_model *, const double *v, double *gamma);
    void (*kinetic)(const mb_model *, const double *v, double *energy);   /* (nv), (1) [J] */
    void (*potential)(const mb_model *, const double *q, double *energy); /* (nq), (1) [J] */
    /* Outputs that are compared, of models of mb_natural_lane_places: (nq), (noutputs) */
    void (*places)(const mb_model *, const double *q, double *out);
    /* The lanes that are on the branch for certain, a bit each; of the others it is to be asked */
    unsigned (*on_branch)(const mb_model *, const double *q);
} mb_lane_rows;

/* Those of a model in natural coordinates with a constant force, of which all rows are squares and
 * products of spans, or linear, and none depends on time; NULL: of another one. */
const mb_lane_rows *mb_natural_lane_rows(const mb_model *model, mb_lane_kind kind);

/* Whether all outputs of such a model that are compared are places of points in the world. */
bool mb_natural_lane_places(const mb_model *model);

extern const mb_lane_rows mb_lane_rows_plain;
#ifdef MB_LANES_X86
extern const mb_lane_rows mb_lane_rows_avx2, mb_lane_rows_avx512;
#endif

#endif
