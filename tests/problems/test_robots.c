/* SPDX-License-Identifier: MIT */
/* Robots of other tools: what is read is what the file says, what is not read is told. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "problems/format/expression/expression.h"
#include "tests/fixtures/models/robot_files.h"

#define MJCF(body) "<mujoco model=\"Two Legs\">\n" body "\n</mujoco>\n"

static const mb_plain_body *body_of(const mb_plain_mechanism *m, const char *name)
{
    const int number = mb_body_named(m, name);

    cr_assert(number >= 0, "no body '%s'", name);
    return &m->body[number];
}

Test(robots, masses_of_geoms, .fini = mb_imported_end)
{
    const mb_plain_mechanism *m = mb_imported_mechanism(
        MJCF("<worldbody><body name='a' pos='0 0 1'><freejoint/>"
             "<geom type='box' size='0.1 0.2 0.3' pos='1 0 0' density='500'/></body>"
             "<body name='b'><freejoint/><geom type='capsule' fromto='0 0 0 0 0 2' size='0.1' "
             "mass='3'/></body><body name='c'><freejoint/><geom size='0.5' mass='2' pos='1 0 0'/>"
             "<geom size='0.5' mass='2' pos='-1 0 0'/></body></worldbody>"),
        (mb_robot_options){.planar = false});
    const double ball = 4.0 / 3.0 * 0.1, share = ball / (ball + 2.0), h = 1.0, r = 0.1;
    double j[9];

    cr_expect_str_eq(m->name, "two-legs");
    cr_expect(fabs(body_of(m, "a")->mass - 500 * 8 * 0.006) < 1e-12);
    cr_expect(body_of(m, "a")->com[0] == 1.0 && body_of(m, "a")->com[2] == 1.0);
    mb_world_tensor(body_of(m, "a"), j);
    cr_expect(fabs(j[0] - 24.0 / 3.0 * (0.04 + 0.09)) < 1e-12);
    mb_world_tensor(body_of(m, "b"), j);
    cr_expect(fabs(j[8] - 3 * ((1 - share) * 0.5 + share * 0.4) * r * r) < 1e-14);
    cr_expect(fabs(j[0] - 3 * ((1 - share) * (r * r / 4 + h * h / 3) +
                               share * (0.4 * r * r + h * h + 0.75 * h * r))) < 1e-14);
    mb_world_tensor(body_of(m, "c"), j);
    cr_expect(fabs(j[0] - 4 * 0.4 * 0.25) < 1e-14 && fabs(j[8] - 4 * (0.1 + 1.0)) < 1e-14);
    cr_expect(m->gravity[2] == -9.81);
}

Test(robots, a_fixed_load_without_inertia_is_part_of_what_carries_it, .fini = mb_imported_end)
{
    const mb_plain_mechanism *m = mb_imported_mechanism(
        MJCF("<worldbody><body name='a'><freejoint/>"
             "<inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/>\n"
             "<body name='load' pos='0 0 2'><inertial pos='0 0 0' mass='3'/></body></body>"
             "</worldbody>"),
        (mb_robot_options){.planar = false});
    double j[9];

    cr_expect(m->nbodies == 1 && m->njoints == 0 && m->body[0].mass == 4.0);
    cr_expect(fabs(m->body[0].com[2] - 1.5) < 1e-15);
    mb_world_tensor(&m->body[0], j);
    cr_expect(fabs(j[0] - (1.0 + 0.75 * 4.0)) < 1e-14 && fabs(j[8] - 1.0) < 1e-14);
    cr_expect(mb_imported_told(MB_TAKEN, 3, "body 'load' is part of 'a'"));
}

Test(robots, classes_angles_and_frames, .fini = mb_imported_end)
{
    const mb_plain_mechanism *m = mb_imported_mechanism(
        MJCF("<compiler angle='degree' eulerseq='zyx'/><default><joint damping='2'/>"
             "<default class='stiff'><joint stiffness='10' springref='90' axis='0 2 0'/></default>"
             "</default><worldbody><body name='a' euler='90 0 0' childclass='stiff'>"
             "<joint name='one' pos='1 0 0'/><inertial pos='0 0 0' mass='1' diaginertia='1 2 3'/>"
             "<body name='b' pos='0 1 0'><joint class='main' name='two' type='slide'/>"
             "<inertial pos='0 0 0' mass='1' fullinertia='2 3 4 0.1 0.2 0.3'/></body></body>"
             "</worldbody>"),
        (mb_robot_options){.planar = false});
    double x[3], j[9];

    mb_plain_place(m, m->joint[0].body[1], m->joint[0].place[1], x);
    cr_expect(fabs(x[0]) < 1e-15 && fabs(x[1] - 1) < 1e-15); /* x turned to y */
    mb_plain_direction(m, m->joint[0].body[1], m->joint[0].axis[1], x);
    cr_expect(fabs(x[0] + 1) < 1e-15);
    cr_expect(m->nforces == 2 && m->force[0].stiffness == 10 && m->force[0].damping == 2);
    cr_expect(fabs(m->force[0].free - M_PI / 2) < 1e-15);
    cr_expect(m->force[1].stiffness == 0 && m->force[1].damping == 2);
    cr_expect(fabs(body_of(m, "b")->com[0] + 1) < 1e-15);
    mb_world_tensor(body_of(m, "b"), j);
    cr_expect(fabs(j[0] - 3) < 1e-14 && fabs(j[4] - 2) < 1e-14 && fabs(j[1] + 0.1) < 1e-14);
}

Test(robots, keyframe_places_and_velocities, .fini = mb_imported_end)
{
    const mb_plain_mechanism *m = mb_imported_mechanism(
        MJCF("<compiler angle='radian'/><worldbody><body name='a'><joint name='A' axis='0 0 1'/>"
             "<inertial pos='1 0 0' mass='1' diaginertia='1 1 1'/><body name='b' pos='2 0 0'>"
             "<joint name='B' axis='0 0 1'/><inertial pos='1 0 0' mass='1' diaginertia='1 1 1'/>"
             "</body></body></worldbody><keyframe><key name='up' qpos='1.5707963267948966 "
             "-1.5707963267948966' qvel='3 0'/></keyframe>"),
        (mb_robot_options){.keyframe = "up"});

    cr_expect(fabs(body_of(m, "a")->com[0]) < 1e-15 && fabs(body_of(m, "a")->com[1] - 1) < 1e-15);
    cr_expect(fabs(body_of(m, "b")->com[0] - 1) < 1e-15 &&
              fabs(body_of(m, "b")->com[1] - 2) < 1e-15);
    cr_expect(m->start.n == 2 && m->start.item[0].value[0] == 3 && m->start.item[1].value[0] == 0);
    cr_expect(fabs(m->joint[0].value[0] - M_PI / 2) < 1e-15);
}

Test(robots, loops_gears_and_distances, .fini = mb_imported_end)
{
    const mb_plain_mechanism *m = mb_imported_mechanism(
        MJCF("<worldbody><site name='s'/><body name='a'><joint name='A'/>"
             "<inertial pos='1 0 0' mass='1' diaginertia='1 1 1'/></body><body name='b'>"
             "<joint name='B'/><inertial pos='0 1 0' mass='1' diaginertia='1 1 1'/>"
             "<site name='t' pos='0 3 4'/></body></worldbody><tendon><spatial name='T'>"
             "<site site='s'/><site site='t'/></spatial><spatial name='S' stiffness='7'>"
             "<site site='s'/><site site='t'/></spatial></tendon><equality>"
             "<connect name='C' body1='a' body2='b' anchor='1 1 0'/>"
             "<connect body1='a' body2='b' anchor='1 1 2'/>"
             "<joint joint1='A' joint2='B' polycoef='0 -2 0 0 0'/><tendon name='D' tendon1='T'/>"
             "<weld body1='a' body2='b' active='false'/></equality>"),
        (mb_robot_options){.planar = false});
    const int c = mb_joint_named(m, "C"), d = mb_joint_named(m, "D");

    cr_assert(m->njoints == 4 && c >= 0 && d >= 0);
    cr_expect(m->joint[c].kind == MB_JOINT_REVOLUTE && m->joint[c].axis[0][2] == 1.0);
    cr_expect(m->joint[d].kind == MB_JOINT_DISTANCE && fabs(m->joint[d].length - 5) < 1e-15);
    cr_expect(m->ngears == 1 && m->gear[0].term[1].factor == 2.0);
    cr_expect(m->nforces == 1 && m->force[0].stiffness == 7 && fabs(m->force[0].free - 5) < 1e-15);
    cr_expect(mb_imported_told(MB_IGNORED, 2, "it is not active"));
}

Test(robots, urdf_frames_mimic_and_loops, .fini = mb_imported_end)
{
    const mb_plain_mechanism *m = mb_imported_mechanism(
        "<robot name='r'><link name='base'/><link name='a'><inertial><origin xyz='0 0 1' "
        "rpy='0 0 1.5707963267948966'/><mass value='2'/><inertia ixx='1' iyy='2' izz='2.5' "
        "ixy='0' ixz='0' iyz='0'/></inertial></link>\n"
        "<link name='b'><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1' ixy='0' "
        "ixz='0' iyz='0'/></inertial></link>\n"
        "<joint name='A' type='revolute'><parent link='base'/><child link='a'/>"
        "<origin xyz='1 0 0'/><axis xyz='0 0 1'/><limit lower='0' upper='1'/>"
        "<dynamics damping='0.5'/></joint>"
        "<joint name='B' type='prismatic'><parent link='base'/><child link='b'/>"
        "<axis xyz='0 1 0'/><mimic joint='A' multiplier='3' offset='0.25'/></joint>\n"
        "<loop_joint name='C' type='continuous'><link1 link='a' xyz='0 0 0'/>"
        "<link2 link='b' xyz='1 -0.25 0'/><axis xyz='0 0 1'/></loop_joint></robot>",
        (mb_robot_options){.planar = false});
    double j[9];

    mb_world_tensor(body_of(m, "a"), j);
    cr_expect(fabs(j[0] - 2) < 1e-15 && fabs(j[4] - 1) < 1e-15);
    cr_expect(body_of(m, "b")->com[1] == 0.25);
    cr_expect(m->njoints == 3 && m->ngears == 1 && m->gear[0].term[1].factor == -3.0);
    cr_expect(m->joint[2].kind == MB_JOINT_REVOLUTE && m->joint[2].open < 1e-15);
    cr_expect(mb_imported_told(MB_IGNORED, 3, "<limit> is not read"));
    cr_expect(mb_imported_told(MB_TAKEN, 1, "body 'base' is fixed to the ground"));
}

/* MuJoCo: q1 - ref1 = a0 + a1 (q2 - ref2), or q1 - ref1 = a0, wherever the keyframe is. */
#define SLIDES(equality, qpos)                                                                     \
    MJCF("<worldbody><body name='a'><joint name='A' type='slide' ref='1'/>"                        \
         "<inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/></body><body name='b'>"              \
         "<joint name='B' type='slide' ref='2'/>"                                                  \
         "<inertial pos='0 0 0' mass='1' diaginertia='1 1 "                                        \
         "1'/></body></worldbody>\n<equality>" equality                                            \
         "</equality><keyframe><key name='start' qpos='" qpos "'/></keyframe>")

Test(robots, equalities_count_from_the_reference_of_joints, .fini = mb_imported_end)
{
    const char *const drive = SLIDES("<joint joint1='A' polycoef='0.5 0 0 0 0'/>", "1.5 2");
    const char *const gear =
        SLIDES("<joint joint1='A' joint2='B' polycoef='0.5 3 0 0 0'/>", "1.8 2.1");
    const char *const off =
        SLIDES("<joint joint1='A' joint2='B' polycoef='0 3 0 0 0'/>", "1.8 2.1");
    const mb_plain_mechanism *m = mb_imported_mechanism(drive, (mb_robot_options){.planar = false});

    cr_expect(m->ndrives == 1 && m->drive[0].law->op[0].number == 1.5);
    m = mb_imported_mechanism(gear, (mb_robot_options){.planar = false});
    cr_expect(m->ngears == 1 && m->gear[0].term[0].factor == 1.0 &&
              m->gear[0].term[1].factor == -3.0);
    cr_expect_null(mb_imported(off, (mb_robot_options){.planar = false}));
    cr_expect(mb_imported_told(MB_REFUSED, 3, "the start does not hold it"));
}

/* What is fixed to the ground is the ground: between its places nothing acts. */
Test(robots, springs_and_loops_within_one_body_are_left_out, .fini = mb_imported_end)
{
    const mb_plain_mechanism *m = mb_imported_mechanism(
        MJCF("<worldbody><site name='s'/><body name='wall'><inertial pos='0 0 0' mass='1' "
             "diaginertia='1 1 1'/><site name='t' pos='0 3 4'/></body><body name='a'>"
             "<joint name='A'/><inertial pos='1 0 0' mass='1' diaginertia='1 1 1'/></body>"
             "</worldbody><tendon>\n<spatial name='S' stiffness='7'><site site='s'/>"
             "<site site='t'/></spatial></tendon><equality>\n<weld body1='wall'/>"
             "<connect name='C' body1='wall' body2='a' anchor='0 0 1'/></equality>"),
        (mb_robot_options){.planar = false});

    cr_expect(m->nbodies == 1 && m->nforces == 0 && m->njoints == 2);
    cr_expect(mb_joint_named(m, "C") >= 0);
    cr_expect(mb_imported_told(MB_IGNORED, 3, "'S' is between two places of one body"));
    cr_expect(mb_imported_told(MB_IGNORED, 4, "between two places of one body"));
}

/* ---- what is not --------------------------------------------------------------------------------- */

typedef struct refusal {
    const char *xml;
    int line;
    const char *part;
} refusal;

#define ONE(joint, rest)                                                                           \
    MJCF("<worldbody><body name='a'>" joint                                                        \
         "<inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/></body></worldbody>" rest)

static const refusal refusals[] = {
    {"", 1, "no XML"},
    {"<mujoco/>\n<mujoco/>", 2, "no XML"},
    {"<mujoco model='&other;'/>", 1, "no XML"},
    {"<mujoco>\n<worldbody></mujoco>", 2, "no XML"},
    {"<!DOCTYPE x [<!ENTITY a 'b'>]><mujoco/>", 1, "<!DOCTYPE>"},
    {"<!DOCTYPE mujoco SYSTEM 'file:///etc/passwd'><mujoco/>", 1, "<!DOCTYPE>"},
    {"<svg/>", 1, "neither MJCF"},
    {"<mujoco/>", 1, "no body"},
    {"<robot><link name='a'/></robot>", 1, "no body in it moves"},
    {ONE("<joint armature='1'/>", ""), 2, "--omit armature"},
    {ONE("<joint frictionloss='1'/>", ""), 2, "--omit friction"},
    {ONE("<joint axis='0 0 0'/>", ""), 2, "no direction"},
    {ONE("<joint axis='0 x 0'/>", ""), 2, "'x' is not a number"},
    {ONE("<joint axis='0 1e300 0'/>", ""), 2, "'1e300' is not a number"},
    {ONE("<joint axis='0 1 0 0'/>", ""), 2, "more than 3 numbers"},
    {ONE("<joint class='none'/>", ""), 2, "no default class 'none'"},
    {ONE("<joint/><joint pos='1 0 0'/>", ""), 2, "the 2 joints of body 'a'"},
    {ONE("<joint name='J'/>", "\n<equality><connect body1='a' body2='q'/></equality>"), 3,
     "no body 'q'"},
    {ONE("<joint name='J'/>",
         "\n<equality><joint joint1='J' joint2='J' polycoef='0 1 1'/></equality>"),
     3, "linear"},
    {ONE("<joint name='J'/>", "\n<include file='x.xml'/>"), 3, "mj_saveLastXML"},
    {ONE("<joint name='J'/>", "\n<include/>"), 3, "names no file"},
    {MJCF("<worldbody><body name='a'><joint/><geom type='mesh' mesh='m'/></body></worldbody>"), 2,
     "type mesh"},
    {MJCF("<worldbody><body name='a'><joint/></body></worldbody>"), 2, "has no mass"},
    {MJCF("<worldbody><body name='a'><joint/><inertial pos='0 0 0' mass='1'/></body></worldbody>"),
     2, "has no inertia"},
    {MJCF("<default><joint damping='1'/></default><worldbody><body name='a'><joint type='free'/>"
          "<inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/></body></worldbody>"),
     2, "--omit springs"},
    {MJCF("<compiler coordinate='global'/>"), 2, "coordinate"},
    {"<robot xmlns:xacro='x'><xacro:macro/></robot>", 1, "xacro"},
    {"<robot><link name='a'/><link name='b'/></robot>", 1, "one root"},
    {"<robot><link name='a'/>\n<joint name='J' type='fixed'><parent link='a'/><child link='z'/>"
     "</joint></robot>",
     2, "no link 'z'"},
    {"<robot><link name='a'/><link name='b'/>\n<joint name='J' type='fixed'><parent link='a'/>"
     "<child link='b'/></joint>\n<joint name='K' type='fixed'><parent link='b'/><child link='a'/>"
     "</joint></robot>",
     1, "on no root"},
};

Test(robots, what_is_refused_is_told_with_its_line, .fini = mb_imported_end)
{
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        char *text = mb_imported(refusals[i].xml, (mb_robot_options){.planar = false});

        cr_expect(!text, "%s", refusals[i].xml);
        cr_expect(mb_imported_told(MB_REFUSED, refusals[i].line, refusals[i].part), "%s: %s",
                  refusals[i].xml, mb_imported_refusal());
        free(text);
    }
}

Test(robots, what_is_asked_is_left_out, .fini = mb_imported_end)
{
    const char *const omitted[] = {"armature"};
    const mb_plain_mechanism *m =
        mb_imported_mechanism(ONE("<joint armature='1' range='0 1'/>", "\n<sensor/>"),
                              (mb_robot_options){.nomitted = 1, .omitted = omitted});

    cr_expect(m->njoints == 1 && m->joint[0].kind == MB_JOINT_REVOLUTE);
    cr_expect(mb_imported_told(MB_IGNORED, 2, "armature"));
    cr_expect(mb_imported_told(MB_IGNORED, 2, "range of <joint>"));
    cr_expect(mb_imported_told(MB_IGNORED, 3, "<sensor> is not read"));
}

/* ---- included files ------------------------------------------------------------------------------ */

/* What lies in the folder, by name */
static const char *const folder[][2] = {
    {"common.xml",
     "<mujoco>\n<compiler angle='radian'/>\n<default><joint damping='0.25'/></default>\n"
     "<include file='sub/gravity.xml'/></mujoco>"},
    {"sub/gravity.xml", "<mujoco><option gravity='0 0 -1'/></mujoco>"},
    {"mass.xml",
     "<mujocoinclude><inertial pos='0 0 -1' mass='2' diaginertia='1 1 1'/></mujocoinclude>"},
    {"wrong.xml", "<mujocoinclude>\n\n<inertial pos='0 0 q' mass='2'/></mujocoinclude>"},
    {"html.xml", "<html/>"},
    {"self.xml", "<mujoco><include file='self.xml'/></mujoco>"},
    {"broken.xml", "<mujoco>\n<a>"},
};

static mb_status load(void *context, const char *name, const char **text, size_t *size,
                      mb_error *err)
{
    for (size_t i = 0; i < sizeof folder / sizeof *folder; i++)
        if (strcmp(folder[i][0], name) == 0) {
            ++*(int *)context;
            *text = folder[i][1];
            *size = strlen(folder[i][1]);
            return MB_OK;
        }
    return mb_fail(err, MB_BAD_INPUT, "cannot be read: %s", name);
}

Test(robots, what_is_included_stands_in_its_place, .fini = mb_imported_end)
{
    int loaded = 0;
    const mb_robot_loader loader = {load, &loaded};
    const mb_plain_mechanism *m =
        mb_imported_mechanism(MJCF("<include file='common.xml'/>\n<worldbody><body name='a'>"
                                   "<joint name='J' axis='0 1 0'/><include file='mass.xml'/>"
                                   "</body></worldbody>"),
                              (mb_robot_options){.loader = &loader});

    cr_expect_eq(loaded, 3);
    cr_expect(m->gravity[2] == -1.0 && m->nbodies == 1 && m->body[0].mass == 2.0 &&
              m->body[0].com[2] == -1.0);
    cr_expect(m->nforces == 1 && m->force[0].damping == 0.25);
}

Test(robots, included_files_stay_in_their_folder_and_end, .fini = mb_imported_end)
{
    static const struct {
        const char *file;
        int line; /* with the file that it is of */
        const char *part;
    } known[] = {
        {"../common.xml", 1, "in the folder of the first one"},
        {"sub/../../common.xml", 1, "in the folder of the first one"},
        {"/common.xml", 1, "in the folder of the first one"},
        {"C:\\common.xml", 1, "in the folder of the first one"},
        {"", 1, "in the folder of the first one"},
        {"none.xml", 1, "cannot be read: none.xml"},
        {"html.xml", 1, "neither <mujoco> nor <mujocoinclude>"},
        {"self.xml", MB_LINES_OF_A_FILE + 1, "included once"},
        {"broken.xml", MB_LINES_OF_A_FILE + 2, "no XML"},
        {"wrong.xml", MB_LINES_OF_A_FILE + 3, "'q' is not a number"},
    };
    int loaded = 0;
    const mb_robot_loader loader = {load, &loaded};

    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        char xml[300];

        snprintf(xml, sizeof xml,
                 "<mujoco><worldbody><body name='a'><joint/><include file='%s'/></body></worldbody>"
                 "</mujoco>",
                 known[i].file);
        cr_expect(!mb_imported(xml, (mb_robot_options){.loader = &loader}), "%s", known[i].file);
        cr_expect(mb_imported_told(MB_REFUSED, known[i].line, known[i].part), "%s: %s",
                  known[i].file, mb_imported_refusal());
    }
}
