#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The tables of docs/mechanism-format.md, from the table by which the program checks files.

mechanism_format.py write PROGRAM   makes them anew
mechanism_format.py check PROGRAM   exit 1 when they are not the present ones, when an element has no example, or an
                                    example is refused or does not run

A table stands between `<!-- keys of SECTION -->` and `<!-- end -->`.  An example is a block of yaml after the two
frames, one element or key a line; the line is put into the frame of the same dimension (`# planar`, `# spatial` in the
block's first line), in place of what has its name there."""
import json
import os
import re
import subprocess
import sys
import tempfile

PAGE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "mechanism-format.md")
ELEMENTS = ("bodies", "joints", "drives", "gears", "forces", "outputs", "branch")
SOLVER = "lagrange/rk4:h=1e-4/direct-correction"


def cell(text):
    return (text or "").replace("|", "\\|")


def words(key):
    return key["words"].replace("|", ", ") if key["words"] else key["type"]


def table(head, rows):
    return "\n".join("| " + " | ".join(map(cell, row)) + " |" for row in [head, ["---"] * len(head), *rows])


def flat(keys, path):
    """Keys of a mapping."""
    own = [k for k in keys if k["name"].rpartition(".")[0] == path]
    return table(["key", "value", "unit", "meaning"],
                 [[f"`{k['name'].rpartition('.')[2]}`" + ("" if not k["required"] else " (required)"), words(k), k["unit"], k["title"]]
                  for k in own])


def section(keys, name):
    """Kinds of elements, then their keys, each once."""
    kinds = [k for k in keys if re.fullmatch(name + r"\.[\w-]+", k["name"])]
    own = {k["name"]: [o for o in keys if o["name"].startswith(k["name"] + ".")] for k in kinds}
    first = table(["kind", "value", "in", "meaning", "keys"],
                  [[f"`{k['name'].partition('.')[2]}`", words(k), k["where"], k["title"],
                    " ".join(f"`{o['name'].rpartition('.')[2]}`" for o in own[k["name"]])] for k in kinds])
    found = {}
    for kind in kinds:
        for key in own[kind["name"]]:
            what = (key["name"].rpartition(".")[2], words(key) + (", required" if key["required"] else ""), key["unit"] or "", key["title"])
            found.setdefault(what, []).append(kind["name"].partition(".")[2])
    rows = [[f"`{k}`", value, unit, " ".join(f"`{o}`" for o in of), doc] for (k, value, unit, doc), of in found.items()]
    rows += [[f"`{k['name'].rpartition('.')[2]}`", words(k) + (", required" if k["required"] else ""), k["unit"], "all", k["title"]]
             for k in keys if re.fullmatch(name + r"\.\*\.[\w-]+", k["name"])]
    return first + ("\n\n" + table(["key", "value", "unit", "of", "meaning"], rows) if rows else "")


def filled(page, keys):
    def fill(found):
        name = found.group(2)
        made = section(keys, name) if name in ELEMENTS else flat(keys, "" if name == "a file" else name)
        return f"{found.group(1)}\n{made}\n{found.group(3)}"

    return re.sub(r"(<!-- keys of (.+?) -->)\n.*?\n?(<!-- end -->)", fill, page, flags=re.S)


# ---- examples -------------------------------------------------------------------------------------------

def sections(text):
    """Top keys of a file with their lines."""
    found = {}
    for line in text.splitlines():
        if re.match(r"[a-z]", line):
            key = line.partition(":")[0]
            found[key] = [line]
        elif line.strip() and not line.startswith("#"):
            found[key].append(line)
    return found


def name_of(line):
    return line.strip().partition(":")[0].strip()


def with_line(frame, key, head, line):
    """The frame with one line of a section, or one key (line: None)."""
    made = {k: list(v) for k, v in frame.items()}
    if line is None:
        made[key] = [head]
    else:
        kept = [old for old in made.get(key, [key + ":"]) if name_of(old) != name_of(line)]
        made[key] = kept + [line]
    return "\n".join("\n".join(lines) for lines in made.values()) + "\n"


def examples(page):
    """Section, line and whole file of each."""
    blocks = re.findall(r"^```yaml\n# (planar|spatial)(.*?)\n(.*?)^```$", page, re.M | re.S)
    frames = {dimension: sections(text) for dimension, rest, text in blocks if "frame" in rest}
    for dimension, rest, text in blocks:
        if "frame" in rest:
            yield "frame", dimension, text
            continue
        for key, (head, *lines) in sections(text).items():
            if not lines:
                yield key, head, with_line(frames[dimension], key, head, None)
            for line in lines:
                yield key, line, with_line(frames[dimension], key, head, line)


def wrong_examples(program, page, keys):
    used = set()
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "example.yaml")
        for key, line, text in examples(page):
            with open(file, "w") as out:
                out.write(text)
            used |= {(key, word) for word in re.findall(r"([\w-]+):", line)} | {("", key)}
            done = subprocess.run([program, "describe", file], capture_output=True, text=True)
            if done.returncode:
                yield f"{key}: {line.strip()}: {done.stderr.strip()}"
                continue
            done = subprocess.run([program, "run", "--problem", file, "--solver", SOLVER, "--t-end", "1e-3", "--no-timing", "--out", "-"],
                                  capture_output=True, text=True, cwd=folder)
            record = json.loads(done.stdout) if done.returncode == 0 and done.stdout else {}
            if record.get("status") != "ok":
                yield f"{key}: {line.strip()}: does not run: {record.get('reason') or done.stderr.strip()}"
    for k in keys:
        name, _, kind = k["name"].partition(".")
        if name in ELEMENTS[:-1] and re.fullmatch(r"[\w-]+", kind) and (name, kind) not in used:
            yield f"{k['name']} has no example"
        if not kind and ("", name) not in used and name not in ("mechanism", "format", "dimension"):
            yield f"{name} has no example"


def main():
    job, program = sys.argv[1:]
    program = os.path.abspath(program)
    keys = json.loads(subprocess.run([program, "list", "format", "--json"], check=True, capture_output=True, text=True).stdout)
    with open(PAGE, encoding="utf-8") as file:
        page = file.read()
    made = filled(page, keys)
    if job == "write":
        with open(PAGE, "w", encoding="utf-8") as file:
            file.write(made)
        return 0
    wrong = list(wrong_examples(program, page, keys))
    if made != page:
        wrong.append("its tables are not those of the program; python3 docs/mechanism_format.py write build/mbsbench")
    for text in wrong:
        print(f"docs/mechanism-format.md: {text}", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
