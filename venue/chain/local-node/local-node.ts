// The sandbox's own EVM node: started with the venue, restarted when it dies, stopped with the venue. It makes a block
// when there is a transaction, and then the empty blocks that confirm it, so that an idle chain does nothing. After each
// batch the chain is written to disk; whatever a credit rests on survives `kill -9` of node or venue (durable-reader.ts).

import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Logger } from "pino";
import { createTestClient, http, publicActions } from "viem";
import { AnvilProcess, type AnvilTerms } from "./anvil-process.ts";
import { endLeftOver, lastPort, noteNode } from "./left-over.ts";
import { NewHeads } from "./new-heads.ts";
import { NodeDoor } from "./node-door.ts";
import { unpackState, writeState } from "./state-file.ts";

export interface LocalNodeParts {
  /** Directory of the chain's files. */
  readonly directory: string;
  readonly program: string;
  readonly chainId: number;
  /** Port of its door; 0: the one it had before, or any. */
  readonly port: number;
  readonly confirmations: number;
  readonly blockSeconds: number;
  readonly log: Logger;
  /** Called each time more of the chain is durable. */
  onDurable(): void;
  /** Called with the reason when the node can't be used, and with null when it can again. */
  onState(trouble: string | null): void;
  /** Called after a restart. */
  onRestart(): void;
}

/** Transactions that arrive together are confirmed and written together. */
const GATHER_MS = 25;
/** The pause after writing the chain is this many times as long as the writing took. */
const WRITE_SHARE = 4;
/** The time of every local chain's first block, at every start. */
const FIRST_BLOCK_AT = 1_700_000_000;
const RESTART_PAUSE_MS = { first: 100, most: 30_000 };
const STEADY_MS = 60_000;
const ANSWERS_WITHIN_MS = 20_000;
/** Pause after a failed write, for instance on a full disk. */
const WRITE_AGAIN_MS = 1_000;
/** Time limit of the last write, at the stop. */
const LAST_WRITE_MS = 2_000;

export class LocalNode {
  readonly #parts: LocalNodeParts;
  readonly #state: string;
  readonly #unpacked: string;
  readonly #note: string;
  #anvil: AnvilProcess | undefined;
  #heads: NewHeads | undefined;
  #door: NodeDoor | undefined;
  readonly #wantedPort: number;
  #durable = -1;
  #confirmed = -1;
  #isDirty = false;
  #keeping: Promise<void> = Promise.resolve();
  #isKeeping = false;
  /** Whether the last attempt to write has failed. */
  #isUnwritten = false;
  #launchedAt = 0;
  #pauseMs = RESTART_PAUSE_MS.first;
  readonly #stopping = new AbortController();

  constructor(parts: LocalNodeParts) {
    this.#parts = parts;
    mkdirSync(parts.directory, { recursive: true });
    this.#state = join(parts.directory, "state.json.gz");
    this.#unpacked = join(parts.directory, "state.json");
    this.#note = join(parts.directory, "node.json");
    this.#wantedPort = parts.port || lastPort(this.#note);
  }

  /** URL of its door, which stays the same when the node is restarted; "" before the first start. */
  get url(): string {
    return this.#door?.url ?? "";
  }

  /** The highest block on disk; -1 while there is none. */
  get durableHeight(): number {
    return this.#durable;
  }

  get isRunning(): boolean {
    return this.#anvil !== undefined;
  }

  /** @throws {Error} with a sentence: Anvil can't be run, or can't read the chain's state */
  async start(): Promise<void> {
    const ended = endLeftOver(this.#note, this.#cache);
    if (ended !== undefined)
      this.#parts.log.warn({ pid: ended }, "a local chain node was left over from an earlier run, and is stopped");
    await this.#launch();
  }

  /** Confirms and writes what there is; when it returns, the caller's last transactions are on disk. */
  async settle(): Promise<void> {
    this.#changed();
    await this.#keeping;
  }

  /** Writes what is not on disk yet, within two seconds; then ends the node. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    const anvil = this.#anvil;
    if (anvil === undefined) return this.#door?.close();
    await Promise.race([this.settle(), setTimeout(LAST_WRITE_MS, undefined, { ref: false })]);
    this.#heads?.close();
    await this.#door?.close();
    await anvil.kill();
    await this.#keeping;
  }

  get #isStopping(): boolean {
    return this.#stopping.signal.aborted;
  }

  get #cache(): string {
    return join(this.#parts.directory, "anvil");
  }

  async #launch(): Promise<void> {
    const { program, chainId, blockSeconds } = this.#parts;
    let hasState: boolean;
    try {
      hasState = await unpackState(this.#state, this.#unpacked);
    } catch (error) {
      throw new Error(`the file of the local chain's state is damaged: ${(error as Error).message}`);
    }
    const state = hasState ? this.#unpacked : null;
    const place = { program, host: hiddenLoopback(), port: 0, cache: this.#cache };
    const terms: AnvilTerms = { ...place, chainId, blockSeconds, beginsAt: FIRST_BLOCK_AT, state };
    this.#launchedAt = performance.now();
    const anvil = await AnvilProcess.start(terms);
    this.#door ??= NodeDoor.open(this.#wantedPort, () => this.#anvil?.url ?? null);
    noteNode(this.#note, { pid: anvil.pid, port: this.#door.port });
    const refused = await Promise.race([answers(anvil.url), anvil.ended]);
    if (refused !== undefined) {
      await anvil.kill();
      throw new Error(`the local chain's node does not start (${refused})`);
    }
    this.#anvil = anvil;
    // The state it started with is on disk. One more block on top makes the former head readable as it was.
    this.#durable = hasState ? await heightOf(clientOf(anvil.url)) : -1;
    this.#confirmed = -1;
    this.#heads = new NewHeads(anvil.url, () => this.#changed());
    anvil.ended.then((how) => this.#ended(anvil, how));
    this.#parts.onState(null);
    this.#changed();
  }

  #ended(anvil: AnvilProcess, how: string): void {
    if (this.#anvil !== anvil) return;
    this.#anvil = undefined;
    this.#heads?.close();
    if (this.#isStopping) return rmSync(this.#unpacked, { force: true });
    this.#parts.log.error({ how }, "the local chain's node has exited, and is being restarted");
    this.#parts.onState(`the local chain's node has ended (${how}) and is started again`);
    void this.#restart();
  }

  async #restart(): Promise<void> {
    while (!this.#isStopping) {
      // A node that has run for a while is restarted without a longer pause.
      if (performance.now() - this.#launchedAt > STEADY_MS) this.#pauseMs = RESTART_PAUSE_MS.first;
      await this.#sleep(this.#pauseMs);
      this.#pauseMs = Math.min(this.#pauseMs * 2, RESTART_PAUSE_MS.most);
      if (this.#isStopping) return;
      try {
        await this.#keeping;
        await this.#launch();
        this.#parts.log.info({ url: this.url, durable: this.#durable }, "the local chain's node is running again");
        this.#parts.onRestart();
        return;
      } catch (error) {
        this.#parts.log.error({ err: error }, "the local chain's node could not be restarted");
        this.#parts.onState((error as Error).message);
      }
    }
  }

  #changed(): void {
    this.#isDirty = true;
    if (this.#isKeeping || this.#anvil === undefined) return;
    this.#isKeeping = true;
    this.#keeping = this.#keep(this.#anvil).finally(() => {
      this.#isKeeping = false;
    });
  }

  /** Writes until nothing more has changed. */
  async #keep(anvil: AnvilProcess): Promise<void> {
    while (this.#isDirty && this.#anvil === anvil) {
      await this.#sleep(GATHER_MS);
      this.#isDirty = false;
      const startedAt = performance.now();
      try {
        if (await this.#write(clientOf(anvil.url))) await this.#sleep((performance.now() - startedAt) * WRITE_SHARE);
        if (this.#isUnwritten) this.#parts.onState(null);
        this.#isUnwritten = false;
      } catch (error) {
        if (this.#anvil !== anvil || this.#isStopping) return;
        this.#isUnwritten = true;
        this.#isDirty = true;
        this.#parts.onState(`the local chain can't be written to disk: ${(error as Error).message.split("\n")[0]}`);
        await this.#sleep(WRITE_AGAIN_MS);
      }
    }
  }

  /** @returns whether there was anything new */
  async #write(client: ReturnType<typeof clientOf>): Promise<boolean> {
    const head = await heightOf(client);
    if (head === this.#confirmed && head === this.#durable) return false;
    const { blockSeconds, confirmations } = this.#parts;
    if (head !== this.#confirmed && blockSeconds === 0) await client.mine({ blocks: confirmations });
    const confirmed = await heightOf(client);
    this.#confirmed = confirmed;
    await writeState(this.#state, await client.dumpState());
    this.#durable = confirmed;
    this.#parts.onDurable();
    return true;
  }

  /** Ends early when the node is stopped. */
  async #sleep(ms: number): Promise<void> {
    await setTimeout(ms, undefined, { signal: this.#stopping.signal }).catch(() => {});
  }
}

/**
 * A loopback address that can't be guessed: a page that tries all of them would have 2⁴⁰ places to look at. Systems other
 * than Linux have a single such address; there a page would have to find the port.
 */
function hiddenLoopback(): string {
  if (process.platform !== "linux") return "127.0.0.1";
  const [a, b, c] = crypto.getRandomValues(new Uint8Array(3));
  return `127.${a}.${b}.${Math.max(1, Math.min(254, c!))}`;
}

const clientOf = (url: string) =>
  createTestClient({ mode: "anvil", transport: http(url, { retryCount: 0, timeout: ANSWERS_WITHIN_MS }) }).extend(
    publicActions,
  );

async function heightOf(client: ReturnType<typeof clientOf>): Promise<number> {
  return Number(await client.getBlockNumber({ cacheTime: 0 }));
}

/**
 * Resolves with nothing once the node answers and its clock is set, which otherwise continues from its last block, or its
 * first.
 */
async function answers(url: string): Promise<string | undefined> {
  const client = clientOf(url);
  const until = performance.now() + ANSWERS_WITHIN_MS;
  while (performance.now() < until) {
    try {
      await client.request({ method: "anvil_setTime", params: [Math.floor(Date.now() / 1_000)] } as never);
      return undefined;
    } catch {
      await setTimeout(10);
    }
  }
  return `no answer within ${ANSWERS_WITHIN_MS / 1_000} s`;
}
