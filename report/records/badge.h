/* How each status of a run is shown: never by colour alone. */
#ifndef MB_REPORT_RECORDS_BADGE_H
#define MB_REPORT_RECORDS_BADGE_H

/* name in records, glyph, name of its style class, meaning for people */
#define MB_BADGE_LIST(X)                                                                           \
    X("ok", "✓", "good", "ran to the end; how right it is, is told by its class")                  \
    X("not-applicable", "–", "none", "the method does not fit this mechanism")                     \
    X("singular", "⊥", "bad", "a matrix became singular")                                          \
    X("diverged", "↗", "bad", "an iteration or the motion grew without bound")                     \
    X("non-finite", "∞", "bad", "a value became infinite or undefined")                            \
    X("branch-change", "⤨", "bad", "the motion left its branch of the configuration space")        \
    X("locked", "⚿", "bad", "came to rest where the rows lose rank, against its forces")           \
    X("unconverged", "≁", "bad", "its last step did not converge")                                 \
    X("time-limit", "◷", "limit", "the time limit was reached")                                    \
    X("memory-limit", "▤", "limit", "the memory limit was reached")                                \
    X("crashed", "✗", "crash", "the process that ran it died")                                     \
    X("rejected", "⊘", "bad", "the solver said ok, the audit disagrees")                           \
    X("error", "!", "crash", "the harness could not run it")

typedef struct mb_badge {
    const char *name, *glyph, *style, *meaning;
} mb_badge;

/* The entry of a status; one with the style "crash" and the glyph "?" for an unknown name. */
mb_badge mb_badge_of(const char *name);

/* The i-th entry; a NULL name after the last. */
mb_badge mb_badge_at(int i);

#endif
