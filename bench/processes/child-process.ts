// A server that a benchmark measures runs in a process of its own, so that it does not share its thread with the load.
// The first message goes to the child and says what to serve; its first answer says where. Every child is stopped by its
// own id, whatever happens in between.

import { fileURLToPath } from "node:url";

const STOP = "stop";
/** A venue ends by itself within it, also on a busy machine: one that is killed leaves programs of its own that still write. */
const STOP_MS = 60_000;

export interface Child<Answer> {
  readonly pid: number;
  /** Sends a message and waits for the answer to it. One at a time. */
  ask(message: unknown): Promise<Answer>;
  /** Sends a message that has no answer. */
  send(message: unknown): void;
  /** Lets the child end by itself, and kills it if it does not. */
  stop(): Promise<void>;
}

/** @param program the URL of its file, whose own part is `serveParent` */
export function startChild<Answer>(program: string): Child<Answer> {
  let waiting = Promise.withResolvers<Answer>();
  const child = Bun.spawn([process.execPath, fileURLToPath(program)], {
    stdin: "ignore",
    stdout: "inherit",
    stderr: "inherit",
    ipc: (message: Answer) => waiting.resolve(message),
  });
  void child.exited.then((code) => waiting.reject(new Error(`${program} ended with ${code}`)));
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
      // Its end is expected from here on.
      waiting.promise.catch(() => {});
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.send(STOP);
      const timer = setTimeout(() => child.kill("SIGKILL"), STOP_MS);
      await child.exited;
      clearTimeout(timer);
    },
  };
}

/** The child's side: answers each message unless there is nothing to say, and ends when asked to or when the parent is gone. */
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
