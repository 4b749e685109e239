// The numbers of all frames, and what the streams have published of books. They follow from the journal, with or
// without clients, so for a client they continue after a restart and on another node. A start reads them from beside
// its snapshot, and counts on while it replays the rest of the journal.

import { type EngineReader, Fault, type Listener, silent } from "@evermark/engine";
import { PublishedState, type WrittenPublicNumbers } from "./numbers/public-numbers.ts";
import { PrivateFeed, type WrittenPrivateNumbers } from "./private-feed.ts";

interface WrittenNumbers {
  /**
   * The journal position after which frames are counted: 0, unless an older venue's first snapshot was stored without numbers.
   */
  readonly since: number;
  readonly public: WrittenPublicNumbers;
  readonly private: WrittenPrivateNumbers;
}

/** The name under which they are stored beside a snapshot. */
export const NUMBERS_BESIDE = "streams";

/** Whether the data beside a snapshot has numbers that count from the journal's beginning, as those of all nodes must. */
export function countsFromBeginning(beside: Readonly<Record<string, unknown>>): boolean {
  return (beside[NUMBERS_BESIDE] as WrittenNumbers | undefined)?.since === 0;
}

export class StreamNumbers {
  readonly public: PublishedState;
  readonly private: PrivateFeed;
  readonly #since: number;

  /** @param written the state saved where the engine stands; without it, the position from which they count */
  constructor(engine: EngineReader, written: Partial<WrittenNumbers> = {}) {
    this.public = new PublishedState(engine, written.public);
    this.private = new PrivateFeed(engine);
    if (written.private !== undefined) this.private.restore(written.private);
    this.#since = written.since ?? 0;
  }

  /**
   * @param beside the data stored beside the snapshot at this position, where the engine stands @throws {Fault}
   * when it is malformed
   */
  static beside(beside: Readonly<Record<string, unknown>>, engine: EngineReader, position: number): StreamNumbers {
    const written = beside[NUMBERS_BESIDE] as WrittenNumbers | undefined;
    if (written === undefined) return new StreamNumbers(engine, { since: position });
    if (typeof written.since !== "number") throw new Fault("what stands beside a snapshot has no numbers of frames");
    return new StreamNumbers(engine, written);
  }

  written(): WrittenNumbers {
    return { since: this.#since, public: this.public.written(), private: this.private.written() };
  }

  /** Counts during a replay, before any client can listen. */
  get listener(): Listener {
    const { public: open, private: own } = this;
    return {
      ...silent,
      order: (report) => own.order(report),
      trade: (report) => void open.trade(report),
      level: (market, side, price) => open.level(market, side, price),
      marketListed: (market) => open.marketListed(market),
      position: (account, market, marginMode) => own.position(account, market, marginMode),
      ledger: (entry) => own.ledger(entry),
      algo: (report) => own.algo(report),
      funds: (event) => own.funds(event),
      transfer: (transfer) => own.transfer(transfer),
      market: (event) => own.market(event),
      account: (change) => own.account(change),
      liquidation(event) {
        own.liquidation(event);
        open.liquidation(event);
      },
      venue(event) {
        own.venue(event);
        open.venueChanged(event);
      },
    };
  }

  /** Called before a command is replayed. */
  commandBegin(at: number): void {
    this.public.commandBegin(at);
  }

  /** Called after a command was replayed. */
  commandEnd(position: number, at: number): void {
    this.private.commandEnd(position, at);
    this.public.commandEnd();
  }
}
