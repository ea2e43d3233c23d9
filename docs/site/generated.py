# SPDX-License-Identifier: MIT
"""Pages that the program itself has: the catalogue with its drawings, a page a command, the parts of solvers."""
import json
import os
import re
import subprocess

KINDS = ("formulations", "integrators", "projections", "linsolvers")


def said(program, *words):
    return subprocess.run([program, *words], check=True, capture_output=True, text=True).stdout


def put(stage, path, text):
    path = os.path.join(stage, path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def fenced(language, text):
    return f"```{language}\n{text.rstrip()}\n```\n"


def tree(pages, more=""):
    return "```{toctree}\n" + more + "\n".join(pages) + "\n```\n"


def plain(text):
    """Words as Markdown that shows them as they are."""
    return re.sub(r"([\\`*_\[\]<>|$#])", r"\\\1", text)


# ---- manual pages: the macros that `--man` writes ---------------------------------------------------------

def manual(roff):
    """A manual page as Markdown; what stands behind .TP is a term and its meaning."""
    page, verbatim, margin, before = [], None, "", ""
    for line in roff.splitlines():
        line = line.replace("\\(aq", "'").replace("\\-", "-")
        macro, _, rest = line.partition(" ")
        if macro == ".fi":
            page.append(fenced("text", "\n".join(verbatim)))
            verbatim = None
        elif verbatim is not None:
            verbatim.append(line)
        elif macro == ".TH":
            page.append("# " + rest.split('"')[1].lower().replace("mbsbench-", "mbsbench ") + "\n")
        elif macro == ".SH":
            margin = ""
            page.append(f"\n## {rest.capitalize()}\n")
        elif macro == ".nf":
            verbatim = []
        elif macro in (".B", ".BR"):
            name = rest.split()[0]
            text = f"`{rest}`" if macro == ".B" else f"[{name}]({name}.md)"
            page.append("\n" + text if before == ".TP" else text)
            margin = ": " if before == ".TP" else ""
        elif macro != ".TP":
            if line.startswith("."):
                raise SystemExit(f"site: a manual page has {macro}, which docs/site/generated.py does not know")
            page.append(margin + plain(line))
            margin = "  " if margin else ""
        before = macro
    return "\n".join(page) + "\n"


def commands(stage, program):
    names = ["mbsbench"]
    page = said(program, "--man")
    names += re.findall(r"^\.BR (\S+) \(1\)", page.replace("\\-", "-"), re.M)
    for name in names:
        put(stage, f"commands/{name}.md", manual(said(program, *name.split("-", 1)[1:], "--man")))
    put(stage, "commands/index.md", "# Commands\n\nWhat `mbsbench COMMAND --help` and `man mbsbench-COMMAND` say.\n\n" +
        tree(names, ":maxdepth: 1\n\n"))


# ---- the catalogue ----------------------------------------------------------------------------------------

def catalogue(stage, program, root):
    problems = json.loads(said(program, "list", "problems", "--json"))
    cells = []
    for problem in problems:
        name, title = problem["name"], problem["title"]
        put(stage, f"catalogue/{name}.svg", said(program, "draw", name))
        with open(os.path.join(root, "problems", "mechanisms", name + ".yaml"), encoding="utf-8") as file:
            source = file.read()
        put(stage, f"catalogue/{name}.md",
            f"# {name}\n\n{plain(title[0].upper() + title[1:])}.\n\n![{plain(title)}]({name}.svg)\n\n## What it is\n\n"
            + fenced("text", said(program, "describe", name)) + "\n## Its file\n\n"
            f"As `mbsbench describe {name} --format yaml` prints it ([the format](../docs/mechanism-format.md)).\n\n" + fenced("yaml", source))
        cells.append(f'<a href="{name}.html"><img src="../_images/{name}.svg" alt="" loading="lazy">{name}</a>')
    put(stage, "catalogue/index.md",
        f"# The catalogue\n\n{len(problems)} mechanisms, each at its start and, faintly, where it passes later. "
        "`mbsbench run --problem NAME` runs one, all of them are `--problem all`.\n\n"
        '<div class="gallery">\n' + "\n".join(cells) + "\n</div>\n\n" + tree([p["name"] for p in problems], ":hidden:\n\n"))


# ---- parts of solvers -------------------------------------------------------------------------------------

def bound(parameter):
    if parameter["choices"]:
        return ", ".join(parameter["choices"].split("|"))
    low, high = parameter["min"], parameter["max"]
    return "" if low is None else f"{'above ' if parameter['above_min'] else ''}{low:g} to {high:g}"


def part(entry):
    text = f"### {entry['name']}\n\n{plain(entry['title'])}."
    if entry.get("source"):
        text += f" {plain(entry['source'])}."
    if entry.get("needs"):
        text += " Needs " + ", ".join(f"`{need}`" for need in entry["needs"]) + "."
    rows = [f"| `{p['name']}` | {'' if p['default'] is None else p['default']} | {plain(p['unit'] or '')} | {bound(p)} | {plain(p['doc'] or '')} |"
            for p in entry.get("parameters", [])]
    if rows:
        text += "\n\n| parameter | default | unit | values | meaning |\n|---|---|---|---|---|\n" + "\n".join(rows)
    return text + "\n\n"


def solvers(stage, program):
    text = ("# Parts of solvers\n\nA solver is `FORMULATION/INTEGRATOR[/PROJECTION[/LINSOLVER]]`, each part `NAME[:p=v,...]`. What each keeps and "
            "drops stands in [theory](docs/theory/README.md), how one of your own is added in [my method](docs/tutorial/3-my-method.md).\n\n")
    for kind in KINDS:
        text += f"## {'Linear solvers' if kind == 'linsolvers' else kind.capitalize()}\n\n" + \
            "".join(map(part, json.loads(said(program, "list", kind, "--json"))))
    put(stage, "solvers.md", text)


def write(stage, program, root):
    commands(stage, program)
    catalogue(stage, program, root)
    solvers(stage, program)
