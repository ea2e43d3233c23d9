#!/usr/bin/env python3
"""The tutorial as a reader follows it: its files are written, its commands run in order.

tutorial.py MBSBENCH PAGE"""
import os
import re
import shlex
import subprocess
import sys
import tempfile

from checks import check, finish

exe = os.path.abspath(sys.argv[1])
with open(sys.argv[2]) as file:
    page = file.read()
folder = tempfile.TemporaryDirectory()
for language, body in re.findall(r"^```(\w+)\n(.*?)^```$", page, re.M | re.S):
    if language == "yaml":
        name = re.match(r"# ([\w-]+\.yaml)\n", body).group(1)
        with open(os.path.join(folder.name, name), "w") as file:
            file.write(body)
        four_bar = body
    elif language == "sh":
        for line in body.splitlines():
            first, *rest = shlex.split(line, comments=True)
            done = subprocess.run([exe, *rest], capture_output=True, text=True, timeout=300, cwd=folder.name)
            check(line, first == "build/mbsbench" and done.returncode == 0, done.stderr)
    elif language == "text":
        wrong = four_bar.replace("L, mass", "L, mas").replace("[crank, coupler]", "[crnak, coupler]")
        with open(os.path.join(folder.name, "wrong.yaml"), "w") as file:
            file.write(wrong)
        done = subprocess.run([exe, "describe", "wrong.yaml"], capture_output=True, text=True, timeout=300, cwd=folder.name)
        check("mistakes are told as printed", done.stderr == body.replace("my-four-bar.yaml", "wrong.yaml"), done.stderr)

done = subprocess.run([exe, "run", "--problem", "my-four-bar.yaml:L=4.5", "--solver", "lagrange/rk4:h=1e-3", "--t-end", "1.1",
                       "--no-timing"], capture_output=True, text=True, timeout=300, cwd=folder.name)
check("the four-bar that folds", "loses rank" in done.stderr and "the motion may branch or lock" in done.stderr, done.stderr)
finish()
