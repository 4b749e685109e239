// The entry of the thread that syncs files. It never returns: requests come through shared memory.

import { fdatasyncSync } from "node:fs";
import { DESCRIPTOR, READY, REQUESTS, type SyncResult } from "./sync-thread.ts";

declare const self: Worker;

self.onmessage = ({ data: words }: MessageEvent<Int32Array>) => {
  self.postMessage(READY);
  for (let done = 0; ; done++) {
    Atomics.wait(words, REQUESTS, done);
    self.postMessage(synced(Atomics.load(words, DESCRIPTOR)));
  }
};

function synced(descriptor: number): SyncResult {
  try {
    fdatasyncSync(descriptor);
    return undefined;
  } catch (error) {
    const { code = "", message } = error as NodeJS.ErrnoException;
    return { code, message };
  }
}
