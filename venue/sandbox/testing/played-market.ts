// A sandbox's markets without a disk and without a clock: the real engine, simulated prices, demo traders, and as many
// seconds as a test wants.

import { createHash } from "node:crypto";
import { silent, type TradeReport } from "@evermark/engine";
import type { Configuration } from "../../configuration/configuration.ts";
import { type ConfigurationChanges, sandboxConfiguration } from "../../configuration/load.ts";
import { bringUpToConfiguration } from "../../operation/acts/genesis.ts";
import { SimulatedPrices } from "../../prices/simulated.ts";
import { DemoTrading } from "../demo/demo-trading.ts";
import { rehearsedPast } from "../past/past.ts";
import { Rehearsal } from "../past/past-rehearsal.ts";

/** A full hour. */
export const START = 1_792_000_800_000;

/** Records all trades, and hashes them. */
export class KeptTape {
  readonly trades: TradeReport[] = [];
  readonly listener = { ...silent, trade: (report: TradeReport) => void this.trades.push({ ...report }) };

  hash(): string {
    const lines = this.trades.map(({ market, takerSide, price, quantity, at }) =>
      [market, takerSide, price, quantity, at].join(" "),
    );
    return createHash("sha256").update(lines.join("\n")).digest("hex");
  }
}

/** Markets that begin now and run second by second. */
export class PlayedMarket {
  readonly tape = new KeptTape();
  readonly trading: DemoTrading;
  readonly prices: SimulatedPrices;
  readonly #rehearsal = new Rehearsal(START, this.tape.listener);
  second = 0;

  private constructor({ seed, markets, brokers }: Configuration) {
    this.prices = new SimulatedPrices(seed, markets);
    this.trading = new DemoTrading(this.#rehearsal.engine, { seed, brokerId: brokers[0]!.id });
  }

  static async begin(changes: ConfigurationChanges = {}): Promise<PlayedMarket> {
    const configuration = sandboxConfiguration("/nowhere", changes);
    const played = new PlayedMarket(configuration);
    await bringUpToConfiguration(played.#rehearsal.engine, played.#rehearsal, configuration);
    for (let round = 0; round < 2; round++) {
      for (const command of played.trading.accounts.missing(played.engine)) played.give(command);
    }
    for (const command of played.trading.quotes(0)) played.give(command);
    return played;
  }

  get engine() {
    return this.#rehearsal.engine;
  }

  /** Applies a command now. */
  give(command: Parameters<Rehearsal["give"]>[1]): void {
    this.#rehearsal.give(START + this.second * 1_000, command);
  }

  /** @param looked called in each second after the makers' orders, before any taker's */
  play(seconds: number, looked: () => void = () => {}): void {
    for (let left = seconds; left > 0; left--) {
      this.second += 1;
      const at = START + this.second * 1_000;
      const reports = this.prices.at(this.second);
      if (reports !== null) this.#rehearsal.give(at - 1, reports);
      this.#rehearsal.give(at, { type: "tick" });
      const commands = this.trading.turn(this.second);
      for (const { command } of commands.filter(({ offsetMs }) => offsetMs === 0)) this.#rehearsal.try(at, command);
      looked();
      for (const { command, offsetMs } of commands.filter(({ offsetMs }) => offsetMs > 0)) {
        this.#rehearsal.try(at + offsetMs, command);
      }
    }
  }
}

/** The engine and commands that a new sandbox begins with, and its tape. */
export async function playedPast(changes: ConfigurationChanges, endsAt: number) {
  const tape = new KeptTape();
  const { engine, commands } = await rehearsedPast(sandboxConfiguration("/nowhere", changes), endsAt, tape.listener);
  return { tape, engine, commands };
}
