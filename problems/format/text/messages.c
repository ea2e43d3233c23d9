/* SPDX-License-Identifier: MIT */
#include "problems/format/text/messages.h"

#include <stdarg.h>
#include <string.h>

#include "base/text.h"

static void __attribute__((format(printf, 5, 0)))
add(mb_message *list, int *n, int line, int column, const char *format, va_list args)
{
    char text[MB_MESSAGE_SIZE];
    mb_message *message = &list[*n];

    vsnprintf(text, sizeof text, format, args);
    *message = (mb_message){.line = line, .column = column};
    mb_copy_plain(message->text, sizeof message->text, text);
    ++*n;
}

void mb_messages_error(mb_messages *m, int line, int column, const char *format, ...)
{
    va_list args;

    for (int i = 0; i < m->nerrors; i++)
        if (m->error[i].line == line && m->error[i].column == column)
            return;
    if (m->nerrors == MB_MESSAGES) {
        m->more = true;
        return;
    }
    va_start(args, format);
    add(m->error, &m->nerrors, line, column, format, args);
    va_end(args);
}

void mb_messages_note(mb_messages *m, int line, int column, const char *format, ...)
{
    va_list args;

    for (int i = 0; i < m->nnotes; i++)
        if (m->note[i].line == line && m->note[i].column == column)
            return;
    if (m->nnotes == MB_MESSAGES)
        return;
    va_start(args, format);
    add(m->note, &m->nnotes, line, column, format, args);
    va_end(args);
}

static bool before(const mb_message *a, const mb_message *b)
{
    return a->line != b->line ? a->line < b->line : a->column < b->column;
}

void mb_messages_sort(mb_messages *m)
{
    for (int i = 1; i < m->nerrors; i++) {
        const mb_message moved = m->error[i];
        int j = i;

        for (; j > 0 && before(&moved, &m->error[j - 1]); j--)
            m->error[j] = m->error[j - 1];
        m->error[j] = moved;
    }
}

void mb_message_text(const mb_messages *m, const mb_message *message, char *text, size_t size)
{
    snprintf(text, size, "%s:%d:%d: %s", m->file, message->line, message->column, message->text);
}

mb_status mb_messages_status(const mb_messages *m, mb_error *err)
{
    char all[sizeof err->text] = "", line[MB_MESSAGE_SIZE + 256];
    size_t n = 0;

    if (m->nerrors == 0)
        return MB_OK;
    for (int i = 0; i < m->nerrors && n < sizeof all; i++) {
        mb_message_text(m, &m->error[i], line, sizeof line);
        n += (size_t)snprintf(all + n, sizeof all - n, "%s%s", i ? "\n" : "", line);
    }
    return mb_fail(err, MB_BAD_INPUT, "%s", all);
}
