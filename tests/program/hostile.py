#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Names in studies and records cannot write outside the output folder, run a command or put markup on the page.

hostile.py MBSBENCH"""
import csv
import html.parser
import json
import os
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

from checks import check, finish

exe = os.path.abspath(sys.argv[1])
NAMES = [  # each would leave a file `pwned` behind or markup in the page if it got through
    "../../pwned",
    "/tmp/mbsbench-pwned",
    "`touch pwned`",
    "$(touch pwned)",
    "'; system('touch pwned'); #",
    '"; system("touch pwned"); #',
    "< touch pwned",
    "|touch pwned",
    "a\n!touch pwned\nb",
    "@pwned\\`touch pwned\\`",
    "<script>pwned()</script>",
    "\"><img src=x onerror=pwned()>",
    "'><svg onload=pwned()>",
    "javascript:pwned()",
    "]]><script>pwned()</script>",
    "=cmd|'/C pwned'!A0",
    "@SUM(pwned)",
    "::error::pwned",
    "a\n::warning::pwned\x1b[2J\r\x07",
    "\u009b31mpwned\u202e\u2066\u2028",
    "pwned ]]> \ufffe\uffff",
    "Φ" * 700,
    "a" + "😀" * 500,
    "%s%n%1$s \\input{pwned} \\write18{touch pwned} | x | y \x1b[31m",
]


def run(*args):
    return subprocess.run([exe, *args], capture_output=True, text=True, timeout=300)


# texts of a table's headings, each a string of CSS that nothing leaves; the style of gnuplot's own elements
STYLE = re.compile(r"(--h\d+:'([^'\\]|\\.)*';)*--n:\d+|[a-z-]+:[^'\"();]*(;[a-z-]+:[^'\"();]*)*")
# files that pages load
OURS = {"script": re.compile(r"(\.\./)?(page|motion/player)\.js"), "img": re.compile(r"(\.\./)?(motion|charts)/[A-Za-z0-9][A-Za-z0-9._-]*\.svg")}


class Page(html.parser.HTMLParser):
    """Elements and attributes that would run something."""

    def __init__(self):
        super().__init__()
        self.bad = []

    def handle_starttag(self, tag, attributes):
        ours = OURS.get(tag) and OURS[tag].fullmatch(dict(attributes).get("src", ""))
        if not ours and tag in ("script", "img", "iframe", "object", "embed"):
            self.bad.append(tag)
        for name, value in attributes:
            link = name in ("href", "src", "xlink:href", "action")
            if name == "style" and not STYLE.fullmatch(value):
                self.bad.append((tag, name, value))
            if name.startswith("on") or (link and "javascript:" in (value or "").lower().replace(" ", "")):
                self.bad.append((tag, name, value))


def files(folder):
    return {os.path.join(d, n) for d, _, names in os.walk(folder) for n in names}


def poison(value, name, keep):
    """Every text of a record becomes the name, but what makes it a record."""
    if isinstance(value, dict):
        return {k: v if k in keep else poison(v, name, keep) for k, v in value.items()}
    return name if isinstance(value, str) else value


def harmless(name, before, made):
    stray = {f for f in files(".") - before if not f.startswith(made)}
    check(f"{name!r} makes no file elsewhere", not stray and not os.path.exists("/tmp/mbsbench-pwned") and not os.path.exists("../pwned"), stray)


def page(name, folder):
    pages = [path for path in files(folder) if path.endswith(".html")]
    check(f"{name!r} leaves pages", os.path.join(folder, "index.html") in pages and len(pages) > 1, pages)
    for path in pages:
        parser = Page()
        with open(path) as f:
            parser.feed(f.read())
        check(f"{name!r} runs nothing on {os.path.basename(path)[:40]}", not parser.bad, parser.bad)


TERMINAL = {chr(c) for c in (*range(0x20), *range(0x7f, 0xa0), 0x2028, 0x2029, *range(0x202a, 0x202f), *range(0x2066, 0x206a))} - {"\n"}


def printed(name, what, text):
    """What stands on a terminal or in a log: no control characters, no line that is a command of GitHub Actions."""
    bad = TERMINAL & set(text)
    check(f"{name[:40]!r}: {what} prints plain text", not bad, (bad, text[:400]))
    lines = [line for line in text.splitlines() if line.lstrip().startswith(("::", "##["))]
    check(f"{name[:40]!r}: {what} prints no command", not lines, lines)


def well_formed(name, folder):
    for path in files(folder):
        if path.endswith((".svg", ".xml")):
            try:
                xml.etree.ElementTree.parse(path)
            except xml.etree.ElementTree.ParseError as e:
                check(f"{name[:40]!r}: {os.path.basename(path)[:40]} is well-formed", False, e)
        if path.endswith(".csv"):
            with open(path, newline="") as f:
                fields = [x for row in csv.reader(f) for x in row]
            bad = [x for x in fields if x[:1] in ("=", "+", "-", "@", "\t", "\r") and not number(x)]
            check(f"{name[:40]!r}: {os.path.basename(path)[:40]} has no formulas", not bad, bad)
        if path.endswith(".md"):
            with open(path) as f:
                check(f"{name[:40]!r}: {os.path.basename(path)[:40]} mentions nobody", "@SUM" not in f.read())


def number(text):
    try:
        float(text)
        return True
    except ValueError:
        return False


def records(name, n, good):
    keep = ("schema", "status", "cell", "key")
    bad = [poison(r, name, keep) for r in good]
    some = [poison(r, name, (*keep, "series", "kind")) for r in good]
    for r, s in zip(bad, some):
        r["outputs"], s["outputs"] = {name: 1.0}, {name: 1.0}
        r["counters"][name], r["environment"][name] = 1, {name: 1}
    with open("bad.jsonl", "w") as f:
        f.writelines(json.dumps(r) + "\n" for r in bad + some)
    before, out = files("."), f"./report{n}"
    done = run("report", "bad.jsonl", "--out", out)
    check(f"{name!r} in records is reported", done.returncode == 0, done.stderr)
    printed(name, "report", done.stderr)
    for words in (["show", name, "bad.jsonl"], ["check", "bad.jsonl", "--baseline", "good.jsonl", "--junit", f"{out}/j.xml", "--markdown", f"{out}/m.md"],
                  ["advise", "--problem", name, "--drift", "1e9", "bad.jsonl"], ["merge", "bad.jsonl", "--out", f"{out}/merged.jsonl"],
                  ["export", "--format", "bmf", "bad.jsonl", "--out", f"{out}/b.json"]):
        done = run(*words)
        printed(name, words[0], done.stdout + done.stderr)
    well_formed(name, out)
    harmless(name, before, out)
    page(name, out)


def study(name, n, texts):
    """texts: only where a study may say anything, and must be taken"""
    quoted = json.dumps(name)
    with open("bad.yaml", "w") as f:
        f.write(f"""study: {"hostile" if texts else quoted}
title: {quoted}
runs:
  - id: {"r" if texts else quoted}
    problem: pendulum
    solver:
      - lagrange/rk4:h=1e-2
      - lagrange/heun:h=1e-2
    t_end: 0.1
claims:
  - id: c
    where: {quoted}
    says: {quoted}
    because: {quoted}
    kind: bound
    metric: energy.max_abs
    run: {"r.1" if texts else json.dumps(name + ".1")}
    max: 1e-300
figures:
  - id: f
    where: {quoted}
    title: {quoted}
    says: {quoted}
    kind: time
    y: energy
    run: [{"r.1" if texts else json.dumps(name + ".1")}]
    labels: [{quoted}]
""")
    before, out = files("."), f"./study{n}{texts}"
    done = run("run", "bad.yaml", "--out", f"{out}/r.jsonl", "--no-timing", "--progress", "plain")
    printed(name, "run", done.stderr)
    if done.returncode == 2 and (not texts or len(name) > 400):  # refused with its place: no id, or too long a text
        check(f"{name!r} in a study is refused with its place", "bad.yaml:" in done.stderr, done.stderr)
    else:
        done = run("report", f"{out}/r.jsonl", "--study", "bad.yaml", "--out", f"{out}/report")
        check(f"{name!r} in a study is reported", done.returncode == 0, done.stderr)
        printed(name, "report", done.stderr)
        page(name, f"{out}/report")
        well_formed(name, f"{out}/report")
    harmless(name, before, out)


with tempfile.TemporaryDirectory() as top:
    folder = os.path.join(top, "here")
    os.mkdir(folder)
    os.chdir(folder)
    run("run", "--problem", "pendulum", "--solver", "lagrange/rk4:h=1e-2", "--solver", "lagrange/heun:h=1e-2", "--t-end", "0.1", "--out", "good.jsonl", "--no-timing")
    with open("good.jsonl") as f:
        good = [json.loads(line) for line in f]
    for n, name in enumerate(NAMES):
        records(name, n, good)
    for n, name in enumerate(NAMES):
        study(name, n, False)
        study(name, n, True)
finish()
