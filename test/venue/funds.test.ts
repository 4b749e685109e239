// Settlements with real wallet signatures, transfers, and asset history, from outside. Interface 4.6 and 5.4, errors
// 8.6.

import { beforeAll, describe, expect, test } from "bun:test";
import { expectRefusal, type Refusal } from "./outside/expected-refusal.ts";
import { expectFrame } from "./outside/frame.ts";
import { type Answer, post } from "./outside/outside-caller.ts";
import { setPrice } from "./outside/outside-controls.ts";
import {
  accountInfo,
  assetHistory,
  EVERY_SCOPE,
  holdingOf,
  newTraderWith,
  openSubAccount,
  transfer,
} from "./outside/outside-funds.ts";
import { OutsideStream } from "./outside/outside-stream.ts";
import { DOMAIN, newWallet } from "./outside/outside-wallet.ts";
import { accepted, newTrader, type Trader } from "./outside/trader.ts";
import { venueOfFile } from "./outside/venue-of-file.ts";
import { type Changes, settlement, withdrawal } from "./outside/wallet-requests.ts";

const BTC = "PERP_BTC_USDC";

const venue = venueOfFile({ calm: true });
let house: Trader;
beforeAll(async () => {
  house = await newTrader(venue.url, { scope: EVERY_SCOPE, claims: 20 });
});

test("asset history lists deposits and withdrawals, by side, state, token and page", async () => {
  const trader = await newTrader(venue.url, { scope: EVERY_SCOPE, claims: 2 });
  accepted(await withdrawal(trader, "2000000"));
  const all = await assetHistory(trader);
  expect(all.map(({ side, amount, trans_status }) => [side, amount, trans_status])).toEqual([
    ["WITHDRAW", 2, "PENDING"],
    ["DEPOSIT", 10_000, "COMPLETED"],
    ["DEPOSIT", 10_000, "COMPLETED"],
  ]);
  expect(all[1]).toEqual({
    id: expect.any(String),
    tx_id: expect.any(String),
    side: "DEPOSIT",
    token: "USDC",
    amount: 10_000,
    fee: 0,
    trans_status: "COMPLETED",
    created_time: expect.any(Number),
    updated_time: expect.any(Number),
    chain_id: "196",
    ...{ confirmations: null, confirmations_required: null, estimated_time: null },
  });
  const count = async (query: string) => (await assetHistory(trader, query)).length;
  expect(await count("?side=DEPOSIT")).toBe(2);
  expect(await count("?status=PENDING")).toBe(1);
  expect(await count("?status=COMPLETED&side=WITHDRAW")).toBe(0);
  // Two more names for a withdrawal that is accepted and not sent.
  for (const status of ["NEW", "CONFIRM"]) expect(await count(`?status=${status}`)).toBe(1);
  for (const status of ["PENDING_REBALANCE", "PROCESSING", "FAILED"]) expect(await count(`?status=${status}`)).toBe(0);
  expect(await count("?token=USDC")).toBe(3);
  expect(await count("?token=USDT")).toBe(0);
  expect(await count("?end_t=1")).toBe(0);
  expect(accepted(await trader.get("/v1/asset/history?page=2&size=2")).data).toMatchObject({
    rows: [{ side: "DEPOSIT" }],
    meta: { total: 3, records_per_page: 2, current_page: 2 },
  });
  for (const bad of ["side=UP", "status=DONE", "page=0", "size=501", "size=x", "start_t=2&end_t=1"]) {
    expectRefusal(await trader.get(`/v1/asset/history?${bad}`), [400, -1005]);
  }
});

test("the wallet topic reports a deposit", async () => {
  const trader = await newTrader(venue.url, { claims: 0 });
  const streams = await OutsideStream.openPrivate(venue, trader);
  await streams.subscribe("wallet");
  const claimed = { user_address: trader.wallet.address, broker_id: "demo" };
  accepted(await post(`${venue.url}/v1/faucet/usdc`, claimed));
  const [frame] = await streams.take("wallet", 1);
  const [row] = await assetHistory(trader);
  expectFrame(frame, "wallet", { ...row!, trxId: row!.tx_id, transStatus: "COMPLETED" });
  streams.close();
});

describe("settlements", () => {
  let trader: Trader;
  beforeAll(async () => {
    trader = await newTrader(venue.url);
    await setPrice(venue.url, BTC, 60_000);
  });

  const other = newWallet();
  const refusals: readonly (readonly [string, Changes, Refusal])[] = [
    [
      "another contract",
      { body: { verifyingContract: DOMAIN.verifyingContract } },
      [400, 29, "Verify contract is invalid"],
    ],
    ["an unknown builder", { message: { brokerId: "nobody" } }, [400, 15, "BrokerId is not exist"]],
    ["another kind of chain", { message: { chainType: "SOL" } }, [400, 9]],
    ["another wallet's address", { body: { userAddress: other.address } }, [400, 9]],
    ["an invalid signature", { body: { signature: "0x" } }, [400, 3, "Signature error"]],
    ["another wallet's signature", { signer: other }, [400, 9, "address and signature do not match"]],
    ["the domain of account opening", { domain: {} }, [400, 9]],
    ["another chain", { message: { chainId: 1 } }, [400, 31]],
    ["an old timestamp", { message: { timestamp: Date.now() - 900_000 } }, [400, 2, "Timestamp expired"]],
    ["a nonce not handed out", { message: { settleNonce: 1_000 } }, [400, 10, "nonce is invalid"]],
    ["a nonce of 0", { message: { settleNonce: 0 } }, [400, 10, "nonce is invalid"]],
    ["a nonce beyond 64 bits", { message: { settleNonce: "99999999999999999999" } }, [400, 9]],
    ["no nonce", { message: { settleNonce: undefined } }, [400, -1005, "settleNonce must not be blank"]],
    ["no signature", { body: { signature: undefined } }, [400, -1005, "signature must not be blank"]],
    ["no contract", { body: { verifyingContract: undefined } }, [400, -1005, "verifyingContract must not be blank"]],
  ];
  test.each(refusals)("%s is refused", async (_, changes, refusal) => {
    expectRefusal(await settlement(trader, changes), refusal);
  });

  test("of nothing succeed with an amount of zero; a nonce is valid once", async () => {
    const nonce = accepted(await trader.get("/v1/settle_nonce")).data.settle_nonce;
    accepted(await settlement(trader, { message: { settleNonce: nonce } }));
    expectRefusal(await settlement(trader, { message: { settleNonce: nonce } }), [400, 10]);
    const { rows, meta } = accepted(await trader.get("/v1/pnl_settlement/history")).data;
    expect(rows).toMatchObject([{ old_balance: 10_000, new_balance: 10_000, settled_amount: 0, symbols: [] }]);
    expect(meta).toEqual({ total: 1, records_per_page: 25, current_page: 1 });
    for (const bad of ["start_t=2&end_t=1", "size=0", "page=x"]) {
      expectRefusal(await trader.get(`/v1/pnl_settlement/history?${bad}`), [400, -1005]);
    }
  });

  test("of a loss take it from the balance and leave the account's value unchanged", async () => {
    const entry = { symbol: BTC, order_price: 60_000, order_quantity: 0.1 };
    accepted(await house.order({ ...entry, side: "SELL" }));
    accepted(await trader.order(entry));
    await setPrice(venue.url, BTC, 59_000);
    const before = await accountInfo(trader);
    accepted(await settlement(trader));
    // 0.1 × −1,000, and 3.6 of fees.
    expect(await holdingOf(trader)).toBe(9_896.4);
    const row = accepted(await trader.get(`/v1/position/${BTC}`)).data;
    expect(row).toMatchObject({
      settle_price: 59_000,
      unsettled_pnl: 0,
      cost_position: 5_900,
      average_open_price: 60_000,
    });
    expect(await accountInfo(trader)).toEqual(before);
  });

  test("of an account in liquidation are refused", async () => {
    const poor = await newTraderWith(venue.url, 700);
    accepted(await poor.post("/v1/client/leverages", { symbol: BTC, leverage: 100 }));
    const entry = { symbol: BTC, order_price: 59_000, order_quantity: 1 };
    accepted(await house.order({ ...entry, side: "SELL" }));
    accepted(await poor.order(entry));
    await setPrice(venue.url, BTC, 58_600);
    const refused = await settlement(poor);
    expectRefusal(refused, [400, -1012]);
    expect(refused.json.message).toContain("in liquidation");
  });
});

describe("transfers", () => {
  let from: Trader;
  let sub: Trader;
  let foreign: Trader;
  let foreignSub: Trader;
  beforeAll(async () => {
    from = await newTrader(venue.url, { scope: EVERY_SCOPE });
    sub = await openSubAccount(from);
    foreign = await newTrader(venue.url, { scope: EVERY_SCOPE });
    foreignSub = await openSubAccount(foreign);
  });
  const UNKNOWN = `0x${"ab".repeat(32)}`;
  const send = (receivers: readonly unknown[], token: unknown = "USDC") =>
    from.post("/v1/internal_transfer", { token, receiver_list: receivers });

  test("refuse a wrong amount before anything else", async () => {
    for (const amount of [0, -1, "x", 1.0000001, 10_000.000001, "1e400"]) {
      expectRefusal(await send([{ account_id: UNKNOWN, amount }]), [400, 5, "Amount error"]);
    }
    const twice = { account_id: sub.accountId, amount: 5_000.000001 };
    expectRefusal(await send([twice, { ...twice, amount: 5_000 }]), [400, 5, "Amount error"]);
  });

  test("refuse receivers that are unknown, the sender, or another user's", async () => {
    expectRefusal(await transfer(from, UNKNOWN, 1), [400, 35, "Receiver account does not exist"]);
    expectRefusal(await transfer(from, "me", 1), [400, 35, "Receiver account does not exist"]);
    expectRefusal(await transfer(from, from.accountId, 1), [400, 37, "Can not transfer to self"]);
    const message = "Sub account of a different main account";
    expectRefusal(await transfer(from, foreignSub.accountId, 1), [400, 46, message]);
    expectRefusal(await transfer(sub, foreign.accountId, 1), [400, 5]);
    expectRefusal(await transfer(from, foreign.accountId, 1), [400, -1012]);
    // All of the transfers or none.
    const both = [sub.accountId, UNKNOWN].map((account_id) => ({ account_id, amount: 1 }));
    expectRefusal(await send(both), [400, 35]);
    expect(await holdingOf(sub)).toBe(0);
  });

  test("refuse anything but a list of 1 to 50 receivers of USDC", async () => {
    const one = { account_id: sub.accountId, amount: 0.000001 };
    const named = async (answer: Answer, name: string): Promise<void> => {
      expectRefusal(answer, [400, -1005]);
      expect(answer.json.message).toContain(name);
    };
    await named(await send([]), "receiver_list");
    await named(await send(Array(51).fill(one)), "receiver_list");
    await named(await send([{ amount: 1 }]), "account_id must not be blank");
    await named(await send([{ account_id: sub.accountId }]), "amount must not be blank");
    await named(await from.post("/v1/internal_transfer", { token: "USDC" }), "receiver_list must not be blank");
    await named(await from.post("/v1/internal_transfer", { receiver_list: [one] }), "token must not be blank");
    expectRefusal(await send([one], "USDT"), [400, 33, "Token is not supported"]);
    accepted(await send(Array(50).fill(one)));
    expect(await holdingOf(sub)).toBe(0.00005);
  });

  test("need the asset scope, as does their history", async () => {
    const plain = await newTrader(venue.url);
    expectRefusal(await transfer(plain, UNKNOWN, 1), [401, -1002, "scope asset is required"]);
    expectRefusal(await plain.get("/v1/internal_transfer_history?side=IN"), [401, -1002, "scope asset is required"]);
  });

  test("have to wait until an open withdrawal ends", async () => {
    const { withdraw_id } = accepted(await withdrawal(from, "2000000")).data;
    const message = "There is a withdrawal in progress";
    expectRefusal(await transfer(from, UNKNOWN, 1), [400, 17, message]);
    expectRefusal(await transfer(from, sub.accountId, 0), [400, 5]);
    accepted(await post(`${venue.url}/sandbox/withdrawal`, { withdraw_id, state: "FAILED" }));
    accepted(await transfer(from, sub.accountId, 1));
  });

  test("give out increasing nonces", async () => {
    const next = async () => Number(accepted(await from.get("/v1/transfer_nonce")).data.transfer_nonce);
    const first = await next();
    expect(await next()).toBe(first + 1);
  });
});
