/* SPDX-License-Identifier: MIT */
#include "report/records/escape.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Writes text with the characters of `special` replaced by the texts in `escape`, as far as it goes
 * before `end`. */
static void put_span(FILE *file, const char *text, const char *end, const char *special,
                     const char *const *escape)
{
    while (text && *text && text < end) {
        const char *at = strchr(special, *text), *plain = text;
        size_t length;

        while (plain < end && *plain >= ' ' && *plain <= '~' && !strchr(special, *plain))
            plain++;
        if (plain > text) {
            fwrite(text, 1, (size_t)(plain - text), file);
            text = plain;
        } else if (at) {
            fputs(escape[at - special], file);
            text++;
        } else {
            text += mb_text_next(text, &plain, &length);
            fwrite(plain, 1, length, file);
        }
    }
}

static void put_escaped(FILE *file, const char *text, const char *special,
                        const char *const *escape)
{
    put_span(file, text, text ? text + strlen(text) : NULL, special, escape);
}

void mb_put_html(FILE *file, const char *text)
{
    static const char *const escape[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};

    put_escaped(file, text, "&<>\"'", escape);
}

void mb_put_svg_link(FILE *file, const char *svg)
{
    static const char plain[] = "-_.~/:;=(), ";

    fputs("data:image/svg+xml,", file);
    for (const char *c = svg; *c; c++)
        if (isalnum((unsigned char)*c) || strchr(plain, *c))
            fputc(*c, file);
        else
            fprintf(file, "%%%02X", (unsigned)(unsigned char)*c);
}

void mb_html(FILE *file, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    for (; *format; format++) {
        if (*format != '%')
            fputc(*format, file);
        else if (*++format == 's')
            mb_put_html(file, va_arg(args, const char *));
        else if (*format == 'd')
            fprintf(file, "%d", va_arg(args, int));
    }
    va_end(args);
}

void mb_put_md(FILE *file, const char *text)
{
    static const char *const escape[] = {
        "\\\\", "\\|",  "\\`",  "\\*",   "\\_",      "\\[", "\\]",
        "\\#",  "&lt;", "&gt;", "&amp;", "@<!-- -->"}; /* a name after it would be told of it */

    put_escaped(file, text, "\\|`*_[]#<>&@", escape);
}

/* Signs that pdflatex has no character for, and their length; 0 when none stands at text. */
static size_t put_tex_symbol(FILE *file, const char *text)
{
    static const char *const symbol[][2] = {
        {"‖", "\\Vert"},   {"·", "\\cdot"},   {"²", "^2"},      {"³", "^3"},
        {"⁴", "^4"},       {"₀", "_0"},       {"₁", "_1"},      {"₂", "_2"},
        {"₃", "_3"},       {"∞", "\\infty"},  {"−", "-"},       {"×", "\\times"},
        {"±", "\\pm"},     {"≤", "\\le"},     {"≥", "\\ge"},    {"≈", "\\approx"},
        {"→", "\\to"},     {"°", "^\\circ"},  {"µ", "\\mu"},    {"α", "\\alpha"},
        {"β", "\\beta"},   {"γ", "\\gamma"},  {"δ", "\\delta"}, {"ε", "\\epsilon"},
        {"θ", "\\theta"},  {"λ", "\\lambda"}, {"μ", "\\mu"},    {"ξ", "\\xi"},
        {"π", "\\pi"},     {"ρ", "\\rho"},    {"σ", "\\sigma"}, {"τ", "\\tau"},
        {"φ", "\\varphi"}, {"ψ", "\\psi"},    {"ω", "\\omega"}, {"Δ", "\\Delta"},
        {"Φ", "\\Phi"},    {"Ω", "\\Omega"},
    };
    static const unsigned char latin_end = 0xc6; /* up to U+017F LaTeX has them itself */
    const char *plain;
    size_t length;

    for (size_t i = 0; i < sizeof symbol / sizeof symbol[0]; i++) {
        size_t n = strlen(symbol[i][0]);

        if (strncmp(text, symbol[i][0], n) == 0) {
            fprintf(file, "$%s$", symbol[i][1]);
            return n;
        }
    }
    if ((unsigned char)*text < latin_end || strncmp(text, "\xe2\x80", 2) == 0) /* dashes, quotes */
        return 0;
    fputc('?', file);
    return mb_text_next(text, &plain, &length);
}

void mb_put_tex(FILE *file, const char *text)
{
    static const char *const escape[] = {"\\textbackslash{}",
                                         "\\{",
                                         "\\}",
                                         "\\$",
                                         "\\&",
                                         "\\#",
                                         "\\%",
                                         "\\_",
                                         "\\textasciicircum{}",
                                         "\\textasciitilde{}",
                                         "\\textless{}",
                                         "\\textgreater{}",
                                         "\\textbar{}",
                                         "''"};

    while (text && *text) {
        const char *plain;
        size_t n = put_tex_symbol(file, text), length;

        if (n == 0) {
            n = mb_text_next(text, &plain, &length);
            put_span(file, text, text + n, "\\{}$&#%_^~<>|\"", escape);
        }
        text += n;
    }
}

/* Whether a spreadsheet would take the text for a formula: by its first character, ASCII or of full
 * width; numbers are none. */
static bool is_formula(const char *text)
{
    static const char *const starts[] = {"=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠"};
    bool may_be = false;
    char *end;

    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
        may_be = may_be || strncmp(text, starts[i], strlen(starts[i])) == 0;
    if (!may_be)
        return false;
    (void)strtod(text, &end);
    return end == text || *end;
}

void mb_put_csv(FILE *file, const char *text)
{
    static const char *const escape[] = {"\"\""};
    bool formula = text && is_formula(text);

    if (!text || (!formula && !text[strcspn(text, ",\"\r\n")])) {
        put_escaped(file, text, "", NULL);
        return;
    }
    fputs(formula ? "\"'" : "\"", file);
    put_escaped(file, text, "\"", escape);
    fputc('"', file);
}

void mb_put_gnuplot(FILE *file, const char *text)
{
    /* In single quotes gnuplot reads everything literally, but its rule of doubled quotes fails for
     * some runs of them: apostrophe and backquote are written as typographic ones. */
    static const char *const escape[] = {"’", "‘"};

    fputc('\'', file);
    for (const char *end; text && (end = strstr(text, "]]>")); text = end + 3) {
        put_span(file, text, end, "'`", escape); /* gnuplot writes it to XML as it is */
        fputs("]] >", file);
    }
    put_escaped(file, text, "'`", escape);
    fputc('\'', file);
}

void mb_put_shell(FILE *file, const char *text)
{
    static const char *const escape[] = {"'\\''"};
    const char *c = text ? text : "";

    while (isalnum((unsigned char)*c) || (*c && strchr("+-./:=,_%@", *c)))
        c++;
    if (text && *text && !*c) {
        fputs(text, file);
        return;
    }
    fputc('\'', file);
    put_escaped(file, text, "'", escape);
    fputc('\'', file);
}

void mb_file_name(const char *text, char *name, size_t size)
{
    size_t n = 0;

    for (const char *c = text ? text : ""; *c && n + 1 < size; c++) {
        unsigned char u = (unsigned char)*c;
        int keep = u < 0x80 && (isalnum(u) || strchr("._-", u));

        if (n == 0 && !(keep && isalnum(u)))
            continue;
        if (keep)
            name[n++] = *c;
        else if (name[n - 1] != '_')
            name[n++] = '_';
    }
    if (n == 0 && size > 1)
        name[n++] = 'x';
    name[n] = '\0';
}

/* "1.20e-07" -> "1.2e-7", "1e+07" -> "1e7" */
static void tidy_exponent(char *text)
{
    char *e = strchr(text, 'e'), *end = e;
    char tail[8];

    if (!e)
        return;
    snprintf(tail, sizeof tail, "e%s%s", e[1] == '-' ? "-" : "", e + 2 + strspn(e + 2, "0"));
    if (strchr(text, '.')) {
        while (end[-1] == '0')
            end--;
        end -= end[-1] == '.';
    }
    strcpy(end, tail);
}

void mb_number_text(double x, int digits, char text[MB_SHORT_SIZE])
{
    double size = fabs(x);

    if (isnan(x)) {
        text[0] = '\0';
        return;
    }
    if (size >= pow(10, digits) && (size < 1e4 || (size < 1e6 && x == floor(x))))
        snprintf(text, MB_SHORT_SIZE, "%.0f", x);
    else if (size < 0.01 && x != 0.0)
        snprintf(text, MB_SHORT_SIZE, "%.*e", digits - 1, x);
    else
        snprintf(text, MB_SHORT_SIZE, "%.*g", digits, x);
    tidy_exponent(text);
}

void mb_short_number(double x, char text[MB_SHORT_SIZE])
{
    mb_number_text(x, 3, text);
}

void mb_put_tex_number(FILE *file, double x, int digits, bool bold)
{
    char text[MB_SHORT_SIZE], *e;

    if (!isfinite(x)) {
        fputs(isnan(x) ? "--" : x > 0 ? "$\\infty$" : "$-\\infty$", file);
        return;
    }
    mb_number_text(x, digits, text);
    e = strchr(text, 'e');
    fputs(bold ? "$\\mathbf{" : "$", file);
    if (!e) {
        fputs(text, file);
    } else {
        *e = '\0';
        if (strcmp(text, "1") == 0)
            fprintf(file, "10^{%s}", e + 1);
        else
            fprintf(file, "%s\\times10^{%s}", text, e + 1);
    }
    fputs(bold ? "}$" : "$", file);
}

long mb_text_advance(const short *advance, int other, const char *text, size_t n)
{
    long sum = 0;

    for (size_t i = 0; i < n && text[i]; i++) {
        unsigned char c = (unsigned char)text[i];

        if ((c & 0xc0) == 0x80) /* goes on */
            continue;
        sum += !advance || c < ' ' || c >= 0x7f ? other : advance[c - ' '];
    }
    return sum;
}

mb_status mb_create(const char *folder, const char *name, FILE **file, mb_error *err)
{
    char *path;

    *file = NULL;
    if (asprintf(&path, "%s/%s", folder, name) < 0)
        return mb_fail(err, MB_NO_MEMORY, "out of memory");
    *file = fopen(path, "w");
    free(path);
    if (!*file)
        return mb_fail(err, MB_FAILURE, "%s/%s cannot be written: %s", folder, name,
                       strerror(errno));
    return MB_OK;
}

mb_status mb_close(FILE *file, const char *folder, const char *name, mb_error *err)
{
    bool failed = file && ferror(file);

    if (file && fclose(file) != 0)
        failed = true;
    if (failed)
        return mb_fail(err, MB_FAILURE, "%s/%s cannot be written (disk full?)", folder, name);
    return MB_OK;
}
