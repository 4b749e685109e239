// A journal of real commands, with the engine that they were applied to: what a venue leaves in its data directory.

import { type Consumer, type DataPaths, dataPaths } from "@evermark/core";
import { type Command, Engine, encodeCommand, type Listener, millis, priceE8, quantityE8 } from "@evermark/engine";
import { addBroker, deposit, listMarket, openAccount, placeOrder } from "@evermark/engine/testing/setup.ts";
import { type Journal, openJournal, SnapshotStore } from "@evermark/journal";
import { defaultMarkets } from "../../configuration/default-markets.ts";

const ACCOUNTS = 4;
/** PERP_ETH_USDC: 3000, in ticks of 0.01 and lots of 0.0001. */
const [MIDDLE_E8, TICK_E8, LOT_E8] = [300_000_000_000, 1_000_000, 10_000];

export class EngineJournal {
  readonly paths: DataPaths;
  readonly engine = new Engine();
  /** Account numbers in the engine. */
  readonly accounts: number[] = [];
  readonly #listener: Listener & Partial<Pick<Consumer, "commandEnd">>;
  readonly #journal: Journal;
  #durable = 0;
  #whenDurable: () => void = () => {};

  /** @param listener receives every event; a consumer also the end of every command */
  constructor(dataDirectory: string, listener: Listener & Partial<Pick<Consumer, "commandEnd">>) {
    this.paths = dataPaths(dataDirectory);
    this.#listener = listener;
    const { journal } = openJournal({
      directory: this.paths.journal,
      segmentBytes: 64 * 1024,
      listener: {
        onDurable: (position) => {
          this.#durable = position;
          this.#whenDurable();
        },
        onFailure(error) {
          throw error;
        },
      },
    });
    this.#journal = journal;
  }

  /** Lists a market, opens accounts under two brokers and deposits money for them. */
  async open(): Promise<number> {
    const market = defaultMarkets().find(({ parameters }) => parameters.symbol === "PERP_ETH_USDC")!;
    const accounts = Array.from({ length: ACCOUNTS }, (_, n) => openAccount(n, n % 2 === 0 ? "even" : "odd"));
    const listing = listMarket(market.parameters, MIDDLE_E8);
    await this.append([listing, addBroker("even", 60, 30), addBroker("odd", 50, 20), ...accounts]);
    this.accounts.push(...accounts.map(({ accountId }) => this.engine.findAccount(accountId)));
    return this.append(this.accounts.map((account) => deposit(account, 1_000_000_000_000, `faucet:${account}:1`)));
  }

  /** Places one order for each choice, a few milliseconds apart, with the ticks of the seconds in between. */
  trade(choices: readonly number[]): Promise<number> {
    const commands: Command[] = [];
    let at: number = this.engine.now;
    for (const choice of choices) {
      const next = at + 1 + (choice % 700);
      for (let second = Math.floor(at / 1000) * 1000 + 1000; second <= next; second += 1000) {
        commands.push({ type: "tick", at: millis(second) });
      }
      at = next;
      commands.push(this.#order(choice, at));
    }
    return this.append(commands);
  }

  /** Appends and applies commands. @returns the last position, once all are durable */
  async append(commands: readonly Command[]): Promise<number> {
    let last = this.#durable;
    for (const command of commands) {
      last = this.#journal.append(command.at, encodeCommand(command));
      this.engine.apply(command, this.#listener);
      this.#listener.commandEnd?.(last, command.at);
    }
    while (this.#durable < last) {
      await new Promise<void>((resolve) => {
        this.#whenDurable = resolve;
      });
    }
    return last;
  }

  /** An order near the middle of the book; every part of it is picked by `choice`, modulo the number of possibilities. */
  #order(choice: number, at: number): Command {
    const isTaker = choice % 5 === 0;
    return placeOrder({
      at: millis(at),
      account: this.accounts[choice % ACCOUNTS]!,
      side: Math.floor(choice / 4) % 2 === 0 ? "BUY" : "SELL",
      orderType: isTaker ? "IOC" : "LIMIT",
      price: priceE8(MIDDLE_E8 + ((Math.floor(choice / 8) % 21) - 10) * TICK_E8),
      quantity: quantityE8((100 + (choice % 37)) * LOT_E8),
      clientOrderId: choice % 3 === 0 ? "" : `order-${at}-${choice}`,
    });
  }

  async snapshot(): Promise<void> {
    const hash = this.#journal.durableHash();
    const store = new SnapshotStore({ directory: this.paths.snapshots });
    await store.write({ position: this.#durable, hash, bytes: this.engine.snapshot() });
  }

  close(): Promise<void> {
    return this.#journal.close();
  }
}
