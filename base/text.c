/* SPDX-License-Identifier: MIT */
#include "base/text.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Decodes one character of UTF-8; 0 bytes where there is none. */
static size_t decode(const unsigned char *t, unsigned *code)
{
    static const unsigned least[] = {0, 0, 0x80, 0x800, 0x10000}; /* shorter forms are refused */
    size_t n = t[0] < 0x80                   ? 1
               : t[0] >= 0xc2 && t[0] < 0xe0 ? 2
               : t[0] >= 0xe0 && t[0] < 0xf0 ? 3
               : t[0] >= 0xf0 && t[0] < 0xf5 ? 4
                                             : 0;

    if (n < 2) {
        *code = t[0];
        return n;
    }
    *code = t[0] & (0x7fu >> n);
    for (size_t i = 1; i < n; i++) { /* the zero at the end of a text is none of these */
        if ((t[i] & 0xc0) != 0x80)
            return 0;
        *code = *code << 6 | (t[i] & 0x3fu);
    }
    return *code < least[n] || *code > 0x10ffff || (*code >= 0xd800 && *code < 0xe000) ? 0 : n;
}

static bool within(unsigned code, unsigned first, unsigned last)
{
    return code >= first && code <= last;
}

size_t mb_text_next(const char *text, const char **plain, size_t *length)
{
    unsigned code;
    size_t n = decode((const unsigned char *)text, &code);

    *plain = text;
    *length = n;
    if (n == 0 || (code & 0xfffe) == 0xfffe) {
        *plain = "?";
        *length = 1;
    } else if (code < 0x20 || within(code, 0x7f, 0x9f) || within(code, 0x2028, 0x202e) ||
               within(code, 0x2066, 0x2069)) {
        *plain = " ";
        *length = 1;
    }
    return n > 0 ? n : 1;
}

/* Bytes at the start of a text that, at the start of a line, are a command to the machines of
 * GitHub Actions: "::" or "##[", spaces before them. */
static size_t command(const char *text)
{
    static const char *const keys[] = {"::", "##["};
    size_t n = strspn(text, " ");

    for (int i = 0; i < 2; i++)
        if (strncmp(text + n, keys[i], strlen(keys[i])) == 0)
            return n + strlen(keys[i]);
    return 0;
}

void mb_put_plain(FILE *file, const char *text)
{
    const char *plain;
    size_t length, n = text ? command(text) : 0;

    if (n > 0) { /* a space within it, and it is none */
        fwrite(text, 1, n - 1, file);
        fputc(' ', file);
        text += n - 1;
    }
    while (text && *text) {
        text += mb_text_next(text, &plain, &length);
        fwrite(plain, 1, length, file);
    }
}

void mb_put_line(FILE *file, const char *format, ...)
{
    va_list words;
    char *line = NULL;

    va_start(words, format);
    if (vasprintf(&line, format, words) >= 0) {
        mb_put_plain(file, line);
        free(line);
    }
    va_end(words);
    fputc('\n', file);
}

void mb_text_place(const char *text, size_t offset, int *line, int *column)
{
    *line = *column = 1;
    for (size_t i = 0; i < offset; i++)
        if (text[i] == '\n') {
            ++*line;
            *column = 1;
        } else if (((unsigned char)text[i] & 0xc0) != 0x80) {
            ++*column;
        }
}

void mb_copy_plain(char *to, size_t size, const char *text)
{
    const char *plain;
    size_t length, used = 0;

    while (text && *text) {
        text += mb_text_next(text, &plain, &length);
        if (used + length >= size)
            break;
        memcpy(to + used, plain, length);
        used += length;
    }
    if (size > 0)
        to[used] = '\0';
}

void mb_join(char *text, size_t size, const char *separator, const char *part)
{
    static const char rest[] = "...";
    size_t used = strlen(text), gap = strlen(separator), end = gap + sizeof rest;

    if (used >= sizeof rest - 1 && strcmp(text + used - (sizeof rest - 1), rest) == 0)
        return;
    if (used == 0)
        gap = 0;
    if (used + gap + strlen(part) + end > size)
        part = rest;
    if (used + gap + strlen(part) < size)
        sprintf(text + used, "%s%s", gap ? separator : "", part);
}
