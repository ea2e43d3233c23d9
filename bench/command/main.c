/* SPDX-License-Identifier: MIT */
/* mbsbench: benchmarks of constraint-handling methods for constrained multibody systems. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/names.h"
#include "base/text.h"
#include "bench/command/commands.h"
#include "bench/command/complete.h"
#include "bench/command/help.h"
#include "bench/command/one_thread.h"
#include "bench/command/plugin_option.h"
#include "bench/environment.h"
#include "bench/plugin/plugins.h"

static const mb_command *const commands[] = {
    &mb_command_list,        &mb_command_describe, &mb_command_draw,
    &mb_command_run,         &mb_command_report,   &mb_command_show,
    &mb_command_advise,      &mb_command_check,    &mb_command_compare,
    &mb_command_export,      &mb_command_merge,    &mb_command_import,
    &mb_command_reference,   &mb_command_score,    &mb_command_engine_test,
    &mb_command_plugin_test, &mb_command_archive,  NULL};

enum { COMMANDS = sizeof commands / sizeof *commands - 1 };

/* What the program relies on, whatever its parent has left it: a child's end is told, a file that
 * may not grow is an error, and no file of its own gets the number of a standard stream that is
 * closed.  Reading standard input or writing standard output then fails, as it should. */
static bool settle(void)
{
    static const int modes[] = {O_WRONLY, O_RDONLY, O_RDWR};

    signal(SIGCHLD, SIG_DFL);
    signal(SIGXFSZ, SIG_IGN);
    for (int fd = 0; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", modes[fd]) != fd)
            return false;
    return true;
}

static int unknown_command(const char *word)
{
    const char *known[COMMANDS + 4] = {NULL};
    char text[320];

    for (int i = 0; i < COMMANDS; i++)
        known[i] = commands[i]->name;
    if (!word) {
        mb_join_names(known, text, sizeof text);
        fprintf(stderr, "mbsbench: expected a command: %s; see mbsbench --help\n", text);
        return MB_EXIT_USAGE;
    }
    known[COMMANDS] = "--help";
    known[COMMANDS + 1] = "--version";
    known[COMMANDS + 2] = "--man";
    mb_put_line(stderr, "mbsbench: no command '%s'; %s", word,
                mb_meant(word, known, "there are", text, sizeof text));
    return MB_EXIT_USAGE;
}

static int run(const mb_command *command, mb_args *args)
{
    int exit = MB_EXIT_DONE;
    mb_error err = {MB_OK, ""};
    mb_status status = command->plugins ? mb_plugin_words_take(args, &err) : MB_OK;

    if (status == MB_OK)
        status = command->run(args, &exit, &err);
    if (status == MB_OK && (fflush(stdout) != 0 || ferror(stdout)))
        status = mb_fail(&err, MB_FAILURE, "cannot write to standard output: %s", strerror(errno));
    if (status == MB_OK)
        return exit;
    mb_put_line(stderr, "mbsbench %s: %s", command->name, err.text);
    return err.status == MB_BAD_INPUT ? MB_EXIT_USAGE : MB_EXIT_ERROR;
}

static const mb_command *find(const char *name)
{
    for (int i = 0; i < COMMANDS; i++)
        if (strcmp(name, commands[i]->name) == 0)
            return commands[i];
    return NULL;
}

static bool asks_for(const char *word, int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], word) == 0)
            return true;
    return false;
}

int main(int argc, char **argv)
{
    const bool help = argc > 1 && strcmp(argv[1], "help") == 0; /* help run: run --help */
    mb_args args = {argc - 2, argv + 2};
    const mb_command *command = argc > 1 + help ? find(argv[1 + help]) : NULL;

    mb_give_places_back();
    if (!settle())
        return MB_EXIT_ERROR;
    if (help && argc > 2 && !command)
        return unknown_command(argv[2]);
    if (argc > 1 && strcmp(argv[1], "--complete") == 0) {
        (void)mb_plugins_load_named(NULL); /* what cannot be loaded has no names */
        mb_complete(commands, &args, stdout);
    } else if (help || asks_for("--help", argc, argv) || asks_for("-h", argc, argv)) {
        if (command)
            mb_help_command(command, stdout);
        else
            mb_help(commands, stdout);
    } else if (command && asks_for("--man", argc, argv)) {
        mb_help_man_command(command, stdout);
    } else if (command) {
        if (command->one_thread)
            mb_start_with_one_thread(argv);
        return run(command, &args);
    } else if (argc > 1 && strcmp(argv[1], "--version") == 0) {
        printf("mbsbench %s\n", mb_version());
    } else if (argc > 1 && strcmp(argv[1], "--man") == 0) {
        mb_help_man(commands, stdout);
    } else {
        return unknown_command(argc > 1 ? argv[1] : NULL);
    }
    return MB_EXIT_DONE;
}
