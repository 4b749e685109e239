import { expect, test } from "bun:test";
import { type AlgoReport, type FundsEvent, type LiquidationEvent, lots, micros, millis, ticks } from "@evermark/engine";
import { notification } from "@evermark/interface/accounts/notifications.ts";
import { Compile } from "typebox/compile";
import { defaultMarkets } from "../configuration/default-markets.ts";
import { Notices } from "./notices.ts";
import { presentNotification } from "./present-notification.ts";

const at = millis(Date.UTC(2026, 4, 20, 10));
/** With ticks of 0.01 and lots of 0.0001. */
const { parameters } = defaultMarkets().find((market) => market.parameters.symbol === "PERP_ETH_USDC")!;
const SYSTEM_ACCOUNT = 0;
const engine = {
  userId: (account: number) => (account === SYSTEM_ACCOUNT ? 0 : account),
  accountsIn: () => new Set([5, 6]),
  market: () => ({ parameters, delistAt: millis(at + 3_600_000) }),
};

function noticesOf(
  happen: (notices: Notices) => void,
  isHeard: (account: number) => boolean = (account) => account === 5,
) {
  const notices = new Notices(engine, isHeard);
  happen(notices);
  return notices.take(1_000).map((notice) => presentNotification(engine, notice, false));
}

const cross = { account: 5, marginMode: "CROSS", market: -1, at } as const;
const margins = { collateral: micros(46e6), maintenance: micros(36.15e6) };
const withdrawal = {
  type: "withdrawal",
  withdrawalId: 3,
  account: 5,
  amount: micros(9e6),
  fee: micros(1e6),
  chainId: 196,
  receiver: "0xab",
  transaction: "0x1",
  createdAt: at,
  at,
} as const;
const deposited = {
  type: "deposit",
  account: 5,
  amount: micros(1),
  source: "chain",
  ...{ key: "196:0x1:0", chainId: 196, transaction: "0x1", reference: "deposit:196:0xab:1", reason: "" },
  createdAt: at,
  at,
} as const;
const taken = {
  type: "transferred",
  ...cross,
  liquidationId: 41,
  taker: SYSTEM_ACCOUNT,
  positions: [
    { market: 0, quantity: lots(-5_000), price: ticks(300_050), liquidatorFee: micros(2e6), insuranceFee: micros(1e6) },
  ],
} as unknown as Extract<LiquidationEvent, { type: "transferred" }>;

test("each notice is a sentence with its numbers, as the interface declares it", () => {
  const sent = noticesOf((notices) => {
    notices.liquidation({ type: "warned", ...cross, ...margins });
    notices.liquidation({ type: "triggered", ...cross, marginMode: "ISOLATED", market: 0, ...margins });
    notices.liquidation({ ...taken, kind: "liquidated" });
    notices.liquidation({ type: "recovered", ...cross });
    notices.liquidation({ ...taken, kind: "adl" });
    for (const state of ["PENDING", "PROCESSING", "COMPLETED", "FAILED"] as const) {
      notices.funds({ ...withdrawal, state } as FundsEvent);
    }
    const changed = {
      type: "state_changed",
      market: 0,
      from: "REDUCE_ONLY",
      reason: "OPERATOR",
      detail: "",
      at,
    } as const;
    notices.market({ ...changed, to: "DELISTING" });
    const closing = { account: 5, market: 0, marginMode: "CROSS", fee: micros(0), at } as const;
    const moved = { quantity: lots(-20_000), price: ticks(300_000), realizedPnl: micros(7e6) };
    notices.transfer({ ...closing, ...moved, kind: "delisting" });
    notices.transfer({ ...closing, ...moved, kind: "liquidation" });
    const order = { market: 0, side: "SELL", algoOrderId: 8, algoType: "STOP_LOSS", children: [] };
    const failed = { account: 5, order, cause: "rejected", reason: "insufficient margin", at } as unknown as AlgoReport;
    notices.algo(failed);
    // The group reports the failure of its leg again.
    notices.algo({ ...failed, order: { ...failed.order, children: [failed.order] } });
  });
  expect(sent.map(({ message_type, content_summary }) => `${message_type}: ${content_summary}`)).toEqual([
    "MARGIN_WARNING: Liquidation of your cross positions is near.",
    "LIQUIDATION_STARTED: Your isolated ETH-PERP position fell below maintenance margin.",
    "POSITION_LIQUIDATED: Taken over: -0.5 ETH-PERP at 3000.5.",
    "LIQUIDATION_ENDED: Liquidators can no longer take over your cross positions.",
    "POSITION_DELEVERAGED: Closed at the mark price: -0.5 ETH-PERP at 3000.5.",
    "WITHDRAWAL_COMPLETED: Your withdrawal of 9 USDC was paid out.",
    "WITHDRAWAL_FAILED: Your withdrawal of 9 USDC failed.",
    "MARKET_DELISTING: ETH-PERP is delisted at 2026-05-20 11:00 UTC.",
    "POSITION_DELISTED: Your position of 2 ETH-PERP was closed at 3000.",
    "ALGO_ORDER_FAILED: Your STOP_LOSS order to sell ETH-PERP was triggered and refused.",
  ]);
  expect(sent[0]!.content).toContain("Collateral is 46 USDC, maintenance margin 36.15 USDC.");
  expect(sent[2]!.content_raw).toEqual({
    liquidation_id: 41,
    positions: [{ symbol: "PERP_ETH_USDC", quantity: -0.5, price: 3_000.5, fee: 3 }],
  });
  expect(sent.map(({ id }) => id)).toEqual(sent.map((_, place) => 1_000 * 4_096 + place));
  const schema = Compile(notification);
  expect(sent.filter((each) => !schema.Check(each))).toEqual([]);
});

test("a deleveraged account is notified of what was paid to close at the index", () => {
  const [position] = taken.positions;
  const sent = noticesOf((notices) => {
    for (const paid of [3e6, -3e6, 0]) {
      const between = { ...position!, liquidatorFee: micros(0), insuranceFee: micros(paid) };
      notices.liquidation({ ...taken, kind: "adl", positions: [between] });
    }
  });
  for (const [i, paid] of [
    "You paid 3 USDC, by which the mark was better for you than the index. No fee",
    "You were paid 3 USDC, by which the mark was worse for you than the index. No fee",
    "The insurance fund could not hold the other side any longer. No fee",
  ].entries()) {
    expect(sent[i]!.content).toContain(paid);
  }
});

test("an announcement is the same for all accounts and complete, and an urgent one is important", () => {
  const notices = new Notices(engine, () => false);
  const announced = (kind: string, message = "An upgrade.", withdrawnAt = 0) => {
    notices.venue({ type: "announcement", announcementId: 7, message, url: "https://a.example/1", kind, at });
    expect(notices.take(1_000)).toEqual([]);
    const announced = notices.takeAnnounced(1_000)!;
    return presentNotification(engine, { ...announced, content: { ...announced.content, withdrawnAt } }, false);
  };
  const upgrade = announced("maintenance");
  expect(upgrade).toEqual({
    id: 1_001 * 4_096 - 1,
    message_type: "ANNOUNCEMENT",
    type: "SYSTEM",
    level: "IMPORTANT",
    title: "Announcement",
    content_summary: "An upgrade.",
    content: "An upgrade. More: https://a.example/1",
    content_raw: { url: "https://a.example/1", announcement_type: "maintenance" },
    mark_read: 0,
    created_time: at,
    announcement_id: 7,
  });
  expect(Compile(notification).Check(upgrade)).toBe(true);
  expect(notices.takeAnnounced(1_001)).toBeUndefined();
  expect(announced("listing").level).toBe("GENERAL");

  const long = announced("", "🙂".repeat(400), at);
  expect(long.content_summary).toBe(`${"🙂".repeat(199)}…`);
  expect(long.content).toBe(`${"🙂".repeat(400)} More: https://a.example/1 Withdrawn at 2026-05-20 10:00 UTC.`);
  expect(long.content_raw).toEqual({ url: "https://a.example/1", withdrawn_time: at });
});

test("no account is notified of the venue's own events, or of events that change nothing for it", () => {
  const sent = noticesOf(
    (notices) => {
      notices.liquidation({ ...taken, kind: "claim" });
      notices.liquidation({ ...taken, kind: "takeover", positions: [] });
      notices.liquidation({ ...taken, kind: "takeover", account: SYSTEM_ACCOUNT });
      notices.funds({ ...deposited, state: "COMPLETED", account: SYSTEM_ACCOUNT });
      for (const state of ["PENDING", "PROCESSED", "FAILED"] as const) notices.funds({ ...deposited, state });
      for (const state of ["PENDING", "PENDING_REBALANCE", "PROCESSING"] as const) {
        notices.funds({ ...withdrawal, state, reason: "" });
      }
      notices.market({ type: "rules_changed", market: 0, at });
    },
    () => true,
  );
  expect(sent).toEqual([]);
});

test("an account with too many notices from one command gets the first of them", () => {
  const sent = noticesOf((notices) => {
    for (let n = 0; n < 5_000; n++) notices.funds({ ...deposited, state: "COMPLETED" });
  });
  expect(sent.length).toBe(4_095);
  // The last place is reserved for an announcement.
  expect(sent.at(-1)!.id).toBe(1_001 * 4_096 - 2);
});
