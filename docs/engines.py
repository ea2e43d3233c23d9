#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What engines do of the catalogue, for docs/engines.md, from the adapters themselves.

engines.py table FOLDER   mechanisms x engines, with the words of those that end with 77
engines.py write FOLDER   those that some engine does not do, into docs/engines.md
engines.py check FOLDER   exit 1 when the page says something else of an engine that is in FOLDER

FOLDER is the build folder; each mechanism is run for one step by each adapter in solvers/engines."""
import json
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PAGE = os.path.join(ROOT, "docs", "engines.md")
MARKS = ("<!-- what engines do not do, by engines.py -->\n", "<!-- end -->")
PREFIX = "mbsbench-engine-"
STEP = 1e-5  # [s]


def asked(program, *words, **more):
    return subprocess.run([program, *words], capture_output=True, timeout=100, **more)


def answer(adapter, mechanism):
    """"", or why the adapter does not do the mechanism."""
    told = json.loads(asked(adapter, "describe").stdout)
    job = {"protocol": "mbsbench-engine-1", "mechanism": mechanism, "t_end": STEP, "integrator": told["integrators"][0]["name"], "h": STEP, "tol": None,
           "settings": {s["name"]: s["default"] for s in told["settings"]}, "rows": "last", "format": "doubles"}
    done = asked(adapter, "run", input=json.dumps(job).encode())
    said = done.stderr.decode().strip().split("\n")[0]
    if done.returncode not in (0, 77):
        sys.exit(f"{os.path.basename(adapter)} ends with {done.returncode} on {mechanism['name']}: {said}")
    return said if done.returncode else ""


def tabled(build):
    """Engines, and of each mechanism their answers in that order."""
    folder = os.path.join(build, "solvers", "engines")
    adapters = sorted(f for f in os.listdir(folder) if f.startswith(PREFIX) and os.access(os.path.join(folder, f), os.X_OK) and
                      os.path.isfile(os.path.join(folder, f)))
    names = sorted(f[:-5] for f in os.listdir(os.path.join(ROOT, "problems", "mechanisms")) if f.endswith(".yaml"))
    rows = {}
    for name in names:
        mechanism = json.loads(asked(os.path.join(build, "mbsbench"), "describe", name, "--format", "json").stdout)
        rows[name] = [answer(os.path.join(folder, a), mechanism) for a in adapters]
    return [a[len(PREFIX):] for a in adapters], rows


def lines(engines, rows, least):
    """As Markdown: mechanisms with at least so many refusals."""
    kept = {name: row for name, row in rows.items() if sum(map(bool, row)) >= least}
    head = ["| mechanism | " + " | ".join(engines) + " |", "|---|" + "---|" * len(engines)]
    return "\n".join(head + [f"| `{name}` | " + " | ".join(cell or "ok" for cell in row) + " |" for name, row in kept.items()]) + "\n"


def written(engines, rows):
    refused = sum(any(row) for row in rows.values())
    return f"Of the {len(rows)} mechanisms of the catalogue every engine does {len(rows) - refused}; of the others they say:\n\n" + lines(engines, rows, 1)


def main():
    what, build = sys.argv[1:]
    engines, rows = tabled(build)
    if what == "table":
        print(lines(engines, rows, 0), end="")
        return
    with open(PAGE, encoding="utf-8") as file:
        page = file.read()
    begin, end = page.index(MARKS[0]) + len(MARKS[0]), page.index(MARKS[1], page.index(MARKS[0]))
    if what == "write":
        with open(PAGE, "w", encoding="utf-8") as file:
            file.write(page[:begin] + written(engines, rows) + page[end:])
        return
    said = {row[0].strip("` "): row[1:] for row in (re.split(r"\s*\|\s*", line.strip("| ")) for line in page[begin:end].split("\n") if line.startswith("| "))}
    columns = said.pop("mechanism")
    for k, engine in enumerate(engines):
        for name, row in rows.items():
            stands = said[name][columns.index(engine)] if name in said else "ok"
            if stands != (row[k] or "ok"):
                sys.exit(f"docs/engines.md says '{stands}' of {engine} on {name}, the adapter '{row[k] or 'ok'}': python3 docs/engines.py write {build}")


main()
