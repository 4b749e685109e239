// A PostgreSQL server that belongs to a test: in a temporary directory, on a free port of the loopback, run by an
// unprivileged user because it refuses to run as root. `using` ends it and removes the directory.

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import {
  appendFileSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
} from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { assert } from "@evermark/engine";
import { Client } from "pg";

/** The folder with the programs of the newest version on this machine; null when there is none. */
const PROGRAMS = findPrograms();

/** If none is installed, tests that need one are skipped, unless TEST_TOOLS=required, as in .ci/run. */
export const isPostgresAsked = PROGRAMS !== null || process.env.TEST_TOOLS === "required";
if (!isPostgresAsked) console.warn("PostgreSQL is not installed, so what needs one is not tested");

const USER = unprivileged();

const QUICK = ["fsync = off", "full_page_writes = off"];
const SETTINGS = ["listen_addresses = '127.0.0.1'", "unix_socket_directories = ''", "max_connections = 60"];

interface ServerOptions {
  /** Lines of the server's configuration. */
  readonly settings?: readonly string[];
  /** Whether commits are on the disk when they return: needed if the server is killed, and for measurements. */
  readonly isDurable?: boolean;
  /** The folder in which the server's directory is created. */
  readonly within?: string;
}

export class PostgresServer implements AsyncDisposable {
  readonly port: number;
  readonly directory: string;
  readonly #home: string;
  #child: ChildProcess | null = null;
  #databases = 0;

  private constructor(home: string, port: number) {
    this.#home = home;
    this.directory = join(home, "data");
    this.port = port;
  }

  static async start({
    settings = [],
    isDurable = false,
    within = tmpdir(),
  }: ServerOptions = {}): Promise<PostgresServer> {
    const server = new PostgresServer(homeIn(within), await freePort());
    run("cp", ["-R", "-p", blank(), server.directory]);
    server.configure(...SETTINGS, `port = ${server.port}`, ...(isDurable ? [] : QUICK), ...settings);
    await server.run();
    return server;
  }

  /**
   * Creates a standby that will stream from this server, under a name that the primary can wait for. It is not running yet.
   */
  async standby(name: string, settings: readonly string[] = []): Promise<PostgresServer> {
    const standby = new PostgresServer(homeIn(join(this.#home, "..")), await freePort());
    const source = `host=127.0.0.1 port=${this.port} user=postgres application_name=${name}`;
    run(join(programs(), "pg_basebackup"), [
      "--dbname",
      source,
      "--pgdata",
      standby.directory,
      "--write-recovery-conf",
      "--checkpoint=fast",
    ]);
    // A promoted standby waits for no standby of its own.
    standby.configure(`port = ${standby.port}`, "synchronous_standby_names = ''", ...settings);
    return standby;
  }

  url(database = "postgres"): string {
    return `postgres://postgres@127.0.0.1:${this.port}/${database}`;
  }

  /** Adds lines to the server's configuration; a running server reads them with `reload`. */
  configure(...lines: string[]): void {
    appendFileSync(join(this.directory, "postgresql.conf"), `${lines.join("\n")}\n`);
  }

  async reload(...lines: string[]): Promise<void> {
    this.configure(...lines);
    await this.sql("SELECT pg_reload_conf()");
  }

  /** Makes commits wait for a standby that never comes, or stops them from waiting. */
  async stall(isStalled: boolean): Promise<void> {
    await this.reload(`synchronous_standby_names = '${isStalled ? "no_such_standby" : ""}'`);
    // One of the server's processes applies the setting for all others when it gets round to it.
    while ((await this.#commitWaits()) !== isStalled);
  }

  /** Starts the server, and returns once it takes connections. */
  async run(): Promise<void> {
    const child = spawn(join(programs(), "postgres"), ["-D", this.directory], {
      ...USER,
      stdio: ["ignore", "ignore", "pipe"],
    });
    this.#child = child;
    process.on("exit", () => child.kill("SIGQUIT"));
    const said: string[] = [];
    child.stderr!.on("data", (text) => said.push(String(text)));
    for (;;) {
      const client = new Client({ connectionString: this.url() });
      client.on("error", () => {});
      const isUp = await client.connect().then(
        () => true,
        () => false,
      );
      await client.end().catch(() => {});
      if (isUp) return;
      if (child.exitCode !== null || child.signalCode !== null) {
        // Processes of a killed server end a little after it.
        assert(said.join("").includes("is still in use"), "PostgreSQL runs", { said: said.join("") });
        return this.run();
      }
      await Bun.sleep(20);
    }
  }

  /** Creates an empty database. @returns its URL */
  async database(): Promise<string> {
    const name = `test_${++this.#databases}`;
    await this.sql(`CREATE DATABASE ${name}`);
    return this.url(name);
  }

  /** Runs a statement over a connection of its own. */
  async sql(text: string, url = this.url()): Promise<Record<string, unknown>[]> {
    const client = new Client({ connectionString: url });
    // If the connection breaks, the query's answer reports it.
    client.on("error", () => {});
    await client.connect();
    try {
      return (await client.query(text)).rows;
    } finally {
      await client.end();
    }
  }

  /** Returns once a condition is true. @param condition in SQL */
  async until(condition: string, url = this.url()): Promise<void> {
    while ((await this.sql(`SELECT ${condition} AS is_so`, url))[0]!.is_so !== true) await Bun.sleep(5);
  }

  /** The ids of the server's processes, the parent first. */
  get pids(): readonly number[] {
    const { pid } = this.#child!;
    return [pid!, ...childrenOf(pid!)];
  }

  /**
   * Signals all of the server's processes. The parent comes first, because the children of a dead parent can no longer be
   * found.
   */
  signal(name: "SIGSTOP" | "SIGCONT" | "SIGKILL"): void {
    const [first, ...before] = this.pids;
    process.kill(first!, name);
    for (const child of new Set([...before, ...childrenOf(first!)])) signalIfThere(child, name);
  }

  /** Kills the server, as when the machine fails, but what has not reached the disk is not lost. */
  async kill(): Promise<void> {
    const ended = this.#ended();
    this.signal("SIGKILL");
    await ended;
  }

  /** Ends the server as an operator does. */
  async stop(): Promise<void> {
    await this.#end("SIGINT");
  }

  async restart(): Promise<void> {
    await this.stop();
    await this.run();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#end("SIGQUIT");
    rmSync(this.#home, { recursive: true, force: true });
  }

  /** Whether a commit that is tried waits for a standby. */
  async #commitWaits(): Promise<boolean> {
    const client = new Client({ connectionString: this.url() });
    client.on("error", () => {});
    await client.connect();
    try {
      const { rows } = await client.query("SELECT pg_backend_pid() AS pid");
      const cancel = `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE pid = ${rows[0].pid} AND wait_event = 'SyncRep'`;
      let [isOver, waits] = [false, false];
      const over = client.query("SELECT pg_logical_emit_message(true, 'tried', '')").finally(() => {
        isOver = true;
      });
      while (!isOver && !waits) waits = (await this.sql(cancel)).length > 0;
      await over;
      return waits;
    } finally {
      await client.end();
    }
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    if (!isAlive(this.#child)) return;
    const ended = this.#ended();
    // A paused server would not end.
    this.signal("SIGCONT");
    this.#child!.kill(signal);
    await ended;
  }

  #ended(): Promise<unknown> {
    return new Promise((resolve) => this.#child!.once("exit", resolve));
  }
}

/**
 * The directory of a server that never ran, kept from test to test: copying it takes a tenth of the time of making a new
 * one.
 * @returns its path
 */
function blank(): string {
  const said = spawnSync(join(programs(), "initdb"), ["--version"]).stdout.toString();
  const kept = join(tmpdir(), `evermark-blank-postgres-${/[\d.]+/.exec(said)![0]}`);
  if (existsSync(kept)) return kept;
  const home = homeIn(tmpdir());
  const made = ["--username=postgres", "--auth=trust", "--no-sync", "--encoding=UTF8", "--locale=C"];
  run(join(programs(), "initdb"), [...made, "--pgdata", join(home, "data")]);
  try {
    renameSync(join(home, "data"), kept);
  } catch (error) {
    // Another test was quicker.
    if (!existsSync(kept)) throw error;
  }
  rmSync(home, { recursive: true });
  return kept;
}

function isAlive(child: ChildProcess | null): boolean {
  return child !== null && child.exitCode === null && child.signalCode === null;
}

function childrenOf(pid: number): number[] {
  const { stdout } = spawnSync("ps", ["-o", "pid=", "--ppid", String(pid)]);
  return stdout.toString().split(/\s+/).filter(Boolean).map(Number);
}

function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has ended in the meantime.
  }
}

function findPrograms(): string | null {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).map(Number).filter(Number.isFinite) : [];
  if (versions.length > 0) return join(debian, String(Math.max(...versions)), "bin");
  const found = Bun.which("initdb");
  return found === null ? null : dirname(realpathSync(found));
}

function programs(): string {
  assert(PROGRAMS !== null, "PostgreSQL is installed");
  return PROGRAMS;
}

function run(program: string, words: readonly string[]): void {
  const { status, stderr, error } = spawnSync(program, words, USER);
  assert(status === 0, `${program} succeeds`, { said: String(error ?? stderr) });
}

/** The user whom the processes run as. */
function unprivileged(): { readonly uid: number; readonly gid: number } | Record<string, never> {
  if (process.getuid!() !== 0) return {};
  const idOf = (what: string) => Number(spawnSync("id", [what, "postgres"]).stdout.toString());
  return { uid: idOf("-u"), gid: idOf("-g") };
}

function homeIn(within: string): string {
  const home = mkdtempSync(join(within, "evermark-postgres-"));
  if ("uid" in USER) chownSync(home, USER.uid!, USER.gid!);
  return home;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
