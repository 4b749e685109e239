// Sub-accounts from outside: opened, described and traded with the main account's key, listed together with it, and
// funded by transfers. Interface 4.5, rules 9.5 and 9.6, errors 8.5 and 8.6.

import { beforeAll, describe, expect, test } from "bun:test";
import { encodeAbiParameters, type Hex, keccak256 } from "viem";
import { expectRefusal } from "./outside/expected-refusal.ts";
import { expectFrame } from "./outside/frame.ts";
import { call, type Row } from "./outside/outside-caller.ts";
import { setPrice } from "./outside/outside-controls.ts";
import { EVERY_SCOPE, holdingOf, openSubAccount, transfer } from "./outside/outside-funds.ts";
import { OutsideStream } from "./outside/outside-stream.ts";
import { newWallet } from "./outside/outside-wallet.ts";
import { accepted, newTrader, type Trader } from "./outside/trader.ts";
import { venueOfFile } from "./outside/venue-of-file.ts";

const BTC = "PERP_BTC_USDC";
const venue = venueOfFile({ calm: true });
let admin: Trader;
let main: Trader;
let sub: Trader;
let other: Trader;
beforeAll(async () => {
  admin = await newTrader(venue.url, { scope: EVERY_SCOPE });
  main = await newTrader(venue.url, { scope: EVERY_SCOPE });
  sub = await openSubAccount(main, "first");
  other = await openSubAccount(main, "second");
  accepted(await transfer(main, sub.accountId, 5_000));
});

const listOf = async (trader: Trader) => accepted(await trader.get("/v1/client/sub_account")).data;

describe("opening and describing", () => {
  test("the id follows from the main account's id and the number", async () => {
    const derived = (n: bigint) =>
      keccak256(encodeAbiParameters([{ type: "bytes32" }, { type: "uint256" }], [main.accountId as Hex, n]));
    expect([sub.accountId, other.accountId]).toEqual([derived(1n), derived(2n)]);
    expect(await listOf(main)).toEqual({
      main_account_id: main.accountId,
      rows: [
        { sub_account_id: sub.accountId, description: "first" },
        { sub_account_id: other.accountId, description: "second" },
      ],
    });
    expect(await listOf(admin)).toEqual({ main_account_id: admin.accountId, rows: [] });
  });

  test("any client can look them up by wallet and builder, and the terms of a key by account", async () => {
    const ask = (path: string) => call(`${venue.url}${path}`);
    const ofMain = `/v1/get_all_accounts?address=${main.wallet.address}&broker_id=demo`;
    expect(accepted(await ask(ofMain)).data.rows).toEqual(
      [main, sub, other].map(({ accountId }, i) => ({
        user_id: expect.any(Number),
        account_id: accountId,
        account_type: i === 0 ? "main" : "sub",
      })),
    );
    expectRefusal(await ask(ofMain.replace("demo", "nobody")), [400, -1006, "account does not exist"]);
    expectRefusal(await ask("/v1/get_all_accounts?broker_id=demo"), [400, -1005, "address must not be blank"]);
    expectRefusal(await ask("/v1/get_all_accounts?address=0x12&broker_id=demo"), [400, -1005]);

    const ofKey = `/v1/get_svc_key?account_id=${main.accountId}&svc_key=${encodeURIComponent(main.key.name)}`;
    expect(accepted(await ask(ofKey)).data).toEqual({
      svc_key: main.key.name,
      scope: EVERY_SCOPE,
      expiration: expect.any(Number),
    } as never);
    expectRefusal(await ask(ofKey.replace(main.accountId, admin.accountId)), [400, -1006]);
    expectRefusal(await ask("/v1/get_svc_key?svc_key=x"), [400, -1005, "account_id must not be blank"]);
  });

  test("the answer carries the number and the description", async () => {
    const trader = await newTrader(venue.url, { claims: 0 });
    const opened = accepted(await trader.post("/v1/client/add_sub_account", {})).data;
    expect(opened).toMatchObject({ sub_account_id: 1, description: "" });
    // Simultaneous requests are numbered one after the other.
    const answers = await Promise.all(
      [2, 3, 4].map((n) => trader.post("/v1/client/add_sub_account", { description: `${n}` })),
    );
    expect(answers.map(({ data }) => data.sub_account_id).sort()).toEqual([2, 3, 4]);
  });

  test("a description has at most 64 characters, and is text", async () => {
    for (const description of ["x".repeat(65), 5, {}]) {
      const answer = await admin.post("/v1/client/add_sub_account", { description });
      expectRefusal(answer, [400, -1005]);
      expect(answer.json.message).toContain("description");
    }
    const trader = await newTrader(venue.url, { claims: 0 });
    accepted(await trader.post("/v1/client/add_sub_account", { description: "é".repeat(64) }));
  });

  test("a main account has at most ten", async () => {
    const trader = await newTrader(venue.url, { claims: 0 });
    const open = () => trader.post("/v1/client/add_sub_account", {});
    for (let n = 1; n <= 10; n++) accepted(await open());
    // Requests are limited to ten a second as well.
    await Bun.sleep(1_050);
    const eleventh = await open();
    expectRefusal(eleventh, [400, -1012]);
    expect(eleventh.json.message).toContain("10");
  });

  test("a description is changed by number or by account_id", async () => {
    const update = (body: object) => main.post("/v1/client/update_sub_account", body);
    const described = async () => (await listOf(main)).rows!.map(({ description }) => description);
    accepted(await update({ sub_account_id: other.accountId, description: "by id" }));
    expect(await described()).toEqual(["first", "by id"]);
    accepted(await update({ sub_account_id: 2, description: "by number" }));
    expect(await described()).toEqual(["first", "by number"]);
    accepted(await update({ sub_account_id: "2", description: "by digits" }));
    expect(await described()).toEqual(["first", "by digits"]);
    expectRefusal(await update({ description: "x" }), [400, -1005, "sub_account_id must not be blank"]);
    expectRefusal(await update({ sub_account_id: "", description: "x" }), [
      400,
      -1005,
      "sub_account_id must not be blank",
    ]);
    expectRefusal(await update({ sub_account_id: 3, description: "x" }), [400, -1006]);
    expectRefusal(await update({ sub_account_id: 0, description: "x" }), [400, -1006]);
    expectRefusal(await update({ sub_account_id: admin.accountId, description: "x" }), [400, -1006]);
    expectRefusal(await update({ sub_account_id: main.accountId, description: "x" }), [400, -1006]);
    expectRefusal(await update({ sub_account_id: true, description: "x" }), [400, -1005]);
    expectRefusal(await update({ sub_account_id: 2, description: "x".repeat(65) }), [400, -1005]);
    expect(await described()).toEqual(["first", "by digits"]);
  });
});

describe("the main account's key", () => {
  const mainOnly: readonly (readonly [string, string, object | null])[] = [
    ["POST", "/v1/client/add_sub_account", { description: "x" }],
    ["GET", "/v1/client/sub_account", null],
    ["POST", "/v1/client/update_sub_account", { sub_account_id: 2, description: "x" }],
    ["GET", "/v1/client/aggregate/holding", null],
    ["GET", "/v1/client/aggregate/positions", null],
  ];
  test.each(mainOnly)("%s %s is for the main account alone", async (method, path, body) => {
    const answer = body === null ? await sub.get(path) : await sub.send(method, path, JSON.stringify(body));
    expectRefusal(answer, [401, -1002, "only main account is allowed"]);
  });

  test("signs for its own sub-accounts, and for no others", async () => {
    expect(accepted(await sub.get("/v1/client/info")).data.account_id).toBe(sub.accountId);
    expectRefusal(await admin.actingFor(sub.accountId).get("/v1/client/info"), [401, -1002, "api key error"]);
    expectRefusal(await main.actingFor(admin.accountId).get("/v1/client/info"), [401, -1002, "api key error"]);
  });

  test("trades for it: orders, positions, leverage and the private stream are the sub-account's own", async () => {
    const [own, mains] = await Promise.all([
      OutsideStream.openPrivate(venue, sub),
      OutsideStream.openPrivate(venue, main),
    ]);
    for (const client of [own, mains]) {
      for (const topic of ["executionreport", "position", "balance", "account"]) await client.subscribe(topic);
    }
    accepted(await sub.post("/v1/client/leverages", { symbol: BTC, leverage: 20 }));
    expect((await own.take("account", 1))[0]!.data).toMatchObject({
      accountDetail: { symbolLeverage: { symbol: BTC, leverage: 20 }, totalCollateralValue: 5_000 },
    });
    expect(accepted(await main.get(`/v1/client/leverage?symbol=${BTC}`)).data.leverage).toBe(10);

    const placed = accepted(await sub.order({ order_price: 60_000 })).data;
    expectRefusal(await main.get(`/v1/order/${placed.order_id}`), [400, -1006]);
    expectRefusal(await main.delete(`/v1/order?symbol=${BTC}&order_id=${placed.order_id}`), [400, -1006]);
    expect(accepted(await admin.order({ side: "SELL", order_price: 60_000 })).data.status).toBe("FILLED");
    const [row] = (accepted(await sub.get("/v1/positions")).data.rows ?? []) as readonly Row[];
    // A maker's 0.03 % of 600 USDC.
    expect(row).toMatchObject({ symbol: BTC, position_qty: 0.01, cost_position: 600.18, leverage: 20 });
    expect(accepted(await main.get("/v1/positions")).data.rows).toEqual([]);
    const reports = await own.take("executionreport", 2);
    expect(reports.map(({ data }) => [data.orderId, data.status])).toEqual([
      [placed.order_id, "NEW"],
      [placed.order_id, "FILLED"],
    ] as never);
    const rests = await own.next(({ topic, data }) => {
      return topic === "position" && (data.positions as readonly Row[])[0]!.pendingLongQty === 0.01;
    });
    expect(rests.data.positions).toMatchObject([{ symbol: BTC, positionQty: 0, leverage: 20 }]);
    accepted(await main.order({ order_price: 50_000 }));
    await mains.take("executionreport", 1);
    expect(mains.framesOf("executionreport")).toHaveLength(1);
    expect(own.framesOf("executionreport")).toHaveLength(2);
    for (const client of [own, mains]) client.close();
    accepted(await main.delete("/v1/orders"));
  });

  test("settles it without a wallet's signature", async () => {
    await setPrice(venue.url, BTC, 60_100);
    const own = await OutsideStream.openPrivate(venue, sub);
    for (const topic of ["settle", "balance"]) await own.subscribe(topic);
    const settle = (trader: Trader, body: object) => trader.post("/v1/sub_account_settle_pnl", body);
    const nonce = accepted(await sub.get("/v1/settle_nonce")).data.settle_nonce as number;
    expectRefusal(await settle(sub, {}), [400, -1005, "settle_nonce must not be blank"]);
    expectRefusal(await settle(sub, { settle_nonce: "x" }), [400, -1005]);
    expectRefusal(await settle(sub, { settle_nonce: nonce + 1 }), [400, 10, "nonce is invalid"]);
    // For a main account the wallet has to sign, with nonces of its own.
    expectRefusal(await settle(main, { settle_nonce: nonce }), [400, 84]);
    const settled = accepted(await settle(sub, { settle_nonce: nonce })).data;
    expect(await holdingOf(sub)).toBe(5_000.82);
    const [row] = accepted(await sub.get("/v1/pnl_settlement/history")).data.rows!;
    expect(row).toEqual({
      id: settled.settle_pnl_id,
      old_balance: 5_000,
      new_balance: 5_000.82,
      settled_amount: 0.82,
      requested_time: expect.any(Number),
      settled_time: expect.any(Number),
      symbols: [{ symbol: BTC, settled_amount: 0.82 }],
    });
    expectFrame((await own.take("settle", 1))[0], "settle", {
      id: settled.settle_pnl_id,
      old_balance: 5_000,
      new_balance: 5_000.82,
      settled_amount: 0.82,
      requested_time: row!.requested_time,
      settled_time: row!.settled_time,
      status: "COMPLETED",
    });
    expect((await own.take("balance", 1))[0]!.data.balances).toMatchObject({ USDC: { holding: 5_000.82 } });
    expectRefusal(await settle(sub, { settle_nonce: nonce }), [400, 10]);
    own.close();
  });

  test("the main account does not trade with it: the resting order is cancelled", async () => {
    const resting = accepted(await main.order({ order_price: 60_050 })).data;
    const sold = accepted(await sub.order({ side: "SELL", order_price: 60_050 })).data;
    expect(sold.status).toBe("NEW");
    expect(accepted(await main.get(`/v1/order/${resting.order_id}`)).data).toMatchObject({
      status: "CANCELLED",
      executed_quantity: 0,
    });
    accepted(await other.delete("/v1/orders"));
    expect(accepted(await sub.get(`/v1/order/${sold.order_id}`)).data.status).toBe("NEW");
    accepted(await sub.delete("/v1/orders"));
  });
});

describe("together with the main account", () => {
  test("balances and positions are listed by account", async () => {
    const { rows } = accepted(await main.get("/v1/client/aggregate/holding")).data;
    const zero = { pending_short: 0, isolated_margin: 0, isolated_order_frozen: 0, frozen: 0, token: "USDC" };
    const updated_time = expect.any(Number) as never;
    expect(rows).toEqual([
      { account_id: main.accountId, holding: 5_000, withdrawable: 5_000, ...zero, updated_time },
      { account_id: sub.accountId, holding: 5_000.82, withdrawable: expect.any(Number), ...zero, updated_time },
      { account_id: other.accountId, holding: 0, withdrawable: 0, ...zero, updated_time },
    ]);
    const positions = accepted(await main.get("/v1/client/aggregate/positions")).data.rows!;
    const own = accepted(await sub.get("/v1/positions")).data.rows!;
    expect(positions).toEqual(own.map((row) => ({ account_id: sub.accountId, ...row })));
    expect(positions).toHaveLength(1);
  });
});

describe("transfers", () => {
  let rich: Trader;
  let [a, b]: readonly Trader[] = [];
  beforeAll(async () => {
    rich = await newTrader(venue.url, { scope: EVERY_SCOPE });
    a = await openSubAccount(rich);
    b = await openSubAccount(rich);
  });

  test("are possible in both directions, to several receivers at once, and between sub-accounts", async () => {
    const own = await OutsideStream.openPrivate(venue, a!);
    await own.subscribe("balance");
    const receiver_list = [
      { account_id: a!.accountId, amount: 100.5 },
      { account_id: b!.accountId, amount: "0.000001" },
    ];
    const sent = accepted(await rich.post("/v1/internal_transfer", { token: "USDC", receiver_list })).data;
    expect(await Promise.all([rich, a!, b!].map(holdingOf))).toEqual([9_899.499999, 100.5, 0.000001]);
    expect((await own.take("balance", 1))[0]!.data.balances).toMatchObject({ USDC: { holding: 100.5 } });
    accepted(await transfer(a!, rich.accountId, 50));
    accepted(await transfer(a!, b!.accountId, 25));
    expect(await Promise.all([rich, a!, b!].map(holdingOf))).toEqual([9_949.499999, 25.5, 25.000001]);

    const history = (trader: Trader, query: string) => trader.get(`/v1/internal_transfer_history?${query}`);
    const rows = async (trader: Trader, query: string) => accepted(await history(trader, query)).data.rows!;
    const out = await rows(rich, "side=OUT");
    expect(out).toEqual([
      {
        id: expect.any(String),
        internal_transfer_request_id: sent.internal_transfer_request_id,
        token: "USDC",
        amount: 0.000001,
        from_account_id: rich.accountId,
        to_account_id: b!.accountId,
        status: "COMPLETED",
        created_time: expect.any(Number),
        updated_time: expect.any(Number),
      },
      expect.objectContaining({ amount: 100.5, to_account_id: a!.accountId }),
    ]);
    const amounts = async (trader: Trader, query: string) => (await rows(trader, query)).map(({ amount }) => amount);
    expect(await amounts(rich, "side=IN")).toEqual([50]);
    expect(await amounts(a!, "side=OUT")).toEqual([25, 50]);
    expect(await amounts(a!, `side=OUT&to_account_id=${b!.accountId}`)).toEqual([25]);
    expect(await amounts(b!, `side=IN&from_account_id=${a!.accountId}`)).toEqual([25]);
    expect(await amounts(b!, `side=IN&from_account_id=${admin.accountId}`)).toEqual([]);
    expect(await amounts(a!, "side=OUT&size=1&page=2")).toEqual([50]);
    expect(await amounts(a!, "side=OUT&main_sub_only=true")).toEqual([25, 50]);
    expect(await amounts(a!, "side=OUT&main_sub_only=false")).toEqual([]);
    expect(await amounts(a!, "side=OUT&status=COMPLETED")).toEqual([25, 50]);
    expect(await amounts(a!, "side=OUT&status=PENDING")).toEqual([]);
    expect(await amounts(a!, "side=OUT&end_t=1")).toEqual([]);
    expectRefusal(await history(a!, ""), [400, -1005, "side must not be blank"]);
    for (const bad of ["side=BOTH", "side=IN&status=DONE", "side=IN&page=0", "side=IN&start_t=2&end_t=1"]) {
      expectRefusal(await history(a!, bad), [400, -1005]);
    }
    own.close();
  });

  test("are possible to the same wallet under another builder", async () => {
    const wallet = newWallet();
    const here = await newTrader(venue.url, { wallet, scope: EVERY_SCOPE });
    const there = await newTrader(venue.url, { wallet, scope: EVERY_SCOPE, brokerId: "elsewhere", claims: 0 });
    accepted(await transfer(here, there.accountId, 1));
    expect(await holdingOf(there)).toBe(1);
    const rows = accepted(await here.get("/v1/internal_transfer_history?side=OUT&main_sub_only=false")).data.rows!;
    expect(rows).toMatchObject([{ to_account_id: there.accountId, amount: 1 }]);
  });
});
