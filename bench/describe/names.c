/* SPDX-License-Identifier: MIT */
#include "bench/describe/names.h"

#include <stdio.h>
#include <string.h>

#include "problems/format/expression/expression.h"

const char *mb_body_name(const mb_plain_mechanism *m, int body)
{
    return body == MB_ON_GROUND ? "ground" : m->body[body].name;
}

void mb_coordinate_name(const mb_plain_mechanism *m, mb_coordinate of, char *text, size_t size)
{
    const mb_plain_joint *joint = &m->joint[of.joint];

    snprintf(text, size, "%s%s", joint->name, mb_joint_coordinate_ending(joint->kind, of.number));
}

const char *mb_force_word(mb_force_kind kind)
{
    static const char *const words[] = {[MB_FORCE_LINE] = "spring",
                                        [MB_FORCE_JOINT] = "joint",
                                        [MB_FORCE_PUSH] = "push",
                                        [MB_FORCE_VECTOR] = "force",
                                        [MB_FORCE_TORQUE] = "torque"};

    return words[kind];
}

const char *mb_measure_word(mb_measure_kind kind)
{
    static const char *const words[] = {
#define MEASURE_WORD(name, word) word,
        MB_MEASURES(MEASURE_WORD)
#undef MEASURE_WORD
    };

    return words[kind];
}

void mb_law_text(const mb_expression *law, char *text, size_t size)
{
    text[0] = '\0';
    if (law && mb_expression_write(law, mb_law_variables, text, size) >= size)
        memcpy(text + size - 4, "...", 4);
}

int mb_declared_coordinates(const mb_plain_mechanism *m)
{
    int n = 0;

    for (int i = 0; i < m->nbodies; i++)
        n += m->body[i].point ? 2 + m->spatial : m->spatial ? 6 : 3;
    return n;
}

int mb_joint_rows(const mb_plain_mechanism *m, const mb_plain_joint *joint)
{
    return mb_joint_kind_facts(joint->kind)->rows[m->spatial];
}

int mb_declared_rows(const mb_plain_mechanism *m)
{
    int n = m->ndrives + m->ngears;

    for (int i = 0; i < m->njoints; i++)
        n += mb_joint_rows(m, &m->joint[i]);
    return n;
}
