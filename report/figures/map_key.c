/* SPDX-License-Identifier: MIT */
/* What a page must know of a map (report/charts/chart_key.h). */
#include <string.h>

#include "report/charts/chart_key.h"
#include "report/figures/figure_map.h"
#include "report/records/command.h"
#include "report/records/grade.h"
#include "report/records/pick.h"

static json_t *numbers(const double *value, int n)
{
    json_t *list = json_array();

    for (int i = 0; i < n; i++)
        json_array_append_new(list, mb_json_number(value[i]));
    return list;
}

/* How the run of a cell ended. */
static json_t *ending(const mb_report_run *row)
{
    char text[MB_CLASS_SIZE + 16] = "right to ";

    if (!row)
        return json_string("no record");
    if (mb_row_grade(row) == MB_RIGHT)
        mb_class_text(row, text + strlen(text));
    return mb_chart_key_text(mb_row_grade(row) == MB_RIGHT ? text : mb_row_badge(row).name);
}

/* Bytes that all commands begin or, with `end`, end with, apart from the first `but`. */
static size_t common(const char *const *command, int n, bool end, size_t but)
{
    const char *first = NULL;
    size_t most = 0;

    for (int k = 0; k < n; k++) {
        size_t same = 0, length = command[k] ? strlen(command[k]) : 0;

        if (!command[k])
            continue;
        if (!first) {
            first = command[k];
            most = length - but;
        }
        while (same < most && same < length - but &&
               (end ? command[k][length - 1 - same] == first[strlen(first) - 1 - same]
                    : command[k][same] == first[same]))
            same++;
        most = same;
    }
    return most;
}

/* The commands: what all begin and end with, and what each has in between. */
static mb_status put_commands(json_t *map, const mb_map *m, mb_arena *arena, mb_error *err)
{
    int n = m->x.n * m->y.n;
    json_t *list = json_array();
    const char **command, *any = NULL;
    size_t head, tail;
    mb_status status;

    json_object_set_new(map, "command", list);
    MB_TRY(MB_TAKE(arena, &command, (size_t)n, err));
    for (int k = 0; k < n; k++)
        if (m->row[k]) {
            MB_TRY(mb_command_text(m->row[k], arena, &command[k], err));
            any = command[k];
        }
    head = common(command, n, false, 0);
    tail = common(command, n, true, head);
    for (int k = 0; k < n; k++)
        json_array_append_new(
            list, command[k] ? json_stringn(command[k] + head, strlen(command[k]) - head - tail)
                             : json_null());
    if (any) {
        json_object_set_new(map, "head", json_stringn(any, head));
        json_object_set_new(map, "tail", json_string(any + strlen(any) - tail));
    }
done:
    return status;
}

mb_status mb_map_key(const mb_script *s, const mb_map *m, const char *const *label, mb_arena *arena,
                     mb_error *err)
{
    json_t *key = mb_chart_key(s), *map = json_object(), *said = json_array();
    mb_status status;

    for (int k = 0; k < m->x.n * m->y.n; k++)
        json_array_append_new(said, ending(m->row[k]));
    json_object_set_new(map, "x", numbers(m->x.value, m->x.n));
    json_object_set_new(map, "y", numbers(m->y.value, m->y.n));
    json_object_set_new(map, "z", numbers(m->z, m->x.n * m->y.n));
    json_object_set_new(map, "said", said);
    json_object_set_new(map, "labels",
                        json_pack("[o,o,o]", mb_chart_key_text(label[0]),
                                  mb_chart_key_text(label[1]), mb_chart_key_text(label[2])));
    json_object_set(key, "map", map);
    MB_TRY(put_commands(map, m, arena, err));
    mb_chart_key_put(s->file, key);
    key = NULL;
done:
    json_decref(key);
    json_decref(map);
    return status;
}
