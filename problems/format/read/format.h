/* SPDX-License-Identifier: MIT */
/* Mechanism files to plain mechanisms.  Nothing here opens a file: the text comes from the caller.
 * Nothing in a text can load, run or hang anything: sizes, depths and work are limited. */
#ifndef MB_PROBLEMS_FORMAT_READ_FORMAT_H
#define MB_PROBLEMS_FORMAT_READ_FORMAT_H

#include "base/arena.h"
#include "problems/format/text/messages.h"
#include "problems/mechanism.h"

/* Elements of a mechanism at most: as a file says by itself, and with parameters that somebody asked
 * for. */
enum { MB_FORMAT = 1, MB_FORMAT_ELEMENTS = 1000000, MB_FORMAT_ASKED_ELEMENTS = 10000000 };

/* Reads a mechanism file.  file: its name in messages, kept; parameters: "p=v,...", "" for the
 * defaults.  The mechanism lives in the arena.  messages: errors, all in the order of the file, and
 * notes; may be NULL.  MB_BAD_INPUT: err holds the errors that fit, one a line; *mechanism is NULL
 * then. */
mb_status mb_format_read(const char *file, const char *text, size_t size, const char *parameters,
                         mb_arena *arena, mb_messages *messages,
                         const mb_plain_mechanism **mechanism, mb_error *err);

/* The plain mechanism as canonical text, of which digests are made: all that the motion and the
 * records depend on, numbers in full.  Comments, spelling, names of constants and what is for
 * people or pictures only do not enter.  Handed to `take` in pieces. */
void mb_format_canonical(const mb_plain_mechanism *m, void (*take)(void *data, const char *text),
                         void *data);

#endif
