/* The motion of runs for the player of a page (player.js): files of the folder motion/.
 *
 *   player.js      the player
 *   SCENE.js       a scene (docs/scene.md), mbsbench.scene("SCENE", {...})
 *   SCENE.svg      its drawing that stands
 *   KEY.js         frames of a run, mbsbench.run("KEY", {...})
 *
 * The data are scripts, since a page that is read from a file may not fetch anything else. */
#ifndef MB_REPORT_MOTION_MOTION_H
#define MB_REPORT_MOTION_MOTION_H

#include "report/records/digest.h"

#define MB_MOTION_FOLDER "motion"

/* What can be seen of a group. */
typedef struct mb_motion {
    const char *scene; /* base of its files; NULL: nothing */
    bool reference;    /* the scene has one */
    int count;
    const mb_report_run **row; /* (count) runs that can be seen */
    const char **key;          /* (count) bases of their files */
} mb_motion;

/* Is told of each file that is written: "motion/", "player.js". */
typedef void mb_motion_told(const void *who, const char *folder, const char *name);

/* Writes them into out/motion (made when there is something to be seen); *motion: of each group of the
 * digest.  Sweeps are left out: nobody looks at hundreds of runs. */
mb_status mb_motions_write(const mb_digest *digest, const char *out, mb_motion_told *tell,
                           const void *who, mb_arena *arena, mb_motion **motion, mb_error *err);

#endif
