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
#include "bench/environment.h"

static const mb_command *const commands[] = {
    &mb_command_list,      &mb_command_describe, &mb_command_draw,   &mb_command_run,
    &mb_command_report,    &mb_command_show,     &mb_command_advise, &mb_command_check,
    &mb_command_compare,   &mb_command_export,   &mb_command_merge,  &mb_command_import,
    &mb_command_reference, &mb_command_score};

enum { COMMANDS = sizeof commands / sizeof *commands };

static void help(void)
{
    const mb_option *told = NULL;

    printf("mbsbench %s\n\n", mb_version());
    for (int i = 0; i < COMMANDS; i++) {
        mb_options_help(commands[i], commands[i]->shared != told, stdout);
        told = commands[i]->shared ? commands[i]->shared : told;
    }
    fputs("mbsbench --help | --version\n"
          "\n"
          "Exit status: 0 done (a failed run is a result), 1 error, 2 wrong use,\n"
          "3 regression, 4 not comparable, 5 measured nothing, 130 interrupted.\n",
          stdout);
}

/* Numerical libraries start their threads when they are loaded, so that the only way to have one
 * is to start again with the environment they read. */
static void one_thread(char **argv)
{
    static const char *const names[] = {"OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"};
    static const char guard[] = "MBSBENCH_ONE_THREAD";
    bool set = true;

    for (int i = 0; i < 2; i++) {
        const char *value = getenv(names[i]);

        set = set && value && strcmp(value, "1") == 0;
        setenv(names[i], "1", 1);
    }
    if (set || getenv(guard))
        return;
    setenv(guard, "1", 1);
    execv("/proc/self/exe", argv);
    fputs("mbsbench: cannot start again with one library thread; set OPENBLAS_NUM_THREADS=1\n",
          stderr);
}

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
    const char *known[COMMANDS + 3] = {NULL};
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
    mb_put_line(stderr, "mbsbench: no command '%s'; %s", word,
                mb_meant(word, known, "there are", text, sizeof text));
    return MB_EXIT_USAGE;
}

static int run(const mb_command *command, const mb_args *args)
{
    int exit = MB_EXIT_DONE;
    mb_error err = {MB_OK, ""};
    mb_status status = command->run(args, &exit, &err);

    if (status == MB_OK && (fflush(stdout) != 0 || ferror(stdout)))
        status = mb_fail(&err, MB_FAILURE, "cannot write to standard output: %s", strerror(errno));
    if (status == MB_OK)
        return exit;
    mb_put_line(stderr, "mbsbench %s: %s", command->name, err.text);
    return err.status == MB_BAD_INPUT ? MB_EXIT_USAGE : MB_EXIT_ERROR;
}

int main(int argc, char **argv)
{
    const mb_args args = {argc - 2, argv + 2};
    const char *command = argc > 1 ? argv[1] : NULL;

    if (!settle())
        return MB_EXIT_ERROR;
    if (!command)
        return unknown_command(NULL);
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            help();
            return MB_EXIT_DONE;
        }
    }
    if (strcmp(command, "--version") == 0) {
        printf("mbsbench %s\n", mb_version());
        return MB_EXIT_DONE;
    }
    for (int i = 0; i < COMMANDS; i++) {
        if (strcmp(command, commands[i]->name) != 0)
            continue;
        if (commands[i]->one_thread)
            one_thread(argv);
        return run(commands[i], &args);
    }
    return unknown_command(command);
}
