/* SPDX-License-Identifier: MIT */
/* Files and folders that results go to. */
#ifndef MB_BASE_FILES_H
#define MB_BASE_FILES_H

#include <stddef.h>

#include "base/status.h"

/* MB_FAILURE with what the system says, by errno, of a file that cannot be written.  option: what names
 * it on the command line ("--out"); NULL: nothing does. */
mb_status mb_cannot_write(const char *option, const char *path, mb_error *err);

/* Writes a text (size bytes) to a file, "-" being standard output, of which whoever closes it tells
 * whether all of it arrived. */
mb_status mb_write_file(const char *option, const char *path, const char *text, size_t size,
                        mb_error *err);

/* Makes a folder and those above it. */
mb_status mb_make_folder(const char *path, mb_error *err);
/* The same of the folder that a file is to stand in. */
mb_status mb_make_folder_of(const char *path, mb_error *err);

#endif
