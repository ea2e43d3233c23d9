#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`--problem FILE.yaml:p=v`: a mechanism file runs as one of the catalogue does, in every pass; its records are told
apart by what it says, not by how it is written.

mechanism_files.py MBSBENCH MECHANISMS"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

from checks import check, finish

exe, mechanisms = (os.path.abspath(p) for p in sys.argv[1:3])
folder = tempfile.TemporaryDirectory()
path = lambda name: os.path.join(folder.name, name)
RK4 = ["--solver", "lagrange/rk4:h=1e-3", "--t-end", "0.2"]

PENDULUM = """mechanism: swing           # a rod on a pin
dimension: planar
gravity: [0, -9.81]
parameters: {L: {value: 2, min: 1, max: 3, unit: m, doc: length}}
constants: {m: 3}
points: {O: [0, 0], P: [L, 0]}
bodies: {rod: {rod: [O, P], mass: m}}
joints: {O: {revolute: [ground, rod], at: O}}
outputs: {tip: {point: rod, at: P}}
run: {end: 1}
accept: {energy: 1e-3}
"""


def run(*args):
    return subprocess.run([exe, *args], capture_output=True, text=True, timeout=120, cwd=folder.name)


def write(name, text):
    with open(path(name), "w") as file:
        file.write(text)


def records(name):
    with open(path(name)) as file:
        return [json.loads(line) for line in file]


def made(spec, *more, out="one.jsonl"):
    """The record of a new run."""
    if os.path.exists(path(out)):
        os.remove(path(out))
    done = run("run", "--problem", spec, *RK4, "--no-timing", "--out", out, *more)
    check(f"a run of {spec}", done.returncode == 0, done.stderr)
    return records(out)[-1]


# as the catalogue's own, whose C code has the same motion
for name, file in (("four-bar", "four-bar.yaml"), ("spatial-slider-crank", "spatial-slider-crank.yaml"),
                   ("five-bar-pendulum", "five-bar-pendulum.yaml")):
    shutil.copy(os.path.join(mechanisms, file), folder.name)
    c, yaml = made(name), made("./" + file)
    check(f"{name}: the same motion", yaml["status"] == "ok" and yaml["outputs"].keys() == c["outputs"].keys() and
          all(abs(yaml["outputs"][k] - c["outputs"][k]) < 1e-9 for k in c["outputs"] if c["outputs"][k] is not None),
          (yaml["outputs"], c["outputs"]))
    check(f"{name}: its record", yaml["problem"]["name"] == yaml["problem"]["spec"] == "./" + file and
          re.fullmatch("[0-9a-f]{64}", yaml["problem"]["digest"]) and
          c["problem"].get("digest", yaml["problem"]["digest"]) == yaml["problem"]["digest"] and yaml["problem"]["freedoms"] == c["problem"]["freedoms"], yaml["problem"])

# declarations of the catalogue without C code
record = made("door")
check("door has a digest", re.fullmatch("[0-9a-f]{64}", record["problem"]["digest"]))
listed = {p["name"]: p for p in json.loads(run("list", "problems", "--json").stdout)}
check("declarations are listed with what their models are", {p[:-len(".yaml")] for p in os.listdir(mechanisms) if p.endswith(".yaml")}
      == set(listed) and listed["door"]["rank"] == 5 and "full-rank-D" not in listed["door"]["traits"] and
      "regular-M" in listed["door"]["traits"], sorted(listed))
check("door", record["status"] == "ok" and record["problem"]["rank"] == 5 and record["problem"]["m"] == 10, record["problem"])

# what a file says is part of the key; how it is written is not
write("swing.yaml", PENDULUM)
first = made("swing.yaml")
check("limits of `accept`", first["precision"]["limits"]["energy"] == 1e-3 and first["precision"]["missed"] == [], first["precision"])
write("swing.yaml", PENDULUM.replace("# a rod on a pin", "# no word").replace("{m: 3}", "{weight: 3}").replace("mass: m", "mass: weight"))
again = made("swing.yaml")
check("comments and names of constants do not count", (again["key"], again["problem"]["digest"]) ==
      (first["key"], first["problem"]["digest"]))
done = run("run", "--problem", "swing.yaml", *RK4, "--no-timing", "--out", "one.jsonl")
check("what is finished is left alone", done.returncode == 0 and len(records("one.jsonl")) == 1, done.stderr)
write("swing.yaml", PENDULUM.replace("{m: 3}", "{m: 4}"))
done = run("run", "--problem", "swing.yaml", *RK4, "--no-timing", "--out", "one.jsonl")
both = records("one.jsonl")
check("another mass is another run", done.returncode == 0 and len(both) == 2 and both[0]["key"] != both[1]["key"] and
      both[0]["cell"] != both[1]["cell"] and both[0]["problem"]["digest"] != both[1]["problem"]["digest"], done.stderr)
longer = made("swing.yaml:L=2.5")
check("parameters", longer["problem"]["spec"] == "swing.yaml:L=2.5" and longer["problem"]["params"]["L"] == 2.5 and
      longer["problem"]["digest"] != both[1]["problem"]["digest"], longer["problem"])

# in studies, as seen from the study's folder
write("swing.yaml", PENDULUM)
os.mkdir(path("studies"))
shutil.copy(path("swing.yaml"), path("swing.yml"))
check("the shorter ending", made("swing.yml:L=2.5")["problem"]["params"]["L"] == 2.5)
shutil.copy(path("swing.yaml"), path("studies/own.yaml"))
STUDY = """study: s
runs:
  - id: a
    problem:
      - ./own.yaml:L={L}
      - ../swing.yaml
      - door
    solver: lagrange/rk4:h=1e-2
    grid: {L: [1, 2.5]}
    t_end: 0.1
    timing: no
"""
write("studies/study.yaml", STUDY)
done = run("run", "studies/study.yaml", "--no-timing", "--out", "study.jsonl")
got = {r["problem"]["spec"]: r for r in records("study.jsonl")}
check("files in a study", done.returncode == 0 and set(got) == {"studies/./own.yaml:L=1", "studies/./own.yaml:L=2.5",
      "studies/../swing.yaml", "door"} and all(r["status"] == "ok" and r["problem"]["digest"] for r in got.values()), done.stderr)
check("a file's parameters, and their values, are in the record", got["studies/./own.yaml:L=2.5"]["problem"]["params"]["L"] == 2.5)
write("studies/study.yaml", STUDY.replace("./own.yaml", "./none.yaml"))
done = run("run", "studies/study.yaml", "--no-timing", "--out", "study.jsonl")
check("a file that is not there is told at its line", done.returncode == 2 and
      "studies/study.yaml:5:9: cannot read studies/./none.yaml" in done.stderr, done.stderr)

# right by a reference that nobody wrote
near = PENDULUM.replace("rod: [O, P]", "rod: [O, P], length: L").replace("P: [L, 0]", "P: [1.01*L, 0.01]")
for text, what in ((PENDULUM, "as stated"), (near, "put together")):
    write("near.yaml", text)
    record = made("near.yaml", "--solver", "lagrange/dormand-prince:tol=1e-11")
    check(f"error against the automatic reference, {what}", record["error"]["max"] < 1e-8 and record["error"]["horizon"] == 0.2
          and record["error"]["bound"] < 1e-9, record["error"])
write("none.yaml", PENDULUM + "reference: none\n")
check("reference: none", made("none.yaml")["error"] is None)

# every pass
write("swing.yaml", PENDULUM)
done = run("run", "--problem", "swing.yaml", "--solver", "lagrange/rk4:h=1e-2", "--solver", "ali3/newmark:h=1e-2",
           "--rounds", "1", "--out", "timed.jsonl")
timed = records("timed.jsonl")
check("timed passes", done.returncode == 0 and len(timed) == 2 and timed[1]["ratio"]["median"] > 0
      and timed[0]["t_end"] == 1, done.stderr)
here = made("swing.yaml", "--here", "--trace", "trace.tsv", out="here.jsonl")
check("--here", here["key"] == first["key"] and here["outputs"] == first["outputs"] and os.path.getsize(path("trace.tsv")) > 0)
done = run("run", "--problem", "swing.yaml", "--solver", "lagrange/rk4:h=1e-1", "--t-end", "0.2", "--reach", "1e-4",
           "--no-timing", "--out", "reach.jsonl")
check("--reach", done.returncode == 0 and records("reach.jsonl")[-1]["search"]["value"] is not None, done.stderr)
done = run("advise", "--problem", "swing.yaml", "--gap", "1e-2", "timed.jsonl")
check("advise", done.returncode == 0 and "swing.yaml" in done.stdout, done.stderr)
done = run("report", "timed.jsonl", "--out", "page")
check("report", done.returncode == 0 and os.path.exists(path("page/index.html")), done.stderr)
done = run("describe", "swing.yaml")
check("describe tells of the model", "rank 2, freedoms 1" in done.stdout, done.stdout)

# refused before anything runs
write("wrong.yaml", PENDULUM.replace("mass: m", "mass: n").replace("-9.81]", "-9.81, 0]"))
REFUSED = [
    ("wrong.yaml", ["wrong.yaml:3:", "wrong.yaml:7:", "has 2 errors"]),
    ("swing.yaml:l=2", ["no parameter 'l'", "it has", "L"]),
    ("swing.yaml:L=7", ["L", "3"]),
    ("nobody.yaml", ["cannot read nobody.yaml"]),
    ("four-bra", ["unknown problem 'four-bra'", "four-bar"]),
    ("door:angle=1", ["no parameter 'angle'"]),
]
for spec, said in REFUSED:
    done = run("run", "--problem", spec, *RK4, "--out", "none.jsonl")
    check(f"refused: {spec}", done.returncode == 2 and all(s in done.stderr for s in said) and
          not os.path.exists(path("none.jsonl")), f"{done.returncode} {done.stderr}")
finish()
