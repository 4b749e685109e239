// Withdrawals from outside, with real wallet signatures: the worked example of the rules (12.5), each refusal in its
// order, and the states that withdrawals pass through. Interface 4.6 and 5.4, errors 8.6.

import { beforeAll, describe, expect, test } from "bun:test";
import { expectRefusal, type Refusal } from "./outside/expected-refusal.ts";
import { expectFrame } from "./outside/frame.ts";
import { post } from "./outside/outside-caller.ts";
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
import { DOMAIN, LEDGER_DOMAIN, newWallet, WITHDRAW } from "./outside/outside-wallet.ts";
import { accepted, newTrader, type Trader } from "./outside/trader.ts";
import { venueOfFile } from "./outside/venue-of-file.ts";
import { type Changes, type Members, settlement, withdrawal } from "./outside/wallet-requests.ts";

const [BTC, ETH] = ["PERP_BTC_USDC", "PERP_ETH_USDC"] as const;

const venue = venueOfFile({ calm: true });
let house: Trader;
beforeAll(async () => {
  house = await newTrader(venue.url, { scope: EVERY_SCOPE, claims: 20 });
});

/** The account of rules 12.5: 12,000 deposited, a position and an isolated order. */
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

const balanceOf = async (trader: Trader) =>
  (accepted(await trader.get("/v1/client/holding")).data.holding as readonly Members[])[0];

describe("withdrawals", () => {
  test("rules 12.5: all that is withdrawable can be withdrawn, and not a micro more", async () => {
    const trader = await workedExample();
    expect(await balanceOf(trader)).toMatchObject({ holding: 12_000, frozen: 0, isolated_order_frozen: 506 });
    expect(await accountInfo(trader)).toMatchObject({ total_collateral_value: 12_726.6, free_collateral: 9_701.6 });
    const streams = await OutsideStream.openPrivate(venue, trader);
    for (const topic of ["wallet", "balance", "settle"]) await streams.subscribe(topic);

    const tooMuch = await withdrawal(trader, "8469000001");
    expectRefusal(tooMuch, [400, 5, "Amount error"]);
    const { withdraw_id: id } = accepted(await withdrawal(trader, "8469000000")).data;
    expect(Number.isInteger(id)).toBe(true);
    expect(await balanceOf(trader)).toMatchObject({ holding: 3_531, frozen: 8_469, isolated_order_frozen: 506 });
    expect(await accountInfo(trader)).toMatchObject({ free_collateral: 1_232.6 });
    expectRefusal(await withdrawal(trader, "1000001"), [400, 5]);
    const [row] = await assetHistory(trader, "?side=WITHDRAW");
    const request = {
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
      // Without a chain, there is no time of arrival.
      ...{ confirmations: null, confirmations_required: null, estimated_time: null },
    };
    expect(row).toEqual(request);

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

    // One withdrawal is paid on the chain, the other given back.
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

    const rows = await assetHistory(trader, "?side=WITHDRAW");
    expect(rows).toEqual([
      { ...request, id: String(second), amount: 1_232.6, trans_status: "FAILED" },
      { ...request, trans_status: "COMPLETED", tx_id: hash },
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
  /** In the order in which they are checked. */
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
    ["an invalid signature", { body: { signature: "0x12" } }, [400, 3, "Signature error"]],
    ["another wallet's signature", { signer: other }, [400, 9, "address and signature do not match"]],
    ["another receiver", { message: { receiver: other.address } }, [400, 30, "Receiver is invalid"]],
    ["another chain", { message: { chainId: 42_161 } }, [400, 32, "Cross chain withdraw is not allowed"]],
    ["another token", { message: { token: "USDT" } }, [400, 33, "Token is not supported"]],
    ["an old timestamp", { message: { timestamp: Date.now() - 900_000 } }, [400, 2, "Timestamp expired"]],
    ["a nonce not handed out", { message: { withdrawNonce: 1_000 } }, [400, 10, "nonce is invalid"]],
    ["more than there is", { message: { amount: "10000000001" } }, [400, 5, "Amount error"]],
  ];
  /** All faults from this one on; of two in the same member, the earlier. */
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
    "%s is refused before everything that is wrong after it",
    async (_, i, refusal) => {
      expectRefusal(await withdrawal(trader, "5000000", merged(i)), refusal);
    },
  );

  const single: readonly (readonly [string, Changes, Refusal])[] = [
    ["a vault's contract", { body: { verifyingContract: `0x${"11".repeat(20)}` } }, [400, 29]],
    ["an invalid contract", { body: { verifyingContract: "x" } }, [400, 29]],
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
    ["no more than the fee", { message: { amount: "1000000" } }, [400, 5, "Amount error"]],
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

  test("a nonce is used once, even by a request that is refused afterwards; numbers as text and letter case do not matter", async () => {
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
      body: {
        verifyingContract: LEDGER_DOMAIN.verifyingContract.toLowerCase(),
        userAddress: trader.wallet.address.toLowerCase(),
      },
    });
    accepted(spelled);
    // A nonce that was given out earlier is void now.
    expectRefusal(await withdrawal(trader, "5000000", { message: { withdrawNonce: next - 1 } }), [400, 10]);
  });
});
