# SPDX-License-Identifier: MIT
"""What pages say when they are asked, by the pointer and keys of a real browser: the test pages calls these."""
import json
import math
import os

from checks import check

PAGE = "mechanisms/command-line-four-bar.html"
ROWS = """[...document.querySelector('.wide > table').tBodies[0].rows].filter(r => !r.hidden)
    .map(r => [...r.cells].map(c => (c.querySelector('summary') ?? c).textContent.trim()))"""


def place(browser, of):
    """The middle of an element in the window, after it was brought there."""
    return browser.ask(f"""(() => {{
        const e = {of};
        e.scrollIntoView({{block: 'center'}});
        const box = e.getBoundingClientRect();
        return [box.left + box.width / 2, box.top + box.height / 2];
    }})()""")


def tables_answer(browser, out, solvers, copies):
    browser.size(1280)
    browser.open(os.path.join(out, PAGE))
    column = browser.ask("[...document.querySelectorAll('.wide > table thead th')].findIndex(h => h.textContent.startsWith('CPU per step'))")
    button = f"document.querySelectorAll('.wide > table thead th')[{column}].querySelector('button')"
    before = browser.ask(ROWS)
    numbers = lambda: [float(row[column]) for row in browser.ask(ROWS) if row[column] != "—"]
    browser.click(*place(browser, button))
    check("a click on a heading sorts its column", numbers() == sorted(float(r[column]) for r in before if r[column] != "—"), numbers())
    browser.ask(f"{button}.focus()")
    browser.key("Enter", windowsVirtualKeyCode=13, text="\r")
    check("and the key on it the other way", numbers() == sorted(numbers(), reverse=True) and len(browser.ask(ROWS)) == len(before), numbers())

    browser.ask("document.querySelector('.tools input').focus()")
    browser.call("Input.insertText", text="rk4 -projection -correction -mass")
    rows = browser.ask(ROWS)
    expected = [s for s in solvers if "rk4" in s and not any(w in s for w in ("correction", "mass"))]
    check("words in the filter narrow the rows, those with a minus leave out", len(rows) == len(expected), rows)
    check("and it says how many are left", browser.ask("document.querySelector('.tools output').textContent") == f"{len(expected)} of {len(solvers)}")
    browser.ask("navigator.clipboard.writeText = async text => { window.copied = text; }")
    browser.click(*place(browser, "document.querySelector('.tools .copy')"))
    lines = browser.ask("window.copied").splitlines()
    check("what is left is copied as CSV", len(lines) == 1 + len(expected) and lines[0].startswith("solver,status,"), lines)

    browser.click(*place(browser, "document.querySelector('.runs tbody tr:not([hidden]) summary')"))
    browser.ask("new Promise(done => setTimeout(done, 200))")
    browser.click(*place(browser, "document.querySelector('.runs tbody details[open] .copy')"))
    command = browser.ask("window.copied")
    check("a run's command is copied", command.startswith("mbsbench run --problem four-bar --solver ") and "rk4" in command, command)

    browser.open(os.path.join(out, "index.html"))
    left = browser.ask("""(() => {
        const table = [...document.querySelectorAll('.matrix')].find(t => t.tHead.textContent.includes('of-another-name'));
        const input = table.closest('.wide').previousElementSibling.querySelector('input');
        input.value = 'heavy baumgarte';
        input.dispatchEvent(new Event('input'));
        return [...table.rows].filter(r => !r.hidden).map(r => [...r.cells].filter(c => !c.hidden).length);
    })()""")
    check("in a matrix a word narrows the columns or the rows, whichever it names", left == [1 + copies] * 2, left)


def curves_of(path):
    """The points of each line in a chart's data, by its name."""
    curves, name = {}, None
    for block in open(path).read().split("\n\n\n"):
        lines = block.strip().splitlines()
        if lines and lines[0].startswith("# ") and lines[0].endswith(": x, y; then the markers"):
            name = lines.pop(0)[2:].rsplit(":", 1)[0]
            curves[name] = [tuple(map(float, line.split())) for line in lines if line and "nan" not in line]
    return curves


def apart(curves, key):
    """A point of a curve from which all others are far, as (name, x, y, place in the picture)."""
    left, right, top, bottom = key["box"]

    def part(axis, v):
        low, high = key[axis]["low"], key[axis]["high"]
        return math.log(max(v, low) / low) / math.log(high / low) if key[axis]["log"] else (v - low) / (high - low)

    points = {name: [(x, y, left + part("x", x) * (right - left), bottom - part("y", y) * (bottom - top)) for x, y in points]
              for name, points in curves.items()}
    best = None
    for name, own in points.items():
        for x, y, px, py in own[len(own) // 4:-len(own) // 4]:
            far = min((math.hypot(px - qx, py - qy) for other in points if other != name for _, _, qx, qy in points[other]), default=1e9)
            if best is None or far > best[0]:
                best = far, name, x, y, px, py
    return best[1:]


def charts_answer(browser, out):
    browser.open(os.path.join(out, PAGE))
    figure = "document.querySelector('figure[data-chart]')"
    key, name = json.loads(browser.ask(f"{figure}.dataset.chart")), browser.ask(f"{figure}.id")
    place(browser, f"{figure}.querySelector('svg')")
    browser.ask("new Promise(done => setTimeout(done, 300))")
    left, top, width, height = browser.ask(f"(({{left, top, width, height}}) => [left, top, width, height])({figure}.querySelector('svg').getBoundingClientRect())")
    solver, x, y, px, py = apart(curves_of(os.path.join(out, "charts", name + ".tsv")), key)
    at = left + px / key["size"][0] * width, top + py / key["size"][1] * height
    browser.move(*at)
    said = browser.ask("document.querySelector('.pointed').innerText").splitlines()
    check("a curve that is pointed at says its name", said[0] == solver, (said, solver))
    near = [float(line.rsplit(": ", 1)[1]) for line in said[1:]]
    check("and its value", len(near) == 2 and abs(near[0] - x) < 0.01 * key["x"]["high"] and abs(math.log(near[1] / y)) < 0.1, (said, x, y))
    dim = "[...document.querySelectorAll('svg.marked')].map(s => [s.querySelectorAll('[data-plot].this').length, s.querySelectorAll('[data-plot]:not(.this)').length])"
    check("the others step back", all(a > 0 and b > 0 for a, b in browser.ask(dim)) and browser.ask(dim), browser.ask(dim))
    browser.click(*at)
    browser.move(left + 2, top + 2)
    browser.ask("scrollTo(0, document.body.scrollHeight)")
    browser.ask("new Promise(done => setTimeout(done, 500))")
    marked = browser.ask(dim)
    check("a click keeps it, in all charts of the page", len(marked) > 1 and browser.ask(f"[...document.querySelectorAll('tr.this')].map(r => r.dataset.name)") == [solver], marked)
    browser.key("Escape")
    check("until Escape", not browser.ask(dim), browser.ask(dim))


def maps_answer(browser, out):
    browser.open(os.path.join(out, "papers/of-pages.html"))
    svg = "document.querySelector('figure[id*=\"-g\"] svg')"
    key = json.loads(browser.ask(f"{svg}.closest('figure').dataset.chart"))
    place(browser, svg)
    browser.ask("new Promise(done => setTimeout(done, 300))")
    left, top, width, height = browser.ask(f"(({{left, top, width, height}}) => [left, top, width, height])({svg}.getBoundingClientRect())")
    a, b, c, d = key["box"]
    i, j = 3, 1
    at = (left + (a + (i + 0.5) / 5 * (b - a)) / key["size"][0] * width, top + (d - (j + 0.5) / 5 * (d - c)) / key["size"][1] * height)
    browser.click(*at)
    grid = [10 ** (0.75 * k) for k in range(5)]
    said, command = browser.ask("document.querySelector('.pointed').innerText").splitlines(), browser.ask("document.querySelector('.map-command').innerText")
    with open("study.jsonl") as f:
        wanted = [r for r in map(json.loads, f) if r["run"].startswith("m.")]
    number = lambda text: float(text.rsplit(": ", 1)[1])
    check("a cell of a map says its parameters", abs(number(said[0]) / grid[i] - 1) < 1e-3 and abs(number(said[1]) / grid[j] - 1) < 1e-3, said)
    solver = command.split(" --solver ")[1].split(" --t-end")[0]
    record = [r for r in wanted if r["solver"] == solver]
    check("a click gives the command that makes it again", len(record) == 1, command)
    value = record and record[0]["position"]["l2"]["max"]
    check("and its value is that of the record", record and (record[0]["status"] != "ok" or abs(number(said[2]) / value - 1) < 1e-3), (said, value))


def classes_answer(browser, out):
    browser.open(os.path.join(out, "index.html"))
    shown = "[...document.querySelectorAll('[data-class]')].filter(e => e.getClientRects().length).map(e => e.dataset.class)"
    check("the answer is for one class, 1e-4 first", set(browser.ask(shown)) == {"1e-4"}, browser.ask(shown))
    browser.click(*place(browser, "document.querySelector('input[name=class][value=\"1e-2\"]')"))
    check("the switch shows another", set(browser.ask(shown)) == {"1e-2"}, browser.ask(shown))
    browser.scripts(False)
    browser.open(os.path.join(out, "index.html"))
    every = browser.ask("[...document.querySelectorAll('details[data-class] > summary')].filter(e => e.getClientRects().length).length")
    check("without scripts each class can be opened", every == 2, every)
    browser.scripts(True)
