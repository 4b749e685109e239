// One run of Anvil. It has a session of its own, so that Ctrl-C in a terminal reaches the venue alone, which then ends it;
// and a shell waits beside it that ends it when the venue is gone without a word, by `kill -9` for instance. It has no
// accounts: nobody can have it sign anything.

import { type ChildProcess, spawn } from "node:child_process";
import { createServer } from "node:net";

export interface AnvilTerms {
  readonly program: string;
  readonly chainId: number;
  /** The wanted one; another when it is taken, and any for 0. */
  readonly port: number;
  /** Between blocks; 0: a block whenever there is a transaction. */
  readonly blockSeconds: number;
  /**
   * Time of its first block, in seconds since 1970. Anvil makes one at every start, beside that of the state that it goes on
   * from, and writes both: of two that differ, either may be the chain's first block later on.
   */
  readonly beginsAt: number;
  /** State that it goes on from; null for a new chain. */
  readonly state: string | null;
  /** Where it may put what does not fit into memory. The name tells its processes from others. */
  readonly cache: string;
}

const LOOPBACK = "127.0.0.1";
/** Of what it says before it ends, this much is kept. */
const LAST_WORDS_MAX = 2_000;

export class AnvilProcess {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** Resolves with why, in one line, when the process is gone. */
  readonly ended: Promise<string>;
  readonly #child: ChildProcess;

  /** @throws {Error} when it can't be run at all */
  static async start(terms: AnvilTerms): Promise<AnvilProcess> {
    const port = await freePort(terms.port);
    const child = spawn(terms.program, argumentsOf({ ...terms, port }), {
      stdio: ["ignore", "ignore", "pipe"],
      detached: true,
    });
    await new Promise<void>((resolve, reject) => {
      child.once("spawn", resolve);
      child.once("error", reject);
    });
    return new AnvilProcess(child, port);
  }

  private constructor(child: ChildProcess, port: number) {
    this.#child = child;
    this.port = port;
    this.url = `http://${LOOPBACK}:${port}`;
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

  /** At once: what it has in memory is lost. */
  async kill(): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.ended;
  }
}

function argumentsOf({ chainId, port, blockSeconds, beginsAt, state, cache }: AnvilTerms): string[] {
  return [
    ...["--host", LOOPBACK, "--port", String(port), "--chain-id", String(chainId)],
    ...["--timestamp", String(beginsAt)],
    ...["--accounts", "0", "--quiet", "--color", "never", "--threads", "2", "--cache-path", cache],
    ...(blockSeconds === 0 ? [] : ["--block-time", String(blockSeconds), "--mixed-mining"]),
    ...(state === null ? [] : ["--load-state", state]),
  ];
}

/** Reads until the venue's end of the pipe is closed, which the system does whatever ended the venue. */
function guardOf(pid: number): ChildProcess | undefined {
  if (process.platform === "win32") return undefined;
  const script = 'read _; kill -KILL "$1"';
  const guard = spawn("/bin/sh", ["-c", script, "sh", String(pid)], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  // Without it, the next start ends what is left over.
  guard.on("error", () => {});
  return guard;
}

/** The wanted port if nobody has it. */
async function freePort(wanted: number): Promise<number> {
  return (await bindable(wanted)) ?? (await bindable(0))!;
}

function bindable(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(undefined));
    server.listen(port, LOOPBACK, () => {
      const address = server.address();
      const bound = typeof address === "object" && address !== null ? address.port : undefined;
      server.close(() => resolve(bound));
    });
  });
}
