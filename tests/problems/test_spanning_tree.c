/* SPDX-License-Identifier: MIT */
/* The joints that carry bodies, against the rule of the format's section 8.4 in its plainest form: all
 * joints are looked at for each body. */
#include <criterion/criterion.h>
#include <string.h>

#include "problems/spanning_tree.h"

enum { BODIES = 12, JOINTS = 18, GRAPHS = 200, OUT = 4 };

static const mb_joint_kind kinds[] = {MB_JOINT_RIGID,     MB_JOINT_REVOLUTE,    MB_JOINT_SCREW,
                                      MB_JOINT_UNIVERSAL, MB_JOINT_CYLINDRICAL, MB_JOINT_SPHERICAL,
                                      MB_JOINT_DISTANCE,  MB_JOINT_PLANAR};
static const int freedoms[] = {0, 1, 1, 2, 2, 3, OUT, OUT};
enum { KINDS = sizeof kinds / sizeof *kinds };

static unsigned draw(unsigned *seed, unsigned n)
{
    *seed = *seed * 1664525U + 1013904223U;
    return (*seed >> 16) % n;
}

/* The joint that is next; -1: none */
static int next(const mb_plain_joint *joint, const int *freedom, const bool *reached, bool backward,
                int cut)
{
    int best = -1;

    for (int i = 0; i < JOINTS; i++) {
        const int j = backward ? JOINTS - 1 - i : i, a = joint[j].body[0], b = joint[j].body[1];

        if ((a < 0 || reached[a]) != (b < 0 || reached[b]) && (backward || j != cut) &&
            freedom[j] < OUT && (best < 0 || freedom[j] < freedom[best]))
            best = j;
    }
    return best;
}

Test(spanning_tree, takes_the_joint_of_fewest_freedoms_and_then_of_the_first_place)
{
    mb_plain_body body[BODIES] = {{.name = "b"}};
    mb_plain_joint joint[JOINTS];
    mb_tree_branch branch[BODIES];
    mb_error err = {MB_OK, ""};
    unsigned seed = 7;

    for (int graph = 0; graph < GRAPHS; graph++) {
        const int cut = (int)draw(&seed, JOINTS);
        const mb_plain_mechanism plain = {.name = "m",
                                          .spatial = true,
                                          .nbodies = BODIES,
                                          .njoints = JOINTS,
                                          .body = body,
                                          .joint = joint,
                                          .ncuts = 1,
                                          .cut = &cut};
        const bool backward = graph % 2;
        bool reached[BODIES] = {false};
        int freedom[JOINTS];

        memset(joint, 0, sizeof joint);
        for (int j = 0; j < JOINTS; j++) {
            const unsigned kind = draw(&seed, KINDS), b = draw(&seed, BODIES);

            joint[j].kind = kinds[kind];
            freedom[j] = freedoms[kind];
            joint[j].body[j % 2] = (int)b;
            joint[j].body[1 - j % 2] = (int)((b + 1 + draw(&seed, BODIES)) % (BODIES + 1)) - 1;
            if (joint[j].body[0] == joint[j].body[1])
                joint[j].body[1 - j % 2] = -1;
        }
        cr_assert_eq(mb_spanning_tree(&plain, backward, branch, &err), MB_OK);
        for (int i = 0; i < BODIES; i++) {
            const int j = next(joint, freedom, reached, backward, cut);
            int expected = 0;

            cr_assert_eq(branch[i].joint, j, "graph %d, body %d: joint %d, not %d", graph, i,
                         branch[i].joint, j);
            while (j < 0 && reached[expected])
                expected++;
            if (j >= 0)
                expected = joint[j].body[branch[i].side];
            cr_assert(branch[i].body == expected && !reached[expected], "graph %d", graph);
            reached[expected] = true;
        }
    }
}
