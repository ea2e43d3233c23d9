/* SPDX-License-Identifier: MIT */
/* What joint coordinates are called. */
#include <stdio.h>

#include "problems/elements/machine/joint/linkage.h"

static const char *const places[] = {"x", "y", "z"};
static const char *const angles[] = {"", "first ", "second ", "third "};

static void text_of(const mb_linkage *t, const mb_link *l, const char *const *of_ball, int c,
                    char *text, size_t size)
{
    const mb_plain_joint *joint = l->joint < 0 ? NULL : &t->plain->joint[l->joint];
    const char *body = t->plain->body[l->of].name;

    if (l->kind == MB_LINK_BALL && joint)
        snprintf(text, size, "%s of joint '%s'", of_ball[c], joint->name);
    else if (joint)
        snprintf(text, size, "%s of joint '%s%s'", l->kind == MB_LINK_SLIDE ? "slide" : "angle",
                 joint->name, mb_joint_coordinate_ending(joint->kind, l->number));
    else if (l->kind == MB_LINK_SLIDE)
        snprintf(text, size, "%s of '%s'",
                 places[l->axis[0] == 1.0   ? 0
                        : l->axis[1] == 1.0 ? 1
                                            : 2],
                 body);
    else if (l->kind == MB_LINK_BALL)
        snprintf(text, size, "%s of '%s'", of_ball[c], body);
    else
        snprintf(text, size, "%sangle of '%s'", angles[l->number], body);
}

void mb_linkage_coordinate_text(const mb_model *model, int coordinate, char *text, size_t size)
{
    static const char *const of_ball[] = {"Euler parameter 0", "Euler parameter 1",
                                          "Euler parameter 2", "Euler parameter 3"};
    const mb_linkage *t = mb_linkage_of(model);

    for (const mb_link *l = t->link; l < t->link + t->nlinks; l++) {
        const int c = coordinate - l->q;

        if (l->n > 0 && c >= 0 && c < (l->kind == MB_LINK_BALL ? 4 : 1))
            text_of(t, l, of_ball, c, text, size);
    }
}

void mb_linkage_velocity_text(const mb_model *model, int velocity, char *text, size_t size)
{
    static const char *const of_ball[] = {"omega x", "omega y", "omega z"};
    const mb_linkage *t = mb_linkage_of(model);

    for (const mb_link *l = t->link; l < t->link + t->nlinks; l++)
        if (velocity >= l->v && velocity < l->v + l->n)
            text_of(t, l, of_ball, velocity - l->v, text, size);
}
