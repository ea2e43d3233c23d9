#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What the documents name exists: files, links, commands with their options, solvers and problems with their
parameters, words of the code; and what exists is described: every formulation, projection, trait and reference.

    docs.py PROGRAM SOURCE_ROOT BUILD_ROOT

Held to this are CONTRIBUTING.md and all pages of docs/.  Words in code type must occur in the sources; names that begin
with my, those in capitals, and the files that a user's own run writes are examples and pass."""
import glob
import json
import os
import re
import shlex
import subprocess
import sys

program, root, build = sys.argv[1:]
EXAMPLES = re.compile(r"(^|/|^engine\.)(my[-_]|records\.jsonl$|best\.jsonl$|paper\d{4}\.yaml$)|^[A-Z/:]+$|^K/N$|\.\.\.")
NAME = r"[a-z][a-z0-9-]*"
wrong = []


def read(path):
    with open(os.path.join(root, path), encoding="utf-8") as file:
        return file.read()


def listed(what):
    return json.loads(subprocess.run([program, "list", what, "--json"], check=True, capture_output=True,
                                     text=True).stdout)


def tracked():
    """The files of the repository; of a tree without one, all but builds."""
    if os.path.exists(os.path.join(root, ".git")):
        done = subprocess.run(["git", "-C", root, "ls-files", "--cached", "--others", "--exclude-standard"],
                              check=True, capture_output=True, text=True)
        return [f for f in done.stdout.splitlines() if os.path.exists(os.path.join(root, f))]
    return [os.path.relpath(os.path.join(path, name), root) for path, folders, names in os.walk(root)
            for name in names if not os.path.relpath(path, root).startswith(("build", "obj-"))]


kinds = ("formulations", "integrators", "projections", "linsolvers", "problems", "studies")
lists = {kind: {entry["name"]: entry for entry in listed(kind)} for kind in kinds}
lists["projections"].setdefault("none", {})
lists["linsolvers"].setdefault("auto", {})
files = tracked()
basenames = {os.path.basename(f) for f in files}
folders = {os.path.dirname(f) for f in files}
folders |= {os.path.dirname(f) for f in folders}
help_text = subprocess.run([program, "--help"], check=True, capture_output=True, text=True).stdout
commands = set(re.findall(r"^mbsbench ([a-z][a-z-]*) ", help_text, re.M))
options = {command: set(re.findall(r"--[a-z-]+", subprocess.run([program, command, "--help"], check=True, capture_output=True, text=True).stdout))
           for command in commands}
every_option = set().union(*options.values())   # an option named alone is one of some command
dev = set(re.findall(r"^(\w+)\)", read("dev"), re.M))
tests = json.load(open(os.path.join(build, "meson-info", "intro-tests.json")))
targets = json.load(open(os.path.join(build, "meson-info", "intro-targets.json")))
built = {os.path.relpath(f, build) for t in targets for f in t["filename"]}
sources = {f: read(f) for f in files if f.endswith((".c", ".h", ".in", ".build", ".yaml", ".py", ".cff")) or f == "dev"}
words = {w for f, text in sources.items() if os.path.basename(f) != "docs.py"
         for pattern in (r"[A-Za-z_]\w*", r"[A-Za-z][\w-]*\w") for w in re.findall(pattern, text)}


def parameters(kind, name, text, say):
    """p=v,... of a part of a spec."""
    known = {p["name"]: p for p in lists[kind][name].get("parameters", [])}
    for one in filter(None, text.split(",")):
        key, _, value = one.partition("=")
        if key not in known:
            say(f"{name} has no parameter {key}")
        elif known[key]["choices"] and value not in known[key]["choices"].split("|"):
            say(f"{name}:{key} is none of {known[key]['choices']}: {value}")


def spec(text, say):
    parts = text.split("/")
    for kind, part in zip(kinds, parts):
        name, _, rest = part.partition(":")
        if name not in lists[kind]:
            say(f"no {kind[:-1]} {name}")
        else:
            parameters(kind, name, rest, say)
    if len(parts) > 4:
        say(f"more than four parts in {text}")


def problem(text, say):
    name, _, rest = text.partition(":")
    if name not in lists["problems"]:
        say(f"no problem {name}")
    else:
        parameters("problems", name, rest, say)


def path(text, page, say):
    """Whether a file or folder is there, from the root, beside the page, or by its name alone."""
    text = text.rstrip("/")
    if EXAMPLES.search(text) or text in files or text in folders or os.path.exists(os.path.join(root, text)):
        return
    if re.fullmatch(r"build-\w+", text):
        if text not in sources["dev"]:
            say(f"./dev makes no {text}")
    elif text.startswith("build/"):
        if text[6:] not in built and not text.startswith("build/results"):
            say(f"the build makes no {text}")
    elif "/" in text or text not in basenames:
        say(f"no file {text}")


def mbsbench(arguments, page, say):
    if arguments and not arguments[0].startswith("-") and arguments[0] not in commands:
        say(f"no command mbsbench {arguments[0]}")
    known = options.get(arguments[0] if arguments else "", every_option) | {"--help", "--version", "--man"}
    for i, word in enumerate(arguments):
        if word.startswith("--") and word.partition("=")[0] not in known:
            say(f"mbsbench {arguments[0]} has no option {word}")
        before = arguments[i - 1] if i else ""
        if EXAMPLES.search(word):
            continue
        if before == "--solver" and word not in ("recommended", "all"):
            spec(word, say)
        elif before == "--problem":
            problem(word, say)


def meson_test(arguments, say):
    names, suites = {t["name"] for t in tests}, {s.split(":")[-1] for t in tests for s in t["suite"]}
    for i, word in enumerate(arguments):
        if arguments[i - 1:i] and arguments[i - 1] in ("--suite", "--no-suite"):
            if word not in suites:
                say(f"no suite {word}")
        elif not word.startswith("-") and word not in names and arguments[i - 1:i] != ["-C"]:
            say(f"no test {word}")


def criterion(test, arguments, say):
    suite = arguments[arguments.index("--filter") + 1].split("/")[0] if "--filter" in arguments else None
    source = next((f for f in sources if re.fullmatch(rf"tests/\w+/{test}\.c", f)), "")
    if suite and not re.search(rf"^Test\({suite},", sources.get(source, ""), re.M):
        say(f"tests/*/{test}.c has no suite {suite}")


def command(line, page, say):
    """A line of a shell, or a span that is one; False when it is no command that we know."""
    try:
        argument = shlex.split(line, comments=True)
    except ValueError:
        return False
    if not argument:
        return True
    first, rest = argument[0], argument[1:]
    if first in ("mbsbench", "build/mbsbench", "build/tests/program/mbsbench-examples"):
        path(first if "/" in first else "build/mbsbench", page, say)
        mbsbench(rest, page, say)
    elif first == "./dev":
        if rest and rest[0] not in dev:
            say(f"./dev has no {rest[0]}")
    elif argument[:2] == ["meson", "test"]:
        meson_test(rest[1:], say)
    elif first == "ninja":
        for word in rest:
            if word not in ("-C", "build") and word not in {t["name"] for t in targets}:
                say(f"the build has no target {word}")
    elif first.startswith("build/tests/"):
        path(first, page, say)
        criterion(os.path.basename(first), rest, say)
    elif first == "python3":
        path(rest[0], page, say)
    elif first.startswith(".ci/"):
        path(first, page, say)
    else:
        return first in ("git", "meson", "clang-format", "apt", "apt-get", "xargs", "cc", "sh", "sed", "chmod", "export")
    return True


def span(text, page, say):
    """What stands in code type within a sentence."""
    if re.fullmatch(rf"{NAME}(:\S+)?/{NAME}(:\S+)?(/\S+)?", text) and text.split("/")[0].split(":")[0] in \
            lists["formulations"]:
        spec(text, say)
    elif EXAMPLES.search(text):
        return
    elif engine := re.match(r"engine\.([\w-]+)(:\S+)?/\S+$", text):
        if engine[1] not in words and f"mbsbench-engine-{engine[1]}" not in basenames:
            say(f"no engine {engine[1]}")
    elif text.startswith("--"):
        if text.split()[0] not in every_option:
            say(f"mbsbench has no option {text}")
    elif test := re.fullmatch(r"Test\((\w+), (\w+)\)", text):
        if not any(re.search(rf"^Test\({test[1]}, {test[2]}[,)]", t, re.M) for t in sources.values()):
            say(f"no {text}")
    elif " " in text or text.startswith(("./", ".ci/")):
        if not command(text, page, say):
            for name in re.findall(r"\bmb_\w+", text):
                if name not in words:
                    say(f"no {name} in the sources")
    elif re.fullmatch(r"[\w./-]+/[\w./-]*|[\w-]*\.(c|h|py|md|yaml|build|txt|svg|jsonl|in|yml|slurm|cff)", text):
        path(text, page, say)
    elif re.fullmatch(rf"{NAME}:[\w=.,-]+", text) and text.split(":")[0] in lists["formulations"]:
        spec(text, say)
    elif re.fullmatch(rf"{NAME}:[\w=.,-]+", text) and text.split(":")[0] in lists["problems"]:
        problem(text, say)
    elif re.fullmatch(r"[A-Za-z_][\w-]*([.=][\w-]+)*", text):
        for word in re.split(r"[.=]", text):
            if word not in words and not re.fullmatch(r"[\d.e+-]+|v\d.*", word):
                say(f"{word} (in {text}) does not occur in the sources")


def slug(heading):
    """The anchor that GitHub gives a heading."""
    heading = re.sub(r"[`*]|\[([^\]]*)\]\([^)]*\)", r"\1", heading.strip().lower())
    return re.sub(r"[^\w\- ]", "", heading).replace(" ", "-")


def headings(text):
    return [m for m in re.findall(r"^#+ (.*)$", re.sub(r"^```.*?^```", "", text, flags=re.M | re.S), re.M)]


def link(target, page, say):
    if re.match(r"\w+:", target):
        return
    where, _, anchor = target.partition("#")
    there = os.path.normpath(os.path.join(os.path.dirname(page), where)) if where else page
    if not os.path.exists(os.path.join(root, there)):
        say(f"a link to {target}, which is not there")
    elif anchor and anchor not in map(slug, headings(read(there))):
        say(f"a link to {target}; that page has no such heading")


def check(page):
    text = read(page)
    line = 1
    for part in re.split(r"(^```.*?^```)", text, flags=re.M | re.S):
        at = line

        def say(what):
            wrong.append(f"{page}:{at}: {what}")

        if part.startswith("```"):
            language, _, body = part[3:-3].partition("\n")
            # a command that goes on in the next lines stands in its first
            body = re.sub(r"((?:.*\\\n)+)(.*)", lambda m: m[1].replace("\\\n", "") + m[2] + "\n" * m[1].count("\n"), body)
            for i, command_line in enumerate(body.splitlines()):
                at = line + 1 + i
                if language == "sh":
                    for one in command_line.split("|"):
                        if not command(one, page, say):
                            say(f"a command that is not known: {one.strip()}")
                for name in re.findall(r"\b(?:mb|MB)_\w+", command_line if language == "c" else ""):
                    if name not in words:
                        say(f"no {name} in the sources")
        else:
            for i, one in enumerate(part.split("\n")):
                at = line + i
                for code in re.findall(r"`([^`]+)`", one):
                    span(code, page, say)
                for target in re.findall(r"\]\(([^)\s]+)\)", re.sub(r"`[^`]*`", "", one)):
                    link(target, page, say)
        line += part.count("\n")


def described():
    """What the program has is in the pages that are about it."""
    theory = {os.path.basename(p): read(os.path.relpath(p, root))
              for p in glob.glob(os.path.join(root, "docs", "theory", "*.md"))}
    sections = {h for text in theory.values() for h in headings(text)}
    one_page = {"fuzzy": "fuzzy.md", "coordinate-partitioning": "partitioning.md"}
    table = {r[0]: r for r in (re.findall(r"[^|]+", line.strip("|")) for line in theory["README.md"].splitlines()
                               if re.match(rf"\| `{NAME}` \|", line)) for r in [[c.strip(" `") for c in r]]}
    for name, entry in lists["formulations"].items():
        if name not in sections and one_page.get(name) not in theory:
            wrong.append(f"docs/theory: no page has a section {name}")
        row = table.get(name)
        if not row:
            wrong.append(f"docs/theory/README.md: {name} is not in the table")
        elif missing := [need for need in entry["needs"] if need not in row[5]]:
            wrong.append(f"docs/theory/README.md: {name} needs {', '.join(missing)} too")
    for name in lists["projections"]:
        if name != "none" and f"| `{name}` |" not in theory["lagrange-family.md"]:
            wrong.append(f"docs/theory/lagrange-family.md: {name} is not in the table")
    for name, entry in lists["problems"].items():
        if entry["reference"] and f"`{name}`" not in theory["references.md"]:
            wrong.append(f"docs/theory/references.md: the reference of {name} is missing")
        for trait in entry["traits"]:
            if f"`{trait}`" not in theory["equations.md"]:
                wrong.append(f"docs/theory/equations.md: the trait {trait} is missing")
    joints = re.findall(r'X\([A-Z_]+, "([a-z-]+)", \d+, \d+, \d+, \d+\)', sources["problems/mechanism.h"])
    wrong.extend(f"docs/theory/joints.md: the joint {word} is not named" for word in joints
                 if word not in theory["joints.md"])
    if not joints:
        wrong.append("problems/mechanism.h: no kinds of joints were found")


def versions():
    """All that name the version name that of meson.build."""
    version = re.search(r"^ *version: '(.*)',$", open(os.path.join(root, "meson.build")).read(), re.M).group(1)
    for path, pattern in (("CITATION.cff", r"^version: (.*)$"), ("codemeta.json", r'"version": "(.*)"'),
                          ("debian/changelog", r"\((.*)\)")):
        found = re.search(pattern, open(os.path.join(root, path)).read(), re.M)
        if not found or found.group(1) != version:
            wrong.append(f"{path}: the version is {found.group(1) if found else 'missing'}, in meson.build {version}")


pages = ["CONTRIBUTING.md"] + sorted(os.path.relpath(p, root) for folder in ("docs", "docs/theory", "docs/tutorial")
                                     for p in glob.glob(os.path.join(root, folder, "*.md")))
for one in pages:
    check(one)
described()
versions()
picture = subprocess.run([sys.executable, os.path.join(root, "docs", "architecture.py"), "check"],
                         capture_output=True, text=True)
if picture.returncode != 0:
    wrong.append(picture.stderr.strip())
if wrong:
    sys.exit("\n".join(wrong) + f"\ndocs: {len(wrong)} of what the documents name is not so")
print(f"docs: {len(pages)} pages name what exists")
