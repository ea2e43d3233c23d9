#include "base/status.h"

#include <stdarg.h>
#include <stdio.h>

const char *mb_status_text(mb_status status)
{
    switch (status) {
#define MB_STATUS_CASE(name, value, text)                                                          \
    case name:                                                                                     \
        return text;
        MB_STATUS_LIST(MB_STATUS_CASE)
#undef MB_STATUS_CASE
    }
    return "unknown status";
}

mb_status mb_fail(mb_error *err, mb_status status, const char *format, ...)
{
    if (err && err->status == MB_OK) {
        va_list args;

        err->status = status;
        va_start(args, format);
        vsnprintf(err->text, sizeof err->text, format, args);
        va_end(args);
    }
    return status;
}
