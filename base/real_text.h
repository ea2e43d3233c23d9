/* SPDX-License-Identifier: MIT */
/* Numbers as JSON with 17 digits, from which they are read back to the last bit. */
#ifndef MB_BASE_REAL_TEXT_H
#define MB_BASE_REAL_TEXT_H

#include <stddef.h>

enum { MB_REAL_TEXT = 32 }; /* bytes that suffice */

/* The text of a finite x: that of "%.17g", correctly rounded, with .0 where it would be a whole
 * number's and exponents without + and leading zeros.  Its length. */
size_t mb_real_text(double x, char text[MB_REAL_TEXT]);

#endif
