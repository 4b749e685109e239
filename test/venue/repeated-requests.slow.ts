// Signed requests that change something, sent again byte for byte: by a client that lost the answer, or by an
// eavesdropper. A repetition gets the first answer and does nothing; for another account of the signer it is refused.
// For transfers this holds even after the venue was killed in between. Interface 5.2, rules 2.11, 9.5.

import { beforeAll, expect, test } from "bun:test";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { startVenue } from "../witness/venue-process.ts";
import { expectRefusal } from "./outside/expected-refusal.ts";
import { type Answer, call } from "./outside/outside-caller.ts";
import { EVERY_SCOPE, holdingOf, openSubAccount } from "./outside/outside-funds.ts";
import { accepted, newTrader, ORDER, Trader } from "./outside/trader.ts";
import { venueOfFile } from "./outside/venue-of-file.ts";

const TRANSFER = "/v1/internal_transfer";
const venue = venueOfFile();
let main: Trader;
let sub: Trader;
beforeAll(async () => {
  main = await newTrader(venue.url, { scope: EVERY_SCOPE });
  sub = await openSubAccount(main);
});

/** A function that sends a signed request, any number of times. */
function signed(trader: Trader, path: string, content: unknown, method = "POST") {
  const body = content === null ? "" : JSON.stringify(content);
  const headers = { "Content-Type": "application/json", ...trader.headers(method, path, body) };
  return (url = trader.url, accountId = trader.accountId): Promise<Answer> =>
    call(`${url}${path}`, {
      method,
      headers: { ...headers, "SVC-Account-Id": accountId },
      ...(body !== "" && { body }),
    });
}

function transferTo(trader: Trader, to: Trader, amount: number) {
  return signed(trader, TRANSFER, { token: "USDC", receiver_list: [{ account_id: to.accountId, amount }] });
}

const replayed = ({ headers }: Answer) => headers.get("SVC-Replayed");

test("a transfer that is sent again gets its first answer, with the header of a replay", async () => {
  const send = transferTo(main, sub, 10);
  const first = accepted(await send());
  expect(replayed(first)).toBeNull();
  for (let again = 0; again < 3; again++) {
    const answer = accepted(await send());
    expect([answer.data, replayed(answer)]).toEqual([first.data, "true"]);
  }
  expect(await holdingOf(sub)).toBe(10);
});

test("of several sent at the same time, one is carried out", async () => {
  const before = await holdingOf(sub);
  const send = transferTo(main, sub, 7);
  const answers = (await Promise.all(Array.from({ length: 8 }, () => send()))).map(accepted);
  expect(new Set(answers.map(({ data }) => data.internal_transfer_request_id)).size).toBe(1);
  expect(answers.filter((answer) => replayed(answer) === null)).toHaveLength(1);
  expect(await holdingOf(sub)).toBe(before + 7);
});

test("a signed request is carried out for one account only, whatever it is and however it ends", async () => {
  for (const [path, body] of [
    [TRANSFER, { token: "USDC", receiver_list: [{ account_id: sub.accountId, amount: 1 }] }],
    ["/v1/position_margin", { symbol: "PERP_BTC_USDC", amount: "1", type: "ADD" }],
    ["/v1/liquidation", { liquidation_id: 999_999, ratio_qty_request: 1 }],
    ["/v1/claim_insurance_fund", { claim_id: 999_999, symbol: "PERP_BTC_USDC", qty_request: 1 }],
  ] as const) {
    const send = signed(main, path, body);
    const first = await send();
    expect([200, 400]).toContain(first.status);
    expectRefusal(await send(main.url, sub.accountId), [409, -1007]);
    expect((await send()).json.code).toBe(first.json.code);
  }
});

test("a repeated refusal stays a refusal, even when there is money by then", async () => {
  const poor = await newTrader(venue.url, { scope: EVERY_SCOPE, claims: 0 });
  const send = transferTo(poor, await openSubAccount(poor), 1);
  const first = await send();
  expectRefusal(first, [400, 5, "Amount error"]);
  expect(replayed(first)).toBeNull();
  accepted(
    await call(`${venue.url}/v1/faucet/usdc`, {
      method: "POST",
      body: JSON.stringify({ user_address: poor.wallet.address, broker_id: "demo" }),
    }),
  );
  const second = await send();
  expectRefusal(second, [400, 5, "Amount error"]);
  expect([replayed(second), second.json]).toEqual(["true", { ...first.json, timestamp: second.json.timestamp! }]);
});

test("the signature of a main account's key does not also move the money of its sub-account", async () => {
  const other = await openSubAccount(main);
  const before = await holdingOf(sub);
  const send = transferTo(main, other, 1);
  accepted(await send());
  expectRefusal(await send(venue.url, sub.accountId), [
    409,
    -1007,
    "the request was answered before, for another account: sign it anew",
  ]);
  expect(await holdingOf(sub)).toBe(before);
});

test("repeated margin moves and claims get their first answer too", async () => {
  const requests: readonly [string, unknown, number][] = [
    ["/v1/position_margin", { symbol: "PERP_BTC_USDC", amount: "1", type: "ADD" }, -1006],
    ["/v1/liquidation", { liquidation_id: 999, ratio_qty_request: 1 }, -1202],
    ["/v1/claim_insurance_fund", { claim_id: 999, symbol: "PERP_BTC_USDC", qty_request: 1 }, -1202],
  ];
  for (const [path, body, code] of requests) {
    const send = signed(main, path, body);
    for (const header of [null, "true"]) {
      const answer = await send();
      expect([path, answer.json.code, replayed(answer)]).toEqual([path, code, header] as never);
    }
  }
});

const BUY = { ...ORDER, order_quantity: 0.001 };
const openOrders = async (trader: Trader) => (await trader.get("/v1/orders?status=INCOMPLETE")).data.rows as unknown[];

test("an order is placed once for its signature, and never for a sub-account as well", async () => {
  const before = (await openOrders(main)).length;
  const send = signed(main, "/v1/order", BUY);
  const answers = (await Promise.all(Array.from({ length: 5 }, () => send()))).map(accepted);
  expect(new Set(answers.map(({ data }) => data.order_id)).size).toBe(1);
  expect(answers.filter((answer) => replayed(answer) === null)).toHaveLength(1);
  expect((await openOrders(main)).length).toBe(before + 1);
  expectRefusal(await send(main.url, sub.accountId), [
    409,
    -1007,
    "the request was answered before, for another account: sign it anew",
  ]);
  expect(await openOrders(sub)).toHaveLength(0);
});

test("a captured cancel-all cancels nothing of another account, and nothing that was placed since", async () => {
  accepted(await sub.order(BUY));
  accepted(await main.order(BUY));
  const send = signed(main, "/v1/orders", null, "DELETE");
  accepted(await send());
  expect(await openOrders(main)).toHaveLength(0);
  expectRefusal(await send(main.url, sub.accountId), [409, -1007]);
  expect(await openOrders(sub)).toHaveLength(1);
  accepted(await main.order(BUY));
  expect(replayed(accepted(await send()))).toBe("true");
  expect(await openOrders(main)).toHaveLength(1);
});

test("after a crash a captured request is carried out for no account; an order with a client id gets its first answer", async () => {
  using temporary = temporaryDirectory();
  const options = { dataDirectory: temporary.path };
  await using killed = await startVenue(options);
  const trader = await newTrader(killed.url, { scope: EVERY_SCOPE });
  const other = await openSubAccount(trader);
  const plain = signed(trader, "/v1/order", BUY);
  const named = signed(trader, "/v1/order", { ...BUY, client_order_id: "once" });
  accepted(await plain());
  const first = accepted(await named());
  await killed.process.kill();

  await using running = await startVenue(options);
  for (const account of [trader.accountId, other.accountId]) {
    expectRefusal(await plain(running.url, account), [
      409,
      -1007,
      "the request may have been answered before the venue was restarted: sign it anew",
    ]);
  }
  const second = accepted(await named(running.url));
  expect([second.data.order_id, replayed(second)]).toEqual([first.data.order_id, "true"]);
  expectRefusal(await named(running.url, other.accountId), [409, -1007]);
  // Newly signed requests work as before.
  const { wallet, accountId, key, skew } = trader;
  const later = new Trader(running.url, wallet, accountId, key, skew);
  accepted(await later.order(BUY));
  expect(await openOrders(later)).toHaveLength(3);
});

test("a venue that was killed remembers the answer to a transfer", async () => {
  using temporary = temporaryDirectory();
  const options = { dataDirectory: temporary.path };
  await using killed = await startVenue(options);
  const from = await newTrader(killed.url, { scope: EVERY_SCOPE });
  const to = await openSubAccount(from);
  const send = transferTo(from, to, 3);
  const first = accepted(await send());
  await killed.process.kill();

  await using running = await startVenue(options);
  const answer = accepted(await send(running.url));
  expect([answer.data, replayed(answer)]).toEqual([first.data, "true"]);
  const { wallet, accountId, key, skew } = to;
  expect(await holdingOf(new Trader(running.url, wallet, accountId, key, skew))).toBe(3);
});
