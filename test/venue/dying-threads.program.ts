// Preloaded into a venue's process, so that each SIGUSR2 at once ends one of the threads whose script DYING_THREAD
// names.

import { writeSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

const dying = process.env.DYING_THREAD ?? "";

if (isMainThread) {
  const { Worker: Thread } = globalThis;
  let newest: Worker | undefined;
  globalThis.Worker = class extends Thread {
    constructor(...terms: ConstructorParameters<typeof Worker>) {
      super(...terms);
      if (String(terms[0]).endsWith(dying)) newest = this;
    }
  };
  process.on("SIGUSR2", () => {
    if (newest === undefined) throw new Error(`no thread has started from ${dying}`);
    newest.terminate();
    writeSync(2, "a thread was ended\n");
  });
}
