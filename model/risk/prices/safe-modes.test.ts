// Prices that are not believed: what may not leave on them, what a vault waits for, what the operator's command ends;
// and how far the book may move the mark. Rules 6.2, 10.3, 11.4.

import { describe, expect, test } from "bun:test";
import { type Command, micros, millis, priceE8, quantityE8, ratioE10 } from "@evermark/engine";
import { addBroker, deposit, listMarket, openAccount, START } from "@evermark/engine/testing/setup.ts";
import { defaultMarket, price } from "@evermark/engine/testing/vectors.ts";
import { NaiveExchange } from "../../naive-exchange.ts";
import { ETH, SmallModel, SOL } from "../../testing/small-model.ts";

const RICH = "10000000";
const isolated = { marginMode: "ISOLATED" } as const;

/** Account 0 is long in ETH, in one mode, and has an isolated long in SOL; then a market halts. */
function halted(mode: "CROSS" | "ISOLATED", which: number): SmallModel {
  const model = new SmallModel(["5000", RICH]);
  for (const [market, at, marginMode] of [
    [ETH, "3000", mode],
    [SOL, "150", "ISOLATED"],
  ] as const) {
    model.sell({ account: 1, market, size: "1", at });
    model.buy({ account: 0, market, size: "1", more: { marginMode } });
  }
  model.apply(moved(SOL, "ADD"));
  model.enter("HALTED", which);
  return model;
}

const moved = (market: number, direction: "ADD" | "REDUCE"): Command => ({
  type: "move_position_margin",
  at: START,
  account: 0,
  market,
  direction,
  amount: micros(1_000),
});

const sent: Command = {
  type: "transfer_funds",
  at: START,
  account: 0,
  receivers: [{ account: 1, amount: micros(1) }],
  nonce: 1,
};

describe("with a cross position in a halted market", () => {
  const model = halted("CROSS", ETH);
  const refused = (command: Command) => expect(model.apply(command).rejection).toBe("refused");
  const goes = (command: Command) => expect(model.apply(command).rejection).toBeNull();

  test("nothing is withdrawn or transferred", () => {
    expect(model.withdraw(0, "5").rejection).toBe("refused");
    model.apply({ type: "issue_nonce", at: START, account: 0, kind: "transfer" });
    refused(sent);
  });

  test("no margin moves into an isolated position; margin that it does not need may be taken out", () => {
    refused(moved(SOL, "ADD"));
    goes(moved(SOL, "REDUCE"));
  });

  test("leverage may fall in any cross market and rise in none, even where it would be too high anyway", () => {
    expect(model.lever(0, 11, "CROSS", SOL).rejection).toBe("refused");
    expect(model.lever(0, 500, "CROSS", SOL).rejection).toBe("refused");
    expect(model.lever(0, 11).rejection).toBe("refused");
    expect(model.lever(0, 0, "CROSS", SOL).rejection).toBe("invalid_parameter");
    expect(model.lever(0, 10).rejection).toBeNull();
    expect(model.lever(0, 9, "CROSS", SOL).rejection).toBeNull();
  });

  test("margin modes stay, but setting the present mode is not a switch", () => {
    refused({ type: "set_margin_mode", at: START, account: 0, market: SOL, marginMode: "ISOLATED" });
    goes({ type: "set_margin_mode", at: START, account: 0, market: SOL, marginMode: "CROSS" });
  });

  test("an isolated order may open with what the halted position does not need after a jump of its index", () => {
    const order = { account: 0, market: SOL, at: "140" };
    // 20 % of 3,000 stay, of about 5,000.
    expect(model.buy({ ...order, size: "300", more: isolated }).rejection).toBeNull();
    expect(model.buy({ ...order, size: "12", more: isolated }).rejection).toBe("insufficient_margin");
    expect(model.buy({ ...order, size: "1" }).rejection).toBeNull();
    model.apply({ type: "cancel_all_orders", at: START, account: 0, market: -1 });
  });

  test("profit and loss may be settled", () => {
    goes({ type: "settle_pnl", at: START, account: 0, nonce: 0 });
  });

  test("everything is free again once the market resumes", () => {
    model.enter("ACTIVE");
    goes(moved(SOL, "ADD"));
    goes(moved(SOL, "REDUCE"));
    expect(model.lever(0, 11, "CROSS", SOL).rejection).toBeNull();
    model.apply({ type: "issue_nonce", at: START, account: 0, kind: "transfer" });
    goes({ ...sent, nonce: 2 } as Command);
  });
});

test("an isolated position in a halted market holds back its own margin and nothing else", () => {
  const model = halted("ISOLATED", SOL);
  const move = (market: number, direction: "ADD" | "REDUCE") => model.apply(moved(market, direction)).rejection;
  expect(move(SOL, "REDUCE")).toBe("refused");
  expect(move(SOL, "ADD")).toBeNull();
  expect(move(ETH, "ADD")).toBeNull();
  expect(move(ETH, "REDUCE")).toBeNull();
  expect(model.withdraw(0, "5").rejection).toBeNull();
  expect(model.lever(0, 11).rejection).toBeNull();
  expect(model.lever(0, 500, "ISOLATED", SOL).rejection).toBe("refused");
  expect(model.lever(0, 20, "ISOLATED").rejection).toBeNull();
  const mode = (market: number) => ({ type: "set_margin_mode", at: START, account: 0, market, marginMode: "ISOLATED" });
  expect(model.apply(mode(SOL) as Command).rejection).toBe("refused");
  expect(model.apply(mode(ETH) as Command).rejection).toBeNull();
});

test("a market without a report since a start of the venue is not believed, though it trades", () => {
  const model = new SmallModel(["5000", RICH]);
  const market = 2;
  const listed = listMarket({ ...defaultMarket("PERP_LINK_USDC"), sources: ["one"] }, Number(price("20")));
  model.apply(listed);
  model.sell({ account: 1, market, size: "10", at: "20" });
  model.buy({ account: 0, market, size: "10" });
  expect(model.withdraw(0, "5").rejection).toBeNull();
  model.apply({ type: "start_session", at: START, resumesAt: millis(model.now) });
  expect(model.withdraw(0, "5").rejection).toBe("refused");
  const report = { market, source: 0, price: priceE8(Number(price("20"))), volume: quantityE8(0) };
  model.apply({ type: "oracle_prices", at: START, prices: [report] });
  model.tick();
  expect(model.withdraw(0, "5").rejection).toBeNull();
});

/** One vault, provided by the first account; three may invest, and the next one trades against its fund. */
function openVault(exchange: NaiveExchange): void {
  const terms = { vaultId: `0x${"a".repeat(64)}`, name: "a", provider: 0, fund: 5, kind: "operator" } as const;
  const request = { account: 0, vaultId: terms.vaultId, operation: "SP_DEPOSIT", amount: 200_000_000_000 } as const;
  const prices = [{ market: 0, price: priceE8(Number(price("1000"))) }];
  const opening: Command[] = [
    listMarket(defaultMarket("PERP_ETH_USDC"), prices[0]!.price),
    addBroker("plain", 60, 30),
    ...[0, 1, 2, 3, 4].map((account) => openAccount(account, "plain")),
    ...[0, 1, 2, 3, 4].map((account) => deposit(account, 900_000_000_000, `faucet:${account}`)),
    { type: "add_sub_account", at: START, account: 0, number: 1, accountId: `0x${"5".repeat(64)}`, description: "" },
    { type: "set_index_prices", at: START, prices },
    { type: "create_vault", at: START, performanceFeePercent: 20, ...terms },
    { type: "request_vault_operation", at: START, ...request },
  ];
  for (const command of opening) expect(exchange.apply(command).rejection).toBeNull();
}

test("a vault's period waits for a price of its fund's positions, and later requests for the period after it", () => {
  const HOUR = 3_600_000;
  const exchange = new NaiveExchange();
  openVault(exchange);
  const [vault] = exchange.state.vaults.vaults;
  const at = (hour: number, more = 0) => millis(Date.UTC(2023, 10, 15, hour) + more);
  const tick = (time: ReturnType<typeof at>) => exchange.apply({ type: "tick", at: time });
  const ask = (account: number, time: ReturnType<typeof at>) =>
    exchange.apply({
      type: "request_vault_operation",
      at: time,
      account,
      vaultId: vault!.id,
      operation: "LP_DEPOSIT",
      amount: 1_000_000_000,
    });
  const halt = (state: "HALTED" | "ACTIVE", time: ReturnType<typeof at>) =>
    exchange.apply({ type: "set_market_state", at: time, market: 0, state, reason: "" });
  // At 23:00 the provider's own deposit becomes shares.
  tick(at(-1));
  exchange.apply({ type: "set_vault_state", at: at(-1), vaultId: vault!.id, state: "live" });
  expect(ask(1, at(1)).rejection).toBeNull();
  const order = { type: "place_order", at: at(1), market: 0, price: priceE8(0), quantity: quantityE8(10_000_000) };
  const plain = { amount: micros(0), visible: quantityE8(-1), reduceOnly: false, clientOrderId: "", slippage: 0 };
  const rest = { ...order, ...plain, level: -1, postOnlyAdjust: false, tag: "", marginMode: "", inBatch: false };
  const limit = { ...rest, orderType: "LIMIT", price: priceE8(Number(price("1000"))) };
  exchange.apply({ ...limit, account: 4, side: "SELL" } as Command);
  exchange.apply({ ...limit, account: vault!.fund, side: "BUY" } as Command);
  expect(exchange.state.accounts[vault!.fund]!.rows[0]!.quantity).toBe(10_000_000n);
  halt("HALTED", at(1));
  expect(ask(2, at(1)).rejection).toBeNull();
  tick(at(2));
  expect(vault!.period).toBe(1);
  expect(ask(3, at(2, 1)).rejection).toBeNull();
  halt("ACTIVE", at(2, 5_000));
  tick(at(2, 6_000));
  expect(vault!.period).toBe(2);
  expect(vault!.nextAt).toBe(at(5));
  expect(vault!.lots.map(({ account }) => account)).toEqual([1, 2]);
  expect(vault!.operations.map(({ account }) => account)).toEqual([3]);
  tick(at(2, HOUR));
  expect(vault!.operations).toHaveLength(1);
  tick(at(5));
  expect(vault!.lots.map(({ account }) => account)).toEqual([1, 2, 3]);
});

test("the operator's command ends a doubt although no source reports, and silence counts from then", () => {
  const exchange = new NaiveExchange();
  const says = (level: string): Command => {
    const report = { market: 0, source: 0, price: priceE8(Number(price(level))), volume: quantityE8(0) };
    return { type: "oracle_prices", at: START, prices: [report] };
  };
  let now: number = START;
  const play = (command: Command) => exchange.apply({ ...command, at: millis(now) } as Command);
  const tick = () => {
    now += 1_000;
    play({ type: "tick", at: millis(now) });
  };
  const market = () => exchange.state.markets[0]!;
  play(listMarket(defaultMarket("PERP_ETH_USDC"), Number(price("1000"))));
  play(addBroker("plain", 60, 30));
  // The listing price is not a source's report: any first index is accepted.
  play(says("400"));
  tick();
  expect([market().state, market().index]).toEqual(["ACTIVE", price("400")]);
  play(says("160"));
  tick();
  expect([market().state, market().belief.halt?.reason]).toEqual(["HALTED", "INDEX_JUMP"]);
  while (now < START + 12_000) tick();
  // The source has been silent for more than ten seconds by now.
  expect([market().state, market().index]).toEqual(["HALTED", price("400")]);
  play({ type: "set_market_state", at: START, market: 0, state: "REDUCE_ONLY", reason: "" });
  const word = now;
  tick();
  expect([market().state, market().belief.trouble]).toEqual(["REDUCE_ONLY", null]);
  while (now < word + 20_000) tick();
  expect(market().state).toBe("REDUCE_ONLY");
  tick();
  expect([market().state, market().belief.halt?.reason]).toEqual(["HALTED", "STALE_INDEX"]);
});

test("the agreement that made one jump believed does not make the next one believed", () => {
  const exchange = new NaiveExchange();
  let now: number = START;
  const play = (command: Command) => exchange.apply({ ...command, at: millis(now) } as Command);
  const second = (level: string) => {
    now += 1_000;
    const report = { market: 0, source: 0, price: priceE8(Number(price(level))), volume: quantityE8(0) };
    play({ type: "oracle_prices", at: START, prices: [report] });
    play({ type: "tick", at: millis(now) });
    return exchange.state.markets[0]!;
  };
  const parameters = { ...defaultMarket("PERP_ETH_USDC"), sources: ["one"], maxIndexJump: ratioE10(500_000_000) };
  play(listMarket(parameters, Number(price("1000"))));
  second("1000");
  for (let n = 0; n < 30; n++) expect(second("900").index).toBe(price("1000"));
  expect(second("944").index).toBe(price("944"));
  // Within 5 % of the agreed level, and further than that from the index.
  expect(second("860").belief.trouble).toBe("INDEX_JUMP");
  expect(exchange.state.markets[0]!.index).toBe(price("944"));
});

describe("the basis", () => {
  /** A book around 3,003 with `size` on each side; the impact notional is 100,000. */
  function quoted(size: string): SmallModel {
    const model = new SmallModel([RICH]);
    model.buy({ account: 0, size, at: "2999" });
    model.sell({ account: 0, size, at: "3007" });
    model.tick(60_000);
    return model;
  }

  test("weighs a fifteenth for each minute in which the book carries the impact notional", () => {
    const model = quoted("40");
    expect(model.state.markets[ETH]!.basis).toEqual([price("3")]);
    model.tick();
    // The median of 3,000, 3,000 + 3 ÷ 15 and the midpoint of the book.
    expect(model.state.markets[ETH]!.mark).toBe(price("3000.2"));
    for (let n = 0; n < 20; n++) model.tick(60_000);
    expect(model.state.markets[ETH]!.basis).toHaveLength(15);
    model.tick();
    expect(model.state.markets[ETH]!.mark).toBe(price("3003"));
  });

  test("is zero where a side is thin, and while the market is paused", () => {
    expect(quoted("33").state.markets[ETH]!.basis).toEqual([0n]);
    const model = quoted("40");
    model.enter("HALTED");
    model.tick(60_000);
    model.enter("ACTIVE");
    model.buy({ account: 0, size: "40", at: "2999" });
    model.sell({ account: 0, size: "40", at: "3007" });
    model.tick(60_000);
    expect(model.state.markets[ETH]!.basis).toEqual([price("3"), 0n, price("3")]);
    const window = { startAt: model.now, endAt: model.now + 90_000, message: "" };
    model.apply({ type: "schedule_maintenance", at: START, ...window } as never);
    model.tick(60_000);
    expect(model.state.markets[ETH]!.basis.at(-1)).toBe(0n);
  });

  test("moves the mark no further from the index than an eighth of the initial margin", () => {
    const model = new SmallModel([RICH, RICH]);
    model.buy({ account: 0, size: "60", at: "3080" });
    model.sell({ account: 0, size: "60", at: "3088" });
    for (let n = 0; n < 20; n++) model.tick(60_000);
    model.tick();
    // 3,000 × 0.125 %.
    expect(model.state.markets[ETH]!.mark).toBe(price("3003.75"));
  });
});
