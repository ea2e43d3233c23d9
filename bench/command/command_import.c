/* SPDX-License-Identifier: MIT */
/* `mbsbench import`: robots of other tools as mechanism files. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/files.h"
#include "bench/command/commands.h"
#include "problems/robots/robots.h"
#include "problems/robots/xml.h"

struct request {
    const char *file, *out;
    bool planar, free;
    const char *keyframe;
    mb_words omitted;
};

/* The whole file, or that many bytes of it */
static mb_status read_all(const char *path, size_t most, mb_arena *arena, char **text, size_t *size,
                          mb_error *err)
{
    FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
    mb_status status = MB_OK;

    if (!file)
        return mb_fail(err, MB_BAD_INPUT, "cannot read %s: %s", path, strerror(errno));
    MB_TRY(MB_TAKE(arena, text, most, err));
    *size = fread(*text, 1, most, file);
    if (ferror(file))
        status = mb_fail(err, MB_BAD_INPUT, "cannot read %s: %s", path, strerror(errno));
done:
    if (file != stdin)
        fclose(file);
    return status;
}

/* Where included files are looked for, and what is read goes */
typedef struct folder {
    mb_arena *arena;
    const char *first; /* the robot's file */
} folder;

/* A file in the folder of the first one or below, links followed. */
static mb_status load(void *context, const char *name, const char **text, size_t *size,
                      mb_error *err)
{
    const folder *x = context;
    const char *slash = strrchr(x->first, '/');
    char *inside = NULL, *real = NULL, *read;
    const char *path, *beside;
    struct stat found;
    mb_status status;

    MB_TRY(mb_arena_printf(x->arena, &beside, err, "%.*s", slash ? (int)(slash - x->first) + 1 : 2,
                           slash ? x->first : "./"));
    MB_TRY(mb_arena_printf(x->arena, &path, err, "%s%s", beside, name));
    inside = realpath(beside, NULL);
    real = realpath(path, NULL);
    if (!inside || !real)
        MB_TRY(mb_fail(err, MB_BAD_INPUT, "cannot be read: %s", strerror(errno)));
    if (strncmp(real, inside, strlen(inside)) != 0 ||
        (real[strlen(inside)] != '/' && strcmp(inside, "/") != 0))
        MB_TRY(mb_fail(err, MB_BAD_INPUT, "a link leaves the folder of the first file"));
    if (stat(real, &found) != 0 || !S_ISREG(found.st_mode) || found.st_size > MB_XML_BYTES)
        MB_TRY(mb_fail(err, MB_BAD_INPUT, "it is no file of at most %d MB", MB_XML_BYTES >> 20));
    MB_TRY(read_all(real, (size_t)found.st_size + 1, x->arena, &read, size, err));
    *text = read;
done:
    free(inside);
    free(real);
    return status;
}

static mb_status import(const struct request *r, mb_arena *arena, mb_error *err)
{
    folder beside = {arena, r->file};
    const mb_robot_loader loader = {load, &beside};
    const mb_robot_options options = {.planar = r->planar,
                                      .free = r->free,
                                      .keyframe = r->keyframe,
                                      .nomitted = r->omitted.count,
                                      .omitted = r->omitted.word,
                                      .loader = strcmp(r->file, "-") == 0 ? NULL : &loader};
    char *text, *made = NULL;
    size_t size = 0, length = 0;
    mb_robot_report *report;
    mb_error told = {MB_OK, ""};
    FILE *out = NULL;
    mb_status status;

    MB_TRY(MB_TAKE(arena, &report, 1, err));
    report->file = r->file;
    report->arena = arena;
    /* one byte more than is read at most, which then is told */
    MB_TRY(read_all(r->file, MB_XML_BYTES + 1, arena, &text, &size, err));
    out = open_memstream(&made, &length);
    if (!out)
        MB_TRY(mb_fail(err, MB_NO_MEMORY, "out of memory"));
    status = mb_robot_import(text, size, &options, report, out, &told);
    if (fclose(out) != 0 && status == MB_OK)
        status = mb_fail(&told, MB_NO_MEMORY, "out of memory");
    mb_robot_report_print(report, stderr);
    if (status == MB_BAD_INPUT)
        status = mb_fail(err, MB_BAD_INPUT, "%s is refused", r->file);
    else if (status != MB_OK)
        status = mb_fail(err, status, "%s", told.text);
    MB_TRY(status);
    status = mb_write_file("--out", r->out, made, length, err);
done:
    free(made);
    return status;
}

static mb_status run(const mb_args *args, int *exit, mb_error *err)
{
    struct request r = {.out = "-"};
    mb_arena *arena = mb_arena_create();
    mb_status status;

    (void)exit;
    r.omitted.word = calloc((size_t)args->count + 1, sizeof *r.omitted.word);
    if (!arena || !r.omitted.word)
        MB_TRY(mb_fail(err, MB_NO_MEMORY, "out of memory"));
    MB_TRY(mb_options_take(&mb_command_import, args, &r, err));
    for (int i = 0; i < r.omitted.count; i++)
        if (!mb_robot_is_omission(r.omitted.word[i]))
            MB_TRY(mb_fail(err, MB_BAD_INPUT, "--omit %s: expected " MB_ROBOT_OMISSIONS,
                           r.omitted.word[i]));
    MB_TRY(mb_args_output(args, "--out", r.out, err));
    status = import(&r, arena, err);
done:
    free(r.omitted.word);
    mb_arena_destroy(arena);
    return status;
}

#define AT(member) MB_OPTION_AT(struct request, member)
static const mb_option options[] = {
    {"FILE", NULL, "a robot of MuJoCo (FILE.xml) or ROS (FILE.urdf)", MB_OPTION_ONCE, AT(file),
     .needs = "a file", .missing = "give a robot's file: MJCF (FILE.xml) or URDF (FILE.urdf)"},
    {"--out", "FILE", "the mechanism (standard output)", MB_OPTION_TEXT, AT(out),
     .needs = "a file, or - for standard output"},
    {"--planar", NULL, "in the plane at right angles to all hinges", MB_OPTION_FLAG, AT(planar)},
    {"--free", NULL, "URDF: the root link moves freely; else it stands on the ground",
     MB_OPTION_FLAG, AT(free)},
    {"--keyframe", "NAME", "MJCF: where it starts; default: 'start', if it is there",
     MB_OPTION_TEXT, AT(keyframe), .needs = "a name"},
    {"--omit", "WORD",
     "leave out what changes the motion and no mechanism file has:\n"
     "armature, friction, loops, springs; as often as wanted",
     MB_OPTION_LIST, AT(omitted), .needs = MB_ROBOT_OMISSIONS},
    {.word = NULL},
};
#undef AT

const mb_command mb_command_import = {"import",
                                      "ROBOT.xml|ROBOT.urdf [--out FILE.yaml] [--planar] [--free] "
                                      "[--keyframe NAME] [--omit WORD]...",
                                      options,
                                      .about = "makes a mechanism file of a robot's file",
                                      .examples = "mbsbench import robot.urdf --out robot.yaml",
                                      .run = run};
