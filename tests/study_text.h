/* Studies of the tests, as texts: read, or refused at a place of the text. */
#ifndef MB_TESTS_STUDY_TEXT_H
#define MB_TESTS_STUDY_TEXT_H

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bench/study/study.h"

static mb_plan plan;
static mb_study study;

/* options NULL: the whole study */
static inline mb_status parse(const char *text, const mb_study_options *options, mb_error *err)
{
    const mb_study_options plain = {.quick = false, .t_end = NAN};

    memset(err, 0, sizeof *err);
    cr_assert(mb_plan_create(&plan, err) == MB_OK);
    return mb_study_parse("s.yaml", text, strlen(text), options ? options : &plain, &plan, &study,
                          err);
}

/* The study of a good text; its ledger lives until the next test. */
static inline const mb_ledger *good_with(const char *text, const mb_study_options *options)
{
    mb_error err;

    cr_assert(parse(text, options, &err) == MB_OK, "%s", err.text);
    return &study.ledger;
}

static inline const mb_ledger *good(const char *text)
{
    return good_with(text, NULL);
}

/* The text must be refused at "line:column" with the words in the message. */
static inline void bad(const char *text, const char *at, const char *words)
{
    char place[64];
    mb_error err;
    mb_status status = parse(text, NULL, &err);

    mb_plan_free(&plan);
    snprintf(place, sizeof place, "s.yaml:%s: ", at);
    cr_expect(status == MB_BAD_INPUT, "accepted:\n%s", text);
    cr_expect(strncmp(err.text, place, strlen(place)) == 0, "expected it at %s, got: %s", at,
              err.text);
    cr_expect(strstr(err.text, words), "expected '%s' in: %s", words, err.text);
}

#endif
