/* SPDX-License-Identifier: MIT */
/* Texts in the languages of the report's files, names, numbers, pictures in the page.  Expectations
 * are written by hand from the formats' rules. */
#include <criterion/criterion.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "report/records/escape.h"

typedef void writer(FILE *file, const char *text);

static const char *written(writer *put, const char *text)
{
    static char buffer[512];
    FILE *file = fmemopen(buffer, sizeof buffer, "w");

    put(file, text);
    fputc('\0', file);
    fclose(file);
    return buffer;
}

Test(escape, html)
{
    cr_assert_str_eq(written(mb_put_html, "<a href=\"x\">&'\n"),
                     "&lt;a href=&quot;x&quot;&gt;&amp;&#39; ");
    cr_assert_str_eq(written(mb_put_html, NULL), "");
}

Test(escape, tex)
{
    cr_assert_str_eq(written(mb_put_tex, "a_b%&#${}~^\\"),
                     "a\\_b\\%\\&\\#\\$\\{\\}\\textasciitilde{}\\textasciicircum{}"
                     "\\textbackslash{}");
    cr_assert_str_eq(written(mb_put_tex, "‖Φ‖₂"), "$\\Vert$$\\Phi$$\\Vert$$_2$");
    cr_assert_str_eq(written(mb_put_tex, "González – 关节"), "González – ??");
}

Test(escape, md)
{
    cr_assert_str_eq(written(mb_put_md, "a|b_<c>"), "a\\|b\\_&lt;c&gt;");
    cr_assert_str_eq(written(mb_put_md, "@name"), "@<!-- -->name");
}

/* What would move a cursor, start a line, turn the reading round or is no character. */
Test(plain, nothing_but_characters)
{
    static const char *const cases[][2] = {
        {"plain Φ ‖ 😀", "plain Φ ‖ 😀"},
        {"a\x1b[2Jb\r\nc\a", "a [2Jb  c "},
        {"\xc2\x9b"
         "31m",
         " 31m"},                                   /* C1: CSI in one character */
        {"a\u202eb\u2066c\u2028", "a b c "},        /* directions, a line separator */
        {"\xef\xbf\xbe|\xef\xbf\xbf", "?|?"},       /* U+FFFE, U+FFFF */
        {"\xed\xa0\x80|\xc0\xaf|\xff", "???|??|?"}, /* a surrogate, an overlong form, no UTF-8 */
        {"cut \xe2\x80", "cut ??"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cr_expect_str_eq(written(mb_put_plain, cases[i][0]), cases[i][1]);
        cr_expect_str_eq(written(mb_put_html, cases[i][0]), cases[i][1]);
    }
    cr_assert_str_eq(written(mb_put_plain, NULL), "");
}

Test(plain, cut_between_characters)
{
    char text[6];

    mb_copy_plain(text, sizeof text, "abcΦΨ");
    cr_assert_str_eq(text, "abcΦ");
    mb_copy_plain(text, sizeof text, "abcdΦ");
    cr_assert_str_eq(text, "abcd");
    mb_copy_plain(text, sizeof text, NULL);
    cr_assert_str_eq(text, "");
}

Test(plain, a_line_stays_one)
{
    char buffer[64];
    FILE *file = fmemopen(buffer, sizeof buffer, "w");

    mb_put_line(file, "run %s: %d", "a\n::warning::b", 3);
    fclose(file);
    cr_assert_str_eq(buffer, "run a ::warning::b: 3\n");
    cr_expect_str_eq(written(mb_put_plain, "  ::error::x"), "  : :error::x");
    cr_expect_str_eq(written(mb_put_plain, "##[group]"), "## [group]");
    cr_expect_str_eq(written(mb_put_plain, "a::b"), "a::b");
}

/* Spreadsheets run a field by its first character. */
Test(escape, csv_has_no_formulas)
{
    cr_expect_str_eq(written(mb_put_csv, "=cmd|'/C calc'!A0"), "\"'=cmd|'/C calc'!A0\"");
    cr_expect_str_eq(written(mb_put_csv, "@SUM(1)"), "\"'@SUM(1)\"");
    cr_expect_str_eq(written(mb_put_csv, "-2+3"), "\"'-2+3\"");
    cr_expect_str_eq(written(mb_put_csv, "\t=1"), "\"' =1\"");
    cr_expect_str_eq(written(mb_put_csv, "＝1"), "\"'＝1\"");
    cr_expect_str_eq(written(mb_put_csv, "-2.5e-3"), "-2.5e-3");
    cr_expect_str_eq(written(mb_put_csv, "a=b"), "a=b");
}

/* Markup with texts and numbers in it: only the texts are escaped. */
Test(escape, html_by_printf)
{
    char text[64] = "";
    FILE *file = fmemopen(text, sizeof text - 1, "w");

    mb_html(file, "<a href=\"#%s\">%s</a> %d%s", "x-1", "a<b>&\"", -3, "");
    fclose(file);
    cr_assert_str_eq(text, "<a href=\"#x-1\">a&lt;b&gt;&amp;&quot;</a> -3");
}

Test(escape, csv)
{
    cr_assert_str_eq(written(mb_put_csv, "plain"), "plain");
    cr_assert_str_eq(written(mb_put_csv, "a,\"b\""), "\"a,\"\"b\"\"\"");
}

/* Nothing may end the string or start a command. */
Test(escape, gnuplot)
{
    cr_assert_str_eq(written(mb_put_gnuplot, "it's `rm`\n\"x\""), "'it’s ‘rm‘ \"x\"'");
    cr_assert_str_eq(written(mb_put_gnuplot, "]]><b>]]>"), "']] ><b>]] >'");
}

Test(escape, shell)
{
    cr_assert_str_eq(written(mb_put_shell, "lagrange/rk4:h=0.001"), "lagrange/rk4:h=0.001");
    cr_assert_str_eq(written(mb_put_shell, "a b'; rm"), "'a b'\\''; rm'");
    cr_assert_str_eq(written(mb_put_shell, ""), "''");
}

static const struct {
    const char *text, *name;
} file_names[] = {
    {"catalogue-four-bar", "catalogue-four-bar"},
    {"../../etc/passwd", "etc_passwd"},
    {"/abs", "abs"},
    {".hidden", "hidden"},
    {"-rf", "rf"},
    {"..", "x"},
    {"", "x"},
    {"n-four-bar:N=10", "n-four-bar_N_10"},
    {"a'\"`$(b)\n", "a_b_"},
    {"Φ", "x"},
};

Test(escape, file_names)
{
    char name[MB_NAME_SIZE];

    for (size_t i = 0; i < sizeof file_names / sizeof file_names[0]; i++) {
        mb_file_name(file_names[i].text, name, sizeof name);
        cr_assert_str_eq(name, file_names[i].name, "%s -> %s", file_names[i].text, name);
    }
    mb_file_name("abcdefghij", name, 5);
    cr_assert_str_eq(name, "abcd");
}

static const struct {
    double x;
    const char *text;
} numbers[] = {
    {0, "0"},           {1, "1"},          {10, "10"},         {-2.5, "-2.5"},
    {0.0125, "0.0125"}, {0.001, "1e-3"},   {1.2e-7, "1.2e-7"}, {-1.2345e-13, "-1.23e-13"},
    {10000, "10000"},   {1234.56, "1235"}, {1e7, "1e7"},       {123456.7, "1.23e5"},
    {1e-100, "1e-100"}, {1e-10, "1e-10"},  {100, "100"},       {0.0999, "0.0999"},
};

Test(escape, short_numbers)
{
    char text[MB_SHORT_SIZE];

    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        mb_short_number(numbers[i].x, text);
        cr_assert_str_eq(text, numbers[i].text, "%g -> %s", numbers[i].x, text);
    }
    mb_short_number(NAN, text);
    cr_assert_str_eq(text, "");
}
