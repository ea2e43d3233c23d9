/* SPDX-License-Identifier: MIT */
/* Decimal digits of doubles. */
#ifndef MB_BASE_DECIMAL_H
#define MB_BASE_DECIMAL_H

#include <stdbool.h>
#include <stdint.h>

/* The 17 digits and the exponent that printf's %.16e writes, rounded to nearest, ties to even: x is about
 * digits * 10^(exponent - 16).  From the exact product of the mantissa with a power of 5, in a fifth of the time
 * of printf.  false: x is neither 0 nor a number from 1e-37 to below 1e17, or the compiler has no integers of 128 bits. */
bool mb_decimal_17(double x, uint64_t *digits, int *exponent);

/* Writes a whole number, at most MB_WHOLE_SIZE characters, without a NUL; how many. */
enum { MB_WHOLE_SIZE = 20 };
int mb_decimal_whole(int64_t n, char *text);

#endif
