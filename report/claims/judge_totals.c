/* SPDX-License-Identifier: MIT */
/* Verdicts counted: by study, and by what the claims are about. */
#include <stdio.h>
#include <string.h>

#include "report/claims/judge.h"

static const char *const class_word[] = {
#define WORD(name, word, words) word,
    MB_CLAIM_CLASS_LIST(WORD)
#undef WORD
};

static const char *const class_words[] = {
#define WORDS(name, word, words) words,
    MB_CLAIM_CLASS_LIST(WORDS)
#undef WORDS
};

const char *mb_claim_class_word(mb_claim_class class)
{
    return class_word[class];
}

const char *mb_claim_class_words(mb_claim_class class)
{
    return class_words[class];
}

mb_claim_class mb_claim_class_of(const mb_study_claim *claim)
{
    if (claim->metric.text && mb_metric_timed(&claim->metric))
        return MB_CLASS_CPU;
    switch (claim->kind) {
    case MB_CLAIM_VALUE:
    case MB_CLAIM_BOUND:
    case MB_CLAIM_MAGNITUDE:
    case MB_CLAIM_RATIO:
    case MB_CLAIM_ORDER:
    case MB_CLAIM_LIMIT:
        return MB_CLASS_NUMBER;
    case MB_CLAIM_ORDERING:
    case MB_CLAIM_TREND:
    case MB_CLAIM_SHARE:
        return MB_CLASS_ORDERING;
    case MB_CLAIM_STATUS:
    case MB_CLAIM_TEST:
    case MB_CLAIM_UNTESTABLE:
    case MB_CLAIM_KINDS:
        break;
    }
    return MB_CLASS_QUALITATIVE;
}

int mb_class_claims(const mb_paper *paper, mb_claim_class class)
{
    int n = 0;

    for (int v = 0; v < MB_VERDICTS; v++)
        n += paper->of[class][v];
    return n;
}

void mb_machine_text(const mb_report_run *row, char *text, size_t size)
{
    const char *cpu = row ? mb_record_text(mb_row_record(row), "environment.cpu") : NULL;
    const char *date = row ? mb_record_text(mb_row_record(row), "environment.date") : NULL;

    snprintf(text, size, "%s%s%.10s", cpu ? cpu : "", cpu && date ? ", " : "", date ? date : "");
}

void mb_put_verdicts(FILE *file, const mb_paper *paper)
{
    mb_put_plain(file, paper->ledger->study);
    fputc(':', file);
    for (int v = 0; v < MB_VERDICTS; v++) {
        mb_verdict_sign sign = mb_verdict_of((mb_verdict)v);

        if (v == MB_DEPENDS && paper->ledger->readings.count == 0)
            continue;
        fprintf(file, "%s %d %s", v ? "," : "", paper->count[v],
                paper->count[v] == 1 ? sign.word : sign.counted);
    }
    if (paper->unrecorded > 0)
        fprintf(file, " (%d for want of records)", paper->unrecorded);
}

void mb_put_classes(FILE *file, const mb_paper *paper)
{
    const char *between = " reproduced are ";

    mb_put_plain(file, paper->ledger->study);
    fputc(':', file);
    for (int k = 0; k < MB_CLAIM_CLASSES; k++) {
        int n = mb_class_claims(paper, (mb_claim_class)k);

        if (n == 0)
            continue;
        fprintf(file, "%s%d of %d %s%s", between, paper->of[k][MB_REPRODUCED], n,
                k == MB_CLASS_CPU ? "on " : "", class_words[k]);
        between = ", ";
    }
}

int mb_shown_verdicts(const mb_paper *paper, mb_verdict verdict)
{
    return paper->count[verdict] - (verdict == MB_NOT_TESTABLE ? paper->unrecorded : 0);
}
