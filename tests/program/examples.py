#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The examples that README.md shows: the mechanism, the formulation and the study of docs/example, and
the studies printed in the README itself, are run and judged.

    examples.py MBSBENCH_EXAMPLES STUDY README"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

program, study, readme = sys.argv[1:]


def run(*arguments):
    done = subprocess.run([program, *arguments], capture_output=True, text=True, timeout=120)
    if done.returncode != 0:
        sys.exit(f"{' '.join(arguments)}: exit status {done.returncode}\n{done.stderr}")
    return done.stdout + done.stderr


def judged(study, folder, runs):
    """Runs a study; returns the line of its verdicts."""
    records = os.path.join(folder, "records.jsonl")
    run("run", study, "--no-timing", "--progress", "none", "--out", records)
    ends = [json.loads(line)["status"] for line in open(records)]
    if ends != ["ok"] * runs:
        sys.exit(f"{study}: runs ended {ends}, expected {runs} times ok")
    told = run("report", records, "--study", study, "--format", "csv", "--out",
               os.path.join(folder, "report"))
    return re.search(r"(\d+) reproduced, (\d+) deviates?, (\d+) contradicted, (\d+) not testable",
                     told).groups()


with tempfile.TemporaryDirectory() as folder:
    verdicts = judged(study, folder, 6)
    if verdicts != ("3", "0", "0", "0"):
        sys.exit(f"{study}: verdicts {verdicts}, expected three reproduced")

text = open(readme).read()
blocks = re.findall(r"^```yaml\n(.*?)^```", text, re.M | re.S)
head = [b for b in blocks if b.startswith("study:")]
claims = [b for b in blocks if b.startswith("claims:")]
if len(head) != 1 or len(claims) != 1:
    sys.exit(f"{readme}: {len(head)} studies and {len(claims)} lists of claims, expected one of each")
drawn = [b for b in blocks if b.startswith("names:")]
if len(drawn) != 1:
    sys.exit(f"{readme}: {len(drawn)} lists of names with figures, expected one")
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "my-penalty.yaml")
    with open(path, "w") as out:
        out.write(head[0] + claims[0] + drawn[0])
    if sum(map(int, judged(path, folder, 9))) != 1:
        sys.exit("the claim that the README prints was not judged")
    if shutil.which("gnuplot"):
        run("report", os.path.join(folder, "records.jsonl"), "--study", path, "--out", os.path.join(folder, "page"))
        for figure in ("drift", "energy"):
            data = open(os.path.join(folder, "page", "charts", f"my-penalty-figure-{figure}.tsv")).read()
            if "# Penalty" not in data:
                sys.exit(f"the curves of the README's figure {figure} are not those of Penalty:\n{data[:500]}")

readings = [b for b in blocks if b.startswith("readings:")]
if len(readings) != 1:
    sys.exit(f"{readme}: {len(readings)} readings, expected one")
with tempfile.TemporaryDirectory() as folder:
    path, records = os.path.join(folder, "read.yaml"), os.path.join(folder, "records.jsonl")
    with open(path, "w") as out:
        out.write("study: read\n" + readings[0])
    run("run", path, "--no-timing", "--progress", "none", "--out", records)
    ends = [(record["run"], record["status"]) for record in map(json.loads, open(records))]
    if ends != [("read[critical]", "ok"), ("read[weak]", "ok")]:
        sys.exit(f"the readings that the README prints ended {ends}")

searches = [b for b in blocks if "search:" in b]
if len(searches) != 1:
    sys.exit(f"{readme}: {len(searches)} searches, expected one")
with tempfile.TemporaryDirectory() as folder:
    path, records = os.path.join(folder, "best.yaml"), os.path.join(folder, "records.jsonl")
    with open(path, "w") as out:
        out.write("study: best\nruns:\n" + searches[0])
    run("run", path, "--no-timing", "--progress", "none", "--out", records)
    for line in open(records):
        if not json.loads(line)["search"]["confirmed"]:
            sys.exit(f"the search that the README prints found nothing: {line}")

for link in re.findall(r"\]\((docs/[^)#]+)\)", text):
    if not os.path.exists(os.path.join(os.path.dirname(readme), link)):
        sys.exit(f"{readme}: {link} is not there")
for name in ("bead_on_a_wire.c", "critically_damped.c", "study.yaml"):
    if name not in text:
        sys.exit(f"{readme} does not name the example {name}")
