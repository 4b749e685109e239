// Any value in any member of any call gets a documented answer, never a fault of the venue, and leaves nothing half
// done. Errors 1 and 7.

import { afterEach, beforeAll, expect, test } from "bun:test";
import { expectSuccess } from "./outside/expected-refusal.ts";
import { type Answer, call } from "./outside/outside-caller.ts";
import { ApiKey } from "./outside/outside-key.ts";
import { newTrader, ORDER, type Trader } from "./outside/trader.ts";
import { venueOfFile } from "./outside/venue-of-file.ts";

const venue = venueOfFile();
let trader: Trader;
beforeAll(async () => {
  trader = await newTrader(venue.url, { claims: 10 });
});
afterEach(async () => {
  expect(venue.errors).toEqual([]);
  venue.audit();
  expectSuccess(await trader.order());
});

/** JSON texts, some of which no program would write. */
const STRANGE: readonly string[] = [
  ...["null", "true", "0", "-0", "-1", "1.5", "1e400", "-1e400", "1e-400", "9007199254740993", "1e308", "5e-324"],
  ...["[]", "{}", "[null]", "[[[]]]", `{"a":{"b":[]}}`, `{"__proto__":1}`, `{"toString":1}`, `[${"1,".repeat(999)}1]`],
  ...[`""`, `" "`, `"null"`, `"NaN"`, `"Infinity"`, `"-0"`, `"1e400"`, `"0x1"`, `"__proto__"`, `"constructor"`],
  ...[
    `"\\u0000"`,
    `"\\ud800"`,
    `"\\udfff\\ud800"`,
    `"💩"`,
    `"${"x".repeat(5_000)}"`,
    `"${"9".repeat(5_000)}"`,
    "9".repeat(5_000),
  ],
  ...[`"'; DROP TABLE orders; --"`, `"../../etc/passwd"`, `"%00"`, `"<script>"`],
];

interface Target {
  readonly method: "POST" | "PUT";
  readonly path: string;
  readonly isSigned: boolean;
  /** A body that is well formed, but need not be accepted. */
  readonly body: Readonly<Record<string, unknown>>;
}

const time = Date.now();
const walletBody = (message: Readonly<Record<string, unknown>>): Target["body"] => ({
  message: { brokerId: "demo", chainId: 196, timestamp: time, chainType: "EVM", ...message },
  signature: `0x${"11".repeat(65)}`,
  userAddress: `0x${"ab".repeat(20)}`,
});
const LEG = { algo_type: "TAKE_PROFIT", side: "SELL", trigger_price: 65_000, reduce_only: true };
const targets: readonly Target[] = [
  { method: "POST", path: "/v1/register_dex_account", isSigned: false, body: walletBody({ registrationNonce: "1" }) },
  {
    method: "POST",
    path: "/v1/dex_api_key",
    isSigned: false,
    body: walletBody({ key: new ApiKey().name, scope: "read", expiration: time + 1_000_000 }),
  },
  { method: "POST", path: "/v1/register_account", isSigned: false, body: walletBody({}) },
  { method: "POST", path: "/v1/svc_key", isSigned: false, body: walletBody({}) },
  {
    method: "POST",
    path: "/v1/faucet/usdc",
    isSigned: false,
    body: { user_address: `0x${"ab".repeat(20)}`, broker_id: "x", chain_id: "1" },
  },
  { method: "POST", path: "/sandbox/prices", isSigned: false, body: { prices: { PERP_ARB_USDC: 0.6 } } },
  { method: "POST", path: "/sandbox/clock", isSigned: false, body: { advance_ms: 0 } },
  {
    method: "PUT",
    path: "/v1/order",
    isSigned: true,
    body: {
      order_id: 999_999,
      symbol: "PERP_BTC_USDC",
      side: "BUY",
      order_type: "LIMIT",
      order_price: 1,
      order_quantity: 1,
    },
  },
  { method: "POST", path: "/v1/batch-order", isSigned: true, body: { orders: [ORDER] } },
  { method: "POST", path: "/v1/order/cancel_all_after", isSigned: true, body: { trigger_after: 0 } },
  {
    method: "POST",
    path: "/v1/client/leverages",
    isSigned: true,
    body: { symbol: "PERP_ARB_USDC", leverage: 5, margin_mode: "CROSS" },
  },
  { method: "POST", path: "/v1/client/leverage", isSigned: true, body: { symbol: "PERP_ARB_USDC", leverage: 5 } },
  {
    method: "POST",
    path: "/v1/client/margin_mode",
    isSigned: true,
    body: { symbol: "PERP_ARB_USDC", default_margin_mode: "CROSS" },
  },
  {
    method: "POST",
    path: "/v1/algo/order",
    isSigned: true,
    body: {
      symbol: "PERP_BTC_USDC",
      algo_type: "TP_SL",
      side: "SELL",
      quantity: 0.01,
      client_order_id: "algo",
      margin_mode: "CROSS",
      order_tag: "tag",
      child_orders: [{ ...LEG, symbol: "PERP_BTC_USDC", type: "LIMIT", price: 70_000 }],
    },
  },
  {
    method: "POST",
    path: "/v1/algo/order",
    isSigned: true,
    body: {
      symbol: "PERP_BTC_USDC",
      algo_type: "BRACKET",
      side: "BUY",
      type: "LIMIT",
      price: 50_000,
      quantity: 0.01,
      visible_quantity: false,
      reduce_only: false,
      child_orders: [{ algo_type: "POSITIONAL_TP_SL", child_orders: [{ ...LEG, type: "CLOSE_POSITION" }] }],
    },
  },
  {
    method: "POST",
    path: "/v1/algo/order",
    isSigned: true,
    body: {
      symbol: "PERP_BTC_USDC",
      algo_type: "TRAILING_STOP",
      side: "SELL",
      type: "MARKET",
      quantity: 0.01,
      activatedPrice: "60100",
      callback_rate: 0.01,
      trigger_price_type: "MARK_PRICE",
    },
  },
  {
    method: "PUT",
    path: "/v1/algo/order",
    isSigned: true,
    body: {
      order_id: 1,
      quantity: 1,
      trigger_price: 70_000,
      callback_value: 1,
      child_orders: [{ order_id: "2", price: 1, is_activated: "true", child_orders: [{ order_id: 3, quantity: 1 }] }],
    },
  },
];

function send({ method, path, isSigned }: Target, body: string): Promise<Answer> {
  const headers = { "Content-Type": "application/json" };
  if (isSigned) return trader.send(method, path, body);
  return call(`${venue.url}${path}`, { method, headers, body });
}

/** Yields the JSON text of a body once for each member, however deep, with that member replaced by `text`. */
function* replaced(value: unknown, text: string): Generator<string> {
  yield text;
  if (typeof value !== "object" || value === null) return;
  const entries = Object.entries(value);
  for (const [i, [, inner]] of entries.entries()) {
    for (const changed of replaced(inner, text)) {
      const members = entries.map(([each, old], at) => {
        const written = at === i ? changed : JSON.stringify(old);
        return Array.isArray(value) ? written : `${JSON.stringify(each)}:${written}`;
      });
      yield Array.isArray(value) ? `[${members.join(",")}]` : `{${members.join(",")}}`;
    }
  }
}

function expectDocumented(sent: string, answer: Answer): void {
  const shown = { sent: sent.slice(0, 300), status: answer.status };
  expect(shown).not.toMatchObject({ status: 500 });
  expect({ ...shown, isDocumented: [200, 400, 401, 409].includes(answer.status) }).toMatchObject({
    isDocumented: true,
  });
  const { success, code, message } = answer.json;
  const isWhole =
    answer.status === 200 ? success === true : success === false && Number.isInteger(code) && message !== "";
  expect({ ...shown, text: answer.text, isWhole }).toMatchObject({ isWhole: true });
}

test.each(targets.map((target) => [target.method, target.path, target] as const))(
  "%s %s has an answer for everything",
  async (_method, _path, target) => {
    for (const text of STRANGE) {
      const bodies = [...replaced(target.body, text)];
      const answers = await Promise.all(bodies.map((body) => send(target, body)));
      for (const [i, answer] of answers.entries()) expectDocumented(bodies[i]!, answer);
    }
  },
  20_000,
);

const QUERIES: readonly string[] = [
  ...[
    "/v1/orders?symbol=@",
    "/v1/orders?status=@",
    "/v1/orders?side=@",
    "/v1/orders?order_type=@",
    "/v1/orders?order_tag=@",
  ],
  ...["/v1/orders?start_t=@", "/v1/orders?end_t=@", "/v1/orders?page=@", "/v1/orders?size=@", "/v1/orders?sort_by=@"],
  ...["/v1/trades?symbol=@", "/v1/trades?page=@", "/v1/trades?size=@", "/v1/trades?start_t=@&end_t=@"],
  ...["/v1/order/@", "/v1/order/@/trades", "/v1/trade/@", "/v1/client/order/@", "/v1/position/@", "/v1/orderbook/@"],
  ...[
    "/v1/orderbook/PERP_BTC_USDC?max_level=@",
    "/v1/position/PERP_BTC_USDC?margin_mode=@",
    "/v1/client/holding?all=@",
  ],
  ...["/v1/client/leverage?symbol=@", "/v1/client/leverage?symbol=PERP_BTC_USDC&margin_mode=@"],
  ...["/v1/get_account?address=@&broker_id=@", "/v1/get_broker?address=@", "/v1/get_broker?chain_type=@"],
  ...[
    "/v1/public/info/@",
    "/v1/public/futures/@",
    "/v1/public/market_trades?symbol=@&limit=@",
    "/v1/kline?symbol=@&type=@&limit=@",
  ],
  "/v1/public/broker/order_enums?broker_id=@&symbol=@&enum_id=@&include_archived=@",
  ...["/v1/algo/order/@", "/v1/algo/order/@/trades", "/v1/algo/client/order/@"],
  ...["/v1/algo/orders?algo_type=@", "/v1/algo/orders?is_triggered=@&status=@", "/v1/algo/orders?page=@&order_tag=@"],
  ...["/v1/funding_fee/history?symbol=@", "/v1/funding_fee/history?start_t=@&page=@", "/v1/public/funding_rate/@"],
  ...["/v1/public/funding_rate_history?symbol=@&size=@", "/v1/public/liquidation?page=@", "/v1/liquidations?symbol=@"],
  ...["/v1/client/liquidator_liquidations?end_t=@", "/v1/asset/history?token=@&side=@&status=@&page=@"],
];
const WRITES: readonly string[] = [
  ...["/v1/order?symbol=@&order_id=1", "/v1/order?symbol=PERP_ARB_USDC&order_id=@", "/v1/batch-order?order_ids=@"],
  ...[
    "/v1/client/order?symbol=PERP_ARB_USDC&client_order_id=@",
    "/v1/client/batch-order?client_order_ids=@",
    "/v1/orders?symbol=@",
  ],
  ...["/v1/algo/order?symbol=PERP_ARB_USDC&order_id=@", "/v1/algo/client/order?symbol=@&client_order_id=@"],
  "/v1/algo/orders?symbol=@&algo_type=@",
];
const TEXTS: readonly string[] = [
  ...[
    "",
    "%20",
    "0",
    "-0",
    "-1",
    "1.5",
    "1e400",
    "1e3",
    "NaN",
    "Infinity",
    "null",
    "true",
    "[]",
    "%7B%7D",
    "9007199254740993",
  ],
  ...[
    "99999999999999999999",
    "%00",
    "%ff",
    "%ed%a0%80",
    "%F0%9F%92%A9",
    "%",
    "%zz",
    "__proto__",
    "constructor",
    "1,2,3",
    ",",
    "1,,2",
  ],
  ...["'%20OR%201=1--", "%25", "*", "..%2f..", "+", "a".repeat(3_000), "9".repeat(3_000), "@", "@=@&@"],
];

test("any text in a path or a query gets an answer", async () => {
  const ways = [...QUERIES.map((path) => ["GET", path] as const), ...WRITES.map((path) => ["DELETE", path] as const)];
  for (const text of TEXTS) {
    const sent = ways.map(([method, path]) => [method, path.replaceAll("@", text)] as const);
    const answers = await Promise.all(
      sent.map(([method, path]) => call(`${venue.url}${path}`, { method, headers: trader.headers(method, path) })),
    );
    for (const [i, answer] of answers.entries()) {
      // Without a valid path the answer is 404. A path that the client itself rewrites before sending is not the one
      // that was signed.
      if (answer.status === 404 || answer.status === 429 || answer.json.message === "signature error") continue;
      expectDocumented(sent[i]!.join(" "), answer);
    }
  }
});
