/* SPDX-License-Identifier: MIT */
/* What a child process yields, in memory shared with its parent and filled in as it goes, so that
 * what was measured survives any end of the child. */
#ifndef MB_BENCH_RESULT_H
#define MB_BENCH_RESULT_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/alloc_count.h"
#include "bench/frames.h"
#include "bench/series.h"
#include "report/records/run_status.h"
#include "solvers/solver.h"

enum {
    MB_MAX_OUTPUTS = 64,
    MB_LABEL_SIZE = 64,
    MB_UNIT_SIZE = 16,
    MB_MAX_SAMPLES = 64,
    MB_STATE_KEPT = 2048, /* leading components of the final (q, v) kept for messages */
};

/* The norms of a violation r. */
typedef enum mb_norm_kind {
    MB_L2,   /* sqrt(r'r) */
    MB_SQ,   /* r'r */
    MB_L1,   /* sum |r_i| */
    MB_LINF, /* max |r_i| */
    MB_NORMS
} mb_norm_kind;

typedef enum mb_audit_level {
    MB_AT_POSITION,     /* Phi, the holonomic rows */
    MB_AT_VELOCITY,     /* D v + Phi_t, all rows */
    MB_AT_ACCELERATION, /* D a - gamma, all rows */
    MB_AUDIT_LEVELS
} mb_audit_level;

/* One norm over the accepted steps. */
typedef struct mb_norm_summary {
    double max, sum, square_sum, last;
} mb_norm_summary;

typedef struct mb_energy {
    bool balance;   /* energy minus work done; else plain energy */
    double initial; /* [J] */
    double max_abs, sum_abs, last;
    double work_error; /* [J] by how much the work done may be wrong; INFINITY: it is not known */
    double max_kinetic;
    double between; /* [J] the largest where the motion is followed between steps too */
    double leap;    /* [m] largest distance of a step from the motion through the one before it */
    double largest; /* [J] of what energies the drift is a difference: at the start, work */
    double still;   /* [J] of a motion over a part in 1e7 of the mechanism's size all the run */
} mb_energy;

/* An output against its reference, up to the horizon. */
typedef struct mb_deviation {
    bool compared;
    mb_output_kind kind;
    double max;     /* largest absolute difference */
    double largest; /* largest absolute value of the reference */
    double bound;   /* of the reference's own error; INFINITY: none known */
} mb_deviation;

/* Rank of D along the run, see bench/audit/rank.h.  NaN: not measured; lost: at no time. */
typedef struct mb_rank_result {
    double least, at; /* least measure and when [s] */
    double lost;      /* [s] */
    double largest;   /* measure */
} mb_rank_result;

/* Largest change of a momentum that the mechanism keeps; NaN: it keeps none, or none is known. */
typedef struct mb_momentum_result {
    double linear;  /* [kg m/s] */
    double angular; /* [kg m2/s] */
} mb_momentum_result;

/* How far a child got; the parent names it when the child dies. */
typedef enum mb_phase {
    MB_PHASE_SETUP,
    MB_PHASE_LOOP,
    MB_PHASE_TIMING,
    MB_PHASE_DONE,
} mb_phase;

/* What ended a run that met a limit.  The first two are the run's doing, the others may be the
 * machine's: such a run is made again. */
typedef enum mb_limit {
    MB_LIMIT_NONE,
    MB_LIMIT_CPU,
    MB_LIMIT_MEMORY,
    MB_LIMIT_WALL,   /* the wall clock: the machine was busy, or the run waited */
    MB_LIMIT_SYSTEM, /* a limit of CPU time that the system holds the program to */
    MB_LIMITS_MET
} mb_limit;

/* Of an engine behind an adapter (docs/engines.md); name "": the run is of a solver. */
typedef struct mb_engine_result {
    char name[MB_LABEL_SIZE], version[MB_LABEL_SIZE], precision[MB_UNIT_SIZE];
    bool mid_step;    /* velocities were audited as means of two rows */
    double raw_drift; /* [J] largest, with velocities as written; NaN: not told apart */
    double process;   /* [s] of CPU of the adapter's process in the measuring pass */
    double
        off_plane; /* [m] by how much bodies of a planar mechanism left their plane; NaN: spatial */
    char warnings[400];
} mb_engine_result;

typedef struct mb_result {
    mb_run_status status; /* MB_RUN_STATUSES until known */
    mb_limit limit;
    char reason[1024];
    mb_phase phase;
    volatile pid_t adapter; /* a process of the child's that computes for it; 0: none */
    mb_engine_result engine;

    char coordinates[MB_LABEL_SIZE], picked[MB_LABEL_SIZE];
    int nq, nv, m, mh, rank; /* nq = 0: no model was set up */
    unsigned traits;         /* mb_trait bits */
    double start_correction;
    struct {
        double positions, velocities, change;
        char largest[160]; /* name of what changed most; "" nothing did */
        char told[200];    /* the change in words where people are told; "" */
    } start;
    char note[400];  /* redundant rows, no freedom left; "" */
    bool not_unique; /* multipliers */
    bool expected;   /* redundant rows are declared as such: the note is not told along the run */
    bool rigid;      /* no freedom is left and no row moves: it can only rest */

    double t_reached;
    long points; /* accepted steps audited */
    mb_norm_summary norm[MB_AUDIT_LEVELS][MB_NORMS];
    mb_energy energy;
    double scale;     /* [m] size of the mechanism */
    double gap;       /* [m] largest opening of a joint; NaN: not measured */
    double departure; /* [m] of the steps from the own motion, in sum, without a reference */
    double travel;    /* [m] the way that a coordinate goes, the longest in each step, likewise */
    mb_rank_result rank_along;
    mb_momentum_result momentum;
    double
        limits_t; /* [s] end of the run that the problem's limits are for; NaN: another problem */
    bool has_reference, has_branch;
    double error_max, error_last, error_bound, error_horizon;
    double branch_time; /* of the first step on another branch, NaN: none */
    int noutputs;

    mb_counters counters;
    bool allocations_counted;
    mb_alloc_counts allocations; /* in the time loop */
    double cpu_setup, cpu_loop;  /* [s] of the measuring pass, audit included */
    double cpu_steps;            /* [s] its steps alone, from every so many of them */
    double peak_rss_mb;
    int lanes; /* runs that were measured side by side, 0: it was alone */

    uint64_t state_hash; /* of the final t, q, v */
    int state_size;      /* nq + nv */
    int samples, pairs;  /* of the timed passes */
    double instructions; /* of the steps, by callgrind; NaN: not counted */

    /* What is long stands behind, so that a run that fills little of it touches few pages; it is worth
     * nothing behind as much as is said to be there. */
    mb_deviation deviation[MB_MAX_OUTPUTS]; /* (noutputs) each */
    double output[MB_MAX_OUTPUTS], output_rate[MB_MAX_OUTPUTS];
    char output_unit[MB_MAX_OUTPUTS][MB_UNIT_SIZE], output_name[MB_MAX_OUTPUTS][MB_LABEL_SIZE];
    double sample[MB_MAX_SAMPLES];    /* (samples) [s] a run */
    double log_ratio[MB_MAX_SAMPLES]; /* (pairs) */
    mb_frames frames;
    double state[MB_STATE_KEPT];
    mb_series series;
} mb_result;

/* Word of a limit in records; NULL for none. */
const char *mb_limit_word(mb_limit limit);

/* An array of results shared between processes, zeroed; NULL when the system has no memory. */
mb_result *mb_results_map(int count);
void mb_results_unmap(mb_result *results, int count); /* accepts NULL */

/* Copies a result; pages of the series that it has not touched stay so in the copy. */
void mb_result_copy(mb_result *copy, const mb_result *result);

/* Empties a result before its run.  Pages of the series that were not touched stay untouched. */
void mb_result_clear(mb_result *result);

#endif
