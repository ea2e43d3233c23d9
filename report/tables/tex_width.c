#include "report/tables/tex_width.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#include "report/records/escape.h"

/* Widths of the characters from the space on in cmr7 [pt / 100], as its tfm file gives them. */
static const short roman[] = {
    269, 226, 399, 657, 399, 657, 614, 226, 313, 313, 399, 614, 226, 269, 226, 399, 399, 399, 399,
    399, 399, 399, 399, 399, 399, 399, 226, 226, 614, 614, 614, 377, 614, 590, 559, 571, 602, 538,
    516, 619, 590, 289, 408, 612, 494, 719, 590, 614, 538, 614, 581, 442, 571, 590, 590, 806, 590,
    590, 485, 226, 399, 226, 399, 420, 226, 399, 442, 356, 442, 356, 248, 399, 442, 226, 248, 420,
    226, 657, 442, 399, 442, 420, 313, 317, 313, 442, 420, 571, 420, 420, 356, 399, 226, 399, 399,
};

static const double code_width = 3.72; /* [pt] of any character in cmtt8 at 7 pt */
static const double other_width = 8.0; /* of a character that is not ASCII: the widest sign used */

/* [pt] Signs in a formula: a digit, the point, the cross before a power, ten, the minus and a digit
 * of the exponent; a bold formula is so much wider. */
static const double digit = 3.99, point = 2.4, cross = 9.9, ten = 8.5, minus = 5.8,
                    small_digit = 3.45, bold_part = 1.1;

double mb_tex_width(const char *text, size_t n, bool code)
{
    double width = 0.0;

    for (size_t i = 0; i < n && text[i]; i++) {
        unsigned char c = (unsigned char)text[i];

        if ((c & 0xc0) == 0x80) /* goes on */
            continue;
        if (c < ' ' || c >= 0x7f)
            width += other_width;
        else
            width += code ? code_width : roman[c - ' '] / 100.0;
    }
    return width;
}

size_t mb_tex_piece(const char *text)
{
    size_t n = 0;

    while (text[n] && !strchr("/,:_+ ", text[n]) &&
           !(text[n] == '-' && n > 0 && isalpha((unsigned char)text[n - 1]) &&
             isalpha((unsigned char)text[n + 1])))
        n++;
    return n + (text[n] != '\0');
}

double mb_tex_number_width(double x, int digits, bool bold)
{
    char text[MB_SHORT_SIZE], *power;
    double width = 0.0;

    if (!isfinite(x))
        return other_width + minus;
    mb_number_text(x, digits, text);
    power = strchr(text, 'e');
    for (const char *c = text; *c && c != power; c++)
        width += *c == '.' ? point : *c == '-' ? minus : digit;
    if (power) {
        width = strncmp(text, "1e", 2) == 0 ? ten : width + cross + ten;
        for (const char *c = power + 1; *c; c++)
            width += *c == '-' ? minus : small_digit;
    }
    return bold ? bold_part * width : width;
}
