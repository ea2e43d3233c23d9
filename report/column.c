#include "report/column.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Places of the times and of the column in the head line; -1: none. */
static void read_head(char *line, const char *name, int *t, int *v)
{
    char *rest = NULL;
    int n = 0;

    *t = *v = -1;
    for (char *word = strtok_r(line, "# \t\r\n", &rest); word;
         word = strtok_r(NULL, "# \t\r\n", &rest), n++) {
        if (strcmp(word, "t") == 0)
            *t = n;
        if (strcmp(word, name) == 0)
            *v = n;
    }
}

/* The numbers at two places of a line; false when one is missing. */
static bool read_two(const char *line, int i, int j, double *a, double *b)
{
    int last = i > j ? i : j;

    for (int n = 0; n <= last; n++) {
        char *end;
        double x = strtod(line, &end);

        if (end == line)
            return false;
        if (n == i)
            *a = x;
        if (n == j)
            *b = x;
        line = end;
    }
    return true;
}

static bool grow(mb_series_column *c)
{
    int size = c->size ? 2 * c->size : 1024;
    double *t = realloc(c->t, (size_t)size * sizeof *t), *v;

    if (t)
        c->t = t;
    v = t ? realloc(c->v, (size_t)size * sizeof *v) : NULL;
    if (!v)
        return false;
    c->v = v;
    c->size = size;
    return true;
}

static mb_column_found read_file(FILE *file, const char *name, mb_series_column *c)
{
    char *line = NULL;
    size_t length = 0;
    int t = -1, v = -1;
    bool memory = true;

    if (getline(&line, &length, file) >= 0)
        read_head(line, name, &t, &v);
    while (memory && t >= 0 && v >= 0 && getline(&line, &length, file) >= 0) {
        double at, value;

        if (!read_two(line, t, v, &at, &value) || !isfinite(at))
            continue;
        memory = c->count < c->size || grow(c);
        if (!memory)
            break;
        c->t[c->count] = at;
        c->v[c->count++] = value;
    }
    free(line);
    if (!memory)
        return MB_COLUMN_NO_FILE;
    return c->count > 0 ? MB_COLUMN_OK : MB_COLUMN_NONE;
}

mb_column_found mb_series_column_read(const char *folder, const char *path, const char *name,
                                      mb_series_column *column)
{
    mb_column_found found;
    char *full;
    FILE *file;

    memset(column, 0, sizeof *column);
    if (!path ||
        asprintf(&full, "%s%s%s", *path == '/' ? "" : folder, *path == '/' ? "" : "/", path) < 0)
        return MB_COLUMN_NO_FILE;
    file = fopen(full, "r");
    free(full);
    if (!file)
        return MB_COLUMN_NO_FILE;
    found = read_file(file, name, column);
    fclose(file);
    if (found != MB_COLUMN_OK)
        mb_series_column_free(column);
    return found;
}

void mb_series_column_free(mb_series_column *column)
{
    free(column->t);
    free(column->v);
    memset(column, 0, sizeof *column);
}
