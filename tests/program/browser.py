# SPDX-License-Identifier: MIT
"""A real browser without a window, driven over Chromium's DevTools protocol: JSON through a pair of pipes."""
import base64
import itertools
import json
import os
import pathlib
import select
import shutil
import subprocess
import tempfile
import time

PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
WAIT = 120  # [s] on a busy machine


def found():
    """The path of a browser, None where none is installed."""
    return next(filter(None, map(shutil.which, PROGRAMS)), None)


class Browser:
    """One tab.  `said`: what went to the console, and errors that no script caught."""

    def __init__(self, program, width=1280, height=900):
        self.folder = tempfile.TemporaryDirectory()
        self.said = []
        self.number = itertools.count(1)
        self.rest = b""
        read, child_write = os.pipe()
        child_read, self.to = os.pipe()
        self.of = read
        self.process = subprocess.Popen(
            ["sh", "-c", f'exec "$@" 3<&{child_read} 4>&{child_write}', "sh", program, "--headless=new", "--no-sandbox",
             "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--disable-extensions", "--disable-background-networking",
             "--hide-scrollbars", "--remote-debugging-pipe", f"--user-data-dir={self.folder.name}", "about:blank"],
            pass_fds=(child_read, child_write), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(child_read)
        os.close(child_write)
        self.session = None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")
        self.size(width, height)

    def close(self):
        os.close(self.to)
        try:
            self.process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.of)
        self.folder.cleanup()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def message(self):
        end = time.monotonic() + WAIT
        while b"\0" not in self.rest:
            ready, _, _ = select.select([self.of], [], [], max(0, end - time.monotonic()))
            part = os.read(self.of, 1 << 20) if ready else b""
            if not part:
                raise TimeoutError("the browser says nothing more")
            self.rest += part
        text, self.rest = self.rest.split(b"\0", 1)
        message = json.loads(text)
        what, told = message.get("method"), message.get("params", {})
        if what == "Runtime.consoleAPICalled":
            self.said.append(" ".join(str(a.get("value", a.get("description"))) for a in told["args"]))
        elif what == "Runtime.exceptionThrown":
            details = told["exceptionDetails"]
            self.said.append(details.get("exception", {}).get("description", details["text"]))
        elif what == "Log.entryAdded":
            self.said.append(f"{told['entry']['text']} {told['entry'].get('url', '')}")
        return message

    def call(self, method, **params):
        number = next(self.number)
        message = {"id": number, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.to, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.message()
            if answer.get("id") == number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]

    def size(self, width, height=900):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def media(self, kind="", **features):
        """Of the screen or "print"; prefers_color_scheme="dark"."""
        self.call("Emulation.setEmulatedMedia", media=kind,
                  features=[{"name": k.replace("_", "-"), "value": v} for k, v in features.items()])

    def scripts(self, run):
        self.call("Emulation.setScriptExecutionDisabled", value=not run)

    def open(self, path, anchor=""):
        """Opens a file; the seconds until it was loaded and laid out."""
        start = time.monotonic()
        self.call("Page.navigate", url=pathlib.Path(path).resolve(strict=True).as_uri() + anchor)
        while self.message().get("method") != "Page.loadEventFired":
            pass
        self.call("Page.getLayoutMetrics")
        return time.monotonic() - start

    def ask(self, script):
        """The value of an expression; promises are awaited."""
        answer = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"].get("exception", {}).get("description", script))
        return answer["result"].get("value")

    def move(self, x, y, kind="mouseMoved", **more):
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, **more)

    def click(self, x, y):
        self.move(x, y)
        for kind in ("mousePressed", "mouseReleased"):
            self.move(x, y, kind, button="left", clickCount=1)

    def key(self, key, **more):
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key, **more)

    def picture(self, path, whole=False):
        data = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole,
                         **({"clip": dict(self.call("Page.getLayoutMetrics")["cssContentSize"], scale=1)} if whole else {}))
        pathlib.Path(path).write_bytes(base64.b64decode(data["data"]))

    def pdf(self, path):
        pathlib.Path(path).write_bytes(base64.b64decode(self.call("Page.printToPDF", preferCSSPageSize=True)["data"]))
