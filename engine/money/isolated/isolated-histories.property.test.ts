// Random histories of a few accounts that trade one market on cross and isolated margin until their money runs out.
// Every invariant holds after every command, no balance is negative, FOK is all or nothing, POST_ONLY takes no visible
// quantity, and a restored snapshot continues identically. Rules 1.5, 2.2, 2.5, 5.9.

import { expect, test } from "bun:test";
import fc from "fast-check";
import { micros, millis, priceE8, quantityE8, ratioE10 } from "../../base/units.ts";
import type { Side } from "../../base/vocabulary.ts";
import type { Command } from "../../language/commands/commands.ts";
import { readSnapshot, writeSnapshot } from "../../memory/snapshot.ts";
import { settingsFor } from "../../testing/property-runs.ts";
import { amendOrder, placeOrder, START } from "../../testing/setup.ts";
import { A, type Applied, B, C, D, ONE, SmallExchange } from "../../testing/small-exchange.ts";

/** Milliseconds; enough for a busy machine. */
const PATIENT = 60_000;

const account = fc.constantFrom(A, B, C, D);
const mode = fc.constantFrom("CROSS" as const, "ISOLATED" as const, "ISOLATED" as const);
const side = fc.constantFrom("BUY" as const, "SELL" as const);
/** Tenths of a percent away from the mark; negative values cross it. */
const behind = fc.oneof(fc.integer({ min: -6, max: 6 }), fc.integer({ min: -25, max: 380 }));
/** Thousands of SOL: a balance carries about 66 of them at leverage 10. */
const size = fc.oneof(fc.integer({ min: 1, max: 15 }), fc.integer({ min: 30, max: 66 }));

const placement = fc.record({
  type: fc.constant("place" as const),
  account,
  mode,
  side,
  orderType: fc.constantFrom("LIMIT", "LIMIT", "LIMIT", "LIMIT", "LIMIT", "LIMIT", "MARKET", "IOC", "FOK", "POST_ONLY"),
  behind,
  size,
  byAmount: fc.boolean(),
  visible: fc.constantFrom(-1, -1, 0, 1),
  reduceOnly: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
});
const wish = fc.oneof(
  { weight: 12, arbitrary: placement },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("amend" as const), pick: fc.nat(99), behind, size }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("cancel" as const), pick: fc.nat(99) }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("pin" as const), move: fc.integer({ min: -40, max: 40 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant("leverage" as const),
      account,
      leverage: fc.integer({ min: 1, max: 100 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("mode" as const), account, mode }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant("move" as const),
      account,
      direction: fc.constantFrom("ADD" as const, "REDUCE" as const),
      thousands: fc.integer({ min: 1, max: 300 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("settle" as const), account }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("tick" as const) }) },
);
type Wish = typeof wish extends fc.Arbitrary<infer T> ? T : never;

test(
  "isolated histories keep every invariant",
  () => {
    fc.assert(
      fc.property(fc.array(wish, { minLength: 10, maxLength: 60 }), (wishes) => {
        const exchange = tight();
        for (const each of wishes) {
          const command = commandFor(exchange, each);
          if (command === null) continue;
          const applied = exchange.apply(command);
          exchange.engine.audit();
          expectAllOrNothing(command, applied);
        }
      }),
      settingsFor(100),
    );
  },
  PATIENT,
);

test(
  "an exchange with isolated rows continues from its snapshot as if it had never stopped",
  () => {
    fc.assert(
      fc.property(fc.array(wish, { minLength: 20, maxLength: 60 }), fc.nat(20), (wishes, stop) => {
        const lived = tight();
        let restored = lived;
        wishes.forEach((each, n) => {
          const command = commandFor(lived, each);
          if (command === null) return;
          lived.apply(command);
          if (n > stop) restored.apply(command);
          else restored = new SmallExchange({}, readSnapshot(writeSnapshot(lived.state)));
        });
        expect(restored.engine.stateHash()).toBe(lived.engine.stateHash());
      }),
      settingsFor(15),
    );
  },
  PATIENT,
);

/** No limits except money, so that margin is what is tested. */
function tight(): SmallExchange {
  return new SmallExchange({
    maxNotional: micros(1e15),
    globalMaxOiCap: micros(1e15),
    baseMax: quantityE8(1e6 * ONE),
    imrFactor: ratioE10(500),
  });
}

function commandFor({ engine, sol, state }: SmallExchange, w: Wish): Command | null {
  const at = (tenths: number) => priceE8(Math.round((sol.mark * (1_000 + tenths)) / 1_000) * sol.tickE8);
  const priceOf = (side: Side, behind: number) => at(side === "BUY" ? -behind : behind);
  const thousands = (n: number) => quantityE8(n * 1_000 * ONE);
  const open = [A, B, C, D].flatMap((each) => engine.openOrders(each, -1));
  switch (w.type) {
    case "place": {
      const market = w.orderType === "MARKET";
      const byAmount = market && w.byAmount;
      return placeOrder({
        account: w.account,
        marginMode: w.mode,
        side: w.side,
        orderType: w.orderType as "LIMIT",
        price: market ? priceE8(0) : priceOf(w.side, w.behind),
        quantity: byAmount ? quantityE8(0) : thousands(w.size),
        amount: byAmount ? micros(w.size * 123_456_789_012) : micros(0),
        visible: w.orderType === "LIMIT" && w.visible >= 0 ? thousands(Math.min(w.visible, w.size)) : quantityE8(-1),
        reduceOnly: w.reduceOnly,
      });
    }
    case "amend":
    case "cancel": {
      const order = open[w.pick % Math.max(1, open.length)];
      if (order === undefined) return null;
      const { orderId, account: owner, orderType } = order;
      if (w.type === "cancel") {
        return { type: "cancel_order", at: START, account: owner, market: -1, orderId, clientOrderId: "" };
      }
      return amendOrder({
        account: owner,
        orderId,
        side: order.side,
        orderType,
        price: priceOf(order.side, w.behind),
        quantity: thousands(w.size),
      });
    }
    case "pin":
      return { type: "set_index_prices", at: START, prices: [{ market: 0, price: at(w.move) }] };
    case "leverage":
      return { ...w, type: "set_leverage", at: START, market: 0, marginMode: "ISOLATED" };
    case "mode":
      return { type: "set_margin_mode", at: START, account: w.account, market: 0, marginMode: w.mode };
    case "move": {
      const amount = micros(w.thousands * 1_000_000_000);
      return { type: "move_position_margin", at: START, account: w.account, market: 0, direction: w.direction, amount };
    }
    case "settle":
      return { type: "settle_pnl", at: START, account: w.account, nonce: 0 };
    case "tick":
      return { type: "tick", at: millis(Math.ceil((state.now + 1) / 1_000) * 1_000) };
  }
}

function expectAllOrNothing(command: Command, { orderId, status, orders, code }: Applied): void {
  if (command.type !== "place_order" || code !== null) return;
  const mine = orders.filter((report) => report.orderId === orderId);
  if (command.orderType === "FOK") {
    expect(["FILLED", "CANCELLED"]).toContain(status);
    if (status === "CANCELLED") expect(mine.map(({ executed }) => executed as number)).toEqual([0, 0]);
  }
  if (command.orderType === "POST_ONLY") {
    expect(mine.filter(({ cause, maker }) => cause === "fill" && !maker)).toEqual([]);
  }
}
