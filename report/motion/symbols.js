/* SPDX-License-Identifier: MIT */
/* Shapes of a scene (docs/scene.md) on a canvas. */

const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

class View {
  constructor(scene) {
    this.spatial = scene.spatial;
    this.home = scene.view || [-1.05, 0.42];
    this.reset();
  }
  reset() {
    [this.azimuth, this.elevation] = this.home;
    this.zoom = 1;
    this.pan = [0, 0];
    this.look();
  }
  turn(dx, dy) {
    this.azimuth -= dx;
    this.elevation = Math.min(Math.max(this.elevation + dy, -1.57), 1.57);
    this.look();
  }
  look() {
    const a = this.azimuth, e = this.elevation;
    this.right = this.spatial ? [-Math.sin(a), Math.cos(a), 0] : [1, 0, 0];
    this.up = this.spatial ? [-Math.sin(e) * Math.cos(a), -Math.sin(e) * Math.sin(a), Math.cos(e)]
      : [0, 1, 0];
  }
  /* The box of points to the middle of width x height pixels; in space whatever is turned. */
  fit(box, width, height) {
    const size = [0, 1, 2].map((i) => box.high[i] - box.low[i]), all = 0.8 * Math.hypot(...size);
    const [w, h] = this.spatial ? [all, all] : size;
    this.middle = [0, 1, 2].map((i) => (box.high[i] + box.low[i]) / 2);
    this.scale = this.zoom * Math.min(width / Math.max(w, 0.2 * h), height / Math.max(h, 0.2 * w)) *
      (this.spatial ? 1 : 0.84);
    this.x = width / 2 + this.pan[0];
    this.y = height / 2 + this.pan[1];
  }
  direction(d) {
    return [dot(this.right, d), -dot(this.up, d)];
  }
  spot(p) {
    const [x, y] = this.direction([0, 1, 2].map((i) => p[i] - this.middle[i]));
    return [this.x + this.scale * x, this.y + this.scale * y];
  }
}

/* ---- symbols ------------------------------------------------------------------------------ */

const unit = ([x, y]) => {
  const n = Math.hypot(x, y);
  return n > 1e-9 ? [x / n, y / n] : [1, 0];
};
/* From p along a, and across it to the left. */
const off = (p, a, along, across) =>
  [p[0] + along * a[0] + across * a[1], p[1] + along * a[1] - across * a[0]];

/* Convex hull by Andrew's monotone chain. */
function hullOf(spots) {
  const p = [...spots].sort((a, b) => a[0] - b[0] || a[1] - b[1]), hull = [];
  for (const side of [p, [...p].reverse()]) {
    const start = hull.length;
    for (const c of side) {
      for (let n = hull.length; n >= start + 2; n = hull.length) {
        const [a, b] = [hull[n - 2], hull[n - 1]];
        if ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) > 1e-9) break;
        hull.pop();
      }
      hull.push(c);
    }
    hull.pop();
  }
  return hull;
}

function farthest(spots) {
  let best = [spots[0], spots[0]], most = -1;
  for (const a of spots)
    for (const b of spots)
      if (Math.hypot(a[0] - b[0], a[1] - b[1]) > most) {
        most = Math.hypot(a[0] - b[0], a[1] - b[1]);
        best = [a, b];
      }
  return best;
}

/* A pencil for one layer: a run, or the reference. */
class Pencil {
  /* c: the canvas's context; u: size of symbols [px]; ink, paper: colours of the page. */
  constructor(parts) {
    Object.assign(this, parts);
  }
  spots(points) {
    return points.map((p) => this.view.spot(placed(this.poses, p)));
  }
  direction(d) {
    return this.view.direction(turned(this.poses, d));
  }
  colour(body) {
    return this.layer.colour || this.scene.bodies[body].colour;
  }
  path(spots, closed) {
    this.c.beginPath();
    spots.forEach(([x, y], i) => i ? this.c.lineTo(x, y) : this.c.moveTo(x, y));
    if (closed) this.c.closePath();
  }
  line(spots, colour, width, closed) {
    this.path(spots, closed);
    this.c.strokeStyle = colour;
    this.c.lineWidth = width;
    this.c.stroke();
  }
  rod(spots, colour) {
    this.c.setLineDash(this.layer.dash.map((x) => x * Math.max(this.u / 4, 0.5)));
    this.line(spots, colour, 1.1 * this.u);
    this.c.setLineDash([]);
  }
  area(spots, colour) {
    this.path(spots, true);
    this.fill(colour);
    this.line(spots, colour, 1.6, true);
  }
  fill(colour) {
    const alpha = this.c.globalAlpha;
    this.c.globalAlpha = 0.2 * alpha;
    this.c.fillStyle = colour;
    this.c.fill();
    this.c.globalAlpha = alpha;
  }
  circle([x, y], radius, stroke, fill) {
    this.c.beginPath();
    this.c.arc(x, y, radius, 0, 7);
    if (fill) {
      this.c.fillStyle = fill;
      this.c.fill();
    }
    if (stroke) {
      this.c.strokeStyle = stroke;
      this.c.lineWidth = 1.4;
      this.c.stroke();
    }
  }
  /* A ring of a radius in metres about an axis. */
  ring(s) {
    const n = turned(this.poses, s.along), middle = placed(this.poses, s.at[0]);
    const least = n.map(Math.abs).indexOf(Math.min(...n.map(Math.abs)));
    const a = [0, 1, 2].map((i) => (i === least ? 1 : 0) - n[least] * n[i]), size = Math.hypot(...a);
    const e = a.map((x) => x / size);
    const f = [0, 1, 2].map((i) => n[(i + 1) % 3] * e[(i + 2) % 3] - n[(i + 2) % 3] * e[(i + 1) % 3]);
    return Array.from({ length: 48 }, (_, k) => {
      const [c, q] = [Math.cos(k * Math.PI / 24), Math.sin(k * Math.PI / 24)];
      return this.view.spot(middle.map((x, i) => x + s.radius * (c * e[i] + q * f[i])));
    });
  }
  arrow(from, to, colour) {
    const a = unit([to[0] - from[0], to[1] - from[1]]), h = 1.5 * this.u;
    this.line([from, to], colour, 1.5);
    this.line([off(to, a, -h, 0.6 * h), to, off(to, a, -h, -0.6 * h)], colour, 1.5);
  }
  /* Where a joint has opened: between its places on both bodies. */
  open(spots, s) {
    const [a, b] = s.at.map((p) => placed(this.poses, p));
    if (Math.hypot(...a.map((x, i) => x - b[i])) > 5e-3 * this.scene.size)
      this.line(spots, "#d1242f", 2.4);
  }
  draw(s) {
    const kind = symbols[s.as];
    if (kind) kind(this, s, this.spots(s.at));
  }
}

const pinLike = (inside) => (p, s, spots) => {
  const [at] = spots, along = s.along && p.direction(s.along);
  p.open(spots, s);
  if (p.scene.spatial && along)
    p.line([off(at, along, -4 * p.u, 0), off(at, along, 4 * p.u, 0)], p.ink, 1);
  p.circle(at, p.u, p.layer.colour || p.ink, inside || p.paper);
};

function between(a, b, part, across) {
  const along = [b[0] - a[0], b[1] - a[1]];
  return off(a, unit(along), part * Math.hypot(...along), across);
}

function spring(p, [a, b], across) {
  const spots = [between(a, b, 0.15, across), between(a, b, 0.25, across)];
  for (let i = 0; i < 12; i++)
    spots.push(between(a, b, 0.25 + 0.5 * (i + 0.5) / 12, across + (i % 2 ? -1.3 : 1.3) * p.u));
  spots.push(between(a, b, 0.75, across), between(a, b, 0.85, across));
  p.line(spots, green, 1.3);
}

function damper(p, [a, b], across) {
  const side = 1.1 * p.u, at = (part, by) => between(a, b, part, across + by);
  p.line([at(0.15, 0), at(0.42, 0)], green, 1.3);
  p.line([at(0.65, side), at(0.42, side), at(0.42, -side), at(0.65, -side)], green, 1.3);
  p.line([at(0.52, side), at(0.52, -side)], green, 1.3);
  p.line([at(0.52, 0), at(0.85, 0)], green, 1.3);
}

const lineForce = (...parts) => (p, s, [a, b]) => {
  const apart = parts.length > 1 ? 1.6 * p.u : 0;
  p.line([a, between(a, b, 0.15, 0)], green, 1.3);
  p.line([between(a, b, 0.85, 0), b], green, 1.3);
  if (apart)
    for (const part of [0.15, 0.85])
      p.line([between(a, b, part, -apart), between(a, b, part, apart)], green, 1.3);
  parts.forEach((draw, i) => draw(p, [a, b], i ? -apart : apart));
};

const turning = (colour) => (p, s, [[x, y]]) => {
  const r = 2.4 * p.u, at = (k) =>
    [x + r * Math.cos(1.5 * Math.PI * k / 24 - 1.571), y - r * Math.sin(1.5 * Math.PI * k / 24 - 1.571)];
  p.arrow(at(23), at(24), colour);
  p.line(Array.from({ length: 25 }, (_, k) => at(k)), colour, 1.5);
};
const sliding = (colour) => (p, s, [at]) => {
  const a = unit(p.direction(s.along));
  p.arrow(off(at, a, -3 * p.u, 2.6 * p.u), off(at, a, 3 * p.u, 2.6 * p.u), colour);
};

function hatch(p, a, b) {
  const along = [b[0] - a[0], b[1] - a[1]], n = Math.min(Math.hypot(...along) / (1.1 * p.u), 200);
  p.line([a, b], p.ink, 1.2);
  for (let i = 0; i <= n; i++) {
    const from = between(a, b, i / n, 0);
    p.line([from, off(from, unit(along), -0.9 * p.u, -1.1 * p.u)], p.ink, 0.8);
  }
}

function square(p, at, axis, length, width) {
  const a = unit(axis), corner = (x, y) => off(at, a, x * length * p.u, y * width * p.u);
  const spots = [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
  p.path(spots, true);
  p.c.fillStyle = p.paper;
  p.c.fill();
  p.line(spots, p.layer.colour || p.ink, 1.4, true);
}

const green = "#2f9a6b", red = "#d1495b";
const symbols = {
  trace(p, s) {
    if (!p.layer.traced) return;
    p.line(traceOf(p.layer.frames, s.at[0]).map((x) => p.view.spot(x)), p.colour(s.of), 0.8);
  },
  line: (p, s, spots) => p.rod(spots, p.colour(s.of)),
  area: (p, s, spots) => p.area(spots, p.colour(s.of)),
  span(p, s, spots) {
    const [a, b] = farthest(spots), colour = p.colour(s.of), com = spots[spots.length - 1];
    const along = unit([b[0] - a[0], b[1] - a[1]]);
    const width = Math.max(...spots.map((c) =>
      Math.abs((c[0] - a[0]) * along[1] - (c[1] - a[1]) * along[0])));
    if (width > 1.5 * p.u) p.area(hullOf(spots), colour);
    else p.rod([a, b], colour);
    if (width <= 1.5 * p.u && (com === a || com === b)) p.circle(com, 1.7 * p.u, null, colour);
  },
  ball: (p, s, [at]) => p.circle(at, 1.7 * p.u, null, p.colour(s.of)),
  disc: (p, s) => p.area(p.ring(s), p.colour(s.of)),
  wheel: (p, s) => p.line(p.ring(s), p.ink, 1.2, true),
  ellipsoid(p, s, [at]) {
    const axes = [p.view.right, p.view.up].map((d) => [0, 1, 2].map((k) =>
      p.poses[s.of].slice(3).reduce((sum, r, i) => i % 3 === k ? sum + r * d[(i - k) / 3] : sum, 0)));
    const [xx, xy, yy] = [[0, 0], [0, 1], [1, 1]].map(([i, k]) => s.s.reduce((sum, x, n) =>
      sum + axes[i][(n - n % 3) / 3] * x * axes[k][n % 3], 0));
    const mean = (xx + yy) / 2, half = Math.hypot((xx - yy) / 2, xy), least = 1.2 * p.u;
    const radius = [mean + half, Math.max(mean - half, 0)].map((x) =>
      Math.max(p.view.scale * Math.sqrt(x), least));
    p.c.beginPath();
    p.c.ellipse(at[0], at[1], radius[0], radius[1], -Math.atan2(2 * xy, xx - yy) / 2, 0, 7);
    p.fill(p.colour(s.of));
    p.c.strokeStyle = p.colour(s.of);
    p.c.lineWidth = 1.6;
    p.c.stroke();
  },
  pin: pinLike(), weld: pinLike("#888"), cross: pinLike("#888"), "ball-joint": pinLike("#6d7682"),
  strut(p, s, [a, b]) {
    p.c.setLineDash(p.layer.dash);
    p.line([a, b], p.layer.colour || p.ink, 2.6);
    p.c.setLineDash([]);
    for (const at of [a, b]) p.circle(at, 0.8 * p.u, p.layer.colour || p.ink, p.paper);
  },
  slider: (p, s, [at]) => square(p, at, p.direction(s.along), 1.6, 1),
  plane(p, s) {
    p.area(p.ring({ ...s, radius: 5 * p.u / p.view.scale }), "#6d7682");
  },
  knife(p, s, [at]) {
    const a = p.direction(s.along);
    p.line([off(at, a, -4 * p.u, 0), off(at, a, 4 * p.u, 0)], p.ink, 3);
  },
  support(p, s, [at]) {
    const foot = at[1] + 2.8 * p.u;
    p.line([at, [at[0] - 1.7 * p.u, foot], [at[0] + 1.7 * p.u, foot]], p.ink, 1.2, true);
    hatch(p, [at[0] - 2.8 * p.u, foot], [at[0] + 2.8 * p.u, foot]);
  },
  rail(p, s, [from, to]) {
    const axis = p.direction(s.along), a = unit(axis);
    if (Math.hypot(...axis) < 0.05) return; /* it points at the eye */
    const apart = (to[0] - from[0]) * a[0] + (to[1] - from[1]) * a[1], side = a[0] < 0 ? 1 : -1;
    const ends = [Math.min(apart, 0) - 5 * p.u, Math.max(apart, 0) + 5 * p.u]
      .map((x) => off(from, a, x, 1.2 * side * p.u));
    hatch(p, ...(a[0] < 0 ? ends.reverse() : ends));
  },
  spring: lineForce(spring), damper: lineForce(damper), "spring-damper": lineForce(spring, damper),
  load: turning(green), drive: turning(red),
  "load-along": sliding(green), "drive-along": sliding(red),
  arrow(p, s, [at]) {
    const a = unit(p.direction(s.along));
    p.arrow(off(at, a, -9 * p.u, 0), off(at, a, -1.6 * p.u, 0), green);
  },
};
