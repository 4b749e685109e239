// When the journal gets its turn: on real turns of the event loop, or on turns that a test releases one by one.

export interface Turns {
  /** Runs `task` after what is being handled now, and after other input that has already arrived. */
  soon(task: () => void): void;
  /** Runs `task` after `ms`, unless the returned function is called before. */
  later(ms: number, task: () => void): () => void;
}

/**
 * `setImmediate` comes after the input that one poll of the event loop found, so requests that arrived together share a
 * batch. A microtask would come after each single request, and make batches of one.
 */
export const eventLoop: Turns = {
  soon: (task) => void setImmediate(task),
  later(ms, task) {
    const timer = setTimeout(task, ms);
    timer.unref();
    return () => clearTimeout(timer);
  },
};
