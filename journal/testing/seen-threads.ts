// Records the threads that this process starts during a test, so that the test can end one as an operating system or a
// fault would.

interface SeenThreads extends Disposable {
  /** Oldest first. */
  readonly started: readonly Worker[];
}

export function seenThreads(): SeenThreads {
  const started: Worker[] = [];
  const { Worker: Thread } = globalThis;
  globalThis.Worker = class extends Thread {
    constructor(...terms: ConstructorParameters<typeof Worker>) {
      super(...terms);
      started.push(this);
    }
  };
  return {
    started,
    [Symbol.dispose]() {
      globalThis.Worker = Thread;
    },
  };
}
