#include "problems/mechanisms/files.h"

#include <string.h>

const mb_embedded *mb_mechanism_file(const char *name)
{
    for (const mb_embedded *file = mb_mechanism_files; file->name; file++)
        if (strcmp(file->name, name) == 0)
            return file;
    return NULL;
}
