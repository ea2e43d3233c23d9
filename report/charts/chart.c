/* SPDX-License-Identifier: MIT */
#include "report/charts/chart.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* To its end; NULL: it cannot be read, or memory ran out. */
static char *contents(FILE *file)
{
    char *text = NULL;
    long size;
    size_t n;

    if (fseek(file, 0, SEEK_END) != 0 || (size = ftell(file)) < 0 || fseek(file, 0, SEEK_SET) != 0)
        return NULL;
    text = malloc((size_t)size + 1);
    if (!text)
        return NULL;
    n = fread(text, 1, (size_t)size, file);
    text[n] = '\0';
    return text;
}

char *mb_chart_file(const char *folder, const char *name)
{
    char *path, *text = NULL;
    FILE *file;

    if (asprintf(&path, "%s/%s", folder, name) < 0)
        return NULL;
    file = fopen(path, "r");
    if (file) {
        text = contents(file);
        fclose(file);
    }
    free(path);
    return text;
}

bool mb_chart_small(const char *folder, const mb_chart *chart, char name[MB_CHART_NAME_SIZE + 16])
{
    char *path;
    bool there;

    snprintf(name, MB_CHART_NAME_SIZE + 16, "%s.small.svg", chart->name);
    if (asprintf(&path, "%s/%s", folder, name) < 0)
        return false;
    there = access(path, R_OK) == 0;
    free(path);
    return there;
}
