/* SPDX-License-Identifier: MIT */
/* One thread of numerical libraries.  They start their threads as they are loaded, by what the
 * environment says then: before main. */
#ifndef MB_BENCH_COMMAND_ONE_THREAD_H
#define MB_BENCH_COMMAND_ONE_THREAD_H

/* First in main: the environment is whole again. */
void mb_give_places_back(void);

/* Starts the program again with that environment, unless the libraries were loaded with it. */
void mb_start_with_one_thread(char **argv);

#endif
