/* SPDX-License-Identifier: MIT */
#include "base/decimal.h"

#include <math.h>

int mb_decimal_whole(int64_t n, char *text)
{
    char digit[MB_WHOLE_SIZE];
    uint64_t rest = n < 0 ? 0 - (uint64_t)n : (uint64_t)n;
    int first = MB_WHOLE_SIZE, at = 0;

    do {
        digit[--first] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    if (n < 0)
        text[at++] = '-';
    while (first < MB_WHOLE_SIZE)
        text[at++] = digit[first++];
    return at;
}

#ifdef __SIZEOF_INT128__

__extension__ typedef unsigned __int128 wide;

enum { POWERS = 28 }; /* of 5, in 64 bits */

/* 5^0 ... 5^27 */
static const uint64_t power[POWERS] = {1U,
                                       5U,
                                       25U,
                                       125U,
                                       625U,
                                       3125U,
                                       15625U,
                                       78125U,
                                       390625U,
                                       1953125U,
                                       9765625U,
                                       48828125U,
                                       244140625U,
                                       1220703125U,
                                       6103515625U,
                                       30517578125U,
                                       152587890625U,
                                       762939453125U,
                                       3814697265625U,
                                       19073486328125U,
                                       95367431640625U,
                                       476837158203125U,
                                       2384185791015625U,
                                       11920928955078125U,
                                       59604644775390625U,
                                       298023223876953125U,
                                       1490116119384765625U,
                                       7450580596923828125U};

/* mantissa * 5^p, the least word first; p: up to twice POWERS - 2 */
static void multiply(uint64_t mantissa, int p, uint64_t word[3])
{
    const int first = p < POWERS ? p : POWERS - 1;
    const wide part = (wide)mantissa * power[first];
    const uint64_t by = power[p - first];
    const wide low = (wide)(uint64_t)part * by;
    const wide high = (wide)(uint64_t)(part >> 64) * by + (uint64_t)(low >> 64);

    word[0] = (uint64_t)low;
    word[1] = (uint64_t)high;
    word[2] = (uint64_t)(high >> 64);
}

/* word / 2^shift, to the nearest, ties to even; shift: from 1 to 191 */
static uint64_t shifted(const uint64_t word[3], int shift)
{
    const int whole = shift / 64, bits = shift % 64, half = (shift - 1) / 64;
    const uint64_t bit = (uint64_t)1 << (shift - 1) % 64;
    uint64_t quotient = word[whole] >> bits, rest = word[half] & (bit - 1);

    if (bits > 0 && whole < 2)
        quotient |= word[whole + 1] << (64 - bits);
    for (int i = 0; i < half; i++)
        rest |= word[i];
    return quotient + ((word[half] & bit) && (rest || (quotient & 1)));
}

/* x 10^p, of x = mantissa 2^two */
static uint64_t scaled(uint64_t mantissa, int two, int p)
{
    const int shift = -(two + p);
    uint64_t word[3];

    multiply(mantissa, p, word);
    return shift > 0 ? shifted(word, shift) : word[0] << -shift;
}

bool mb_decimal_17(double x, uint64_t *digits, int *exponent)
{
    static const uint64_t most = 100000000000000000U; /* 1e17 */
    int two, ten;
    uint64_t mantissa;

    *digits = 0;
    *exponent = 0;
    if (x == 0.0)
        return true;
    if (!(x >= 1e-37 && x < 1e17))
        return false;
    mantissa = (uint64_t)ldexp(frexp(x, &two), 53);
    two -= 53;
    ten = (int)floor((two + 52) * 0.30102999566398120); /* of the power of 2 below x */
    *digits = scaled(mantissa, two, 16 - ten);
    if (*digits >= most)
        *digits = scaled(mantissa, two, 16 - ++ten);
    *exponent = ten;
    return true;
}

#else

bool mb_decimal_17(double x, uint64_t *digits, int *exponent)
{
    (void)x;
    *digits = 0;
    *exponent = 0;
    return false;
}

#endif
