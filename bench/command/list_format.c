/* SPDX-License-Identifier: MIT */
/* `mbsbench list format`: the keys of mechanism files, from the table by which files are checked.
 *
 * Names are paths: "gravity", "joints.revolute", "joints.revolute.axis"; `*` stands for names of the
 * user's or for all kinds of a section. */
#include <stdio.h>

#include "bench/command/list.h"
#include "problems/format/text/schema.h"
#include "report/records/pick.h"

static const char *const types[] = {
    [MB_KEY_TEXT] = "text",           [MB_KEY_WORD] = "word",        [MB_KEY_YES] = "yes or no",
    [MB_KEY_NUMBER] = "number",       [MB_KEY_LAW] = "law",          [MB_KEY_NAME] = "name",
    [MB_KEY_PAIR] = "[a, b]",         [MB_KEY_PLACE] = "place",      [MB_KEY_PLACES] = "[P, Q]",
    [MB_KEY_DIRECTION] = "direction", [MB_KEY_VECTOR] = "[numbers]", [MB_KEY_LIST] = "[list]",
    [MB_KEY_MAPPING] = "{mapping}",   [MB_KEY_ANY] = "several forms"};

static const char *const wheres[] = {
    [MB_IN_PLANE] = "plane", [MB_IN_SPACE] = "space", [MB_IN_BOTH] = "plane, space"};

static void add(json_t *array, const char *path, const mb_schema_key *key, int where)
{
    json_array_append_new(
        array, json_pack("{s:s, s:s, s:b, s:o, s:o, s:o, s:s}", "name", path, "type",
                         types[key->type], "required", key->required, "words",
                         mb_json_text(key->words), "unit", mb_json_text(key->unit), "where",
                         where ? json_string(wheres[where]) : json_null(), "title", key->doc));
}

/* Those of a mapping that stands at `path`. */
static void add_keys(json_t *array, const char *path, const mb_schema_key *keys)
{
    for (; keys->name; keys++) {
        char name[128];

        snprintf(name, sizeof name, "%s%s%s", path, *path ? "." : "", keys->name);
        add(array, name, keys, 0);
    }
}

static void add_section(json_t *array, const mb_schema_section *section)
{
    char name[128];

    for (const mb_schema_kind *kind = section->kinds; kind->name; kind++) {
        const mb_schema_key key = {kind->name, kind->type, false, NULL, NULL, kind->doc};

        snprintf(name, sizeof name, "%s.%s", section->name, kind->name);
        add(array, name, &key, kind->where);
        add_keys(array, name, kind->keys);
    }
    snprintf(name, sizeof name, "%s.*", section->name);
    add_keys(array, name, section->common);
}

mb_status mb_list_format(json_t *array, mb_error *err)
{
    static const struct {
        const char *path;
        const mb_schema_key *keys;
    } others[] = {{"parameters.*", mb_schema_parameter},
                  {"functions.*", mb_schema_function},
                  {"bodies.*.draw", mb_schema_body_draw},
                  {"start", mb_schema_start},
                  {"start.*", mb_schema_start_body},
                  {"start.*.v", mb_schema_start_part},
                  {"start.*.omega", mb_schema_start_part},
                  {"run", mb_schema_run},
                  {"accept", mb_schema_accept},
                  {"tree", mb_schema_tree},
                  {"draw", mb_schema_draw}};

    (void)err;
    add_keys(array, "", mb_schema_top);
    for (const mb_schema_section *section = mb_schema_sections; section->name; section++)
        add_section(array, section);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        add_keys(array, others[i].path, others[i].keys);
    return MB_OK;
}
