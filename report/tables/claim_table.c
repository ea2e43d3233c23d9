/* SPDX-License-Identifier: MIT */
/* The table of the claims of one study. */
#include <math.h>

#include "base/arena.h"
#include "report/tables/table.h"

enum {
    STUDY,
    ID,
    WHERE,
    SAYS,
    KIND,
    METRIC,
    PUBLISHED,
    MEASURED,
    NUMBER,
    VERDICT,
    WHY,
    READING,
    BECAUSE,
    RUNS,
    FINDING,
    READINGS,
    CLASS,
    MACHINE,
    COLUMNS
};

static const mb_column columns[COLUMNS] = {
    [STUDY] = {"study", NULL, "", MB_CELL_TEXT, true},
    [ID] = {"claim", "claim", "", MB_CELL_TEXT, true},
    [WHERE] = {"where", "place", "", MB_CELL_TEXT, true},
    [SAYS] = {"says", "statement", "", MB_CELL_TEXT, true},
    [KIND] = {"kind", NULL, "", MB_CELL_TEXT, true},
    [METRIC] = {"metric", NULL, "", MB_CELL_TEXT, true},
    [PUBLISHED] = {"published", "published", "", MB_CELL_TEXT, true},
    [MEASURED] = {"measured", "measured", "", MB_CELL_TEXT, true},
    [NUMBER] = {"number", NULL, "", MB_CELL_NUMBER, true},
    [VERDICT] = {"verdict", "verdict", "", MB_CELL_TEXT, true},
    [WHY] = {"deviation", "deviation", "", MB_CELL_TEXT, true},
    [READING] = {"reading", NULL, "", MB_CELL_TEXT, true},
    [BECAUSE] = {"because", "because", "", MB_CELL_TEXT, true},
    [RUNS] = {"runs", NULL, "", MB_CELL_NUMBER, true},
    [FINDING] = {"finding", NULL, "", MB_CELL_TEXT, true},
    [READINGS] = {"readings", NULL, "", MB_CELL_TEXT, true},
    [CLASS] = {"class", NULL, "", MB_CELL_TEXT, true},
    [MACHINE] = {"machine", NULL, "", MB_CELL_TEXT, true},
};

/* What the times of a CPU claim were measured on, and when. */
static mb_status machine(const mb_study_claim *claim, const mb_judgement *j, mb_arena *arena,
                         mb_table_cell *cell, mb_error *err)
{
    char text[256];

    if (mb_claim_class_of(claim) != MB_CLASS_CPU || j->shown == 0)
        return MB_OK;
    mb_machine_text(j->row[0], text, sizeof text);
    return mb_arena_printf(arena, &cell->text, err, "%s", text);
}

static void fill(const mb_ledger *ledger, int i, const mb_judgement *j, mb_table_cell *cell)
{
    const mb_study_claim *claim = &ledger->claim[i];

    for (int c = 0; c < COLUMNS; c++)
        cell[c] = (mb_table_cell){.number = NAN};
    cell[STUDY].text = ledger->study;
    cell[ID].text = claim->id;
    cell[WHERE].text = claim->where;
    cell[SAYS].text = claim->says;
    cell[KIND].text = mb_claim_kind_word(claim->kind);
    cell[METRIC].text = claim->metric.text;
    cell[PUBLISHED].text = j->published;
    cell[MEASURED].text = j->measured;
    cell[NUMBER].number = j->number;
    cell[VERDICT].text = mb_verdict_of(j->verdict).word;
    cell[WHY].text = j->why;
    cell[READING].text = claim->reading;
    cell[BECAUSE].text = claim->because;
    cell[RUNS].number = claim->run.runs + claim->than.runs;
    cell[FINDING].text = claim->finding ? "yes" : "no";
    cell[READINGS].text = j->readings;
    cell[CLASS].text = mb_claim_class_word(mb_claim_class_of(claim));
}

mb_status mb_claim_table(const mb_paper *paper, const mb_digest *digest, mb_arena *arena,
                         mb_table *table, mb_error *err)
{
    size_t rows = (size_t)paper->ledger->claims;
    mb_status status;

    (void)digest;
    *table = (mb_table){.columns = COLUMNS, .rows = paper->ledger->claims, .column = columns};
    MB_TRY(MB_TAKE(arena, &table->cell, rows * COLUMNS, err));
    MB_TRY(MB_TAKE(arena, &table->row_id, rows, err));
    for (int i = 0; i < table->rows; i++) {
        mb_table_cell *cell = &table->cell[i * COLUMNS];

        fill(paper->ledger, i, &paper->judgement[i], cell);
        MB_TRY(machine(&paper->ledger->claim[i], &paper->judgement[i], arena, &cell[MACHINE], err));
    }
done:
    return status;
}
