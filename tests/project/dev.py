#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Which packages ./dev and the scripts of .ci/ ask for on a machine that has none: those of the groups that the job
uses and no others.  Programs that would install or build stand in as scripts that note how they were called.

    dev.py SOURCE_ROOT"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

root = sys.argv[1]
TOOLS = "sh awk cat cp dirname env grep id mkdir mv nproc printf rm sed touch tr xargs".split()
STAND_INS = {
    "dpkg-query": 'grep -qx "$3" installed 2>/dev/null && echo install ok installed',
    "apt-get": """case "$1" in
        install) shift; for word; do case $word in -*) ;; *) echo "$word" >>installed ;; esac; done ;;
        download) touch package.deb ;;
    esac""",
    "dpkg-deb": 'mkdir -p "$3/usr/include" "$3/usr/lib/x"; touch "$3/usr/lib/x/libx.a"',
    "meson": """mkdir -p build build-coverage build/meson-info build-coverage/meson-info; touch build/build.ninja
        ! grep -qx libcriterion-dev installed || found='"criterion"'
        [ "$1" = test ] || echo "$found" >build/meson-info/intro-dependencies.json
        version=$(sed -n "1,3s/.*version: '\\(.*\\)',/\\1/p" meson.build)
        [ "$1" != dist ] || { mkdir -p build/meson-dist; touch "build/meson-dist/mbsbench-$version.tar.gz"; }""",
    "tar": 'archive=${2##*/}; mkdir -p "$4/${archive%.tar.gz}"', "dpkg-buildpackage": "", "lintian": "",
    "ninja": "", "git": "", "python3": "", "clang-format": "", "reuse": "", "clang-tidy": "", "cppcheck": "", "find": "",
}
GROUPS = {  # of every job
    "setup": "build libraries",
    "setup tests": "build libraries tests",
    "bench": "build libraries charts",
    "papers": "build libraries charts",
    "archive": "build libraries charts",
    "engines": "build libraries charts engines robots",
    "gate": "build libraries",
    "baseline": "build libraries",
    "readme": "build libraries",
    "docs": "build libraries site",
    "quick": "build libraries charts tests",
    "test": "build libraries charts tests robots valgrind",
    "coverage": "build history libraries charts tests valgrind",
    "lint": "history format",
    "tidy": "build history libraries tidy",
    "install fuzz": "fuzz",
    "package": "build libraries charts tests engines robots pictures package",
}
USES = {  # words in a script of .ci/: the package that they need
    r"\bvalgrind --": "valgrind", r"CC=clang": "clang", r"tests/planted|meson test": "libcriterion-dev",
    r"mbsbench report": "gnuplot-nox", r"meson setup|ninja -C": "gcc",
}
failures = 0


def check(what, ok, detail=""):
    global failures
    if not ok:
        failures += 1
        print(f"FAILED {what}: {detail}")


def groups():
    found = {}
    for line in open(os.path.join(root, "packages.txt")):
        if heading := re.match(r"\[(\w+)\] \S", line):
            current = found.setdefault(heading[1], [])
        elif re.match("[a-z]", line):
            current.append(line.split())
    return found


def script(path, text):
    with open(path, "w") as file:
        file.write(f"#!/bin/sh\n{text}\n")
    os.chmod(path, 0o755)


class Machine:
    """A folder with ./dev, and a PATH on which nothing is installed."""

    def __init__(self, folder, without=(), user=0):
        self.folder, self.bin = folder, os.path.join(folder, "bin")
        os.mkdir(self.bin)
        for name in ("dev", "packages.txt", "meson.build"):
            shutil.copy(os.path.join(root, name), folder)
        for name in TOOLS:
            os.symlink(shutil.which(name), os.path.join(self.bin, name))
        os.remove(os.path.join(self.bin, "id"))
        script(os.path.join(self.bin, "id"), f"echo {user}")
        for name, text in STAND_INS.items():
            if name not in without:
                script(os.path.join(self.bin, name), f'found=; [ {name} = dpkg-query ] || echo "{name} $*" >>{folder}/calls\n{text}')

    def dev(self, *words):
        """What a job says, and its calls."""
        calls = os.path.join(self.folder, "calls")
        open(calls, "w").close()
        done = subprocess.run(["./dev", *words], cwd=self.folder, env={"PATH": self.bin}, capture_output=True, text=True)
        return done, open(calls).read()

    def asked(self, *words):
        done, calls = self.dev(*words)
        check(f"./dev {' '.join(words)} succeeds", done.returncode == 0, done.stderr)
        return {word for line in calls.splitlines() if re.match("apt-get (install|download) ", line)
                for word in line.split()[2:] if re.match("[a-z]", word)}


def fresh(act, **how):
    with tempfile.TemporaryDirectory() as folder:
        return act(Machine(folder, **how))


def packages(names):
    return {package[0] for name in names.split() for package in known[name]}


def from_bench_to_test(machine):
    check("bench asks for no tests", "libcriterion-dev" not in machine.asked("bench"))
    done, calls = machine.dev("test")
    check("test installs the rest and says for what", "libcriterion-dev" in calls and "tests (written in C)" in done.stderr, done.stderr)
    check("test does not install again", "gcc" not in calls, calls)
    check("a folder without tests is configured anew", "meson setup --reconfigure build\n" in calls and "anew" in done.stderr, calls)
    done, calls = machine.dev("test")
    check("and once only", "apt-get" not in calls and "--reconfigure" not in calls and done.returncode == 0, calls)


def with_history(machine):
    os.mkdir(os.path.join(machine.folder, ".git"))
    check("a clone needs git", machine.asked("bench") == packages("build history libraries charts"))


def refusals(machine):
    done, calls = machine.dev("setup")
    check("neither root nor sudo: what to ask for", done.returncode == 1 and "apt-get install gcc" in done.stderr and "apt-get" not in calls, done.stderr)
    done, calls = machine.dev("install", "spelling")
    check("no such group: which there are", done.returncode == 2 and "spelling" in done.stderr and "valgrind" in done.stderr, done.stderr)


def elsewhere(machine):
    done, calls = machine.dev("bench")
    check("not Debian: says what is needed and goes on", done.returncode == 0 and "libsundials-dev" in done.stderr and "ninja -C build bench" in calls, done.stderr)


known = groups()
check("every package stands in one group", len([p for g in known.values() for p in g]) == len({p[0] for g in known.values() for p in g}))
for job, expected in GROUPS.items():
    asked = fresh(lambda machine: machine.asked(*job.split()))
    check(f"./dev {job} asks for {expected}", asked == packages(expected), sorted(asked ^ packages(expected)))
usage = subprocess.run([os.path.join(root, "dev")], capture_output=True, text=True).stderr.splitlines()[0]
check("every job of the usage is held", {w for w in re.findall(r"[a-z]+", usage.split("./dev")[1])} <= {job.split()[0] for job in GROUPS}, usage)
for act in (from_bench_to_test, with_history):
    fresh(act)
fresh(refusals, user=1000)
fresh(elsewhere, without=("dpkg-query",))

for name in sorted(os.listdir(os.path.join(root, ".ci"))):
    text = re.sub(r"^\. (\.ci/\w+)", lambda sourced: open(os.path.join(root, sourced[1])).read(), open(os.path.join(root, ".ci", name)).read(), flags=re.M)
    calls = re.findall(r"\./dev (install|setup|test|package)\b([a-z ]*)", text)
    have = packages(" ".join(names if job == "install" else f"{GROUPS[job]} {names}" for job, names in calls))
    for words, package in USES.items():
        check(f".ci/{name} installs {package}", not re.search(words, text) or package in have, sorted(have))

def images(text):
    """[(base, name, groups that it installs, all RUN lines)] of a Dockerfile."""
    found = []
    for line in text.splitlines():
        if stage := re.match(r"FROM (\S+)(?: AS (\w+))?$", line):
            found.append((stage[1], stage[2] or "", set(), []))
        elif line.startswith("RUN "):
            found[-1][3].append(line[4:])
            found[-1][2].update(line.split()[3:] if line.startswith("RUN ./dev install ") else [])
    return found


# images have no packages but those of packages.txt, and all that ./dev bench and .ci/run ask for
with open(os.path.join(root, "Dockerfile")) as f:
    stages = images(f.read())
check("the Dockerfile installs and builds by ./dev alone", stages and all(re.fullmatch(r"\./dev (install|setup)( \w+)*", run) for s in stages for run in s[3]), stages)
check("it begins with the Debian that packages.txt is of", stages[0][0] == "debian:bookworm-slim", stages[0])
inherited = {}
for base, name, own, _ in stages:
    inherited[name] = inherited.get(base, set()) | own
    check(f"image '{name}' names groups that there are", own <= set(known), own)
check("the image can ./dev bench", inherited[""] == set(GROUPS["bench"].split()) | {"history"}, inherited[""])
every = set(known) - {"tidy"}  # which no script of .ci/ uses
check("that of CI has all that .ci/run installs", inherited.get("ci") == every, inherited.get("ci", set()) ^ every)

# what the Debian package is compiled with stands in packages.txt
with open(os.path.join(root, "debian", "control")) as f:
    wanted = re.search(r"^Build-Depends: (.*?)^\S", f.read(), re.M | re.S)[1]
wanted = {re.match(r"[a-z0-9.+-]+", word.strip())[0] for word in wanted.split(",") if word.strip()} - {"debhelper-compat"}
check("what the Debian package is compiled with is installed by ./dev package", wanted <= packages(GROUPS["package"]), wanted - packages(GROUPS["package"]))

print(f"{failures} failed")
sys.exit(failures > 0)
