/* SPDX-License-Identifier: MIT */
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

static const int code_sign = 372;  /* [pt / 100] any character of cmtt8 at 7 pt */
static const int other_sign = 800; /* [pt / 100] one that is not ASCII: the widest sign used */

/* [pt] Signs in a formula: a digit, the point, the cross before a power, ten, the minus and a digit
 * of the exponent; a bold formula is so much wider. */
static const double digit = 3.99, point = 2.4, cross = 9.9, ten = 8.5, minus = 5.8,
                    small_digit = 3.45, bold_part = 1.1;

double mb_tex_width(const char *text, size_t n, bool code)
{
    return (double)mb_text_advance(code ? NULL : roman, code ? code_sign : other_sign, text, n) /
           100.0;
}

size_t mb_tex_piece(const char *text)
{
    size_t n = 0;

    while (text[n] && !strchr("/,:_+ ", text[n]) && !(text[n] == '(' && n > 0) &&
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
        return other_sign / 100.0 + minus;
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
