#include "base/names.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

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
    int row[LONGEST + 1];

    if (na > LONGEST || nb > LONGEST)
        return INT_MAX;
    for (size_t j = 0; j <= nb; j++)
        row[j] = (int)j;
    for (size_t i = 1; i <= na; i++) {
        int diagonal = row[0];

        row[0] = (int)i;
        for (size_t j = 1; j <= nb; j++) {
            int replaced = diagonal + (a[i - 1] != b[j - 1]);

            diagonal = row[j];
            row[j] = smaller(replaced, smaller(row[j], row[j - 1]) + 1);
        }
    }
    return row[nb];
}

const char *mb_nearest(const char *word, const char *const *names)
{
    const char *best = NULL;
    int least = smaller(3, 1 + (int)(strlen(word) / 3)) + 1;

    for (; *names; names++) {
        int distance = mb_edit_distance(word, *names);

        if (distance < least) {
            least = distance;
            best = *names;
        }
    }
    return best;
}

void mb_join_names(const char *const *names, char *text, size_t size)
{
    size_t used = 0;

    text[0] = '\0';
    for (int i = 0; names[i] && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, "%s%s", i ? ", " : "", names[i]);
}
