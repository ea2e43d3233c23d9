#include "report/charts/script.h"

#include <string.h>

#define MUTED "#606060"

/* Cuts text to at most size - 1 bytes without splitting a UTF-8 character. */
static void copy_cut(char *to, size_t size, const char *from, size_t length)
{
    size_t n = length < size - 1 ? length : size - 1;

    while (n > 0 && n < length && ((unsigned char)from[n] & 0xc0) == 0x80)
        n--;
    memcpy(to, from, n);
    to[n] = '\0';
}

/* Bytes of the next line: up to the last space within `width` characters, else up to where a long
 * word, such as a solver's spec, can be broken, else to the next space. */
static size_t line_length(const char *text, int width)
{
    size_t at = 0, space = 0, part = 0;

    for (int n = 0; text[at]; at++) {
        if (text[at] == ' ' && at > 0) {
            if (n > width)
                break;
            space = at;
        }
        n += ((unsigned char)text[at] & 0xc0) != 0x80;
        if (n < width && strchr("/,:-_", text[at]))
            part = at + 1;
        if (n > width && (space > 0 || part > 0))
            return space > 0 ? space : part;
    }
    return at;
}

mb_wrapped mb_wrap(const char *text, int width, int max_lines)
{
    mb_wrapped w = {0};

    while (*text == ' ')
        text++;
    while (*text && w.count < max_lines) {
        size_t n = line_length(text, width);
        const char *rest = text + n + strspn(text + n, " ");
        char *line = w.line[w.count++];

        copy_cut(line, MB_WRAP_SIZE - 4, text, n);
        if (*rest && w.count == max_lines)
            strcat(line, " …");
        text = rest;
    }
    return w;
}

void mb_script_text(const mb_script *s, double x, double y, const char *align, double size,
                    const char *colour, const char *text)
{
    fputs("set label ", s->file);
    mb_put_gnuplot(s->file, text);
    fprintf(s->file, " at screen %.5f, screen %.5f %s font ',%g' textcolor rgb '%s' noenhanced\n",
            x / MB_SCRIPT_WIDTH, 1 - y / s->height, align, size, colour);
}

void mb_script_begin(const mb_script *s, const char *title, const char *second)
{
    mb_wrapped head = mb_wrap(title, 88, 1), below = mb_wrap(second, 80, 1);

    fprintf(s->file,
            "# Run inside this folder: gnuplot %s.gp\n"
            "reset\n"
            "set encoding utf8\n"
            "unset key\n"
            "set border 3 linewidth 0.8 linecolor rgb '#606060'\n"
            "set tics nomirror out scale 0.6,0.3 font ',12' textcolor rgb 'black'\n"
            "set grid linecolor rgb '#dddddd' linetype 1 linewidth 0.6\n"
            "set lmargin at screen %.5f\nset rmargin at screen %.5f\n"
            "set tmargin at screen %.5f\nset bmargin at screen %.5f\n",
            s->name, s->left / MB_SCRIPT_WIDTH, s->right / MB_SCRIPT_WIDTH, 1 - s->top / s->height,
            1 - s->bottom / s->height);
    mb_script_text(s, 14, 20, "left", 14.5, "black", head.line[0]);
    mb_script_text(s, 14, 40, "left", 11.5, MUTED, below.line[0]);
}

void mb_script_notes(const mb_script *s, const mb_wrapped *notes)
{
    for (int i = 0; i < notes->count; i++)
        mb_script_text(s, 14, s->height - 8 - 14.0 * (notes->count - 1 - i), "left", 11, MUTED,
                       notes->line[i]);
}

void mb_script_end(const mb_script *s)
{
    /* One pixel of the SVG is 0.0225 cm on paper (18 cm wide) and two pixels of the PNG; fonts are
     * in pixels there, in points here (0.75 pixel). */
    fprintf(s->file,
            "set terminal svg size %d,%.0f font 'sans-serif,12'\n"
            "set output '%s.svg'\neval drawing\n"
            "set terminal pngcairo size %d,%.0f font 'Sans,12' fontscale 1.5 linewidth 2 "
            "pointscale 2\n"
            "set output '%s.png'\neval drawing\n"
            "set terminal pdfcairo size 18cm,%.4fcm font 'Sans,12' fontscale 0.4785 linewidth 1.25 "
            "pointscale 0.55\n"
            "set output '%s.pdf'\neval drawing\n"
            "unset output\n",
            MB_SCRIPT_WIDTH, s->height, s->name, 2 * MB_SCRIPT_WIDTH, 2 * s->height, s->name,
            s->height * 18 / MB_SCRIPT_WIDTH, s->name);
}
