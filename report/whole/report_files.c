/* SPDX-License-Identifier: MIT */
/* What a report consists of: files.txt in its folder lists it, a path a line, so that the next
 * report there can take away all that a former one left, and nothing else. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "report/whole/report_parts.h"

#define LIST_FILE "files.txt"

/* Is it a path that a report may have written?  The list could have been edited. */
static bool is_ours(const char *path)
{
    static const char *const alone[] = {MB_PAGE_FILE, MB_STYLE_FILE, MB_SCRIPT_FILE, MB_CHARTS_FILE,
                                        MB_CHARTS_TEX_FILE};
    static const char *const folders[] = {"tables", "charts", MB_MOTION_FOLDER};
    size_t n = strcspn(path, "/");

    for (size_t i = 0; i < sizeof alone / sizeof alone[0]; i++)
        if (strcmp(path, alone[i]) == 0)
            return true;
    if (path[n] != '/' || strchr(path + n + 1, '/'))
        return false;
    for (int i = 0; mb_site_folder[i]; i++)
        if (strlen(mb_site_folder[i]) == n && strncmp(path, mb_site_folder[i], n) == 0)
            return true;
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++)
        if (strlen(folders[i]) == n && strncmp(path, folders[i], n) == 0)
            return true;
    return false;
}

/* Takes away the folders of a former report in which nothing else is. */
static mb_status remove_folders(const mb_report *r, mb_error *err)
{
    const char *path;
    mb_status status;

    rmdir(r->chart_folder);
    rmdir(r->tables);
    MB_TRY(mb_arena_printf(r->arena, &path, err, "%s/" MB_MOTION_FOLDER, r->out));
    rmdir(path);
    for (int i = 0; mb_site_folder[i]; i++) {
        MB_TRY(mb_arena_printf(r->arena, &path, err, "%s/%s", r->out, mb_site_folder[i]));
        rmdir(path);
    }
done:
    return status;
}

static mb_status remove_listed(const mb_report *r, FILE *list, mb_error *err)
{
    char *line = NULL;
    const char *path;
    size_t size = 0;
    mb_status status = MB_OK;

    while (getline(&line, &size, list) >= 0) {
        line[strcspn(line, "\n")] = '\0';
        if (!is_ours(line))
            continue;
        MB_TRY(mb_arena_printf(r->arena, &path, err, "%s/%s", r->out, line));
        unlink(path);
    }
    MB_TRY(remove_folders(r, err));
done:
    free(line);
    return status;
}

mb_status mb_report_files_begin(mb_report *r, mb_error *err)
{
    const char *path;
    FILE *former;
    mb_status status;

    MB_TRY(mb_arena_printf(r->arena, &path, err, "%s/" LIST_FILE, r->out));
    former = fopen(path, "r");
    if (former) {
        status = remove_listed(r, former, err);
        fclose(former);
        if (status != MB_OK)
            return status;
    }
    MB_TRY(mb_create(r->out, LIST_FILE, &r->files, err));
done:
    return status;
}

void mb_report_file(const mb_report *r, const char *folder, const char *name)
{
    fprintf(r->files, "%s%s\n", folder, name);
}

mb_status mb_report_files_end(mb_report *r, mb_error *err)
{
    mb_status status = mb_close(r->files, r->out, LIST_FILE, err);

    r->files = NULL;
    return status;
}
