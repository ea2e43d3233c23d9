#!/usr/bin/env python3
"""Sweeps of many short runs: what the harness costs for each, that its memory does not grow with the
records made, and that resuming, merge, check and report take a large file.

many_runs.py MBSBENCH [RUNS]     RUNS: 2000; the numbers in the README are those of 100000"""
import json
import os
import resource
import subprocess
import sys
import tempfile
import time

exe = os.path.abspath(sys.argv[1])
runs = int(sys.argv[2]) if len(sys.argv) > 2 else 2000
failures = 0
ROW = 100
MB = 1048576


def check(name, ok, detail=""):
    global failures
    failures += not ok
    print(("ok   " if ok else "FAIL ") + name + (f": {detail}" if detail != "" and not ok else ""), flush=True)


def study(path):
    """One step of a pendulum, over and over."""
    with open(path, "w") as f:
        f.write(f"""study: many
runs:
  - id: m
    problem: pendulum
    solver: "baumgarte:alpha={{a}},beta={{b}}/rk4:h=1e-3"
    t_end: 1e-3
    series: none
    grid:
      a: {{linear: [1, {ROW}], points: {ROW}}}
      b: {{linear: [1, {runs // ROW}], points: {runs // ROW}}}
""")


def resident(pid):
    with open(f"/proc/{pid}/statm") as f:
        return int(f.read().split()[1]) * os.sysconf("SC_PAGESIZE") / MB


def sweep(args, out):
    """Runs a study to its end; (seconds, CPU seconds with those of the runs, [MB] at start, middle and end)."""
    marks, sizes = [0.02, 0.5, 0.98], []
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    p = subprocess.Popen(args, stderr=subprocess.DEVNULL)
    with open(out, "ab+") as f:
        f.seek(0)
        done = 0
        while p.poll() is None:
            done += f.read().count(b"\n")
            while len(sizes) < len(marks) and done >= marks[len(sizes)] * runs:
                sizes.append(resident(p.pid))
            time.sleep(0.01)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return p.returncode, time.monotonic() - start, cpu, sizes


def peak():
    """[B] of the largest program run so far"""
    return 1024 * resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss


def command(name, *args):
    start = time.monotonic()
    done = subprocess.run([exe, *args], capture_output=True, text=True)
    seconds = time.monotonic() - start
    print(f"{name}: {seconds:.1f} s, at most {peak() / MB:.0f} MB so far", flush=True)
    check(f"{name} works", done.returncode == 0, done.stdout[-500:] + done.stderr[-500:])
    return done


with tempfile.TemporaryDirectory() as folder:
    file, out = os.path.join(folder, "many.yaml"), os.path.join(folder, "many.jsonl")
    study(file)
    args = [exe, "run", file, "--out", out, "--no-timing", "--progress", "none"]
    status, seconds, cpu, sizes = sweep(args, out)
    size = os.path.getsize(out)
    print(f"{runs} runs: {seconds:.1f} s, {1e3 * seconds / runs:.2f} ms a run ({1e3 * cpu / runs:.2f} ms of CPU, the run included), {runs / seconds:.0f} runs/s")
    print(f"records: {size / MB:.1f} MB, {size / runs:.0f} bytes a run")
    print("memory of the harness: " + ", ".join(f"{s:.1f}" for s in sizes) + " MB at start, middle and end")
    check("the sweep ends well", status == 0)
    with open(out) as f:
        keys = {json.loads(line)["key"] for line in f}
    check("every run has its record", len(keys) == runs, len(keys))
    check("memory grows by the index of the records alone", len(sizes) == 3 and (sizes[2] - sizes[0]) * MB < 400 * runs + MB, sizes)
    done = command("resume with all records there", *args[1:])
    check("nothing is run again", os.path.getsize(out) == size)
    whole = os.path.join(folder, "whole.jsonl")
    parts = [os.path.join(folder, f"part{i}.jsonl") for i in range(2)]
    with open(out) as f:
        lines = f.readlines()
    for i, part in enumerate(parts):
        with open(part, "w") as f:
            f.writelines(lines[i::2])
    command("merge of two halves", "merge", *parts, "--out", whole)
    with open(whole) as f:
        check("merge keeps every record", sorted(f.readlines()) == sorted(lines))
    done = command("check against itself", "check", out, "--baseline", whole)
    check("check compares every cell", f"passed: {runs} cells compared" in done.stdout, done.stdout[-200:])
    command("report", "report", out, "--out", os.path.join(folder, "report"))
    command("tables of the report alone", "report", out, "--out", os.path.join(folder, "tables"), "--format", "csv")
print(f"{failures} failed")
sys.exit(failures > 0)
