// Money from outside: settlements and withdrawals with real wallet signatures, each refusal in its order, the worked
// example of the rules (12.5), withdrawals walked through their states, and transfers. Interface 4.6 and 5.4, errors 8.6.

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Answer, post } from "./outside/caller.ts";
import { setPrice } from "./outside/controls.ts";
import { expectFrame } from "./outside/frame.ts";
import { EVERY_SCOPE, holdingOf, newTraderWith, openSubAccount, transfer } from "./outside/funds.ts";
import { expectRefusal, type Refusal } from "./outside/refusal.ts";
import { StreamClient } from "./outside/stream-client.ts";
import { accepted, newTrader, type Trader } from "./outside/trader.ts";
import { type OutsideVenue, startVenue } from "./outside/venue.ts";
import { DOMAIN, LEDGER_DOMAIN, newWallet, SETTLE_PNL, signTyped, type Wallet, WITHDRAW } from "./outside/wallet.ts";

const [BTC, ETH] = ["PERP_BTC_USDC", "PERP_ETH_USDC"] as const;
const CONTRACT = LEDGER_DOMAIN.verifyingContract;

let venue: OutsideVenue;
let house: Trader;
beforeAll(async () => {
  venue = await startVenue({ calm: true });
  house = await newTrader(venue.url, { scope: EVERY_SCOPE, claims: 20 });
});
afterAll(async () => {
  expect(venue.errors).toEqual([]);
  venue.audit();
  await venue.stop();
});

type Members = Readonly<Record<string, unknown>>;

/** A request body, signed by `signer` over what `signs` says; members of `body` replace what would be there. */
interface Changes {
  readonly message?: Members;
  readonly body?: Members;
  readonly signer?: Wallet;
  readonly domain?: Members;
}

async function settlement(trader: Trader, changes: Changes = {}): Promise<Answer> {
  const nonce = accepted(await trader.get("/v1/settle_nonce")).data.settle_nonce;
  const message = { brokerId: "demo", chainId: 196, settleNonce: nonce, timestamp: trader.now(), ...changes.message };
  return trader.post("/v1/settle_pnl", await signedBody(trader, "SettlePnl", SETTLE_PNL, message, changes));
}

async function withdrawal(trader: Trader, amount: unknown, changes: Changes = {}): Promise<Answer> {
  const nonce = accepted(await trader.get("/v1/withdraw_nonce")).data.withdraw_nonce;
  const message = {
    brokerId: "demo",
    chainId: 196,
    receiver: trader.wallet.address,
    token: "USDC",
    amount,
    withdrawNonce: nonce,
    timestamp: trader.now(),
    ...changes.message,
  };
  const body = await signedBody(trader, "Withdraw", WITHDRAW, message, changes);
  for (;;) {
    const answer = await trader.post("/v1/withdraw_request", body);
    if (answer.status !== 429) return answer;
    // Ten a second, as the interface says.
    await Bun.sleep(100);
  }
}

async function signedBody(
  trader: Trader,
  primaryType: string,
  fields: typeof WITHDRAW | typeof SETTLE_PNL,
  message: Members,
  { body = {}, signer = trader.wallet, domain = LEDGER_DOMAIN }: Changes,
): Promise<Members> {
  // What can't be signed is signed as something else: its refusal comes before.
  const signable = Object.fromEntries(
    fields.map(({ name, type }) => {
      const value = message[name];
      if (type.startsWith("uint")) return [name, countable(value, type)];
      if (type === "address") return [name, /^0x[0-9a-fA-F]{40}$/.test(String(value)) ? value : trader.wallet.address];
      return [name, String(value)];
    }),
  );
  const signature = await signTyped(signer, { domain, primaryType, fields, message: signable });
  return {
    message: { chainType: "EVM", ...message },
    signature,
    userAddress: trader.wallet.address,
    verifyingContract: CONTRACT,
    ...body,
  };
}

function countable(value: unknown, type: string): bigint {
  const n = /^[0-9]+$/.test(String(value)) ? BigInt(String(value)) : 0n;
  return n < 2n ** BigInt(type.slice(4)) ? n : 0n;
}

/** The figures of rules 12.5: what an account of 12,000 may take out while it holds a position and an isolated order. */
async function workedExample(): Promise<Trader> {
  const trader = await newTraderWith(venue.url, 12_000, { claims: 2 });
  await setPrice(venue.url, BTC, 58_000);
  await setPrice(venue.url, ETH, 2_000);
  const entry = { symbol: BTC, order_price: 58_000, order_quantity: 0.5 };
  accepted(await house.order({ ...entry, side: "SELL" }));
  expect(accepted(await trader.order(entry)).data.status).toBe("FILLED");
  accepted(await trader.post("/v1/client/leverages", { symbol: ETH, leverage: 20, margin_mode: "ISOLATED" }));
  accepted(await trader.order({ symbol: ETH, order_price: 2_000, order_quantity: 5, margin_mode: "ISOLATED" }));
  await setPrice(venue.url, BTC, 60_500);
  return trader;
}

const accountOf = async (trader: Trader) => accepted(await trader.get("/v1/account_info")).data;
const balanceOf = async (trader: Trader) =>
  (accepted(await trader.get("/v1/client/holding")).data.holding as readonly Members[])[0];
const history = async (trader: Trader, query = "") =>
  accepted(await trader.get(`/v1/asset/history${query}`)).data.rows!;

describe("withdrawals", () => {
  test("rules 12.5: all that is withdrawable and not a micro more", async () => {
    const trader = await workedExample();
    expect(await balanceOf(trader)).toMatchObject({ holding: 12_000, frozen: 0, isolated_order_frozen: 506 });
    expect(await accountOf(trader)).toMatchObject({ total_collateral_value: 12_726.6, free_collateral: 9_701.6 });
    const streams = await StreamClient.openPrivate(venue, trader);
    for (const topic of ["wallet", "balance", "settle"]) await streams.subscribe(topic);

    const tooMuch = await withdrawal(trader, "8469000001");
    expectRefusal(tooMuch, [400, 5, "Amount error"]);
    const { withdraw_id: id } = accepted(await withdrawal(trader, "8469000000")).data;
    expect(Number.isInteger(id)).toBe(true);
    expect(await balanceOf(trader)).toMatchObject({ holding: 3_531, frozen: 8_469, isolated_order_frozen: 506 });
    expect(await accountOf(trader)).toMatchObject({ free_collateral: 1_232.6 });
    expectRefusal(await withdrawal(trader, "1000001"), [400, 5]);
    const [row] = await history(trader, "?side=WITHDRAW");
    const asked = {
      id: String(id),
      tx_id: "",
      side: "WITHDRAW",
      token: "USDC",
      amount: 8_469,
      fee: 1,
      trans_status: "PENDING",
      created_time: expect.any(Number),
      updated_time: expect.any(Number),
      chain_id: "196",
    };
    expect(row).toEqual(asked);

    const settled = accepted(await settlement(trader)).data;
    expect(await holdingOf(trader)).toBe(4_763.6);
    expectFrame((await streams.take("settle", 1))[0], "settle", {
      id: settled.settle_pnl_id,
      old_balance: 3_531,
      new_balance: 4_763.6,
      settled_amount: 1_232.6,
      requested_time: expect.any(Number),
      settled_time: expect.any(Number),
      status: "COMPLETED",
    });
    const settlements = accepted(await trader.get("/v1/pnl_settlement/history")).data.rows!;
    expect(settlements).toMatchObject([
      { settled_amount: 1_232.6, symbols: [{ symbol: BTC, settled_amount: 1_232.6 }] },
    ]);
    expectRefusal(await withdrawal(trader, "1232600001"), [400, 5]);
    const second = accepted(await withdrawal(trader, "1232600000")).data.withdraw_id;
    expect(await balanceOf(trader)).toMatchObject({ holding: 3_531, frozen: 9_701.6 });

    // The chain takes one, and gives the other back.
    const walk = (withdraw_id: unknown, state: string, tx_id?: string) =>
      post(`${venue.url}/sandbox/withdrawal`, { withdraw_id, state, tx_id });
    expectRefusal(await walk(id, "COMPLETED"), [400, -1012]);
    expectRefusal(await walk(id, "GONE"), [400, -1005]);
    expectRefusal(await walk(9_999, "PROCESSING"), [400, -1006]);
    const hash = `0x${"5f".repeat(32)}`;
    for (const state of ["PENDING_REBALANCE", "PENDING", "PROCESSING"]) accepted(await walk(id, state));
    expect(await balanceOf(trader)).toMatchObject({ holding: 3_531, frozen: 9_701.6 });
    accepted(await walk(id, "COMPLETED", hash));
    expectRefusal(await walk(id, "FAILED"), [400, -1012]);
    expect(await balanceOf(trader)).toMatchObject({ holding: 3_531, frozen: 1_232.6 });
    accepted(await walk(second, "FAILED"));
    expectRefusal(await walk(second, "PENDING"), [400, -1012]);
    expect(await balanceOf(trader)).toMatchObject({ holding: 4_763.6, frozen: 0 });

    const rows = await history(trader, "?side=WITHDRAW");
    expect(rows).toEqual([
      { ...asked, id: String(second), amount: 1_232.6, trans_status: "FAILED" },
      { ...asked, trans_status: "COMPLETED", tx_id: hash },
    ] as never);
    const frames = await streams.take("wallet", 7);
    expect(frames.map(({ data }) => [data.id, data.transStatus])).toEqual([
      [String(id), "PENDING"],
      [String(second), "PENDING"],
      [String(id), "PENDING_REBALANCE"],
      [String(id), "PENDING"],
      [String(id), "PROCESSING"],
      [String(id), "COMPLETED"],
      [String(second), "FAILED"],
    ]);
    expectFrame(frames[5], "wallet", {
      ...rows[1]!,
      trxId: hash,
      transStatus: "COMPLETED",
    });
    const balances = streams.framesOf("balance").map(({ data }) => (data.balances as { USDC: Members }).USDC);
    expect(balances.map(({ holding, frozen }) => [holding, frozen])).toEqual([
      [3_531, 8_469],
      [4_763.6, 8_469],
      [3_531, 9_701.6],
      [3_531, 1_232.6],
      [4_763.6, 0],
    ]);
    streams.close();
  });

  const other = newWallet();
  /** In the order in which they are looked for. */
  const faults: readonly (readonly [string, Changes, Refusal])[] = [
    [
      "another contract",
      { body: { verifyingContract: DOMAIN.verifyingContract } },
      [400, 29, "Verify contract is invalid"],
    ],
    ["an amount of 0", { message: { amount: "0" } }, [400, 5, "Amount error"]],
    ["an unknown builder", { message: { brokerId: "nobody" } }, [400, 15, "BrokerId is not exist"]],
    ["another kind of chain", { message: { chainType: "SOL" } }, [400, 9, "address and signature do not match"]],
    [
      "another wallet's address",
      { body: { userAddress: other.address } },
      [400, 9, "address and signature do not match"],
    ],
    ["a signature that is none", { body: { signature: "0x12" } }, [400, 3, "Signature error"]],
    ["another wallet's signature", { signer: other }, [400, 9, "address and signature do not match"]],
    ["another receiver", { message: { receiver: other.address } }, [400, 30, "Receiver is invalid"]],
    ["another chain", { message: { chainId: 42_161 } }, [400, 32, "Cross chain withdraw is not allowed"]],
    ["another token", { message: { token: "USDT" } }, [400, 33, "Token is not supported"]],
    ["an old timestamp", { message: { timestamp: Date.now() - 900_000 } }, [400, 2, "Timestamp expired"]],
    ["a nonce not handed out", { message: { withdrawNonce: 1_000 } }, [400, 10, "nonce is invalid"]],
    ["more than there is", { message: { amount: "10000000001" } }, [400, 5, "Amount error"]],
  ];
  /** All that is wrong from one fault on; of two in the same member, the earlier. */
  const merged = (from: number): Changes => {
    const changes = faults
      .slice(from)
      .map(([, fault]) => fault)
      .reverse();
    return {
      ...Object.assign({}, ...changes),
      message: Object.assign({}, ...changes.map(({ message }) => message)),
      body: Object.assign({}, ...changes.map(({ body }) => body)),
    };
  };
  let trader: Trader;
  beforeAll(async () => {
    trader = await newTrader(venue.url, { scope: EVERY_SCOPE });
  });
  test.each(faults.map(([name, , refusal], i) => [name, i, refusal] as const))(
    "%s is refused before all that is wrong after it",
    async (_, i, refusal) => {
      expectRefusal(await withdrawal(trader, "5000000", merged(i)), refusal);
    },
  );

  const single: readonly (readonly [string, Changes, Refusal])[] = [
    ["a vault's contract", { body: { verifyingContract: `0x${"11".repeat(20)}` } }, [400, 29]],
    ["a contract that is none", { body: { verifyingContract: "x" } }, [400, 29]],
    ["an amount in USDC", { message: { amount: "1.5" } }, [400, 5, "Amount error"]],
    ["a negative amount", { message: { amount: "-5" } }, [400, 5, "Amount error"]],
    [
      "an amount beyond 2^128",
      { message: { amount: "340282366920938463463374607431768211456" } },
      [400, 5, "Amount error"],
    ],
    [
      "an amount of 2^128 − 1",
      { message: { amount: "340282366920938463463374607431768211455" } },
      [400, 5, "Amount error"],
    ],
    ["an amount that is a number", { message: { amount: 5_000_000 } }, [400, 5, "Amount error"]],
    ["the fee alone", { message: { amount: "1000000" } }, [400, 5, "Amount error"]],
    ["a receiver that is no address", { message: { receiver: "me" } }, [400, 30, "Receiver is invalid"]],
    [
      "another chain, allowed",
      { message: { chainId: 42_161, allowCrossChainWithdraw: true } },
      [400, 31, "Chain id is not supported"],
    ],
    ["a chain below 0", { message: { chainId: -1 } }, [400, 9]],
    ["the domain of account opening", { domain: {} }, [400, 9]],
    ["a timestamp to come", { message: { timestamp: Date.now() + 900_000 } }, [400, 2]],
    ["a nonce beyond 64 bits", { message: { withdrawNonce: "99999999999999999999" } }, [400, 9]],
    ["a nonce of 0", { message: { withdrawNonce: 0 } }, [400, 10]],
    ["a nonce that is a word", { message: { withdrawNonce: "x" } }, [400, -1005]],
    ["a chain that is a word", { message: { chainId: "x" } }, [400, -1005]],
  ];
  test.each(single)("%s is refused", async (_, changes, refusal) => {
    expectRefusal(await withdrawal(trader, "5000000", changes), refusal);
  });

  const required = [
    ...["message", "signature", "userAddress", "verifyingContract"].map((name) => [
      name,
      { body: { [name]: undefined } },
    ]),
    ...WITHDRAW.map(({ name }) => [name, { message: { [name]: undefined } }]),
  ] as [string, Changes][];
  test.each(required)("%s must not be blank", async (name, changes) => {
    const answer = await withdrawal(trader, "5000000", changes);
    expectRefusal(answer, [400, -1005]);
    expect(answer.json.message).toBe(`${name} must not be blank`);
  });

  test("need the asset scope, and are not for sub-accounts", async () => {
    const plain = await newTrader(venue.url);
    expectRefusal(await withdrawal(plain, "5000000"), [401, -1002, "scope asset is required"]);
    const sub = await openSubAccount(trader);
    accepted(await transfer(trader, sub.accountId, 100));
    expectRefusal(await withdrawal(sub, "5000000"), [400, -1012]);
  });

  test("a nonce is used once, by what is refused after it too; texts and letter case are free", async () => {
    const nonce = accepted(await trader.get("/v1/withdraw_nonce")).data.withdraw_nonce;
    const message = { withdrawNonce: nonce };
    expectRefusal(await withdrawal(trader, "10000000001", { message }), [400, 5]);
    expectRefusal(await withdrawal(trader, "5000000", { message }), [400, 10]);
    const next = Number(accepted(await trader.get("/v1/withdraw_nonce")).data.withdraw_nonce);
    expect(next).toBeGreaterThan(Number(nonce));
    const spelled = await withdrawal(trader, "5000000", {
      message: {
        withdrawNonce: String(next),
        timestamp: String(trader.now()),
        receiver: trader.wallet.address.toLowerCase(),
        chainType: undefined,
      },
      body: { verifyingContract: CONTRACT.toLowerCase(), userAddress: trader.wallet.address.toLowerCase() },
    });
    accepted(spelled);
    // One that was handed out earlier is behind now.
    expectRefusal(await withdrawal(trader, "5000000", { message: { withdrawNonce: next - 1 } }), [400, 10]);
  });
});

test("asset history lists deposits and withdrawals, by side, state, token and page", async () => {
  const trader = await newTrader(venue.url, { scope: EVERY_SCOPE, claims: 2 });
  accepted(await withdrawal(trader, "2000000"));
  const all = await history(trader);
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
  });
  const count = async (query: string) => (await history(trader, query)).length;
  expect(await count("?side=DEPOSIT")).toBe(2);
  expect(await count("?status=PENDING")).toBe(1);
  expect(await count("?status=COMPLETED&side=WITHDRAW")).toBe(0);
  for (const status of ["NEW", "CONFIRM", "PROCESSING", "FAILED"]) expect(await count(`?status=${status}`)).toBe(0);
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

test("the wallet topic tells a deposit", async () => {
  const trader = await newTrader(venue.url, { claims: 0 });
  const streams = await StreamClient.openPrivate(venue, trader);
  await streams.subscribe("wallet");
  const claimed = { user_address: trader.wallet.address, broker_id: "demo" };
  accepted(await post(`${venue.url}/v1/faucet/usdc`, claimed));
  const [frame] = await streams.take("wallet", 1);
  const [row] = await history(trader);
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
    ["a signature that is none", { body: { signature: "0x" } }, [400, 3, "Signature error"]],
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

  test("of nothing succeed with nothing; a nonce holds once", async () => {
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

  test("of a loss take it from the balance and leave the position's value as it was", async () => {
    const entry = { symbol: BTC, order_price: 60_000, order_quantity: 0.1 };
    accepted(await house.order({ ...entry, side: "SELL" }));
    accepted(await trader.order(entry));
    await setPrice(venue.url, BTC, 59_000);
    const before = await accountOf(trader);
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
    expect(await accountOf(trader)).toEqual(before);
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
  const NOBODY = `0x${"ab".repeat(32)}`;
  const send = (receivers: readonly unknown[], token: unknown = "USDC") =>
    from.post("/v1/internal_transfer", { token, receiver_list: receivers });

  test("refuse a wrong amount before all else", async () => {
    for (const amount of [0, -1, "x", 1.0000001, 10_000.000001, "1e400"]) {
      expectRefusal(await send([{ account_id: NOBODY, amount }]), [400, 5, "Amount error"]);
    }
    const twice = { account_id: sub.accountId, amount: 5_000.000001 };
    expectRefusal(await send([twice, { ...twice, amount: 5_000 }]), [400, 5, "Amount error"]);
  });

  test("refuse receivers that are nobody, oneself, or another's", async () => {
    expectRefusal(await transfer(from, NOBODY, 1), [400, 35, "Receiver account does not exist"]);
    expectRefusal(await transfer(from, "me", 1), [400, 35, "Receiver account does not exist"]);
    expectRefusal(await transfer(from, from.accountId, 1), [400, 37, "Can not transfer to self"]);
    const message = "Sub account of a different main account";
    expectRefusal(await transfer(from, foreignSub.accountId, 1), [400, 46, message]);
    expectRefusal(await transfer(sub, foreign.accountId, 1), [400, 5]);
    expectRefusal(await transfer(from, foreign.accountId, 1), [400, -1012]);
    // All of them or none.
    const both = [sub.accountId, NOBODY].map((account_id) => ({ account_id, amount: 1 }));
    expectRefusal(await send(both), [400, 35]);
    expect(await holdingOf(sub)).toBe(0);
  });

  test("refuse what is not a list of 1 to 50 receivers of USDC", async () => {
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
    expectRefusal(await transfer(plain, NOBODY, 1), [401, -1002, "scope asset is required"]);
    expectRefusal(await plain.get("/v1/internal_transfer_history?side=IN"), [401, -1002, "scope asset is required"]);
  });

  test("wait for an open withdrawal to end", async () => {
    const { withdraw_id } = accepted(await withdrawal(from, "2000000")).data;
    const message = "There is a withdrawal in progress";
    expectRefusal(await transfer(from, NOBODY, 1), [400, 17, message]);
    expectRefusal(await transfer(from, sub.accountId, 0), [400, 5]);
    accepted(await post(`${venue.url}/sandbox/withdrawal`, { withdraw_id, state: "FAILED" }));
    accepted(await transfer(from, sub.accountId, 1));
  });

  test("hand out nonces that rise", async () => {
    const next = async () => Number(accepted(await from.get("/v1/transfer_nonce")).data.transfer_nonce);
    const first = await next();
    expect(await next()).toBe(first + 1);
  });
});
