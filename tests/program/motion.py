#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The player of a report: its data are the frames of the records, small, and gone with the report; in a real browser it
plays, is moved by mouse and keys, shares its time with charts, and leaves the drawing where scripts do not run.

motion.py MBSBENCH"""
import base64
import json
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import time

from browser import Browser, found
from checks import check, finish

exe = os.path.abspath(sys.argv[1])
STUDY = """study: look
title: Motions
runs:
  - id: r
    problem:
      - double-four-bar
      - rssr
    solver:
      - lagrange/rk4:h=1e-2/direct-correction
      - ggl/radau5:tol=1e-6
    t_end: 1.5
"""
CLAIMED = STUDY.replace("look", "claimed") + """claims:
  - id: c
    where: Table 1
    says: the energy drift stays within a bound
    kind: bound
    metric: energy.max_abs
    run: r.1
    max: 1.0
"""
PLANAR, SPATIAL = "mechanisms/look-double-four-bar.html", "mechanisms/look-rssr.html"


def run(*args):
    return subprocess.run([exe, *args], capture_output=True, text=True, timeout=600)


def records(path):
    with open(path) as f:
        return [json.loads(line) for line in f]


def text_of(*path):
    with open(os.path.join(*path)) as f:
        return f.read()


def report(file, out, *more):
    done = run("report", file, "--out", out, *more)
    check(f"a report of {file}", done.returncode == 0, done.stderr)


def handed_over(path, kind):
    """What a script of data hands over."""
    return json.loads(re.fullmatch(r'mbsbench\.' + kind + r'\("[0-9a-z-]+",(.*)\);\n', text_of(path), re.S)[1])


def decoded(run):
    """Frames [t, ...] of a run, and half of the step in which numbers are told."""
    raw = base64.b64decode(run["data"])
    numbers = struct.unpack(f"<{len(raw) // 2}H", raw)
    each, places = (7, 3) if run["spatial"] else (3, 2)
    frames, width = [], each * run["bodies"]
    for i, t in enumerate(run["t"]):
        frame = [t]
        for k in range(width):
            low, high = run["place" if k % each < places else "turn"]
            frame.append(low + (high - low) * numbers[i * width + k] / 65535)
        frames.append(frame)
    return frames, max(run["place"][1] - run["place"][0], run["turn"][1] - run["turn"][0]) / 65535


def data():
    """Files of the report against the records."""
    listed = text_of("out", "files.txt").split()
    here = sorted("motion/" + name for name in os.listdir("out/motion"))
    check("the report lists its motions", here == sorted(x for x in listed if x.startswith("motion/")), here)
    for r in records("a.jsonl"):
        key = os.path.basename(r["series"])[:-len(".tsv")]
        path = f"out/motion/{key}.js"
        kept = [[float(x) for x in line[2:].split()] for line in text_of(r["series"]).splitlines() if line.startswith("#=")]
        frames, step = decoded(handed_over(path, "run"))
        off = max((abs(a - b) for f, g in zip(frames, kept) for a, b in zip(f, g)), default=1)
        check(f"{r['problem']['name']}, {r['solver']}: frames are those of the series", len(frames) == len(kept) and off <= step, (off, step))
        check("a run is small", os.path.getsize(path) < 25000, os.path.getsize(path))
        scene = os.path.basename(r["scene"])[:-len(".scene.json")]
        check("its scene is there", handed_over(f"out/motion/{scene}.js", "scene")["name"] == r["problem"]["name"])
        check("so is its drawing", text_of("out", "motion", scene + ".svg").startswith("<svg"))
    check("the player is small", os.path.getsize("out/motion/player.js") < 40000, os.path.getsize("out/motion/player.js"))


def one_file():
    """A report of one file has the same data in it; of too many runs those that are worth watching."""
    report("a.jsonl", "single", "--single")
    page = text_of("single", "index.html")
    check("one file has its motions in it", not os.path.exists("single/motion") and "player.js" not in page and 'src="motion/' not in page)
    inside = dict(re.findall(r'<script type="application/json" data-motion="([0-9a-z]+)">(.*)</script>\n', page))
    names = {name[:-len(".js")] for name in os.listdir("out/motion") if name.endswith(".js")} - {"player"}
    check("the same as a folder", inside.keys() == names and all("<" not in text for text in inside.values()), (inside.keys(), names))
    for name in names:
        beside = json.loads(re.fullmatch(r'mbsbench\.\w+\("[0-9a-z-]+",(.*)\);\n', text_of("out/motion", name + ".js"), re.S)[1])
        check("data in the page are those of the folder", json.loads(inside[name]) == beside)

    r = next(r for r in records("a.jsonl") if r["problem"]["name"] == "double-four-bar")
    size = os.path.getsize(f"out/motion/{os.path.basename(r['series'])[:-len('.tsv')]}.js")
    number = (8 << 20) // size # twice what there is room for
    spec = "lagrange/rk4:h={:.9g}".format
    shutil.copytree("a.series", "many/a.series")
    for i in range(number):
        shutil.copy(r["series"], f"many/a.series/x{i}.tsv")
    for name, entry in {"many": 50, "sweep": number}.items():
        with open(f"many/{name}.jsonl", "w") as f:
            for i in range(number):
                copy = dict(r, key=f"{i:016x}", cell=f"{i:016x}", run=f"{i // entry}.{i}", solver=spec(1e-2 + 1e-6 * i), series=f"a.series/x{i}.tsv")
                if i == number - 1:
                    copy.update(status="singular", reason="D loses rank")
                f.write(json.dumps(copy) + "\n")
    report("many/many.jsonl", "many-single", "--single")
    page = text_of("many-single", "index.html")
    inside = re.findall(r'<script type="application/json" data-motion="x.*', page)
    check("motions have their room", len(inside) > 10 and abs(sum(map(len, inside)) - (4 << 20)) < 4 * size, (len(inside), sum(map(len, inside))))
    check("the run that ended in another way is among them", f'data-run="x{number - 1}"' in page)
    check("the page says how many there are", f"{len(inside)} of the {number} runs that kept their states can be watched here" in page)
    report("many/sweep.jsonl", "sweep")
    page = text_of("sweep", PLANAR)
    files = [n for n in os.listdir("sweep/motion") if n.startswith("x")]
    check("of a sweep 60 can be watched", len(re.findall(r'<li data-run="x', page)) == 60 == len(files) and f"60 of the {number} runs" in page, files)
    report("many/sweep.jsonl", "asked", "--highlight", spec(1e-2 + 1e-6 * (number - 2)))
    check("one that is asked for is among them", f'data-run="x{number - 2}"' in text_of("asked", PLANAR) and f'data-run="x{number - 2}"' not in page)


def others():
    """Records without motion, with a scene or a series that is none; one file; what a report leaves."""
    whole = records("a.jsonl")
    no_scene = [{k: v for k, v in r.items() if k != "scene"} for r in whole]
    junk = [{**r, "scene": "../a.series/none.scene.json"} for r in whole[:1]] + [{**r, "scene": r["series"]} for r in whole[1:]]
    for name, list in {"old": no_scene, "junk": junk}.items():
        with open(f"{name}.jsonl", "w") as f:
            f.writelines(json.dumps(r) + "\n" for r in list)
        report(f"{name}.jsonl", name)
        check(f"{name} records have pages without a player", "player" not in text_of(name, PLANAR))
    shutil.copytree("a.series", "cut/b.series")
    for r in whole:
        path = r["series"].replace("a.series", "cut/b.series")
        text = text_of(path)
        with open(path, "w") as f: # a frame lacks its end
            f.write(text[:text.rindex(" ")] + "\n")
    with open("cut/b.jsonl", "w") as f:
        f.writelines(json.dumps(r).replace("a.series/", "b.series/") + "\n" for r in whole)
    report("cut/b.jsonl", "out-cut")
    check("damaged frames are not shown", "data-run=\"reference\"" in text_of("out-cut", PLANAR)
          and len(re.findall(r"<li data-run", text_of("out-cut", PLANAR))) == 1)
    one_file()
    shutil.copytree("out", "again")
    report("old.jsonl", "again")
    check("a later report takes the motions away", not os.path.exists("again/motion"), os.listdir("again"))


# ---- in a browser


def drawn(browser):
    """How many pixels of the canvas are drawn on, and a number for what they are."""
    return browser.ask("""(() => {const c = document.querySelector(".player canvas"), copy = document.createElement("canvas");
        copy.width = c.width; copy.height = c.height;
        const to = copy.getContext("2d", {willReadFrequently: true}); to.drawImage(c, 0, 0);
        const d = to.getImageData(0, 0, c.width, c.height).data; let n = 0, sum = 0;
        for (let i = 0; i < d.length; i += 4) if (d[i + 3]) {n++; sum = (sum * 31 + i + d[i] + d[i + 1]) % 1000003}
        return [n, sum]})()""")


def becomes(what, condition, detail=""):
    end = time.monotonic() + 300
    while not condition() and time.monotonic() < end:
        time.sleep(0.05)
    check(what, condition(), detail)


def until(browser, what, expression):
    becomes(what, lambda: browser.ask(expression), browser.said[:5])


def scripts_of(browser):
    return browser.ask('[...document.scripts].map((s) => s.src.replace(/.*\\//, "")).filter((s) => s && !["player.js", "page.js"].includes(s))')


def open_player(browser, page):
    browser.open(os.path.join("out", page))
    check("nothing of a run is loaded before somebody asks", scripts_of(browser) == [], scripts_of(browser))
    browser.ask('document.querySelector(".player-open").click()')
    until(browser, f"{page} shows its motion", '!!document.querySelector(".player canvas") && document.querySelector(".player-bar output").textContent !== ""')


def set_time(browser, t):
    browser.ask(f'(() => {{const s = document.querySelector(".player-bar input"); s.value = {t}; s.dispatchEvent(new Event("input"))}})()')


def time_of(browser):
    return float(browser.ask('document.querySelector(".player-bar output").textContent').split()[2])


def plays(browser):
    browser.media(prefers_reduced_motion="reduce")
    open_player(browser, PLANAR)
    time.sleep(0.3)
    check("it waits where less motion is wanted", time_of(browser) == 0.0, time_of(browser))
    check("the reference and the best run are loaded, no more", len(scripts_of(browser)) == 2, scripts_of(browser))
    before = drawn(browser)
    set_time(browser, 0.7)
    after = drawn(browser)
    check("bodies are drawn, and go on", before[0] > 1000 and after[0] > 1000 and before != after, (before, after))
    cursors = browser.ask("""[...document.querySelectorAll("figure[data-chart] .cursor")].map((c) => {
        const svg = c.closest("svg").getBoundingClientRect(), key = JSON.parse(c.closest("figure").dataset.chart),
              x = key.box[0] + (key.box[1] - key.box[0]) * (0.7 - key.x.low) / (key.x.high - key.x.low);
        return [(c.getBoundingClientRect().left - svg.left) / svg.width, x / key.size[0]]})""")
    check("charts show the time", len(cursors) >= 3 and all(abs(a - b) < 4e-3 for a, b in cursors), cursors)
    browser.ask('document.querySelector(".player-runs li:last-child input").click()')
    until(browser, "a run that is ticked is loaded", "document.scripts.length > 4")
    becomes("and drawn over the others", lambda: drawn(browser) != after)
    set_time(browser, 0)
    browser.ask('document.querySelector(".player canvas").focus()')
    browser.key(" ", text=" ")
    until(browser, "the space bar plays", 'parseFloat(document.querySelector(".player-bar output").textContent.slice(4)) > 0.2')
    browser.key(" ", text=" ")
    time.sleep(0.1)
    at = time_of(browser)
    time.sleep(0.3)
    check("and pauses", time_of(browser) == at, (at, time_of(browser)))
    browser.key("End")
    check("End goes to the end", abs(time_of(browser) - 1.5) < 1e-3, time_of(browser))
    charts_set_the_time(browser)


def charts_set_the_time(browser):
    """A click where a chart has 0.9 s, then arrows."""
    browser.ask('document.querySelector("figure[data-chart] .cursor").closest("figure").scrollIntoView({block: "center"})')
    time.sleep(0.3)
    x, y = browser.ask("""(() => {const figure = document.querySelector("figure[data-chart] .cursor").closest("figure"), key = JSON.parse(figure.dataset.chart),
        svg = figure.querySelector("svg"), box = svg.getBoundingClientRect(), [left, right, top, bottom] = key.box;
        return [box.left + (left + (right - left) * (0.9 - key.x.low) / (key.x.high - key.x.low)) / key.size[0] * box.width,
                box.top + (top + bottom) / 2 / key.size[1] * box.height]})()""")
    browser.click(x, y)
    check("a click in a chart sets the time", abs(time_of(browser) - 0.9) < 0.01, time_of(browser))
    at = time_of(browser)
    browser.ask('document.querySelector("figure[data-chart] .cursor").closest("svg").focus()')
    for _ in range(2):
        browser.key("ArrowRight")
    check("right arrows on it step", abs(time_of(browser) - at - 2 * 1.5 / 200) < 2e-3, (at, time_of(browser)))
    browser.click(x, 5)
    check("a click elsewhere does not", abs(time_of(browser) - at - 2 * 1.5 / 200) < 2e-3, time_of(browser))


def plays_in_one_file(browser):
    browser.media(prefers_reduced_motion="reduce")
    os.rename("single/index.html", "alone.html")
    browser.open("alone.html")
    browser.ask('document.querySelector(".player-open").click()')
    until(browser, "one file shows its motion", '!!document.querySelector(".player canvas") && document.querySelector(".player-bar output").textContent !== ""')
    set_time(browser, 0.2)
    before = drawn(browser)
    set_time(browser, 0.7)
    check("bodies are drawn from what is in it, and go on", drawn(browser)[0] > 1000 and drawn(browser) != before, before)


def several(browser):
    """Two players on the page of a paper."""
    browser.media(prefers_reduced_motion="reduce")
    browser.open("out/papers/claimed.html")
    browser.ask('document.querySelector(".motions").open = true')
    for _ in range(2):
        browser.ask('document.querySelector(".player-open").click()')
        until(browser, "a player of a paper opens", '!document.querySelector(".player-open[disabled]")')
    until(browser, "each mechanism has one player", 'document.querySelectorAll(".player canvas").length === 2 && document.querySelectorAll(".player-bar").length === 2 && !document.querySelector(".player-open")')


def turns(browser):
    browser.media(prefers_reduced_motion="no-preference")
    open_player(browser, SPATIAL)
    until(browser, "it plays where motion is welcome", 'parseFloat(document.querySelector(".player-bar output").textContent.slice(4)) > 0.1')
    browser.ask('document.querySelector(".player-bar button").click()')
    set_time(browser, 0.5)
    before = drawn(browser)
    x, y = browser.ask('(() => {const c = document.querySelector(".player canvas"); c.scrollIntoView({block: "center"}); const r = c.getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2]})()')
    browser.move(x, y)
    browser.move(x, y, "mousePressed", button="left", clickCount=1)
    browser.move(x + 120, y + 40, button="left", buttons=1)
    browser.move(x + 120, y + 40, "mouseReleased", button="left", clickCount=1)
    after = drawn(browser)
    check("the mouse turns the view", before != after, (before, after))
    browser.ask('document.querySelector(".player canvas").focus()')
    browser.key("ArrowLeft", modifiers=8)
    check("so do keys", drawn(browser) != after)
    browser.key("0")
    check("and back", drawn(browser) == before, (drawn(browser), before))
    browser.size(390)
    becomes("nothing is wider than a telephone", lambda: browser.ask("document.documentElement.scrollWidth") <= 390)
    browser.media(prefers_color_scheme="dark")
    becomes("it is drawn on dark pages", lambda: drawn(browser)[0] > 500)


with tempfile.TemporaryDirectory() as top:
    os.chdir(top)
    with open("look.yaml", "w") as f:
        f.write(STUDY)
    with open("claimed.yaml", "w") as f:
        f.write(CLAIMED)
    done = run("run", "look.yaml", "claimed.yaml", "--out", "a.jsonl", "--no-timing", "--progress", "none")
    check("runs", done.returncode == 0, done.stderr)
    report("a.jsonl", "out", "--study", "claimed.yaml")
    data()
    others()
    program = found()
    if program:
        with Browser(program, 1000) as browser:
            plays(browser)
            turns(browser)
            several(browser)
            plays_in_one_file(browser)
            check("the console stays empty", not browser.said, browser.said[:5])
            browser.scripts(False)
            browser.open(os.path.join("out", PLANAR))
            browser.scripts(True)
            check("the drawing stands where scripts do not run", browser.ask('(() => {const i = document.querySelector(".player img"); return i.complete && i.naturalWidth > 100 && !document.querySelector(".player-open")})()'))
    else:
        print("skipped: how the player looks, for want of a browser (apt install chromium)")
finish()
