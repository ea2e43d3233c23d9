#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Our own gate: tests/gate/gate.yaml held to tests/gate/baseline.jsonl (accuracy and counters, no times).

baseline.py PROGRAM check   exit status of `mbsbench check`; counters of another toolchain are left out; changes that
                            added up are judged where tests/gate/baseline-frozen.jsonl (a copy of a baseline) is there
baseline.py PROGRAM write   makes the baseline anew and prints what changed

OpenBLAS takes the kernels that every x86-64 has, so that counters are the same on all of them."""
import json
import os
import subprocess
import sys
import tempfile

program, mode = os.path.abspath(sys.argv[1]), sys.argv[2]
here = os.path.dirname(os.path.abspath(__file__))
study, baseline = os.path.join(here, "gate.yaml"), os.path.join(here, "baseline.jsonl")
frozen = os.path.join(here, "baseline-frozen.jsonl")
NOT_COMPARABLE = 4


def short(record, environments):
    """What the gate looks at, so that the file in the repository stays small; environments: met so far, by id."""
    pick = lambda d, *keys: {k: d[k] for k in keys if k in d} if d else d
    kept = pick(record, "schema", "study", "run", "solver", "cell", "key", "status", "reason", "t_end", "t_reached", "h", "outputs", "counters", "limits")
    kept["problem"] = pick(record["problem"], "name", "spec")
    for level, norms in (("position", ("max", "mean")), ("velocity", ("max", "mean")), ("acceleration", ("max",))):
        kept[level] = {"l2": pick(record[level]["l2"], *norms)}
    kept["energy"] = pick(record["energy"], "kind", "initial", "max_abs", "mean_abs")
    kept["error"] = pick(record["error"], "max", "bound", "horizon")
    kept["precision"] = pick(record["precision"], "gap", "drift", "error", "class")
    environment = record["environment"] = {**environments.get(record["environment"]["id"], {}), **record["environment"]}
    environments[environment["id"]] = environment
    kept["environment"] = pick(environment, "version", "compiler", "flags", "libraries", "math")
    return kept


def check(records, *options):
    since = ["--frozen", frozen] if os.path.exists(frozen) else []
    return subprocess.run([program, "check", records, "--baseline", baseline, *since, *options]).returncode


with tempfile.TemporaryDirectory() as folder:
    records = os.path.join(folder, "records.jsonl")
    subprocess.run([program, "run", study, "--no-timing", "--progress", "none", "--out", records], check=True,
                   env={**os.environ, "OPENBLAS_CORETYPE": "Prescott"})
    if mode == "check":
        status = check(records)
        if status == NOT_COMPARABLE:
            print("baseline: made with another toolchain; accuracy alone:", flush=True)
            status = check(records, "--accuracy-only")
        sys.exit(status)
    if os.path.exists(baseline):
        check(records)
    met = {}
    with open(records) as f:
        lines = [json.dumps(short(json.loads(line), met), separators=(",", ":")) + "\n" for line in f]
    with open(baseline, "w") as f:
        f.writelines(lines)
    print(f"baseline: {len(lines)} records written; what changed needs a line under \"Changes numbers\" in CHANGELOG.md")
