// A real engine whose every command is projected at once, to test what history makes of a short story.

import { type Answer, type Command, Engine, millis, priceE8, quantityE8, type Side } from "@evermark/engine";
import { addBroker, deposit, listMarket, openAccount, placeOrder, START } from "@evermark/engine/testing/setup.ts";
import { defaultMarkets } from "../../configuration/default-markets.ts";
import { Projector } from "../records/projector.ts";
import { applyDayByDay } from "../thread/engine-replica.ts";
import { type HistoryQueries, historyQueries } from "../thread/history-queries.ts";
import { memoryTables, type TestTables } from "./databases.ts";

type Undated<Of> = Of extends Command ? Omit<Of, "at"> : never;

/** PERP_ETH_USDC, in ticks of 0.01 and lots of 0.0001: a tick of a lot is one micro. */
const PRICE = 3_000;

export class ProjectedEngine {
  readonly engine = new Engine();
  readonly tables: TestTables;
  readonly history: HistoryQueries;
  #projector: Projector;
  #position = 0;

  constructor(tables: TestTables = memoryTables()) {
    this.tables = tables;
    this.history = historyQueries(tables);
    this.#projector = new Projector(tables, this.engine);
  }

  /** Lists ETH at 3000 and opens accounts with `usdc` each. @returns their numbers */
  open(accounts: number, usdc: number): number[] {
    const { parameters } = defaultMarkets().find((market) => market.parameters.symbol === "PERP_ETH_USDC")!;
    const opening = Array.from({ length: accounts }, (_, n) => openAccount(n, "broker"));
    for (const command of [listMarket(parameters, PRICE * 1e8), addBroker("broker", 60, 30), ...opening]) {
      this.apply(START, command);
    }
    const numbers = opening.map(({ accountId }) => this.engine.findAccount(accountId));
    for (const account of numbers) this.apply(START, deposit(account, usdc * 1e6, `faucet:${account}`));
    return numbers;
  }

  /** @throws the rejection, with its details */
  apply(at: number, command: Undated<Command>): Answer {
    this.#projector.begin();
    const answer = applyDayByDay(this.engine, { ...command, at: millis(at) } as Command, this.#projector);
    this.#position += 1;
    this.#projector.commandEnd(this.#position);
    this.#projector.commit({ position: this.#position, checksum: "" });
    if (answer.rejection !== null) throw new Error(`${command.type} is refused: ${JSON.stringify(answer.rejection)}`);
    return answer;
  }

  /** Places a limit order for `eth` ETH at a price in USDC. */
  place(at: number, account: number, side: Side, eth: number, price = PRICE): Answer {
    const terms = { price: priceE8(price * 1e8), quantity: quantityE8(Math.round(eth * 1e8)) };
    return this.apply(at, placeOrder({ account, side, orderType: "LIMIT", ...terms }));
  }

  /** Moves index and mark price. */
  setPrice(at: number, price: number): void {
    this.apply(at, { type: "set_index_prices", prices: [{ market: 0, price: priceE8(price * 1e8) }] });
  }

  /** Continues the same tables with a new projector, as after a restart of the program. */
  restart(): void {
    this.#projector = new Projector(this.tables, this.engine);
  }
}
