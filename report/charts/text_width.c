/* SPDX-License-Identifier: MIT */
#include "report/charts/text_width.h"

#include "report/records/escape.h"

/* Advances of the characters from the space on [size / 1000]. */
static const short advance[] = {
    318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361,  318, 337, 636, 636, 636,
    636, 636, 636, 636, 636, 636, 636, 337, 337, 838, 838, 838, 531, 1000, 684, 686, 698, 770, 632,
    575, 775, 752, 295, 295, 656, 557, 863, 748, 787, 603, 787, 695, 635,  611, 732, 684, 989, 685,
    611, 685, 390, 337, 390, 838, 500, 500, 613, 635, 550, 635, 615, 352,  635, 634, 278, 278, 579,
    278, 974, 634, 612, 635, 635, 411, 521, 392, 634, 592, 818, 592, 592,  525, 636, 337, 636, 838,
};

static const int other = 800; /* of a character that is not ASCII: most signs are narrower */

double mb_text_width(const char *text, size_t n, double size)
{
    return (double)mb_text_advance(advance, other, text, n) * size / 1000.0;
}
