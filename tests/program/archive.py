#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Archives of results: what is added is there once, what is damaged is told, runs made again are held to it and reports stand beside it.

archive.py MBSBENCH"""
import csv
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

from checks import check, finish

exe = os.path.abspath(sys.argv[1])
FOUR = ["--problem", "four-bar", "--t-end", "0.5", "--no-timing", "--progress", "none"]
DONE, ERROR, USAGE, REGRESSION, NOTHING = 0, 1, 2, 3, 5


def run(*args):
    return subprocess.run([exe, *args], capture_output=True, text=True, timeout=120)


def archive(*args):
    return run("archive", *args)


def read(file):
    """Records; each with the whole environment, of which a file says once what stays the same."""
    with open(file) as f:
        recs = [json.loads(line) for line in f]
    return [{**r, "environment": {**recs[0]["environment"], **r["environment"]}} for r in recs]


def save(file, recs):
    with open(file, "w") as f:
        f.writelines(json.dumps(r) + "\n" for r in recs)


def index(folder):
    with open(f"{folder}/index.json") as f:
        return json.load(f)


def unpacked(folder, name):
    """Records of the archive's only file of a study, by whatever else reads Zstandard."""
    (file,) = glob.glob(f"{folder}/*/*/{name}.jsonl.zst")
    return [json.loads(line) for line in subprocess.run(["zstd", "-dc", file], capture_output=True, text=True, check=True).stdout.splitlines()]


def added():
    for h in ("1e-2", "5e-3", "2e-3"):
        run("run", *FOUR, "--solver", f"lagrange/rk4:h={h}", "--out", "r.jsonl")
    recs = read("r.jsonl")
    done = archive("add", "kept", "r.jsonl")
    check("add", done.returncode == DONE and "3 records added to 1 files" in done.stderr, done.stderr)
    (entry,) = index("kept")["files"]
    cpu = recs[0]["environment"]["cpu"]
    check("the index says what there is", entry["records"] == 3 and entry["machine"] == cpu and entry["version"] == recs[0]["environment"]["version"]
          and entry["study"] == "command-line" and entry["bytes"] == os.path.getsize("kept/" + entry["file"]), entry)
    check("MACHINE/VERSION/STUDY.jsonl.zst", re.fullmatch(r"[\w.-]+/[\w.-]+/command-line\.jsonl\.zst", entry["file"]), entry["file"])
    if shutil.which("zstd"):
        kept = unpacked("kept", "command-line")
        check("the records are those of the run, but for files beside it", [{**r, "series": None, "scene": None} for r in recs] == kept, kept)
    save("newer.jsonl", [{**recs[0], "reason": "again"}, {**recs[1], "environment": {**recs[1]["environment"], "version": "9.9"}}])
    done = archive("add", "kept", "newer.jsonl")
    sizes = {f["version"]: f["records"] for f in index("kept")["files"]}
    check("a run that is there is replaced, another version stands apart", sizes == {entry["version"]: 3, "9.9": 1}, (sizes, done.stderr))
    if shutil.which("zstd"):
        (file,) = glob.glob(f"kept/*/{entry['version']}/*.zst")
        text = subprocess.run(["zstd", "-dc", file], capture_output=True, text=True, check=True).stdout
        check("the new record counts", text.count('"again"') == 1 and text.count("\n") == 3, text)
    done = archive("list", "kept")
    check("list", done.returncode == DONE and done.stdout.count("whole") == 2 and "9.9" in done.stdout and cpu in done.stdout, done.stdout)
    return recs


def verified(recs):
    archive("add", "good", "r.jsonl")
    done = archive("verify", "good", "--cells", "2", "--seed", "7", "--out", "v.jsonl")
    check("verify: the runs come out as archived", done.returncode == DONE and "2 of 3 runs" in done.stderr and "2 cells: 2 same" in done.stdout, done.stderr + done.stdout)
    first = [r["solver"] for r in read("v.jsonl")]
    again = archive("verify", "good", "--cells", "2", "--seed", "7", "--out", "w.jsonl")
    check("a seed draws the same runs", again.returncode == DONE and [r["solver"] for r in read("w.jsonl")] == first, again.stderr)
    told = archive("verify", "good", "--cells", "1", "--out", "u.jsonl").stderr
    seed = re.search(r"--seed (\d+)", told)
    repeat = archive("verify", "good", "--cells", "1", "--seed", seed[1] if seed else "0", "--out", "t.jsonl")
    check("the draw is told, and repeats", repeat.returncode == DONE and read("u.jsonl")[0]["cell"] == read("t.jsonl")[0]["cell"], told)
    drawn = {s for k in range(12) for s in [archive("verify", "good", "--cells", "1", "--seed", str(k), "--out", f"s{k}.jsonl")] for s in [read(f"s{k}.jsonl")[0]["solver"]]}
    check("each run is drawn by some seed", len(drawn) == 3, drawn)
    better = [{**r, "energy": {**r["energy"], "max_abs": r["energy"]["max_abs"] / 100}} for r in recs]
    save("better.jsonl", better)
    archive("add", "better", "better.jsonl")
    done = archive("verify", "better", "--cells", "3", "--out", "b.jsonl")
    check("worse than archived: exit 3, by name", done.returncode == REGRESSION and "energy.max_abs" in done.stdout, done.stdout)
    other = {**recs[0], "environment": {**recs[0]["environment"], "version": "0.0.1", "cpu": "Abacus"}}
    save("other.jsonl", [other])
    archive("add", "other", "other.jsonl")
    done = archive("verify", "other", "--out", "o.jsonl")
    check("another version and machine are told, and accuracy still held", done.returncode == DONE and "another version" in done.stderr and "another machine" in done.stderr, done.stderr)
    save("engine.jsonl", [{**recs[0], "solver": "engine.ode/dart:h=0.01"}])
    archive("add", "engine", "engine.jsonl")
    run("run", "--problem", "four-bar", "--solver", "lagrange/rk4:h=1e-2", "--reach", "1e-4", "--t-end", "1", "--out", "found.jsonl")
    archive("add", "found", "found.jsonl")
    done = archive("verify", "found", "--cells", "1", "--out", "f.jsonl")
    check("what a search found is made again", done.returncode == DONE and "1 cells: 1 same" in done.stdout, done.stderr + done.stdout)
    check("nothing to make again: exit 5", archive("verify", "engine").returncode == NOTHING)
    save("gone.jsonl", [{**recs[0], "problem": {**recs[0]["problem"], "spec": "five-hundred-bar"}}])
    archive("add", "gone", "gone.jsonl")
    done = archive("verify", "gone", "--out", "g.jsonl")
    save("strange.jsonl", [{**recs[0], "solver": "lagrunge/rk4:h=0.01"}])
    archive("add", "strange", "strange.jsonl")
    alien = archive("verify", "strange", "--out", "g.jsonl")
    check("so is one with a solver that it does not know", alien.returncode == USAGE and "lagrunge" in alien.stderr and "take the version" in alien.stderr, alien.stderr)
    check("a run that this program does not know is named", done.returncode == USAGE and "five-hundred-bar" in done.stderr and "take the version" in done.stderr, done.stderr)


def table(file):
    with open(file, newline="") as f:
        return list(csv.DictReader(f))


def beside(recs):
    """A report beside an archive; what is planted in the records of now is found, and nothing else."""
    one, two, three = recs
    ratio = {"to": one["solver"], "median": 2.0, "lo": 1.9, "hi": 2.1}
    then = [{**r, "environment": {**r["environment"], "cpu": "Abacus", "version": "0.0.1"}} for r in (one, {**two, "ratio": ratio}, three)]
    save("then.jsonl", then)
    archive("add", "abacus", "then.jsonl")
    save("now.jsonl", [one, {**two, "ratio": {**ratio, "median": 3.0, "lo": 2.9, "hi": 3.1}}, {**three, "solver": "lagrange/rk4:h=0.0015", "cell": "0123456789abcdef", "key": "0"},
                       {**one, "study": "another"}])
    done = run("report", "now.jsonl", "--against", "abacus", "--out", "beside", "--format", "csv,md,tex")
    check("beside: counts, on the terminal", done.returncode == DONE and "beside mbsbench 0.0.1 on Abacus: 2 same, 0 changed (0 worse, 0 better), 0 not comparable, 1 new, 1 missing" in done.stderr
          and "x 1.5 of those archived (median of 1)" in done.stderr and "another: nothing archived, 1 runs are new" in done.stderr, done.stderr)
    here, other = table("beside/tables/against.csv")
    check("beside: counts, in the table", [here[k] for k in ("machine", "version", "same", "worse", "better", "not_comparable", "new", "missing", "cpu_ratio_shift")]
          == ["Abacus", "0.0.1", "2", "0", "0", "0", "1", "1", "1.5"] and (other["study"], other["new"]) == ("another", "1"), (here, other))
    changes = table("beside/tables/changes.csv")
    check("beside: each run", sorted((r["verdict"], r["solver"]) for r in changes if r["study"] != "another")
          == sorted([("same", one["solver"]), ("same", two["solver"]), ("new", "lagrange/rk4:h=0.0015"), ("missing", three["solver"])]), changes)
    check("beside: no CPU time, its ratios alone", not {k for k in changes[0] if "cpu" in k or "us" in k} and [(r["ratio_then"], r["ratio_now"]) for r in changes if r["ratio_to"]] == [("2", "3")], changes)
    check("beside: nothing changed makes no table for people", not os.path.exists("beside/tables/changes.md") and os.path.exists("beside/tables/against.tex"))
    worse = {**one, "energy": {**one["energy"], "max_abs": 100 * one["energy"]["max_abs"]}}
    better = {**two, "energy": {**two["energy"], "max_abs": two["energy"]["max_abs"] / 100}}
    save("now.jsonl", [better, worse, three])
    done = run("report", "now.jsonl", "--against", "abacus", "--out", "beside")
    check("changed: on the terminal, worst first", re.search(r"1 same, 2 changed \(1 worse, 1 better\), 0 not comparable, 0 new, 0 missing.*\n  worse .*energy.max_abs.*x 100.*\n  better ", done.stderr), done.stderr)
    rows = [r for r in open("beside/tables/changes.md").read().splitlines() if r.startswith("| command-line")]
    check("changed: in the table, those alone", ["worse" in r or "better" in r for r in rows] == [True, True] and "worse" in rows[0] and one["solver"] in rows[0], rows)
    check("changed: in LaTeX", "energy.max" in open("beside/tables/changes.tex").read())
    page = open("beside/index.html").read()
    check("changed: the page has it before the answer", 0 < page.find('id="against"') < page.find('id="changes"') < page.find("energy.max_abs") < page.find('id="answer"') and 'href="#against"' in page)
    check("changed: listed among the report's files", {"tables/against.csv", "tables/changes.csv"} <= set(open("beside/files.txt").read().split()))
    run("report", "now.jsonl", "--out", "beside")
    check("the next report without an archive has none of it", not os.path.exists("beside/tables/changes.csv") and 'id="against"' not in open("beside/index.html").read())
    run("report", "now.jsonl", "--against", "abacus", "--out", "beside", "--format", "csv", "--solver", three["solver"])
    check("a choice of runs chooses those of the archive too", [r["verdict"] for r in table("beside/tables/changes.csv")] == ["same"])
    save("fails.jsonl", [{**one, "status": "diverged", "reason": "it grew"}])
    done = run("report", "fails.jsonl", "--against", "abacus", "--out", "beside", "--format", "csv")
    check("a run that fails now is worse, by its status", "1 worse" in done.stderr and "status: ok -> diverged: it grew" in done.stderr, done.stderr)


def refused():
    def wrong(name, folder, *expected):
        done = run("report", "r.jsonl", "--against", folder, "--out", "none", "--format", "csv")
        check(f"beside: {name}", done.returncode == USAGE and len(done.stderr.splitlines()) == 1 and all(e in done.stderr for e in expected) and not os.path.exists("none"), (done.returncode, done.stderr))

    def no(name, words, *expected, status=USAGE):
        done = archive(*words)
        check(name, done.returncode == status and all(e in done.stderr for e in expected), (done.returncode, done.stderr))

    wrong("a folder that is none", "nowhere", "nowhere", "archive add nowhere")
    no("no word", [], "add, verify or list")
    no("another word", ["ad", "kept"], "'ad'", "add, verify or list")
    no("no folder", ["list"], "the folder of the archive")
    no("a missing folder", ["list", "nowhere"], "nowhere", "archive add nowhere")
    no("no records", ["add", "kept"], "files of records")
    no("two folders", ["list", "kept", "good"], "one folder", "good")
    os.mkdir("full")
    save("full/x", [])
    no("a folder with other things", ["add", "full", "r.jsonl"], "no archive", "new folder")
    no("a file that is missing", ["add", "kept", "nowhere.jsonl"], "nowhere.jsonl")
    (file,) = glob.glob("good/*/*/*.zst")
    whole = open(file, "rb").read()
    for what, bytes_, word in (("torn", whole[:-9], "torn"), ("changed", whole[:40] + bytes([whole[40] ^ 1]) + whole[41:], "changed")):
        with open(file, "wb") as f:
            f.write(bytes_)
        no(f"{what}: verify", ["verify", "good"], file, word, "restore it")
        no(f"{what}: add", ["add", "good", "r.jsonl"], file, word)
        wrong(f"{what}: report", "good", file, word, "restore it")
        no(f"{what}: list", ["list", "good"], file, word, status=ERROR)
    os.remove(file)
    no("a file of the archive is missing", ["verify", "good"], file, "missing")
    wrong("a file of the archive is missing", "good", file, "missing")
    text = open("kept/index.json").read()
    for what, changed, word in (("another schema", text.replace("archive-1", "archive-7"), "mbsbench-archive-7"), ("no JSON", text[:50], "index.json:"),
                                ("no entry", text.replace('"hash"', '"hush"', 1), "entry 1"), ("a path out of the folder", re.sub(r'"file": "', '"file": "../', text, count=1), "entry 1")):
        with open("kept/index.json", "w") as f:
            f.write(changed)
        no(what, ["list", "kept"], "index.json", word)
        wrong(what, "kept", "index.json", word)
    if os.getuid() != 0:
        os.chmod("other", 0o500)
        no("nowhere to write", ["add", "other", "r.jsonl"], "cannot write", status=ERROR)


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    recs = added()
    verified(recs)
    beside(recs)
    refused()
finish()
