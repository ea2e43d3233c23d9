#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What is written for other tools has the form that they read: export.py MBSBENCH

JUnit: elements, attributes and counts that Jenkins, GitLab and the GitHub actions share, read with an XML
parser.  github-action-benchmark: the entries of its customSmallerIsBetter, as its extract.ts takes them.
Bencher: the schema https://bencher.dev/bmf.json (draft 7).  Google Benchmark: the fields that its compare.py
and its JSON reader use; compare.py itself where the package libbenchmark-tools is installed.  IFToMM library: what its form
asks for, and results that `score` reads back."""
import glob
import json
import math
import os
import re
import shlex
import statistics
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

from checks import check, finish

exe = os.path.abspath(sys.argv[1])


def run(*args):
    return subprocess.run([exe, *args], capture_output=True, text=True, timeout=120)


def number(x):
    return isinstance(x, (int, float)) and not isinstance(x, bool) and math.isfinite(x)


def export(form, file="records.jsonl"):
    done = run("export", "--format", form, file)
    check(f"{form}: exit 0", done.returncode == 0, done.stderr)
    return json.loads(done.stdout)


def github_action():
    entries = export("github-action-benchmark")
    check("entries have name, unit and value, and nothing that is not known",
          isinstance(entries, list) and all({"name", "unit", "value"} <= set(e) <= {"name", "unit", "value", "range", "extra"}
                                            and isinstance(e["name"], str) and isinstance(e["unit"], str) and number(e["value"])
                                            and isinstance(e.get("range", ""), str) for e in entries))
    check("names are unique", len({e["name"] for e in entries}) == len(entries))
    check("times and accuracy are there", {"CPU time", "energy drift", "steps"} <= {e["name"].split(": ")[-1] for e in entries})


def bmf():
    tree = export("bmf")
    measures = [m for b in tree.values() for m in b.items()]
    check("an object of objects of measures, each with a value", len(tree) == 2 and measures and all(
        number(m["value"]) and all(number(m[k]) for k in m if k in ("lower_value", "upper_value")) for _, m in measures))
    check("names and slugs are short enough", all(0 < len(b) <= 1024 for b in tree) and all(len(k) <= 64 and k == k.lower() and " " not in k for k, _ in measures))
    check("bounds hold the value", all(m["lower_value"] <= m["value"] <= m["upper_value"] for k, m in measures if k == "latency"))


def google():
    tree = export("google-benchmark")
    strings, numbers = ("name", "run_name", "run_type", "time_unit"), ("real_time", "cpu_time", "iterations", "repetitions", "repetition_index", "threads", "family_index", "per_family_instance_index")
    check("a context and benchmarks with the fields of its reporter", isinstance(tree["context"], dict) and len(tree["benchmarks"]) == 2 and all(
        all(isinstance(b[k], str) for k in strings) and all(number(b[k]) for k in numbers) and b["run_type"] == "iteration" and b["iterations"] >= 5 for b in tree["benchmarks"]), tree)
    with open("a.json", "w") as f:
        json.dump(tree, f)
    for tool in glob.glob("/usr/share/benchmark/compare.py") + os.environ.get("GBENCH_COMPARE", "").split():
        done = subprocess.run(["python3", tool, "--no-utest", "benchmarks", "a.json", "a.json"], capture_output=True, text=True)
        if "ModuleNotFoundError" not in done.stderr:
            check("compare.py reads it", done.returncode == 0 and "pendulum" in done.stdout, done.stderr)


def failed():
    """A run that failed is no gap in a curve, and one that finished in no class is marked."""
    with open("records.jsonl") as f:
        good = [json.loads(line) for line in f]
    broken = {**good[0], "status": "diverged", "reason": "|q| > 1e10 " + "Φ" * 700, "t_reached": 0.5}
    wrong = {**good[1], "precision": {**good[1]["precision"], "class": None}}
    long = {**good[0], "cell": "long", "solver": "Φ" * 700}
    with open("broken.jsonl", "w") as f:
        f.writelines(json.dumps(r) + "\n" for r in (good[0], broken, wrong, long))
    name = lambda r: f"pendulum {r['solver']} t_end=1"
    done = run("export", "--format", "github-action-benchmark", "broken.jsonl")
    check("a warning tells", done.returncode == 0 and "1 run did not end ok" in done.stderr and "1 finished in no class" in done.stderr, (done.returncode, done.stderr))
    entries = {e["name"]: e for e in json.loads(done.stdout)}
    mine = {k: e for k, e in entries.items() if k.startswith(name(broken))}
    check("github-action-benchmark: failed is 1, with why, and nothing else is said", len(mine) == 1 and mine[name(broken) + ": failed"]["value"] == 1
          and mine[name(broken) + ": failed"]["extra"].startswith("diverged: |q|"), mine)
    check("github-action-benchmark: another one did not fail, but is in no class", entries[name(wrong) + ": failed"]["value"] == 0
          and entries[name(wrong) + ": in no class"]["value"] == 1 and name(wrong) + ": class" not in entries)
    check("github-action-benchmark: a long name is cut between characters", sum("ΦΦΦ" in k for k in entries) > 5, entries.keys())
    tree = json.loads(run("export", "--format", "bmf", "broken.jsonl").stdout)
    check("bmf: so there", tree[name(broken)] == {"failed": {"value": 1}} and tree[name(wrong)]["no-class"]["value"] == 1 and tree[name(wrong)]["failed"]["value"] == 0, tree.keys())
    list_ = {b["name"]: b for b in json.loads(run("export", "--format", "google-benchmark", "broken.jsonl").stdout)["benchmarks"]}
    check("google-benchmark: its own word", list_[name(broken)]["error_occurred"] is True and list_[name(broken)]["error_message"].startswith("diverged")
          and "real_time" not in list_[name(broken)] and list_[name(wrong)]["no-class"] == 1, list_.keys())
    whole = export("bmf")[name(good[0])]
    check("the class of a run that is right", whole["class"]["value"] == good[0]["precision"]["class"] and whole["no-class"]["value"] == 0, whole)
    only = {**broken, "cell": "only"}
    with open("only.jsonl", "w") as f:
        f.write(json.dumps(only) + "\n")
    done = run("export", "--format", "bmf", "only.jsonl")
    check("a solver that broke is all there is: it is still written", done.returncode == 0 and "failed" in done.stdout, (done.returncode, done.stderr))


def junit():
    run("run", "--problem", "pendulum", "--t-end", "1", "--solver", "lagrange/rk4:h=1e-2", "--out", "less.jsonl", "--no-timing", "--progress", "none")
    done = run("check", "less.jsonl", "--baseline", "records.jsonl", "--junit", "junit.xml", "--markdown", "summary.md")
    check("check: exit 3", done.returncode == 3, done.stdout)
    root = xml.etree.ElementTree.parse("junit.xml").getroot()
    suite, cases = root[0], root[0].findall("testcase")
    check("testsuites, testsuite, testcase", root.tag == "testsuites" and suite.tag == "testsuite" and len(root) == 1 and len(cases) == len(suite) == 2)
    count = lambda tag: sum(c.find(tag) is not None for c in cases)
    check("counts agree", [int(suite.get(k)) for k in ("tests", "failures", "errors", "skipped")] == [len(cases), count("failure"), count("error"), count("skipped")])
    check("cases have name and classname, failures a message", all(c.get("name") and c.get("classname") for c in cases) and all(f.get("message") for f in suite.iter("failure")))
    check("a Markdown table", "| missing | pendulum |" in open("summary.md").read())


def score_of(form):
    """Runs the command by which the form has its results looked at."""
    (line,) = [line for line in form.splitlines() if line.startswith("looked at by")]
    words = shlex.split(line.removeprefix("looked at by"))
    done = run(*words[1:], "--out", "-")
    check("iftomm: score reads what was written: " + " ".join(words[2:4]), words[:2] == ["mbsbench", "score"] and done.returncode == 0, done.stderr)
    return json.loads(done.stdout)


def iftomm():
    """The results are read back and have the accuracy that the form states; thinned ones hold what they keep."""
    steps = {"pendulum": ("lagrange/rk4:h=1e-2", "lagrange/rk4:h=1e-3"), "slider-crank-singular": ("ali3:alpha=1e9/newmark:h=1e-2",), "n-four-bar:N=2": ("lagrange/rk4:h=1e-2/mass-orthogonal",)}
    for problem, solvers in steps.items():
        run("run", "--problem", problem, *(w for s in solvers for w in ("--solver", s)), "--series", "outputs", "--out", "s.jsonl", "--progress", "none")
    done = run("export", "--format", "iftomm", "s.jsonl", "--out", "submissions/new")
    records = [json.loads(line) for line in open("s.jsonl")]
    for r in records:
        r["environment"] = {**records[0]["environment"], **r["environment"]}
    check("iftomm: two files a run", done.returncode == 0 and "4 submissions" in done.stderr and len(os.listdir("submissions/new")) == 8, done.stderr)
    for r in records:
        (path,) = [p for p in glob.glob("submissions/new/*-form.txt") if f"method        {r['solver']}\n" in open(p).read() and f"problem       {r['problem']['spec']}\n" in open(p).read()]
        form, results = open(path).read(), open(path.replace("-form", "")).read().splitlines()
        os.chdir("submissions/new")
        seen = score_of(form)
        os.chdir("../..")
        first, last = ([float(x) for x in results[k].split("\t")] for k in (1, -1))
        names = results[0].split("\t")
        check("iftomm: a heading, and the record's outputs at the end", names[0] == "t" and last[0] == r["t_end"]
              and all(abs(last[names.index(n)] - x) <= 1e-8 * max(1, abs(x)) for n, x in r["outputs"].items()) and len(names) == 1 + len(r["outputs"]), results[0])
        check("iftomm: the error is that of the record, to the digits and rows that are there", seen["error"]["max"] <= r["error"]["max"] + 1e-7
              and (len(results) - 2 < r["counters"]["steps"] or abs(seen["error"]["max"] - r["error"]["max"]) < 1e-7), (seen["error"], r["error"]))
        cpu = statistics.median(r["cpu"]["loop"])
        check("iftomm: steps and CPU time go along", seen["counters"]["steps"] == r["counters"]["steps"] and math.isclose(seen["cpu"]["loop"][0], cpu, rel_tol=1e-12), seen["cpu"])
        limit = (r["precision"]["limits"] or {}).get("energy")
        check("iftomm: accuracy first, with what is accepted", re.search(r"^accuracy +(\S+) J, largest energy drift", form, re.M)
              and abs(float(re.search(r"^accuracy +(\S+)", form, re.M)[1]) / r["energy"]["max_abs"] - 1) < 0.01 and (limit is None or f"at most {limit:g} is accepted" in form), form)
        check("iftomm: CPU time, machine and method", f"CPU time      {cpu:.4g} s, median of {len(r['cpu']['loop'])}" in form and f"machine       {r['environment']['cpu']}" in form and r["environment"]["compiler"] in form
              and "formulation " + r["solver"].split(":")[0].split("/")[0] in form and f"{r['counters']['steps']} steps" in form, form)
    with open("t.jsonl", "w") as f:
        f.writelines(json.dumps(r) + "\n" for r in ({**records[0], "cell": "twin"}, records[0], {**records[1], "status": "diverged", "cell": "lost"}, {**records[1], "series": None}))
    done = run("export", "--format", "iftomm", "t.jsonl", "--out", "twins")
    check("iftomm: left out is told, twins have files of their own", done.returncode == 0 and "1 did not end ok" in done.stderr and "1 have no outputs" in done.stderr and len(os.listdir("twins")) == 4,
          (done.stderr, os.listdir("twins")))
    done = run("export", "--format", "iftomm", "records.jsonl", "--out", "none")
    check("iftomm: runs without outputs: how to make them, exit 5", done.returncode == 5 and "--series outputs" in done.stderr, (done.returncode, done.stderr))
    for words, said in ((["export", "--format", "iftomm", "s.jsonl"], "--out DIR"), (["export", "--format", "iftomm", "s.jsonl", "--out", "s.jsonl"], "s.jsonl"),
                        (["run", "--problem", "pendulum", "--solver", "lagrange/rk4:h=0.1", "--series", "output"], "did you mean 'outputs'"),
                        (["run", "--problem", "pendulum", "--solver", "lagrange/rk4:h=0.1", "--series"], "--series needs")):
        done = run(*words)
        check("refused: " + " ".join(words), done.returncode in (1, 2) and said in done.stderr, (done.returncode, done.stderr))


def refused():
    for args, word in ((["export", "records.jsonl"], "--format"), (["export", "--format", "xml", "records.jsonl"], "bmf"), (["export", "--format", "bmf"], "FILE.jsonl"),
                       (["export", "--format", "bmf", "nowhere.jsonl"], "nowhere.jsonl")):
        done = run(*args)
        check("refused: " + " ".join(args), done.returncode == 2 and word in done.stderr, done.stderr)
    done = run("export", "--format", "google-benchmark", "less.jsonl")
    check("nothing timed is exit 5", done.returncode == 5 and "timed" in done.stderr, (done.returncode, done.stderr))


with tempfile.TemporaryDirectory() as d:
    os.chdir(d)
    run("run", "--problem", "pendulum", "--t-end", "1", "--solver", "lagrange/rk4:h=1e-2", "--solver", "lagrange/heun:h=1e-2",
        "--out", "records.jsonl", "--progress", "none")
    github_action()
    bmf()
    google()
    failed()
    junit()
    iftomm()
    refused()
finish()
