#!/usr/bin/env python3
"""The tables of README.md: problems and solvers from `mbsbench list`, answer and verdicts from records.

readme_tables.py PROGRAM README        exit 1 when the README's tables are not what the program lists
readme_tables.py PROGRAM README write  puts the listed tables between the markers; the verdicts of the shipped
                                       studies where build/results/studies.jsonl holds their records, and the
                                       answer of the catalogue where records.jsonl beside it does
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
    """The solvers of the catalogue at equal precision, in the order for 1e-4, and which to take for what."""
    def number(text, form):
        return f"{float(text):{form}}" if text else "—"

    def ratio(text):
        return number(text, ".1f" if text and float(text) < 9.95 else ".0f")

    rows = [row for row in reported(records, "ranking.csv") if row["study"] == "catalogue"]
    at = {(row["class"], row["solver"]): row for row in rows}
    lines = []
    for row in (row for row in rows if row["class"] == "1e-4"):
        coarse, fine = (at[level, row["solver"]] for level in ("1e-2", "1e-6"))
        lines.append([row["rank"] or "—", f"`{row['solver']}`", f"{row['right']} of {row['mechanisms']}",
                      ratio(row["ratio_median"]),
                      f"{ratio(row['ratio_worst'])} ({row['worst_at']})" if row["ratio_worst"] else "—",
                      row["lost"], *(cell for r in (coarse, fine) for cell in (r["right"], ratio(r["ratio_median"])))])
    kinds = [[row["question"], row["mechanisms"],
              *(f"`{row[k]}` ({row[k + '_right']}; {ratio(row[k + '_ratio'])})" if row[k] else "—"
                for k in ("first", "second", "third"))]
             for row in reported(records, "kinds.csv") if row["study"] == "catalogue" and row["class"] == "1e-4"]
    return table(["rank", "solver", "right to 1e-4", "CPU ratio, median", "worst", "not right on", "right to 1e-2",
                  "CPU ratio", "right to 1e-6", "CPU ratio"], lines) + \
        "\n\n" + table(["for", "mechanisms", "take", "or", "or"], kinds)


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
