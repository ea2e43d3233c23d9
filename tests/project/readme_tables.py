#!/usr/bin/env python3
"""The tables of README.md: problems and solvers from `mbsbench list`, answer and verdicts from records.

readme_tables.py PROGRAM README        exit 1 when the README's tables are not what the program lists
readme_tables.py PROGRAM README write  puts the listed tables between the markers; the verdicts of the shipped
                                       studies where build/results/studies.jsonl holds their records, and how
                                       right the solvers of the catalogue are where records.jsonl beside it does
"""
import collections
import csv
import json
import os
import re
import subprocess
import sys
import tempfile

program, path = sys.argv[1:3]


def listed(what):
    return json.loads(subprocess.run([program, "list", what, "--json"], check=True,
                                     capture_output=True, text=True).stdout)


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(str(c) for c in row) + " |" for row in rows])


def parameters(entry):
    def one(p):
        value = "required" if p["required"] else "unset" if p["default"] is None else p["default"]
        return f"{p['name']} ({value:g})" if isinstance(value, float) else f"{p['name']} ({value})"
    return ", ".join(one(p) for p in entry.get("parameters", [])) or "—"


def reference(p):
    r = p["reference"]
    return f"up to {r['horizon']:g} s" if r else "—"


tables = {
    "problems": table(
        ["problem", "what it is", "coordinates", "nq / nv / m (rank)", "default run", "parameters (defaults)",
         "reference"],
        [[f"`{p['name']}`", p["title"], p["coordinates"],
          f"{p['nq']} / {p['nv']} / {p['m']} ({p['rank']})", f"{p['t_end']:g} s", parameters(p),
          reference(p)] for p in listed("problems")]),
}
for kind in ("formulations", "integrators", "projections", "linsolvers"):
    tables[kind] = table([kind[:-1], "what it is", "source", "parameters (defaults)"],
                         [[f"`{e['name']}`", e["title"], e.get("source") or "—", parameters(e)]
                          for e in listed(kind)])



def reported(records, name):
    """The rows of a table of mbsbench report."""
    with tempfile.TemporaryDirectory() as out:
        subprocess.run([program, "report", records, "--format", "csv", "--out", out], check=True,
                       stderr=subprocess.DEVNULL)
        with open(os.path.join(out, "tables", name), encoding="utf-8") as file:
            return list(csv.DictReader(file))


def verdicts(records):
    """Claims of each shipped study by what they are about and by their verdicts.  CPU times stand with the machine
    and the day of their records."""
    rows = [row for row in reported(records, "claims.csv") if row["finding"] == "no"]
    count = collections.Counter((row["study"], row["class"], row["verdict"]) for row in rows)
    words = ("reproduced", "depends", "deviates", "contradicted", "not testable")
    classes = {"number": "numbers", "ordering": "orderings and trends", "qualitative": "qualitative",
               "cpu": "CPU time"}

    def about(study, kind):
        machines = sorted({row["machine"] for row in rows
                           if (row["study"], row["class"]) == (study, kind) and row["machine"]})
        return classes[kind] + (": " + "; ".join(machines) if machines else "")

    def line(head, kinds, name):
        numbers = [sum(count[name, kind, word] for kind in kinds) for word in words]
        return [*head, sum(numbers), *numbers]

    lines = []
    for study in listed("studies"):
        name = study["name"]
        kinds = [kind for kind in classes if any(count[name, kind, word] for word in words)]
        if kinds:
            lines.append(line([f"`{name}`", study["title"]], [kind for kind in kinds if kind != "cpu"], name))
        lines += [line(["", about(name, kind)], [kind], name) for kind in kinds]
    return table(["study", "what the claims are about", "claims", *words], lines)


def answer(records):
    """How right the solvers that the catalogue runs on every mechanism are."""
    rows = [row for row in reported(records, "solvers.csv") if row["study"] == "catalogue" and row["set"] == "1"]

    def number(text, form=".2g"):
        return f"{float(text):{form}}" if text else "—"

    return table(["rank", "solver", "finished", "right to 1e-2", "1e-4", "1e-6", "did not finish on",
                  "finished without a class on", "gap, median", "largest", "drift, median", "largest", "CPU ratio"],
                 [[row["rank"], f"`{row['solver']}`", f"{row['finished']} of {row['mechanisms']}",
                   *(row[c] or "—" for c in ("right_1e-2", "right_1e-4", "right_1e-6")),
                   row["unfinished"] if row["not_applicable"] == "none" else
                   f"{row['unfinished']}; does not fit {row['not_applicable']}", row["no_class"],
                   *(number(row[c]) for c in ("gap_median", "gap_max", "drift_median", "drift_max")),
                   number(row["ratio"], ".2f")] for row in rows])


results = os.path.join(os.path.dirname(os.path.abspath(path)), "build", "results")
for name, file, make in (("verdicts", "studies.jsonl", verdicts), ("answer", "records.jsonl", answer)):
    if len(sys.argv) > 3 and os.path.exists(os.path.join(results, file)):
        tables[name] = make(os.path.join(results, file))

text = open(path, encoding="utf-8").read()
new = text
for name, content in tables.items():
    marker = re.compile(rf"(<!-- {name} -->\n).*?(<!-- end -->)", re.S)
    if not marker.search(new):
        sys.exit(f"readme_tables: {path} has no place for the table of {name}")
    new = marker.sub(lambda m: m.group(1) + content + "\n" + m.group(2), new)
if len(sys.argv) > 3:
    open(path, "w", encoding="utf-8").write(new)
elif new != text:
    sys.exit(f"readme_tables: the tables of {path} are not what the program lists; run ./dev readme")
