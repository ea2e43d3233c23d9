#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The site that ./dev docs makes: all links lead somewhere, nothing comes from elsewhere, what the program has is in it; in a
browser, opened as a file: search finds, pages fit narrow and wide windows, are dark where that is asked for, show their
pictures.

    docs_site.py PROGRAM SOURCE_ROOT"""
import json
import os
import subprocess
import sys
import tempfile

program, root = map(os.path.abspath, sys.argv[1:])
sys.path[:0] = [os.path.join(root, "tests", "program"), os.path.join(root, "docs", "site")]

import browser  # noqa: E402
import links  # noqa: E402
from checks import check, finish  # noqa: E402

# a page that is longest, widest, or of a kind of its own
SEEN = ("index.html", "docs/tutorial/4-my-engine.html", "README.html", "CONTRIBUTING.html", "solvers.html", "search.html", "catalogue/index.html", "catalogue/double-wishbone.html",
        "commands/index.html", "commands/mbsbench-run.html", "docs/mechanism-format.html", "docs/engines.html", "docs/architecture.html",
        "docs/theory/README.html", "docs/theory/joints.html", "docs/theory/lagrange-family.html")
# words, and a page that is found by them
FOUND = {"kerb": "catalogue/double-wishbone.html", "discrete gradient": "docs/theory/equations.html", "no-timing": "commands/mbsbench-run.html",
         "velocity-time": "docs/engines.html", "impulses": "docs/tutorial/4-my-engine.html"}


def listed(what):
    return json.loads(subprocess.run([program, "list", what, "--json"], check=True, capture_output=True, text=True).stdout)


def broken(folder):
    """That a link, an anchor, a picture and a resource of others are told is tried on pages that have each."""
    with open(os.path.join(folder, "a.html"), "w") as file:
        file.write('<h1 id="here"></h1><a href="b.html#there"></a><a href="b.html#nowhere"></a><a href="c.html"></a><img src="d.png">\n'
                   '<script src="https://example.org/e.js"></script><a href="https://example.org/"></a><a href="#here"></a>')
    with open(os.path.join(folder, "b.html"), "w") as file:
        file.write('<h1 id="there"></h1>')
    told = [line.split(": ", 1)[1] for line in links.wrong(folder)]
    check("what is broken is told, and nothing else", told == [
        "b.html#nowhere: that page has no such heading", "there is no c.html", "there is no d.png", "https://example.org/e.js is loaded from elsewhere"], told)


def whole(site):
    """What the program has is in it, and no folder of this machine."""
    for problem in listed("problems"):
        page = os.path.join(site, "catalogue", problem["name"] + ".html")
        check(f"{problem['name']} has a page with its picture", os.path.isfile(page) and f"{problem['name']}.svg" in open(page).read())
    overview = subprocess.run([program, "--help"], check=True, capture_output=True, text=True).stdout
    commands = {line.split()[1] for line in overview.splitlines() if line.startswith("mbsbench ") and line.split()[1].islower()} - {"COMMAND"}
    pages = {name[len("mbsbench-"):-len(".html")] for name in os.listdir(os.path.join(site, "commands")) if name.startswith("mbsbench-")}
    check("a page a command", pages == {c for c in commands if not c.startswith("-")}, pages ^ commands)
    with open(os.path.join(site, "solvers.html"), encoding="utf-8") as file:
        text = file.read()
    missing = [part["name"] for kind in ("formulations", "integrators", "projections", "linsolvers") for part in listed(kind)
               if f'id="{part["name"]}"' not in text]
    check("a section a part of solvers", not missing, missing)
    paths = [os.path.join(where, name) for where, _, names in os.walk(site) for name in names]
    named = [path for path in paths if any(place.encode() in open(path, "rb").read() for place in (root, tempfile.gettempdir() + "/mbsbench-site"))]
    check("no folder of this machine is named", not named, named)


def seen(tab, site):
    """The pages in windows of a phone and of a desk, light and dark."""
    for page in SEEN:
        for width in (390, 1280):
            tab.size(width)
            tab.open(os.path.join(site, page))
            wide = tab.ask("document.documentElement.scrollWidth")
            check(f"{page} fits {width} px", wide <= width, wide)
        lost = tab.ask("Promise.all([...document.images].map(i => { i.loading = 'eager'; return i.decode().then(() => '', () => i.src) }))")
        check(f"{page} shows its pictures", not any(lost), lost)
    for scheme, dark in (("light", False), ("dark", True)):
        tab.media(prefers_color_scheme=scheme)
        ground, ink = tab.ask("['backgroundColor', 'color'].map(k => getComputedStyle(document.body)[k].match(/\\d+/g).reduce((a, b) => a + +b, 0))")
        check(f"{scheme} pages are {scheme}", (ground < ink) == dark, (ground, ink))
    check("the browser has nothing to complain of", not tab.said, tab.said)


def searched(tab, site):
    for words, page in FOUND.items():
        tab.open(os.path.join(site, "search.html"), "?q=" + words.replace(" ", "%20"))
        found = tab.ask("""new Promise(tell => { const look = () => /found|not match/.test(document.querySelector('.search-summary')?.innerText) ?
            tell([...document.querySelectorAll('ul.search a')].map(a => a.href)) : setTimeout(look, 20); look() })""")
        check(f"'{words}' finds {page}", any(link.split("#")[0].endswith("/" + page) for link in found), found)
    tab.open(os.path.join(site, "index.html"))
    tab.ask("document.querySelector('input[name=q]').value = 'rattle'; setTimeout(() => document.forms[0].submit(), 0)")
    while tab.message().get("method") != "Page.loadEventFired":
        pass
    check("the box on each page leads there", tab.ask("location.pathname + location.search").endswith("/search.html?q=rattle"))


def main():
    with tempfile.TemporaryDirectory() as folder:
        broken(folder)
    with tempfile.TemporaryDirectory(prefix="site-") as folder:
        site = os.path.join(folder, "made")
        done = subprocess.run([sys.executable, os.path.join(root, "docs", "site", "build.py"), program, site], capture_output=True, text=True)
        if done.returncode == 77:
            print(done.stderr.strip())
            sys.exit(77)
        check("the site is made, without a warning, no link broken", done.returncode == 0, done.stderr)
        whole(site)
        chromium = browser.found()
        if chromium:
            with browser.Browser(chromium) as tab:
                seen(tab, site)
                searched(tab, site)
        else:
            print("site: not looked at: no browser is installed (./dev install browser)")
    finish()


main()
