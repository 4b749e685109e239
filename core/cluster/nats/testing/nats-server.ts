// A NATS server that belongs to a test, in a process of its own, and can be killed, stopped and started again on its port.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const PROGRAM = Bun.which("nats-server", { PATH: `${process.env.PATH}:/usr/sbin` });
const READY = "Server is ready";
const SAID_MAX = 10_000;

/** Whether nats-server is installed, or has to be because of TEST_TOOLS=required, as in .ci/run. */
export const asksForNats = PROGRAM !== null || process.env.TEST_TOOLS === "required";

export class NatsServer implements AsyncDisposable {
  readonly port: number;
  readonly #folder = mkdtempSync(join(tmpdir(), "evermark-nats-"));
  readonly #config: string;
  #process: Bun.Subprocess<"ignore", "ignore", "pipe"> | null = null;

  private constructor(port: number, config: string) {
    this.port = port;
    this.#config = join(this.#folder, "nats.conf");
    writeFileSync(this.#config, `listen: "127.0.0.1:${port}"\n${config}`);
  }

  /** @param config further lines of the server's configuration */
  static async start(config = ""): Promise<NatsServer> {
    const server = new NatsServer(await freePort(), config);
    await server.start();
    return server;
  }

  get url(): string {
    return `nats://127.0.0.1:${this.port}`;
  }

  get pid(): number {
    return this.#process!.pid;
  }

  async start(): Promise<void> {
    if (PROGRAM === null) throw new Error("nats-server is not installed");
    const child = Bun.spawn([PROGRAM, "-c", this.#config], { stdin: "ignore", stdout: "ignore", stderr: "pipe" });
    this.#process = child;
    // A test runner that is stopped midway kills the server too.
    process.once("exit", () => child.kill("SIGKILL"));
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    // Standard error is read to its end: a server whose standard error is closed dies with its next line.
    void (async () => {
      let said = "";
      for await (const piece of child.stderr.pipeThrough(new TextDecoderStream())) {
        said = (said + piece).slice(-SAID_MAX);
        if (said.includes(READY)) resolve();
      }
      reject(new Error(`nats-server has ended: ${said}`));
    })();
    return promise;
  }

  async kill(): Promise<void> {
    this.#process?.kill("SIGKILL");
    await this.#process?.exited;
    this.#process = null;
  }

  /** Stops the process, but not its connections. */
  pause(): void {
    this.#process?.kill("SIGSTOP");
  }

  wake(): void {
    this.#process?.kill("SIGCONT");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

async function freePort(): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const probe = createServer().listen(0, "127.0.0.1", () => {
    const { port } = probe.address() as { port: number };
    probe.close(() => resolve(port));
  });
  return promise;
}
