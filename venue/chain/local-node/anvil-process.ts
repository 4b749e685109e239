// One run of Anvil. It has its own session, so that Ctrl-C in a terminal reaches only the venue, which then ends it. A
// shell beside it ends it when the venue disappears without notice, for instance by `kill -9`. It has no accounts: no
// client can have it sign anything.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

export interface AnvilTerms {
  readonly program: string;
  readonly chainId: number;
  /** The local address that it listens on. */
  readonly host?: string;
  /** The preferred port; another is used when it is taken, and any for 0. */
  readonly port: number;
  /** Interval between blocks; 0: a block whenever there is a transaction. */
  readonly blockSeconds: number;
  /**
   * Time of its first block, in seconds since 1970. Anvil makes a first block at every start, beside that of the state it
   * continues from, and writes both: if they differ, either may be the chain's first block later on.
   */
  readonly beginsAt: number;
  /** File of the state it continues from; null for a new chain. */
  readonly state: string | null;
  /** Directory for what does not fit into memory. Its processes are recognized by this name. */
  readonly cache: string;
}

const LOOPBACK = "127.0.0.1";
/** Its output once it owns its port, so that no other node is mistaken for it. */
const LISTENING = /^Listening on .*:(\d+)$/;
/** A large state takes time to load. */
const LISTENS_WITHIN_MS = 20_000;
const PORT_TAKEN = "Address already in use";
/** How many characters of its error output are kept. */
const LAST_WORDS_MAX = 2_000;

export class AnvilProcess {
  readonly pid: number;
  /** Resolves with the reason, in one line, when the process has ended. */
  readonly ended: Promise<string>;
  readonly #child: ChildProcess;
  readonly #host: string;
  #port = 0;

  /** @returns a process that listens @throws {Error} when it can't be run at all, or does not listen */
  static async start(terms: AnvilTerms): Promise<AnvilProcess> {
    try {
      return await AnvilProcess.#launch(terms);
    } catch (error) {
      if (terms.port === 0 || !(error as Error).message.includes(PORT_TAKEN)) throw error;
      return AnvilProcess.#launch({ ...terms, port: 0 });
    }
  }

  static async #launch(terms: AnvilTerms): Promise<AnvilProcess> {
    const child = spawn(terms.program, argumentsOf(terms), { stdio: ["ignore", "pipe", "pipe"], detached: true });
    await once(child, "spawn");
    const anvil = new AnvilProcess(child, terms.host ?? LOOPBACK);
    const port = await Promise.race([portOf(child), anvil.ended]);
    if (typeof port === "string") {
      await anvil.kill();
      throw new Error(`the local chain's node does not start (${port})`);
    }
    anvil.#port = port;
    await quiet(anvil.url);
    return anvil;
  }

  private constructor(child: ChildProcess, host: string) {
    this.#child = child;
    this.#host = host;
    this.pid = child.pid!;
    const guard = guardOf(this.pid);
    let words = "";
    child.stderr!.setEncoding("utf8").on("data", (text: string) => {
      words = (words + text).slice(-LAST_WORDS_MAX);
    });
    this.ended = new Promise((resolve) => {
      child.once("close", (code, signal) => {
        guard?.kill("SIGKILL");
        const [line = ""] = words.trim().split("\n");
        const how = signal === null ? `exit code ${code}` : signal;
        resolve(line === "" ? how : `${how}: ${line}`);
      });
    });
  }

  get port(): number {
    return this.#port;
  }

  get url(): string {
    return `http://${this.#host}:${this.#port}`;
  }

  /** Ends it at once: what it has only in memory is lost. */
  async kill(): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.ended;
  }
}

function argumentsOf({ chainId, host = LOOPBACK, port, blockSeconds, beginsAt, state, cache }: AnvilTerms): string[] {
  return [
    // No web page may read its answers.
    ...["--no-cors", "--host", host, "--port", String(port), "--chain-id", String(chainId)],
    ...["--timestamp", String(beginsAt)],
    ...["--accounts", "0", "--color", "never", "--threads", "2", "--cache-path", cache],
    ...(blockSeconds === 0 ? [] : ["--block-time", String(blockSeconds), "--mixed-mining"]),
    ...(state === null ? [] : ["--load-state", state]),
  ];
}

/**
 * Starts a shell that kills the process when the venue's end of the pipe closes, which the system does however the venue
 * ended.
 */
function guardOf(pid: number): ChildProcess | undefined {
  if (process.platform === "win32") return undefined;
  const script = 'read _; kill -KILL "$1"';
  const guard = spawn("/bin/sh", ["-c", script, "sh", String(pid)], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  // Without the guard, the next start ends a process that was left over.
  guard.on("error", () => {});
  return guard;
}

/** @returns its port; when it does not report one in time, the reason as text */
function portOf(child: ChildProcess): Promise<number | string> {
  return new Promise((resolve) => {
    const late = `no answer within ${LISTENS_WITHIN_MS / 1_000} s`;
    const timer = setTimeout(() => resolve(late), LISTENS_WITHIN_MS);
    const lines = createInterface({ input: child.stdout! });
    lines.on("line", (line) => {
      const port = LISTENING.exec(line)?.[1];
      if (port === undefined) return;
      clearTimeout(timer);
      lines.close();
      // Its further output is not used, but has to be read so that it does not fill the pipe.
      child.stdout!.resume();
      resolve(Number(port));
    });
    lines.once("close", () => clearTimeout(timer));
  });
}

/** Turns off its log line per request. The process may have died already, which `ended` reports. */
async function quiet(url: string): Promise<void> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "anvil_setLoggingEnabled", params: [false] });
  const headers = { "Content-Type": "application/json" };
  await fetch(url, { method: "POST", headers, body }).catch(() => {});
}
