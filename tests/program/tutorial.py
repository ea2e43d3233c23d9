#!/usr/bin/env python3
"""The tutorial and the README's "How to add a problem" as a reader follows them: files are written, commands run in order.

tutorial.py MBSBENCH TUTORIAL README"""
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile

from checks import check, finish, in_time

exe = os.path.abspath(sys.argv[1])
folder = tempfile.TemporaryDirectory()
files = {}


def follow(page):
    for language, body in re.findall(r"^```(\w+)\n(.*?)^```$", page, re.M | re.S):
        if language == "yaml":
            name = re.match(r"# ([\w-]+\.yaml)\n", body).group(1)
            files[name] = body
            with open(os.path.join(folder.name, name), "w") as file:
                file.write(body)
        elif language == "sh":
            for line in body.replace("\\\n", "").splitlines():
                first = line.split()[0]
                done = in_time(line, lambda text: subprocess.run([exe, *shlex.split(text, comments=True)[1:]], capture_output=True, text=True,
                                                                 timeout=300, cwd=folder.name))
                check(line, first == "build/mbsbench" and done.returncode == 0, done.stderr)
        elif language == "text":
            wrong = files["my-four-bar.yaml"].replace("L, mass", "L, mas").replace("[crank, coupler]", "[crnak, coupler]")
            with open(os.path.join(folder.name, "wrong.yaml"), "w") as file:
                file.write(wrong)
            done = subprocess.run([exe, "describe", "wrong.yaml"], capture_output=True, text=True, timeout=300, cwd=folder.name)
            check("mistakes are told as printed", done.stderr == body.replace("my-four-bar.yaml", "wrong.yaml"), done.stderr)


def text(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


follow(text(sys.argv[2]))
follow(text(sys.argv[3]).partition("## How to add a problem")[2].partition("\n## ")[0])
check("both pages have their files", set(files) == {f"my-{name}.yaml" for name in ("four-bar", "suspension", "leg", "cart")}, files.keys())
with open(os.path.join(folder.name, "my-runs.jsonl")) as file:
    runs = [json.loads(line) for line in file]
check("all runs are right", len(runs) == 8 and all(r["status"] == "ok" and r["precision"]["class"] for r in runs),
      [(r["problem"]["name"], r["status"], r["precision"]["class"]) for r in runs])
done = subprocess.run([exe, "run", "--problem", "my-four-bar.yaml:L=4.5", "--solver", "lagrange/rk4:h=1e-3", "--t-end", "1.1",
                       "--no-timing"], capture_output=True, text=True, timeout=300, cwd=folder.name)
check("the four-bar that folds", "loses rank" in done.stderr and "the motion may branch or lock" in done.stderr, done.stderr)
finish()
