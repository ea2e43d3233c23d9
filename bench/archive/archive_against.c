/* SPDX-License-Identifier: MIT */
/* Records of today beside archived ones, study by study. */
#include <stdlib.h>
#include <string.h>

#include "bench/archive/archive.h"

/* The records of a study. */
typedef struct of_study {
    const char *study; /* NULL: any */
    mb_archive_keep *keep;
    const void *context;
} of_study;

static bool counts(const of_study *of, const json_t *record)
{
    const char *study = mb_record_text(record, "study");

    return study && mb_record_text(record, "cell") &&
           (!of->study || strcmp(study, of->study) == 0) &&
           (!of->keep || of->keep(of->context, record));
}

static mb_status take(mb_records *records, const of_study *of, const char *path,
                      mb_check_file *file, mb_error *err)
{
    mb_status status = MB_OK;

    for (int i = 0; i < records->count && status == MB_OK; i++) {
        const json_t *record = mb_records_get(records, i);

        if (record && counts(of, record))
            status = mb_check_add(file, record, path, err);
    }
    return status;
}

/* A file of the archive beside the records of its study. */
static mb_status add_file(const mb_archive *archive, const mb_archive_file *f, const of_study *of,
                          const mb_check_file *now, mb_arena *arena, mb_against *against,
                          mb_error *err)
{
    mb_records records = {0};
    mb_check_file archived = {0};
    mb_status status;

    MB_TRY(mb_archive_read(archive, f, &records, err));
    MB_TRY(take(&records, of, f->file, &archived, err));
    MB_TRY(mb_against_add(against, f->study, f->machine, f->version, &archived, now, arena, err));
done:
    mb_records_free(&records);
    mb_check_file_free(&archived);
    return status;
}

static mb_status add_study(const mb_archive *archive, mb_records *records, const of_study *of,
                           mb_arena *arena, mb_against *against, mb_error *err)
{
    mb_check_file now = {0};
    int found = 0;
    mb_status status;

    MB_TRY(take(records, &(of_study){.study = of->study}, "the records", &now, err));
    for (int f = 0; f < archive->count && now.count > 0; f++)
        if (strcmp(archive->file[f].study, of->study) == 0) {
            MB_TRY(add_file(archive, &archive->file[f], of, &now, arena, against, err));
            found++;
        }
    if (found == 0 && now.count > 0)
        MB_TRY(mb_against_add(against, of->study, "", "", NULL, &now, arena, err));
done:
    mb_check_file_free(&now);
    return status;
}

mb_status mb_archive_against(const mb_archive *archive, mb_records *records, mb_archive_keep *keep,
                             const void *context, mb_arena *arena, mb_against *against,
                             mb_error *err)
{
    const size_t studies = json_object_size(records->studies);
    const char *study;
    json_t *unused;
    mb_status status;

    *against = (mb_against){.archive = archive->folder};
    MB_TRY(MB_TAKE(arena, &against->part, (size_t)archive->count + studies, err));
    json_object_foreach(records->studies, study, unused)
    {
        const of_study of = {study, keep, context};

        MB_TRY(add_study(archive, records, &of, arena, against, err));
    }
done:
    return status;
}
