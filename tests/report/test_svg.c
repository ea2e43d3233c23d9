/* SPDX-License-Identifier: MIT */
/* Pictures of gnuplot as they stand in a page: what is rewritten, and what the gnuplot of this
 * machine writes. */
#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/charts/gnuplot.h"
#include "report/charts/svg.h"
#include "report/figures/figures.h"
#include "tests/fixtures/reports/figure_fixture.h"
#include "tests/fixtures/reports/report_fixture.h"

static const char *rewritten(const char *svg)
{
    static char page[1024];
    char picture[1024];
    FILE *file;

    memset(page, 0, sizeof page);
    snprintf(picture, sizeof picture, "<?xml version=\"1.0\"?>\n<svg width=\"8\">%s</svg>", svg);
    file = fmemopen(page, sizeof page - 1, "w");
    mb_svg_rewrite(picture, "s7-", "<t>", file);
    fclose(file);
    return page;
}

#define PICTURE(inside) "<svg width=\"8\" role=\"img\" aria-label=\"&lt;t&gt;\">" inside "</svg>"

Test(rewriting, ids_are_prefixed_and_colours_can_change)
{
    cr_assert_str_eq(
        rewritten("<title>Gnuplot</title><g id='gpPt0'/><use xlink:href='#gpPt0' "
                  "color='rgb(  0, 114, 178)' stroke=\"black\"/><text>id='black'</text>"),
        PICTURE("<g id='s7-gpPt0'/><use href='#s7-gpPt0' color='var(--c0)' "
                "stroke=\"currentColor\"/><text>id='black'</text>"));
}

/* Cells of a map that are white on paper, its hatching, its limit line with a halo. */
Test(rewriting, of_a_map_follows_the_page_into_the_dark)
{
    cr_assert_str_eq(
        rewritten("<path fill='rgb(255, 255, 255)'/><path stroke='rgb( 96,  96,  96)'/>"
                  "<path stroke='rgb( 30,  30,  30)'/>"),
        PICTURE("<path fill='var(--c14)'/><path stroke='var(--c13)'/><path "
                "stroke='var(--c6)'/>"));
}

static const struct {
    const char *old, *new;
} shortened[] = {
    {"<g fill=\"none\">\n</g>\n\t<filter id='f' x='0'><feFlood/></filter>\n<g>a</g>",
     PICTURE("<g>a</g>")},
    {"<g transform='translate(1.25,3.14)'>1.25</g>",
     PICTURE("<g transform='translate(1.2,3.1)'>1.25</g>")},
    /* what the page's style sheet says, markers without use, labels without text */
    {"<g id=\"plot_1\" fill=\"none\" color=\"black\" stroke=\"currentColor\" stroke-width=\"1.7\" "
     "stroke-linecap=\"butt\" stroke-linejoin=\"miter\">a</g>",
     PICTURE("<g stroke-width=\"1.7\">a</g>")},
    {"<rect x=\"0\" y=\"0\" width=\"8\" height=\"4\" fill=\"none\"/><rect x=\"0\" y=\"0\" r='1'/>",
     PICTURE("<rect x=\"0\" y=\"0\" r='1'/>")},
    {"<circle id='p1' r='1'/><circle id='p11' r='2'/><use href='#p11'/>",
     PICTURE("<circle id='s7-p11' r='2'/><use href='#s7-p11'/>")},
    {"<g fill=\"black\">\n\t<text></text>\n</g><text>a<tspan dy=\"6\"></tspan></text>",
     PICTURE("<text>a</text>")},
    /* paths by differences, to a tenth: 3.5 - 1.3, 0.2 - 20 */
    {"<path d='M1.25,20.00 L3.5,0.222 L3.49,0.21  '/>", PICTURE("<path d='m1.3 20 2.2-19.8'/>")},
    {"<path d='M80.00,10.00 L81.00,10.00\n\t\tM79.00,9.50 L79.00,9.00 Z\n\t\t '/>",
     PICTURE("<path d='m80 10 1 0m-2-.5 0-.5z'/>")},
    {"<path d='M1,2 h2 M0,-1 v2'/>", PICTURE("<path d='M1,2 h2 M0,-1 v2'/>")},
    /* (2, 0.1) is a tenth from the line, (6, 0.5) is not; (1, 1) turns back */
    {"<path d='M0,0 L2,0.1 L4,0 L6,0.5 L8,0'/>", PICTURE("<path d='m0 0 4 0 2 .5 2-.5'/>")},
    {"<path d='M0,0 L2,2 L1,1 M3,1 L4,1'/>", PICTURE("<path d='m0 0 2 2-1-1m2 0 1 0'/>")},
    {"<path d=''/>", PICTURE("<path d=''/>")},
};

Test(rewriting, loses_what_nobody_sees)
{
    for (size_t i = 0; i < sizeof shortened / sizeof shortened[0]; i++) {
        const char *page = rewritten(shortened[i].old);

        cr_expect_str_eq(page, shortened[i].new, "%s -> %s", shortened[i].old, page);
    }
}

/* Another version may choose other quotes, another order, other spaces or colours by numbers. */
Test(rewriting, any_spelling_is_read)
{
    cr_expect_str_eq(
        rewritten("<use color='#0072b2' xlink:href=\"#p\"/><path d=\"M1,2 L3,4\" id=\"p\"/>"),
        PICTURE("<use color='var(--c0)' href=\"#s7-p\"/><path d=\"m1 2 2 2\" id=\"s7-p\"/>"));
    cr_expect_str_eq(
        rewritten("<g\n stroke = 'rgb(0,0,0)'\n\tfont-family='Arial'  fill='none' ><a/></g>"),
        PICTURE("<g stroke='currentColor'><a/></g>"));
    cr_expect_str_eq(rewritten("<path style='fill:none; stroke:rgb(  0, 114, 178)'/>"),
                     PICTURE("<path style='fill:none; stroke:var(--c0)'/>"));
    cr_expect_str_eq(rewritten("<text><![CDATA[<g id='a' fill=\"none\"> 'black' ]]></text>"),
                     PICTURE("<text><![CDATA[<g id='a' fill=\"none\"> 'black' ]]></text>"));
}

/* What another gnuplot might write, and what is then not known; the first is a picture of 5.4. */
static const struct {
    const char *svg, *why;
} strange[] = {
    {"<svg><g stroke='rgb( 96,  96,  96)'><text>a</text></g></svg>", NULL},
    {"<svg><g id='a' stroke=\"#0072b2\"/><use href='#a'/><!-- <b --></svg>", NULL},
    {"<svg><g stroke='hsl(0 0% 38%)'/></svg>", "colours"},
    {"<svg><style>.a{stroke:#606060}</style><g class='a'/></svg>", "style sheet"},
    {"<svg><g stroke='#606060'/><use href='#gone'/></svg>", "refers to what is not in it"},
    {"<svg><g stroke='#606060'/><path fill='url(#gone)'/></svg>", "refers to what is not in it"},
    {"<svg><g stroke=#606060/></svg>", "cannot be read"},
    {"<svg><g stroke='#606060'></svg>", "do not end"},
    {"<g stroke='#606060'/>", "no <svg>"},
};

Test(unknown, pictures_are_recognised)
{
    for (size_t i = 0; i < sizeof strange / sizeof strange[0]; i++) {
        const char *why = mb_svg_unknown(strange[i].svg);

        cr_expect(strange[i].why ? why && strstr(why, strange[i].why) : !why, "%s: %s",
                  strange[i].svg, why);
    }
}

TestSuite(as_drawn, .init = start, .fini = stop);

/* It stands in the page as it is and says why. */
Test(as_drawn, an_unknown_picture_is_an_image)
{
    char page[512] = "";
    FILE *file = fmemopen(page, sizeof page - 1, "w");

    write_file("a.svg", "<svg><g stroke='red'/></svg>");
    cr_assert(mb_svg_inline(folder, "a.svg", "s1-", "<T>", file, &error) == MB_OK);
    fclose(file);
    cr_expect(strstr(page, "<img class=\"as-drawn\"") && strstr(page, "alt=\"&lt;T&gt;\""));
    cr_expect(strstr(page, "title=\"as gnuplot drew it: its colours are not written as they were"));
    cr_expect(
        strstr(page, "src=\"data:image/svg+xml,%3Csvg%3E%3Cg stroke=%27red%27/%3E%3C/svg%3E\""),
        "%s", page);
}

/* ---- the gnuplot of this machine ------------------------------------------------------------ */

TestSuite(gnuplot, .init = start, .fini = drop);

/* The figure f of runs a that this text goes on with, drawn and put into a page; to be freed. */
static char *drawn(const char *kind)
{
    static const char *const script[] = {"s-figure-f.gp"};
    const mb_report_run *rows[8] = {NULL};
    mb_chart chart = {.name = ""};
    const char *refused = NULL;
    char *program = mb_gnuplot_find(), *text = NULL, study_text[600];
    size_t size;
    FILE *page = open_memstream(&text, &size);

    snprintf(study_text, sizeof study_text, FIGURE "%s", kind);
    cr_assert(parse(study_text) == MB_OK, "%s", error.text);
    for (int i = 0; i < 6; i++)
        rows[i] = make_row(i, plan.run[i].solver, i == 5 ? "diverged" : "ok", i + 1.0, 1);
    json_object_set_new(record[1], "precision", json_pack("{s:f, s:n}", "gap", 0.5, "class"));
    cr_assert(mb_figures_write(&study.ledger, rows, &(mb_chart_look){0}, folder, arena, &chart,
                               &error) == MB_OK,
              "%s", error.text);
    cr_assert(mb_gnuplot_run(program, folder, script, 1, arena, &refused, &error) == MB_OK);
    cr_assert_null(refused, "%s", refused);
    cr_assert(mb_svg_inline(folder, "s-figure-f.svg", "s3-", "T", page, &error) == MB_OK, "%s",
              error.text);
    fclose(page);
    free(program);
    mb_plan_free(&plan);
    return text;
}

/* How often a text stands in another. */
static int count(const char *text, const char *part)
{
    int n = 0;

    for (const char *at = text; (at = strstr(at, part)); at++)
        n++;
    return n;
}

/* Each id and each reference begins with the prefix, and what is referred to is there. */
static void expect_references(const char *text)
{
    static const char *const mark[] = {" id=", " href=", "url("};
    char name[32], definition[64];

    for (int k = 0; k < 3; k++)
        for (const char *at = text; (at = strstr(at, mark[k])); at++) {
            const char *id = at + strlen(mark[k]);

            id += strcspn(id, "#s");
            if (strncmp(id, "#s3-", 4) != 0 && strncmp(id, "s3-", 3) != 0) {
                cr_expect(strncmp(at, " href=", 6) == 0 && strstr(at, "data:image") == at + 7,
                          "%.60s", at); /* the cells of a map */
                continue;
            }
            id += *id == '#';
            snprintf(name, sizeof name, "%.*s", (int)strcspn(id, "'\")"), id);
            snprintf(definition, sizeof definition, " id='%s'", name);
            cr_expect(strstr(text, definition), "%s of %.60s", definition, at);
        }
}

/* What all pictures of the page have in common: nothing but colours that a dark page can change,
 * its own fonts, nothing of the picture's head, nothing empty. */
static void expect_for_page(const char *text)
{
    static const char *const no[] = {"font-family",
                                     "class=",
                                     "xmlns",
                                     "xlink:",
                                     "<title",
                                     "<desc",
                                     "<filter",
                                     "fill=\"none\"",
                                     "black",
                                     "rgb(0,0,0)",
                                     "stroke-linecap=\"butt\"",
                                     "gnuplot_",
                                     "<?xml",
                                     "<g></g>"};

    cr_expect(strncmp(text, "<svg ", 5) == 0 && strstr(text, "role=\"img\" aria-label=\"T\">"));
    cr_expect(strstr(text, "</svg>"));
    for (size_t i = 0; i < sizeof no / sizeof no[0]; i++)
        cr_expect_null(strstr(text, no[i]), "%s: %.80s", no[i], strstr(text, no[i]));
    cr_expect_eq(count(text, "<g"), count(text, "</g>"));
    cr_expect(strstr(text, "currentColor") || strstr(text, "fill=\"currentColor\""));
    expect_references(text);
}

static void expect_parts(const char *text, const char *const *part)
{
    for (; *part; part++)
        cr_expect(strstr(text, *part), "%s is not in the picture", *part);
}

/* Grid, axes and a curve; cross and ring of runs that failed and are in no class; markers. */
Test(gnuplot, curves_follow_the_page)
{
    static const char *const parts[] = {"stroke='var(--c12)'",
                                        "stroke='var(--c13)'",
                                        "stroke='var(--c0)'",
                                        "color='var(--c0)'",
                                        "href='#s3-gpPt",
                                        " d='m",
                                        NULL};
    char *text;

    skip_without("gnuplot");
    text = drawn("    kind: sweep\n    run: a\n    x: alpha\n    y: error.max\n");
    expect_for_page(text);
    expect_parts(text, parts);
    cr_expect_null(strstr(text, "rgb("), "%.80s", strstr(text, "rgb("));
    cr_expect_null(strstr(text, "d='M"), "%.80s", strstr(text, "d='M")); /* paths by differences */
    free(text);
}

/* A bar, and a hatched one of a run in no class. */
Test(gnuplot, bars_follow_the_page)
{
    static const char *const parts[] = {"fill='var(--c1)'", "stroke:var(--c1)", "url(#s3-gpPat",
                                        NULL};
    char *text;

    skip_without("gnuplot");
    text = drawn("    kind: bars\n    run: a\n    y: error.max\n");
    expect_for_page(text);
    expect_parts(text, parts);
    cr_expect_null(strstr(text, "rgb("), "%.80s", strstr(text, "rgb("));
    free(text);
}

/* The cells of a map keep their colours; its lines, hatching and key are the page's. */
Test(gnuplot, maps_follow_the_page)
{
    static const char *const parts[] = {"data:image/png", "stroke='var(--c13)'", NULL};
    char *text;

    skip_without("gnuplot");
    text = drawn("    kind: map\n    run: a\n    x: alpha\n    y: h\n    z: error.max\n");
    expect_for_page(text);
    expect_parts(text, parts);
    free(text);
}
