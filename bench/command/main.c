/* mbsbench: benchmarks of constraint-handling methods for constrained multibody systems. */
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/names.h"
#include "bench/command/commands.h"
#include "bench/environment.h"

static const char help[] =
    "\n"
    "mbsbench list problems|formulations|integrators|projections|linsolvers|studies [--json]\n"
    "mbsbench run [STUDY[:ID,...]...] [--problem NAME[:p=v,...]]... [--solver SPEC]... [options]\n"
    "    STUDY             a file, or a shipped study (default: catalogue); :ID,... takes these\n"
    "                      runs or entries of it alone, as in gonzalez2016:table1,table2\n"
    "    --problem, --solver  cross these; may be repeated, the first solver is the CPU ratio's "
    "base\n"
    "                      SPEC is FORMULATION/INTEGRATOR[/PROJECTION[/LINSOLVER]]\n"
    "    --t-end T         end time [s] of every run\n"
    "    --out FILE        records are appended here (results/records.jsonl); - is standard "
    "output\n"
    "    --jobs N          measuring passes side by side (1); timed passes are always alone\n"
    "    --time-limit S    of CPU for one run (60); one that computes nothing for as long ends "
    "too\n"
    "    --memory-limit MB resident size of one run (2048)\n"
    "    --rerun           run again what the file holds already\n"
    "    --no-timing       measure, but make no timed passes\n"
    "    --rounds N        of timed passes, at different times (3 for runs whose CPU time a claim "
    "is\n"
    "                      about, else 1)\n"
    "    --instructions    count those of the steps, by valgrind's callgrind\n"
    "    --here            make the one run that is selected in the program's own process, for "
    "gdb\n"
    "                      and perf: no fork, no limits but that of time, no timed passes without\n"
    "                      --rounds (records: results/here.jsonl)\n"
    "    --trace FILE      with it, a line an iteration: what iterates, residual, correction, "
    "what\n"
    "                      stopped it (tab-separated text)\n"
    "    --reach CLASS     of each run the largest step or tolerance that is right to 1e-2, 1e-3,\n"
    "                      1e-4, 1e-6 or 1e-8, beginning at the one in its SPEC\n"
    "    --quick           reduced grids and short times\n"
    "    --shard K/N       the K-th of N disjoint parts, for N machines; see merge\n"
    "    --progress auto|plain|none\n"
    "mbsbench report FILE.jsonl... [--study FILE]... [--out DIR] [--format html,md,tex,csv]\n"
    "    --study FILE      judge the claims of this study too; those of shipped ones are found\n"
    "mbsbench show KEY|RUN FILE.jsonl\n"
    "mbsbench advise --problem P [--gap X] [--violation X] [--drift Y] [--error E] FILE.jsonl\n"
    "                      the cheapest solvers that keep the limits and are right\n"
    "    --gap X           how far joints may open, of the mechanism's size\n"
    "    --violation X     largest norm of the position rows, in their SI units (m, m2, rad)\n"
    "    --drift Y         largest energy drift [J]\n"
    "    --error E         largest error of the outputs against the reference [m, rad]\n"
    "mbsbench check FILE.jsonl --baseline FILE.jsonl [--frozen FILE.jsonl] [--junit FILE]\n"
    "               [--markdown FILE] [--accuracy-only]\n"
    "    --frozen FILE     a baseline that is never made anew: judges the sum of small changes\n"
    "mbsbench compare --base PROGRAM --head PROGRAM [STUDY...] [--problem ...] [--solver ...] "
    "[--quick]\n"
    "    --rounds N        of base, head and base again (as many as the level needs)\n"
    "    --threshold P     least slow-down that counts, per cent (3)\n"
    "    --quiet           no progress\n"
    "mbsbench export --format github-action-benchmark|bmf|google-benchmark FILE.jsonl... "
    "[--out FILE]\n"
    "mbsbench merge FILE.jsonl... --out FILE.jsonl\n"
    "mbsbench --help | --version\n"
    "\n"
    "Exit status: 0 done (a failed run is a result), 1 error, 2 wrong use,\n"
    "3 regression, 4 not comparable, 5 measured nothing, 130 interrupted.\n";

static const struct {
    const char *name;
    int (*run)(mb_args args);
    bool one_thread;
} commands[] = {
    {"list", mb_command_list, true},       {"run", mb_command_run, true},
    {"report", mb_command_report, false},  {"show", mb_command_show, false},
    {"check", mb_command_check, false},    {"merge", mb_command_merge, false},
    {"compare", mb_command_compare, true}, {"export", mb_command_export, false},
    {"advise", mb_command_advise, false},
};

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
    enum { COMMANDS = sizeof commands / sizeof *commands };
    const char *known[COMMANDS + 3] = {NULL}, *near;
    char list[256];

    for (int i = 0; i < COMMANDS; i++)
        known[i] = commands[i].name;
    mb_join_names(known, list, sizeof list);
    if (!word) {
        fprintf(stderr, "mbsbench: expected a command: %s; see mbsbench --help\n", list);
        return MB_EXIT_USAGE;
    }
    known[COMMANDS] = "--help";
    known[COMMANDS + 1] = "--version";
    near = mb_nearest(word, known);
    if (near)
        fprintf(stderr, "mbsbench: no command '%s'; did you mean '%s'?\n", word, near);
    else
        fprintf(stderr, "mbsbench: no command '%s'; there are %s; see mbsbench --help\n", word,
                list);
    return MB_EXIT_USAGE;
}

int main(int argc, char **argv)
{
    mb_args args = {argc - 2, argv + 2, 0};
    const char *command = argc > 1 ? argv[1] : NULL;

    if (!settle())
        return MB_EXIT_ERROR;
    if (!command)
        return unknown_command(NULL);
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            printf("mbsbench %s\n%s", mb_version(), help);
            return MB_EXIT_DONE;
        }
    }
    if (strcmp(command, "--version") == 0) {
        printf("mbsbench %s\n", mb_version());
        return MB_EXIT_DONE;
    }
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        if (strcmp(command, commands[i].name) != 0)
            continue;
        if (commands[i].one_thread)
            one_thread(argv);
        return commands[i].run(args);
    }
    return unknown_command(command);
}
