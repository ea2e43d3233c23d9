/* SPDX-License-Identifier: MIT */
#include "bench/score/table.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

mb_status mb_table_wrong(const mb_table *table, size_t at, mb_error *err, const char *format, ...)
{
    char what[700];
    va_list args;

    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    return mb_fail(err, MB_BAD_INPUT, "%.250s:%ld:%zu: %s", table->path, table->number, at, what);
}

static bool grow(mb_table *t)
{
    const size_t more = t->room ? 2 * t->room : 4096;
    char *line = more > MB_TABLE_LINE ? NULL : realloc(t->line, more);

    if (!line)
        return false;
    t->line = line;
    t->room = more;
    return true;
}

/* The next line without its end into t->line; *more = false: there is none. */
static mb_status read_line(mb_table *t, bool *more, mb_error *err)
{
    size_t n = 0;
    int c;

    *more = true;
    t->number++;
    while ((c = getc_unlocked(t->file)) != EOF && c != '\n') {
        if (n + 1 >= t->room && !grow(t))
            return mb_table_wrong(t, n, err, "a line of more than %d MB, which is no row",
                                  MB_TABLE_LINE / 2 >> 20);
        if (c == '\0')
            return mb_table_wrong(t, n + 1, err, "a zero byte: this is no text");
        t->line[n++] = (char)c;
    }
    if (c == EOF && ferror(t->file))
        return mb_fail(err, MB_BAD_INPUT, "cannot read %.400s: %s", t->path, strerror(errno));
    *more = c != EOF || n > 0;
    if (!t->room && !grow(t))
        return mb_fail(err, MB_NO_MEMORY, "no memory for a table");
    n -= n > 0 && t->line[n - 1] == '\r';
    t->line[n] = '\0';
    return MB_OK;
}

static bool is_empty(const char *line)
{
    line += strspn(line, " \t");
    return *line == '\0' || *line == '#' || *line == '%';
}

/* The next line that is to be read. */
static mb_status next_line(mb_table *t, bool *more, mb_error *err)
{
    mb_status status = MB_OK;

    *more = true;
    if (t->again) {
        t->again = false;
        return MB_OK;
    }
    do
        status = read_line(t, more, err);
    while (status == MB_OK && *more && is_empty(t->line));
    return status;
}

/* Whether c stands between numbers, and more than one of it are one. */
static bool blank(const mb_table *t, char c)
{
    return c == ' ' || (c == '\t' && t->separator != '\t');
}

static bool separates(const mb_table *t, char c)
{
    return t->format == MB_TABLE_PLAIN ? c == ',' || c == ';' : c == t->separator && !blank(t, c);
}

/* Cuts the name that begins at *text, which may stand in quotes, and moves to the next one, NULL where
 * there is none; *at: its column of text. */
static char *cut_name(const mb_table *t, char **text, int *at)
{
    char *name = *text + strspn(*text, " ");
    char *end = name + strcspn(name, (const char[]){t->separator, '\0'});

    *at = (int)(name - t->line) + 1;
    *text = *end ? end + 1 : NULL;
    while (end > name && end[-1] == ' ')
        end--;
    if (*name == '"' && end > name + 1 && end[-1] == '"') {
        name++;
        end--;
    }
    *end = '\0';
    return name;
}

static char separator_of(const char *line)
{
    static const char all[] = ",;\t ";

    for (const char *c = all; *c; c++)
        if (strchr(line, *c))
            return *c;
    return ',';
}

static mb_status read_names(mb_table *t, mb_arena *arena, mb_error *err)
{
    static const char mark[] = "\xef\xbb\xbf"; /* that some programs begin a text with */
    char *line = strncmp(t->line, mark, 3) == 0 ? t->line + 3 : t->line, *end;
    int most = 1, n = 0, *at;
    mb_status status;

    for (size_t k = strlen(line); k > 0 && line[k - 1] == ' ';)
        line[--k] = '\0';
    t->separator = separator_of(line);
    (void)strtod(line, &end);
    if (end != line)
        return mb_table_wrong(
            t, 1, err,
            "a number where the names of the columns stand, \"t,NAME,...\"; for a "
            "table without names say --format iftomm");
    for (const char *c = line; *c; c++)
        most += *c == t->separator;
    if (most > MB_TABLE_COLUMNS)
        return mb_table_wrong(t, 1, err, "%d columns; at most %d are read", most, MB_TABLE_COLUMNS);
    MB_TRY(MB_TAKE(arena, &t->name, (size_t)most, err));
    MB_TRY(MB_TAKE(arena, &at, (size_t)most, err));
    for (; line && n < most; n++) {
        t->name[n] = mb_arena_strdup(arena, cut_name(t, &line, &at[n]));
        if (!t->name[n])
            MB_TRY(mb_fail(err, MB_NO_MEMORY, "no memory for a table"));
    }
    t->name_at = at;
    t->ncolumns = n;
done:
    return status;
}

/* Numbers of the line into t->value, ncolumns of them; -1 instead counts them. */
static mb_status read_numbers(mb_table *t, int ncolumns, int *count, mb_error *err)
{
    const char *at = t->line;
    int n = 0;

    for (;;) {
        char *end;
        double x;

        while (blank(t, *at))
            at++;
        if (!*at && (n == 0 || t->format == MB_TABLE_PLAIN))
            break; /* plain tables may end their lines with a separator */
        x = strtod(at, &end);
        if (end == at || (*end && !blank(t, *end) && !separates(t, *end))) {
            char shown[40];

            mb_copy_plain(shown, sizeof shown, at);
            shown[strcspn(shown, ",; \t")] = '\0';
            return mb_table_wrong(t, (size_t)(at - t->line) + 1, err,
                                  "'%s' is no number (column %d of the table)", shown, n + 1);
        }
        if (ncolumns >= 0 && n == ncolumns)
            return mb_table_wrong(t, (size_t)(at - t->line) + 1, err,
                                  "more numbers than the table has columns, %d", ncolumns);
        if (ncolumns >= 0)
            t->value[n] = x;
        n++;
        for (at = end; blank(t, *at);)
            at++;
        if (!*at)
            break;
        at += separates(t, *at);
    }
    *count = n;
    return MB_OK;
}

/* Passes over what stands before the numbers of a plain table and counts the first row's. */
static mb_status count_columns(mb_table *t, mb_error *err)
{
    bool more = true;
    char *end;
    mb_status status;

    for (;;) {
        (void)strtod(t->line, &end);
        if (end != t->line)
            break;
        MB_TRY(next_line(t, &more, err));
        if (!more)
            return mb_table_wrong(t, 1, err, "the file ends without a line of numbers");
    }
    MB_TRY(read_numbers(t, -1, &t->ncolumns, err));
    if (t->ncolumns > MB_TABLE_COLUMNS)
        return mb_table_wrong(t, 1, err, "%d columns; at most %d are read", t->ncolumns,
                              MB_TABLE_COLUMNS);
    t->again = true;
done:
    return status;
}

mb_status mb_table_begin(mb_table *t, FILE *file, const char *path, mb_table_format format,
                         mb_arena *arena, mb_error *err)
{
    bool more;
    mb_status status;

    *t = (mb_table){.file = file, .path = path, .format = format, .separator = ','};
    MB_TRY(next_line(t, &more, err));
    if (!more)
        return mb_table_wrong(t, 1, err, "the file is empty; a table of a trajectory is wanted");
    MB_TRY(format == MB_TABLE_CSV ? read_names(t, arena, err) : count_columns(t, err));
    MB_TRY(MB_TAKE(arena, &t->value, (size_t)t->ncolumns, err));
done:
    return status;
}

mb_status mb_table_open(mb_table *t, const char *path, mb_table_format format, mb_arena *arena,
                        mb_error *err)
{
    FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "r");

    if (file)
        return mb_table_begin(t, file, path, format, arena, err);
    *t = (mb_table){.path = path};
    return mb_fail(err, MB_BAD_INPUT, "cannot read %.400s: %s", path, strerror(errno));
}

void mb_table_close(mb_table *t)
{
    if (t->file && t->file != stdin)
        fclose(t->file);
    free(t->line);
    *t = (mb_table){.file = NULL};
}

mb_status mb_table_next(mb_table *t, bool *more, mb_error *err)
{
    int n = 0;
    mb_status status;

    MB_TRY(next_line(t, more, err));
    if (!*more)
        return MB_OK;
    MB_TRY(read_numbers(t, t->ncolumns, &n, err));
    if (n < t->ncolumns)
        return mb_table_wrong(t, strlen(t->line) + 1, err,
                              "%d numbers; the table has %d columns, and the line may be torn", n,
                              t->ncolumns);
done:
    return status;
}
