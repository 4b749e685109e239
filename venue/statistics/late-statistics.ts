// Statistics of a venue that trades before history can return its past: they start with the events that they see. Once history
// has caught up, they are rebuilt from its answer and the events since. From then on they equal those of a venue that never
// stopped.

import type { Consumer } from "@evermark/core";
import { assert, type Listener, silent } from "@evermark/engine";
import { type History, HistoryUnavailable, type RunningFigures } from "../history/index.ts";
import type { FedMarketStatistics, LiveMarketStatistics } from "./market-statistics.ts";

/** The events that statistics consume. */
const HEARD = ["trade", "order", "transfer", "funding", "marketListed"] as const satisfies (keyof Listener)[];
type Heard = (typeof HEARD)[number];

interface Recorded {
  /** Sends the event to another listener. */
  readonly replay: (listener: Listener) => void;
  readonly position: number;
}

export class LateStatistics implements FedMarketStatistics {
  readonly #create: () => LiveMarketStatistics;
  #current: LiveMarketStatistics;
  /** The position of the last command whose events were received. */
  #position: number;
  #isComplete = false;
  /** The position of history's answer, which may be higher: a history that several nodes share may be ahead of this one. */
  #knownUpTo = 0;
  /** Events since history was asked; null while it is not being asked. */
  #recorded: Recorded[] | null = null;

  /** @param position the last command that the engine has applied */
  constructor(create: () => LiveMarketStatistics, position: number) {
    this.#create = create;
    this.#current = create();
    this.#position = position;
  }

  /**
   * Resolves once the statistics are complete.
   * @throws {HistoryUnavailable} when history can't answer for now; then they are unchanged
   */
  async complete(history: Pick<History, "catchUp" | "askAt">): Promise<void> {
    // Waits first, because recording all events while history catches up could take much memory.
    await history.catchUp(this.#position);
    assert(this.#recorded === null, "figures are completed once at a time");
    this.#recorded = [];
    try {
      const statistics = this.#create();
      const asked = statistics.wanted();
      const { result, position } = await history.askAt("runningFigures", [asked], this.#position);
      statistics.restore(result as RunningFigures, asked);
      for (const recorded of this.#recorded) if (recorded.position > position) recorded.replay(statistics.consumer);
      this.#current = statistics;
      this.#knownUpTo = position;
      this.#isComplete = true;
    } finally {
      this.#recorded = null;
    }
  }

  readonly consumer: Consumer = {
    ...silent,
    trade: (report) => this.#hear("trade", report),
    order: (report) => {
      if (report.cause === "fill") this.#hear("order", report);
    },
    transfer: (transfer) => this.#hear("transfer", transfer),
    funding: (event) => this.#hear("funding", event),
    marketListed: (...listed) => this.#hear("marketListed", ...listed),
    commandEnd: (position) => {
      this.#position = position;
    },
  };

  rollingDay: FedMarketStatistics["rollingDay"] = (market) => this.#current.rollingDay(market);
  rollingDayOfBroker: FedMarketStatistics["rollingDayOfBroker"] = (...asked) =>
    this.#current.rollingDayOfBroker(...asked);
  /** Refuses until complete: a list of the latest trades that only goes back to the start would be taken for all trades. */
  recentTrades: FedMarketStatistics["recentTrades"] = (...asked) => {
    if (!this.#isComplete)
      throw new HistoryUnavailable("its trades are not known yet", "history is catching up; try again soon");
    return this.#current.recentTrades(...asked);
  };
  runningCandle: FedMarketStatistics["runningCandle"] = (...asked) => this.#current.runningCandle(...asked);
  endedCandle: FedMarketStatistics["endedCandle"] = (...asked) => this.#current.endedCandle(...asked);
  priceAt: FedMarketStatistics["priceAt"] = (...asked) => this.#current.priceAt(...asked);
  fillSums: FedMarketStatistics["fillSums"] = (account) => this.#current.fillSums(account);

  #hear<Name extends Heard>(name: Name, ...event: Parameters<Listener[Name]>): void {
    const sendTo = (listener: Listener, what: typeof event) =>
      (listener[name] as (...heard: typeof event) => void)(...what);
    if (this.#position + 1 > this.#knownUpTo) sendTo(this.#current.consumer, event);
    if (this.#recorded === null) return;
    // Copied, because the engine reuses its records.
    const copy = event.map((part) => (typeof part === "object" ? { ...part } : part)) as typeof event;
    this.#recorded.push({ replay: (listener) => sendTo(listener, copy), position: this.#position + 1 });
  }
}
