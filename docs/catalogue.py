#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The mechanisms of the catalogue as one picture, docs/catalogue.svg.

catalogue.py write PROGRAM   draws it anew
catalogue.py check PROGRAM   exit 1 when it does not show the mechanisms that there are"""
import json
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET

PICTURE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "catalogue.svg")
COLUMNS, WIDTH, HEIGHT, CAPTION = 6, 180, 150, 24  # cells [px]
FEW = {"n-four-bar": ":N=4"}  # of many that are alike


def names(program):
    done = subprocess.run([program, "list", "problems", "--json"], check=True, capture_output=True, text=True)
    return sorted(p["name"] for p in json.loads(done.stdout))


def drawn(program, name):
    """Width, height, style and the rest of a drawing, to the tenth of a pixel and without words."""
    text = subprocess.run([program, "draw", name + FEW.get(name, ""), "--names", "none", "--ghosts", "5"], check=True, capture_output=True, text=True).stdout
    width, height = map(int, re.search(r'viewBox="0 0 (\d+) (\d+)"', text).groups())
    style, body = re.search(r"<style>\n(.*?)</style>\n(.*)</svg>", text, re.S).groups()
    body = re.sub(r"<title>.*?</title>\n?|<text.*?</text>\n|<path class=\"frame\".*?/>\n", "", body)
    body = re.sub(r"\d+\.\d\d", lambda x: f"{float(x.group()):.1f}".removesuffix(".0"), body)
    return width, height, style, body


def write(program):
    cells = []
    for i, name in enumerate(names(program)):
        width, height, style, body = drawn(program, name)
        x, y = i % COLUMNS * WIDTH, i // COLUMNS * (HEIGHT + CAPTION)
        cells.append(f'<svg x="{x}" y="{y}" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {width} {height}">\n{body}</svg>\n'
                     f'<text x="{x + WIDTH / 2:g}" y="{y + HEIGHT + 8}" text-anchor="middle">{name}</text>\n')
    rows = -(-len(cells) // COLUMNS)
    with open(PICTURE, "w") as file:
        file.write(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {COLUMNS * WIDTH} {rows * (HEIGHT + CAPTION)}">\n<style>\n{style}'
                   "text{font-size:12px}</style>\n" + "".join(cells) + "</svg>\n")


def main():
    job, program = sys.argv[1], os.path.abspath(sys.argv[2])
    if job == "write":
        write(program)
        return 0
    shown = [t.text for t in ET.parse(PICTURE).getroot().iter("{http://www.w3.org/2000/svg}text")]
    there = names(program)
    if shown != there:
        print(f"docs/catalogue.svg does not show {set(there) ^ set(shown)}; python3 docs/catalogue.py write build/mbsbench", file=sys.stderr)
    return shown != there


if __name__ == "__main__":
    sys.exit(main())
