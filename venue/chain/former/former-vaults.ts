// The vaults that a venue had before its present one. Each is closed, and its funds move to the next vault; until that is
// final, nothing is paid. Deposits made there are still credited under that vault's deposit numbers, including those that
// wait for an account. Its funding, and the part of it booked as repairs, is owed by the vault that now has its money.

import { join } from "node:path";
import type { Condition } from "../../operation/reports/readiness.ts";
import { fromMicros } from "../../wire/decimals.ts";
import { FundedTotal } from "../custody/funded-total.ts";
import { Repairs } from "../custody/repairs.ts";
import type { FormerLink } from "../link/chain-source.ts";
import type { ChainReader } from "../rpc/chain-reader.ts";
import { isTrouble } from "../rpc/trouble.ts";
import { fundsAt } from "../vault/funds-at-block.ts";
import type { OnItsWay } from "../view/chain-view.ts";
import { Watcher, type WatcherParts } from "../watcher/watcher.ts";

/** What the watchers of all of a venue's vaults share. */
export type SharedWatcherParts = Omit<
  WatcherParts,
  "vault" | "beside" | "deployedBlock" | "cursorFile" | "waitingFile" | "onLogs" | "condition"
>;

interface FormerParts {
  /** Oldest first. */
  readonly links: readonly FormerLink[];
  readonly reader: ChainReader;
  readonly confirmations: number;
  readonly directory: string;
  readonly chainId: number;
  readonly watched: SharedWatcherParts;
  /** Creates one watcher's share of the condition. */
  readonly deposits: () => Condition;
  /** Holds once all funds have moved. */
  readonly condition: Condition;
}

export class FormerVaults {
  readonly #parts: FormerParts;
  readonly #watchers: readonly Watcher[];
  readonly #books: readonly { readonly funded: FundedTotal; readonly repairs: Repairs }[];
  #carried: bigint | null = null;
  /** Funds left in them, in millionths, at the safe block; null until they were read. */
  #left: bigint | null = null;

  constructor(parts: FormerParts) {
    const { links, reader, confirmations, directory, chainId, watched, deposits } = parts;
    this.#parts = parts;
    if (links.length === 0) this.#left = 0n;
    const place = (name: string, vault: string) => join(directory, `${name}-${chainId}-${vault}.json`);
    this.#watchers = links.map(({ vault, deployedBlock }) => {
      const kept = { cursorFile: place("cursor", vault), waitingFile: place("waiting", vault) };
      // Everything except deposits is read along with the venue's own vault.
      return new Watcher({
        ...watched,
        ...kept,
        vault,
        deployedBlock,
        beside: [],
        condition: deposits(),
        onLogs: async () => {},
      });
    });
    this.#books = links.map(({ vault, deployedBlock }, index) => {
      const formers = links.slice(0, index).map((former) => former.vault);
      const of = { reader, vault, formers };
      return {
        funded: new FundedTotal({ ...of, deployedBlock, path: place("funded", vault) }),
        repairs: new Repairs({ ...of, confirmations, path: place("repairs", vault) }),
      };
    });
  }

  start(): void {
    for (const watcher of this.#watchers) watcher.start();
  }

  wake(): void {
    for (const watcher of this.#watchers) watcher.wake();
  }

  async stop(): Promise<void> {
    await Promise.all(this.#watchers.map((watcher) => watcher.stop()));
  }

  find(key: string): OnItsWay | undefined {
    for (const watcher of this.#watchers) {
      const found = watcher.find(key);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** An operator lets halted watchers continue. @returns whether any was halted */
  accept(): boolean {
    return this.#watchers.map((watcher) => watcher.accept()).includes(true);
  }

  /** Why nothing may be paid yet; null once all funds have moved. */
  get objection(): string | null {
    if (this.#left === null) return "what former vaults hold was not read yet";
    if (this.#left === 0n) return null;
    return `${fromMicros(Number(this.#left))} USDC of the former vault have not moved here for good`;
  }

  /** Their funding less their repairs, which no longer changes. In millionths. @throws {ChainTrouble} */
  async carried(): Promise<bigint> {
    this.#carried ??= await this.#addUp();
    return this.#carried;
  }

  async #addUp(): Promise<bigint> {
    let sum = 0n;
    for (const { funded, repairs } of this.#books) sum += (await funded.now()) - repairs.total;
    return sum;
  }

  /** Called until all funds have moved. @param lacking why they can't move yet; "" when the move is on its way */
  async look(lacking: () => string): Promise<void> {
    if (this.#left === 0n) return;
    const { links, reader, confirmations, condition } = this.#parts;
    try {
      const safe = await reader.final(await reader.head(), confirmations);
      const left = await Promise.all(links.map(({ vault }) => fundsAt({ reader, vault }, safe)));
      this.#left = left.reduce((sum, each) => sum + each, 0n);
    } catch (error) {
      if (!isTrouble(error)) throw error;
    }
    const { objection } = this;
    if (objection === null) condition.holds();
    else condition.broken([objection, lacking()].filter((each) => each !== "").join(": "));
  }
}
