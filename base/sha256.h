/* SPDX-License-Identifier: MIT */
/* SHA-256 (FIPS 180-4): what a file says, told by a number. */
#ifndef MB_BASE_SHA256_H
#define MB_BASE_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { MB_SHA256_TEXT = 65 };

typedef struct mb_sha256 {
    uint32_t h[8];
    uint64_t length; /* bytes so far */
    unsigned char block[64];
} mb_sha256;

void mb_sha256_begin(mb_sha256 *sum);
void mb_sha256_add(mb_sha256 *sum, const void *bytes, size_t size);

/* Ends it: 64 lower-case hex digits. */
void mb_sha256_text(mb_sha256 *sum, char text[MB_SHA256_TEXT]);

#endif
