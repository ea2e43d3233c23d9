#!/usr/bin/env python3
"""What is written for other tools has the form that they read: export.py MBSBENCH

JUnit: elements, attributes and counts that Jenkins, GitLab and the GitHub actions share, read with an XML
parser.  github-action-benchmark: the entries of its customSmallerIsBetter, as its extract.ts takes them.
Bencher: the schema https://bencher.dev/bmf.json (draft 7).  Google Benchmark: the fields that its compare.py
and its JSON reader use; compare.py itself where the package libbenchmark-tools is installed."""
import glob
import json
import math
import os
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
    refused()
finish()
