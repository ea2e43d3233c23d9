/* SPDX-License-Identifier: MIT */
/* Automatic references that are kept beside the records, so that they are found once. */
#ifndef MB_BENCH_MECHANISM_KEPT_REFERENCE_H
#define MB_BENCH_MECHANISM_KEPT_REFERENCE_H

#include "base/arena.h"
#include "problems/references/automatic.h"

typedef struct mb_kept_reference {
    mb_automatic *reference;
    bool ready; /* it stood in a file */
    double cpu; /* [s] that it took, when it was found */
} mb_kept_reference;

/* The reference of an assembled mechanism over [0, end] in the arena: the one that stands in the
 * folder, of this program and this mechanism to the last digit, else found now and put there.  A file
 * that is not whole, or another's, counts for nothing and is written anew, under a name of its own
 * first, so that programs side by side do not meet.  folder: NULL or "", nothing is kept; it is made where
 * it is missing, in a folder that is there.  MB_FAILURE: it disagrees with the model (agreement.h). */
mb_status mb_reference_kept(const mb_plain_mechanism *assembled, double end, const char *folder,
                            mb_arena *arena, mb_kept_reference *kept, mb_error *err);

/* Folder for the references of a record file, "" for a stream; size: of the text. */
void mb_reference_folder(const char *records, char *folder, size_t size);

/* One of its own among temporary files, "" where there can be none; and away with it. */
void mb_reference_scratch(char *folder, size_t size);
void mb_reference_scratch_remove(const char *folder);

/* That beside the usual record file, for commands that write no records; NULL where nobody has made
 * the folder of records. */
const char *mb_reference_usual_folder(void);

#endif
