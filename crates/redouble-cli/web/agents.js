// The chooser of agents: every agent of the catalogue with its keys as controls, and the spec they make.

/**
 * @typedef {{ name: string, form: string, default: string, about: string }} Key
 * @typedef {{ name: string, about: string, short_for: string | null, keys: Key[] }} Entry
 * @typedef {{ agents: Entry[], evaluations: Entry[] }} Catalogue
 */

/** The keys that most people want; the others are a click away. */
const FIRST = ['eval', 'depth', 'time', 'nodes', 'games'];
/** The page runs on one thread and reads no files. */
const NEVER = ['threads', 'parallel', 'above', 'net'];

/** An element with properties and children. @returns {any} */
export function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

export class AgentChooser extends EventTarget {
  /** @param {HTMLElement} root @param {Catalogue} catalogue @param {string | null} spec what was chosen last time */
  constructor(root, catalogue, spec) {
    super();
    [this.root, this.catalogue] = [root, catalogue];
    const options = catalogue.agents.map(({ name, about }) => element('option', { value: name, textContent: `${name}: ${about}` }));
    this.select = element('select', { id: 'agent-name' }, ...options);
    this.text = element('input', { id: 'agent-spec', type: 'text', spellcheck: false, autocomplete: 'off' });
    this.keys = element('div', { className: 'fields' });
    this.more = element('div', { className: 'fields' });
    this.fault = element('p', { className: 'fault', id: 'agent-fault' });
    this.fault.setAttribute('role', 'alert');
    root.replaceChildren(
      element('label', {}, 'Agent ', this.select), this.keys,
      element('details', {}, element('summary', { textContent: 'More settings' }), this.more),
      element('label', {}, 'As a spec ', this.text), this.fault,
    );
    this.select.addEventListener('change', () => this.#choose(this.select.value));
    this.text.addEventListener('change', () => this.#typed());
    this.#choose(spec?.split('(')[0] ?? 'best', spec);
  }

  /** The agent as a spec, with its budget if it has one. */
  get spec() { return this.text.value.trim() || 'best'; }

  /** Says what is wrong with the spec, or that nothing is. @param {string} why */
  complain(why) { this.fault.textContent = why; }

  /** @param {string} name @param {string | null} spec */
  #choose(name, spec = null) {
    const entry = this.catalogue.agents.find((agent) => agent.name === name) ?? this.catalogue.agents[0];
    this.select.value = entry.name;
    const shown = entry.keys.filter((key) => !NEVER.includes(key.name));
    const controls = (keys) => keys.map((key) => this.#control(entry, key));
    this.keys.replaceChildren(...controls(shown.filter((key) => FIRST.includes(key.name))));
    this.more.replaceChildren(...controls(shown.filter((key) => !FIRST.includes(key.name))));
    this.more.parentElement.hidden = this.more.childElementCount === 0;
    this.text.value = spec ?? entry.name;
    this.#changed();
  }

  /** @param {Entry} entry @param {Key} key */
  #control(entry, key) {
    const choices = this.#choices(key);
    const input = choices
      ? element('select', {}, ...choices.map((choice) => element('option', { value: choice, textContent: choice })))
      : element('input', { type: 'text', placeholder: key.default, autocomplete: 'off', spellcheck: false });
    if (choices) input.value = key.default;
    Object.assign(input.dataset, { key: key.name, default: key.default });
    input.title = `${key.about} (${key.form})`;
    input.addEventListener('change', () => this.#compose(entry));
    return element('label', {}, `${key.name} `, input);
  }

  /** What a key can be set to, if that is a short list. @param {Key} key */
  #choices(key) {
    if (key.form === 'an evaluation') {
      const names = this.catalogue.evaluations.map(({ name }) => name);
      return names.includes(key.default) ? names : [key.default, ...names];
    }
    const words = key.form.split(/, | or /);
    return words.length > 1 && words.every((word) => /^[a-z]+$/.test(word)) ? words : null;
  }

  /** Makes the spec of what the controls say. @param {Entry} entry */
  #compose(entry) {
    const inputs = [...this.keys.querySelectorAll('[data-key]'), ...this.more.querySelectorAll('[data-key]')];
    const set = inputs.filter((input) => input.value.trim() && input.value.trim() !== input.dataset.default);
    const words = set.map((input) => `${input.dataset.key}=${input.value.trim()}`);
    this.text.value = words.length ? `${entry.name}(${words.join(',')})` : entry.name;
    this.#changed();
  }

  #typed() {
    const name = this.spec.split('(')[0].trim();
    const known = this.catalogue.agents.some((agent) => agent.name === name);
    if (known && name !== this.select.value) this.#choose(name, this.spec);
    else this.#changed();
  }

  #changed() {
    this.complain('');
    this.dispatchEvent(new Event('change'));
  }
}
