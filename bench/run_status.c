#include "bench/run_status.h"

#include <string.h>

static const char *const words[] = {
#define MB_RUN_STATUS_WORD(name, word) word,
    MB_RUN_STATUS_LIST(MB_RUN_STATUS_WORD)
#undef MB_RUN_STATUS_WORD
};

const char *mb_run_status_word(mb_run_status status)
{
    return status < MB_RUN_STATUSES ? words[status] : "unknown";
}

mb_run_status mb_run_status_find(const char *word)
{
    for (int i = 0; word && i < MB_RUN_STATUSES; i++)
        if (strcmp(words[i], word) == 0)
            return (mb_run_status)i;
    return MB_RUN_STATUSES;
}

bool mb_run_status_timed(mb_run_status status)
{
    return status == MB_RUN_OK || status == MB_RUN_BRANCH_CHANGE;
}
