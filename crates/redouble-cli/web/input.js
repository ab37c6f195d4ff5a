// Keys and swipes.

/** @typedef {import('./board.js').Move} Move */

const MOVE_KEYS = {
  ArrowUp: 'up', ArrowRight: 'right', ArrowDown: 'down', ArrowLeft: 'left',
  KeyW: 'up', KeyD: 'right', KeyS: 'down', KeyA: 'left',
  KeyK: 'up', KeyL: 'right', KeyJ: 'down', KeyH: 'left',
};
const LEAST = 10; // pixels of a swipe

const writes = (target) => target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]');
const takesArrows = (target) => target instanceof HTMLElement && target.matches('[role="tab"], .scroll, summary');

/**
 * Calls `move` and `command` for keys; those with modifiers and those typed into fields are not ours.
 * @param {(move: Move) => void} move @param {Record<string, () => void>} commands by key code, such as KeyR
 */
export function listenToKeys(move, commands) {
  document.addEventListener('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || writes(event.target)) return;
    const direction = MOVE_KEYS[event.code];
    if (direction && !(event.code.startsWith('Arrow') && takesArrows(event.target))) {
      event.preventDefault();
      move(direction);
    } else if (commands[event.code] && !event.repeat) {
      event.preventDefault();
      commands[event.code]();
    }
  });
}

/** Calls `move` for swipes with one finger. @param {HTMLElement} element @param {(move: Move) => void} move */
export function listenToSwipes(element, move) {
  let start = null;
  element.addEventListener('touchstart', (event) => {
    const one = event.touches.length === 1;
    start = one ? [event.touches[0].clientX, event.touches[0].clientY] : null;
  }, { passive: true });
  element.addEventListener('touchmove', (event) => event.preventDefault(), { passive: false });
  element.addEventListener('touchend', (event) => {
    if (!start || event.touches.length > 0) return;
    const { clientX, clientY } = event.changedTouches[0];
    const [dx, dy] = [clientX - start[0], clientY - start[1]];
    start = null;
    if (Math.max(Math.abs(dx), Math.abs(dy)) > LEAST) move(direction(dx, dy));
  });
}

/** @param {number} dx @param {number} dy @returns {Move} */
function direction(dx, dy) {
  if (Math.abs(dx) > Math.abs(dy)) return dx > 0 ? 'right' : 'left';
  return dy > 0 ? 'down' : 'up';
}
