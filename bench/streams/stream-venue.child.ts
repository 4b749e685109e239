// The venue whose streams are measured. For each requested trade, one order comes to rest, another takes it, and a
// third changes the deep book behind them, all through the sequencer and the journal. It reports how long its thread
// has been busy, and can make the same trades by itself when there are no listeners.

import { isUnavailable, type Unstamped } from "@evermark/core";
import { type PlaceOrder, priceE8, quantityE8, type Side } from "@evermark/engine";
import { placeOrder } from "@evermark/engine/testing/setup.ts";
import { below, seededRandom } from "@evermark/journal/testing/seeded-random.ts";
import { type BenchVenue, openBenchVenue, type VenueOpening } from "../processes/bench-venue.ts";
import { serveParent } from "../processes/child-process.ts";
import { BUSY, busyMicros } from "../processes/thread-use.ts";

const E8 = 100_000_000;
const MIDDLE = 60_000;
/** The maximum number of orders behind the best prices. */
const DEEP_MAX = 150;
const DEEP_QUANTITY = 0.005;

const random = seededRandom(3);
/** Ids of the orders behind the best prices, oldest first. `deepCount` also includes orders whose id is not known yet. */
const deep: number[] = [];
let deepCount = 0;
let opened: BenchVenue | undefined;

interface Alone {
  /** The number of rounds, the trades in each round, and how many rounds are under way at the same time. */
  readonly rounds: number;
  readonly roundTrades: number;
  readonly ahead: number;
}

serveParent<VenueOpening | { readonly trades: number } | { readonly alone: Alone } | typeof BUSY>(
  async (message) => {
    if (message === BUSY) return busyMicros();
    if ("trades" in message) return trade(message.trades);
    if ("alone" in message) return tradeAlone(message.alone);
    opened = await openBenchVenue(message);
    return opened.port;
  },
  async () => opened?.running.stop(),
);

/** @returns microseconds of the thread */
async function tradeAlone({ rounds, roundTrades, ahead }: Alone): Promise<number> {
  const before = busyMicros();
  let left = rounds;
  const goOn = async (): Promise<void> => {
    while (left-- > 0) {
      trade(roundTrades);
      // This is the last command of the round, because commands are carried out in order.
      await new Promise<void>((resolve) => moveDeepBook(opened?.accounts[2] ?? 0, DEEP_QUANTITY, resolve));
    }
  };
  await Promise.all(Array.from({ length: ahead }, goOn));
  return busyMicros() - before;
}

function trade(count: number): undefined {
  if (opened === undefined) throw new Error("the venue is opened before it trades");
  const [maker = 0, taker = 0, third = 0] = opened.accounts;
  for (let n = 0; n < count; n++) {
    const price = MIDDLE + below(random, 3);
    const quantity = (1 + below(random, 9)) / 1_000;
    // The side is random, so that no position grows without end.
    const isBuying = below(random, 2) === 0;
    submit(order(maker, isBuying ? "SELL" : "BUY", "LIMIT", price, quantity));
    submit(order(taker, isBuying ? "BUY" : "SELL", "IOC", price, quantity));
    moveDeepBook(third, quantity);
  }
  return undefined;
}

/** Adds an order behind the best prices, and removes the oldest one once its id is known. */
function moveDeepBook(account: number, quantity: number, done: () => void = () => {}): void {
  if (deepCount >= DEEP_MAX) {
    const orderId = deep.shift();
    if (orderId === undefined) return void setImmediate(done);
    submit({ type: "cancel_order", account, market: 0, orderId, clientOrderId: "" });
    deepCount--;
  }
  deepCount++;
  const away = 10 + below(random, 100);
  const isBuying = below(random, 2) === 0;
  const price = isBuying ? MIDDLE - away : MIDDLE + away;
  submit(order(account, isBuying ? "BUY" : "SELL", "LIMIT", price, quantity), (orderId) => {
    deep.push(orderId);
    done();
  });
}

function submit(command: Unstamped, done: (orderId: number) => unknown = () => {}): void {
  opened?.running.venue.sequencer.submit(command, (result) => {
    const refusal = isUnavailable(result) ? result.unavailable : result.rejection?.name;
    if (refusal !== undefined) {
      console.error(`${command.type} was refused: ${refusal}`);
      process.exit(1);
    }
    if ("orderId" in result) done(result.orderId);
  });
}

function order(
  account: number,
  side: Side,
  orderType: "LIMIT" | "IOC",
  price: number,
  quantity: number,
): Unstamped<PlaceOrder> {
  return placeOrder({
    account,
    side,
    orderType,
    price: priceE8(price * E8),
    quantity: quantityE8(Math.round(quantity * E8)),
  });
}
