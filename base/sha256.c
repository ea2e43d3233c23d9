/* SPDX-License-Identifier: MIT */
#include "base/sha256.h"

#include <stdio.h>
#include <string.h>

/* the first 32 bits of the fractional parts of the cube roots of the first 64 primes */
static const uint32_t k[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t turn(uint32_t x, int n)
{
    return x >> n | x << (32 - n);
}

static void take_block(mb_sha256 *sum)
{
    uint32_t *s = sum->h, w[64];
    uint32_t a = s[0], b = s[1], c = s[2], d = s[3], e = s[4], f = s[5], g = s[6], h = s[7];

    for (int i = 0; i < 16; i++) {
        const unsigned char *x = sum->block + 4 * i;

        w[i] = (uint32_t)x[0] << 24 | (uint32_t)x[1] << 16 | (uint32_t)x[2] << 8 | x[3];
    }
    for (int i = 16; i < 64; i++) {
        const uint32_t x = w[i - 15], y = w[i - 2];

        w[i] = w[i - 16] + (turn(x, 7) ^ turn(x, 18) ^ x >> 3) + w[i - 7] +
               (turn(y, 17) ^ turn(y, 19) ^ y >> 10);
    }
    for (int i = 0; i < 64; i++) {
        const uint32_t t1 =
            h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + k[i] + w[i];
        const uint32_t t2 =
            (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));

        h = g;
        g = f;
        f = e;
        e = d + t1;
        d = c;
        c = b;
        b = a;
        a = t1 + t2;
    }
    s[0] += a;
    s[1] += b;
    s[2] += c;
    s[3] += d;
    s[4] += e;
    s[5] += f;
    s[6] += g;
    s[7] += h;
}

void mb_sha256_begin(mb_sha256 *sum)
{
    /* the same of the square roots of the first 8 */
    static const uint32_t start[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

    *sum = (mb_sha256){.length = 0};
    memcpy(sum->h, start, sizeof start);
}

void mb_sha256_add(mb_sha256 *sum, const void *bytes, size_t size)
{
    const unsigned char *from = bytes;

    while (size > 0) {
        const size_t used = sum->length % 64, n = size < 64 - used ? size : 64 - used;

        memcpy(sum->block + used, from, n);
        sum->length += n;
        from += n;
        size -= n;
        if (used + n == 64)
            take_block(sum);
    }
}

void mb_sha256_text(mb_sha256 *sum, char text[MB_SHA256_TEXT])
{
    const uint64_t bits = 8 * sum->length;
    unsigned char end[8];

    mb_sha256_add(sum, "\x80", 1);
    while (sum->length % 64 != 56)
        mb_sha256_add(sum, "", 1);
    for (int i = 0; i < 8; i++)
        end[i] = (unsigned char)(bits >> (56 - 8 * i));
    mb_sha256_add(sum, end, sizeof end);
    for (int i = 0; i < 8; i++)
        snprintf(text + 8 * i, 9, "%08x", (unsigned)sum->h[i]);
}
