// Small charts as SVG, drawn by hand.

const [WIDTH, HEIGHT, LEFT, BOTTOM, TOP] = [640, 220, 52, 22, 12];

/** @param {string} name @param {Record<string, string | number>} attributes @param {string} [text] */
function svg(name, attributes, text) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  if (text !== undefined) made.textContent = text;
  return made;
}

/** The frame of a chart, and where its points lie. */
function frame(label, [x0, x1], [y0, y1], format) {
  const root = svg('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': label });
  const x = (value) => LEFT + ((WIDTH - LEFT - 8) * (value - x0)) / Math.max(x1 - x0, 1e-9);
  const y = (value) => HEIGHT - BOTTOM - ((HEIGHT - BOTTOM - TOP) * (value - y0)) / Math.max(y1 - y0, 1e-9);
  for (const value of [y0, (y0 + y1) / 2, y1]) {
    root.append(svg('line', { class: 'axis', x1: LEFT, x2: WIDTH - 8, y1: y(value), y2: y(value) }));
    root.append(svg('text', { x: LEFT - 6, y: y(value) + 4, 'text-anchor': 'end' }, format(value)));
  }
  return { root, x, y };
}

/**
 * Lines over moves, with marks and a cursor.
 * @param {{ label: string, lines: { name: string, points: [number, number][] }[], marks: { at: number, kind: string }[], moves: number }} data
 */
export function lineChart({ label, lines, marks, moves }) {
  const { root, x, y } = frame(label, [0, moves], [0, 1], (value) => `${100 * value} %`);
  lines.forEach(({ name, points }, index) => {
    const path = points.map(([at, value]) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`).join(' ');
    root.append(svg('polyline', { class: `line-${index % 3}`, points: path }));
    const last = points.at(-1);
    if (last) root.append(svg('text', { x: Math.min(x(last[0]), WIDTH - 60), y: Math.max(y(last[1]) - 5, 12), 'text-anchor': 'end' }, name));
  });
  for (const { at, kind } of marks) root.append(svg('circle', { class: kind, cx: x(at), cy: HEIGHT - BOTTOM, r: 4 }));
  root.append(svg('text', { x: WIDTH - 8, y: HEIGHT - 5, 'text-anchor': 'end' }, `move ${moves}`));
  const cursor = svg('line', { class: 'cursor', x1: x(0), x2: x(0), y1: TOP, y2: HEIGHT - BOTTOM });
  root.append(cursor);
  const point = (at) => { cursor.setAttribute('x1', String(x(at))); cursor.setAttribute('x2', String(x(at))); };
  const moveAt = (event) => {
    const box = root.getBoundingClientRect();
    const share = ((event.clientX - box.left) / box.width * WIDTH - LEFT) / (WIDTH - LEFT - 8);
    return Math.round(Math.min(Math.max(share, 0), 1) * moves);
  };
  return { root, point, moveAt };
}

/**
 * The scores of agents: a dot for each game, a whisker for the mean's interval.
 * @param {{ label: string, groups: { name: string, values: number[], mean: number, low: number, high: number }[] }} data
 */
export function dotChart({ label, groups }) {
  const most = Math.max(1, ...groups.flatMap(({ values }) => values));
  const compact = new Intl.NumberFormat('en', { notation: 'compact' });
  const { root, x, y } = frame(label, [0, groups.length], [0, most], (value) => compact.format(value));
  groups.forEach(({ name, values, mean, low, high }, index) => {
    values.forEach((value, at) => {
      const spread = 0.35 + (0.3 * ((at * 7) % 10)) / 10;
      root.append(svg('circle', { class: 'dot', cx: x(index + spread), cy: y(value), r: 3 }));
    });
    if (Number.isFinite(low)) root.append(svg('line', { class: 'whisker', x1: x(index + 0.2), x2: x(index + 0.2), y1: y(Math.max(low, 0)), y2: y(Math.min(high, most)) }));
    if (values.length) root.append(svg('circle', { class: 'whisker', cx: x(index + 0.2), cy: y(mean), r: 4 }));
    root.append(svg('text', { x: x(index + 0.5), y: HEIGHT - 5, 'text-anchor': 'middle' }, name));
  });
  return root;
}
