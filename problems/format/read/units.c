/* SPDX-License-Identifier: MIT */
/* Units that are written down for people: numbers are in SI, whatever stands beside them, so that a word
 * for another unit is a mistake of a factor. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "problems/format/read/reader.h"

static const char *const si[] = {"m", "kg", "s",  "rad", "N", "J", "W", "Pa",
                                 "K", "A",  "Hz", "sr",  "V", "C", NULL};

/* One of the first is so many of the second. */
typedef struct unit {
    const char *name, *is;
    double worth;
} unit;

static const unit others[] = {{"g", "kg", 1e-3},
                              {"t", "kg", 1e3},
                              {"lb", "kg", 0.45359237},
                              {"in", "m", 0.0254},
                              {"inch", "m", 0.0254},
                              {"ft", "m", 0.3048},
                              {"min", "s", 60.0},
                              {"h", "s", 3600.0},
                              {"deg", "rad", 0.017453292519943295},
                              {"degree", "rad", 0.017453292519943295},
                              {"degrees", "rad", 0.017453292519943295},
                              {"\u00b0", "rad", 0.017453292519943295},
                              {"rpm", "rad/s", 0.10471975511965977},
                              {"kgf", "N", 9.80665},
                              {"kp", "N", 9.80665},
                              {"lbf", "N", 4.4482216152605},
                              {"Nmm", "N m", 1e-3},
                              {"kNm", "N m", 1e3},
                              {"bar", "Pa", 1e5},
                              {"psi", "Pa", 6894.757293168361},
                              {"l", "m3", 1e-3},
                              {"mph", "m/s", 0.44704},
                              {"kmh", "m/s", 1.0 / 3.6},
                              {"%", "1", 1e-2}};

static const struct {
    const char *text;
    double worth;
} prefixes[] = {{"n", 1e-9}, {"u", 1e-6}, {"\u00b5", 1e-6}, {"\u03bc", 1e-6}, {"m", 1e-3},
                {"c", 1e-2}, {"d", 1e-1}, {"k", 1e3},       {"M", 1e6},       {"G", 1e9}};

/* What a word of a unit is that is none of SI; false: it is one, or none that is known. */
static bool look_up(const char *word, unit *found)
{
    for (size_t i = 0; si[i]; i++)
        if (strcmp(word, si[i]) == 0)
            return false;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(word, others[i].name) == 0) {
            *found = others[i];
            return true;
        }
    for (size_t p = 0; p < sizeof prefixes / sizeof *prefixes; p++) {
        const size_t n = strlen(prefixes[p].text);

        if (strncmp(word, prefixes[p].text, n) != 0)
            continue;
        for (size_t i = 0; si[i]; i++)
            if (strcmp(word + n, si[i]) == 0) {
                *found = (unit){word, si[i], prefixes[p].worth};
                return true;
            }
        if (strcmp(word + n, "g") == 0) {
            *found = (unit){word, "kg", prefixes[p].worth * 1e-3};
            return true;
        }
    }
    return false;
}

/* Bytes of the word at text: letters, '%' and the signs for micro and degrees; 0: none. */
static size_t word_length(const char *text)
{
    static const char *const signs[] = {"\u00b5", "\u03bc", "\u00b0", NULL};
    size_t n = 0, before;

    do {
        before = n;
        n += isalpha((unsigned char)text[n]) || text[n] == '%';
        for (int i = 0; signs[i]; i++)
            if (strncmp(text + n, signs[i], strlen(signs[i])) == 0)
                n += strlen(signs[i]);
    } while (n > before);
    return n;
}

bool mb_read_unit(mb_draft *r, const mb_node *mapping, const char **text)
{
    char word[64];
    size_t n;
    unit found;

    if (!mb_read_text(r, mapping, "unit", text))
        return false;
    for (const char *at = *text; *at; at += n ? n : 1) {
        n = word_length(at);
        snprintf(word, sizeof word, "%.*s", (int)n, at);
        if (n > 0 && n < sizeof word && look_up(word, &found))
            return mb_wrong(r, mb_node_get(mapping, "unit"),
                            "numbers are in SI units, and '%s' is none: give them in %s (1 %s = "
                            "%.9g %s)",
                            word, found.is, word, found.worth, found.is);
    }
    return true;
}
