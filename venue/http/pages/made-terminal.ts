// The terminal's files, made once in a process. A start takes those of the start before it, or has them bundled by a
// thread while the rest of the venue starts; that they are written once more, as small as it gets, takes seconds of a processor:
// it is done when the page was asked for, and no browser waits for it.

import { madeByThread } from "./file-site.ts";
import { keptTerminal, type MadeTerminal } from "./kept-terminal.ts";
import type { ToBundle } from "./terminal-maker.worker.ts";

/** A browser that has just asked for the page loads its scripts first. */
const SMALL_AFTER_MS = 5_000;

let made: Promise<MadeTerminal> | undefined;
let isBeingMadeSmall = false;

/**
 * Files to serve now; the first who calls has them made.
 * @throws {Error} when they can't be made; the next one who asks has it tried again
 */
export function madeTerminal(): Promise<MadeTerminal> {
  made ??= firstMade().catch((error) => {
    made = undefined;
    throw error;
  });
  return made;
}

/** A trader looks at it: from now on it is worth being as small as it gets. */
export function wantSmall(now: MadeTerminal): void {
  if (now.isSmall || isBeingMadeSmall) return;
  isBeingMadeSmall = true;
  setTimeout(() => void makeSmall(now), SMALL_AFTER_MS).unref();
}

async function firstMade(): Promise<MadeTerminal> {
  return keptTerminal() ?? (await bundledByThread({ isSmall: false, page: "terminal" }));
}

async function makeSmall(before: MadeTerminal): Promise<void> {
  try {
    const { files, ...small } = await bundledByThread({ isSmall: true, page: "terminal" });
    // Pages that are open go on loading what they began with.
    made = Promise.resolve({ ...small, files: new Map([...before.files, ...files]) });
  } catch {
    // What is served works as well; the next start tries again.
  }
}

let madeForOperators: Promise<MadeTerminal> | undefined;

/** The same of the console, which few browsers load: it is made when it is first asked for. */
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
