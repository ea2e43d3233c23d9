#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Shards are disjoint and complete, and a merge loses and doubles nothing: merge.py MBSBENCH SLURM_SCRIPT"""
import json
import os
import subprocess
import sys
import tempfile

from checks import check, finish

exe, slurm = map(os.path.abspath, sys.argv[1:3])
STUDY = """study: sweep
runs:
  - id: s
    problem: pendulum
    solver: "baumgarte:alpha={alpha},beta={beta}/rk4:h=1e-2"
    t_end: 0.1
    grid:
      alpha: {linear: [1, 9], points: 6}
      beta: {linear: [1, 9], points: 10}
  - id: again
    problem: pendulum
    solver: "baumgarte:alpha=1,beta={beta}/rk4:h=1e-2"
    t_end: 0.1
    grid:
      beta: {linear: [1, 9], points: 10}
"""


def run(*args, **kw):
    return subprocess.run([exe, *args], capture_output=True, text=True, timeout=120, **kw)


def records(path):
    with open(path) as f:
        return [json.loads(line) for line in f]


def identity(r):
    return r["study"], r["run"], r["key"]


def save(path, recs):
    with open(path, "w") as f:
        f.writelines(json.dumps(r) + "\n" for r in recs)


def shards(study):
    done = run("run", study, "--out", "whole.jsonl", "--no-timing", "--progress", "none")
    whole = records("whole.jsonl")
    check("the study runs", done.returncode == 0 and len(whole) == 70, done.stderr)
    for n in (1, 2, 3, 7, 64):
        parts, files = [], [f"part{n}.{k}.jsonl" for k in range(1, n + 1)]
        for k, file in enumerate(files, 1):
            run("run", study, "--out", file, "--no-timing", "--progress", "none", "--shard", f"{k}/{n}")
            parts += records(file)
        check(f"{n} shards are disjoint and complete", sorted(map(identity, parts)) == sorted(map(identity, whole)), len(parts))
        done = run("merge", *files, "--out", f"merged{n}.jsonl")
        merged = records(f"merged{n}.jsonl")
        check("merged: all, once", done.returncode == 0 and sorted(map(identity, merged)) == sorted(map(identity, whole)), done.stderr)
        check("merged: series are carried along", all(os.path.isfile(r["series"]) and r["series"].startswith(f"merged{n}.series/") for r in merged))
    sizes = [len(records(f"part3.{k}.jsonl")) for k in (1, 2, 3)]
    check("shards are of like size", min(sizes) >= 10, sizes)
    empty = [run("run", "--problem", "pendulum", "--solver", "lagrange/rk4:h=1e-1", "--t-end", "1", "--no-timing", "--shard", f"{k}/3", "--out", f"empty{k}.jsonl").stderr for k in (1, 2, 3)]
    check("an empty shard is said", sum("this shard is empty" in text for text in empty) == 2 and not any("0 of 0" in text for text in empty), empty)

    done = run("merge", "merged7.jsonl", "part3.1.jsonl", "merged7.jsonl", "--out", "merged7.jsonl")
    check("merging again into a file changes nothing", done.returncode == 0 and len(records("merged7.jsonl")) == 70, done.stderr)
    done = run("check", "merged7.jsonl", "--baseline", "whole.jsonl")
    check("the gate finds them alike", done.returncode == 0, done.stdout)
    return whole


def array(study, whole):
    """The array script through a plain shell loop."""
    env = {"MBSBENCH": exe, "SHARDS": "array", "SLURM_ARRAY_TASK_MIN": "1", "SLURM_ARRAY_TASK_MAX": "4"}
    done = subprocess.run(["sh", "-c", 'for i in 1 2 3 4; do SLURM_ARRAY_TASK_ID=$i sh "$0" "$1" --no-timing || exit 1; done', slurm, study],
                          env={**os.environ, **env}, capture_output=True, text=True, timeout=120)
    check("the array's tasks succeed", done.returncode == 0, done.stderr)
    run("merge", *[f"array/{i}.jsonl" for i in range(1, 5)], "--out", "array.jsonl")
    check("the array's parts make the whole", sorted(map(identity, records("array.jsonl"))) == sorted(map(identity, whole)))


def doubles(whole):
    base = whole[0]
    timed = {**base, "cpu": {**base["cpu"], "loop": [1.0]}, "series": None}
    failed = {**base, "status": "time-limit", "series": None}
    other = {**base, "outputs": {"P.x": 9}, "series": None}
    hostile = {**base, "series": "../whole.jsonl"}
    for name, recs in (("base", [base]), ("timed", [timed]), ("failed", [failed]), ("other", [other]), ("two", [failed, base]), ("hostile", [hostile])):
        save(name + ".jsonl", recs)

    def merged(*names):
        if os.path.exists("out.jsonl"):
            os.remove("out.jsonl")
        done = run("merge", *[n + ".jsonl" for n in names], "--out", "out.jsonl")
        return done, records("out.jsonl")

    done, recs = merged("base", "timed")
    check("a timed record is preferred", done.returncode == 0 and len(recs) == 1 and recs[0]["cpu"]["loop"] == [1.0], done.stderr)
    done, recs = merged("failed", "base")
    check("a finished record is preferred to a time limit", done.returncode == 0 and [r["status"] for r in recs] == ["ok"], done.stderr)
    done, recs = merged("two")
    check("of one file the last record of a run counts", done.returncode == 0 and [r["status"] for r in recs] == ["ok"], done.stderr)
    done, recs = merged("base", "other")
    check("a conflict is named, the first kept, exit 4", done.returncode == 4 and len(recs) == 1 and recs[0]["outputs"] == base["outputs"]
          and base["key"] in done.stderr and "other.jsonl" in done.stderr and "sweep/s.1" in done.stderr, (done.returncode, done.stderr))
    done, recs = merged("hostile")
    check("a series path that leaves the folder is not followed", done.returncode == 0 and recs[0]["series"] is None, recs)
    for args in (["merge"], ["merge", "base.jsonl"], ["merge", "nowhere.jsonl", "--out", "x.jsonl"], ["merge", "--out", "-", "base.jsonl"], ["merge", exe, "--out", "x.jsonl"]):
        done = run(*args)
        check("refused: " + " ".join(args)[:40], done.returncode == 2 and done.stderr.count("\n") == 1 and not os.path.exists("x.jsonl"), done.stderr)


def two_at_once(study):
    for jobs in ("1", "2"):
        out = f"both{jobs}.jsonl"
        both = [subprocess.Popen([exe, "run", study, "--out", out, "--no-timing", "--progress", "none", "--jobs", jobs], stderr=subprocess.PIPE) for _ in range(3)]
        for p in both:
            p.communicate(timeout=120)
        recs = records(out)
        check(f"three programs, one file, {jobs} jobs: all, once", all(p.returncode == 0 for p in both) and len(recs) == 70 and len(set(map(identity, recs))) == 70, len(recs))


def ratios():
    args = ["run", "--problem", "pendulum", "--t-end", "0.5", "--progress", "none"]
    for alpha in range(1, 6):
        args += ["--solver", f"baumgarte:alpha={alpha}/rk4:h=1e-2"]
    recs = []
    for k in (1, 2):
        run(*args, "--shard", f"{k}/2", "--out", f"ratio{k}.jsonl")
        recs.append(records(f"ratio{k}.jsonl"))
    check("a ratio's base in another shard is measured, not recorded", all(recs) and len(recs[0]) + len(recs[1]) == 5
          and all(r["ratio"] and r["ratio"]["to"] == "baumgarte:alpha=1/rk4:h=0.01" for part in recs for r in part), [len(r) for r in recs])


with tempfile.TemporaryDirectory() as d:
    os.chdir(d)
    with open("sweep.yaml", "w") as f:
        f.write(STUDY)
    whole = shards("sweep.yaml")
    array("sweep.yaml", whole)
    doubles(whole)
    two_at_once("sweep.yaml")
    ratios()
finish()
