/* SPDX-License-Identifier: MIT */
/* A robot's file to a mechanism file. */
#include <string.h>

#include "problems/robots/mjcf.h"
#include "problems/robots/robots.h"
#include "problems/robots/urdf.h"

bool mb_robot_is_omission(const char *word)
{
    static const char *const words[] = {"armature", "friction", "loops", "springs"};

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i], word) == 0)
            return true;
    return false;
}

bool mb_robot_omits(const mb_robot_options *options, const char *word)
{
    for (int i = 0; i < options->nomitted; i++)
        if (strcmp(options->omitted[i], word) == 0)
            return true;
    return false;
}

static bool any_moves(const mb_robot *robot)
{
    for (int i = 0; i < robot->bodies.n; i++)
        if (mb_robot_bodies(robot)[i].part == i)
            return true;
    return false;
}

static void read_robot(mb_robot *robot, mb_xml_node *root, const mb_robot_options *options)
{
    mb_xml_mark(root);
    robot->no_springs = mb_robot_omits(options, "springs");
    if (mb_xml_is(root, "mujoco"))
        mb_mjcf_read(robot, root, options);
    else if (mb_xml_is(root, "robot"))
        mb_urdf_read(robot, root, options);
    else
        mb_robot_say(robot->report, MB_REFUSED, mb_xml_line(root),
                     "neither MJCF (<mujoco>) nor URDF (<robot>), but <%s>", root->name);
}

mb_status mb_robot_import(const char *text, size_t size, const mb_robot_options *options,
                          mb_robot_report *report, FILE *out, mb_error *err)
{
    mb_robot robot = {.report = report, .arena = report->arena};
    mb_xml_node *root = mb_xml_read(text, size, report);

    if (root) {
        read_robot(&robot, root, options);
        if (!report->n[MB_REFUSED] && !report->no_memory)
            mb_robot_melt(&robot);
        if (!report->n[MB_REFUSED] && !any_moves(&robot))
            mb_robot_say(report, MB_REFUSED, mb_xml_line(root), "no body in it moves");
        if (options->planar && !report->n[MB_REFUSED] && !report->no_memory)
            mb_robot_flatten(&robot);
        mb_xml_tell_unread(root, report);
        if (!report->n[MB_REFUSED] && !report->no_memory)
            mb_robot_names(&robot);
        if (!report->n[MB_REFUSED] && !report->no_memory)
            mb_robot_write(&robot, options->planar, out);
    }
    mb_robot_report_sort(report);
    return mb_robot_report_status(report, err);
}
