/* SPDX-License-Identifier: MIT */
/* What an automatic reference consists of, and the choice of its step. */
#ifndef MB_PROBLEMS_REFERENCES_AUTOMATIC_CHOICE_H
#define MB_PROBLEMS_REFERENCES_AUTOMATIC_CHOICE_H

#include "problems/references/automatic.h"
#include "problems/references/automatic/parts.h"
#include "problems/references/automatic/table.h"

struct mb_automatic {
    const mb_plain_mechanism *plain;
    double end; /* [s] */
    mb_automatic_facts facts;
    mb_auto_pose *pose;   /* (nbodies) assembled */
    double *bound;        /* (ncomponents), with what the table is off by */
    mb_auto_table *table; /* NULL: none */
};

/* A tree with its start and its steps. */
typedef struct mb_auto_stand {
    mb_auto tree;
    mb_auto_state state;
    mb_extrapolation rule;
} mb_auto_stand;

/* A tree at its start; why[0] where there is none. */
mb_status mb_auto_build(const mb_automatic *reference, mb_auto_shape shape, mb_arena *arena,
                        mb_auto_stand *stand, char *why, size_t size, mb_error *err);

enum { MB_AUTO_TRACKS = 3 };

typedef struct mb_auto_choice {
    const mb_plain_mechanism *plain;
    double end; /* [s] */
    mb_auto *tree[2];
    int ntrees;
    mb_auto_track track[MB_AUTO_TRACKS]; /* H, H/2, the other way */
    int ntracks;
    double *out[MB_AUTO_TRACKS], *apart, *largest; /* (ncomponents) */
    double *unit; /* (ncomponents) sizes by which motions are compared; 0: they are not */
    mb_automatic_facts *facts;
    double *bound; /* (ncomponents) */
} mb_auto_choice;

/* Finds step, horizon and bounds by runs; facts->there says whether that did. */
void mb_auto_choose(mb_auto_choice *c);

#endif
