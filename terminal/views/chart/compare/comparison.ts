// What this market is compared with: the candles of another one, as far back as this one's are known.

import type { Client } from "@evermark/client";
import { Cell } from "../../../cells/cell.ts";
import { candleSource } from "../../../session/candles/candle-source.ts";
import { Candles } from "../../../session/candles/candles.ts";
import { type ComparedLine, comparedLine } from "./compared-line.ts";

export class Comparison {
  readonly symbol: string;
  /** The line as it was drawn last. */
  readonly line = new Cell<ComparedLine | undefined>(undefined);
  readonly #own: Candles;
  readonly #other: Candles;
  readonly #stops: readonly (() => void)[];

  constructor(client: Client, symbol: string, own: Candles) {
    this.symbol = symbol;
    this.#own = own;
    this.#other = new Candles(candleSource(client, symbol, own.interval), own.interval);
    const older = () => this.#readOlder();
    this.#stops = [this.#other.listen(older), own.listen(older)];
    this.#other.start();
  }

  /** Between two places of this market's candles. */
  lineIn(from: number, to: number): ComparedLine | undefined {
    return comparedLine(this.#own.all, this.#other.all, from, to);
  }

  /** Calls back after changes. @returns the function that stops it */
  listen(listener: () => void): () => void {
    return this.#other.listen(listener);
  }

  end(): void {
    for (const stop of this.#stops) stop();
    this.#other.end();
  }

  #readOlder(): void {
    const [own, other] = [this.#own.all[0], this.#other.all[0]];
    if (own !== undefined && other !== undefined && own.start < other.start) void this.#other.readOlder();
  }
}
