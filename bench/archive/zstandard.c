/* SPDX-License-Identifier: MIT */
#include "bench/archive/zstandard.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#include "base/files.h"

enum { LEVEL = 12 }; /* where more effort gains little on records */

/* What both directions need: two buffers of the library's own sizes. */
typedef struct buffers {
    void *in, *out;
    size_t in_size, out_size;
} buffers;

static mb_status make(buffers *b, mb_error *err)
{
    b->in = malloc(b->in_size);
    b->out = malloc(b->out_size);
    return b->in && b->out ? MB_OK : mb_fail(err, MB_NO_MEMORY, "out of memory");
}

static void release(buffers *b)
{
    free(b->in);
    free(b->out);
}

static mb_status compress(ZSTD_CCtx *stream, FILE *in, buffers *b, FILE *file, const char *path,
                          mb_error *err)
{
    for (;;) {
        const size_t n = fread(b->in, 1, b->in_size, in);
        const ZSTD_EndDirective end = n < b->in_size ? ZSTD_e_end : ZSTD_e_continue;
        ZSTD_inBuffer from = {b->in, n, 0};
        size_t left;

        if (ferror(in))
            return mb_cannot_write(NULL, path, err);
        do {
            ZSTD_outBuffer to = {b->out, b->out_size, 0};

            left = ZSTD_compressStream2(stream, &to, &from, end);
            if (ZSTD_isError(left))
                return mb_fail(err, MB_FAILURE, "cannot compress %.400s: %s", path,
                               ZSTD_getErrorName(left));
            if (fwrite(b->out, 1, to.pos, file) != to.pos)
                return mb_cannot_write(NULL, path, err);
        } while (end == ZSTD_e_end ? left > 0 : from.pos < from.size);
        if (end == ZSTD_e_end)
            return MB_OK;
    }
}

mb_status mb_zstd_write(FILE *in, const char *path, mb_error *err)
{
    buffers b = {.in_size = ZSTD_CStreamInSize(), .out_size = ZSTD_CStreamOutSize()};
    ZSTD_CCtx *stream = ZSTD_createCCtx();
    FILE *file = NULL;
    mb_status status;

    MB_TRY(make(&b, err));
    if (!stream)
        MB_TRY(mb_fail(err, MB_NO_MEMORY, "out of memory"));
    ZSTD_CCtx_setParameter(stream, ZSTD_c_compressionLevel, LEVEL);
    ZSTD_CCtx_setParameter(stream, ZSTD_c_checksumFlag, 1);
    file = fopen(path, "w");
    if (!file)
        MB_TRY(mb_cannot_write(NULL, path, err));
    MB_TRY(compress(stream, in, &b, file, path, err));
done:
    if (file && fclose(file) != 0 && status == MB_OK)
        status = mb_cannot_write(NULL, path, err);
    ZSTD_freeCCtx(stream);
    release(&b);
    return status;
}

static mb_status decompress(ZSTD_DCtx *stream, FILE *file, buffers *b, FILE *out, const char *path,
                            mb_error *err)
{
    size_t wanted = 1, n; /* 0 behind a whole frame */

    while ((n = fread(b->in, 1, b->in_size, file)) > 0) {
        ZSTD_inBuffer from = {b->in, n, 0};

        while (from.pos < from.size) {
            ZSTD_outBuffer to = {b->out, b->out_size, 0};

            wanted = ZSTD_decompressStream(stream, &to, &from);
            if (ZSTD_isError(wanted))
                return mb_fail(err, MB_BAD_INPUT, "%.400s: damaged: %s", path,
                               ZSTD_getErrorName(wanted));
            if (fwrite(b->out, 1, to.pos, out) != to.pos)
                return mb_cannot_write(NULL, "a temporary file", err);
        }
    }
    if (ferror(file))
        return mb_fail(err, MB_BAD_INPUT, "%.400s: cannot be read: %s", path, strerror(errno));
    if (wanted != 0)
        return mb_fail(err, MB_BAD_INPUT, "%.400s: torn: its end is missing", path);
    return fflush(out) == 0 ? MB_OK : mb_cannot_write(NULL, "a temporary file", err);
}

mb_status mb_zstd_read(const char *path, FILE *out, mb_error *err)
{
    buffers b = {.in_size = ZSTD_DStreamInSize(), .out_size = ZSTD_DStreamOutSize()};
    ZSTD_DCtx *stream = ZSTD_createDCtx();
    FILE *file = NULL;
    mb_status status;

    MB_TRY(make(&b, err));
    if (!stream)
        MB_TRY(mb_fail(err, MB_NO_MEMORY, "out of memory"));
    file = fopen(path, "r");
    if (!file)
        MB_TRY(mb_fail(err, MB_BAD_INPUT, "%.400s: cannot be opened: %s", path, strerror(errno)));
    MB_TRY(decompress(stream, file, &b, out, path, err));
done:
    if (file)
        fclose(file);
    ZSTD_freeDCtx(stream);
    release(&b);
    return status;
}
