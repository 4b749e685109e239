// Threads that sync as badly as a thread can: each does it once it is asked, by shared memory, like sync-thread.worker.ts.

import { DESCRIPTOR, READY, REQUESTS, type SyncResult } from "../sync-thread.ts";

declare const self: Worker;

/** @param sync what it does with a file; what it returns is the answer */
export function troubledThread(sync: (descriptor: number) => SyncResult): void {
  self.onmessage = ({ data: words }: MessageEvent<Int32Array>) => {
    self.postMessage(READY);
    for (let done = 0; ; done++) {
      Atomics.wait(words, REQUESTS, done);
      self.postMessage(sync(Atomics.load(words, DESCRIPTOR)));
    }
  };
}
