/* SPDX-License-Identifier: MIT */
/* Lists of names, which end in NULL, and suggestions for mistyped ones. */
#ifndef MB_BASE_NAMES_H
#define MB_BASE_NAMES_H

#include <stdbool.h>
#include <stddef.h>

bool mb_among(const char *word, const char *const *names);

/* Number of changes (a letter inserted, deleted or replaced, two neighbours swapped) between two words
 * of at most 63 letters; longer words count as far apart. */
int mb_edit_distance(const char *a, const char *b);

/* The name nearest to word when it is near enough to be meant, else NULL. */
const char *mb_nearest(const char *word, const char *const *names);

/* What to say of a word that is none of the names: "did you mean 'rk4'?", with all that are as near,
 * or with the only one that begins so; else `otherwise` ("there are") and all of them, as far as
 * text has room.  Returns text. */
const char *mb_meant(const char *word, const char *const *names, const char *otherwise, char *text,
                     size_t size);

/* Writes "a, b, c". */
void mb_join_names(const char *const *names, char *text, size_t size);

#endif
