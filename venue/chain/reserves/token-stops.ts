// Tokens whose deposits are not credited now, and why: for `/health`, metrics and log.

import type { Logger } from "pino";
import type { Condition } from "../../operation/reports/readiness.ts";
import type { ReserveMetrics } from "./reserve-metrics.ts";
import { type Stop, stopOf } from "./tokens/why-stopped.ts";
import type { ReportedToken, TreasuryReport } from "./treasury-rows.ts";

interface StopParts {
  readonly condition: Condition;
  readonly metrics: Pick<ReserveMetrics, "treasury">;
  readonly log: Logger;
}

export class TokenStops {
  readonly #parts: StopParts;
  /** By chain and symbol. */
  readonly #stops = new Map<string, Stop>();

  constructor(parts: StopParts) {
    this.#parts = parts;
  }

  look({ tokens }: TreasuryReport): void {
    for (const token of tokens) this.#lookAt(token);
    const texts = [...this.#stops].map(([name, { text }]) => `${name}: ${text}`);
    if (texts.length === 0) this.#parts.condition.holds();
    else this.#parts.condition.broken(`deposits by transfer are not credited: ${texts.join("; ")}`);
  }

  #lookAt({ chainId, symbol, terms, balance }: ReportedToken): void {
    const { log, metrics } = this.#parts;
    const name = `${symbol} on chain ${chainId}`;
    const before = this.#stops.get(name);
    const stop = stopOf(symbol, terms, balance);
    metrics.treasury({ chainId, symbol, balance, price: terms.peg.price, cap: terms.cap, why: stop?.why ?? null });
    if (stop === null) this.#stops.delete(name);
    else this.#stops.set(name, stop);
    // Logged when the stop begins, changes its reason, and ends; not with each price.
    if (stop?.why === before?.why) return;
    const about = { chain: chainId, token: symbol, why: stop?.text };
    if (stop === null) log.info(about, "deposits of a token are credited again");
    else log.error(about, "deposits of a token are not credited");
  }
}
