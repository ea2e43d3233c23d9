#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The pages that a reader follows, from an installed program: the tutorial, the longer mechanisms, and the README's "How to add
a problem".  Files are written as printed, by the name in their first lines; every command of a block `sh` is run as printed, in
one shell a page; a block `text` is what the command before it says, where `...` stands for anything.  A command has exit status
0, or the one that the comment behind it says.  What asks for the machine's administrator (apt, ./dev) is not run: its packages
are held to those that there are.

tutorial.py BUILD_ROOT SOURCE_ROOT"""
import fcntl
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

build, root = map(os.path.abspath, sys.argv[1:])
sys.path.insert(0, os.path.join(root, "tests", "program"))

from checks import check, finish  # noqa: E402

DONE = "-- done, exit status"
NUMBER = r"(?<![\w.=:])-?\d+(?:\.\d+)?(?:e[+-]?\d+)?(?![\w.])"
NOTHING_FOUND = 5
ADMINISTRATOR = r"(apt|apt-get|\./dev) "


def text(path):
    with open(os.path.join(root, path), encoding="utf-8") as file:
        return file.read()


# ---- what is printed and what is said ---------------------------------------------------------------------

def like(printed, said):
    """A line: the same words; numbers that are no counts may differ by a twentieth, round-off is round-off."""
    pattern, numbers = "", []
    for part in re.split(rf"(\.\.\.|\s+|{NUMBER})", printed.rstrip()):
        if part == "...":
            pattern += ".*"
        elif part.isspace():
            pattern += r"\s+"
        elif re.fullmatch(NUMBER, part):
            pattern += f"({NUMBER})"
            numbers.append(part)
        else:
            pattern += re.escape(part)
    found = re.fullmatch(pattern, said.rstrip())

    def near(a, b):
        exact = re.fullmatch(r"-?\d+", a)
        return a == b if exact else abs(float(a) - float(b)) <= 0.05 * abs(float(a)) or max(abs(float(a)), abs(float(b))) < 1e-12

    return bool(found) and all(map(near, numbers, found.groups()))


def wanting(printed, said):
    """The first line of a block that is not said, or None."""
    at, free = 0, False
    lines = printed.splitlines()
    for line in lines:
        if line == "...":
            free = True
            continue
        while free and at < len(said) and not like(line, said[at]):
            at += 1
        if at == len(said) or not like(line, said[at]):
            return line
        at, free = at + 1, False
    return None if free or at == len(said) else said[at]


def of_any_machine(printed):
    """An answer of advise, which may be another one where other solvers are fast: the first words of its lines."""
    return re.sub(r"^(\s*\S+) .*$", r"\1 ...", re.sub(r"^ +(tolerance|step) .*$", "...", printed, flags=re.M), flags=re.M)


def comparing():
    """The comparison itself: what it lets pass, and what not."""
    for printed, said, same in (("a 1.00 b", "a  1.04 b", True), ("a 1.00 b", "a 1.1 b", False), ("gap 1e-16", "gap 3e-15", True),
                                ("3 cells", "4 cells", False), ("a ... z", "a b c z", True), ("a ... z", "a b c", False), ("rk4:h=1e-3", "rk4:h=1e-4", False)):
        check(f"'{said}' is {'' if same else 'not '}'{printed}'", like(printed, said) == same)
    for printed, said, line in (("a\n...\nd", "a b c d", None), ("a\nb", "a b c", "c"), ("...\nc", "a b c", None), ("a\n...\ne", "a b", "e"), ("b", "a b", "b")):
        check(f"{said} as {printed.split()}", wanting(printed, said.split()) == line, wanting(printed, said.split()))


# ---- a reader -----------------------------------------------------------------------------------------------

class Shell:
    def __init__(self, folder, environment):
        self.process = subprocess.Popen(["bash"], cwd=folder, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.STDOUT, text=True, bufsize=1)

    def run(self, command):
        """Exit status and lines, as on a terminal."""
        self.process.stdin.write(f"{command}\nprintf '\\n%s %d\\n' '{DONE}' $?\n")
        self.process.stdin.flush()
        lines = []
        for line in self.process.stdout:
            if line.startswith(DONE):
                return int(line.rsplit(" ", 1)[1]), lines[:-1] if lines and not lines[-1] else lines
            lines.append(line.rstrip("\n"))
        raise SystemExit(f"tutorial: the shell ended in {command}")

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def named(language, body):
    """The name of a file that is printed: in a comment of the first line, or behind '#!'."""
    first, second = (body.split("\n") + [""])[:2]
    found = re.fullmatch(r"(?:#|/\*) ([\w./-]+)(?: \*/)?", second if first.startswith("#!") else first)
    return found.group(1) if found and language != "text" else None


def packages():
    """Names that an `apt install` may have."""
    known = set(re.findall(r"^([a-z][\w.+-]*)", text("packages.txt"), re.M))
    return known | set(re.findall(r"^Package: (\S+)", text("debian/control"), re.M)) | {"ca-certificates"}


def installs(page, line):
    """An `apt install`, in a block or in the file of a CI server."""
    for words in re.findall(r"apt(?:-get)? install(.*)", line):
        names = {re.sub(r"^\./(?:\w+/)?|_\*\.deb$", "", word) for word in words.split() if not word.startswith("-")}
        check(f"{page}: packages: {' '.join(sorted(names))}", names and names <= packages(), names - packages())


def follow(page, printed, folder, environment):
    shell = Shell(folder, environment)
    command, said, ran = "", [], 0
    for language, body in re.findall(r"^```(\w+)\n(.*?)^```$", printed, re.M | re.S):
        name = named(language, body)
        if name:
            path = os.path.join(folder, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w") as file:
                file.write(body)
            installs(page, body)
        elif language == "text":
            line = wanting(of_any_machine(body) if " advise " in command else body, said)
            check(f"{page}: what is printed is said", line is None, f"{line}\n-- of\n" + "\n".join(said))
        else:
            check(f"{page}: a block is commands or a file with a name", language == "sh", body)
            for command in body.replace("\\\n", "").splitlines():
                installs(page, command)
                if re.match(ADMINISTRATOR, command):
                    continue
                expected = re.search(r"# exit status (\d+)", command)
                status, said = shell.run(command)
                if " advise " in command and status == NOTHING_FOUND:  # a busy machine: a reader would give it more time
                    status, said = shell.run(f"{command} --budget 300")
                check(f"{page}: {command}", status == int(expected.group(1) if expected else 0), "\n".join([f"exit status {status}", *said]))
                ran += 1
    check(f"{page}: has commands", ran > 1, ran)
    shell.close()


def install(folder):
    """As the first page says; the environment of a user of it."""
    os.symlink(build, os.path.join(folder, "build"))
    line, = re.findall(r"^(meson install .*?)(?: +#.*)?$", text("docs/tutorial/1-the-answer.md"), re.M)
    tree = os.path.join(folder, "tree")
    with open(os.path.join(build, "meson-logs", "installing"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # `ninja uninstall` of another test goes by the list of the last install
        done = subprocess.run(line, shell=True, cwd=folder, env=os.environ | {"DESTDIR": tree}, capture_output=True, text=True)
    check(line, done.returncode == 0, done.stdout + done.stderr)
    program, = glob.glob(os.path.join(tree, "**", "bin", "mbsbench"), recursive=True)
    header, = glob.glob(os.path.join(tree, "**", "mbsbench.pc"), recursive=True)
    return program, {"PATH": f"{os.path.dirname(program)}:/usr/bin:/bin", "LC_ALL": "C.UTF-8", "PKG_CONFIG_PATH": os.path.dirname(header),
                     "PKG_CONFIG_SYSROOT_DIR": tree}


def records(*path):
    with open(os.path.join(*path)) as file:
        return [json.loads(line) for line in file]


def main():
    if not shutil.which("pkg-config", path="/usr/bin:/bin") or not shutil.which("cc", path="/usr/bin:/bin"):
        print("tutorial: a compiler and pkg-config are needed (apt install gcc pkg-config)")
        sys.exit(77)
    comparing()
    with tempfile.TemporaryDirectory(prefix="tutorial-") as folder:
        program, environment = install(folder)
        reader = os.path.join(folder, "reader")
        os.makedirs(os.path.join(reader, "build"))
        os.symlink(program, os.path.join(reader, "build", "mbsbench"))  # the README's reader has built it
        environment["HOME"] = reader
        pages = {path: text(path) for path in sorted(os.path.relpath(p, root) for p in glob.glob(os.path.join(root, "docs", "tutorial", "*.md")))}
        check("five pages", len(pages) == 5, list(pages))
        pages["docs/mechanism-examples.md"] = text("docs/mechanism-examples.md")
        pages["README.md"] = text("README.md").partition("## How to add a problem")[2].partition("\n## ")[0]
        for page, printed in pages.items():
            follow(page, re.sub(r"^meson install .*\n", "", printed, flags=re.M), reader, environment)  # which is done
        mechanisms = {os.path.basename(p)[3:-5] for p in glob.glob(os.path.join(reader, "my-*.yaml"))}
        check("all files are there", {"four-bar", "suspension", "leg", "cart", "study"} <= mechanisms, mechanisms)
        runs = records(reader, "my-runs.jsonl")
        check("all runs of the mechanisms are right", len(runs) == 8 and all(r["status"] == "ok" and r["precision"]["class"] for r in runs),
              [(r["problem"]["name"], r["status"], r["precision"]["class"]) for r in runs])
        check("the method is recorded with its library", any(r.get("plugins") for r in records(reader, "my-methods.jsonl")))
        engines = [r["status"] for r in records(reader, "my-engine.jsonl")]
        check("the engine comes to the end", engines == ["ok"] * 3, engines)
    finish()


main()
