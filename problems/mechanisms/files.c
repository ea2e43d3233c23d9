/* SPDX-License-Identifier: MIT */
#include "problems/mechanisms/files.h"

const mb_embedded *mb_mechanism_file(const char *name)
{
    return mb_embedded_find(mb_mechanism_files, name);
}
