// The numbers of all frames, and what the streams have published of books. They follow from the journal, with and without
// clients, so a client finds them going on after a restart and on another node. A start has them from beside its snapshot, and
// counts on while it repeats what came behind that.

import { type EngineReader, Fault, type Listener, silent } from "@evermark/engine";
import { PublicNumbers, type WrittenPublicNumbers } from "./numbers/public-numbers.ts";
import { PrivateFeed, type WrittenPrivateNumbers } from "./private-feed.ts";

interface WrittenNumbers {
  /** Position behind which frames are counted: 0 unless the first snapshot of a venue that is older had none. */
  readonly since: number;
  readonly public: WrittenPublicNumbers;
  readonly private: WrittenPrivateNumbers;
}

/** Under which they stand beside a snapshot. */
export const NUMBERS_BESIDE = "streams";

/** Whether what stands beside a snapshot has numbers that count from the journal's beginning, as those of all nodes must. */
export function countsFromBeginning(beside: Readonly<Record<string, unknown>>): boolean {
  return (beside[NUMBERS_BESIDE] as WrittenNumbers | undefined)?.since === 0;
}

export class StreamNumbers {
  readonly public: PublicNumbers;
  readonly private: PrivateFeed;
  readonly #since: number;

  /** @param written as they stood where the engine does; without that, from which position they count */
  constructor(engine: EngineReader, written: Partial<WrittenNumbers> = {}) {
    this.public = new PublicNumbers(engine, written.public);
    this.private = new PrivateFeed(engine);
    if (written.private !== undefined) this.private.restore(written.private);
    this.#since = written.since ?? 0;
  }

  /** @param beside what stands beside the snapshot at a position, of which the engine is; @throws {Fault} when that is not what was written */
  static beside(beside: Readonly<Record<string, unknown>>, engine: EngineReader, position: number): StreamNumbers {
    const written = beside[NUMBERS_BESIDE] as WrittenNumbers | undefined;
    if (written === undefined) return new StreamNumbers(engine, { since: position });
    if (typeof written.since !== "number") throw new Fault("what stands beside a snapshot has no numbers of frames");
    return new StreamNumbers(engine, written);
  }

  written(): WrittenNumbers {
    return { since: this.#since, public: this.public.written(), private: this.private.written() };
  }

  /** Of what is repeated before any client is there. */
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

  /** A command is about to be repeated. */
  commandBegin(at: number): void {
    this.public.commandBegin(at);
  }

  /** It is. */
  commandEnd(position: number, at: number): void {
    this.private.commandEnd(position, at);
    this.public.commandEnd();
  }
}
