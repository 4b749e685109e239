// A whole venue in a process of its own, as an operator starts it, so that it can be ended the hard way: the process
// is what `evermark start` runs, and what is known of it is what it prints and answers.

import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";

export const PROGRAM = join(import.meta.dir, "..", "..", "cli", "main.ts");

const MODE_FLAGS = { sandbox: ["--prices", "manual", "--no-demo"], production: ["--mode", "production"] } as const;

export interface StartOptions {
  readonly dataDirectory: string;
  /** Default sandbox: prices by hand, no demo traders. Production takes neither of these. */
  readonly mode?: "sandbox" | "production";
  /** Further flags of `evermark start`. */
  readonly flags?: readonly string[];
  /** What comes before `start`; default the pinned Bun and the program. */
  readonly command?: readonly string[];
  /** Beside what this process has in its own. */
  readonly environment?: Readonly<Record<string, string>>;
}

interface LogLine {
  readonly level: string;
  readonly msg: string;
  readonly [member: string]: unknown;
}

/** How a process ended: with an exit code, or by a signal. */
interface Ending {
  readonly code: number | null;
  readonly signal: string | null;
}

/** A test runner that is stopped in the middle takes its venues with it. */
const running = new Set<VenueProcess>();
process.on("exit", () => {
  for (const venue of running) process.kill(venue.pid, "SIGKILL");
});

export class VenueProcess implements AsyncDisposable {
  readonly pid: number;
  /** Resolves with the base URL when requests are answered; undefined when the process ends before that. */
  readonly ready: Promise<string | undefined>;
  readonly ended: Promise<Ending>;
  /** What it has logged, line by line. */
  readonly log: LogLine[] = [];
  /** What it has written to standard error that is no log line: messages to an operator. */
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
    // A command that breaks an invariant ends the process there and then.
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
      // `close` comes when everything it has written has been read, too.
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

  /** As the power switch would. Resolves when the process is gone. */
  async kill(): Promise<void> {
    this.#kill("SIGKILL");
    await this.ended;
  }

  /** For one that is no end: that it stands still, or goes on. */
  signal(signal: NodeJS.Signals): void {
    this.#kill(signal);
  }

  /** Asks it to end cleanly. */
  terminate(): Promise<Ending> {
    this.#kill("SIGTERM");
    return this.ended;
  }

  /** What it measures, as text, once it is ready. */
  async metrics(): Promise<string> {
    // It is said before `ready`, but on another pipe.
    for (;;) {
      const url = this.logged("the venue shows its metrics")?.url;
      if (typeof url === "string") return (await fetch(url)).text();
      await Bun.sleep(5);
    }
  }

  /** The first log line that says so, once it comes. @throws when the process ends without it */
  async sees(text: string): Promise<LogLine> {
    for (;;) {
      const line = this.logged(text);
      if (line !== undefined) return line;
      if (!this.isRunning) throw new Error(`it ended without "${text}"`);
      await Bun.sleep(5);
    }
  }

  /** The first log line that says so; all of them are known once the process has ended. */
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

/** @throws {Error} with what the process said, when it ends instead */
export async function startVenue(options: StartOptions): Promise<ReadyVenue> {
  const process = new VenueProcess(options);
  const url = await process.ready;
  if (url !== undefined) return { process, url, [Symbol.asyncDispose]: () => process[Symbol.asyncDispose]() };
  const { code, signal } = await process.ended;
  const said = [...process.messages, ...process.log.map((line) => JSON.stringify(line))].join("\n");
  throw new Error(`the venue did not start (${signal ?? `exit code ${code}`}):\n${said}`);
}

/** Starts a venue that is expected to refuse; resolves when it has ended, and ends it if it starts after all. */
export async function startRefused(options: StartOptions): Promise<Ending & { readonly messages: readonly string[] }> {
  const process = new VenueProcess(options);
  if ((await process.ready) !== undefined) {
    await process.kill();
    throw new Error("the venue has started");
  }
  return { ...(await process.ended), messages: process.messages };
}
