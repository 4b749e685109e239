// Nothing leaves on a price that nobody believes: who is refused what, while which market is in doubt. Rules 11.4.

import { describe, expect, test } from "bun:test";
import type { Command } from "../commands.ts";
import { crossOf } from "../liquidation/subjects.ts";
import { Recorder } from "../testing/comparison.ts";
import { LiquidationWorld } from "../testing/liquidation-world.ts";
import { amendOrder, placeOrder, START } from "../testing/setup.ts";
import { ONE, USDC } from "../testing/small-exchange.ts";
import { SmallVault } from "../testing/small-vault.ts";
import { micros, millis, priceE8, quantityE8 } from "../units.ts";

const at = START;
const [SOL, ETH] = [0, 1];
const IN_DOUBT = "is in doubt: nothing leaves while a position is open there";

/**
 * Long 10 SOL on cross margin and 1 ETH on isolated margin, with an isolated bid for ETH; 100,000 to spare.
 */
function world(): { world: LiquidationWorld; user: number; bid: number } {
  const world = new LiquidationWorld({ SOL: 150, ETH: 3_000 });
  const user = world.user(100_000);
  world.open(user, "SOL", 10, 1_500, { leverage: 10 });
  world.open(user, "ETH", 1, 3_000, { marginMode: "ISOLATED", margin: 1_000 * USDC, leverage: 10 });
  for (const kind of ["withdraw", "transfer"] as const) world.apply({ type: "issue_nonce", at, account: user, kind });
  return { world, user, bid: world.apply(isolatedBid(user)).orderId };
}

function isolatedBid(account: number): Command {
  const order = { market: ETH, price: priceE8(2_900 * ONE), quantity: quantityE8(ONE) };
  return placeOrder({ account, marginMode: "ISOLATED", ...order });
}

function doubt(world: LiquidationWorld, market: number): void {
  world.apply({ type: "set_market_state", at, market, state: "HALTED", reason: "" });
}

type Ask = (user: number, world: LiquidationWorld, bid: number) => Command;

const leaves: Readonly<Record<string, Ask>> = {
  "a withdrawal": (account, { engine }) => ({
    type: "request_withdrawal",
    at,
    account,
    amount: micros(10 * USDC),
    fee: micros(USDC),
    nonce: 1,
    chainId: 196,
    receiver: engine.account(account).wallet,
  }),
  "a transfer": (account) => ({
    type: "transfer_funds",
    at,
    account,
    receivers: [{ account: 5, amount: micros(USDC) }],
    nonce: 1,
  }),
  "a raise of leverage, anywhere": (account) => ({
    type: "set_leverage",
    at,
    account,
    market: ETH,
    marginMode: "CROSS",
    leverage: 11,
  }),
  "a raise of leverage everywhere": (account) => ({
    type: "set_leverage",
    at,
    account,
    market: -1,
    marginMode: "CROSS",
    leverage: 11,
  }),
  "another margin mode": (account) => ({ type: "set_margin_mode", at, account, market: SOL, marginMode: "ISOLATED" }),
  "margin for an isolated position": (account) => ({
    type: "move_position_margin",
    at,
    account,
    market: ETH,
    direction: "ADD",
    amount: micros(USDC),
  }),
  "margin of an isolated position": (account) => ({
    type: "move_position_margin",
    at,
    account,
    market: ETH,
    direction: "REDUCE",
    amount: micros(USDC),
  }),
  "an isolated order that opens": (account) => isolatedBid(account),
  "an amendment by which one reserves more": (account, _, orderId) => {
    const order = { market: ETH, price: priceE8(2_900 * ONE), quantity: quantityE8(2 * ONE) };
    return amendOrder({ account, orderId, ...order });
  },
};

describe("while the market of a cross position is in doubt, its owner is refused", () => {
  for (const [what, ask] of Object.entries(leaves)) {
    test(what, () => {
      const { world: here, user, bid } = world();
      doubt(here, SOL);
      const { rejection } = here.apply(ask(user, here, bid));
      expect([rejection?.code, rejection?.message]).toEqual([-1012, `the price of PERP_SOL_USDC ${IN_DOUBT}`]);
      expect(rejection?.detail).toEqual({ symbol: "PERP_SOL_USDC" });
    });
  }
});

describe("it is refused nothing of the kind", () => {
  test("while everything is believed", () => {
    for (const ask of Object.values(leaves)) {
      const { world: here, user, bid } = world();
      expect(here.apply(ask(user, here, bid)).rejection?.message ?? "").not.toContain("in doubt");
    }
  });

  test("once the position is closed, or the market goes on", () => {
    const { world: here, user, bid } = world();
    doubt(here, SOL);
    here.apply({ type: "set_market_state", at, market: SOL, state: "ACTIVE", reason: "" });
    expect(here.apply(leaves["a transfer"]!(user, here, bid)).rejection).toBeNull();
    here.apply(placeOrder({ account: user, side: "SELL", price: priceE8(150 * ONE), quantity: quantityE8(10 * ONE) }));
    here.apply(placeOrder({ account: 5, price: priceE8(150 * ONE), quantity: quantityE8(10 * ONE) }));
    expect(here.row(user, "SOL").size).toBe(0);
    doubt(here, SOL);
    expect(here.apply(leaves["a withdrawal"]!(user, here, bid)).rejection).toBeNull();
  });

  test("that takes nothing away: settlement, less leverage, the mode that it has, a reduction", () => {
    const { world: here, user, bid } = world();
    doubt(here, SOL);
    const amended = { market: ETH, price: priceE8(2_900 * ONE), quantity: quantityE8(ONE / 2) };
    const commands: Command[] = [
      { type: "settle_pnl", at, account: user, nonce: 0 },
      { type: "set_leverage", at, account: user, market: SOL, marginMode: "CROSS", leverage: 5 },
      { type: "set_leverage", at, account: user, market: -1, marginMode: "CROSS", leverage: 5 },
      { type: "set_margin_mode", at, account: user, market: SOL, marginMode: "CROSS" },
      amendOrder({ account: user, orderId: bid, ...amended }),
      placeOrder({
        account: user,
        market: ETH,
        side: "SELL",
        marginMode: "ISOLATED",
        reduceOnly: true,
        price: priceE8(3_050 * ONE),
        quantity: quantityE8(ONE),
      }),
    ];
    for (const command of commands) expect([command.type, here.apply(command).rejection]).toEqual([command.type, null]);
  });
});

describe("while the market of an isolated position is in doubt", () => {
  function inDoubt(): { world: LiquidationWorld; user: number } {
    const made = world();
    doubt(made.world, ETH);
    return made;
  }
  const refusal = (command: Command, { world: here }: { world: LiquidationWorld }) =>
    here.apply(command).rejection?.message ?? null;

  test("its margin, its leverage and its mode stay", () => {
    const made = inDoubt();
    const common = { at, account: made.user, market: ETH } as const;
    const refused = `the price of PERP_ETH_USDC ${IN_DOUBT}`;
    const reduce = { type: "move_position_margin", direction: "REDUCE", amount: micros(USDC), ...common } as const;
    expect(refusal(reduce, made)).toBe(refused);
    expect(refusal({ type: "set_leverage", marginMode: "ISOLATED", leverage: 11, ...common }, made)).toBe(refused);
    expect(refusal({ type: "set_leverage", marginMode: "ISOLATED", leverage: 9, ...common }, made)).toContain(
      "is open",
    );
    expect(refusal({ type: "set_margin_mode", marginMode: "ISOLATED", ...common }, made)).toBe(refused);
  });

  test("it may be given more, and the rest of the account is free", () => {
    const made = inDoubt();
    const add = { type: "move_position_margin", at, account: made.user, market: ETH, direction: "ADD" } as const;
    expect(refusal({ ...add, amount: micros(USDC) }, made)).toBeNull();
    for (const what of ["a withdrawal", "a raise of leverage everywhere", "another margin mode"]) {
      const asked = refusal(leaves[what]!(made.user, made.world, 0), made);
      if (what === "another margin mode") expect(asked).toContain("can't be switched while a CROSS position");
      else expect([what, asked]).toEqual([what, null]);
    }
  });
});

describe("a market is in doubt", () => {
  const transfer = ({ world: here, user }: ReturnType<typeof world>) =>
    here.apply(leaves["a transfer"]!(user, here, 0)).rejection?.message ?? null;

  test("while its index is not believed, though it has not halted, and while it awaits the first report of a session", () => {
    for (const trouble of ["STALE_INDEX", "INDEX_JUMP"] as const) {
      const made = world();
      made.world.market("SOL").health.trouble = trouble;
      expect(transfer(made)).toContain("PERP_SOL_USDC");
    }
    const made = world();
    made.world.market("SOL").pinned = false;
    made.world.apply({ type: "start_session", at, resumesAt: millis(made.world.state.now) });
    expect([made.world.market("SOL").state, transfer(made)]).toEqual([
      "ACTIVE",
      `the price of PERP_SOL_USDC ${IN_DOUBT}`,
    ]);
  });

  test("not during maintenance, and not where it only closes", () => {
    const made = world();
    const { now } = made.world.state;
    const window = { startAt: millis(now + 1_000), endAt: millis(now + 60_000) };
    made.world.apply({ type: "schedule_maintenance", at, ...window, message: "" });
    made.world.apply({ type: "set_market_state", at, market: SOL, state: "REDUCE_ONLY", reason: "" });
    made.world.wait(2);
    expect(made.world.state.venue.phase).toBe("running");
    expect(transfer(made)).toBeNull();
  });

  test("and the first by symbol is named", () => {
    const made = world();
    made.world.open(made.user, "ETH", 0.1, 300);
    doubt(made.world, SOL);
    doubt(made.world, ETH);
    expect(transfer(made)).toContain("PERP_ETH_USDC");
  });
});

test("an isolated order that is refused in doubt leaves no trace; reducing, and making an order smaller, stay possible", () => {
  const { world: here, user, bid } = world();
  doubt(here, SOL);
  const { orderId, orders } = here.apply(isolatedBid(user));
  expect([orderId, orders]).toEqual([0, []]);
  const place = (fields: Parameters<typeof placeOrder>[0]) => {
    const order = placeOrder({ account: user, market: ETH, marginMode: "ISOLATED", ...fields });
    return here.apply(order).rejection?.code ?? null;
  };
  const price = priceE8(3_050 * ONE);
  expect(place({ price, quantity: quantityE8(0) })).toBe(-1005);
  expect(place({ orderType: "MARKET", amount: micros(100 * USDC) })).toBe(-1012);
  expect(place({ side: "SELL", price, quantity: quantityE8(0.6 * ONE) })).toBe(-1012);
  expect(place({ side: "SELL", price, quantity: quantityE8(0.6 * ONE), reduceOnly: true })).toBeNull();
  const amend = (fields: Parameters<typeof amendOrder>[0]) =>
    here.apply(amendOrder({ account: user, orderId: bid, market: ETH, ...fields })).rejection?.code ?? null;
  expect(amend({ price: priceE8(2_899.99 * ONE) })).toBe(-1012);
  expect(amend({ quantity: quantityE8(1.0001 * ONE) })).toBe(-1012);
  expect(amend({ price: priceE8(2_900 * ONE), quantity: quantityE8(0.9 * ONE) })).toBeNull();
  expect(amend({ quantity: quantityE8(0.8 * ONE) })).toBeNull();
});

test("a refusal in doubt comes after that of a liquidation, and before that of a venue whose fund owes", () => {
  const { world: here, user } = world();
  doubt(here, SOL);
  here.state.venue.solvencyHalt = true;
  const { rejection } = here.engine.apply(
    { ...leaves["a transfer"]!(user, here, 0), at: here.state.now },
    new Recorder(),
  );
  expect(rejection?.message).toContain("in doubt");
  here.state.liquidations.begin(crossOf(user));
  const frozen = here.engine.apply({ ...leaves["a withdrawal"]!(user, here, 0), at: here.state.now }, new Recorder());
  expect(frozen.rejection?.message).toBe("the account is in liquidation");
});

test("no deposit into a vault leaves an account in doubt; a redemption does, it takes nothing out", () => {
  const vault = SmallVault.live();
  const [investor, other] = [5, 8];
  vault.trade(investor, "BUY", other, 150, 1);
  expect(vault.ask(investor, "LP_DEPOSIT", 1_000 * USDC).code).toBeNull();
  vault.nextPeriod();
  vault.apply({ type: "set_market_state", at, market: 0, state: "HALTED", reason: "" });
  const refused = vault.ask(investor, "LP_DEPOSIT", 1_000 * USDC).rejection;
  expect([refused?.code, refused?.message]).toEqual([-1012, `the price of PERP_SOL_USDC ${IN_DOUBT}`]);
  expect(vault.ask(investor, "LP_WITHDRAW", 1).rejection?.code).not.toBe(-1012);
});
