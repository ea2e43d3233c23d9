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
    static const char *const folder[] = {"tables/", "charts/"};

    if (strcmp(path, MB_PAGE_FILE) == 0 || strcmp(path, MB_CHARTS_FILE) == 0)
        return true;
    for (int i = 0; i < 2; i++)
        if (strncmp(path, folder[i], strlen(folder[i])) == 0)
            return !strchr(path + strlen(folder[i]), '/');
    return false;
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
    rmdir(r->chart_folder); /* both only when nothing else is in them */
    rmdir(r->tables);
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
