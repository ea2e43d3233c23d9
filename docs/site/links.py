# SPDX-License-Identifier: MIT
"""Whether every link and every resource of pages in a folder is there, without a server and without the network."""
import os
import sys
from html.parser import HTMLParser
from urllib.parse import unquote, urlsplit


class Page(HTMLParser):
    """Anchors, and what is named: (target, whether the browser loads it by itself, line)."""

    def __init__(self, path):
        super().__init__()
        self.anchors, self.named = set(), []
        with open(path, encoding="utf-8") as file:
            self.feed(file.read())

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        self.anchors.update(filter(None, (attrs.get("id"), attrs.get("name") if tag == "a" else None)))
        for key in ("href", "src", "action"):
            if attrs.get(key):
                self.named.append((attrs[key], key == "src" or tag == "link", self.getpos()[0]))


def wrong(folder):
    """A line for each that is not there."""
    pages = {os.path.join(where, name): None for where, _, names in os.walk(folder) for name in names if name.endswith(".html")}
    for path in pages:
        pages[path] = Page(path)
    for path, page in sorted(pages.items()):
        for target, loaded, line in page.named:
            parts = urlsplit(target)
            at = f"{os.path.relpath(path, folder)}:{line}"
            if parts.scheme or parts.netloc:
                if loaded:
                    yield f"{at}: {target} is loaded from elsewhere"
                continue
            there = os.path.normpath(os.path.join(os.path.dirname(path), unquote(parts.path))) if parts.path else path
            if not os.path.isfile(there):
                yield f"{at}: there is no {target}"
            elif parts.fragment and there in pages and unquote(parts.fragment) not in pages[there].anchors:
                yield f"{at}: {target}: that page has no such heading"
    if not pages:
        yield f"{folder} has no pages"


if __name__ == "__main__":
    found = list(wrong(sys.argv[1]))
    if found:
        sys.exit("\n".join(found) + f"\nsite: {len(found)} broken links")
