/* An automatic reference as a whole: its trees, its motions side by side, its bounds. */
#ifndef MB_PROBLEMS_REFERENCES_AUTOMATIC_CHOICE_H
#define MB_PROBLEMS_REFERENCES_AUTOMATIC_CHOICE_H

#include "problems/references/automatic.h"
#include "problems/references/automatic/parts.h"

enum { MB_AUTO_TRACKS = 3 };

struct mb_automatic {
    const mb_plain_mechanism *plain;
    double end;
    mb_automatic_facts facts;
    mb_auto tree[2];
    int ntrees;
    mb_extrapolation rule[2];
    mb_auto_track track[MB_AUTO_TRACKS]; /* H, H/2, the other way */
    int ntracks;
    mb_auto_track read;                                    /* what is handed out */
    double *out[MB_AUTO_TRACKS], *apart, *largest, *bound; /* (ncomponents) */
    double *unit; /* (ncomponents) sizes by which motions are compared; 0: they are not */
};

/* Finds step, horizon and bounds by runs; facts.there says whether that did. */
void mb_automatic_choose(mb_automatic *r);

#endif
