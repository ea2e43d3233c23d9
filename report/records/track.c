/* SPDX-License-Identifier: MIT */
#include "report/records/track.h"

#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A series of ours has a thousand rows or two; what is larger is none. */
enum { LONGEST_LINE = 1 << 22, MOST_VALUES = 1 << 25 };

int mb_track_column(const mb_track *track, const char *name)
{
    for (int i = 0; i < track->columns; i++)
        if (strcmp(track->name[i], name) == 0)
            return i;
    return -1;
}

double mb_track_value(const mb_track *track, int row, int column)
{
    return column < 0 ? (double)NAN : track->value[row * track->columns + column];
}

mb_track_columns mb_track_find(const mb_track *track, const char *name)
{
    static const char *const end[] = {"min.", "max."};
    int value = mb_track_column(track, name), found[2];

    for (int k = 0; k < 2; k++) {
        found[k] = value;
        for (int i = 0; i < track->columns; i++)
            if (strncmp(track->name[i], end[k], 4) == 0 && strcmp(track->name[i] + 4, name) == 0)
                found[k] = i;
    }
    return (mb_track_columns){value, found[0], found[1]};
}

double mb_track_peak(const mb_track *track, int row, mb_track_columns column)
{
    double low = mb_track_value(track, row, column.low);
    double high = mb_track_value(track, row, column.high);

    return isnan(high) || fabs(low) > fabs(high) ? low : high;
}

/* Names of the columns; *t: place of the time among all columns, -1 when there is none. */
static bool read_header(char *line, mb_track *s, int *t)
{
    char *rest = NULL;
    int n = 0;

    *t = -1;
    for (char *word = strtok_r(line, "# \t\r\n", &rest); word;
         word = strtok_r(NULL, "# \t\r\n", &rest), n++) {
        char **more;

        if (*t < 0 && strcmp(word, "t") == 0) {
            *t = n;
            continue;
        }
        more = realloc(s->name, ((size_t)s->columns + 1) * sizeof *more);
        if (!more)
            return false;
        s->name = more;
        s->name[s->columns] = strdup(word);
        if (!s->name[s->columns])
            return false;
        s->columns++;
    }
    return *t >= 0;
}

static bool grow(mb_track *s)
{
    size_t size = s->size ? 2 * (size_t)s->size : 1024;
    double *t, *value;

    if (size * ((size_t)s->columns + 1) > MOST_VALUES)
        return false;
    t = realloc(s->t, size * sizeof *t);
    if (t)
        s->t = t;
    value = realloc(s->value, (size * (size_t)s->columns + 1) * sizeof *value);
    if (value)
        s->value = value;
    if (!t || !value)
        return false;
    s->size = (int)size;
    return true;
}

/* Reads a line into the next row, which counts when its time is a number. */
static void read_row(const char *line, int t, mb_track *s)
{
    double *value = s->value + (size_t)s->count * (size_t)s->columns;
    int n = 0;

    s->t[s->count] = NAN;
    for (int i = 0; i <= s->columns; i++) {
        char *end = NULL;
        double x = line ? strtod(line, &end) : (double)NAN;

        if (end == line) { /* no number here, nor further on */
            x = NAN;
            line = NULL;
        } else {
            line = end;
        }
        if (i == t)
            s->t[s->count] = x;
        else
            value[n++] = x;
    }
    if (s->count > 0 && s->t[s->count] < s->t[s->count - 1])
        s->back++;
    else
        s->count += isfinite(s->t[s->count]);
}

/* The next line, ended by a zero in the place of its newline; *line has room for LONGEST_LINE. */
static bool read_line(FILE *file, char *line, bool *too_long)
{
    size_t n = 0;
    int c;

    while ((c = getc_unlocked(file)) != EOF && c != '\n' && n + 1 < LONGEST_LINE)
        line[n++] = (char)c;
    line[n] = '\0';
    *too_long = n + 1 == LONGEST_LINE;
    return c != EOF || n > 0;
}

static bool read_file(FILE *file, mb_track *s)
{
    char *line = malloc(LONGEST_LINE);
    bool too_long;
    int t;
    bool ok = line && read_line(file, line, &too_long) && !too_long && read_header(line, s, &t);

    while (ok && read_line(file, line, &too_long)) {
        ok = !too_long && (s->count < s->size || grow(s));
        if (ok)
            read_row(line, t, s);
    }
    free(line);
    return ok && s->count > 0;
}

/* Whether a path does not stay below the folder that it starts from. */
static bool leaves(const char *path)
{
    const char *part = path;

    for (; *part; part += strcspn(part, "/"), part += *part == '/')
        if (strcspn(part, "/") == 2 && strncmp(part, "..", 2) == 0)
            return true;
    return *path == '/';
}

FILE *mb_series_open(const char *folder, const char *series)
{
    char *path;
    struct stat info;
    int fd;

    if (!series || leaves(series) || asprintf(&path, "%s/%s", folder, series) < 0)
        return NULL;
    fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* a FIFO without a writer would wait */
    free(path);
    if (fd >= 0 && fstat(fd, &info) == 0 && S_ISREG(info.st_mode))
        return fdopen(fd, "r");
    if (fd >= 0)
        close(fd);
    return NULL;
}

bool mb_track_read(const char *folder, const char *path, mb_track *track)
{
    FILE *file = mb_series_open(folder, path);
    bool ok;

    memset(track, 0, sizeof *track);
    if (!file)
        return false;
    ok = read_file(file, track);
    fclose(file);
    if (!ok)
        mb_track_free(track);
    return ok;
}

void mb_track_free(mb_track *track)
{
    for (int i = 0; i < track->columns; i++)
        free(track->name[i]);
    free(track->name);
    free(track->t);
    free(track->value);
    memset(track, 0, sizeof *track);
}

int mb_part_of_time(double t, double from, double till, int parts)
{
    double x = (t - from) / (till - from) * parts;

    return !(x > 0) ? 0 : x >= parts ? parts - 1 : (int)x; /* a NaN has no whole number */
}
