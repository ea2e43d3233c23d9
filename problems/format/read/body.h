/* SPDX-License-Identifier: MIT */
/* What the files that read bodies share: one body, or one part of a body, in the making. */
#ifndef MB_PROBLEMS_FORMAT_READ_BODY_H
#define MB_PROBLEMS_FORMAT_READ_BODY_H

#include "problems/format/read/reader.h"

/* A body while it is read: its frame, its solid, and where its ends are. */
typedef struct mb_body_draft {
    mb_node *node;
    char text[MB_FORMAT_NAME + 8]; /* mb_draft_text */
    mb_plain_body *body;
    double volume;      /* of its solid [m3]; 0: it has none that has one */
    bool solid;         /* inertia is that of a solid: `shape` times the mass */
    double shape[3];    /* squared radii of gyration about x, y, z [m2] */
    const char *end[2]; /* of a rod with a length: names of its ends, NULL: none */
} mb_body_draft;

/* "body 'crank'", "a part" for messages. */
const char *mb_draft_text(mb_body_draft *d);

/* Pose (com, turn, origin), solid and ends by the kind of the body; not of parts. */
bool mb_read_pose(mb_draft *r, mb_body_draft *d);

/* box, disc, cylinder, sphere; a rod's cross-section. */
bool mb_read_solid(mb_draft *r, mb_body_draft *d);
bool mb_read_rod_solid(mb_draft *r, mb_body_draft *d);

/* Mass and inertia.  massless (NULL: not allowed): whether the body is a distance. */
bool mb_read_mass(mb_draft *r, mb_body_draft *d, bool *massless);

/* The tensor in world axes: R J R'. */
void mb_world_inertia(const mb_plain_body *body, double j[9]);

/* j += m (d.d I - d d') */
void mb_steiner(double m, const double d[3], double j[9]);

void mb_turn_product(const double a[9], const double b[9], double ab[9]); /* a b; ab may be a */

#endif
