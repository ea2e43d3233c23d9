/* SPDX-License-Identifier: MIT */
#include "bench/command/help.h"

#include <ctype.h>
#include <string.h>

#include "bench/environment.h"

enum { MARGIN = 22, NAME_WIDTH = 12 };

static const char head[] =
    "which method, with which step, keeps the constraints of my mechanism, and at what cost?";
static const char statuses[] =
    "Exit status: 0 done (a failed run is a result), 1 error, 2 wrong use,\n"
    "3 regression, 4 not comparable, 5 measured nothing, 130 interrupted.\n";

void mb_help(const mb_command *const *commands, FILE *out)
{
    fprintf(out, "mbsbench %s: %s\n\n", mb_version(), head);
    for (; *commands; commands++)
        fprintf(out, "mbsbench %-*s %s\n", NAME_WIDTH, (*commands)->name, (*commands)->about);
    fprintf(out,
            "\nmbsbench COMMAND --help    its words, with examples\n"
            "mbsbench --version\n"
            "mbsbench COMMAND --man     the same as a manual page: mbsbench run --man | man -l -\n"
            "\nTo begin with:\n"
            "  mbsbench advise --problem four-bar --error 1e-4\n"
            "\n%s",
            statuses);
}

/* ---- a command ------------------------------------------------------------------------------ */

static void put_rows(const mb_option *options, FILE *out)
{
    for (const mb_option *o = options; o && o->word; o++) {
        int n = fprintf(out, "    %s%s%s", o->word, o->value ? " " : "", o->value ? o->value : "");

        fprintf(out, "%*s", n < MARGIN ? MARGIN - n : 2, "");
        for (const char *c = o->help; *c; c++)
            if (*c == '\n')
                fprintf(out, "\n%*s", MARGIN, "");
            else
                fputc(*c, out);
        fputc('\n', out);
    }
}

/* Each line behind `before`. */
static void put_lines(const char *text, const char *before, FILE *out)
{
    while (*text) {
        size_t n = strcspn(text, "\n");

        fprintf(out, "%s%.*s\n", before, (int)n, text);
        text += n + (text[n] == '\n');
    }
}

void mb_help_command(const mb_command *command, FILE *out)
{
    fprintf(out, "mbsbench %s: %s\n\nmbsbench %s %s\n", command->name, command->about,
            command->name, command->usage);
    for (int t = 0; t < MB_OPTION_TABLES; t++)
        put_rows(mb_option_table(command, t), out);
    fputs("\nFor example:\n", out);
    put_lines(command->examples, "  ", out);
}

/* ---- the manual page ------------------------------------------------------------------------ */

/* Text as troff takes it. */
static void put_roff(const char *text, FILE *out)
{
    for (char before = '\n'; *text; before = *text++)
        if (*text == '-' || *text == '\\')
            fprintf(out, "\\%c", *text == '\\' ? 'e' : '-');
        else if (*text == '\'')
            fputs("\\(aq", out);
        else
            fprintf(out, "%s%c", *text == '.' && before == '\n' ? "\\&" : "", *text);
}

static void put_roff_rows(const mb_option *options, FILE *out)
{
    for (const mb_option *o = options; o && o->word; o++) {
        fputs(".TP\n.B ", out);
        put_roff(o->word, out);
        fputs(o->value ? " " : "", out);
        put_roff(o->value ? o->value : "", out);
        fputc('\n', out);
        put_roff(o->help, out);
        fputc('\n', out);
    }
}

static void put_roff_lines(const char *text, FILE *out)
{
    fputs(".nf\n", out);
    put_roff(text, out);
    fputs("\n.fi\n", out);
}

static void put_title(const char *name, const char *about, FILE *out)
{
    fputs(".TH \"", out);
    for (const char *c = name; *c; c++)
        fputc(toupper((unsigned char)*c), out);
    fprintf(out, "\" 1 \"\" \"mbsbench %s\" \"mbsbench\"\n.SH NAME\n", mb_version());
    put_roff(name, out);
    fputs(" \\- ", out);
    put_roff(about, out);
    fputc('\n', out);
}

void mb_help_man_command(const mb_command *command, FILE *out)
{
    char name[64];

    snprintf(name, sizeof name, "mbsbench-%s", command->name);
    put_title(name, command->about, out);
    fputs(".SH SYNOPSIS\n.nf\nmbsbench ", out);
    put_roff(command->name, out);
    fputc(' ', out);
    put_roff(command->usage, out);
    fputs("\n.fi\n", out);
    if (command->shared || command->options)
        fputs(".SH OPTIONS\n", out);
    for (int t = 0; t < MB_OPTION_TABLES; t++)
        put_roff_rows(mb_option_table(command, t), out);
    fputs(".SH EXIT STATUS\n", out);
    put_roff(statuses, out);
    fputs(".SH EXAMPLES\n", out);
    put_roff_lines(command->examples, out);
    fputs(".SH SEE ALSO\n.BR mbsbench (1)\n", out);
}

void mb_help_man(const mb_command *const *commands, FILE *out)
{
    put_title("mbsbench", head, out);
    fputs(".SH SYNOPSIS\n.B mbsbench\nCOMMAND [WORD...]\n.SH COMMANDS\n", out);
    for (; *commands; commands++) {
        fputs(".TP\n.BR mbsbench\\-", out);
        put_roff((*commands)->name, out);
        fputs(" (1)\n", out);
        put_roff((*commands)->about, out);
        fputc('\n', out);
    }
    fputs(".SH EXIT STATUS\n", out);
    put_roff(statuses, out);
    fputs(".SH ENVIRONMENT\n.TP\n.B MBSBENCH_ENGINES\n", out);
    put_roff("folders with adapters of engines, mbsbench-engine-NAME, with colons between", out);
    fputs("\n.TP\n.B MBSBENCH_PLUGINS\n", out);
    put_roff("libraries with parts of solvers, and folders of them, with colons between", out);
    fputs("\n.SH EXAMPLES\n", out);
    put_roff_lines("mbsbench advise --problem four-bar --error 1e-4", out);
}
