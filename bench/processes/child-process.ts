// Runs a server that a benchmark measures in a separate process, so that it does not share its thread with the load.
// The first message to the child says what to serve, and the child's first answer says where it listens. Every child is
// stopped by its own process id, whatever happens.

import { fileURLToPath } from "node:url";

const STOP = "stop";
/**
 * A venue exits by itself within this time, even on a busy machine. It should not be killed, because then its own child
 * processes remain and keep writing.
 */
const STOP_MS = 60_000;

export interface Child<Answer> {
  readonly pid: number;
  /** Sends a message and waits for the answer. Only one at a time. */
  ask(message: unknown): Promise<Answer>;
  /** Sends a message that has no answer. */
  send(message: unknown): void;
  /** Lets the child exit by itself, and kills it if it does not. */
  stop(): Promise<void>;
}

/** @param program the URL of its file, which calls `serveParent` */
export function startChild<Answer>(program: string): Child<Answer> {
  let waiting = Promise.withResolvers<Answer>();
  const child = Bun.spawn([process.execPath, fileURLToPath(program)], {
    stdin: "ignore",
    stdout: "inherit",
    stderr: "inherit",
    ipc: (message: Answer) => waiting.resolve(message),
  });
  void child.exited.then((code) => waiting.reject(new Error(`${program} exited with ${code}`)));
  return {
    pid: child.pid,
    ask(message) {
      waiting = Promise.withResolvers<Answer>();
      child.send(message);
      return waiting.promise;
    },
    send(message) {
      child.send(message);
    },
    async stop() {
      // From here on its exit is expected.
      waiting.promise.catch(() => {});
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.send(STOP);
      const timer = setTimeout(() => child.kill("SIGKILL"), STOP_MS);
      await child.exited;
      clearTimeout(timer);
    },
  };
}

/**
 * The child's side. It answers each message unless the answer is undefined, and ends when it is asked to or when the
 * parent is gone.
 */
export function serveParent<Message>(answer: (message: Message) => Promise<unknown>, end: () => Promise<void>): void {
  const finish = () => void end().then(() => process.exit(0));
  process.on("disconnect", finish);
  process.on("message", (message: Message | typeof STOP) => {
    if (message === STOP) return finish();
    answer(message as Message).then(
      (reply) => {
        if (reply !== undefined) process.send?.(reply);
      },
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  });
}
