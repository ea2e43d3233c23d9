/* SPDX-License-Identifier: MIT */
/* The declarations of the catalogue, built into the program. */
#ifndef MB_PROBLEMS_MECHANISMS_FILES_H
#define MB_PROBLEMS_MECHANISMS_FILES_H

#include "base/embedded.h"

/* In the order of problems/mechanisms/meson.build; ends in a NULL name. */
extern const mb_embedded mb_mechanism_files[];

/* NAME.yaml, by NAME; NULL: there is none. */
const mb_embedded *mb_mechanism_file(const char *name);

#endif
