/* SPDX-License-Identifier: MIT */
#include "base/status.h"

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

mb_status mb_fail_list(mb_error *err, mb_status status, const char *format, va_list args)
{
    if (err && err->status == MB_OK) {
        err->status = status;
        vsnprintf(err->text, sizeof err->text, format, args);
    }
    return status;
}

mb_status mb_fail(mb_error *err, mb_status status, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    mb_fail_list(err, status, format, args);
    va_end(args);
    return status;
}
