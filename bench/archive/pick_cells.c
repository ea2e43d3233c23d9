/* SPDX-License-Identifier: MIT */
/* Which runs of an archive are made again: a sample without a list of all of them. */
#include <string.h>

#include "bench/archive/archive.h"

/* SplitMix64 (Steele, Lea & Flood 2014): the same numbers on every machine. */
static uint64_t next(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* Engines and trajectories of others are not here, and what did not end ok has little to be held to. */
static bool is_candidate(const json_t *record)
{
    const char *status = mb_record_text(record, "status"),
               *solver = mb_record_text(record, "solver");

    return status && strcmp(status, "ok") == 0 && solver && strncmp(solver, "engine.", 7) != 0 &&
           strncmp(solver, "trajectory.", 11) != 0 && mb_record_text(record, "problem.spec") &&
           mb_record_number(record, "t_end") > 0.0;
}

/* Vitter's algorithm R (1985): the k-th candidate takes a place with the chance n/k. */
mb_status mb_archive_pick(const mb_archive *archive, int n, uint64_t seed, json_t **picked,
                          int *count, long *among, mb_error *err)
{
    mb_status status = MB_OK;

    *count = 0;
    *among = 0;
    for (int f = 0; f < archive->count && status == MB_OK; f++) {
        mb_records records = {0};

        status = mb_archive_read(archive, &archive->file[f], &records, err);
        for (int i = 0; i < records.count && status == MB_OK; i++) {
            const json_t *record = mb_records_get(&records, i);
            uint64_t place;

            if (!record || !is_candidate(record))
                continue;
            ++*among;
            place = *count < n ? (uint64_t)(*count)++ : next(&seed) % (uint64_t)*among;
            if (place < (uint64_t)n) {
                json_decref(picked[place]);
                picked[place] = json_deep_copy(record);
            }
        }
        mb_records_free(&records);
    }
    return status;
}
