/* SPDX-License-Identifier: MIT */
/* Charts that answer the pointer: a curve says its name and its value, a click keeps it, the same
 * solver is marked in all charts of the page; a cell of a map says its parameters, its value and the
 * command that makes it again.  What is where stands in data-chart (report/charts/chart_key.h). */
'use strict';
(() => {
    const SVG = 'http://www.w3.org/2000/svg';
    const NEAR = 14; /* [px] of the picture from a curve */
    const digits = x => Number(x.toPrecision(4)).toExponential(3).replace(/\.?0+e/, 'e');
    const plain = x => x != 0 && (Math.abs(x) < 1e-3 || Math.abs(x) >= 1e5) ? digits(x) : String(Number(x.toPrecision(4)));
    const charts = [];
    let pinned = null;

    const note = document.createElement('div');
    note.className = 'pointed';
    note.setAttribute('role', 'status');
    document.body.append(note);

    const say = (lines, x, y) => {
        note.replaceChildren(...lines.filter(Boolean).map(line => {
            const p = document.createElement('div');
            p.textContent = line;
            return p;
        }));
        note.hidden = !lines.length;
        const box = note.getBoundingClientRect();
        note.style.left = `${Math.max(4, Math.min(x + 14, innerWidth - box.width - 4))}px`;
        note.style.top = `${y + 18 + box.height > innerHeight ? y - box.height - 10 : y + 18}px`;
    };
    const hush = () => note.hidden = true;
    hush();

    /* ---- places */

    /* A value at a place between two edges of the picture. */
    const value = (axis, place, from, to) => {
        const part = (place - from) / (to - from);
        return axis.log ? axis.low * (axis.high / axis.low) ** part : axis.low + (axis.high - axis.low) * part;
    };

    /* Corners of the lines of a path, [[x, y], ...] each: moves, lines, closings. */
    const corners = path => {
        const lines = [];
        let x = 0, y = 0, command = '';
        const tokens = path.getAttribute('d').match(/[a-zA-Z]|[-+]?(?:\d*\.\d+|\d+\.?)(?:e[-+]?\d+)?/g) ?? [];
        for (let i = 0; i < tokens.length;) {
            if (/[a-zA-Z]/.test(tokens[i])) {
                command = tokens[i++];
                if (/z/i.test(command))
                    continue;
            }
            const relative = command == command.toLowerCase(), upper = command.toUpperCase();
            if (upper != 'H' && upper != 'V' && upper != 'M' && upper != 'L')
                return [];
            x = upper == 'V' ? x : Number(tokens[i++]) + (relative ? x : 0);
            y = upper == 'H' ? y : Number(tokens[i++]) + (relative ? y : 0);
            if (upper == 'M') {
                lines.push([]);
                command = relative ? 'l' : 'L';
            }
            lines.at(-1)?.push([x, y]);
        }
        return lines;
    };

    /* Heights of a curve at x. */
    const heights = (lines, x) => {
        const found = [];
        for (const line of lines)
            for (let i = 1; i < line.length; i++) {
                const [[a, b], [c, d]] = [line[i - 1], line[i]];
                if ((a - x) * (c - x) <= 0)
                    found.push(a == c ? (b + d) / 2 : b + (d - b) * (x - a) / (c - a));
            }
        return found;
    };

    /* ---- marks */

    const mark = name => {
        for (const chart of charts) {
            const has = name !== null && chart.curves.some(c => c.name == name);
            chart.svg.classList.toggle('marked', has && chart.lines);
            for (const curve of chart.curves) {
                for (const part of curve.parts)
                    part.classList.toggle('this', curve.name == name);
                curve.band.classList.toggle('this', curve.name == name);
            }
        }
        for (const row of document.querySelectorAll('tr[data-name]'))
            row.classList.toggle('this', row.dataset.name == name);
    };
    const pin = name => {
        pinned = pinned == name ? null : name;
        mark(pinned);
    };

    /* ---- curves and bars */

    const place = (chart, event) => {
        const box = chart.svg.getBoundingClientRect(), {x, y, width, height} = chart.svg.viewBox.baseVal;
        return [x + (event.clientX - box.left) / box.width * width, y + (event.clientY - box.top) / box.height * height];
    };

    const within = (chart, x, y) => {
        const [left, right, top, bottom] = chart.key.box;
        return x >= left && x <= right && y >= top && y <= bottom;
    };

    /* The curve that lies nearest, or whose name or bar is pointed at. */
    const pointed = (chart, x, y) => {
        const named = chart.curves.find(c => y >= c.at[0] && y < c.at[1]);
        if (!chart.lines)
            return named && {curve: named};
        if (!within(chart, x, y))
            return x > chart.key.box[1] && named && {curve: named};
        let best = null;
        for (const curve of chart.curves) {
            curve.corners ??= curve.parts.flatMap(part => [...part.querySelectorAll('path')]).flatMap(corners);
            for (const h of heights(curve.corners, x))
                if (Math.abs(h - y) < (best?.off ?? NEAR))
                    best = {curve, height: h, off: Math.abs(h - y)};
        }
        return best;
    };

    const told = (chart, found, x) => {
        if (found.height === undefined)
            return [found.curve.name];
        const [left, right, top, bottom] = chart.key.box, {x: across, y: up} = chart.key;
        return [found.curve.name,
            `${across.label.replace(/ +/g, ' ')}: ${plain(across.base + value(across, x, left, right))}`,
            `${up.label.replace(/ +/g, ' ')}: ${plain(value(up, found.height, bottom, top))}`];
    };

    const rectangle = (x, y, width, height, name) => {
        const made = document.createElementNS(SVG, 'rect');
        for (const [key, v] of Object.entries({x, y, width, height, class: name}))
            made.setAttribute(key, v);
        return made;
    };

    /* What stands around a plot, with its left end and its middle in the picture. */
    const around = svg => {
        const frame = svg.getBoundingClientRect(), scale = svg.viewBox.baseVal.width / frame.width;
        return [...svg.querySelectorAll('text, path, use')].filter(e => !e.closest('[data-plot], defs')).map(e => {
            const box = e.getBoundingClientRect();
            return {e, left: (box.left - frame.left) * scale, middle: ((box.top + box.bottom) / 2 - frame.top) * scale};
        });
    };

    /* ---- small windows: the names stand below the plot, with the title and the notes */

    const small = matchMedia('(max-width: 40rem)');
    const LETTERS = 0.95; /* of their size in the picture: numbers of 12 px, their exponents of 9.6 */
    const AXIS = 54, EDGE = 14; /* [px] of the picture: of the numbers and the label below a plot; around it */
    const BELOW = 64, LEFT = 10, RIGHT = 24; /* with larger letters, of which half a number is beyond the right edge */

    const fit = chart => {
        const {svg, key: {size, box: [, right, top, bottom]}} = chart;
        const view = small.matches ? [-LEFT, top - EDGE, LEFT + right + RIGHT, bottom + BELOW - top + EDGE] : [0, 0, ...size];
        svg.setAttribute('viewBox', view.join(' '));
        svg.setAttribute('width', view[2]);
        svg.setAttribute('height', view[3]);
        for (const e of chart.outside)
            e.classList.toggle('outside', small.matches);
        chart.legend.hidden = !small.matches;
        enlarge(svg, small.matches ? view[2] : 0);
        chart.below.forEach(e => e.style.transform = small.matches ? `translateY(${BELOW - AXIS}px)` : '');
    };

    /* Letters that are read where `width` of the picture is as wide as the window; 0: as they were. */
    const enlarge = (svg, width) => {
        const frame = svg.getBoundingClientRect(), factor = width ? Math.max(1, LETTERS * width / frame.width) : 1;
        for (const e of svg.querySelectorAll('[font-size]')) {
            e.dataset.size ??= parseFloat(e.getAttribute('font-size'));
            e.setAttribute('font-size', e.dataset.size * factor);
            const long = width && e.getBoundingClientRect().height / frame.height;
            if (long > 1) /* what reads upwards */
                e.setAttribute('font-size', e.dataset.size * factor / long);
        }
    };

    /* Bars and maps have a picture for small windows, which is in the page for those without scripts; in a
     * report of one file they are moved in their frame. */
    const offerSmall = figure => {
        const picture = figure.querySelector('noscript');
        if (picture)
            picture.outerHTML = picture.textContent;
        else
            figure.classList.add('moved');
    };

    const legend = chart => {
        const list = document.createElement('div');
        list.className = 'names';
        list.append(...chart.texts.map(text => Object.assign(document.createElement('p'), {textContent: text})));
        for (const curve of [...chart.curves].sort((a, b) => a.at[0] - b.at[0])) {
            const button = Object.assign(document.createElement('button'), {type: 'button', textContent: curve.name});
            const line = curve.parts[0]?.querySelector('[stroke]') ?? curve.parts[0];
            button.style.borderLeftColor = line ? getComputedStyle(line).stroke : '';
            button.addEventListener('click', () => pin(curve.name));
            list.append(button);
        }
        chart.svg.after(list);
        return list;
    };

    const watch = chart => {
        const {svg, key} = chart;
        svg.addEventListener('pointermove', event => {
            const [x, y] = place(chart, event), found = pointed(chart, x, y);
            mark(found ? found.curve.name : pinned);
            svg.style.cursor = found ? 'pointer' : '';
            if (found)
                say(told(chart, found, x), event.clientX, event.clientY);
            else
                hush();
        });
        svg.addEventListener('pointerleave', () => {
            hush();
            mark(pinned);
        });
        svg.addEventListener('click', event => {
            const found = pointed(chart, ...place(chart, event));
            pin(found ? found.curve.name : null);
        });
        svg.tabIndex = 0;
        svg.addEventListener('keydown', event => {
            const step = {ArrowDown: 1, ArrowUp: -1}[event.key];
            if (!step || !chart.curves.length)
                return;
            event.preventDefault();
            const order = [...chart.curves].sort((a, b) => a.at[0] - b.at[0]);
            const at = order.findIndex(c => c.name == pinned), next = order[(Math.max(at, step < 0 ? 0 : -1) + step + order.length) % order.length];
            const box = svg.getBoundingClientRect();
            pinned = null;
            pin(next.name);
            say([next.name], box.left, box.top + next.at[0] / key.size[1] * box.height);
        });
        svg.addEventListener('blur', hush);
    };

    /* ---- maps */

    const watchMap = chart => {
        const {svg, key} = chart, {x: across, y: up, z, said, labels, command, head, tail} = key.map;
        const [left, right, top, bottom] = key.box;
        const frame = rectangle(0, 0, (right - left) / across.length, (bottom - top) / up.length, 'cell');
        const below = document.createElement('p');
        let cell = null;

        below.className = 'map-command';
        svg.append(frame);
        frame.style.visibility = 'hidden';
        svg.after(below);
        const go = (i, j, x, y) => {
            const k = j * across.length + i;
            frame.setAttribute('x', left + i * (right - left) / across.length);
            frame.setAttribute('y', bottom - (j + 1) * (bottom - top) / up.length);
            frame.style.visibility = '';
            cell = [i, j];
            say([`${labels[0]}: ${plain(across[i])}`, `${labels[1]}: ${plain(up[j])}`,
                z[k] === null ? '' : `${labels[2]}: ${plain(z[k])}`, said[k]], x, y);
        };
        const keep = () => {
            const middle = cell && command[cell[1] * across.length + cell[0]];
            if (middle === null)
                return;
            const code = document.createElement('code');
            code.textContent = head + middle + tail;
            below.replaceChildren(code);
        };
        svg.addEventListener('pointermove', event => {
            const [x, y] = place(chart, event);
            if (!within(chart, x, y)) {
                hush();
                frame.style.visibility = 'hidden';
                cell = null;
                return;
            }
            go(Math.min(across.length - 1, Math.floor((x - left) / (right - left) * across.length)),
                Math.min(up.length - 1, Math.floor((bottom - y) / (bottom - top) * up.length)), event.clientX, event.clientY);
        });
        svg.addEventListener('pointerleave', hush);
        svg.addEventListener('click', keep);
        svg.tabIndex = 0;
        svg.addEventListener('keydown', event => {
            const step = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1]}[event.key];
            if (event.key == 'Enter' && cell)
                keep();
            if (!step)
                return;
            event.preventDefault();
            const [i, j] = cell ? [cell[0] + step[0], cell[1] + step[1]] : [0, 0], box = svg.getBoundingClientRect();
            if (i < 0 || j < 0 || i >= across.length || j >= up.length)
                return;
            go(i, j, box.left + (left + (i + 1) * (right - left) / across.length) / key.size[0] * box.width,
                box.top + (bottom - j * (bottom - top) / up.length) / key.size[1] * box.height);
        });
        svg.addEventListener('blur', hush);
    };

    /* ---- all */

    const begin = figure => {
        const svg = figure.querySelector('svg'), key = JSON.parse(figure.dataset.chart);
        if (!svg)
            return;
        const chart = {svg, key, lines: 'y' in key, curves: []};
        if (!chart.lines)
            offerSmall(figure);
        if (key.map) {
            watchMap(chart);
            return;
        }
        const all = around(svg);
        chart.curves = key.curves.map((curve, i) => {
            const parts = chart.lines ? [2 * i + 1, 2 * i + 2].flatMap(k => [...svg.querySelectorAll(`[data-plot="${k}"]`)]) : [];
            const [left, top] = [chart.lines ? key.box[1] : 0, curve.at[0]];
            const band = rectangle(left, top, key.size[0] - left, curve.at[1] - top, 'band');
            svg.prepend(band);
            const names = !chart.lines ? [] : all.filter(({left, middle}) =>
                left > key.box[1] - 1 && middle >= curve.at[0] && middle < curve.at[1]).map(({e}) => e);
            for (const e of names)
                e.classList.add('beside');
            return {...curve, parts: [...parts, ...names], band};
        });
        charts.push(chart);
        watch(chart);
        if (chart.lines) {
            const [, right, top, bottom] = key.box;
            const apart = all.filter(({left, middle}) => left > right + 1 || middle < top - EDGE || middle > bottom + AXIS);
            chart.outside = apart.map(({e}) => e);
            chart.below = all.filter(({e, middle}) => e.tagName == 'text' && middle > bottom + AXIS / 2).map(({e}) => e);
            const texts = apart.filter(({e, left}) => e.tagName == 'text' && left <= right);
            const notes = texts.filter(t => t.middle > bottom).map(t => t.e.textContent).join(' ');
            chart.texts = texts.filter(t => t.middle < top).map(t => t.e.textContent);
            const start = notes.replace(/\s/g, '').slice(0, 40); /* which the caption may say too */
            if (!figure.querySelector('figcaption').textContent.replace(/\s/g, '').includes(start))
                chart.texts.push(notes);
            chart.legend = legend(chart);
            fit(chart);
        }
    };

    /* A chart is looked into when it comes near the window. */
    const near = new IntersectionObserver(entries => {
        for (const entry of entries.filter(e => e.isIntersecting)) {
            near.unobserve(entry.target);
            begin(entry.target);
            mark(pinned);
        }
    }, {rootMargin: '600px'});
    for (const figure of document.querySelectorAll('figure[data-chart]'))
        near.observe(figure);

    /* Rows of a table of runs carry the names of the curves. */
    for (const summary of document.querySelectorAll('.runs tbody td:first-child > details > summary')) {
        const row = summary.closest('tr');
        row.dataset.name = summary.textContent;
        row.addEventListener('pointerenter', () => mark(row.dataset.name));
        row.addEventListener('pointerleave', () => mark(pinned));
    }
    small.addEventListener('change', () => charts.filter(c => c.lines).forEach(fit));
    document.addEventListener('keydown', event => {
        if (event.key == 'Escape') {
            hush();
            pinned = null;
            mark(null);
        }
    });
})();
