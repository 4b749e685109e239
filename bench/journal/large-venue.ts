// Makes the data directory of a venue with many accounts and as many resting orders, as its whole life would leave it.
// Every account was opened and has a key, a deposit and one resting order; half of the orders have a client order id.
// History has read all of the journal, but its tables have no rows, because what a start reads from them does not grow
// with the number of accounts.

import { dataPaths } from "@evermark/core";
import {
  assert,
  type Command,
  E8,
  Engine,
  encodeCommand,
  feeE5,
  MICROS_PER_USDC,
  micros,
  millis,
  priceE8,
  quantityE8,
  silent,
} from "@evermark/engine";
import { placeOrder } from "@evermark/engine/testing/setup.ts";
import { openJournal, SnapshotStore } from "@evermark/journal";
import { below, type Random, seededRandom } from "@evermark/journal/testing/seeded-random.ts";
import { defaultMarkets } from "@evermark/venue/configuration/default-markets.ts";
import { openTables, Projector } from "@evermark/venue/history/history-inside.ts";
import { checksumOf } from "@evermark/venue/history/index.ts";

export interface LargeVenueShape {
  readonly accounts: number;
  /** The number of commands after the snapshot. */
  readonly after: number;
}

/** The current time, because a start makes a tick for every second since the last command. */
const START = millis(Math.floor(Date.now() / 1_000) * 1_000);
const YEAR_MS = 31_536_000_000;
const BROKER = "bench";
/** The deposit of each account, and the approximate value of its order, in micros. */
const DEPOSIT = micros(5_000_000_000);
const ORDER = 100_000_000;
/** Orders rest at most this fraction of the price away from it, which spreads them over hundreds to thousands of prices. */
const SPREAD = 0.02;
/** The number of commands that are held in memory at once until they are durable. */
const BATCH = 50_000;
const MARKETS = defaultMarkets();

/**
 * Makes the directory.
 * @param snapshotOf called with the engine in the state that the snapshot should have; returns the snapshot
 */
export async function makeLargeVenue(
  directory: string,
  shape: LargeVenueShape,
  snapshotOf: (engine: Engine) => Uint8Array,
): Promise<void> {
  const paths = dataPaths(directory);
  const life = new Life(paths.journal);
  for (const command of opening()) await life.live(command);
  const firstAccount = life.engine.accountCount;
  const random = seededRandom(1);
  for (let n = 0; n < shape.accounts; n++) {
    for (const command of lifeOf(firstAccount + n, n, random)) await life.live(command);
  }
  await life.sync();
  const { position, hash } = life.end();
  const bytes = snapshotOf(life.engine);
  await new SnapshotStore({ directory: paths.snapshots }).write({ position, hash, bytes });
  for (let n = 0; n < shape.after; n++) {
    await life.live({ type: "cancel_all_orders", at: START, account: firstAccount + n, market: -1 });
  }
  await life.close();
  markAsRead(paths.history, life);
}

function* opening(): Generator<Command> {
  yield { type: "add_broker", at: START, brokerId: BROKER, takerFee: feeE5(60), makerFee: feeE5(20) };
  for (const { parameters, initialPrice: price } of MARKETS) {
    yield { type: "list_market", at: START, parameters, price };
  }
  const prices = MARKETS.map(({ initialPrice: price }, market) => ({ market, price }));
  yield { type: "set_index_prices", at: START, prices };
}

function* lifeOf(account: number, n: number, random: Random): Generator<Command> {
  const at = START;
  const hex = (n + 1).toString(16);
  const accountId = `0x${hex.padStart(64, "0")}`;
  yield { type: "open_account", at, accountId, wallet: `0x${hex.padStart(40, "0")}`, brokerId: BROKER };
  yield { type: "credit_deposit", at, account, amount: DEPOSIT, source: "faucet", reference: `faucet:${account}:1` };
  const key = `ed25519:${`a${n}b`.repeat(44).slice(0, 44)}`;
  yield { type: "bind_key", at, account, key, scope: "read,trading", expiration: millis(at + YEAR_MS), signedAt: at };
  yield restingOrder(account, n, random);
}

function restingOrder(account: number, n: number, random: Random): Command {
  const market = n % MARKETS.length;
  const { parameters, initialPrice } = MARKETS[market]!;
  const { quoteTick, baseTick } = parameters;
  const middle = Math.round(initialPrice / quoteTick);
  const away = 1 + below(random, Math.floor(middle * SPREAD));
  const sells = below(random, 2) === 0;
  const lots = Math.ceil((ORDER * E8) / MICROS_PER_USDC / (initialPrice / E8) / baseTick);
  return placeOrder({
    at: START,
    account,
    market,
    side: sells ? "SELL" : "BUY",
    price: priceE8((sells ? middle + away : middle - away) * quoteTick),
    quantity: quantityE8(lots * baseTick),
    clientOrderId: n % 2 === 0 ? "" : `bot-${n.toString(16).padStart(16, "0")}`,
  });
}

/** An engine and its journal, which grow together. */
class Life {
  readonly engine = new Engine();
  readonly #journal;
  #durable: (() => void) | undefined;
  #last: Command | undefined;

  constructor(directory: string) {
    const fail = (error: Error) => {
      throw error;
    };
    const listener = { onDurable: () => this.#durable?.(), onFailure: fail };
    this.#journal = openJournal({ directory, listener }).journal;
  }

  async live(command: Command): Promise<void> {
    const payload = encodeCommand(command);
    const position = this.#journal.append(command.at, payload);
    this.#last = command;
    const { rejection } = this.engine.apply(command, silent);
    assert(rejection === null, "the venue's commands are accepted", { command: command.type, why: rejection?.message });
    if (position % BATCH === 0) await this.sync();
  }

  async sync(): Promise<void> {
    while (this.#journal.durablePosition < this.#journal.lastPosition) {
      await new Promise<void>((resolve) => {
        this.#durable = resolve;
      });
    }
  }

  /** The checksum of the last command, in the form that history stores. */
  checksum(): string {
    assert(this.#last !== undefined, "the venue has commands");
    return checksumOf(encodeCommand(this.#last));
  }

  end(): { position: number; hash: Uint8Array } {
    return { position: this.#journal.durablePosition, hash: this.#journal.durableHash() };
  }

  close(): Promise<void> {
    return this.#journal.close();
  }
}

function markAsRead(path: string, life: Life): void {
  const { engine } = life;
  const opened = openTables(path);
  assert("tables" in opened, "history's tables can be made");
  const projector = new Projector(opened.tables, engine);
  projector.begin();
  projector.commit({ position: engine.commandCount, checksum: life.checksum() });
  opened.tables.close();
}
