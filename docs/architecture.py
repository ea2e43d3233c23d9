#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The picture of docs/architecture.md, docs/architecture.svg, from what the build declares.

architecture.py write   draws it anew
architecture.py check   exit 1 when the picture is not the present one, when a file includes one of a folder that its
                        own folder does not depend on in meson.build, or one of a room behind its own: meson.build
                        lists the rooms of a folder from the general to the particular.  Headers in the folder itself
                        are its contract, below all rooms, its sources stand above them.

Boxes are the top folders with a library, and bench's program, with their rooms in that order; arrows are the
dependencies that their meson.build files declare, without those that follow from others.  The words in a box come from
the table of folders in docs/architecture.md."""
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PICTURE = os.path.join(ROOT, "docs", "architecture.svg")
WIDTH, LINE, GAP = 660, 18, 42  # of a box, a line of text, between layers [px]


def read(*path):
    with open(os.path.join(ROOT, *path), encoding="utf-8") as file:
        return file.read()


def words(text, name):
    """The words of `name: x` or `name: [x, y]`, or of `name = [x, y]`, in a text of meson."""
    found = re.search(name + r"\s*[:=]\s*(?:\[([^\]]*)\]|(\w+))", text)
    return re.findall(r"\w+", found.group(1) or found.group(2)) if found else []


def declared():
    """Of each top folder with a library, in the order of meson.build: the names that it depends on."""
    libraries = {}
    for folder in re.findall(r"^subdir\('(\w+)'\)", read("meson.build"), re.M):
        text = read(folder, "meson.build")
        own = re.search(rf"^{folder} = declare_dependency\(([^()]*)\)", text, re.M)
        if own:
            names = words(own.group(1), "dependencies")
            libraries[folder] = [n for name in names for n in words(text, rf"\b{name}") or [name]]
    return libraries


def reach(libraries, folder):
    """All folders that one depends on, by way of others too."""
    direct = [n for n in libraries[folder] if n in libraries]
    return set(direct).union(*(reach(libraries, n) for n in direct))


def includes():
    """(file, file that it includes) of all sources in folders with a library."""
    for folder in declared():
        for path, _, files in os.walk(os.path.join(ROOT, folder)):
            for name in sorted(files):
                if name.endswith((".c", ".h")):
                    file = os.path.relpath(os.path.join(path, name), ROOT)
                    for target in re.findall(r'^#include "(\w+/[\w/.]+)"', read(file), re.M):
                        yield file, target


def rooms(folder):
    """The rooms of a folder, from the general to the particular, as the loops of its meson.build list them."""
    if not os.path.exists(os.path.join(ROOT, folder, "meson.build")):
        return []
    text = read(folder, "meson.build")
    loops = re.findall(r"^foreach \w+ : \[([^\]]*)\]\n  subdir\(", text, re.M)
    return [room for loop in loops for room in re.findall(r"'(\w+)'", loop)]


def backwards(file, target, folder):
    """Whether file, in folder, includes a file there that stands above it."""
    order = rooms(folder)

    def height(path):
        room, *rest = path[len(folder) + 1:].split("/")
        return order.index(room) if rest else len(order) if path.endswith(".c") else -1

    if not order or not target.startswith(folder + "/"):
        return False
    if height(file) == height(target) >= 0:
        return backwards(file, target, folder + "/" + file[len(folder) + 1:].split("/")[0])
    return height(file) < height(target)


def sentences():
    """Of each folder, what the table of docs/architecture.md says that it is for."""
    rows = re.findall(r"^\| `([\w/]+)/` \| ([^|]*) \|", read("docs", "architecture.md"), re.M)
    return dict(rows)


def layers(libraries):
    """Folders by the longest way down to one without dependencies, the highest first."""
    depth = {}
    for folder in libraries:
        depth[folder] = 1 + max((depth[n] for n in libraries[folder] if n in depth), default=-1)
    return [[f for f in libraries if depth[f] == d] for d in sorted(set(depth.values()), reverse=True)]


def wrap(text, most):
    lines = [""]
    for word in text.split():
        if len(lines[-1]) + len(word) + 1 > most and lines[-1]:
            lines.append("")
        lines[-1] = (lines[-1] + " " + word).strip()
    return lines


def escape(text):
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("`", "")


def draw(libraries):
    say = sentences()
    rows = layers(libraries)
    out, box, y = [], {}, 20
    for row in rows:
        width = (WIDTH - 20 * (len(row) - 1)) / len(row)
        text = {}
        for folder in row:
            outside = [n for n in libraries[folder] if n not in libraries and n != "libm"]
            text[folder] = [(line, "") for line in wrap(say.get(folder, ""), int(width / 7))]
            text[folder] += [(line, "room") for line in wrap("rooms: " + ", ".join(rooms(folder)), int(width / 7))] \
                if rooms(folder) else []
            text[folder] += [(line, "room") for line in wrap("uses " + ", ".join(outside),
                                                             int(width / 7))] if outside else []
        height = 34 + LINE * max(len(t) for t in text.values())
        for i, folder in enumerate(row):
            x = 20 + i * (width + 20)
            box[folder] = (x, y, width, height)
            out.append(f'<rect x="{x:g}" y="{y}" width="{width:g}" height="{height}" rx="4"/>')
            out.append(f'<text class="name" x="{x + 12:g}" y="{y + 22}">{folder}/</text>')
            out += [f'<text{f" class={chr(34)}{kind}{chr(34)}" if kind else ""} x="{x + 12:g}" '
                    f'y="{y + 42 + LINE * k}">{escape(line)}</text>' for k, (line, kind) in enumerate(text[folder])]
        y += height + GAP
    height, side = y - GAP + 20, 0
    level = {folder: k for k, row in enumerate(rows) for folder in row}
    for folder, names in libraries.items():
        direct = [n for n in names if n in libraries]
        for name in direct:
            if any(name in reach(libraries, other) for other in direct if other != name):
                continue  # it follows
            x, top, width, tall = box[folder]
            to_x, to_top, to_width, to_tall = box[name]
            if level[name] == level[folder] + 1:
                middle = x + width / 2 if width < to_width else to_x + to_width / 2
                out.append(f'<path d="M{middle:g} {top + tall} V{to_top - 2}"/>')
            else:  # past other boxes, on the right
                side += 14
                right = 20 + WIDTH + side
                out.append(f'<path d="M{x + width:g} {top + tall / 2:g} H{right:g} V{to_top + to_tall / 2:g} '
                           f'H{to_x + to_width + 2:g}"/>')
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH + 60 + side} {height}" '
        f'width="{WIDTH + 60 + side}" height="{height}" font-family="sans-serif" font-size="13">',
        "<!-- made by docs/architecture.py -->",
        "<style>rect{fill:#f3f5f8;stroke:#44546a}path{fill:none;stroke:#44546a;stroke-width:1.5;"
        "marker-end:url(#to)}.name{font-weight:bold;font-size:15px}.room{fill:#44546a}</style>",
        '<marker id="to" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="8" markerHeight="8" orient="auto">'
        '<polygon points="0,0 10,5 0,10" fill="#44546a"/></marker>',
        f'<polygon points="0,0 {WIDTH + 60 + side},0 {WIDTH + 60 + side},{height} 0,{height}" fill="#ffffff"/>',
        *out, "</svg>", ""])


def main():
    if sys.argv[1:] not in (["write"], ["check"]):
        sys.exit(__doc__)
    libraries = declared()
    picture = draw(libraries)
    if sys.argv[1] == "write":
        with open(PICTURE, "w", encoding="utf-8") as file:
            file.write(picture)
    elif not os.path.exists(PICTURE) or read("docs", "architecture.svg") != picture:
        sys.exit("architecture: docs/architecture.svg is not the present one; run docs/architecture.py write")
    wrong = []
    for file, target in includes():
        own, other = file.split("/")[0], target.split("/")[0]
        if own != other and other in libraries and other not in reach(libraries, own):
            wrong.append(f"{file} includes {other}/, on which {own}/ does not depend")
        elif own == other and os.path.exists(os.path.join(ROOT, target)) and backwards(file, target, own):
            wrong.append(f"{file} includes {target}, of a room behind its own")
    if wrong:
        sys.exit("architecture: against the order of rooms in meson.build:\n  " + "\n  ".join(wrong))


main()
