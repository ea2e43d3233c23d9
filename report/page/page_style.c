/* Head and style sheet of the page.  Colours of charts: see palette.h. */
#include "report/charts/palette.h"
#include "report/page/page.h"

static const char text_style[] =
    "*{box-sizing:border-box}\n"
    "html{color-scheme:light dark;scroll-padding-top:1rem}\n"
    "body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 "
    "system-ui,-apple-system,'Segoe UI',Roboto,'Liberation Sans','DejaVu Sans',sans-serif}\n"
    "main{max-width:92rem;margin:0 auto;padding:1.5rem 1.25rem 4rem}\n"
    "h1{font-size:1.8rem;line-height:1.2;margin:.2rem 0 .4rem}\n"
    "h1,h2,h3{overflow-wrap:anywhere}h2{font-size:1.4rem;margin:2.8rem 0 "
    ".6rem;padding-top:.8rem;border-top:2px solid "
    "var(--line)}\n"
    "h3{font-size:1.2rem;margin:2.2rem 0 .4rem}\n"
    "h4{font-size:1rem;margin:1.4rem 0 .4rem}\n"
    "p,ul,dl{max-width:62rem;margin:.5rem 0}\n"
    "a{color:var(--link);text-underline-offset:.15em}\n"
    "small,.unit,.muted,figcaption{color:var(--muted)}\n"
    "small,.unit{font-size:.82em;font-weight:400}\n"
    "code,pre{font:.85em/1.5 ui-monospace,'SFMono-Regular',Menlo,'DejaVu Sans Mono',monospace}\n"
    "pre{overflow-x:auto;background:var(--soft);padding:.7rem .9rem;border-radius:6px}\n"
    "nav ul{columns:18rem;padding-left:1.1rem}nav li,tbody th{overflow-wrap:anywhere}\n";

static const char table_style[] =
    ".wide{overflow-x:auto;margin:.6rem 0 1rem;border:1px solid var(--line);border-radius:6px}\n"
    "table{border-collapse:collapse;width:100%;font-size:.86rem;font-variant-numeric:tabular-nums}"
    "\n"
    "th,td{padding:.32rem .6rem;text-align:left;vertical-align:top;border-bottom:1px solid "
    "var(--line)}\n"
    "tbody tr:last-child>*{border-bottom:0}\n"
    "thead th{background:var(--soft);vertical-align:bottom;font-weight:600}\n"
    "th.num,td.num{text-align:right}td.num{white-space:nowrap}\n"
    ".runs th,.runs td{padding:.3rem .45rem}.runs .unit{display:block}\n"
    "tbody th{font-weight:500}\n"
    "td details>code{display:block;padding:.2rem 0 .2rem 1rem;overflow-wrap:anywhere;"
    "user-select:all;color:var(--muted)}\n"
    ".answer td,.answer th{min-width:7.5rem}.answer .num{min-width:4.5rem}\n"
    ".nb{white-space:nowrap}.ranks .num{min-width:3.6rem}.ranks tbody "
    "th:not(.study){min-width:11rem}.ranks .tag{margin:0 .1rem .15rem 0}th.study "
    "small{margin-left:.4em}"
    "\n"
    ".n{display:block;color:var(--muted)}.matrix .n{white-space:nowrap}\n"
    ".matrix .n small{display:inline-block;min-width:1em}\n"
    "th.study{background:var(--soft);font-weight:600}\n"
    ".runs "
    "td:first-child{min-width:14rem;position:sticky;left:0;background:var(--paper);z-index:1;box-"
    "shadow:inset 0 -1px var(--line)}"
    "\n.runs td.num small{display:block}\n"
    ".limits td:first-child{min-width:0}.limits td:not(.num){min-width:9rem}\n"
    ".matrix th[scope=row]{position:sticky;left:0;background:var(--paper);min-width:16rem;"
    "max-width:16rem;z-index:1;border-right:1px solid var(--line)}\n"
    ".matrix thead th:first-child{position:sticky;left:0;z-index:2}\n"
    ".matrix td{border-left:1px solid var(--paper);padding:0;min-width:6.9rem;position:relative}\n"
    ".matrix td a{display:block;padding:.32rem .6rem;color:inherit;text-decoration:none}\n"
    ".matrix td a:hover,.matrix td a:focus{text-decoration:underline}\n"
    ".matrix td b{font-weight:600;white-space:nowrap}\n"
    ".matrix td .n,.matrix td small{color:inherit}\n"
    ".matrix td .n{line-height:1.25}\n"
    ".deep.good{background:var(--deep)}.pale.good{background:var(--pale)}\n"
    ".matrix td.empty{color:var(--muted);padding:.32rem .6rem}\n"
    ".tag{display:inline-block;padding:0 .45em;border-radius:4px;white-space:nowrap;"
    "text-decoration:none}\n"
    ".good{background:var(--good);color:var(--good-ink)}\n"
    ".bad{background:var(--bad);color:var(--bad-ink)}\n"
    ".limit{background:var(--limit);color:var(--limit-ink)}\n"
    ".partly{background:linear-gradient(90deg,var(--good) 50%,var(--limit) 50%);"
    "color:var(--limit-ink)}\n"
    ".crash{background:var(--crash);color:var(--crash-ink)}\n"
    ".loose{background:repeating-linear-gradient(135deg,var(--limit) 0 5px,var(--loose) 5px "
    "10px);color:var(--limit-ink)}\n"
    ".none{background:var(--none);color:var(--none-ink)}\n"
    ".key{list-style:none;padding:0;columns:22rem;font-size:.86rem}\n"
    ".key li{margin:.15rem 0}\n"
    ".methods{list-style:none;padding:0;margin:0}.methods li{overflow-wrap:anywhere}\n";

static const char figure_style[] =
    "figure{margin:0 0 1.2rem;border:1px solid var(--line);border-radius:6px;padding:.4rem}\n"
    "figure .scroll{overflow-x:auto}\n"
    "figure "
    "svg{display:block;width:100%;min-width:40rem;height:auto;fill:none;stroke:currentColor}\n"
    "figure svg image{image-rendering:pixelated}\n" /* cells of maps keep their edges */
    "figure svg text{font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Liberation "
    "Sans','DejaVu Sans',sans-serif}\n"
    "figcaption{font-size:.82rem;padding:.3rem .5rem}\n"
    ".charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,42rem),1fr));"
    "gap:0 1rem;align-items:start}.charts h4{grid-column:1/-1}\n"
    ".verdicts th:first-child{min-width:14rem}.verdicts small{display:block}\n"
    ".claims th:nth-child(1){width:12%;min-width:7rem}.claims "
    "th:nth-child(2){width:42%;min-width:18rem}"
    ".claims th:nth-child(n+3){width:15%;min-width:8rem}.claims "
    "small{display:block;overflow-wrap:anywhere}"
    "\n.claims td:nth-child(4){font-weight:500}.claims "
    "summary{color:var(--muted);font-size:.82em}\n"
    ".claims pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:.3rem 0}\n"
    ".note{margin:.25rem 0;color:var(--muted)}.note b{font-weight:600}.errata td{min-width:9rem}\n"
    ".exceptions{font-size:.86rem;overflow-wrap:anywhere}\n"
    ".failures{padding-left:1.1rem}.failures li{margin:.35rem 0}\n"
    ":target{outline:2px solid var(--link);outline-offset:2px;border-radius:4px}\n"
    ".warning{border-left:4px solid var(--c1);background:var(--soft);padding:.5rem .9rem;"
    "border-radius:0 6px 6px 0}\n"
    "dl{display:grid;grid-template-columns:max-content 1fr;gap:.1rem 1rem}"
    "dt{font-weight:600}dd{margin:0;overflow-wrap:anywhere}\n"
    "summary{cursor:pointer}\n"
    "@media(max-width:40rem){body{font-size:15px}main{padding:1rem .7rem 3rem}"
    ".matrix th[scope=row]{min-width:7rem;max-width:8.5rem;overflow-wrap:anywhere}"
    ".ranks tbody th:not(.study){min-width:8.5rem}.ranks td,.ranks th{padding:.3rem .35rem}"
    ".ranks .num{min-width:2.4rem}.runs td:first-child{min-width:9.5rem}.limits "
    "td:first-child{min-width:0}"
    ".verdicts th:first-child{min-width:9rem}.claims thead,.errata thead{display:none}"
    ".claims td,.errata td,.claims tr,.errata tr{display:block;border:0}"
    ".claims tr,.errata tr{border-bottom:1px solid var(--line);padding:.5rem 0}"
    ".claims td,.errata td{padding:.1rem .6rem}"
    "td[data-head]::before{content:attr(data-head) ': ';color:var(--muted)}}\n"
    "@media print{.wide,figure{break-inside:avoid}.wide{overflow:visible}}\n";

static const char light[] =
    "--paper:#fff;--soft:#f4f5f7;--line:#dcdfe4;--ink:#1b1d20;--muted:#5b616b;--link:#0059a8;"
    "--good:#d3ecdf;--deep:#a9dcc2;--pale:#eef7f2;--good-ink:#0b4a33;--bad:#fbdccb;--bad-ink:#"
    "6e2600;--limit:#fbeec2;"
    "--limit-ink:#584200;--loose:#f3dc9a;--crash:#4a4e57;--crash-ink:#fff;--none:#eceef1;--none-"
    "ink:#4d535d;";

static const char dark[] =
    "--paper:#16181c;--soft:#1f2227;--line:#33373e;--ink:#e4e6ea;--muted:#a0a6b0;--link:#7cbcf5;"
    "--good:#17402f;--deep:#1d5a41;--pale:#1b2b25;--good-ink:#b5ecd2;--bad:#542711;--bad-ink:#"
    "ffd2bb;--limit:#4b3d0d;"
    "--limit-ink:#fbe7a1;--loose:#3a2f08;--crash:#5c626d;--crash-ink:#fff;--none:#272a30;--none-"
    "ink:#b4bac4;";

typedef struct chart_colour {
    int red, green, blue;
    const char *dark;
} chart_colour;

static const chart_colour colours[] = {
#define STYLE(r, g, b, on_dark, dash, point) {r, g, b, on_dark},
    MB_LINE_STYLES(STYLE)
#undef STYLE
#define PLAIN(r, g, b, on_dark) {r, g, b, on_dark},
        MB_GRID_COLOUR(PLAIN) MB_MUTED_COLOUR(PLAIN) MB_BLANK_COLOUR(PLAIN)
#undef PLAIN
};

enum { COLOURS = sizeof colours / sizeof colours[0] };

void mb_page_head(FILE *page)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
          "<title>mbsbench: comparison of constraint-handling methods</title>\n<style>\n:root{",
          page);
    fputs(light, page);
    for (int i = 0; i < COLOURS; i++)
        fprintf(page, "--c%d:#%02x%02x%02x;", i, colours[i].red, colours[i].green, colours[i].blue);
    fputs("}\n@media screen and (prefers-color-scheme:dark){:root{", page);
    fputs(dark, page);
    for (int i = 0; i < COLOURS; i++)
        fprintf(page, "--c%d:%s;", i, colours[i].dark);
    fputs("}}\n", page);
    fputs(text_style, page);
    fputs(table_style, page);
    fputs(figure_style, page);
    fputs("</style>\n</head>\n<body>\n<main>\n", page);
}

void mb_page_foot(FILE *page)
{
    fputs("</main>\n</body>\n</html>\n", page);
}
