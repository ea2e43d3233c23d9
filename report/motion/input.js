/* SPDX-License-Identifier: MIT */
/* Mouse, touch and keys of a player; the time cursor of charts. */

function listen(canvas, player) {
  const view = player.picture.view, down = new Map();
  const turn = (dx, dy) => {
    if (view.spatial) view.turn(dx / 150, dy / 150);
    else view.pan = [view.pan[0] + dx, view.pan[1] + dy];
    player.draw();
  };
  const zoom = (by) => {
    view.zoom = Math.min(Math.max(view.zoom * by, 0.2), 50);
    player.draw();
  };
  const apart = () => {
    const [a, b] = [...down.values()];
    return Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
  };
  canvas.style.touchAction = view.spatial ? "none" : "pan-y";
  canvas.addEventListener("pointerdown", (e) => {
    down.set(e.pointerId, e);
    canvas.setPointerCapture(e.pointerId);
  });
  canvas.addEventListener("pointermove", (e) => {
    const before = down.get(e.pointerId);
    if (!before) return;
    const gap = down.size === 2 ? apart() : 0;
    down.set(e.pointerId, e);
    if (down.size === 2) zoom(apart() / (gap || 1));
    else turn(e.clientX - before.clientX, e.clientY - before.clientY);
  });
  for (const end of ["pointerup", "pointercancel"])
    canvas.addEventListener(end, (e) => down.delete(e.pointerId));
  canvas.addEventListener("wheel", (e) => {
    if (document.activeElement !== canvas) return; /* the page scrolls */
    e.preventDefault();
    zoom(Math.exp(-e.deltaY / 500));
  }, { passive: false });
  canvas.addEventListener("dblclick", () => {
    view.reset();
    player.draw();
  });
  const keys = {
    " ": () => player.play(!player.playing),
    ArrowLeft: () => player.go(player.time - player.end / 200),
    ArrowRight: () => player.go(player.time + player.end / 200),
    Home: () => player.go(0), End: () => player.go(player.end),
    "+": () => zoom(1.2), "-": () => zoom(1 / 1.2),
    0: () => { view.reset(); player.draw(); },
  };
  const turns = { ArrowLeft: [-15, 0], ArrowRight: [15, 0], ArrowUp: [0, -15], ArrowDown: [0, 15] };
  canvas.addEventListener("keydown", (e) => {
    const act = e.shiftKey && turns[e.key] ? () => turn(...turns[e.key]) : keys[e.key];
    if (!act || e.ctrlKey || e.altKey || e.metaKey) return;
    e.preventDefault();
    act();
  });
}

/* ---- charts of a section that have an axis of time (report/charts/chart_key.h) ---- */

const chartsOf = (section) => `[data-charts="${section}"] figure[data-chart]`;

/* The picture of a chart and what is where in it; null where it has no axis of time. */
function timed(figure) {
  const svg = figure.querySelector("svg"), key = JSON.parse(figure.dataset.chart);
  return svg && key.x && !key.x.log && key.x.label.startsWith("time") ? { svg, key } : null;
}

/* A line at a time in every one of them. */
function moveCursors(section, time) {
  for (const chart of [...document.querySelectorAll(chartsOf(section))].map(timed).filter(Boolean)) {
    const { svg, key } = chart, [left, right, top, bottom] = key.box;
    const part = (time - key.x.low) / (key.x.high - key.x.low);
    let cursor = svg.querySelector(".cursor");
    if (!cursor) {
      cursor = document.createElementNS("http://www.w3.org/2000/svg", "line");
      cursor.setAttribute("class", "cursor");
      svg.append(cursor);
    }
    const x = left + (right - left) * part;
    for (const [name, value] of Object.entries({ x1: x, x2: x, y1: top, y2: bottom }))
      cursor.setAttribute(name, value);
    cursor.style.display = part >= 0 && part <= 1 ? "" : "none";
  }
}

/* The time at a place of the window in a plot; null outside of it. */
function timeAt({ svg, key }, event) {
  const box = svg.getBoundingClientRect(), view = svg.viewBox.baseVal, [left, right, top, bottom] = key.box;
  const x = view.x + (event.clientX - box.left) / box.width * view.width;
  const y = view.y + (event.clientY - box.top) / box.height * view.height;
  return x < left || x > right || y < top || y > bottom ? null
    : key.x.low + (x - left) / (right - left) * (key.x.high - key.x.low);
}

/* A click in one of them sets the time of its player, left and right arrows step. */
function listenCharts(player) {
  const chartOf = (event) => {
    const figure = event.target.closest(chartsOf(player.root.dataset.charts));
    return figure && event.target.closest("svg") && timed(figure);
  };
  document.addEventListener("click", (event) => {
    const chart = chartOf(event), time = chart ? timeAt(chart, event) : null;
    if (time !== null) player.show(time);
  });
  document.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step || event.ctrlKey || event.altKey || event.metaKey || !chartOf(event)) return;
    event.preventDefault();
    player.show(player.time + step * player.end / 200);
  });
}

for (const root of document.querySelectorAll(".player")) new Player(root);
