/* SPDX-License-Identifier: MIT */
/* Words that mechanisms are found by. */
#include "report/answers/cross.h"
#include "report/page/page.h"

void mb_page_words(FILE *page, const mb_run_group *group)
{
    const mb_report_run *run = group->row[0];
    const char *coordinates = mb_record_text(mb_row_record(run), "problem.coordinates");
    const json_t *word;
    size_t i;

    mb_html(page, " data-words=\"%s %s", group->title, coordinates ? coordinates : "");
    for (const mb_kind *kind = mb_kinds; kind->name; kind++)
        if (kind->is && kind->is(run))
            mb_html(page, " %s", kind->name);
    json_array_foreach(json_object_get(json_object_get(mb_row_record(run), "problem"), "traits"), i,
                       word)
        mb_html(page, " %s", json_is_string(word) ? json_string_value(word) : "");
    fputc('"', page);
}
