/* SPDX-License-Identifier: MIT */
/* What adapters must do whatever the mechanism. */
#ifndef MB_BENCH_VALIDATE_HABITS_H
#define MB_BENCH_VALIDATE_HABITS_H

#include "bench/validate/trial.h"

typedef mb_status mb_habit(const mb_engine_choice *choice, mb_finding *finding, mb_error *err);

/* The same job twice gives the same rows. */
mb_habit mb_habit_repeat;
/* With "rows": "last" there is one row, the last one, and a trailer that can be believed. */
mb_habit mb_habit_last_row;
/* Velocities belong to the times that `describe` says (velocity_time), by the places of the rows about them. */
mb_habit mb_habit_velocity_time;
/* A job that is none, or of another protocol, ends with a status and a word. */
mb_habit mb_habit_wrong_job;
/* A joint that does not exist is not applicable, and named. */
mb_habit mb_habit_unknown_joint;
/* Of one that is killed the rows until then are there. */
mb_habit mb_habit_killed;

#endif
