/* SPDX-License-Identifier: MIT */
/* Status codes and error texts, shared by every layer. */
#ifndef MB_BASE_STATUS_H
#define MB_BASE_STATUS_H

#include <stdarg.h>

/* name, value, text for people.  0: done.  > 0: this step failed, a retry (a smaller step) is the
 * integrator's right.  < 0: the run is over. */
#define MB_STATUS_LIST(X)                                                                          \
    X(MB_OK, 0, "ok")                                                                              \
    X(MB_STEP_FAILED, 1, "step failed")                                                            \
    X(MB_SINGULAR, -1, "singular matrix")                                                          \
    X(MB_DIVERGED, -2, "diverged")                                                                 \
    X(MB_NON_FINITE, -3, "non-finite value")                                                       \
    X(MB_NOT_APPLICABLE, -4, "not applicable")                                                     \
    X(MB_BAD_INPUT, -5, "wrong input")                                                             \
    X(MB_NO_MEMORY, -6, "out of memory")                                                           \
    X(MB_FAILURE, -7, "failure")                                                                   \
    X(MB_UNCONVERGED, -8, "not converged")

typedef enum mb_status {
#define MB_STATUS_ENUM(name, value, text) name = value,
    MB_STATUS_LIST(MB_STATUS_ENUM)
#undef MB_STATUS_ENUM
} mb_status;

/* One error text; the deepest cause writes it, callers only pass it on. */
typedef struct mb_error {
    mb_status status;
    char text[1024];
} mb_error;

/* Text of a status; "unknown status" for any other number. */
const char *mb_status_text(mb_status status);

/* Stores status and text if err holds none yet (err may be NULL); returns status, so that
 * `return mb_fail(err, MB_SINGULAR, "...")` is one line. */
mb_status mb_fail(mb_error *err, mb_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
mb_status mb_fail_list(mb_error *err, mb_status status, const char *format, va_list args)
    __attribute__((format(printf, 3, 0)));

/* Makes err hold none, without the rest of its text: that costs more to clear than a small matrix
 * to factorise. */
static inline void mb_error_clear(mb_error *err)
{
    err->status = MB_OK;
    err->text[0] = '\0';
}

/* Evaluates a call and jumps to `done` with `status` set when it did not return MB_OK. */
#define MB_TRY(call)                                                                               \
    do {                                                                                           \
        status = (call);                                                                           \
        if (status != MB_OK)                                                                       \
            goto done;                                                                             \
    } while (0)

#endif
