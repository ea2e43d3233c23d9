/* SPDX-License-Identifier: MIT */
#include "base/names.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

enum { LONGEST = 63 };

bool mb_among(const char *word, const char *const *names)
{
    for (; *names; names++)
        if (strcmp(*names, word) == 0)
            return true;
    return false;
}

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

int mb_edit_distance(const char *a, const char *b)
{
    size_t na = strlen(a), nb = strlen(b);
    int rows[3][LONGEST + 1], *before = rows[0], *above = rows[1], *row = rows[2];

    if (na > LONGEST || nb > LONGEST)
        return INT_MAX;
    for (size_t j = 0; j <= nb; j++)
        row[j] = (int)j;
    for (size_t i = 1; i <= na; i++) {
        int *oldest = before;

        before = above;
        above = row;
        row = oldest;
        row[0] = (int)i;
        for (size_t j = 1; j <= nb; j++) {
            const int replaced = above[j - 1] + (a[i - 1] != b[j - 1]);

            row[j] = smaller(replaced, smaller(above[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = smaller(row[j], before[j - 2] + 1);
        }
    }
    return row[nb];
}

const char *mb_nearest(const char *word, const char *const *names)
{
    const char *best = NULL;
    const int letters = (int)strlen(word);
    int least = smaller(3, 1 + letters / 3) + 1;

    for (; *names; names++) {
        int distance = mb_edit_distance(word, *names);

        if (distance < least && 2 * distance <= letters) { /* half of it is meant, at least */
            least = distance;
            best = *names;
        }
    }
    return best;
}

/* The only name that begins with the word, which has three letters at least; NULL: none or several. */
static const char *begun(const char *word, const char *const *names)
{
    const size_t n = strlen(word);
    const char *found = NULL;

    for (; n >= 3 && *names; names++) {
        if (strncmp(*names, word, n) != 0)
            continue;
        if (found)
            return NULL;
        found = *names;
    }
    return found;
}

/* "did you mean 'a', 'b'?" of all names as near as `near`, or of that alone. */
static void put_near(const char *word, const char *near, const char *const *names, char *text,
                     size_t size)
{
    const int least = mb_edit_distance(word, near);
    const char *quote = "'";

    snprintf(text, size, "did you mean ");
    for (; *names; names++) {
        if (*names != near && mb_edit_distance(word, *names) != least)
            continue;
        mb_join(text, size, quote, *names);
        quote = "', '";
    }
    mb_join(text, size, "", "'?");
}

const char *mb_meant(const char *word, const char *const *names, const char *otherwise, char *text,
                     size_t size)
{
    const char *near = mb_nearest(word, names);

    if (!near)
        near = begun(word, names);
    if (near) {
        put_near(word, near, names, text, size);
        return text;
    }
    snprintf(text, size, "%s ", otherwise);
    for (int i = 0; names[i]; i++)
        mb_join(text, size, i ? ", " : "", names[i]);
    return text;
}

void mb_join_names(const char *const *names, char *text, size_t size)
{
    size_t used = 0;

    text[0] = '\0';
    for (int i = 0; names[i] && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, "%s%s", i ? ", " : "", names[i]);
}
