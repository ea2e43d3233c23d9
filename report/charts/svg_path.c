/* SPDX-License-Identifier: MIT */
#include "report/charts/svg_path.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TENTH = 10, MAX_LEFT_OUT = 60 /* in a row */ };

/* [tenths of a pixel] */
typedef struct point {
    long x, y;
    bool move; /* begins a line of its own */
} point;

/* Reads "M12.34,56.78 " or the same with L; NULL where there is none. */
static const char *read_point(const char *at, point *p)
{
    char *end;

    at += strspn(at, " \t\n");
    if (*at != 'M' && *at != 'L')
        return NULL;
    p->move = *at == 'M';
    p->x = lround(TENTH * strtod(at + 1, &end));
    if (*end != ',')
        return NULL;
    p->y = lround(TENTH * strtod(end + 1, &end));
    return end;
}

/* Number of points of a value that holds nothing but such, and whether the path is closed; 0 for
 * another. */
static int count_points(const char *value, size_t size, bool *closed)
{
    const char *at = value, *next;
    point p;
    int n = 0;

    for (; (next = read_point(at, &p)); n++)
        at = next;
    at += strspn(at, " \t\n");
    *closed = *at == 'Z' || *at == 'z';
    at += *closed;
    at += strspn(at, " \t\n");
    return at == value + size ? n : 0;
}

/* Lie all points between a and b on the line from a to b, to a tenth of a pixel and in between? */
static bool straight(const point *a, const point *b)
{
    double dx = (double)(b->x - a->x), dy = (double)(b->y - a->y), length = hypot(dx, dy);

    for (const point *p = a + 1; p < b; p++) {
        double x = (double)(p->x - a->x), y = (double)(p->y - a->y), along = x * dx + y * dy;

        if (fabs(x * dy - y * dx) > length || along < 0 || along > length * length)
            return false;
    }
    return true;
}

/* The point after p, or on its line the last one that a straight line from p can stand for. */
static const point *follow(const point *p, const point *end)
{
    const point *next = p + 1;

    while (next + 1 < end && !next[0].move && !next[1].move && next - p < MAX_LEFT_OUT &&
           straight(p, next + 1))
        next++;
    return next;
}

static void put_tenths(FILE *page, long v, bool spaced)
{
    long size = labs(v);

    if (v < 0)
        fputc('-', page);
    else if (spaced)
        fputc(' ', page);
    if (size >= TENTH || size == 0)
        fprintf(page, "%ld", size / TENTH);
    if (size % TENTH != 0)
        fprintf(page, ".%ld", size % TENTH);
}

bool mb_svg_put_path(const char *value, size_t size, FILE *page)
{
    const char *at = value;
    bool closed;
    int n = count_points(value, size, &closed);
    point *all = n > 0 ? calloc((size_t)n, sizeof *all) : NULL;
    long x = 0, y = 0; /* of the last point written */

    if (!all)
        return false;
    for (int i = 0; i < n; i++)
        at = read_point(at, &all[i]);
    for (const point *p = all; p < all + n; p = follow(p, all + n)) {
        if (!p->move && p->x == x && p->y == y)
            continue;
        if (p->move)
            fputc('m', page); /* the pairs after the first are lines */
        put_tenths(page, p->x - x, !p->move);
        put_tenths(page, p->y - y, true);
        x = p->x;
        y = p->y;
    }
    fputs(closed ? "z" : "", page);
    free(all);
    return true;
}
