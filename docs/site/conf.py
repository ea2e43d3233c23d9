# SPDX-License-Identifier: MIT
"""What Sphinx makes of the staged pages (build.py): a site that needs no server and nothing from elsewhere.

Formulas become MathML by docutils, so that no script and no font is shipped for them."""
import os
import re

from docutils import nodes
from docutils.utils.math import latex2mathml

HERE = os.path.dirname(os.path.abspath(__file__))

project = "mbsbench"
extensions = ["myst_parser"]
myst_enable_extensions = ["dollarmath", "deflist"]
myst_heading_anchors = 4
# q' is a rate
smartquotes = False
# JSON with dots in it is no JSON
suppress_warnings = ["misc.highlighting_failure"]

html_theme = "basic"
templates_path = [os.path.join(HERE, "templates")]
html_static_path = [os.path.join(HERE, "static")]
html_css_files = ["site.css"]
html_title = "mbsbench"
html_use_index = False
html_domain_indices = False
html_copy_source = False
html_permalinks_icon = "#"
# a page from a file may not read others: results are titles
html_show_search_summary = False


def mathml(text, block):
    """An expression of LaTeX as MathML; what docutils does not know is put in words that it does."""
    text = re.sub(r"\\mathrel\{(.)\}", r"\1", text)
    text = re.sub(r"\\(t?frac)\s*(\w)\s*(\w)", r"\\\1{\2}{\3}", text)
    text = re.sub(r"\\(?:d?dot|bar|hat|tilde|widetilde)\s*(?:\{[^{}]*\}|\\[a-zA-Z]+|\w)", r"{\g<0>{}}", text)
    if block:
        text = re.sub(r"^\s*\\begin\{aligned\}(.*)\\end\{aligned\}\s*([.,]?)\s*$", r"\1\2", text, flags=re.S)
    return re.sub(r">\s+<", "><", latex2mathml.tex2mathml(text, not block))


def put(block):
    def visit(writer, node):
        try:
            writer.body.append(mathml(node.astext(), block))
        except (SyntaxError, AttributeError) as error:
            raise ValueError(f"{writer.builder.current_docname}: {node.astext()}: {error}") from error
        raise nodes.SkipNode

    return visit


def setup(app):
    app.add_html_math_renderer("mathml", (put(False), None), (put(True), None))
    app.config.html_math_renderer = "mathml"
