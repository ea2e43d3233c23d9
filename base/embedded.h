/* Files built into the program: base/embed.py writes them as an array that ends in a NULL name. */
#ifndef MB_BASE_EMBEDDED_H
#define MB_BASE_EMBEDDED_H

#include <stddef.h>

typedef struct mb_embedded {
    const char *name; /* of the file without its extension */
    const char *text; /* ends in a zero */
    size_t size;      /* without it */
} mb_embedded;

#endif
