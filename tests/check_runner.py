#!/usr/bin/env python3
"""What `check` and the readers of record files do with files that are cut, forged or of two builds.

check_runner.py MBSBENCH"""
import json
import os
import subprocess
import sys
import tempfile

exe = os.path.abspath(sys.argv[1])
failures = 0
DONE, ERROR, USAGE, REGRESSION, NOT_COMPARABLE, NOTHING = 0, 1, 2, 3, 4, 5


def check(name, ok, detail=""):
    global failures
    failures += not ok
    print(("ok   " if ok else "FAIL ") + name + (f": {detail}" if detail != "" and not ok else ""), flush=True)


def run(*args):
    done = subprocess.run([exe, *args], capture_output=True, text=True, timeout=120)
    return done.returncode, done.stdout + done.stderr


def write(name, lines, tail="\n"):
    with open(name, "w") as f:
        f.write("\n".join(json.dumps(line) for line in lines) + tail)


def last_lines():
    """One rule for every reader: a whole last line counts without its newline, a torn one is told and never counts."""
    bad = [good[0], {**good[1], "energy": {**good[1]["energy"], "max_abs": 1e3}}]
    write("base.jsonl", good, tail="")
    write("head.jsonl", bad)
    status, text = run("check", "head.jsonl", "--baseline", "base.jsonl")
    check("a baseline without its last newline is whole", status == REGRESSION and "1 worse" in text, text)
    write("head.jsonl", [*good, bad[1]], tail="")
    status, text = run("check", "head.jsonl", "--baseline", "base.jsonl")
    check("so is a file of records", status == REGRESSION and "1 worse" in text, text)
    whole = "\n".join(json.dumps(r) for r in good)
    for name, cut in (("torn", whole[:-40]), ("not", whole.replace('"status": "ok"', '"status": NaN')), ("garbage", whole + "\n{\"schema\n")):
        with open("torn.jsonl", "w") as f:
            f.write(cut)
        for words in (["torn.jsonl", "--baseline", "base.jsonl"], ["base.jsonl", "--baseline", "torn.jsonl"]):
            status, text = run("check", *words)
            check(f"check {' '.join(words)} ({name}) names file and line", status == USAGE and "torn.jsonl:" in text, (status, text))
    with open("torn.jsonl", "w") as f:
        f.write(whole[:-40])
    commands = {"report": ["report", "FILE", "--out", "rep", "--format", "csv"], "export": ["export", "--format", "bmf", "FILE"], "show": ["show", good[0]["key"], "FILE"],
                "advise": ["advise", "--problem", "pendulum", "FILE"], "merge": ["merge", "FILE", "--out", "m.jsonl"]}
    for name, words in commands.items():
        for file, torn in (("torn.jsonl", True), ("base.jsonl", False)):
            if os.path.exists("m.jsonl"):
                os.remove("m.jsonl")
            status, text = run(*(file if w == "FILE" else w for w in words))
            check(f"{name} {'tells of a torn' if torn else 'takes a whole'} last line", ("torn.jsonl:2: the last line is torn" in text) == torn and status in (DONE, NOTHING), (status, text))
            if name == "merge":
                with open("m.jsonl") as f:
                    check("merge: records", len(f.readlines()) == (1 if torn else 2))
            if name == "report":
                with open("rep/tables/command-line-pendulum.csv") as f:
                    check("report: rows", len(f.readlines()) - 1 == (1 if torn else 2))


with tempfile.TemporaryDirectory() as d:
    os.chdir(d)
    run("run", "--problem", "pendulum", "--solver", "lagrange/rk4:h=1e-2", "--solver", "lagrange/heun:h=1e-2", "--t-end", "0.5", "--no-timing", "--progress", "none", "--out", "good.jsonl")
    with open("good.jsonl") as f:
        good = [json.loads(line) for line in f]
    last_lines()
print(f"{failures} failed")
sys.exit(failures > 0)
