#include "report/records/badge.h"

#include <string.h>

static const mb_badge list[] = {
#define ENTRY(name, glyph, style, meaning) {name, glyph, style, meaning},
    MB_BADGE_LIST(ENTRY)
#undef ENTRY
};

enum { COUNT = sizeof list / sizeof list[0] };

mb_badge mb_badge_of(const char *name)
{
    for (int i = 0; i < COUNT; i++)
        if (strcmp(list[i].name, name) == 0)
            return list[i];
    return (mb_badge){name, "?", "crash", "a status this report does not know"};
}

mb_badge mb_badge_at(int i)
{
    return i >= 0 && i < COUNT ? list[i] : (mb_badge){NULL, "", "", ""};
}
