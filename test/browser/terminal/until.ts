// Polls for a condition in tests.

import { PATIENCE_MS } from "./visited-terminal.ts";

/** Polls until `ask` gives an answer. @throws {Error} when there is none for too long */
export async function until<Fact>(
  what: string,
  ask: () => Promise<Fact | undefined>,
  patienceMs = PATIENCE_MS,
): Promise<Fact> {
  const patience = AbortSignal.timeout(patienceMs);
  while (!patience.aborted) {
    const fact = await ask();
    if (fact !== undefined) return fact;
    await Bun.sleep(100);
  }
  throw new Error(`waited in vain for ${what}`);
}
