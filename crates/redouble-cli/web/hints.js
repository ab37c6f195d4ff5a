// The values of all four moves as bars around the board.

import { MOVES } from './board.js';
import { lengths, sentence, shortValue } from './values.js';

/** Shows an answer around the board and below it. @param {import('./engine.js').Hint} hint */
export function showHint(hint) {
  const long = lengths(hint);
  for (const move of MOVES) {
    const bar = document.getElementById(`worth-${move}`);
    bar.classList.toggle('shown', hint.moves[move] !== null && hint.best !== null);
    bar.classList.toggle('best', hint.best === move);
    bar.querySelector('span').textContent = shortValue(hint, move);
    const share = `${100 * (long[move] ?? 0)}%`;
    const inner = bar.querySelector('i');
    [inner.style.width, inner.style.height] = move === 'up' || move === 'down' ? [share, '100%'] : ['100%', share];
  }
  document.getElementById('verdict').textContent = sentence(hint);
}

export function hideHint(text = '') {
  for (const move of MOVES) document.getElementById(`worth-${move}`).classList.remove('shown', 'best');
  document.getElementById('verdict').textContent = text;
}
