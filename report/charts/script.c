/* SPDX-License-Identifier: MIT */
#include "report/charts/script.h"

#include <math.h>
#include <string.h>

#include "report/charts/text_width.h"

#define MUTED "#606060"

static const double pixel = 0.225;       /* [mm] */
static const double usual_width = 180.0; /* [mm] */
static const double narrowest = 620.0;   /* [px] with room for names beside a plot */
static const double small_width = 350.0; /* [px] that a telephone shows as they are */

/* [px] */
static const double edge = 14.0, title_pitch = 20.0, title_size = 14.5, second_size = 11.5;
static const double note_pitch = 14.0, note_size = 11.0, label_pitch = 15.0, label_size = 12.5;
static const double axis_height = 54.0; /* of tics and label below a plot */

enum { NOTE_LINES = 6 /* in a picture for paper */ };

/* ---- lines ---------------------------------------------------------------------------------- */

/* Cuts text to at most size - 1 bytes without splitting a UTF-8 character. */
static void copy_cut(char *to, size_t size, const char *from, size_t length)
{
    size_t n = length < size - 1 ? length : size - 1;

    while (n > 0 && n < length && ((unsigned char)from[n] & 0xc0) == 0x80)
        n--;
    memcpy(to, from, n);
    to[n] = '\0';
}

/* Bytes of the next line: up to the last space that leaves it narrow enough, else up to where a long
 * word, such as a solver's spec, can be broken, else as many letters as have room. */
static size_t line_length(const char *text, double width, double size)
{
    size_t space = 0, part = 0, letter = 0;

    for (size_t at = 0;; at++) {
        bool fits = mb_text_width(text, at, size) <= width;

        if (((unsigned char)text[at] & 0xc0) == 0x80)
            continue;
        if ((text[at] == ' ' || !text[at]) && at > 0 && fits)
            space = at;
        if (fits && at > 0 && strchr("/,:-_+", text[at - 1]))
            part = at;
        if (fits)
            letter = at;
        if (!fits || !text[at])
            return space > 0 ? space : part > 0 ? part : letter > 0 ? letter : at;
    }
}

mb_wrapped mb_wrap(const char *text, double width, double size, int max_lines)
{
    mb_wrapped w = {0};

    if (!text)
        return w;
    while (*text == ' ')
        text++;
    while (*text && w.count < max_lines) {
        size_t n = line_length(text, width, size);
        const char *rest = text + n + strspn(text + n, " ");
        char *line = w.line[w.count++];

        copy_cut(line, MB_WRAP_SIZE - 4, text, n);
        if (*rest && w.count == max_lines)
            strcat(line, " …");
        text = rest;
    }
    return w;
}

bool mb_note_fits(const mb_chart_look *look, const char *note)
{
    mb_script s = mb_script_of("", look);
    mb_wrapped lines = mb_wrap(note, s.width - 2 * edge, note_size, NOTE_LINES);

    return lines.count < NOTE_LINES || !strstr(lines.line[lines.count - 1], " …");
}

/* ---- room ----------------------------------------------------------------------------------- */

mb_script mb_script_of(const char *name, const mb_chart_look *look)
{
    double width = round((look->width > 0.0 ? look->width : usual_width) / pixel);

    return (mb_script){
        .name = name, .paper = look->paper, .narrow = width < narrowest, .width = width};
}

int mb_scripts_of(const char *name, const mb_chart_look *look, mb_script script[MB_SCRIPTS])
{
    script[0] = mb_script_of(name, look);
    if (script[0].narrow || !look->small)
        return 1;
    script[1] = script[0];
    script[1].narrow = script[1].small = true;
    script[1].width = small_width;
    return MB_SCRIPTS;
}

void mb_script_head(mb_script *s, const char *title, const char *second)
{
    double room = s->width - 2 * edge;

    s->top = edge;
    if (s->paper)
        return;
    s->title = mb_wrap(title, room, title_size, s->narrow ? 3 : 1);
    s->second = mb_wrap(second, room, second_size, s->narrow ? 3 : 1);
    s->top += title_pitch * s->title.count + title_pitch * fmax(1.0, s->second.count) + 8.0;
}

void mb_script_foot(mb_script *s, const char *note, double below)
{
    s->height = fmax(below, s->bottom + axis_height);
    if (s->paper)
        return;
    s->note = mb_wrap(note, s->width - 2 * edge, note_size, s->small ? MB_WRAP_LINES : NOTE_LINES);
    s->height += note_pitch * s->note.count + (below > s->bottom + axis_height ? 8.0 : 0.0);
}

mb_wrapped mb_script_y_label(mb_script *s, const char *text)
{
    mb_wrapped label =
        mb_wrap(text, s->bottom - s->top + (s->paper ? 0.0 : 2 * title_pitch), label_size, 2);

    if (label.count > 1)
        s->left += label_pitch;
    return label;
}

/* ---- what is written ------------------------------------------------------------------------ */

void mb_script_text(const mb_script *s, double x, double y, const char *align, double size,
                    const char *colour, const char *text)
{
    fputs("set label ", s->file);
    mb_put_gnuplot(s->file, text);
    fprintf(s->file, " at screen %.5f, screen %.5f %s font ',%g' textcolor rgb '%s' noenhanced\n",
            x / s->width, 1 - y / s->height, align, size, colour);
}

static void put_upright(const mb_script *s, double x, double y, const mb_wrapped *label)
{
    for (int i = 0; i < label->count; i++) {
        fputs("set label ", s->file);
        mb_put_gnuplot(s->file, label->line[i]);
        fprintf(s->file, " at screen %.5f, screen %.5f center rotate by 90 font ',%g' noenhanced\n",
                (x + label_pitch * i) / s->width, 1 - y / s->height, label_size);
    }
}

void mb_script_put_y_label(const mb_script *s, const mb_wrapped *label)
{
    put_upright(s, edge, (s->top + s->bottom) / 2, label);
}

void mb_script_upright(const mb_script *s, double x, double top, double bottom, const char *text)
{
    mb_wrapped label = mb_wrap(text, bottom - top, label_size, 2);

    put_upright(s, x, (top + bottom) / 2, &label);
}

void mb_script_x_label(const mb_script *s, const char *text)
{
    double half = fmin((s->left + s->right) / 2, s->width - (s->left + s->right) / 2);
    mb_wrapped label = mb_wrap(text, 2 * (half - 4.0), label_size, 2);

    for (int i = 0; i < label.count; i++)
        mb_script_text(s, (s->left + s->right) / 2, s->bottom + 36.0 + label_pitch * i, "center",
                       label_size, "black", label.line[i]);
}

static void put_lines(const mb_script *s, const mb_wrapped *text, double y, double pitch,
                      double size, const char *colour)
{
    for (int i = 0; i < text->count; i++)
        mb_script_text(s, edge, y + pitch * i, "left", size, colour, text->line[i]);
}

static const char *size_of(const mb_script *s)
{
    return s->small ? ".small" : "";
}

mb_status mb_script_begin(mb_script *s, const char *folder, mb_error *err)
{
    char name[MB_CHART_NAME_SIZE + 16];
    mb_status status;

    snprintf(name, sizeof name, "%s%s.gp", s->name, size_of(s));
    MB_TRY(mb_create(folder, name, &s->file, err));
    fprintf(s->file,
            "# Run inside this folder: gnuplot %s\n"
            "reset\n"
            "set encoding utf8\n"
            "unset key\n"
            "set border 3 linewidth 0.8 linecolor rgb '#606060'\n"
            "set tics nomirror out scale 0.6,0.3 font ',%d' textcolor rgb 'black'\n"
            "set grid linecolor rgb '#dddddd' linetype 1 linewidth 0.6\n"
            "set lmargin at screen %.5f\nset rmargin at screen %.5f\n"
            "set tmargin at screen %.5f\nset bmargin at screen %.5f\n",
            name, s->paper ? 14 : 12, /* powers are smaller by a fifth */
            s->left / s->width, s->right / s->width, 1 - s->top / s->height,
            1 - s->bottom / s->height);
    put_lines(s, &s->title, 20.0, title_pitch, title_size, "black");
    put_lines(s, &s->second, 20.0 + title_pitch * s->title.count, title_pitch, second_size, MUTED);
    put_lines(s, &s->note, s->height - 8.0 - note_pitch * (s->note.count - 1), note_pitch,
              note_size, MUTED);
done:
    return status;
}

/* One pixel of the SVG is two pixels of the PNG; fonts are in pixels there, in points here (0.75
 * pixel). */
static void put_others(const mb_script *s)
{
    fprintf(s->file,
            "set terminal pngcairo size %.0f,%.0f font 'Sans,12' fontscale 1.5 linewidth 2 "
            "pointscale 2\n"
            "set output '%s.png'\neval drawing\n"
            "set terminal pdfcairo size %.4fcm,%.4fcm font 'Sans,12' fontscale 0.4785 linewidth "
            "1.25 pointscale 0.55\n"
            "set output '%s.pdf'\neval drawing\n",
            2 * s->width, 2 * s->height, s->name, s->width * pixel / 10, s->height * pixel / 10,
            s->name);
}

mb_status mb_script_end(mb_script *s, const char *folder, mb_error *err)
{
    fprintf(s->file,
            "set terminal svg size %.0f,%.0f font 'sans-serif,12'\n"
            "set output '%s%s.svg'\neval drawing\n",
            s->width, s->height, s->name, size_of(s));
    if (!s->small)
        put_others(s);
    fputs("unset output\n", s->file);
    return mb_close(s->file, folder, s->name, err);
}
