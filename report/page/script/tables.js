/* SPDX-License-Identifier: MIT */
/* Tables that can be sorted, filtered and copied, commands that can be copied, and the class of
 * precision that an answer is for.  Without this script all of it is there and in order. */
'use strict';
(() => {
    const element = (tag, properties, ...children) => {
        const made = Object.assign(document.createElement(tag), properties);
        made.append(...children);
        return made;
    };

    /* ---- copying */

    const copyText = async text => {
        try {
            await navigator.clipboard.writeText(text);
        } catch { /* not allowed from here: as one did before */
            const area = element('textarea', {value: text});
            document.body.append(area);
            area.select();
            document.execCommand('copy');
            area.remove();
        }
    };

    const copyButton = (label, text) => {
        const button = element('button', {type: 'button', className: 'copy', textContent: label});
        button.addEventListener('click', async event => {
            event.preventDefault();
            await copyText(text());
            button.textContent = 'copied';
            setTimeout(() => button.textContent = label, 1500);
        });
        return button;
    };

    const offerCopy = text => {
        if (!text.nextElementSibling?.matches('.copy'))
            text.after(copyButton('copy', () => text.textContent));
    };

    for (const code of document.querySelectorAll('p > code'))
        if (code.textContent.startsWith('mbsbench '))
            offerCopy(code);
    document.addEventListener('toggle', ({target}) => {
        for (const text of target.querySelectorAll?.('code, pre') ?? [])
            if (text.textContent.startsWith('mbsbench ') || text.tagName == 'PRE')
                offerCopy(text);
    }, true);

    /* ---- rows */

    const ours = text => text.replace(/\s+/g, ' ').trim();

    /* What a cell shows, without what opens below it. */
    const shown = cell => {
        const summary = cell.querySelector(':scope > details > summary');
        return ours((summary ?? cell).textContent);
    };

    /* A number that stands first in a cell, or after its sign of a status; null: none does. */
    const number = cell => {
        const found = shown(cell).match(/^(?:\S )?(?:≥ )?([-+]?\d*\.?\d+(?:e[-+]?\d+)?)/i);
        return found ? Number(found[1]) : null;
    };

    /* Rows between headings that go over the whole width are sorted among themselves. */
    const parts = body => {
        const all = [[]];
        for (const row of body.rows)
            if (row.cells.length == 1)
                all.push([]);
            else
                all.at(-1).push(row);
        return all;
    };

    const compare = (a, b) => {
        const x = number(a), y = number(b);
        if (x !== null && y !== null)
            return x - y;
        if (x !== null || y !== null)
            return x !== null ? -1 : 1;
        return shown(a).localeCompare(shown(b), 'en', {numeric: true});
    };

    const sort = (table, column, down) => {
        for (const rows of parts(table.tBodies[0])) {
            const place = rows.at(-1)?.nextSibling;
            /* what has no number comes last either way */
            const order = (a, b) => {
                const [x, y] = [a, b].map(row => row.cells[column]);
                const same = (number(x) === null) == (number(y) === null);
                return (down && same ? -1 : 1) * compare(x, y);
            };
            for (const row of [...rows].sort(order))
                table.tBodies[0].insertBefore(row, place);
        }
        [...table.tHead.rows[0].cells].forEach((head, i) => {
            head.removeAttribute('aria-sort');
            if (i == column)
                head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
        });
    };

    /* ---- filters */

    /* All that is known of a row or a column: also its titles, and the words of data-words. */
    const known = place => [place, ...place.querySelectorAll('[title], [data-words]')]
        .map(e => `${e == place ? e.textContent : ''} ${e.title} ${e.dataset.words ?? ''}`)
        .join(' ').toLowerCase();

    /* Words narrow the rows; in a matrix one that a column's heading knows narrows the columns.
     * -word leaves out. */
    const filter = (table, text) => {
        const heads = [...table.tHead.rows[0].cells], matrix = table.matches('.matrix');
        const head = heads.map(known);
        const words = text.toLowerCase().split(/\s+/).filter(Boolean)
            .map(word => ({word: word.replace(/^-(?=.)/, ''), out: /^-./.test(word)}));
        const across = matrix ? words.filter(w => head.some((h, i) => i > 0 && h.includes(w.word))) : [];
        const down = words.filter(w => !across.includes(w));
        const keeps = (list, text) => list.every(w => text.includes(w.word) != w.out);
        let rows = 0, all = 0;

        if (matrix)
            heads.forEach((h, i) => {
                const hidden = i > 0 && !keeps(across, head[i]);
                for (const row of table.rows)
                    if (row.cells[i])
                        row.cells[i].hidden = hidden;
            });
        for (const row of table.tBodies[0].rows) {
            if (row.cells.length == 1)
                continue;
            row.hidden = !keeps(down, known(matrix ? row.cells[0] : row));
            rows += !row.hidden;
            all++;
        }
        return words.length ? `${rows} of ${all}` : '';
    };

    /* ---- as text */

    const quoted = text => /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

    const csv = table => [table.tHead.rows[0], ...table.tBodies[0].rows]
        .filter(row => !row.hidden && (row.cells.length > 1))
        .map(row => [...row.cells].filter(cell => !cell.hidden).map(cell => quoted(shown(cell))).join(','))
        .join('\n') + '\n';

    /* ---- what stands above a table */

    const equip = table => {
        const heads = [...table.tHead.rows[0].cells], frame = table.closest('.wide');
        const input = element('input', {type: 'search', placeholder: 'filter: words, -without', size: 24});
        const count = element('output');
        const order = element('select', {}, element('option', {value: '', textContent: 'sort by …'}),
            ...heads.map((h, i) => element('option', {value: i, textContent: shown(h)})));

        input.title = 'parts of names, of solvers, of statuses; kinds of mechanism (singular, redundant, ' +
            'stiff, nonholonomic, chains), planar, spatial; -word leaves out';
        input.setAttribute('aria-label', 'filter the rows of this table');
        order.setAttribute('aria-label', 'sort by a column');
        input.addEventListener('input', () => count.textContent = filter(table, input.value));
        order.addEventListener('change', () => order.value && sort(table, Number(order.value), false));
        heads.forEach((head, i) => {
            if (table.matches('.matrix') && i > 0)
                return;
            const button = element('button', {type: 'button', className: 'sort'});
            button.append(...head.childNodes);
            button.addEventListener('click', () =>
                sort(table, i, head.getAttribute('aria-sort') == 'ascending'));
            head.append(button);
        });
        frame.before(element('div', {className: 'tools'}, input, count, order,
            copyButton('copy as CSV', () => csv(table))));
    };

    const LEAST = 4; /* rows that are worth it */
    for (const table of document.querySelectorAll('.wide > table'))
        if (table.tHead && table.tBodies[0]?.rows.length >= LEAST)
            equip(table);

    /* ---- the class of precision: parts that are for one class, and cells of runs that reach one */

    const forClass = [...document.querySelectorAll('[data-class]')];
    const classes = [...new Set(forClass.map(e => e.dataset.class))].sort((a, b) => b - a);

    const choose = chosen => {
        for (const e of forClass) {
            e.hidden = e.dataset.class != chosen;
            if (e.tagName == 'DETAILS')
                e.open = !e.hidden;
        }
        for (const e of document.querySelectorAll('[data-right]'))
            e.classList.toggle('below', !e.dataset.right || Number(e.dataset.right) > Number(chosen));
    };

    if (classes.length > 1) {
        const first = classes.includes('1e-4') ? '1e-4' : classes[0];
        const set = element('fieldset', {className: 'tools class'},
            element('legend', {textContent: 'right to'}));
        for (const one of classes) {
            const radio = element('input', {type: 'radio', name: 'class', value: one, checked: one == first});
            radio.addEventListener('change', () => choose(one));
            set.append(element('label', {}, radio, ` ${one}`));
        }
        (document.querySelector('#answer') ?? forClass[0]).after(set);
        choose(first);
    }
})();
