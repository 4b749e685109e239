// An engine that is filled with resting orders, or with accounts that have a position, and that reports how much its
// process has grown. Everything is added by commands, as on a venue.

import { assert, type Command, Engine, priceE8, quantityE8, type Side, silent } from "@evermark/engine";
import { placeOrder } from "@evermark/engine/testing/setup.ts";
import { ACCOUNT_0, openingOf } from "../flow/order-maker.ts";
import { serveParent } from "../processes/child-process.ts";
import { type MemoryUse, settledMemory } from "../processes/memory-use.ts";

export interface Filling {
  readonly what: "orders" | "accounts";
  readonly count: number;
}

export interface Growth {
  readonly before: MemoryUse;
  readonly after: MemoryUse;
}

const START = 1_700_000_040_000;
const PRICE_E8 = 60_000_00000000;
const TICK_E8 = 10_000_000;
const QUANTITY = quantityE8(1_000_000);
/** Open orders of each account; the limit is 200. */
const ORDERS_EACH = 100;
const PRICES_PER_SIDE = 5_000;

const engine = new Engine();

serveParent<Filling>(
  ({ what, count }) => (what === "orders" ? growByOrders(count) : growByAccounts(count)),
  async () => {},
);

/** The orders of accounts that have already traded on the market. */
async function growByOrders(count: number): Promise<Growth> {
  const accounts = Math.ceil(count / ORDERS_EACH);
  for (const command of openingOf({ accounts, markets: 1 })) take(command);
  for (let n = 0; n < accounts; n++) trade(n, n % 2 === 0 ? "SELL" : "BUY");
  const before = await settledMemory();
  for (let n = 0; n < count; n++) {
    const away = TICK_E8 * (1 + ((Math.imul(n, 7_919) >>> 0) % PRICES_PER_SIDE));
    const sells = n % 2 === 0;
    // Two consecutive orders belong to the same account, so that each account has orders on both sides.
    place((n >> 1) % accounts, sells ? "SELL" : "BUY", PRICE_E8 + (sells ? away : -away));
  }
  return { before, after: await settledMemory() };
}

/** Accounts that hold money and one position. They trade with each other in pairs. */
async function growByAccounts(count: number): Promise<Growth> {
  const before = await settledMemory();
  for (const command of openingOf({ accounts: count, markets: 1 })) take(command);
  for (let n = 0; n < count; n++) trade(n, n % 2 === 0 ? "SELL" : "BUY");
  return { before, after: await settledMemory() };
}

/** All orders have the same price, so every second one matches the one before. */
function trade(account: number, side: Side): void {
  place(account, side, PRICE_E8);
}

function place(account: number, side: Side, price: number): void {
  take(
    placeOrder({
      at: START as Command["at"],
      account: ACCOUNT_0 + account,
      side,
      price: priceE8(price),
      quantity: QUANTITY,
    }),
  );
}

function take(command: Command): void {
  const { rejection } = engine.apply(command, silent);
  assert(rejection === null, "every command is accepted", { type: command.type, why: rejection?.message });
}
