// Tabs, as the keyboard and screen readers expect them.

/** @param {HTMLElement} list @param {(id: string) => void} onopen */
export function tabs(list, onopen) {
  const all = [...list.querySelectorAll('[role="tab"]')];
  const open = (tab, focus = false) => {
    for (const each of all) {
      const selected = each === tab;
      each.setAttribute('aria-selected', String(selected));
      each.tabIndex = selected ? 0 : -1;
      document.getElementById(each.getAttribute('aria-controls')).hidden = !selected;
    }
    if (focus) tab.focus();
    onopen(tab.id.replace('tab-', ''));
  };
  all.forEach((tab, index) => {
    tab.addEventListener('click', () => { open(tab); bringUp(list); });
    tab.addEventListener('keydown', ({ key }) => {
      const to = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: all.length - 1 }[key];
      if (to !== undefined) open(all[(to + all.length) % all.length], true);
    });
  });
  return (id) => open(document.getElementById(`tab-${id}`));
}

/** On a phone the tabs are at the lower edge, and what they open would be out of sight. @param {HTMLElement} list */
function bringUp(list) {
  if (list.getBoundingClientRect().top < innerHeight / 2) return;
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  list.scrollIntoView({ block: 'start', behavior: still ? 'auto' : 'smooth' });
}
