// The signals of a long-running command: SIGTERM and the first Ctrl-C end it cleanly, a second Ctrl-C at once; SIGHUP ends
// nothing.

/** A signal that arrives this soon after the first is the same request, sent twice by a shell and by npm. */
const SAME_WISH_MS = 300;
const FORCED_EXIT_CODE = 130;

/**
 * Ctrl-C stops waiting at once, with a line that says how to continue. Transactions already sent proceed without this
 * process.
 */
export function explainInterrupt(howToGoOn: () => string): void {
  process.once("SIGINT", () => {
    process.stderr.write(`\n${howToGoOn()}\n`);
    process.exit(FORCED_EXIT_CODE);
  });
}

type EndSignal = "SIGINT" | "SIGTERM";

/** Resolves with the first signal; from then on, another SIGINT ends the process at once. */
export function listenForEnd(): Promise<EndSignal> {
  const { promise, resolve } = Promise.withResolvers<EndSignal>();
  let firstAt: number | null = null;
  const receive = (signal: EndSignal) => {
    if (firstAt === null) {
      firstAt = performance.now();
      resolve(signal);
    } else if (signal === "SIGINT" && performance.now() - firstAt > SAME_WISH_MS) {
      process.stderr.write("ended at once\n");
      process.exit(FORCED_EXIT_CODE);
    }
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => receive(signal));
  return promise;
}

/** SIGHUP means that a terminal was closed or that logs were rotated. It ends nothing. */
export function listenForHangUp(act: () => void): void {
  process.on("SIGHUP", act);
}
