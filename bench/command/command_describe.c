/* `mbsbench describe`: what a mechanism is, in words, as data, as a drawing. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

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
    FORMAT_URDF
};

static const char *const formats[] = {
    [FORMAT_TEXT] = "text", [FORMAT_JSON] = "json", [FORMAT_SVG] = "svg",   [FORMAT_PNG] = "png",
    [FORMAT_YAML] = "yaml", [FORMAT_MJCF] = "mjcf", [FORMAT_URDF] = "urdf", NULL};

struct request {
    const char *problem;
    enum format format;
    const char *out;
    bool reference;
};

/* A mechanism, and its model where there is one. */
struct subject {
    mb_arena *arena;
    mb_mechanism_source source;
    mb_messages *notes;
    const mb_plain_mechanism *mechanism;
    mb_model *model;
    char why[1024]; /* there is none */
    mb_assembled assembled;
    mb_description told;
};

static mb_status read_subject(struct subject *s, const struct request *r, mb_error *err)
{
    const char *spec = r->problem;
    mb_automatic *reference;
    mb_declaration *declaration;
    mb_problem_spec found;
    mb_error why = {MB_OK, ""};
    mb_status status;

    MB_TRY(MB_TAKE(s->arena, &s->notes, 1, err));
    MB_TRY(mb_problem_open(spec, s->arena, stderr, &found, err));
    MB_TRY(mb_mechanism_read(&s->source, s->source.parameters, s->arena, stderr, s->notes,
                             &declaration, err));
    s->mechanism = declaration->mechanism;
    if (mb_problem_model(spec, NULL, &s->model, &why) != MB_OK) /* what it is can be told without */
        snprintf(s->why, sizeof s->why, "%s", why.text);
    mb_error_clear(&why);
    s->told = (mb_description){s->mechanism, s->notes, s->model, s->why, NULL, NULL};
    if (mb_assemble(s->mechanism, s->arena, &s->assembled, &why) == MB_OK)
        s->told.assembled = &s->assembled;
    if (r->reference) {
        MB_TRY(mb_automatic_reference(s->told.assembled ? s->assembled.mechanism : s->mechanism,
                                      s->mechanism->t_end, s->arena, &reference, err));
        s->told.reference = reference;
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

static mb_status put(const struct subject *s, enum format as, FILE *out, mb_error *err)
{
    const mb_plain_mechanism *placed = s->told.assembled ? s->assembled.mechanism : s->mechanism;
    const mb_robot_motion motion = {s->mechanism, s->assembled.v, s->assembled.omega};

    switch (as) {
    case FORMAT_YAML:
        fwrite(s->source.text->text, 1, s->source.text->size, out);
        return MB_OK;
    case FORMAT_JSON:
        return put_json(s, out, err);
    case FORMAT_SVG:
        return mb_describe_svg(placed, out, err);
    case FORMAT_MJCF:
        return mb_write_mjcf(out, placed, s->told.assembled ? &motion : NULL, err);
    case FORMAT_URDF:
        return mb_write_urdf(out, placed, err);
    case FORMAT_TEXT:
    case FORMAT_PNG:
        break;
    }
    mb_describe_text(&s->told, out);
    return MB_OK;
}

static mb_status parse(struct request *r, const mb_args *args, mb_error *err)
{
    mb_status status = mb_options_take(&mb_command_describe, args, r, err);

    if (status != MB_OK)
        return status;
    if (!r->problem)
        return mb_fail(err, MB_BAD_INPUT,
                       "describe what?  A mechanism of the catalogue (mbsbench list problems), or "
                       "a file that ends in .yaml");
    if (r->format == FORMAT_PNG)
        return mb_fail(err, MB_BAD_INPUT,
                       "--format png: drawings are made as SVG; give --format svg --out FILE.svg, "
                       "and turn that into pixels by a browser, Inkscape or rsvg-convert");
    return mb_args_output(args, "--out", r->out, err);
}

/* All of it or nothing: what a format cannot say leaves a file of that name as it is. */
static mb_status write_out(const struct subject *s, const struct request *r, mb_error *err)
{
    char *text = NULL;
    size_t size = 0;
    FILE *made = open_memstream(&text, &size), *file = NULL;
    mb_status status;

    if (!made)
        return mb_fail(err, MB_NO_MEMORY, "out of memory");
    status = put(s, r->format, made, err);
    if (fclose(made) != 0 && status == MB_OK)
        status = mb_fail(err, MB_NO_MEMORY, "out of memory");
    MB_TRY(status);
    file = strcmp(r->out, "-") == 0 ? stdout : fopen(r->out, "w");
    if (file)
        fwrite(text, 1, size, file);
    if (!file || (file != stdout && fclose(file) != 0))
        status = mb_fail(err, MB_FAILURE, "cannot write --out %s: %s", r->out, strerror(errno));
done:
    free(text);
    return status;
}

static mb_status run(const mb_args *args, int *exit, mb_error *err)
{
    struct request r = {.out = "-"};
    struct subject s = {.arena = mb_arena_create()};
    mb_status status;

    (void)exit;
    if (!s.arena)
        MB_TRY(mb_fail(err, MB_NO_MEMORY, "out of memory"));
    MB_TRY(parse(&r, args, err));
    MB_TRY(mb_mechanism_open(r.problem, s.arena, &s.source, err));
    if (s.source.file && strcmp(r.out, s.source.text->name) == 0)
        MB_TRY(mb_fail(err, MB_BAD_INPUT, "--out %s would write over the mechanism", r.out));
    if (r.format != FORMAT_YAML)
        MB_TRY(read_subject(&s, &r, err));
    status = write_out(&s, &r, err);
done:
    mb_model_destroy(s.model);
    mb_arena_destroy(s.arena);
    return status;
}

#define AT(member) MB_OPTION_AT(struct request, member)
static const mb_option options[] = {
    {"PROBLEM", NULL, "a mechanism of the catalogue, or a file that ends in .yaml or has a '/'",
     MB_OPTION_ONCE, AT(problem), .needs = "a name"},
    {"--format", "FORMAT",
     "text says what it is (the default), json is data for other tools\n"
     "(docs/mechanism-json.md), svg a drawing, yaml the declaration,\n"
     "mjcf and urdf models of other tools (docs/robots.md)",
     MB_OPTION_WORD, AT(format), .words = formats,
     .needs = "text, json, svg, png, yaml, mjcf or urdf"},
    {"--reference", NULL,
     "find the automatic reference and tell how far it can be trusted: seconds, half a\n"
     "minute at most",
     MB_OPTION_FLAG, AT(reference)},
    {"--out", "FILE", NULL, MB_OPTION_TEXT, AT(out), .needs = "a file, or - for standard output"},
    {.word = NULL},
};
#undef AT

const mb_command mb_command_describe = {
    "describe",
    "PROBLEM[:p=v,...] [--format text|json|svg|yaml|mjcf|urdf] [--reference] [--out FILE]", options,
    .one_thread = true, .run = run};
