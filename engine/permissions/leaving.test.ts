// Nothing leaves on a price that no account can act on: what an account is refused, and which conditions keep a position from
// being liquidated. Rules 11.4.

import { describe, expect, test } from "bun:test";
import { utcText } from "../base/numbers/calendar.ts";
import { micros, millis, priceE8, quantityE8 } from "../base/units.ts";
import type { Command } from "../language/commands/commands.ts";
import { crossOf } from "../memory/liquidation/subject.ts";
import { LiquidationWorld } from "../testing/liquidation-world.ts";
import { Recorder } from "../testing/recorder.ts";
import { codeOf, wordsOf } from "../testing/refusal-codes.ts";
import { amendOrder, placeOrder, START } from "../testing/setup.ts";
import { ONE, USDC } from "../testing/small-exchange.ts";
import { SmallVault } from "../testing/small-vault.ts";

const at = START;
const [SOL, ETH] = [0, 1];
const WHAT = (symbol: string) => `nothing leaves the account while its position in ${symbol} can't be liquidated`;
const HALTED = "it is halted by its operator, and no end is known";
const DOUBT = "its index price is in doubt, until its sources agree";

/**
 * A user long 10 SOL on cross margin and 1 ETH on isolated margin, with an isolated bid for ETH and 100,000 to spare.
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

function halt(world: LiquidationWorld, market: number): void {
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
  "a raise of leverage on isolated margin": (account) => ({
    type: "set_leverage",
    at,
    account,
    market: SOL,
    marginMode: "ISOLATED",
    leverage: 11,
  }),
};

describe("while the market of a cross position is halted, its owner is refused", () => {
  for (const [name, ask] of Object.entries(leaves)) {
    test(name, () => {
      const { world: here, user, bid } = world();
      halt(here, SOL);
      const { rejection } = here.apply(ask(user, here, bid));
      expect([codeOf(rejection), wordsOf(rejection)]).toEqual([-1012, `${WHAT("PERP_SOL_USDC")}: ${HALTED}`]);
      expect(rejection?.detail).toEqual({ symbol: "PERP_SOL_USDC", reason: "OPERATOR" });
    });
  }
});

describe("its owner is not refused", () => {
  test("anything while all prices are believed", () => {
    for (const ask of Object.values(leaves)) {
      const { world: here, user, bid } = world();
      expect(wordsOf(here.apply(ask(user, here, bid)).rejection) ?? "").not.toContain("nothing leaves");
    }
  });

  test("anything once the position is closed, or the market continues", () => {
    const { world: here, user, bid } = world();
    halt(here, SOL);
    here.apply({ type: "set_market_state", at, market: SOL, state: "ACTIVE", reason: "" });
    expect(here.apply(leaves["a transfer"]!(user, here, bid)).rejection).toBeNull();
    here.apply(placeOrder({ account: user, side: "SELL", price: priceE8(150 * ONE), quantity: quantityE8(10 * ONE) }));
    here.apply(placeOrder({ account: 5, price: priceE8(150 * ONE), quantity: quantityE8(10 * ONE) }));
    expect(here.row(user, "SOL").size).toBe(0);
    halt(here, SOL);
    expect(here.apply(leaves["a withdrawal"]!(user, here, bid)).rejection).toBeNull();
  });

  test("what takes nothing away: settlement, less leverage, the present mode, isolated margin back, a reduction", () => {
    const { world: here, user, bid } = world();
    halt(here, SOL);
    const amended = { market: ETH, price: priceE8(2_900 * ONE), quantity: quantityE8(ONE / 2) };
    const commands: Command[] = [
      { type: "settle_pnl", at, account: user, nonce: 0 },
      { type: "set_leverage", at, account: user, market: SOL, marginMode: "CROSS", leverage: 5 },
      { type: "set_leverage", at, account: user, market: -1, marginMode: "CROSS", leverage: 5 },
      { type: "set_margin_mode", at, account: user, market: SOL, marginMode: "CROSS" },
      {
        type: "move_position_margin",
        at,
        account: user,
        market: ETH,
        direction: "REDUCE",
        amount: micros(USDC),
      },
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

test("under behaviour 2 money could leave during maintenance, because prices were still believed", () => {
  const { world: here, user, bid } = world();
  here.state.behaviour = 2;
  const { now } = here.state;
  here.apply({ type: "schedule_maintenance", at, startAt: millis(now), endAt: millis(now + 60_000), message: "" });
  here.wait(1);
  expect(here.state.venue.phase).toBe("running");
  expect(here.apply(leaves["a transfer"]!(user, here, bid)).rejection).toBeNull();
});

test("under behaviour 2 margin could not be taken out of an isolated position while a cross position was in doubt", () => {
  const asked = [2, 3].map((behaviour) => {
    const { world: here, user: account } = world();
    halt(here, SOL);
    here.state.behaviour = behaviour;
    const moved = { account, market: ETH, direction: "REDUCE", amount: micros(USDC) } as const;
    return wordsOf(here.apply({ type: "move_position_margin", at, ...moved }).rejection) ?? null;
  });
  expect(asked).toEqual([
    "the price of PERP_SOL_USDC is in doubt: nothing leaves while a position is open there",
    null,
  ]);
});

describe("while the market of an isolated position is halted", () => {
  function halted(): { world: LiquidationWorld; user: number } {
    const made = world();
    halt(made.world, ETH);
    return made;
  }
  const refusal = (command: Command, { world: here }: { world: LiquidationWorld }) =>
    wordsOf(here.apply(command).rejection) ?? null;

  test("its margin, its leverage and its mode are fixed", () => {
    const made = halted();
    const common = { at, account: made.user, market: ETH } as const;
    const refused = `${WHAT("PERP_ETH_USDC")}: ${HALTED}`;
    const reduce = { type: "move_position_margin", direction: "REDUCE", amount: micros(USDC), ...common } as const;
    expect(refusal(reduce, made)).toBe(refused);
    expect(refusal({ type: "set_leverage", marginMode: "ISOLATED", leverage: 11, ...common }, made)).toBe(refused);
    expect(refusal({ type: "set_leverage", marginMode: "ISOLATED", leverage: 9, ...common }, made)).toContain(
      "is open",
    );
    expect(refusal({ type: "set_margin_mode", marginMode: "ISOLATED", ...common }, made)).toBe(refused);
  });

  test("it may get more margin, and the rest of the account is free", () => {
    const made = halted();
    const add = { type: "move_position_margin", at, account: made.user, market: ETH, direction: "ADD" } as const;
    expect(refusal({ ...add, amount: micros(USDC) }, made)).toBeNull();
    const free = ["a withdrawal", "a raise of leverage, anywhere", "a raise of leverage everywhere"];
    for (const what of [...free, "another margin mode"]) {
      const asked = refusal(leaves[what]!(made.user, made.world, 0), made);
      if (what === "another margin mode") expect(asked).toContain("can't be switched while a CROSS position");
      else expect([what, asked]).toEqual([what, null]);
    }
  });
});

describe("a position can't be liquidated", () => {
  /** With a new nonce each time, because a refusal uses its nonce up. */
  const transfer = ({ world: here, user: account }: ReturnType<typeof world>) => {
    const nonce = here.apply({ type: "issue_nonce", at, account, kind: "transfer" }).created;
    return here.apply({ ...leaves["a transfer"]!(account, here, 0), nonce } as Command).rejection;
  };

  test("while its index is in doubt, even in a market that trades, and while it awaits the first report of a session", () => {
    const doubted = world();
    doubted.world.market("SOL").health.inDoubt = true;
    expect(wordsOf(transfer(doubted))).toBe(`${WHAT("PERP_SOL_USDC")}: ${DOUBT}`);
    const made = world();
    made.world.market("SOL").pinned = false;
    made.world.apply({ type: "start_session", at, resumesAt: millis(made.world.state.now) });
    const refused = transfer(made);
    expect([made.world.market("SOL").state, wordsOf(refused)]).toEqual([
      "ACTIVE",
      `${WHAT("PERP_SOL_USDC")}: ${DOUBT}`,
    ]);
    expect(refused?.detail).toEqual({ symbol: "PERP_SOL_USDC", reason: "INDEX_IN_DOUBT" });
  });

  test("during maintenance and the minute after it, whose end is named", () => {
    const made = world();
    const { now } = made.world.state;
    const window = { startAt: millis(now + 1_000), endAt: millis(now + 10_000) };
    made.world.apply({ type: "schedule_maintenance", at, ...window, message: "" });
    expect(transfer(made)).toBeNull();
    const until = window.endAt + 60_000;
    const found = ["running", "running", "grace", "grace"].map((phase, i) => {
      made.world.wait([2, 5, 5, 57][i]!);
      expect(made.world.state.venue.phase as string).toBe(phase);
      return transfer(made);
    });
    for (const refused of found) {
      expect(wordsOf(refused)).toBe(`${WHAT("PERP_SOL_USDC")}: maintenance, until ${utcText(until)}`);
      expect(refused?.detail).toEqual({ symbol: "PERP_SOL_USDC", reason: "MAINTENANCE", until });
    }
    made.world.wait(2);
    expect(made.world.state.venue.phase).toBe("none");
    expect(transfer(made)).toBeNull();
  });

  test("while the venue's clock is in doubt", () => {
    const made = world();
    made.world.apply({ type: "halt_for_clock", at, halted: true });
    const refused = transfer(made);
    expect(wordsOf(refused)).toContain(": the venue's clock is in doubt, until it is right again");
    expect(refused?.detail).toEqual({ symbol: "PERP_SOL_USDC", reason: "CLOCK_HALT" });
  });

  test("but it can where the market is reduce-only", () => {
    const made = world();
    made.world.apply({ type: "set_market_state", at, market: SOL, state: "REDUCE_ONLY", reason: "" });
    expect(transfer(made)).toBeNull();
  });

  test("and the first market by symbol is named", () => {
    const made = world();
    made.world.open(made.user, "ETH", 0.1, 300);
    halt(made.world, SOL);
    halt(made.world, ETH);
    expect(transfer(made)?.detail).toMatchObject({ symbol: "PERP_ETH_USDC" });
  });
});

test("the refusal comes after that of a liquidation, and before that of a solvency halt", () => {
  const { world: here, user } = world();
  halt(here, SOL);
  here.state.venue.solvencyHalt = true;
  const { rejection } = here.engine.apply(
    { ...leaves["a transfer"]!(user, here, 0), at: here.state.now },
    new Recorder(),
  );
  expect(wordsOf(rejection)).toContain("nothing leaves");
  here.state.liquidations.begin(crossOf(user));
  const frozen = here.engine.apply({ ...leaves["a withdrawal"]!(user, here, 0), at: here.state.now }, new Recorder());
  expect(wordsOf(frozen.rejection)).toBe("the account is in liquidation");
});

test("with a position in a halted market a vault deposit is refused; a redemption is not, because it takes nothing out", () => {
  const vault = SmallVault.live();
  const [investor, other] = [5, 8];
  vault.trade(investor, "BUY", other, 150, 1);
  expect(vault.ask(investor, "LP_DEPOSIT", 1_000 * USDC).code).toBeNull();
  vault.nextPeriod();
  vault.apply({ type: "set_market_state", at, market: 0, state: "HALTED", reason: "" });
  const refused = vault.ask(investor, "LP_DEPOSIT", 1_000 * USDC).rejection;
  expect([codeOf(refused), wordsOf(refused)]).toEqual([-1012, `${WHAT("PERP_SOL_USDC")}: ${HALTED}`]);
  expect(codeOf(vault.ask(investor, "LP_WITHDRAW", 1).rejection)).not.toBe(-1012);
});
