/* SPDX-License-Identifier: MIT */
/* Problems that are mechanism files: a text in YAML is the descriptor, and the model follows from
 * it. */
#ifndef MB_PROBLEMS_MECHANISMS_DECLARATION_H
#define MB_PROBLEMS_MECHANISMS_DECLARATION_H

#include "problems/format/text/messages.h"
#include "problems/mechanism.h"
#include "problems/model.h"

enum { MB_DECLARED_LIMITS = 5 };

typedef struct mb_declaration {
    mb_problem problem;
    mb_stated_limit limit[MB_DECLARED_LIMITS + 1]; /* of `problem` */
    const mb_plain_mechanism *mechanism;
} mb_declaration;

/* What a file declares at parameters "p=v,...", "" for the defaults.  All lives in the arena, and as
 * long as the file.  messages: errors and notes, may be NULL; MB_BAD_INPUT tells those that fit. */
mb_status mb_declaration_read(const mb_embedded *file, const char *parameters, mb_arena *arena,
                              mb_messages *messages, mb_declaration **declaration, mb_error *err);

/* The slot `setup` of problems with a file. */
mb_status mb_declaration_setup(mb_model *model, mb_error *err);

#endif
