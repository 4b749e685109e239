// Threads that sync as badly as a thread can. Like sync-thread.worker.ts, each syncs when it is asked through shared
// memory.

import { DESCRIPTOR, READY, REQUESTS, type SyncResult } from "../sync-thread.ts";

declare const self: Worker;

/** @param sync what the thread does with a file; its result is the thread's answer */
export function troubledThread(sync: (descriptor: number) => SyncResult): void {
  self.onmessage = ({ data: words }: MessageEvent<Int32Array>) => {
    self.postMessage(READY);
    for (let done = 0; ; done++) {
      Atomics.wait(words, REQUESTS, done);
      self.postMessage(sync(Atomics.load(words, DESCRIPTOR)));
    }
  };
}
