// A whole venue in a separate process, as an operator starts it, so that it can be killed. The process runs `evermark
// start`, and all that is known about it is what it prints and answers.

import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";

export const PROGRAM = join(import.meta.dir, "..", "..", "cli", "main.ts");

const MODE_FLAGS = { sandbox: ["--prices", "manual", "--no-demo"], production: ["--mode", "production"] } as const;

export interface StartOptions {
  readonly dataDirectory: string;
  /** The default is a sandbox with manual prices and without demo traders. Production has no such options. */
  readonly mode?: "sandbox" | "production";
  /** Additional flags of `evermark start`. */
  readonly flags?: readonly string[];
  /** The command before `start`; by default the pinned Bun and the program. */
  readonly command?: readonly string[];
  /** Variables in addition to those of this process. */
  readonly environment?: Readonly<Record<string, string>>;
}

interface LogLine {
  readonly level: string;
  readonly msg: string;
  readonly [member: string]: unknown;
}

/** How a process ended: with an exit code or by a signal. */
interface Ending {
  readonly code: number | null;
  readonly signal: string | null;
}

/** Venues that are killed if the test runner is stopped in the middle. */
const running = new Set<VenueProcess>();
process.on("exit", () => {
  for (const venue of running) process.kill(venue.pid, "SIGKILL");
});

export class VenueProcess implements AsyncDisposable {
  readonly pid: number;
  /** Resolves with the base URL when requests are answered, or with undefined if the process ends before that. */
  readonly ready: Promise<string | undefined>;
  readonly ended: Promise<Ending>;
  /** The lines that it has logged. */
  readonly log: LogLine[] = [];
  /** The lines on standard error that are not log lines: messages for an operator. */
  readonly messages: string[] = [];
  readonly #kill: (signal: NodeJS.Signals) => boolean;

  constructor(options: StartOptions) {
    const {
      dataDirectory,
      mode = "sandbox",
      flags = [],
      command = [process.execPath, PROGRAM],
      environment = {},
    } = options;
    const [program = "", ...before] = command;
    // With `--audit`, a command that breaks an invariant ends the process at once.
    const isFirst = mode === "production" && (!existsSync(dataDirectory) || readdirSync(dataDirectory).length === 0);
    const usual = ["--port", "0", "--audit", "--chain", "off", ...MODE_FLAGS[mode], ...(isFirst ? ["--new"] : [])];
    const child = spawn(program, [...before, "start", "--data", dataDirectory, ...usual, ...flags], {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, ...environment },
    });
    const ready = Promise.withResolvers<string | undefined>();
    createInterface({ input: child.stdout }).on("line", (line) => {
      if (line.startsWith("ready ")) ready.resolve(line.slice("ready ".length));
    });
    createInterface({ input: child.stderr }).on("line", (line) => this.#read(line));
    this.pid = child.pid ?? 0;
    this.ready = ready.promise;
    this.ended = new Promise((resolve, reject) => {
      child.on("error", reject);
      // `close` comes after everything that it has written has been read.
      child.on("close", (code, signal) => {
        running.delete(this);
        ready.resolve(undefined);
        resolve({ code, signal });
      });
    });
    this.#kill = (signal) => child.kill(signal);
    running.add(this);
  }

  get isRunning(): boolean {
    return running.has(this);
  }

  /** Kills it, like a power failure. Resolves when the process is gone. */
  async kill(): Promise<void> {
    this.#kill("SIGKILL");
    await this.ended;
  }

  /** For signals that do not end it, but stop or continue it. */
  signal(signal: NodeJS.Signals): void {
    this.#kill(signal);
  }

  /** Asks it to end cleanly. */
  terminate(): Promise<Ending> {
    this.#kill("SIGTERM");
    return this.ended;
  }

  /** Its metrics as text, once it is ready. */
  async metrics(): Promise<string> {
    // The URL is logged before `ready`, but through another pipe.
    for (;;) {
      const url = this.logged("metrics are served")?.url;
      if (typeof url === "string") return (await fetch(url)).text();
      await Bun.sleep(5);
    }
  }

  /** Waits for the first log line with this text. @throws if the process ends without one */
  async untilLogged(text: string): Promise<LogLine> {
    for (;;) {
      const line = this.logged(text);
      if (line !== undefined) return line;
      if (!this.isRunning) throw new Error(`it exited without "${text}"`);
      await Bun.sleep(5);
    }
  }

  /** The first log line with this text. All lines are known once the process has ended. */
  logged(text: string): LogLine | undefined {
    return this.log.find(({ msg }) => msg.includes(text));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (running.has(this)) await this.kill();
  }

  #read(line: string): void {
    if (line.startsWith("{")) this.log.push(JSON.parse(line) as LogLine);
    else this.messages.push(line);
  }
}

/** A venue that answers requests. */
interface ReadyVenue extends AsyncDisposable {
  readonly process: VenueProcess;
  readonly url: string;
}

/** @throws {Error} with the process's output if it ends instead */
export async function startVenue(options: StartOptions): Promise<ReadyVenue> {
  const process = new VenueProcess(options);
  const url = await process.ready;
  if (url !== undefined) return { process, url, [Symbol.asyncDispose]: () => process[Symbol.asyncDispose]() };
  const { code, signal } = await process.ended;
  const output = [...process.messages, ...process.log.map((line) => JSON.stringify(line))].join("\n");
  throw new Error(`the venue did not start (${signal ?? `exit code ${code}`}):\n${output}`);
}

/** Starts a venue that is expected to refuse, and resolves when it has ended. Stops it if it starts after all. */
export async function startRefused(options: StartOptions): Promise<Ending & { readonly messages: readonly string[] }> {
  const process = new VenueProcess(options);
  if ((await process.ready) !== undefined) {
    await process.kill();
    throw new Error("the venue has started");
  }
  return { ...(await process.ended), messages: process.messages };
}
