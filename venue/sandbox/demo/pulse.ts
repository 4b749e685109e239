// A trader's heartbeat: one turn after the other, never two at once, until stopped. A failed turn is logged and followed
// by a pause; a demo trader does not end because a request did.

export interface Pulse {
  /** No turn begins after this; returns when the one under way has ended. */
  stop(): Promise<void>;
}

const PAUSE_AFTER_FAILURE_MS = 1_000;

/** @param everyMs from the end of one turn to the start of the next */
export function startPulse(everyMs: number, turn: () => Promise<void>, onFailure: (error: unknown) => void): Pulse {
  let isStopped = false;
  let wake = () => {};
  const run = async () => {
    while (!isStopped) {
      let waitMs = everyMs;
      try {
        await turn();
      } catch (error) {
        waitMs = Math.max(everyMs, PAUSE_AFTER_FAILURE_MS);
        if (!isStopped) onFailure(error);
      }
      if (isStopped) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, waitMs);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  };
  const ended = run();
  return {
    stop() {
      isStopped = true;
      wake();
      return ended;
    },
  };
}
