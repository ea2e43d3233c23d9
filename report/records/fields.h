/* SPDX-License-Identifier: MIT */
/* What a record holds: one line a number, for those who write it, judge it, draw it and print it.
 *
 * A new number is a line here and its computation in bench/record: the record, the names that
 * claims may use, `show`, the tables of runs, axes of figures, the gate and `export` take it from
 * here. Numbers whose names depend on the mechanism are in MB_OPEN_FIELD_LIST. */
#ifndef MB_REPORT_RECORDS_FIELDS_H
#define MB_REPORT_RECORDS_FIELDS_H

#include <jansson.h>
#include <stdbool.h>

#define MB_OF_SIZE "of the mechanism's size"
#define MB_OF_KINETIC "of the largest kinetic energy"

/* Judged by the gate: accuracy, where more than before * (1 + relative) + absolute is worse and
 * below round_off only the order of magnitude counts, the last two in units of the scale. */
#define MB_ACCURACY(scale, relative, absolute, round_off)                                          \
    .gate = {MB_GATE_ACCURACY, scale, relative, absolute, round_off}
#define MB_COUNTER .gate = {.kind = MB_GATE_COUNTER}, .whole = true
#define MB_GATE_READS .gate = {.kind = MB_GATE_BY_RULE}

/* A norm of a violation over the accepted steps; what follows the unit goes for all four. */
#define MB_NORM_FIELDS(X, name, path, text, ...)                                                   \
    X(name##_MAX, path ".max", "largest", text, __VA_ARGS__)                                       \
    X(name##_MEAN, path ".mean", "mean", text, __VA_ARGS__)                                        \
    X(name##_RMS, path ".rms", "rms", text, __VA_ARGS__)                                           \
    X(name##_FINAL, path ".final", "final", text, __VA_ARGS__)

#define MB_POSITION_TEXT "position violation ‖Φ‖₂"
#define MB_VELOCITY_TEXT "velocity violation ‖dΦ/dt‖₂"
#define MB_ACCELERATION_TEXT "acceleration violation ‖d²Φ/dt²‖₂"

/* name, path in the record, statistic and what it is of, unit, how it is used; in the order in
 * which people are told.  The norms stand in the order of the audit's levels and norms. */
#define MB_FIELD_LIST(X)                                                                           \
    X(CLASS, "precision.class", "", "right to", "", .csv = true, .hidden = true, MB_GATE_READS,    \
      .tracked = {"class", "class", "1"})                                                          \
    X(GAP, "precision.gap", "", "gap of the joints", MB_OF_SIZE, .csv = true, .heading = "gap",    \
      MB_ACCURACY(MB_SCALE_ONE, 0.02, 1e-14, 1e-10))                                               \
    X(GAP_M, "precision.gap_m", "", "gap of the joints as a length", "m", .csv = true,             \
      .tracked = {"gap", "gap", "m"})                                                              \
    X(DRIFT, "precision.drift", "largest", "energy drift", MB_OF_KINETIC, .csv = true,             \
      .heading = "drift", MB_ACCURACY(MB_SCALE_KINETIC, 0.02, 1e-14, 1e-11),                       \
      .tracked = {"drift", "drift over kinetic energy", "1"})                                      \
    X(ERROR, "precision.error", "", "largest |error| of the outputs", MB_OF_SIZE " or rad",        \
      .csv = true, .heading = "error")                                                             \
    X(BOUND, "precision.bound", "", "accuracy of the reference", MB_OF_SIZE " or rad",             \
      .hidden = true)                                                                              \
    X(DEPARTURE, "precision.departure", "", "departure from its own motion", MB_OF_SIZE)           \
    X(PLAY, "precision.play", "", "play of the joints", MB_OF_SIZE)                                \
    X(UNCONVERGED, "counters.unconverged", "", "accepted steps that have not converged", "",       \
      .csv = true, MB_COUNTER, .tracked = {"unconverged-steps", "unconverged steps", "1"})         \
    X(RANK_LEAST, "rank.least", "", "smallest singular value of D", "of the largest")              \
    X(RANK_AT, "rank.at", "", "time of that value", "s")                                           \
    X(RANK_LOST, "rank.lost", "", "time at which D loses rank", "s", .csv = true)                  \
    X(SEARCH_REACH, "search.reach", "", "class searched for", "")                                  \
    X(SEARCH_VALUE, "search.value", "", "largest step or tolerance that reaches the goal", "",     \
      .csv = true, MB_GATE_READS)                                                                  \
    X(SEARCH_START, "search.start", "", "start of the search", "", .hidden = true)                 \
    X(SEARCH_RATIO, "search.ratio", "", "ratio of neighbours in the search", "", .hidden = true,   \
      MB_GATE_READS)                                                                               \
    X(T_END, "t_end", "", "end time", "s", .csv = true, MB_GATE_READS)                             \
    X(T_REACHED, "t_reached", "", "time reached", "s", .csv = true, .heading = "until",            \
      MB_GATE_READS)                                                                               \
    X(STEP, "h", "", "step h", "s", .csv = true, .heading = "step", MB_GATE_READS)                 \
    X(STEPS, "counters.steps", "", "steps", "", .csv = true, .heading = "steps", MB_COUNTER,       \
      .tracked = {"steps", "steps", "1"})                                                          \
    X(POSITION_MAX, "position.l2.max", "largest", MB_POSITION_TEXT, "SI units of Φ", .csv = true,  \
      .heading = "‖Φ‖ max", MB_ACCURACY(MB_SCALE_ONE, 0.02, 1e-14, 1e-10),                         \
      .tracked = {"position-violation", "position violation", "SI"})                               \
    X(POSITION_MEAN, "position.l2.mean", "mean", MB_POSITION_TEXT, "SI units of Φ", .csv = true,   \
      MB_ACCURACY(MB_SCALE_ONE, 0.02, 1e-14, 1e-10))                                               \
    X(POSITION_RMS, "position.l2.rms", "rms", MB_POSITION_TEXT, "SI units of Φ")                   \
    X(POSITION_FINAL, "position.l2.final", "final", MB_POSITION_TEXT, "SI units of Φ")             \
    MB_NORM_FIELDS(X, POSITION_SQ, "position.sq", "position violation Φ'Φ", "SI units of Φ²")      \
    MB_NORM_FIELDS(X, POSITION_L1, "position.l1", "position violation ‖Φ‖₁", "SI units of Φ",      \
                   .hidden = true)                                                                 \
    MB_NORM_FIELDS(X, POSITION_LINF, "position.linf", "position violation max |Φ|",                \
                   "SI units of Φ", .hidden = true)                                                \
    X(VELOCITY_MAX, "velocity.l2.max", "largest", MB_VELOCITY_TEXT, "SI units of Φ / s",           \
      .csv = true, .heading = "‖dΦ/dt‖ max", MB_ACCURACY(MB_SCALE_ONE, 0.02, 1e-13, 1e-10),        \
      .tracked = {"velocity-violation", "velocity violation", "SI/s"})                             \
    X(VELOCITY_MEAN, "velocity.l2.mean", "mean", MB_VELOCITY_TEXT, "SI units of Φ / s",            \
      .csv = true, MB_ACCURACY(MB_SCALE_ONE, 0.02, 1e-13, 1e-10))                                  \
    X(VELOCITY_RMS, "velocity.l2.rms", "rms", MB_VELOCITY_TEXT, "SI units of Φ / s")               \
    X(VELOCITY_FINAL, "velocity.l2.final", "final", MB_VELOCITY_TEXT, "SI units of Φ / s")         \
    MB_NORM_FIELDS(X, VELOCITY_SQ, "velocity.sq", "velocity violation ‖dΦ/dt‖₂²",                  \
                   "SI units of Φ² / s²", .hidden = true)                                          \
    MB_NORM_FIELDS(X, VELOCITY_L1, "velocity.l1", "velocity violation ‖dΦ/dt‖₁",                   \
                   "SI units of Φ / s", .hidden = true)                                            \
    MB_NORM_FIELDS(X, VELOCITY_LINF, "velocity.linf", "velocity violation max |dΦ/dt|",            \
                   "SI units of Φ / s", .hidden = true)                                            \
    X(ACCELERATION_MAX, "acceleration.l2.max", "largest", MB_ACCELERATION_TEXT,                    \
      "SI units of Φ / s²", .csv = true, MB_ACCURACY(MB_SCALE_ONE, 0.02, 1e-12, 1e-8))             \
    X(ACCELERATION_MEAN, "acceleration.l2.mean", "mean", MB_ACCELERATION_TEXT,                     \
      "SI units of Φ / s²")                                                                        \
    X(ACCELERATION_RMS, "acceleration.l2.rms", "rms", MB_ACCELERATION_TEXT, "SI units of Φ / s²")  \
    X(ACCELERATION_FINAL, "acceleration.l2.final", "final", MB_ACCELERATION_TEXT,                  \
      "SI units of Φ / s²")                                                                        \
    MB_NORM_FIELDS(X, ACCELERATION_SQ, "acceleration.sq", "acceleration violation ‖d²Φ/dt²‖₂²",    \
                   "SI units of Φ² / s⁴", .hidden = true)                                          \
    MB_NORM_FIELDS(X, ACCELERATION_L1, "acceleration.l1", "acceleration violation ‖d²Φ/dt²‖₁",     \
                   "SI units of Φ / s²", .hidden = true)                                           \
    MB_NORM_FIELDS(X, ACCELERATION_LINF, "acceleration.linf",                                      \
                   "acceleration violation max |d²Φ/dt²|", "SI units of Φ / s²", .hidden = true)   \
    X(ENERGY_INITIAL, "energy.initial", "", "energy at the start", "J", MB_GATE_READS)             \
    X(ENERGY_MAX, "energy.max_abs", "largest", "energy drift |E − E₀|", "J", .csv = true,          \
      .heading = "drift max", MB_ACCURACY(MB_SCALE_ENERGY, 0.02, 1e-14, 1e-11),                    \
      .tracked = {"energy-drift", "energy drift", "J"})                                            \
    X(ENERGY_MEAN, "energy.mean_abs", "mean", "energy drift |E − E₀|", "J",                        \
      MB_ACCURACY(MB_SCALE_ENERGY, 0.02, 1e-14, 1e-11))                                            \
    X(ENERGY_FINAL, "energy.final", "final", "energy drift E − E₀", "J", .csv = true)              \
    X(ENERGY_RELATIVE, "energy.max_rel_ke", "largest", "energy drift", MB_OF_KINETIC, .csv = true, \
      .hidden = true)                                                                              \
    X(WORK_ERROR, "energy.work_error", "", "error of the work done", "J")                          \
    X(PASSED_OVER, "energy.passed_over", "", "motion that the steps pass over", "J")               \
    X(LEAP, "energy.leap", "", "leap off the motion in a step", MB_OF_SIZE)                        \
    X(MOMENTUM_LINEAR, "momentum.linear", "", "change of the linear momentum", "kg m/s")           \
    X(MOMENTUM_ANGULAR, "momentum.angular", "", "change of the angular momentum", "kg m²/s")       \
    X(START_CORRECTION, "start_correction", "", "correction of the start",                         \
      "SI units of the coordinates")                                                               \
    X(START_POSITIONS, "start.positions", "", "correction of the start, positions", "m")           \
    X(START_VELOCITIES, "start.velocities", "", "correction of the start, velocities", "m/s")      \
    X(ERROR_MAX, "error.max", "", "largest |error| of the outputs", "m, rad", .csv = true,         \
      .heading = "error max", MB_ACCURACY(MB_SCALE_BOUND, 0.02, 1.0, 10.0),                        \
      .tracked = {"error", "error", "m or rad"})                                                   \
    X(ERROR_FINAL, "error.final", "final", "|error| of the outputs", "m, rad", .csv = true)        \
    X(ERROR_BOUND, "error.bound", "", "accuracy of the reference", "m, rad", MB_GATE_READS)        \
    X(ERROR_HORIZON, "error.horizon", "", "time until which the reference is known", "s",          \
      MB_GATE_READS)                                                                               \
    X(BRANCH_LEFT, "branch.left", "", "time at which it left its branch", "s")                     \
    X(CPU_SETUP, "cpu.setup", "", "CPU time of the set-up", "s")                                   \
    X(CPU_LOOP, "cpu.loop", "", "CPU time of the run", "s", .hidden = true)                        \
    X(CPU_PER_STEP, "cpu.per_step_us", "", "CPU time of a step", "µs", .csv = true,                \
      .heading = "CPU per step")                                                                   \
    X(CPU_MEASURED, "cpu.measured", "", "CPU time of the steps in the measuring pass", "s",        \
      .hidden = true)                                                                              \
    X(RATIO, "ratio.median", "", "CPU time relative to the reference run", "", .csv = true,        \
      MB_GATE_READS)                                                                               \
    X(RATIO_LO, "ratio.lo", "", "CPU time relative to it, at least", "", .csv = true,              \
      MB_GATE_READS)                                                                               \
    X(RATIO_HI, "ratio.hi", "", "CPU time relative to it, at most", "", .csv = true,               \
      MB_GATE_READS)                                                                               \
    X(ITERATIONS, "counters.iterations", "", "iterations", "", .csv = true, MB_COUNTER,            \
      .tracked = {"solver-iterations", "iterations", "1"})                                         \
    X(ENGINE_LOOP, "engine.loop", "", "CPU time of the loop, as the adapter says", "s")            \
    X(ENGINE_PROCESS, "engine.process", "", "CPU time of the adapter's process", "s")              \
    X(RAW_DRIFT, "engine.raw_drift", "largest", "energy drift with velocities as written", "J")    \
    X(OFF_PLANE, "engine.off_plane", "largest", "way out of the mechanism's plane", "m")           \
    X(PEAK_RSS, "peak_rss_mb", "", "peak memory", "MB", .csv = true)                               \
    X(REJECTED, "counters.rejected", "", "steps tried and taken back", "", MB_COUNTER)             \
    X(EVALUATIONS, "counters.evaluations", "", "evaluations of the equations of motion", "",       \
      MB_COUNTER)                                                                                  \
    X(SOLVES, "counters.solves", "", "right-hand sides solved for", "", MB_COUNTER)                \
    X(FACTORISATIONS, "counters.factorisations", "", "factorisations that chose their pivots", "", \
      MB_COUNTER, .tracked = {"factorisations", "factorisations", "1"})                            \
    X(REFACTORISATIONS, "counters.refactorisations", "", "factorisations on pivots chosen before", \
      "", MB_COUNTER)                                                                              \
    X(STOPPED, "counters.stopped", "", "iterations ended by divergence or at their limit", "",     \
      MB_COUNTER)                                                                                  \
    X(SWITCHES, "counters.switches", "", "changes of the independent coordinates", "", MB_COUNTER) \
    X(OWN_ALLOCATIONS, "counters.own_allocations", "", "allocations of ours in the time loop", "", \
      MB_COUNTER)                                                                                  \
    X(LIBRARY_ALLOCATIONS, "counters.library_allocations", "",                                     \
      "allocations of libraries in the time loop", "", MB_COUNTER)                                 \
    X(INSTRUCTIONS, "counters.instructions", "", "instructions of the time loop", "",              \
      MB_GATE_READS, .whole = true)                                                                \
    X(NQ, "problem.nq", "", "coordinates", "", .whole = true)                                      \
    X(NV, "problem.nv", "", "velocities", "", .whole = true)                                       \
    X(M, "problem.m", "", "rows", "", .whole = true)                                               \
    X(MH, "problem.mh", "", "holonomic rows", "", .whole = true)                                   \
    X(RANK, "problem.rank", "", "rank of the rows", "", .whole = true)                             \
    X(FREEDOMS, "problem.freedoms", "", "freedoms", "", .whole = true)                             \
    X(TIME_LIMIT, "limits.time", "", "limit of CPU time", "s", .hidden = true, MB_GATE_READS)      \
    X(MEMORY_LIMIT, "limits.memory", "", "limit of memory", "MB", .hidden = true, MB_GATE_READS)

/* Objects of numbers whose names depend on the mechanism or the machine; may claims use them? */
#define MB_OPEN_FIELD_LIST(X)                                                                      \
    X("problem.params.", true)                                                                     \
    X("outputs.", true)                                                                            \
    X("output_rates.", true)                                                                       \
    X("precision.limits.", false)                                                                  \
    X("search.limits.", false)                                                                     \
    X("environment.", false)

typedef enum mb_field {
#define MB_FIELD_ENUM(name, ...) MB_FIELD_##name,
    MB_FIELD_LIST(MB_FIELD_ENUM)
#undef MB_FIELD_ENUM
        MB_FIELDS /* number of them; also: none */
} mb_field;

typedef enum mb_gate_kind {
    MB_GATE_NONE,     /* not judged */
    MB_GATE_BY_RULE,  /* read by a rule of its own */
    MB_GATE_ACCURACY, /* larger is worse */
    MB_GATE_COUNTER,  /* more is worse, exactly */
} mb_gate_kind;

/* What absolute differences are measured in. */
typedef enum mb_gate_scale {
    MB_SCALE_ONE,     /* SI units */
    MB_SCALE_ENERGY,  /* larger of 1 J and the initial energy */
    MB_SCALE_KINETIC, /* that over the largest kinetic energy */
    MB_SCALE_BOUND,   /* accuracy of the reference */
} mb_gate_scale;

typedef struct mb_field_text {
    const char *path;
    const char *statistic, *text; /* "largest" "energy drift |E − E₀|"; the first may be "" */
    const char *unit;             /* "" for none */
    const char *heading;          /* in tables of runs; NULL: not for people */
    bool csv;                     /* is in the csv of runs */
    bool hidden;                  /* is not in the list that `show` prints */
    bool whole;                   /* a whole number */
    struct {
        mb_gate_kind kind;
        mb_gate_scale scale;
        double relative, absolute, round_off;
    } gate;
    struct {
        const char *measure, *name, *unit; /* NULL: not tracked; smaller is better */
    } tracked;                             /* by other tools, see report/gate/export.h */
} mb_field_text;

const mb_field_text *mb_field_of(mb_field field);

/* The field at a path; MB_FIELDS: none. */
mb_field mb_field_find(const char *path);

/* Puts the paths of those that takes() takes behind the n names in a list, and NULL behind the last;
 * how many names there are then.  Room for MB_FIELDS more and NULL. */
int mb_field_paths(bool (*takes)(const mb_field_text *field), const char **list, int n);

/* May a claim use the number at a path? */
bool mb_field_claimable(const char *path);

/* Is a path in an object of numbers whose names are open? */
bool mb_field_open(const char *path);

/* The number in a record; NaN where it is missing or null. */
double mb_record_field(const json_t *record, mb_field field);

/* "largest energy drift |E − E₀|  [J]": name and unit, for axes. */
enum { MB_FIELD_TEXT_SIZE = 160 };
void mb_field_axis(mb_field field, char text[MB_FIELD_TEXT_SIZE]);

/* "largest energy drift |E − E₀|" */
void mb_field_name(mb_field field, char text[MB_FIELD_TEXT_SIZE]);

/* Unit of a named output, as its record states it; "SI units" where it does not, as older ones. */
const char *mb_output_unit(const json_t *record, const char *name);

#endif
