// What the vault was funded with besides deposits: its `Funded` logs, added up once and kept in a small file. Losing the
// file costs the time of reading the vault's logs again. Transfers from former vaults are not counted here: they were
// counted there.

import { readFacts, writeFacts } from "@evermark/journal/checksummed-file.ts";
import { type Hex, pad, parseAbi, toEventSelector } from "viem";
import type { Block, ChainLog, ChainReader } from "../rpc/chain-reader.ts";
import { ChainTrouble } from "../rpc/trouble.ts";
import { TOKEN_HASH } from "../vault/ask-vault.ts";
import { LogScan } from "../watcher/log-scan.ts";

const [FUNDED_EVENT] = parseAbi(["event Funded(address indexed payer, bytes32 indexed tokenHash, uint128 amount)"]);
const FUNDED = toEventSelector(FUNDED_EVENT);

interface StoredTotal {
  readonly vault: string;
  /** A final block; everything up to it is counted. */
  readonly block: number;
  readonly total: string;
  /** Former vaults, whose transfers were left out; absent where there were none. */
  readonly without?: readonly string[];
}

interface FundedParts {
  readonly reader: ChainReader;
  readonly vault: `0x${string}`;
  /** The former vaults; their transfers are no funding. */
  readonly formers: readonly Hex[];
  readonly deployedBlock: number;
  readonly path: string;
}

export class FundedTotal {
  readonly #parts: FundedParts;
  #block: number;
  #total: bigint;
  /** Additions run one after another: two at once would count the same logs twice. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(parts: FundedParts) {
    this.#parts = parts;
    const kept = readKept(parts);
    this.#block = kept?.block ?? parts.deployedBlock - 1;
    this.#total = BigInt(kept?.total ?? 0);
  }

  /** @param logs all logs of the vault that became final since the last call, up to `upTo`; some may come again */
  add(logs: readonly ChainLog[], upTo: Block): Promise<void> {
    return this.#inTurn(() => this.#add(logs, upTo));
  }

  /** @param block a final block. @returns the total up to it */
  at(block: number): Promise<bigint> {
    return this.#inTurn(() => this.#at(block));
  }

  async #add(logs: readonly ChainLog[], upTo: Block): Promise<void> {
    if (upTo.number <= this.#block) return;
    const first = logs.find(({ block }) => block > this.#block);
    const isNext = this.#block >= this.#parts.deployedBlock;
    // Without a file, the logs before these are read first.
    if (!isNext) await this.#at((first?.block ?? upTo.number + 1) - 1);
    const amount = fundedIn(
      logs.filter(({ block }) => block > this.#block),
      this.#parts,
    );
    this.#keep(upTo.number, amount);
  }

  async #at(block: number): Promise<bigint> {
    const scan = new LogScan(this.#parts.reader, [this.#parts.vault]);
    while (this.#block < block) {
      const { to, logs } = await scan.next(this.#block + 1, block);
      this.#keep(to.number, fundedIn(logs, this.#parts));
    }
    return this.#total;
  }

  /** The total up to the newest block, including logs that are not final. */
  async now(): Promise<bigint> {
    const head = await this.#parts.reader.head();
    const scan = new LogScan(this.#parts.reader, [this.#parts.vault]);
    let total = this.#total;
    for (let from = this.#block + 1; from <= head.number; ) {
      const { to, logs } = await scan.next(from, head);
      total += fundedIn(logs, this.#parts);
      from = to.number + 1;
    }
    return total;
  }

  #inTurn<T>(add: () => Promise<T>): Promise<T> {
    const result = this.#last.then(add);
    this.#last = result.catch(() => {});
    return result;
  }

  #keep(block: number, amount: bigint): void {
    const { path, vault, formers } = this.#parts;
    this.#block = block;
    this.#total += amount;
    const without = formers.length === 0 ? {} : { without: formers };
    if (amount !== 0n)
      writeFacts(path, { vault, block, total: String(this.#total), ...without } satisfies StoredTotal, true);
  }
}

function readKept({ path, vault, formers }: FundedParts): StoredTotal | undefined {
  const read = readFacts(path);
  if (typeof read === "string") return undefined;
  const kept = read.facts as Partial<StoredTotal>;
  const isSame = (kept.without ?? []).join() === formers.join();
  const isKept =
    isSame && kept.vault === vault && Number.isSafeInteger(kept.block) && /^\d{1,39}$/.test(kept.total ?? "");
  return isKept ? (kept as StoredTotal) : undefined;
}

/** @param formers vaults whose money has moved to `vault`; that is no funding */
export function fundedIn(
  logs: readonly ChainLog[],
  { vault, formers }: { readonly vault: Hex; readonly formers: readonly Hex[] },
): bigint {
  const payers = new Set(formers.map((former) => pad(former)));
  const funded = logs.filter(
    ({ address, topics: [topic, payer, tokenHash] }) =>
      address === vault && topic === FUNDED && tokenHash === TOKEN_HASH && !payers.has(payer!),
  );
  return funded.reduce((sum, { data }) => sum + amountOf(data), 0n);
}

function amountOf(data: string): bigint {
  if (data.length !== 66) throw new ChainTrouble("garbage", "a log of the vault's funding without an amount");
  return BigInt(data);
}
