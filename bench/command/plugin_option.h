/* SPDX-License-Identifier: MIT */
/* Plug-ins on the command line and in the environment. */
#ifndef MB_BENCH_COMMAND_PLUGIN_OPTION_H
#define MB_BENCH_COMMAND_PLUGIN_OPTION_H

#include "bench/command/options.h"

/* --plugin FILE.so, for mb_command.plugins */
extern const mb_option mb_plugin_options[];

/* Loads what MBSBENCH_PLUGINS and --plugin name, before other words name parts of it, and takes
 * --plugin out of the words.  What --plugin names is named in the environment too from then on, for
 * programs that this one starts. */
mb_status mb_plugin_words_take(mb_args *args, mb_error *err);

#endif
