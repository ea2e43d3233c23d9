/* SPDX-License-Identifier: MIT */
#include "report/records/run_status.h"

#include <string.h>

static const struct {
    mb_run_end end;
    mb_badge badge; /* its name is the word */
    const char *told;
} list[MB_RUN_STATUSES] = {
#define ENTRY(name, word, end, glyph, style, meaning, told)                                        \
    [name] = {end, {word, glyph, style, meaning}, told},
    MB_RUN_STATUS_LIST(ENTRY)
#undef ENTRY
};

const char *mb_run_status_word(mb_run_status status)
{
    return status < MB_RUN_STATUSES ? list[status].badge.name : "unknown";
}

mb_run_status mb_run_status_find(const char *word)
{
    for (int i = 0; word && i < MB_RUN_STATUSES; i++)
        if (strcmp(list[i].badge.name, word) == 0)
            return (mb_run_status)i;
    return MB_RUN_STATUSES;
}

bool mb_run_status_timed(mb_run_status status)
{
    return status < MB_RUN_STATUSES && list[status].end == MB_END_WHOLE;
}

bool mb_run_status_limited(mb_run_status status)
{
    return status < MB_RUN_STATUSES && list[status].end == MB_END_LIMIT;
}

bool mb_run_status_repeats(mb_run_status status)
{
    return status < MB_RUN_STATUSES && list[status].end <= MB_END_OWN;
}

const char *mb_run_status_told(const char *word)
{
    mb_run_status status = mb_run_status_find(word);

    return status < MB_RUN_STATUSES ? list[status].told : word;
}

mb_badge mb_badge_of(const char *name)
{
    mb_run_status status = mb_run_status_find(name);

    return status < MB_RUN_STATUSES
               ? list[status].badge
               : (mb_badge){name, "?", "crash", "a status this report does not know"};
}

mb_badge mb_badge_at(int i)
{
    return i >= 0 && i < MB_RUN_STATUSES ? list[i].badge : (mb_badge){NULL, "", "", ""};
}
