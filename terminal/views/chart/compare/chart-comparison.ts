// The candles of the market that this one is compared with, read back as far as this market's candles.

import type { Client } from "@evermark/client";
import { Cell } from "../../../cells/cell.ts";
import { candleSource } from "../../../session/candles/candle-source.ts";
import { Candles } from "../../../session/candles/loaded-candles.ts";
import { type ComparedLine, comparedLine } from "./compared-line.ts";

export class Comparison {
  readonly symbol: string;
  /** The line as last drawn. */
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

  /** The line between two indices of this market's candles. */
  lineIn(from: number, to: number): ComparedLine | undefined {
    return comparedLine(this.#own.all, this.#other.all, from, to);
  }

  /** Calls `listener` after changes. @returns a function that stops it */
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
