#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""docs/, README and what the program says of itself as a site: pages in a folder that need no server and no network.

    build.py PROGRAM FOLDER

The pages are staged as they lie in the repository, with generated ones beside them (generated.py), and set by Sphinx with
MyST (conf.py).  Exit status 1 when a page is set with a warning or a link is broken; FOLDER is then as it was.  Exit status
77 where Sphinx or MyST is not installed."""
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

import generated
import links

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
TOP = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "ERRATA.md")


def pages():
    """Their paths from the root."""
    return list(TOP) + sorted(os.path.relpath(path, ROOT) for folder in ("", "tutorial", "theory")
                              for path in glob.glob(os.path.join(ROOT, "docs", folder, "*.md")))


def copy(stage, path):
    os.makedirs(os.path.dirname(os.path.join(stage, path)), exist_ok=True)
    shutil.copyfile(os.path.join(ROOT, path), os.path.join(stage, path))


def staged(stage):
    """Pages, and the files that they link to."""
    for page in pages():
        with open(os.path.join(ROOT, page), encoding="utf-8") as file:
            text = file.read()
        generated.put(stage, page, re.sub(r"^```math$", "```{math}", text, flags=re.M))
        text = re.sub(r"^```.*?^```|`[^`\n]*`", "", text, flags=re.M | re.S)
        for target in re.findall(r"\]\(([^)\s#]+)", text):
            path = os.path.normpath(os.path.join(os.path.dirname(page), target))
            if not target.endswith(".md") and os.path.isfile(os.path.join(ROOT, path)):
                copy(stage, path)
    shutil.copyfile(os.path.join(HERE, "index.md"), os.path.join(stage, "index.md"))
    # the first page has the program's name
    with open(os.path.join(stage, "README.md"), encoding="utf-8") as file:
        generated.put(stage, "README.md", file.read().replace("# mbsbench\n", "# README: results, studies, use\n", 1))


def installed():
    """Whether the Python of sphinx-build, which need not be this one, has MyST."""
    sphinx = shutil.which("sphinx-build")
    if not sphinx:
        return False
    with open(sphinx, encoding="utf-8") as file:
        python = file.readline().removeprefix("#!").split()
    return subprocess.run([*python, "-c", "import myst_parser"], capture_output=True).returncode == 0


def main():
    if not installed():
        print("site: Sphinx and MyST make it, and are not installed: ./dev install site", file=sys.stderr)
        sys.exit(77)
    program, out = map(os.path.abspath, sys.argv[1:])
    with tempfile.TemporaryDirectory(prefix="mbsbench-site-") as folder:
        stage, made = os.path.join(folder, "pages"), os.path.join(folder, "made")
        os.mkdir(stage)
        staged(stage)
        generated.write(stage, program, ROOT)
        done = subprocess.run(["sphinx-build", "-b", "html", "-q", "-W", "--keep-going", "-c", HERE, "-d", os.path.join(folder, "trees"),
                               stage, made])
        if done.returncode:
            sys.exit("site: Sphinx warns; pages stand where they stand in the repository")
        os.remove(os.path.join(made, ".buildinfo"))
        broken = list(links.wrong(made))
        if broken:
            sys.exit("\n".join(broken) + f"\nsite: {len(broken)} broken links")
        if os.path.exists(out):
            shutil.rmtree(out)
        shutil.copytree(made, out)
    print(f"site: {len(glob.glob(os.path.join(out, '**', '*.html'), recursive=True))} pages in {os.path.relpath(out)}: open {os.path.relpath(out)}/index.html")


main()
