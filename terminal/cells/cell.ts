// The page's state in cells: a writer sets a value immediately, its listeners run once per frame. However fast updates come
// in, a view is rendered at most once per frame.

export interface ReadableCell<Value> {
  get(): Value;
  /** Calls `listener` after changes. @returns a function that stops it */
  subscribe(listener: () => void): () => void;
}

/** A cell whose listeners run at most once per frame. */
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

/** A separate cell for each key, created on first use: a row listens only to its own. */
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

/** A hidden page gets no animation frames, so a timer runs the listeners instead. */
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
