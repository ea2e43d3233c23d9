#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Sweeps of many short runs: what the harness costs for each beside the run itself (run_alone of the same
build), that its memory does not grow with the records made, and that resuming, merge, check, export and
report take a large file, check with little memory a record.

many_runs.py MBSBENCH RUN_ALONE [RUNS]     RUNS: 2000; the numbers in the README are those of 100000"""
import itertools
import json
import os
import subprocess
import sys
import tempfile
import time

from checks import check, finish

exe = os.path.abspath(sys.argv[1])
run_alone = os.path.abspath(sys.argv[2])
runs = int(sys.argv[3]) if len(sys.argv) > 3 else 2000
ROW = 100
MB = 1048576


def study(path, rows):
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
      b: {{linear: [1, {rows}], points: {rows}}}
""")


def memory(pid, what):
    """[MB] VmRSS, what a process holds, or VmHWM, the most that it held; nan once it has ended"""
    with open(f"/proc/{pid}/status") as f:
        return next((int(line.split()[1]) / 1024 for line in f if line.startswith(what)), float("nan"))


def sweep(file, out, rows):
    """Runs the study to its end; its arguments, (status, seconds, CPU seconds with those of the runs, [MB] at
    the most, of the harness and of its runs)."""
    study(file, rows)
    args = ["run", file, "--out", out, "--no-timing", "--progress", "none"]
    start = time.monotonic()
    _, status, used = os.wait4(subprocess.Popen([exe, *args], stderr=subprocess.DEVNULL).pid, 0)
    return args, (status, time.monotonic() - start, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


def alone():
    """[s] of CPU of one run of the study by itself, over and over in one process, and of an empty child"""
    done = subprocess.run([run_alone, "pendulum", "baumgarte:alpha=3,beta=3/rk4:h=1e-3", "1e-3", "1000"], capture_output=True, text=True)
    check("a run alone works", done.returncode == 0, done.stderr)
    return [float(x) for x in done.stdout.split()] if done.returncode == 0 else [float("nan")] * 2


def command(name, *args):
    """Runs a command; (what it printed, [MB] of memory at its peak)."""
    start, size = time.monotonic(), 0.0
    with tempfile.TemporaryFile("w+") as text:
        p = subprocess.Popen([exe, *args], stdout=text, stderr=text)
        while p.poll() is None:
            size = max(size, memory(p.pid, "VmHWM"))
            time.sleep(0.002)
        text.seek(0)
        said = text.read()
    print(f"{name}: {time.monotonic() - start:.1f} s, {size:.1f} MB", flush=True)
    check(f"{name} works", p.returncode == 0, said[-500:])
    return said, size


def lines_of(path):
    with open(path) as f:
        yield from f


def write(path, lines):
    with open(path, "w") as f:
        f.writelines(lines)


def repeated(path, records):
    """Lines of a file over and over with cells of their own."""
    for i in range(-(-records // runs)):
        for line in lines_of(path):
            cell = json.loads(line)["cell"]
            yield line.replace(f'"cell":"{cell}"', f'"cell":"{cell}{i}"')


with tempfile.TemporaryDirectory() as folder:
    names = ("many.yaml", "many.jsonl", "few.jsonl", "whole.jsonl", "one.jsonl", "old.jsonl", "new.jsonl", "part0.jsonl", "part1.jsonl")
    file, out, few, whole, one, old, new, *parts = (os.path.join(folder, name) for name in names)
    own, empty = alone()
    rows = runs // ROW
    _, (_, _, _, held_by_few) = sweep(file, few, rows // 10)
    args, (status, seconds, cpu, held) = sweep(file, out, rows)
    size, own_ms, wall_ms, cpu_ms = os.path.getsize(out), 1e3 * own, 1e3 * seconds / runs, 1e3 * cpu / runs
    print(f"{runs} runs: {seconds:.1f} s, {runs / seconds:.0f} runs/s, {wall_ms:.2f} ms a run ({cpu_ms:.2f} ms of CPU)")
    setup = [json.loads(line)["cpu"]["setup"] for line in lines_of(out)]
    run_ms = 1e3 * sum(setup) / len(setup)  # beside which its one step is nothing
    print(f"the run itself: {run_ms:.2f} ms in a child of its own ({own_ms:.2f} ms over and over in one process)")
    print(f"overhead of the harness: {cpu_ms - own_ms:.2f} ms of CPU a run (goal 0.3 ms); an empty child, forked and waited for, takes {1e3 * empty:.2f} ms")
    print(f"records: {size / MB:.1f} MB, {size / runs:.0f} bytes a run")
    print(f"memory of the harness: {held_by_few:.1f} MB for a tenth of the runs, {held:.1f} MB for all")
    check("the sweep ends well", status == 0)
    check("every run has its record", len({json.loads(line)["key"] for line in lines_of(out)}) == runs)
    check("memory grows by the index of the records alone", (held - held_by_few) * MB < 400 * 0.9 * runs + MB, (held_by_few, held))
    command("resume with all records there", *args)
    check("nothing is run again", os.path.getsize(out) == size)
    for i, part in enumerate(parts):
        write(part, itertools.islice(lines_of(out), i, None, 2))
    command("merge of two halves", "merge", *parts, "--out", whole)
    check("merge keeps every record", sorted(map(hash, lines_of(whole))) == sorted(map(hash, lines_of(out))))
    write(one, itertools.islice(lines_of(out), 1))
    _, least = command("check of one record", "check", one, "--baseline", one)
    records = max(5000 // runs, 1) * runs
    write(old, repeated(out, records))
    write(new, repeated(whole, records))
    said, size = command(f"check of {records} records", "check", new, "--baseline", old)
    check("check compares every cell", f"passed: {records} cells compared" in said, said[-200:])
    kept = (size - least) * MB / (2 * records)
    print(f"check holds {kept:.0f} bytes a record")
    check("check keeps little of a record", 0 < kept < 1500, kept)
    command("report", "report", out, "--out", os.path.join(folder, "report"))
    command("tables of the report alone", "report", out, "--out", os.path.join(folder, "tables"), "--format", "csv")
    command("export", "export", "--format", "bmf", out, "--out", os.path.join(folder, "bmf.json"))
finish()
