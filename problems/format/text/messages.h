/* SPDX-License-Identifier: MIT */
/* What is wrong in a mechanism file, and what is worth a note: FILE:LINE:COLUMN: text. */
#ifndef MB_PROBLEMS_FORMAT_TEXT_MESSAGES_H
#define MB_PROBLEMS_FORMAT_TEXT_MESSAGES_H

#include <stdbool.h>
#include <stdio.h>

#include "base/status.h"

enum { MB_MESSAGES = 20, MB_MESSAGE_SIZE = 480 };

typedef struct mb_message {
    int line, column; /* from 1 */
    char text[MB_MESSAGE_SIZE];
} mb_message;

/* Of each kind the first MB_MESSAGES are kept; of several errors at one place the first. */
typedef struct mb_messages {
    const char *file; /* name for messages */
    int nerrors, nnotes;
    bool more; /* there were more errors */
    mb_message error[MB_MESSAGES], note[MB_MESSAGES];
} mb_messages;

void mb_messages_error(mb_messages *m, int line, int column, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void mb_messages_note(mb_messages *m, int line, int column, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Puts the errors in the order of the file. */
void mb_messages_sort(mb_messages *m);

/* "FILE:LINE:COLUMN: text", one line of a list. */
void mb_message_text(const mb_messages *m, const mb_message *message, char *text, size_t size);

/* MB_BAD_INPUT with all errors that fit, one a line; MB_OK where there is none. */
mb_status mb_messages_status(const mb_messages *m, mb_error *err);

#endif
