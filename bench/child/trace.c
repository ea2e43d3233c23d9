/* SPDX-License-Identifier: MIT */
#include "bench/child/trace.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/files.h"

struct mb_trace {
    mb_observer observer;
    const char *path;
    FILE *file;
};

static const char *const what[] = {
#define WORD(name, word) [name] = word,
    MB_ITERATING_LIST(WORD)};
static const char *const ending[] = {MB_ENDING_LIST(WORD)};
#undef WORD

static void put_time(FILE *file, double t)
{
    if (!isnan(t))
        fprintf(file, "%.12g", t);
    fputc('\t', file);
}

static void put_size(FILE *file, double x)
{
    if (!isnan(x))
        fprintf(file, "%.3e", x);
    fputc('\t', file);
}

static void tell(const mb_observer *observer, const mb_iteration *i)
{
    FILE *file = ((const mb_trace *)observer->context)->file;

    fprintf(file, "%ld\t", observer->step);
    put_time(file, observer->t);
    put_time(file, observer->h);
    if (i->pass > 0)
        fprintf(file, "%ld", i->pass);
    fprintf(file, "\t%s\t", what[i->what]);
    put_size(file, i->residual);
    put_size(file, i->correction);
    put_size(file, i->rcond);
    fprintf(file, "%s\n", ending[i->ending]);
}

mb_status mb_trace_open(const char *path, mb_trace **trace, mb_error *err)
{
    mb_trace *made = calloc(1, sizeof *made);

    *trace = NULL;
    if (!made)
        return mb_fail(err, MB_NO_MEMORY, "no memory for a trace");
    made->observer = (mb_observer){.tell = tell, .context = made};
    made->path = path;
    made->file = fopen(path, "w");
    if (!made->file) {
        free(made);
        return mb_cannot_write("--trace", path, err);
    }
    setvbuf(made->file, NULL, _IOLBF, BUFSIZ); /* a crash leaves what came before it */
    fputs("step\tt [s]\th [s]\tpass\twhat\tresidual [SI]\tcorrection [1]\trcond [1]\tstopped\n",
          made->file);
    *trace = made;
    return MB_OK;
}

mb_observer *mb_trace_observer(mb_trace *trace)
{
    return trace ? &trace->observer : NULL;
}

mb_status mb_trace_close(mb_trace *trace, mb_error *err)
{
    mb_status status = MB_OK;
    bool failed;

    if (!trace)
        return MB_OK;
    failed = ferror(trace->file) != 0;
    failed = fclose(trace->file) != 0 || failed;
    if (failed)
        status =
            mb_fail(err, MB_FAILURE, "--trace: %.400s could not be written in full", trace->path);
    free(trace);
    return status;
}
