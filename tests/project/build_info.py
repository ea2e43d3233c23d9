#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What a key depends on: a change of one source changes the digests of what is made of it, and no others.

build_info.py SOURCE_ROOT BUILD_ROOT"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

source, build = (os.path.abspath(path) for path in sys.argv[1:])
wrong = 0


def check(what, ok):
    global wrong
    wrong += not ok
    if not ok:
        print(f"build_info: {what}", file=sys.stderr)


def digests(root, output):
    """Name to digest: ID, KERNEL, and the parts."""
    subprocess.run([sys.executable, os.path.join(root, "bench", "build_info.py"), output, root, build, "0", "cc"], check=True)
    text = open(output).read()
    return {**dict(re.findall(r'#define MB_BUILD_(ID|KERNEL) "(\w+)"', text)),
            **dict(re.findall(r'\{"([\w/-]+)", "(\w+)"\}', text))}


CHANGES = {
    "solvers/formulations/ali3.c": {"formulations/ali3"},
    "solvers/linsolvers/klu.c": {"linsolvers/klu"},
    "problems/mechanisms/four_bars.c": {"mechanisms/double-four-bar", "mechanisms/n-four-bar"},
    "problems/mechanisms/heavy_top.c": {"mechanisms/heavy-top"},
    "solvers/steps/explicit_rk.c": {"KERNEL"},
    "problems/mechanisms/declaration.c": {"KERNEL"},
    "bench/audit/gap.c": {"KERNEL"},
    "bench/command/list.c": set(),
}

with tempfile.TemporaryDirectory() as folder:
    root, output = os.path.join(folder, "source"), os.path.join(folder, "build_info.h")
    for room in ("base", "problems", "solvers", "bench"):
        shutil.copytree(os.path.join(source, room), os.path.join(root, room))
    before = digests(root, output)
    check("every formulation is a part", all(
        f"formulations/{name[:-2].replace('_', '-')}" in before
        for name in os.listdir(os.path.join(root, "solvers", "formulations")) if name.endswith(".c")))
    for path, wanted in CHANGES.items():
        file = os.path.join(root, *path.split("/"))
        text = open(file).read()
        open(file, "w").write(text + "/* changed */\n")
        after = digests(root, output)
        changed = {name for name in before if after.get(name) != before[name]}
        check(f"{path} changes {changed}, not {wanted | {'ID'}}", changed == wanted | {"ID"})
        open(file, "w").write(text)
    check("the same sources have the same digests", digests(root, output) == before)
sys.exit(wrong > 0)
