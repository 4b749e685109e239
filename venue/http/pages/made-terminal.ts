// The terminal's files, built once per process. A start uses those of the start before it, or has a thread bundle them while
// the rest of the venue starts. Minifying them takes seconds of processor time: it is done after the page was first requested,
// and no browser waits for it.

import { cachedTerminal, type MadeTerminal } from "./cached-terminal.ts";
import { madeByThread } from "./file-site.ts";
import type { ToBundle } from "./terminal-maker.worker.ts";

/** The delay lets a browser that has just requested the page load its scripts first. */
const SMALL_AFTER_MS = 5_000;

let made: Promise<MadeTerminal> | undefined;
let isBeingMadeSmall = false;

/**
 * Files to serve now; the first call has them built.
 * @throws {Error} when they can't be built; the next call tries again
 */
export function madeTerminal(): Promise<MadeTerminal> {
  made ??= firstMade().catch((error) => {
    made = undefined;
    throw error;
  });
  return made;
}

/** To be called when a trader opens the terminal: from then on, minifying it is worth the time. */
export function wantSmall(now: MadeTerminal): void {
  if (now.isSmall || isBeingMadeSmall) return;
  isBeingMadeSmall = true;
  setTimeout(() => void makeSmall(now), SMALL_AFTER_MS).unref();
}

async function firstMade(): Promise<MadeTerminal> {
  return cachedTerminal() ?? (await bundledByThread({ isSmall: false, page: "terminal" }));
}

async function makeSmall(before: MadeTerminal): Promise<void> {
  try {
    const { files, ...small } = await bundledByThread({ isSmall: true, page: "terminal" });
    // Open pages continue to load the files that they started with.
    made = Promise.resolve({ ...small, files: new Map([...before.files, ...files]) });
  } catch {
    // The present files work as well; the next start tries again.
  }
}

let madeForOperators: Promise<MadeTerminal> | undefined;

/** The operator's console, which few browsers load: it is built when it is first requested. */
export function madeConsole(): Promise<MadeTerminal> {
  madeForOperators ??= bundledByThread({ isSmall: false, page: "console" }).catch((error) => {
    madeForOperators = undefined;
    throw error;
  });
  return madeForOperators;
}

function bundledByThread(task: ToBundle): Promise<MadeTerminal> {
  return madeByThread<MadeTerminal>(new URL("./terminal-maker.worker.ts", import.meta.url), task, `the ${task.page}`);
}
