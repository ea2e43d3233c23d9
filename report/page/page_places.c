/* SPDX-License-Identifier: MIT */
/* What a paper leaves open, and where in it which claims stand. */
#include "report/page/page.h"

/* What the paper leaves open, and how it is read. */
void mb_page_readings(FILE *page, const mb_readings *readings)
{
    if (readings->count == 0)
        return;
    fputs("<h3>What the paper leaves open</h3>\n<p>What follows is run in each of these readings, "
          "and a claim judged in each: it is reproduced where it is in all of them, and depends on "
          "the reading where it is in some.</p>\n<div class=\"wide\"><table class=\"readings\">\n"
          "<thead><tr><th scope=\"col\">place</th><th scope=\"col\">left open</th><th "
          "scope=\"col\">readings</th></tr></thead>\n<tbody>\n",
          page);
    for (int r = 0; r < readings->count; r++) {
        const mb_reading *reading = &readings->reading[r];

        mb_html(page, "<tr><td>%s</td><td>%s</td><td>", reading->where, reading->open);
        for (int i = 0; i < reading->values; i++) {
            fputs(i ? "<br>" : "", page);
            mb_html(page, "<code>[%s]</code> %s", reading->value[i].name, reading->value[i].means);
        }
        fputs("</td></tr>\n", page);
    }
    fputs("</tbody></table></div>\n", page);
}

/* Place by place: the claims with their verdicts, or why there is none. */
void mb_page_places(FILE *page, const mb_paper *paper, const char *anchor)
{
    const mb_ledger *ledger = paper->ledger;

    if (ledger->contents == 0)
        return;
    fputs("<details><summary>The paper place by place</summary>\n<div class=\"wide\"><table "
          "class=\"places\">\n<thead><tr><th scope=\"col\">place</th><th scope=\"col\">claims, or "
          "why there is none</th></tr></thead>\n<tbody>\n",
          page);
    for (int i = 0; i < ledger->contents; i++) {
        const mb_content *line = &ledger->content[i];

        mb_html(page, "<tr><td>%s</td><td>%s", line->at, line->none);
        for (int k = 0; k < line->claims; k++) {
            const mb_judgement *j = &paper->judgement[line->claim[k]];
            const char *id = ledger->claim[line->claim[k]].id;
            mb_verdict_sign s = mb_verdict_of(j->verdict);

            fputs(k ? ", " : "", page);
            if (j->unrecorded)
                fprintf(page, "%s", id);
            else
                fprintf(page, "<a href=\"#%s-%s\">%s</a>&nbsp;<span class=\"tag %s\">%s</span>",
                        anchor, id, id, s.style, s.glyph);
        }
        fputs("</td></tr>\n", page);
    }
    fputs("</tbody></table></div></details>\n", page);
}
