#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What `check` and the readers of record files do with files that are cut, forged or of two builds.

check_files.py MBSBENCH"""
import json
import os
import subprocess
import sys
import tempfile

from checks import check, finish

exe = os.path.abspath(sys.argv[1])
DONE, ERROR, USAGE, REGRESSION, NOT_COMPARABLE, NOTHING = 0, 1, 2, 3, 4, 5


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
                "advise": ["advise", "--problem", "pendulum", "--drift", "1", "FILE"], "merge": ["merge", "FILE", "--out", "m.jsonl"]}
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


def change(record, **fields):
    return {**record, **{k: {**record[k], **v} if isinstance(v, dict) else v for k, v in fields.items()}}


def forged():
    """Records that no run of the same build wrote."""
    write("base.jsonl", good)
    a = good[0]
    half = change(a, t_reached=0.25, counters={"steps": 25}, position={"l2": {"max": 0.0, "mean": 0.0}})
    for name, record, expected, word in (
            ("stops half-way and says ok", half, REGRESSION, "t_reached"),
            ("another final state", change(a, outputs={"P.x": 1.0}), REGRESSION, "P.x"),
            ("a class lost", change(a, precision={"class": None}), REGRESSION, "precision.class"),
            ("counters lost", change(a, counters={"own_allocations": None}), NOT_COMPARABLE, "own_allocations"),
            ("an unknown status", change(a, status="fine"), NOT_COMPARABLE, "status"),
            ("no status", {k: v for k, v in a.items() if k != "status"}, NOT_COMPARABLE, "status"),
            ("another solver under its cell", change(a, solver=good[1]["solver"]), NOT_COMPARABLE, "solver"),
            ("a key with dots", {**a, "position.l2.max": 0}, USAGE, "key with dots"),
            ("a negative violation", change(a, position={"l2": {"max": -1.0}}), USAGE, "below 0")):
        write("head.jsonl", [record, good[1]])
        status, text = run("check", "head.jsonl", "--baseline", "base.jsonl")
        check(f"{name}: exit {expected}", status == expected and word in text, (status, text))
    counted = change(a, counters={"instructions": 1000})
    write("counted.jsonl", [counted, good[1]])
    status, text = run("check", "base.jsonl", "--baseline", "counted.jsonl")
    check("instructions in the baseline alone are not comparable", status == NOT_COMPARABLE and "instructions" in text, (status, text))
    bare = {k: v for k, v in a.items() if k not in ("position", "velocity", "acceleration", "energy", "error", "precision")}
    write("bare.jsonl", [bare, good[1]])
    write("head.jsonl", [change(a, energy={"max_abs": 1e3}), good[1]])
    status, text = run("check", "head.jsonl", "--baseline", "bare.jsonl")
    check("a baseline without numbers is not comparable", status == NOT_COMPARABLE and "no number" in text, (status, text))
    limited = [change(r, status="time-limit") for r in good]
    write("limited.jsonl", limited)
    status, text = run("check", "limited.jsonl", "--baseline", "limited.jsonl")
    check("two time limits are not comparable", status == NOT_COMPARABLE and "larger limit" in text, (status, text))


def frozen():
    """1.9 per cent is the same each time; in sum it is not."""
    drift = good[0]["energy"]["max_abs"]
    for n, expected in ((1, DONE), (5, DONE), (6, REGRESSION)):
        write("today.jsonl", [change(good[0], energy={"max_abs": drift * 1.019 ** (n - 1)})])
        write("head.jsonl", [change(good[0], energy={"max_abs": drift * 1.019 ** n})])
        write("first.jsonl", good)
        status, text = run("check", "head.jsonl", "--baseline", "today.jsonl", "--frozen", "first.jsonl")
        check(f"1.9 per cent {n} times: exit {expected}", status == expected and f"x {1.019 ** n:.4g}" in text, (status, text))
        status, text = run("check", "head.jsonl", "--baseline", "today.jsonl")
        check("and the baseline of the day passes it", status == DONE, (status, text))


def outputs():
    """No output of a command is a file that it reads, under whatever name."""
    for name in ("a.jsonl", "b.jsonl", "records.txt"):
        write(name, good)
    os.symlink("a.jsonl", "link")
    os.link("b.jsonl", "hard")
    os.mkdir("out")
    write("out/files.txt", good)
    before = {n: open(n).read() for n in ("a.jsonl", "b.jsonl", "out/files.txt")}
    base = ["check", "a.jsonl", "--baseline", "b.jsonl"]
    for words in ([*base, "--junit", "a.jsonl"], [*base, "--junit=./b.jsonl"], [*base, "--markdown", "link"], [*base, "--markdown", "hard"],
                  [*base, "--junit", "x.xml", "--markdown", "x.xml"], [*base, "--frozen", "first.jsonl", "--junit", "first.jsonl"],
                  ["export", "--format", "bmf", "a.jsonl", "--out", "a.jsonl"], ["export", "--format", "bmf", "--out=link", "a.jsonl"],
                  ["report", "out/files.txt", "--out", "out", "--format", "csv"]):
        status, text = run(*words)
        check("refused: " + " ".join(words), status == USAGE and "written over" in text.replace("write over", "written over"), (status, text))
        for n, t in before.items():
            if open(n).read() != t:
                check(f"{n} is as it was", False)
    status, text = run(*base, "--junit", "/dev/null", "--markdown=m.md")
    check("outputs of their own are written", status == DONE and os.path.getsize("m.md") > 0, (status, text))


with tempfile.TemporaryDirectory() as d:
    os.chdir(d)
    run("run", "--problem", "pendulum", "--solver", "lagrange/rk4:h=1e-2", "--solver", "lagrange/heun:h=1e-2", "--t-end", "0.5", "--no-timing", "--progress", "none", "--out", "good.jsonl")
    with open("good.jsonl") as f:
        good = [json.loads(line) for line in f]
    last_lines()
    forged()
    frozen()
    outputs()
finish()
