/* SPDX-License-Identifier: MIT */
/* The largest step, or tolerance, that is good enough: how a cell's best performance is found.
 *
 * Values form a ladder: factors of 2 of a step, of sqrt 10 of a tolerance, three rungs to a factor,
 * through the value in the run's spec, where the search begins.  Steps of engines, of which most take
 * no others, are whole parts of the run: 1, 1.25 and 1.6 times 2^k as many as at the start.
 *
 *   down   a factor at a time until a value is good enough and the two finer ones are too: a lucky
 *          step among bad ones is no answer
 *   up     from there a factor at a time while that is good enough too, then a rung at a time
 *
 * so that whatever is found has two finer values under it that were tried and are good enough.  The
 * search ends downwards
 *
 *   limit         at a limit of time or memory, which finer steps would meet as well, or where the
 *                 solver does not apply
 *   no progress   after five values that came no nearer: none of what is asked for became better by
 *                 a tenth, none that failed went further.  Failures within a few hundred steps do
 *                 not count, for a step may be far from stable
 *   total time    when its passes have taken five times the limit of one, the next one would
 *                 take more than is left of their budget, or the search is over for who asked for it
 *   finest        after 16 factors, or where the integrator takes no finer value
 *
 * and upwards at a tenth of the run or a tolerance of 0.1.
 *
 * Several classes of one solver on one mechanism share their passes, from the coarsest to the finest:
 * what was tried for one is judged for the next, which goes on below.
 *
 * A search runs nothing itself: it says which spec is to be measured next and takes the result.
 *
 *     if (mb_search_begin(&search, &run, time_limit, NULL))
 *         do
 *             measure search.spec;
 *         while (mb_search_take(&search, &result));
 *     the last result is that of search.spec; search.value is NaN if nothing was found (reason)
 *
 *     mb_search_begin(&finer, &run_of_the_next_class, time_limit, &search)
 *     false: the result that the search before ended with is the one of this class too */
#ifndef MB_BENCH_SEARCH_H
#define MB_BENCH_SEARCH_H

#include <jansson.h>

#include "bench/plan.h"
#include "bench/result.h"

/* word, unit, what is compared */
#define MB_SEARCH_LIMIT_LIST(X)                                                                    \
    X(MB_SEARCH_ENERGY, "energy", "largest |E - E0 - work| [J]")                                   \
    X(MB_SEARCH_POSITION, "position", "largest |Phi|")                                             \
    X(MB_SEARCH_GAP, "gap", "precision.gap")                                                       \
    X(MB_SEARCH_DRIFT, "drift", "precision.drift")                                                 \
    X(MB_SEARCH_ERROR, "error", "precision.error and the reference's bound")                       \
    X(MB_SEARCH_DISTANCE, "distance", "error.max and the reference's bound [m, rad]")

typedef enum mb_search_limit {
#define MB_SEARCH_LIMIT_ENUM(name, word, meaning) name,
    MB_SEARCH_LIMIT_LIST(MB_SEARCH_LIMIT_ENUM)
#undef MB_SEARCH_LIMIT_ENUM
        MB_SEARCH_LIMITS
} mb_search_limit;

/* What is good enough: a class, limits that all must be kept, or both; and what may be spent on it. */
struct mb_search_goal {
    double reach;                   /* NaN: limits alone */
    double limit[MB_SEARCH_LIMITS]; /* NaN: none */
    double steps; /* the search begins at the end time over so many; NaN: at the step of the spec */
    double budget; /* [s] of CPU for all passes; NaN: five times the limit of one */
};

/* Goals that the same solvers are searched for, classes from the coarsest to the finest. */
enum { MB_MAX_CLASSES = 5 };

typedef struct mb_search_goals {
    int count;
    const mb_search_goal *goal; /* (count) */
} mb_search_goals;

/* A goal without limits, start and budget. */
void mb_search_no_limits(mb_search_goal *goal);

/* Whether it has a limit. */
bool mb_search_limited(const mb_search_goal *goal);

const char *mb_search_limit_word(mb_search_limit limit);

/* The classes of precision, for messages */
#define MB_CLASSES "1e-2, 1e-3, 1e-4, 1e-6 or 1e-8"

/* MB_BAD_INPUT unless reach is one of them. */
mb_status mb_search_check_reach(double reach, mb_error *err);

/* What a run has of each limit, in parts of what the goal allows; NaN: no limit, or not known. */
void mb_search_parts(const mb_search_goal *goal, const mb_result *result,
                     double part[MB_SEARCH_LIMITS]);

/* Whether a run is good enough: it ended ok, and its iterations converged or its error is known. */
bool mb_search_reached(const mb_search_goal *goal, const mb_result *result);

/* Writes the spec at which a search for a goal begins, in a run up to t_end: the given one, or with
 * goal->steps that of another step.  MB_BAD_INPUT: it has neither a step nor a tolerance. */
mb_status mb_search_start(const mb_search_goal *goal, const char *solver, double t_end, char *spec,
                          size_t size, mb_error *err);

/* Makes a search of the plan's last run; its cell and key are those of the search.  The goal must
 * live as long as the plan. */
void mb_search_plan(mb_plan *plan, const mb_search_goal *goal);

enum { MB_MAX_TRIALS = 60 };

typedef struct mb_search_trial {
    int rung; /* above 0: finer than the start */
    double value;
    mb_run_status status;
    double class; /* NaN: none */
    bool reached;
    double part[MB_SEARCH_LIMITS]; /* mb_search_parts */
    double t;                      /* [s] reached */
    long steps;
    double cpu; /* [s] */
} mb_search_trial;

/* Why a search went no further down. */
#define MB_SEARCH_END_LIST(X)                                                                      \
    X(MB_SEARCH_CONFIRMED, "confirmed")                                                            \
    X(MB_SEARCH_LIMIT, "limit")                                                                    \
    X(MB_SEARCH_NO_PROGRESS, "no progress")                                                        \
    X(MB_SEARCH_TOTAL_TIME, "total time") X(MB_SEARCH_FINEST, "finest")

typedef enum mb_search_end {
#define MB_SEARCH_END_ENUM(name, word) name,
    MB_SEARCH_END_LIST(MB_SEARCH_END_ENUM)
#undef MB_SEARCH_END_ENUM
        MB_SEARCH_ENDS /* it goes on */
} mb_search_end;

typedef struct mb_search {
    const mb_search_goal *goal; /* NULL: no search */
    const char *solver;         /* the run's own spec */
    const char *variable;       /* "h", "tol" */
    double start, most;         /* value in that spec; none above it is tried */
    double divides;             /* [s] of which steps are whole parts; 0: of nothing */
    double patience;            /* [s] of CPU for all passes */
    int trials;
    mb_search_trial tried[MB_MAX_TRIALS];
    int rung;                    /* of the pass to be made */
    bool again;                  /* that pass repeats the one that was found */
    bool over;                   /* told from outside: no other pass is to be made */
    char spec[4 * MB_SPEC_SIZE]; /* of that pass; in the end that of the record */
    double value;                /* what was found; NaN: nothing */
    bool confirmed;              /* by two finer values */
    mb_search_end end;           /* of the way down */
    char reason[256];            /* why nothing was found, or why it is not confirmed */
} mb_search;

/* Begins the search that a run asks for; goal is NULL if it asks for none.  A pass may take that
 * many seconds of CPU.  before: a search that has ended, of the same solver, mechanism and end time
 * for a coarser class, whose passes count; NULL: none.  true: search->spec is to be measured;
 * false: nothing is, for the last result of `before` is the one to record. */
bool mb_search_begin(mb_search *search, const mb_run *run, double time_limit,
                     const mb_search *before);

/* Takes in the result of a pass of search->spec.  true: another pass is to be made; false: that
 * result is the one to record. */
bool mb_search_take(mb_search *search, const mb_result *result);

/* Ratio of neighbouring values that are tried: 2^(1/3) of steps, 10^(1/6) of tolerances. */
double mb_search_ratio(const mb_search *s);

/* Field `search` of the record; a new reference. */
json_t *mb_search_record(const mb_search *search);

#endif
