/* SPDX-License-Identifier: MIT */
/* `mbsbench describe`: what a mechanism is, in words, as data, as a drawing; `mbsbench draw`: the
 * drawing for papers. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/files.h"
#include "bench/command/commands.h"
#include "bench/describe/describe.h"
#include "bench/mechanism/problem_file.h"
#include "bench/mechanism/source.h"
#include "problems/robots/robots.h"

enum format {
    FORMAT_TEXT,
    FORMAT_JSON,
    FORMAT_SVG,
    FORMAT_PNG,
    FORMAT_YAML,
    FORMAT_MJCF,
    FORMAT_URDF,
    FORMAT_PDF /* of drawings for papers only */
};

static const char *const formats[] = {
    [FORMAT_TEXT] = "text", [FORMAT_JSON] = "json", [FORMAT_SVG] = "svg",   [FORMAT_PNG] = "png",
    [FORMAT_YAML] = "yaml", [FORMAT_MJCF] = "mjcf", [FORMAT_URDF] = "urdf", [FORMAT_PDF] = NULL};

struct request {
    const char *problem;
    enum format format;
    const char *out;
    bool reference;
    int ghosts; /* -1: as many as the mechanism says */
    const char *view;
    double width; /* [mm] */
    enum names { NAMES_ALL, NAMES_NONE } names;
};

/* A mechanism, and its model where there is one. */
struct subject {
    mb_arena *arena;
    mb_mechanism_source source;
    mb_messages *notes;
    const mb_plain_mechanism *mechanism;
    mb_model *model;
    mb_error why; /* there is none */
    mb_assembled assembled;
    mb_kept_reference reference;
    mb_description told;
    mb_picture picture;
    mb_sweep sweep;
};

/* For other tools, which get nothing of what is no mechanism; words and drawings help to find out why. */
static bool is_data(enum format f)
{
    return f == FORMAT_JSON || f == FORMAT_MJCF || f == FORMAT_URDF;
}

static mb_status read_subject(struct subject *s, const struct request *r, mb_error *err)
{
    const char *spec = r->problem;
    mb_declaration *declaration;
    mb_problem_spec found;
    mb_error unassembled = {MB_OK, ""};
    mb_status status;

    MB_TRY(MB_TAKE(s->arena, &s->notes, 1, err));
    MB_TRY(mb_problem_open(spec, s->arena, stderr, &found, err));
    MB_TRY(mb_mechanism_read(&s->source, s->source.parameters, s->arena, stderr, s->notes,
                             &declaration, err));
    s->mechanism = declaration->mechanism;
    if (mb_problem_model(spec, NULL, &s->model, &s->why) != MB_OK && is_data(r->format))
        MB_TRY(mb_fail(err, s->why.status, "%s", s->why.text));
    s->told = (mb_description){s->mechanism, s->notes, s->model, NULL, NULL};
    if (mb_assemble(s->mechanism, s->arena, &s->assembled, &unassembled) == MB_OK)
        s->told.assembled = &s->assembled;
    if (r->reference) {
        MB_TRY(mb_reference_kept(s->told.assembled ? s->assembled.mechanism : s->mechanism,
                                 s->mechanism->t_end, mb_reference_usual_folder(), s->arena,
                                 &s->reference, err));
        s->told.reference = &s->reference;
    }
done:
    return status;
}

static mb_status put_json(const struct subject *s, FILE *out, mb_error *err)
{
    json_t *object = mb_describe_json(&s->told);
    char *text = json_dumps(object, JSON_INDENT(1) | JSON_REAL_PRECISION(17));

    if (text)
        fprintf(out, "%s\n", text);
    free(text);
    json_decref(object);
    return text ? MB_OK
                : mb_fail(err, MB_NO_MEMORY, "no memory for %s as JSON", s->source.text->name);
}

/* A drawing as SVG or made of it. */
static mb_status put_picture(const struct subject *s, const mb_plain_mechanism *placed,
                             enum format as, FILE *out, mb_error *err)
{
    const double zoom = s->picture.width > 0.0 ? 300.0 / 96.0 : 2.0; /* print, a sharp screen */
    char *svg = NULL, *made = NULL;
    size_t length = 0, size = 0;
    FILE *drawn;
    mb_status status;

    if (as == FORMAT_SVG)
        return mb_describe_svg(placed, &s->picture, out, err);
    drawn = open_memstream(&svg, &length);
    if (!drawn)
        return mb_fail(err, MB_NO_MEMORY, "out of memory");
    status = mb_describe_svg(placed, &s->picture, drawn, err);
    if (fclose(drawn) != 0 && status == MB_OK)
        status = mb_fail(err, MB_NO_MEMORY, "out of memory");
    MB_TRY(status);
    MB_TRY(mb_describe_convert(svg, length, as == FORMAT_PNG ? "png" : "pdf",
                               as == FORMAT_PNG ? zoom : 1.0, &made, &size, err));
    fwrite(made, 1, size, out);
done:
    free(svg);
    free(made);
    return status;
}

static mb_status put(const struct subject *s, enum format as, FILE *out, mb_error *err)
{
    const mb_plain_mechanism *placed = s->told.assembled ? s->assembled.mechanism : s->mechanism;
    const mb_robot_motion motion = {s->assembled.v, s->assembled.omega};

    switch (as) {
    case FORMAT_YAML:
        fwrite(s->source.text->text, 1, s->source.text->size, out);
        return MB_OK;
    case FORMAT_JSON:
        return put_json(s, out, err);
    case FORMAT_SVG:
    case FORMAT_PNG:
    case FORMAT_PDF:
        return put_picture(s, placed, as, out, err);
    case FORMAT_MJCF:
        return mb_write_mjcf(out, placed, s->told.assembled ? &motion : NULL, err);
    case FORMAT_URDF:
        return mb_write_urdf(out, placed, err);
    case FORMAT_TEXT:
        break;
    }
    mb_describe_text(&s->told, out);
    return MB_OK;
}

static mb_status parse(const mb_command *command, struct request *r, const mb_args *args,
                       mb_error *err)
{
    mb_status status = mb_options_take(command, args, r, err);

    if (status != MB_OK)
        return status;
    if (!r->problem)
        return mb_fail(err, MB_BAD_INPUT,
                       "%s what?  A mechanism of the catalogue (mbsbench list problems), or a file "
                       "that ends in .yaml",
                       command->name);
    return mb_args_output(args, "--out", r->out, err);
}

static bool is_picture(enum format f)
{
    return f == FORMAT_SVG || f == FORMAT_PNG || f == FORMAT_PDF;
}

static bool two_angles(const char *text, double view[2])
{
    char *end;

    view[0] = strtod(text, &end);
    if (end == text || *end != ',')
        return false;
    text = end + 1;
    view[1] = strtod(text, &end);
    return end != text && !*end && isfinite(view[0]) && isfinite(view[1]);
}

/* How it is drawn, and where it goes. */
static mb_status set_picture(struct subject *s, const struct request *r, bool for_paper,
                             mb_error *err)
{
    mb_picture *p = &s->picture;
    mb_status status = MB_OK;

    p->ghosts = r->ghosts >= 0 ? r->ghosts : s->mechanism->ghosts;
    p->title = !for_paper;
    p->names = r->names == NAMES_ALL;
    p->width = r->width;
    p->view_given = r->view != NULL;
    if (r->view && !two_angles(r->view, p->view))
        return mb_fail(err, MB_BAD_INPUT,
                       "--view: expected azimuth and elevation in radians, as -1.05,0.42, not '%s'",
                       r->view);
    if (p->ghosts > 0) {
        MB_TRY(mb_sweep_of(s->mechanism, s->arena, &s->sweep, err));
        p->sweep = &s->sweep;
    }
done:
    return status;
}

/* All of it or nothing: what a format cannot say leaves a file of that name as it is. */
static mb_status write_out(const struct subject *s, const struct request *r, mb_error *err)
{
    char *text = NULL;
    size_t size = 0;
    FILE *made = open_memstream(&text, &size);
    mb_status status;

    if (!made)
        return mb_fail(err, MB_NO_MEMORY, "out of memory");
    status = put(s, r->format, made, err);
    if (fclose(made) != 0 && status == MB_OK)
        status = mb_fail(err, MB_NO_MEMORY, "out of memory");
    MB_TRY(status);
    status = mb_write_file("--out", r->out, text, size, err);
done:
    free(text);
    return status;
}

static mb_status tell(const mb_command *command, struct request *r, mb_error *err)
{
    struct subject s = {.arena = mb_arena_create()};
    mb_status status;

    if (!s.arena)
        MB_TRY(mb_fail(err, MB_NO_MEMORY, "out of memory"));
    MB_TRY(mb_mechanism_open(r->problem, s.arena, &s.source, err));
    if (s.source.file && strcmp(r->out, s.source.text->name) == 0)
        MB_TRY(mb_fail(err, MB_BAD_INPUT, "--out %s would write over the mechanism", r->out));
    if (r->format != FORMAT_YAML)
        MB_TRY(read_subject(&s, r, err));
    if (is_picture(r->format))
        MB_TRY(set_picture(&s, r, command == &mb_command_draw, err));
    MB_TRY(write_out(&s, r, err));
    if (s.why.status != MB_OK)
        status = mb_fail(err, s.why.status, "%s", s.why.text);
done:
    mb_model_destroy(s.model);
    mb_arena_destroy(s.arena);
    return status;
}

static mb_status run(const mb_args *args, int *exit, mb_error *err)
{
    struct request r = {.out = "-", .ghosts = -1};
    mb_status status;

    (void)exit;
    MB_TRY(parse(&mb_command_describe, &r, args, err));
    status = tell(&mb_command_describe, &r, err);
done:
    return status;
}

static mb_status draw(const mb_args *args, int *exit, mb_error *err)
{
    struct request r = {.out = "-", .ghosts = -1, .width = 88.0};
    const char *ending;
    mb_status status;

    (void)exit;
    MB_TRY(parse(&mb_command_draw, &r, args, err));
    ending = strrchr(r.out, '.');
    r.format = ending && strcmp(ending, ".png") == 0   ? FORMAT_PNG
               : ending && strcmp(ending, ".pdf") == 0 ? FORMAT_PDF
                                                       : FORMAT_SVG;
    if (r.format == FORMAT_SVG && strcmp(r.out, "-") != 0 &&
        !(ending && strcmp(ending, ".svg") == 0))
        MB_TRY(mb_fail(err, MB_BAD_INPUT, "--out %s: a drawing ends in .svg, .png or .pdf", r.out));
    status = tell(&mb_command_draw, &r, err);
done:
    return status;
}

#define AT(member) MB_OPTION_AT(struct request, member)
#define PROBLEM                                                                                    \
    {                                                                                              \
        "PROBLEM", NULL,                                                                           \
            "a mechanism of the catalogue, or a file that ends in .yaml or has a '/'",             \
            MB_OPTION_ONCE, AT(problem), .needs = "a name"                                         \
    }
#define GHOSTS                                                                                     \
    {                                                                                              \
        "--ghosts", "N",                                                                           \
            "positions along the motion that are drawn as well; else those of `draw:`",            \
            MB_OPTION_WHOLE, AT(ghosts), .max = 1000                                               \
    }
static const mb_option options[] = {
    PROBLEM,
    {"--format", "FORMAT",
     "text says what it is (the default), json is data for other tools\n"
     "(docs/mechanism-json.md), svg and png a drawing (png by rsvg-convert), yaml the\n"
     "declaration, mjcf and urdf models of other tools (docs/robots.md)",
     MB_OPTION_WORD, AT(format), .words = formats,
     .needs = "text, json, svg, png, yaml, mjcf or urdf"},
    GHOSTS,
    {"--reference", NULL,
     "find the automatic reference and tell how far it can be trusted: seconds, half a\n"
     "minute at most",
     MB_OPTION_FLAG, AT(reference)},
    {"--out", "FILE", "where it goes (standard output)", MB_OPTION_TEXT, AT(out),
     .needs = "a file, or - for standard output"},
    {.word = NULL},
};
static const char *const names_words[] = {[NAMES_ALL] = "all", [NAMES_NONE] = "none", NULL};
static const mb_option draw_options[] = {
    PROBLEM,
    {"--out", "FILE", "a drawing: .svg, .png or .pdf (the latter two by rsvg-convert)",
     MB_OPTION_TEXT, AT(out), .needs = "a file, or - for SVG on standard output"},
    {"--width", "MM", "of the drawing; 88, a column, where it is not given", MB_OPTION_NUMBER,
     AT(width), .min = 10.0, .max = 1000.0},
    GHOSTS,
    {"--view", "AZIMUTH,ELEVATION", "from where a mechanism in space is seen [rad]", MB_OPTION_TEXT,
     AT(view), .needs = "two angles"},
    {"--names", "WORD", "all or none: of bodies, joints, forces", MB_OPTION_WORD, AT(names),
     .words = names_words, .needs = "all or none"},
    {.word = NULL},
};
#undef AT

const mb_command mb_command_describe = {
    "describe",
    "PROBLEM[:p=v,...] [--format text|json|svg|png|yaml|mjcf|urdf] [--ghosts N] [--reference] "
    "[--out FILE]",
    options,
    .one_thread = true,
    .about = "says what a mechanism is",
    .examples = "mbsbench describe four-bar\n"
                "mbsbench describe slider-crank-singular --format yaml --out my.yaml",
    .run = run};

const mb_command mb_command_draw = {
    "draw",
    "PROBLEM[:p=v,...] [--out FILE.svg|FILE.png|FILE.pdf] [--width MM] [--ghosts N] "
    "[--view AZIMUTH,ELEVATION] [--names all|none]",
    draw_options,
    .one_thread = true,
    .about = "draws a mechanism",
    .examples = "mbsbench draw four-bar --out four-bar.svg",
    .run = draw};
