/* SPDX-License-Identifier: MIT */
/* Plays the motion of runs over each other: what is drawn is a scene, where it is are frames, both
 * scripts that are loaded when somebody asks for them. */

const folder = document.currentScript.src.replace(/[^/]*$/, "");
const asked = {};

/* A promise of what the file NAME.js hands over. */
function load(kind, name) {
  const key = kind + " " + name;
  if (!asked[key]) {
    const a = asked[key] = {}, inside = document.querySelector(`script[data-motion="${name}"]`);
    a.promise = new Promise((done, fail) => {
      a.done = done;
      if (inside) { /* of a report of one file */
        window.mbsbench[kind](name, JSON.parse(inside.textContent));
        return;
      }
      const script = document.createElement("script");
      script.src = folder + name + ".js";
      script.onerror = () => fail(new Error("motion/" + name + ".js is not beside this page"));
      document.head.append(script);
    });
  }
  return asked[key].promise;
}

window.mbsbench = {
  scene: (name, value) => asked["scene " + name].done(value),
  run: (name, value) => asked["run " + name].done(decode(value)),
};

function element(name, attributes, ...children) {
  const e = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, value);
  e.append(...children);
  return e;
}

/* ---- what is seen ------------------------------------------------------------------------------ */

/* Box of all points that move, of frames some of which are left out; of a run that has gone astray
 * what is near the others. */
function boxOf(scene, layers) {
  const points = scene.shapes.filter((s) => s.as !== "rail").flatMap((s) =>
    s.at.map((p) => [p, s.radius || (s.s ? Math.sqrt(s.s[0] + s.s[4] + s.s[8]) : 0)]));
  const box = { low: [1e9, 1e9, 1e9], high: [-1e9, -1e9, -1e9] };
  const take = (poses, inside) => points.forEach(([point, radius]) => {
    placed(poses, point).forEach((x, i) => {
      const [low, high] = inside ? [inside.low[i], inside.high[i]] : [-1e9, 1e9];
      box.low[i] = Math.min(box.low[i], Math.max(x - radius, low));
      box.high[i] = Math.max(box.high[i], Math.min(x + radius, high));
    });
  });
  const along = (frames, inside) => {
    for (let k = 0; k <= 60; k++)
      take(posesAt(frames, frames.t[Math.round(k * (frames.t.length - 1) / 60)]), inside);
  };
  const good = layers.filter((l) => !l.astray);
  take(posesAt(scene.still, 0));
  good.forEach((l) => along(l.frames));
  if (good.length < layers.length) {
    const size = 0.4 * Math.hypot(...box.high.map((x, i) => x - box.low[i]));
    const inside = { low: box.low.map((x) => x - size), high: box.high.map((x) => x + size) };
    layers.filter((l) => l.astray).forEach((l) => along(l.frames, inside));
  }
  return box;
}

/* Size of symbols: smaller where bodies are. */
function unitOf(scene, view) {
  const lengths = scene.shapes.filter((s) => s.as === "span").map((s) => {
    const [a, b] = s.at.map((p) => placed(posesAt(scene.still, 0), p));
    return Math.hypot(...a.map((x, i) => x - b[i]));
  });
  const mean = lengths.reduce((a, b) => a + b, 0) / (lengths.length || 1);
  return lengths.length ? Math.min(Math.max(0.09 * mean * view.scale, 1.6), 6) : 5;
}

class Picture {
  constructor(canvas, scene) {
    this.canvas = canvas;
    this.scene = scene;
    this.view = new View(scene);
  }
  /* layers that are ticked, the reference first */
  show(layers) {
    this.layers = layers;
    this.box = boxOf(this.scene, layers);
  }
  draw(time) {
    const canvas = this.canvas, sharp = window.devicePixelRatio || 1;
    const width = canvas.clientWidth, height = canvas.clientHeight, c = canvas.getContext("2d");
    const style = getComputedStyle(canvas), own = this.layers.length === 1;
    if (canvas.width !== Math.round(width * sharp) || canvas.height !== Math.round(height * sharp)) {
      canvas.width = Math.round(width * sharp);
      canvas.height = Math.round(height * sharp);
    }
    c.setTransform(sharp, 0, 0, sharp, 0, 0);
    c.clearRect(0, 0, width, height);
    c.lineCap = c.lineJoin = "round";
    this.view.fit(this.box, width, height);
    for (const layer of this.layers) {
      const over = time > last(layer.frames) * (1 + 1e-9);
      if (over && layer.reference) continue; /* it is not known any more */
      const pencil = new Pencil({
        c, view: this.view, scene: this.scene, u: unitOf(this.scene, this.view),
        layer: {
          frames: layer.frames, traced: own || layer === this.layers[0], dash: own ? [] : layer.dash,
          colour: own ? "" : style.getPropertyValue(layer.colour).trim(),
        },
        poses: posesAt(layer.frames, time), ink: "#6d7682", paper: style.backgroundColor,
      });
      c.globalAlpha = over ? 0.3 : layer.reference && !own ? 0.45 : own ? 1 : 0.8;
      for (const s of this.scene.shapes)
        if (own || layer === this.layers[0] || !/^(support|rail)$/.test(s.as)) pencil.draw(s);
    }
    c.globalAlpha = 1;
    if (this.scene.spatial) this.drawAxes(c, height, style.color);
  }
  drawAxes(c, height, colour) {
    c.strokeStyle = c.fillStyle = colour;
    c.font = "11px sans-serif";
    c.lineWidth = 1;
    ["x", "y", "z"].forEach((name, i) => {
      const [x, y] = this.view.direction([0, 1, 2].map((k) => k === i ? 1 : 0));
      c.beginPath();
      c.moveTo(34, height - 34);
      c.lineTo(34 + 20 * x, height - 34 + 20 * y);
      c.stroke();
      c.fillText(name, 31 + 28 * x, height - 30 + 28 * y);
    });
  }
}

/* ---- a player ---------------------------------------------------------------------------------- */

/* Of layers of one colour: what tells the second from the first, and so on. */
const dashes = [[], [14, 9], [3, 8], [16, 8, 3, 8]], styles = ["solid", "dashed", "dotted", "double"];

/* 1, 2 or 5 times a power of ten, at most x. */
function rounded(x) {
  const power = 10 ** Math.floor(Math.log10(x));
  return power * (x >= 5 * power ? 5 : x >= 2 * power ? 2 : 1);
}

class Player {
  constructor(root) {
    this.root = root;
    this.time = 0;
    this.playing = false;
    this.layers = [...root.querySelectorAll("[data-run]")].map((item) => ({
      item, key: item.dataset.run, colour: "--c" + item.dataset.colour,
      reference: item.dataset.run === "reference", astray: item.dataset.good !== "yes",
    }));
    this.open = element("button", { type: "button", class: "player-open" }, "▶ Play the motion");
    this.open.addEventListener("click", () => this.start());
    root.querySelector("img").after(this.open);
  }

  async start() {
    this.open.disabled = true;
    try {
      this.scene = await load("scene", this.root.dataset.scene);
      this.scene.still = stillFrames(this.scene);
      this.build();
      await this.tick();
      if (!matchMedia("(prefers-reduced-motion: reduce)").matches) this.play(true);
    } catch (error) {
      this.open.replaceWith(element("p", { class: "warning" }, error.message));
    }
  }

  build() {
    const canvas = element("canvas", {
      tabindex: 0, role: "img",
      "aria-label": "Motion of " + this.scene.name + ": space plays and pauses, left and right arrows " +
        "step in time, with shift all arrows turn the view, plus and minus zoom, 0 restores it",
    });
    this.canvas = canvas;
    this.picture = new Picture(canvas, this.scene);
    this.button = element("button", { type: "button", "aria-label": "play" }, "▶");
    this.slider = element("input", { type: "range", min: 0, max: 1, step: "any", value: 0,
      "aria-label": "time" });
    this.readout = element("output", {});
    this.speed = element("select", { "aria-label": "speed" });
    this.button.addEventListener("click", () => this.play(!this.playing));
    this.slider.addEventListener("input", () => this.go(+this.slider.value));
    this.open.replaceWith(element("div", { class: "player-bar" }, this.button, this.slider,
      this.readout, this.speed));
    this.root.querySelector("img").replaceWith(canvas);
    for (const layer of this.layers) {
      layer.box = element("input", { type: "checkbox" });
      layer.box.checked = "first" in layer.item.dataset;
      layer.box.addEventListener("change", () => this.tick());
      layer.item.replaceChildren(element("label", {}, layer.box,
        layer.swatch = element("span", { class: "swatch", style: `border-color:var(${layer.colour})` }),
        ...layer.item.childNodes));
    }
    this.root.querySelector(".player-runs").hidden = false;
    this.root.classList.add("open");
    listen(canvas, this);
    listenCharts(this);
    new ResizeObserver(() => this.draw()).observe(canvas);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.draw());
  }

  /* Shows the layers that are ticked, once they are there. */
  async tick() {
    const ticked = this.layers.filter((l) => l.box.checked);
    for (const l of ticked)
      l.frames = l.frames || (l.reference ? this.scene.reference && decode(this.scene.reference)
        : await load("run", l.key));
    const seen = this.layers.filter((l) => l.box.checked && l.frames);
    seen.forEach((l, i) => {
      const like = seen.slice(0, i).filter((m) => m.colour === l.colour).length % dashes.length;
      l.dash = dashes[like];
      l.swatch.style.borderTopStyle = styles[like];
    });
    if (seen.length === 0) seen.push({ frames: this.scene.still, colour: "--c0", dash: [], astray: false });
    this.picture.show(seen);
    this.end = Math.max(...seen.map((l) => last(l.frames)), 1e-9);
    this.slider.max = this.end;
    if (!this.speed.options.length) this.offerSpeeds();
    this.go(Math.min(this.time, this.end));
  }

  /* Slow or fast enough that all of it takes some ten seconds. */
  offerSpeeds() {
    const usual = this.end > 6 && this.end < 30 ? 1 : rounded(this.end / 6);
    for (const factor of [0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10]) {
      const option = element("option", { value: usual * factor }, +(usual * factor).toPrecision(3) + "×");
      option.selected = factor === 1;
      this.speed.append(option);
    }
  }

  play(on) {
    const restart = on && this.time >= this.end;
    this.playing = on;
    this.button.textContent = on ? "❚❚" : "▶";
    this.button.setAttribute("aria-label", on ? "pause" : "play");
    if (restart) this.time = 0;
    this.before = null;
    if (on) requestAnimationFrame((now) => this.step(now));
  }

  step(now) {
    if (!this.playing) return;
    const passed = this.before === null ? 0 : (now - this.before) / 1000;
    this.before = now;
    this.go(this.time + passed * +this.speed.value);
    if (this.time >= this.end) this.play(false);
    else requestAnimationFrame((next) => this.step(next));
  }

  /* Stands still at a time. */
  show(time) {
    this.play(false);
    this.go(time);
  }

  go(time) {
    this.time = Math.min(Math.max(time, 0), this.end);
    this.slider.value = this.time;
    this.readout.textContent = "t = " + this.time.toFixed(Math.max(0, 3 - Math.floor(Math.log10(this.end)))) + " s";
    moveCursors(this.root.dataset.charts, this.time);
    this.draw();
  }

  draw() {
    if (this.picture.layers) this.picture.draw(this.time);
  }
}

/* The position put together, as frames of one time. */
function stillFrames(scene) {
  const each = scene.spatial ? 7 : 3, x = Float32Array.from(scene.start.slice(1));
  return { t: [0], x, each, width: x.length, bodies: x.length / each, spatial: scene.spatial };
}
