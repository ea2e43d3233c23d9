#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The contracts that other people's scripts rely on, checked on a built program: contract.py BUILD_DIR.
Prints a line a check; exit 0 where all hold."""
import json
import os
import re
import resource
import subprocess
import sys
import tempfile

build = sys.argv[1] if len(sys.argv) > 1 else "build"
exe = os.path.join(build, "mbsbench")
bad = 0


def run(*args, timeout=600, **kw):
    return subprocess.run([exe, *args], capture_output=True, text=True, timeout=timeout, **kw)


def say(name, ok, detail=""):
    global bad
    bad += not ok
    print(("ok   " if ok else "FAIL ") + name + (": " + str(detail)[:300] if detail and not ok else ""))


def one(*args, **kw):
    r = run("run", "--out", "-", "--no-timing", *args, **kw)
    lines = [l for l in r.stdout.splitlines() if l.strip()]
    try:
        recs = [json.loads(l) for l in lines]
    except ValueError as e:
        recs = []
        say("stdout holds JSON lines only", False, e)
    return r, recs


FOUR = ["--problem", "four-bar", "--solver", "lagrange/rk4:h=1e-3", "--t-end", "1"]
r, recs = one(*FOUR)
say("one run, one record, exit 0", r.returncode == 0 and len(recs) == 1, r.stderr)
rec = recs[0] if recs else {}
need = ["schema", "problem", "solver", "cell", "key", "status", "t_end", "t_reached", "h", "position", "velocity", "acceleration", "energy",
        "outputs", "output_rates", "counters", "cpu", "environment"]
say("record has every field", all(k in rec for k in need), [k for k in need if k not in rec])
say("schema name", rec.get("schema") == "mbsbench-record-1", rec.get("schema"))
say("named outputs", {"crank.angle", "coupler.angle", "follower.angle"} <= set(rec.get("outputs") or {}), rec.get("outputs"))
say("energy has max_abs", isinstance((rec.get("energy") or {}).get("max_abs"), (int, float)), rec.get("energy"))
say("violation norms at three levels", all(isinstance(((rec.get(l) or {}).get(n) or {}).get(k), (int, float)) for l in ("position", "velocity", "acceleration")
    for n in ("l2", "sq", "l1", "linf") for k in ("max", "mean", "rms", "final")), rec.get("position"))
say("nothing of ours is allocated in the time loop", (rec.get("counters") or {}).get("own_allocations") == 0, rec.get("counters"))
say("status ok", rec.get("status") == "ok", rec.get("status"))
r2, recs2 = one(*FOUR)
drop = lambda d: {k: v for k, v in d.items() if k in ("key", "outputs", "position", "velocity", "energy", "counters")}
say("a run repeats bit for bit", bool(recs2) and drop(recs2[0]) == drop(rec))
ra = one("--problem", "four-bar", "--solver", "baumgarte:alpha=5,beta=5/rk4:h=1e-3", "--t-end", "0.1")[1]
rb = one("--problem", "four-bar", "--solver", "baumgarte:beta=5,alpha=5.0/rk4:h=0.001", "--t-end", "0.1")[1]
say("order and spelling of parameters do not change the key", bool(ra and rb) and ra[0]["key"] == rb[0]["key"] and ra[0]["cell"] == rb[0]["cell"])

r, recs = one("--problem", "four-bar", "--solver", "lagrange/rk4:h=7e-3", "--t-end", "1")
say("the last step ends at t_end exactly", bool(recs) and recs[0].get("t_reached") == 1, recs and recs[0].get("t_reached"))

for what in ("problems", "formulations", "integrators", "projections", "linsolvers", "studies"):
    r = run("list", what, "--json")
    try:
        say("list " + what + " --json", r.returncode == 0 and isinstance(json.loads(r.stdout), list) and len(json.loads(r.stdout)) > 0, r.stderr)
    except ValueError as e:
        say("list " + what + " --json", False, e)

for name, args, word in [
    ("unknown problem", ["--problem", "nosuch", "--solver", "lagrange/rk4:h=1e-3"], "nosuch"),
    ("unknown formulation", ["--problem", "four-bar", "--solver", "nosuch/rk4:h=1e-3"], "nosuch"),
    ("unknown parameter", ["--problem", "four-bar", "--solver", "baumgarte:gamma=5/rk4:h=1e-3"], "gamma"),
    ("negative step", ["--problem", "four-bar", "--solver", "lagrange/rk4:h=-1"], "h=-1"),
    ("not a number", ["--problem", "four-bar", "--solver", "lagrange/rk4:h=abc"], "abc"),
    ("bad end time", ["--problem", "four-bar", "--solver", "lagrange/rk4:h=1e-3", "--t-end", "-2"], "t-end"),
    ("unknown option", ["--nosuch"], "nosuch"),
]:
    r = run("run", "--out", "-", *args)
    say("refused with exit 2 and named: " + name, r.returncode == 2 and word in r.stderr, (r.returncode, r.stderr))

r, recs = one("--problem", "four-bar", "--solver", "lagrange/forward-euler:h=0.5", "--t-end", "200")
say("a blow-up is a record with a status and a reason, exit 0", r.returncode == 0 and len(recs) == 1 and recs[0]["status"] != "ok" and recs[0].get("reason"), (r.returncode, recs and recs[0].get("status")))
before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
r, recs = one("--problem", "four-bar", "--solver", "lagrange/rk4:h=1e-8", "--t-end", "1000", "--time-limit", "2")
took = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before  # of CPU, as the limit is
say("a time limit is kept and recorded", r.returncode == 0 and len(recs) == 1 and recs[0]["status"] == "time-limit" and 1 < took < 5, (r.returncode, recs and recs[0].get("status"), took))

with tempfile.TemporaryDirectory() as d:
    f = os.path.join(d, "r.jsonl")
    args = ["run", *FOUR, "--no-timing", "--out", f]
    run(*args); n1 = sum(1 for _ in open(f)) if os.path.exists(f) else 0
    run(*args); n2 = sum(1 for _ in open(f)) if os.path.exists(f) else 0
    say("a finished run is not run again", n1 == 1 and n2 == 1, (n1, n2))
    if os.path.exists(f):
        open(f, "a").write('{"schema":"mbsbench-rec')
    r = run("report", f, "--out", os.path.join(d, "rep"), timeout=600)
    page = os.path.join(d, "rep", "index.html")
    html = open(page).read() if os.path.exists(page) else ""
    say("a report from a file with a torn last line", r.returncode == 0 and len(html) > 1000, r.stderr)
    say("the page loads nothing from the network", not re.search(r'(?:src|href)\s*=\s*["\']https?://[^"\']+\.(?:js|css|png|svg|woff2?)', html))
    pages = [open(os.path.join(p, n), errors="replace").read() for p, _, ns in os.walk(os.path.join(d, "rep")) for n in ns if n.endswith((".html", ".svg"))]
    say("charts are SVG", any("<svg" in t for t in pages))
    say("tables and charts beside it", all(os.path.isdir(os.path.join(d, "rep", x)) and os.listdir(os.path.join(d, "rep", x)) for x in ("tables", "charts")))
    y = os.path.join(d, "bad.yaml")
    open(y, "w").write("study: x\nruns:\n  - problem: four-bar\n    solvr: lagrange\n")
    r = run("run", y, "--out", os.path.join(d, "o.jsonl"))
    say("a mistake in a study is refused with file and line", r.returncode == 2 and re.search(r"bad\.yaml:4\b", r.stderr), r.stderr)
    y, f = os.path.join(d, "s.yaml"), os.path.join(d, "s.jsonl")

    def entry(keys):
        """A study of one run with these further keys: is it run again, its last record, the head of its series."""
        open(y, "w").write("study: s\nruns:\n  - id: a\n    problem: four-bar\n    solver: lagrange/rk4:h=1e-2\n    t_end: 0.1\n" + keys)
        before = sum(1 for _ in open(f)) if os.path.exists(f) else 0
        run("run", y, "--out", f)
        recs = [json.loads(l) for l in open(f)]
        series = recs[-1]["series"]
        return len(recs) > before, recs[-1], open(os.path.join(d, series)).readline().split()[1:] if series else []

    standard = ["t", "position_l2", "velocity_l2", "acceleration_l2", "energy", "error"]
    again, rec, head = entry("    timing: no\n    series: none\n")
    say("timing: no and series: none are kept", again and rec["cpu"]["loop"] == [] and rec["series"] is None, rec)
    again, rec, head = entry("    timing: no\n")
    say("a record without a series is not finished for an entry that wants one", again and head == standard, head)
    again, rec, head = entry("    timing: no\n    series: [multipliers, outputs]\n")
    say("nor is one without the columns wanted", again and head[:6] == standard and {"outputs.crank.angle", "multipliers.1"} <= set(head) and
        "rows.1" not in head, head)
    again, rec, head = entry("    timing: no\n    series: [outputs]\n")
    say("one with more columns is", not again)
    again, rec, head = entry("")
    say("one without the timing wanted is not", again and len(rec["cpu"]["loop"]) >= 5, rec["cpu"])
    r = run("advise", "--problem", "four-bar", "--violation", "1", f)
    say("advise names a solver and its command", r.returncode == 0 and "mbsbench run --problem four-bar --solver lagrange/rk4:h=0.01" in r.stdout, r)
    r = run("advise", "--problem", "pendulum", "--violation", "1", f)
    say("advise without an ok record of the problem: exit 5", r.returncode == 5 and "pendulum" in r.stderr, r)
    r = run("advise", "--problem", "four-bar", f)
    say("advise without a limit: exit 2", r.returncode == 2 and "--violation" in r.stderr, r)
    r = run("run", *FOUR, "--out", "/proc/nowhere/x.jsonl")
    say("an unwritable file is an error, not a crash", r.returncode in (1, 2) and r.stderr.strip(), (r.returncode, r.stderr))

print(("0 failed" if not bad else f"{bad} failed"))
sys.exit(bad > 0)
