// What the page knows, in cells: one writer sets a value at once, its listeners run once a frame. However fast the
// venue speaks, a view is drawn at most as often as the screen.

export interface ReadableCell<Value> {
  get(): Value;
  /** Calls back after changes. @returns the function that stops it */
  subscribe(listener: () => void): () => void;
}

/** Listeners run at most once a frame. */
export class Cell<Value> implements ReadableCell<Value> {
  #value: Value;
  readonly #listeners = new Set<() => void>();

  constructor(value: Value) {
    this.#value = value;
  }

  get(): Value {
    return this.#value;
  }

  set(value: Value): void {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    if (this.#listeners.size > 0) this.notify(this.#listeners);
  }

  update(change: (value: Value) => Value): void {
    this.set(change(this.#value));
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  protected notify(listeners: ReadonlySet<() => void>): void {
    notifySoon(listeners);
  }
}

/** A cell of its own for each key, made when it is first asked for: a row looks at nothing but its own. */
export class CellMap<Key, Value> {
  readonly #cells = new Map<Key, Cell<Value>>();
  readonly #first: (key: Key) => Value;

  constructor(first: (key: Key) => Value) {
    this.#first = first;
  }

  of(key: Key): Cell<Value> {
    let cell = this.#cells.get(key);
    if (cell === undefined) {
      cell = new Cell(this.#first(key));
      this.#cells.set(key, cell);
    }
    return cell;
  }
}

/** A page that is hidden draws no frames. */
const HIDDEN_MS = 250;

let waiting = new Set<ReadonlySet<() => void>>();
let isComing = false;

function notifySoon(listeners: ReadonlySet<() => void>): void {
  waiting.add(listeners);
  if (isComing) return;
  isComing = true;
  const isHidden = typeof document === "undefined" || document.hidden;
  if (isHidden) setTimeout(notify, HIDDEN_MS);
  else requestAnimationFrame(notify);
}

function notify(): void {
  const due = waiting;
  waiting = new Set();
  isComing = false;
  for (const listeners of due) for (const listener of [...listeners]) listener();
}
