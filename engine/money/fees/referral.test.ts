// Referral codes, bindings, affiliates, and the payments at midnight. Rules 8.5, C.13.

import { describe, expect, test } from "bun:test";
import { millis } from "../../base/units.ts";
import type { CreateReferralCode } from "../../language/commands/commands.ts";
import { FEE_VENUE } from "../../memory/account/accounts.ts";
import { Engine } from "../../run/engine.ts";
import { addBroker, deposit, openAccount, START } from "../../testing/setup.ts";
import { A, B, BUILDER, C, D, SmallExchange, USDC } from "../../testing/small-exchange.ts";

const at = START;
const SHARE = 100_000_000;
const MIDNIGHT = Date.UTC(2023, 10, 15);
const DAY = 86_400_000;

const code = (text: string, account: number, more: Partial<CreateReferralCode> = {}): CreateReferralCode => ({
  type: "create_referral_code",
  at,
  broker: 0,
  account,
  code: text,
  maxRebate: 0.8 * SHARE,
  referrerShare: 0.5 * SHARE,
  refereeShare: 0.5 * SHARE,
  ...more,
});
const bind = (account: number, text: string) => ({ type: "bind_referral", at, account, code: text }) as const;
const affiliate = (account: number, rate: number, parent = -1) =>
  ({ type: "set_affiliate", at, account, rate: Math.round(rate * SHARE), parent }) as const;

/** A is a referrer; `referee` is a new account bound to A's code, with a million. */
function programme(): { market: SmallExchange; referee: number } {
  const market = new SmallExchange();
  market.apply(code("SPRING", A));
  const referee = market.apply(openAccount(40, "builder")).created;
  market.apply(bind(referee, "SPRING"));
  market.apply(deposit(referee, 1_000_000 * USDC, "referee"));
  return { market, referee };
}

const midnight = (market: SmallExchange, days = 0) => market.apply({ type: "tick", at: millis(MIDNIGHT + days * DAY) });
const distributions = ({ funds }: ReturnType<typeof midnight>) =>
  funds.flatMap((each) => (each.type === "distributed" ? [[each.account, each.kind, each.amount as number]] : []));

describe("the midnight job", () => {
  test("settles the fee accounts, then pays referee and referrer from the builder's account", () => {
    const { market, referee } = programme();
    // Taker of 300 at 6 bps: 0.18, half of it the venue's; the maker B pays 0.09 to the builder.
    market.trade(referee, "BUY", B, 150, 2);
    const before = market.engine.margin(referee).holding;
    const result = midnight(market);
    expect(result.funds.flatMap((each) => (each.type === "distributed" ? [each.distributionId] : []))).toEqual([
      1, 2, 3,
    ]);
    expect(distributions(result)).toEqual([
      [referee, "REFEREE_REBATE", 36_000],
      [A, "REFERRAL_REBATE", 36_000],
      [BUILDER, "BROKER_FEE", 180_000 - 72_000],
    ]);
    expect(market.engine.margin(referee).holding - before).toBe(36_000);
    const balances = [BUILDER, FEE_VENUE].map((each) => market.engine.margin(each).holding as number);
    expect(balances).toEqual([180_000 - 72_000, 90_000]);
    expect(result.ledger.filter((entry) => entry.kind === "distribution").length).toBe(4);
    // Paid only once: nothing has traded since.
    expect(distributions(midnight(market, 1))).toEqual([]);
    market.engine.audit();
  });

  test("pays a referrer once for all referees, and accounts in the order of their ids", () => {
    const { market, referee } = programme();
    const second = market.apply(openAccount(41, "builder")).created;
    market.apply(bind(second, "SPRING"));
    market.apply(deposit(second, 1_000_000 * USDC, "second"));
    market.trade(referee, "BUY", B, 150, 2);
    market.trade(second, "BUY", B, 150, 1);
    market.trade(second, "SELL", B, 150, 1);
    expect(distributions(midnight(market)).slice(0, 3)).toEqual([
      [second, "REFEREE_REBATE", 36_000],
      [referee, "REFEREE_REBATE", 36_000],
      [A, "REFERRAL_REBATE", 72_000],
    ]);
  });

  test("rounds every share down; the remainder stays the builder's", () => {
    const { market, referee } = programme();
    market.rest(B, "SELL", 149.993, 0.07);
    market.order(referee, "BUY", "IOC", 150, 0.07);
    // 6 bps of 10.49951 is 6,300 micros, the venue's half 3,150: the builder's 3,150, of it 40 % each.
    expect(distributions(midnight(market)).slice(0, 2)).toEqual([
      [referee, "REFEREE_REBATE", 1_260],
      [A, "REFERRAL_REBATE", 1_260],
    ]);
  });

  test("pays a single micro as well, and no smaller share", () => {
    const paid = (refereeShare: number) => {
      const market = new SmallExchange();
      market.apply(code("TINY", A, { refereeShare, referrerShare: SHARE - refereeShare }));
      const referee = market.apply(openAccount(40, "builder")).created;
      market.apply(bind(referee, "TINY"));
      market.apply(deposit(referee, 1_000_000 * USDC, "referee"));
      market.rest(B, "SELL", 149.993, 0.07);
      market.order(referee, "BUY", "IOC", 150, 0.07);
      return distributions(midnight(market)).filter(([account]) => account === referee);
    };
    // 80 % of the builder's 3,150 micros are shared.
    expect(paid(0.0005 * SHARE)).toEqual([[expect.any(Number), "REFEREE_REBATE", 1]]);
    expect(paid(0.0003 * SHARE)).toEqual([]);
  });

  test("pays nothing for makers' rebates and nothing on tag fees", () => {
    const { market, referee } = programme();
    market.apply(addBroker("tagger", 60, 30));
    market.apply({
      type: "create_fee_tag",
      at,
      broker: 0,
      enumId: "T",
      name: "T",
      description: "",
      rate: 100 as never,
      overrides: [],
    });
    market.apply({ type: "set_minimum_tier", at, broker: 0, tier: 4 });
    market.apply({
      type: "set_account_fees",
      at,
      broker: 0,
      accounts: [{ account: referee }],
      takerFee: 10 as never,
      makerFee: -1 as never,
    });
    // As a maker the referee earns; as a taker with a tag it pays the venue's 1 bp and the tag's fee, and nothing to
    // the builder.
    market.trade(B, "BUY", referee, 150, 1);
    market.rest(B, "BUY", 150, 1);
    market.order(referee, "SELL", "LIMIT", 150, 1, { tag: "enum:builder:T" });
    expect(distributions(midnight(market)).filter(([account]) => account !== BUILDER)).toEqual([]);
    market.engine.audit();
  });

  test("pays the trades of sub-accounts to their main account", () => {
    const { market, referee } = programme();
    const sub = market.apply({
      type: "add_sub_account",
      at,
      account: referee,
      number: 1,
      accountId: "0xsub",
      description: "",
    }).created;
    const receivers = [{ account: sub, amount: (10_000 * USDC) as never }];
    market.apply({ type: "transfer_funds", at, account: referee, receivers, nonce: 0 });
    market.trade(sub, "BUY", B, 150, 2);
    expect(market.engine.fees.referralOf(sub)?.code).toBe("SPRING");
    expect(distributions(midnight(market))[0]).toEqual([referee, "REFEREE_REBATE", 36_000]);
  });
});

describe("an order's plain tag", () => {
  test("that is another code of the builder overrides the account's own code for that order", () => {
    const { market, referee } = programme();
    market.apply(code("AUTUMN", D, { maxRebate: SHARE, referrerShare: SHARE, refereeShare: 0 }));
    market.rest(B, "SELL", 150, 4);
    market.order(referee, "BUY", "LIMIT", 150, 2, { tag: "AUTUMN" });
    market.order(referee, "BUY", "LIMIT", 150, 2, { tag: "SPRING" });
    const restored = Engine.restore(market.engine.snapshot());
    expect(restored.stateHash()).toBe(market.engine.stateHash());
    expect(distributions(midnight(market)).slice(0, 3)).toEqual([
      [referee, "REFEREE_REBATE", 36_000],
      [D, "REFERRAL_REBATE", 90_000],
      [A, "REFERRAL_REBATE", 36_000],
    ]);
    market.engine.audit();
  });

  test("that is the account's own code counts together with its other orders", () => {
    const { market, referee } = programme();
    market.rest(B, "SELL", 150, 4);
    for (const tag of ["SPRING", ""]) market.order(referee, "BUY", "LIMIT", 150, 2, { tag });
    const { accounts } = market.state;
    expect([accounts.referralFees(referee), accounts.referralRevenue(referee)] as number[]).toEqual([360_000, 180_000]);
  });

  test("puts an account without a code under one for that order", () => {
    const { market } = programme();
    market.rest(B, "SELL", 150, 2);
    market.order(C, "BUY", "LIMIT", 150, 2, { tag: "SPRING" });
    expect(distributions(midnight(market)).slice(0, 2)).toEqual([
      [C, "REFEREE_REBATE", 36_000],
      [A, "REFERRAL_REBATE", 36_000],
    ]);
  });

  test("has no effect when it is not a code, another builder's, or the trader's own", () => {
    const { market } = programme();
    market.apply(addBroker("other", 60, 30));
    const theirs = market.apply(openAccount(60, "other")).created;
    market.apply(code("THEIRS", theirs, { broker: 1 }));
    market.rest(B, "SELL", 150, 10);
    for (const tag of ["nothing", "THEIRS", "spring"]) market.order(C, "BUY", "LIMIT", 150, 2, { tag });
    market.order(A, "BUY", "LIMIT", 150, 2, { tag: "SPRING" });
    expect(distributions(midnight(market)).filter(([account]) => account !== BUILDER)).toEqual([]);
  });
});

describe("affiliates", () => {
  /** A refers; B is above A, C above B. */
  function chain(): { market: SmallExchange; referee: number } {
    const made = programme();
    made.market.apply(affiliate(C, 0.9));
    made.market.apply(affiliate(B, 0.7, C));
    made.market.apply(affiliate(A, 0.4, B));
    return made;
  }

  test("earn the difference between their rate and that of the level below", () => {
    const { market, referee } = chain();
    market.trade(referee, "BUY", D, 150, 2);
    // Of 90,000: the direct rate of 40 % is shared by the code's halves, then 30 % and 20 %.
    expect(distributions(midnight(market)).slice(0, 4)).toEqual([
      [referee, "REFEREE_REBATE", 18_000],
      [C, "REFERRAL_REBATE", 18_000],
      [B, "REFERRAL_REBATE", 27_000],
      [A, "REFERRAL_REBATE", 18_000],
    ]);
    market.engine.audit();
  });

  test("earn on the trading fee where the builder chooses so and its revenue covers it", () => {
    const { market, referee } = chain();
    const basis = (basis: "builder_revenue" | "trading_fee") =>
      market.apply({ type: "set_affiliate_basis", at, broker: 0, basis });
    basis("trading_fee");
    market.trade(referee, "BUY", D, 150, 2);
    // 90 % of 180,000 is more than the builder's 90,000: its revenue is the basis.
    expect(distributions(midnight(market))[1]).toEqual([C, "REFERRAL_REBATE", 18_000]);
    for (const [account, rate, parent] of [
      [A, 0.1, B],
      [B, 0.3, C],
      [C, 0.5, -1],
    ] as const) {
      expect(market.apply(affiliate(account, rate, parent)).code).toBeNull();
    }
    market.trade(referee, "BUY", D, 150, 2);
    expect(distributions(midnight(market, 1)).slice(0, 4)).toEqual([
      [referee, "REFEREE_REBATE", 9_000],
      [C, "REFERRAL_REBATE", 36_000],
      [B, "REFERRAL_REBATE", 36_000],
      [A, "REFERRAL_REBATE", 9_000],
    ]);
    // Where the builder chooses its revenue, that is the basis, though it would cover more.
    basis("builder_revenue");
    market.trade(referee, "BUY", D, 150, 2);
    expect(distributions(midnight(market, 2))[1]).toEqual([C, "REFERRAL_REBATE", 18_000]);
    expect(market.apply({ type: "set_affiliate_basis", at, broker: 9, basis: "trading_fee" }).code).toBe(-1006);
    market.engine.audit();
  });

  test("do not change the basis of a referrer who is not an affiliate: the builder's revenue", () => {
    const { market, referee } = programme();
    market.apply(code("AUTUMN", D, { maxRebate: 0.4 * SHARE }));
    market.apply({ type: "set_affiliate_basis", at, broker: 0, basis: "trading_fee" });
    market.rest(B, "SELL", 150, 2);
    market.order(referee, "BUY", "LIMIT", 150, 2, { tag: "AUTUMN" });
    // 40 % of 90,000, though the share on the fee of 180,000 would be covered as well.
    expect(distributions(midnight(market)).slice(0, 2)).toEqual([
      [referee, "REFEREE_REBATE", 18_000],
      [D, "REFERRAL_REBATE", 18_000],
    ]);
  });

  test("are fifteen levels at most, counting the direct referrer", () => {
    const { market, referee } = programme();
    const accounts = Array.from({ length: 16 }, (_, n) => market.apply(openAccount(100 + n, "builder")).created);
    let parent = -1;
    for (let n = 15; n >= 1; n--) {
      expect(market.apply(affiliate(accounts[n]!, (20 + n) / 100, parent)).code).toBeNull();
      parent = accounts[n]!;
    }
    expect(market.apply(affiliate(A, 0.2, parent)).code).toBeNull();
    market.trade(referee, "BUY", B, 150, 2);
    const paid = distributions(midnight(market)).map(([account]) => Number(account));
    const above = paid.filter((account) => ![referee, A, BUILDER].includes(account));
    expect(above.sort((a, b) => a - b)).toEqual(accounts.slice(1, 15));
  });

  test("rise in rate, form no cycle, and are main accounts of one builder", () => {
    const { market } = chain();
    market.apply(addBroker("other", 60, 30));
    const stranger = market.apply(openAccount(60, "other")).created;
    const refused = (command: ReturnType<typeof affiliate>) => market.apply(command).code;
    expect(refused(affiliate(B, 0.95, C))).toBe(-1005);
    expect(refused(affiliate(B, 0.3, C))).toBe(-1005);
    expect(refused(affiliate(A, 1.1))).toBe(-1005);
    expect(refused(affiliate(C, 0.9, A))).toBe(-1005);
    // Equal rates do not hide a cycle.
    for (const [account, rate] of [
      [A, 0.4],
      [B, 0.4],
      [C, 0.4],
    ] as const) {
      refused(affiliate(account, rate, account === C ? -1 : account === B ? C : B));
    }
    expect(refused(affiliate(C, 0.4, A))).toBe(-1005);
    expect(refused(affiliate(stranger, 0.1, C))).toBe(-1006);
    expect(refused(affiliate(A, 0.1, D))).toBe(-1006);
    expect(refused(affiliate(999, 0.1))).toBe(-1006);
    expect(market.engine.fees.affiliate(B) as object).toEqual({ account: B, rate: 0.4 * SHARE, parent: C });
  });
});

describe("a code", () => {
  test("has 4 to 15 letters and digits, is unique on the venue, and its splits sum to one", () => {
    const market = new SmallExchange();
    for (const text of ["ABC", "abcd", "A-BC", "A".repeat(16)]) expect(market.apply(code(text, A)).code).toBe(-1005);
    for (const more of [
      { maxRebate: -1 },
      { maxRebate: SHARE + 1 },
      { maxRebate: 0.5 },
      { refereeShare: 0.4 * SHARE },
      { referrerShare: 0.5, refereeShare: SHARE - 0.5 },
      // Their sum is rounded to one.
      { refereeShare: 0.5 * SHARE + 2 ** -27 },
      { referrerShare: 0.5 * SHARE + 2 ** -27 },
      { referrerShare: 1.5 * SHARE, refereeShare: -0.5 * SHARE },
    ]) {
      expect(market.apply(code("ABCD", A, more)).code).toBe(-1005);
    }
    expect(market.apply(code("FREE", B, { maxRebate: 0, referrerShare: 0, refereeShare: SHARE })).code).toBeNull();
    expect(market.apply(code("ABCD", A)).code).toBeNull();
    expect(market.apply(code("ABCD", B)).code).toBe(-1007);
    expect([market.apply(code("ABCE", 999)).code, market.apply(code("ABCE", A, { broker: 3 })).code]).toEqual([
      -1006, -1006,
    ]);
    const sub = { account: A, number: 1, accountId: "0xsub", description: "" };
    const { created } = market.apply({ type: "add_sub_account", at, ...sub });
    expect(market.apply(code("ABCE", FEE_VENUE, { broker: -1 })).code).toBe(-1006);
    for (const other of [created, BUILDER, FEE_VENUE, -1]) expect(market.apply(code("ABCE", other)).code).toBe(-1006);
    expect(market.engine.fees.referralCodesOf(A).map((each) => each.code)).toEqual(["ABCD"]);
  });

  test("is bound permanently, before the first deposit, by a main account of the same builder", () => {
    const { market, referee } = programme();
    const fresh = market.apply(openAccount(70, "builder")).created;
    expect(market.apply(bind(fresh, "NOBODYS")).code).toBe(-1006);
    expect(market.apply(bind(referee, "SPRING")).code).toBe(-1007);
    expect(market.apply(bind(B, "SPRING")).code).toBe(-1012);
    expect(market.apply(bind(A, "SPRING")).code).toBe(-1012);
    expect(market.apply(bind(999, "SPRING")).code).toBe(-1006);
    market.apply(addBroker("other", 60, 30));
    expect(market.apply(bind(market.apply(openAccount(60, "other")).created, "SPRING")).code).toBe(-1006);
    expect(market.apply(bind(fresh, "SPRING")).code).toBeNull();
    const restored = Engine.restore(market.engine.snapshot());
    const bound = [A, B, referee, fresh].map((each) => restored.fees.referralOf(each)?.account);
    expect([bound, restored.stateHash()]).toEqual([[undefined, undefined, A, A], market.engine.stateHash()]);
  });
});
