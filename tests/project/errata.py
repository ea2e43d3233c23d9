#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every erratum rests on a check that runs: each row of ERRATA.md names, in its last column, a test file
with a test in it or a study with a claim of it, and the tests that the studies name exist.

    errata.py SOURCE_ROOT"""
import glob
import os
import re
import sys

root = sys.argv[1]
wrong = []
tests = {}  # of each file, the names
for path in glob.glob(os.path.join(root, "tests", "*", "test_*.c")):
    with open(path) as file:
        tests[os.path.relpath(path, root)] = re.findall(
            r"^(?:Test|ParameterizedTest)\([^()]*?(\w+), (\w+)", file.read(), re.M)
claims = {}  # of each study, the ids of its claims
named = []  # tests that studies name
for path in glob.glob(os.path.join(root, "bench", "studies", "*.yaml")):
    with open(path) as file:
        text = file.read()
    study = os.path.basename(path)[:-5]
    part = re.search(r"^claims:\n(.*?)^(?=\w)", text + "end:\n", re.M | re.S)
    claims[study] = re.findall(r"^  - id: (\S+)", part.group(1), re.M) if part else []
    named += [(study, name) for name in re.findall(r"\btest: ([\w./:]+[./:][\w]+)", text)]

for study, name in named:
    suite, test = re.split(r"[./:]+", name)
    if not any((suite, test) in found for found in tests.values()):
        wrong.append(f"study {study} names the test {name}, which no file has")

rows = 0
for line in open(os.path.join(root, "ERRATA.md")):
    cells = [cell.strip() for cell in line.strip().strip("|").split(" | ")]
    if not line.startswith("| ") or cells[0] == "place":
        continue
    rows += 1
    check = cells[-1].replace("`", "")
    words = set(re.findall(r"[\w.-]+", check))
    files = re.findall(r"tests/\w+/test_\w+\.c", check)
    study = re.search(r"study (\w+)", check)
    if not files and not study:
        wrong.append(f"{cells[0]}: '{check}' names neither a test file nor a study")
    for file in files:
        if not words & {test for _, test in tests.get(file, [])}:
            wrong.append(f"{cells[0]}: '{check}' names no test of {file}")
    if study and not words & set(claims.get(study.group(1), [])):
        wrong.append(f"{cells[0]}: '{check}' names no claim of the study")
if rows < 35:
    wrong.append(f"ERRATA.md has {rows} rows that could be read, expected 35 at least")
if wrong:
    sys.exit("\n".join(wrong))
