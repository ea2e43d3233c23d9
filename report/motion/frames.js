/* SPDX-License-Identifier: MIT */
/* Frames of runs (report/motion/frames.h): their numbers, and poses of bodies at any time. */

/* Numbers of 16 bits over ranges to those of poses. */
function decode(f) {
  const raw = atob(f.data), each = f.spatial ? 7 : 3, places = f.spatial ? 3 : 2;
  const x = new Float32Array(raw.length / 2);
  for (let i = 0; i < x.length; i++) {
    const [low, high] = i % each < places ? f.place : f.turn;
    x[i] = low + (high - low) * (raw.charCodeAt(2 * i) + 256 * raw.charCodeAt(2 * i + 1)) / 65535;
  }
  return { t: f.t, x, each, width: each * f.bodies, bodies: f.bodies, spatial: f.spatial };
}

const last = (frames) => frames.t[frames.t.length - 1];

/* Weights of the four frames around t: Catmull and Rom's cubic, so that bodies go on arcs. */
function weights(t, time) {
  let i = 0, high = t.length - 1;
  while (high - i > 1) {
    const middle = (i + high) >> 1;
    if (t[middle] <= time) i = middle; else high = middle;
  }
  const j = Math.min(i + 1, t.length - 1), h = t[j] - t[i];
  const s = h > 0 ? Math.min(Math.max((time - t[i]) / h, 0), 1) : 0;
  const a = Math.max(i - 1, 0), b = Math.min(j + 1, t.length - 1);
  const before = t[j] - t[a], after = t[b] - t[i];
  const m0 = before > 0 ? s * (1 - s) * (1 - s) * h / before : 0;
  const m1 = after > 0 ? s * s * (s - 1) * h / after : 0;
  const p1 = s * s * (3 - 2 * s);
  return [[a, -m0], [i, 1 - p1 - m1], [j, p1 + m0], [b, m1]];
}

/* Place and rotation of every body at a time. */
function posesAt(f, time) {
  const w = weights(f.t, time), poses = [], p = new Float64Array(f.each);
  for (let b = 0; b < f.bodies; b++) {
    p.fill(0);
    for (const [frame, share] of w)
      for (let k = 0; k < f.each; k++) p[k] += share * f.x[frame * f.width + b * f.each + k];
    poses.push(f.spatial ? spatial(p) : planar(p));
  }
  return poses;
}

function planar(p) {
  const c = Math.cos(p[2]), s = Math.sin(p[2]);
  return [p[0], p[1], 0, c, -s, 0, s, c, 0, 0, 0, 1];
}

function spatial(p) {
  const n = Math.hypot(p[3], p[4], p[5], p[6]) || 1;
  const w = p[3] / n, x = p[4] / n, y = p[5] / n, z = p[6] / n;
  return [p[0], p[1], p[2],
    1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y),
    2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
    2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)];
}

const still = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];

function turned(poses, [body, x, y, z]) {
  const p = body < 0 ? still : poses[body];
  return [p[3] * x + p[4] * y + p[5] * z, p[6] * x + p[7] * y + p[8] * z,
    p[9] * x + p[10] * y + p[11] * z];
}

function placed(poses, point) {
  const p = point[0] < 0 ? still : poses[point[0]], u = turned(poses, point);
  return [p[0] + u[0], p[1] + u[1], p[2] + u[2]];
}

/* The way of a point of a body through all frames and between them. */
function traceOf(f, point) {
  const ways = f.ways = f.ways || new Map();
  if (!ways.has(point)) {
    const times = f.t.flatMap((t, i) => [0, 1, 2, 3].map((k) => t + k / 4 * ((f.t[i + 1] ?? t) - t)));
    ways.set(point, times.map((t) => placed(posesAt(f, t), point)));
  }
  return ways.get(point);
}
