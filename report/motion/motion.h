/* SPDX-License-Identifier: MIT */
/* The motion of runs for the player of a page (player.js): files of the folder motion/.
 *
 *   player.js      the player
 *   SCENE.js       a scene (docs/scene.md), mbsbench.scene("SCENE", {...})
 *   SCENE.svg      its drawing that stands
 *   KEY.js         frames of a run, mbsbench.run("KEY", {...})
 *
 * The data are scripts, since a page that is read from a file may not fetch anything else.  A report
 * of one file has them in it. */
#ifndef MB_REPORT_MOTION_MOTION_H
#define MB_REPORT_MOTION_MOTION_H

#include "report/records/digest.h"

#define MB_MOTION_FOLDER "motion"

/* What can be seen of a group. */
typedef struct mb_motion {
    const char *scene;   /* base of its files; NULL: nothing */
    const char *drawing; /* SVG that stands; NULL: in a file of that base */
    bool reference;      /* the scene has one */
    int kept;            /* runs that kept states */
    int count;
    const mb_report_run **row; /* (count) runs that can be seen */
    const char **key;          /* (count) bases of their files */
} mb_motion;

enum { MB_MOTION_ROOM = 4 << 20 }; /* bytes that motions take of a report of one file, roughly */

/* Is told of each file that is written: "motion/", "player.js". */
typedef void mb_motion_told(const void *who, const char *folder, const char *name);

/* Writes them into out/motion (made when there is something to be seen); *motion: of each group of the
 * digest.  Of a sweep MB_SWEEP_RUNS runs are taken (mb_motion_order).
 * inside: NULL, or where a report of one file gets its data and the player instead, behind its players:
 * of each mechanism as many runs as have room in its share of MB_MOTION_ROOM. */
mb_status mb_motions_write(const mb_digest *digest, const char *out, FILE *inside,
                           mb_motion_told *tell, const void *who, mb_arena *arena,
                           mb_motion **motion, mb_error *err);

#endif
