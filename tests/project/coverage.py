#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Line coverage of a build with -Db_coverage=true whose tests have run, by gcov.

coverage.py BUILD [--missed] FOLDER...   per file and folder; --missed lists the lines that no test enters;
                                         fails when a folder stays below 90 per cent"""
import collections
import glob
import json
import os
import subprocess
import sys

words = [w for w in sys.argv[1:] if w != "--missed"]
build, folders, missed = os.path.abspath(words[0]), words[1:], "--missed" in sys.argv
top = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LEAST = 90.0
counts = collections.defaultdict(lambda: collections.defaultdict(int))  # file -> line -> times

data = glob.glob(os.path.join(build, "**", "*.gcda"), recursive=True)
for start in range(0, len(data), 50):
    done = subprocess.run(["gcov", "--json-format", "--stdout", *data[start:start + 50]], cwd=build, capture_output=True, text=True)
    if done.returncode != 0:
        print(done.stderr.strip(), file=sys.stderr)
    for text in done.stdout.splitlines():
        for source in json.loads(text)["files"] if text.strip() else []:
            name = os.path.relpath(os.path.normpath(os.path.join(build, source["file"])), top)
            for line in source["lines"]:
                counts[name][line["line_number"]] += line["count"]

low = 0
for folder in folders:
    total = entered = 0
    for name in sorted(n for n in counts if n.startswith(folder + "/") and n.endswith(".c")):
        lines = counts[name]
        n, k = len(lines), sum(c > 0 for c in lines.values())
        total, entered = total + n, entered + k
        print(f"{100 * k / n:6.1f} %  {k:4d} / {n:4d}  {name}")
        if missed and k < n:
            print("          not entered: " + " ".join(str(l) for l, c in sorted(lines.items()) if c == 0))
    share = 100 * entered / total if total else 0.0
    low += share < LEAST
    print(f"{share:6.1f} %  {entered:4d} / {total:4d}  {folder}/", flush=True)
sys.exit(low > 0)
