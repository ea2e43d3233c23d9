/* SPDX-License-Identifier: MIT */
/* Files built into the program: base/embed.py writes them as an array that ends in a NULL name. */
#ifndef MB_BASE_EMBEDDED_H
#define MB_BASE_EMBEDDED_H

#include <stddef.h>
#include <string.h>

typedef struct mb_embedded {
    const char *name; /* of the file without its extension */
    const char *text; /* ends in a zero */
    size_t size;      /* without it */
} mb_embedded;

/* NULL: there is none of that name. */
static inline const mb_embedded *mb_embedded_find(const mb_embedded *files, const char *name)
{
    for (const mb_embedded *file = files; file->name; file++)
        if (strcmp(file->name, name) == 0)
            return file;
    return NULL;
}

#endif
