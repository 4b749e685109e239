// The sandbox's own EVM node: started with the venue, started again when it dies, ended with it. It makes a block when there
// is a transaction, and then the empty ones that confirm it, so that an idle chain does nothing. After each the chain is
// written to disk; what a credit rests on survives `kill -9` of either (durable-reader.ts).

import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Logger } from "pino";
import { createTestClient, http, publicActions } from "viem";
import { type AnvilTerms, AnvilProcess } from "./anvil-process.ts";
import { endLeftOver, forgetNode, lastPort, noteNode } from "./left-over.ts";
import { NewHeads } from "./new-heads.ts";
import { unpackState, writeState } from "./state-file.ts";

export interface LocalNodeParts {
  /** Of the chain's files. */
  readonly directory: string;
  readonly program: string;
  readonly chainId: number;
  /** 0: the one it had before, or any. */
  readonly port: number;
  readonly confirmations: number;
  readonly blockSeconds: number;
  readonly log: Logger;
  /** Each time more of the chain is durable. */
  onDurable(): void;
  /** With why when it can't be used, and null when it can again. */
  onState(trouble: string | null): void;
  /** It was started again. */
  onRestart(): void;
}

/** Transactions that come together are confirmed and written together. */
const GATHER_MS = 25;
/** The chain is written at most so often: this many times as long as the last time took. */
const WRITE_SHARE = 4;
const RESTART_PAUSE_MS = { first: 100, most: 30_000 };
const ANSWERS_WITHIN_MS = 20_000;

export class LocalNode {
  readonly #parts: LocalNodeParts;
  readonly #state: string;
  readonly #unpacked: string;
  readonly #note: string;
  #anvil: AnvilProcess | undefined;
  #heads: NewHeads | undefined;
  #port: number;
  #durable = -1;
  #confirmed = -1;
  #isDirty = false;
  #keeping: Promise<void> = Promise.resolve();
  #isKeeping = false;
  #isStopping = false;
  #pauseMs = RESTART_PAUSE_MS.first;
  #wake = (): void => {};

  constructor(parts: LocalNodeParts) {
    this.#parts = parts;
    mkdirSync(parts.directory, { recursive: true });
    this.#state = join(parts.directory, "state.json.gz");
    this.#unpacked = join(parts.directory, "state.json");
    this.#note = join(parts.directory, "node.json");
    this.#port = parts.port || lastPort(this.#note);
  }

  /** Changes when the node is started again and another process has taken its port meanwhile. */
  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** The highest block that is on disk; -1 before the first is. */
  get durableHeight(): number {
    return this.#durable;
  }

  get isRunning(): boolean {
    return this.#anvil !== undefined;
  }

  /** @throws {Error} in a sentence: Anvil can't be run, or can't read what the chain was */
  async start(): Promise<void> {
    const ended = endLeftOver(this.#note, this.#cache);
    if (ended !== undefined) this.#parts.log.warn({ pid: ended }, "a chain node was left over, and is ended");
    await this.#launch();
  }

  /** Confirms and writes what there is; the caller's last transactions are on disk when it returns. */
  async settle(): Promise<void> {
    this.#changed();
    await this.#keeping;
  }

  /** What is not on disk yet is written, within a second; then the node ends. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#wake();
    const anvil = this.#anvil;
    if (anvil === undefined) return;
    await Promise.race([this.settle(), new Promise((resolve) => setTimeout(resolve, 1_000).unref())]);
    this.#heads?.close();
    await anvil.kill();
    await this.#keeping;
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
    const terms: AnvilTerms = { program, chainId, port: this.#port, blockSeconds, state, cache: this.#cache };
    const anvil = await AnvilProcess.start(terms);
    noteNode(this.#note, anvil);
    this.#port = anvil.port;
    const refused = await Promise.race([answers(anvil.url), anvil.ended]);
    if (refused !== undefined) {
      await anvil.kill();
      throw new Error(`the local chain's node does not start (${refused})`);
    }
    this.#anvil = anvil;
    // What it has begun with is what lies on disk.
    this.#durable = hasState ? Number(await clientOf(anvil.url).getBlockNumber()) : -1;
    this.#confirmed = this.#durable;
    this.#heads = new NewHeads(anvil.url, () => this.#changed());
    anvil.ended.then((how) => this.#ended(anvil, how));
    this.#parts.onState(null);
  }

  #ended(anvil: AnvilProcess, how: string): void {
    if (this.#anvil !== anvil) return;
    this.#anvil = undefined;
    this.#heads?.close();
    forgetNode(this.#note);
    if (this.#isStopping) return rmSync(this.#unpacked, { force: true });
    this.#parts.log.error({ how }, "the local chain's node has ended, and is started again");
    this.#parts.onState(`the local chain's node has ended (${how}) and is started again`);
    void this.#restart();
  }

  async #restart(): Promise<void> {
    while (!this.#isStopping) {
      await this.#sleep(this.#pauseMs);
      this.#pauseMs = Math.min(this.#pauseMs * 2, RESTART_PAUSE_MS.most);
      if (this.#isStopping) return;
      try {
        await this.#keeping;
        await this.#launch();
        this.#parts.log.info({ url: this.url, durable: this.#durable }, "the local chain's node runs again");
        this.#parts.onRestart();
        // One that lives for a while may be tried again at once.
        setTimeout(() => (this.#pauseMs = RESTART_PAUSE_MS.first), 60_000).unref();
        return;
      } catch (error) {
        this.#parts.log.error({ err: error }, "the local chain's node could not be started again");
        this.#parts.onState((error as Error).message);
      }
    }
  }

  #changed(): void {
    this.#isDirty = true;
    if (this.#isKeeping || this.#anvil === undefined) return;
    this.#isKeeping = true;
    this.#keeping = this.#keep(this.#anvil.url)
      .catch((error: unknown) => {
        if (this.#anvil !== undefined) this.#parts.log.warn({ err: error }, "the local chain could not be written");
      })
      .finally(() => {
        this.#isKeeping = false;
      });
  }

  async #keep(url: string): Promise<void> {
    const client = clientOf(url);
    while (this.#isDirty) {
      await this.#sleep(GATHER_MS);
      this.#isDirty = false;
      const head = Number(await client.getBlockNumber({ cacheTime: 0 }));
      if (head === this.#confirmed && head === this.#durable) continue;
      if (head !== this.#confirmed && this.#parts.blockSeconds === 0) {
        await client.mine({ blocks: this.#parts.confirmations });
      }
      this.#confirmed = Number(await client.getBlockNumber({ cacheTime: 0 }));
      const startedAt = performance.now();
      await writeState(this.#state, await client.dumpState());
      this.#durable = this.#confirmed;
      this.#parts.onDurable();
      await this.#sleep((performance.now() - startedAt) * WRITE_SHARE);
    }
  }

  /** Cut short by the end. */
  #sleep(ms: number): Promise<void> {
    if (this.#isStopping) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

const clientOf = (url: string) =>
  createTestClient({ mode: "anvil", transport: http(url, { retryCount: 0, timeout: ANSWERS_WITHIN_MS }) }).extend(
    publicActions,
  );

/** Resolves with nothing once it answers. */
async function answers(url: string): Promise<string | undefined> {
  const client = clientOf(url);
  const until = performance.now() + ANSWERS_WITHIN_MS;
  while (performance.now() < until) {
    try {
      await client.getChainId();
      return undefined;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
  return `no answer within ${ANSWERS_WITHIN_MS / 1_000} s`;
}
