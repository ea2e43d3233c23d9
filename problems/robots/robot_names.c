/* SPDX-License-Identifier: MIT */
/* Names of robots' files are any text; those of mechanism files are not. */
#include <ctype.h>
#include <stdint.h>
#include <string.h>

#include "problems/robots/robot.h"

enum { NAME_SIZE = 48 };

/* Words that have a meaning where names stand. */
static bool has_meaning(const char *name)
{
    static const char *const words[] = {"ground", "v",  "keep", "fixed", "approximate",
                                        "when",   "by", "is",   "within"};

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i], name) == 0)
            return true;
    return false;
}

/* A member of a family, "P(3)", as we write it ourselves. */
static bool is_member(const char *name)
{
    const char *bracket = strchr(name, '(');
    size_t digits = bracket ? strspn(bracket + 1, "0123456789") : 0;

    return digits > 0 && digits < 8 && bracket > name && bracket[1 + digits] == ')' &&
           bracket[2 + digits] == '\0';
}

static void make_legal(const char *name, const char *kind, char legal[NAME_SIZE])
{
    const bool member = is_member(name);
    size_t n = 0;

    if (!isalpha((unsigned char)*name))
        n = (size_t)snprintf(legal, NAME_SIZE, "%s ", kind);
    for (; *name && n < NAME_SIZE - 1; name++) {
        const bool plain =
            isalnum((unsigned char)*name) || strchr(member ? "_-.'()" : "_-.'", *name) != NULL;

        legal[n++] = (char)(plain && (unsigned char)*name < 128 ? *name : *name == ' ' ? ' ' : '_');
    }
    while (n && (legal[n - 1] == ' ' || legal[n - 1] == '.'))
        n--;
    legal[n] = '\0';
    if (n == 0 || has_meaning(legal))
        snprintf(legal, NAME_SIZE, "%.30s %s", kind, n ? "own" : "0");
}

/* Names of one list: the name is the first member of each element. */
static void name_all(mb_robot *robot, const mb_robot_list *list, size_t size, const char *kind)
{
    uint32_t *hashes;

    if (MB_TAKE(robot->arena, &hashes, (size_t)list->n, NULL) != MB_OK) {
        robot->report->no_memory = true;
        return;
    }
    for (int i = 0; i < list->n; i++) {
        const char **name = (const char **)((char *)list->at + (size_t)i * size), *wanted = *name;
        char legal[NAME_SIZE], unique[NAME_SIZE + 16];

        make_legal(wanted ? wanted : "", kind, legal);
        snprintf(unique, sizeof unique, "%s", legal);
        for (int number = 2;; number++) {
            uint32_t hash = 2166136261u;
            bool known = false;

            for (const char *c = unique; *c; c++)
                hash = (hash ^ (unsigned char)*c) * 16777619u;
            for (int k = 0; k < i && !known; k++)
                known = hashes[k] == hash &&
                        strcmp(*(const char *const *)((char *)list->at + (size_t)k * size),
                               unique) == 0;
            hashes[i] = hash;
            if (!known)
                break;
            /* the number of the element is free unless somebody wrote it */
            snprintf(unique, sizeof unique, "%s_%d", legal, number == 2 ? i + 1 : i + number);
        }
        if (wanted && strcmp(unique, wanted) != 0 && *wanted)
            mb_robot_say(robot->report, MB_TAKEN, 1, "%s '%s' is called '%s'", kind, wanted,
                         unique);
        *name = mb_robot_text(robot, "%s", unique);
    }
}

void mb_robot_names(mb_robot *robot)
{
    char name[64] = "robot";
    size_t n = 0;

    for (const char *c = robot->name ? robot->name : ""; *c && n < sizeof name - 1; c++)
        if (isalnum((unsigned char)*c))
            name[n++] = (char)tolower((unsigned char)*c);
        else if (n && name[n - 1] != '-')
            name[n++] = '-';
    while (n && name[n - 1] == '-')
        n--;
    if (n)
        name[n] = '\0';
    robot->name = mb_robot_text(robot, "%s", name);
    name_all(robot, &robot->bodies, sizeof(mb_robot_body), "body");
    name_all(robot, &robot->joints, sizeof(mb_robot_joint), "joint");
    name_all(robot, &robot->springs, sizeof(mb_robot_spring), "force");
    name_all(robot, &robot->gears, sizeof(mb_robot_gear), "gear");
    name_all(robot, &robot->drives, sizeof(mb_robot_drive), "drive");
}
