// The questions of the history benchmark: each as the request that a client sends, and as the queries with which a bare
// server answers it. There are as many queries as the venue runs, with the same conditions, order and limits. `?1` is
// the account; `?2` and `?3` are the ends of the time span.

import { DAY_MS, MINUTE_MS } from "@evermark/venue/sums/candle-sums.ts";
import type { PlainRequest } from "../load/signed-orders.ts";

export interface HistoryQuestion {
  readonly name: string;
  /**
   * True if only the account itself may ask, with its signature. Otherwise any caller may ask, by wallet if the
   * question is about an account.
   */
  readonly signed: boolean;
  /** @param asked.now venue time in milliseconds */
  readonly request: (asked: { readonly wallet: string; readonly now: number }) => PlainRequest;
  readonly sql: readonly string[];
  /** The length of the time span up to now, in milliseconds. */
  readonly span: number;
}

const SYMBOL = "PERP_BTC_USDC";
const CANDLES = 500;
const ROWS = 100;

/** Added so that each query takes all three values, even if it does not need them. */
const UNUSED = "?1 > -1 AND ?2 > 0 AND ?3 > 0";

const CANDLES_SQL = [
  `SELECT * FROM candles WHERE market = 0 AND resolution = 0 AND start >= ?2 AND start < ?3 AND ${UNUSED} ORDER BY start`,
  `SELECT close FROM candles WHERE market = 0 AND resolution = 0 AND start < ?2 AND ${UNUSED} ORDER BY start DESC LIMIT 1`,
];

function asked(type: string, members: object): HistoryQuestion["request"] {
  return ({ wallet }) => ({
    method: "POST",
    path: "/v1/public/query",
    body: JSON.stringify({ type, address: wallet, ...members }),
  });
}

function got(path: string): HistoryQuestion["request"] {
  return () => ({ method: "GET", path, body: "" });
}

const ORDERS_OF_ACCOUNT = `orders INDEXED BY orders_by_account WHERE account = ?1 AND status IN (2) AND ${UNUSED}`;
const FILLS_OF_ACCOUNT = `(SELECT * FROM fills INDEXED BY fills_by_account WHERE account = ?1 AND ${UNUSED}
  ORDER BY at DESC, trade_id DESC LIMIT 500)`;

export const HISTORY_QUESTIONS: readonly HistoryQuestion[] = [
  {
    name: "candles",
    signed: false,
    request: asked("candles", { symbol: SYMBOL, interval: "1m", limit: CANDLES }),
    sql: CANDLES_SQL,
    span: CANDLES * MINUTE_MS,
  },
  {
    name: "historicalOrders",
    signed: false,
    request: asked("historicalOrders", { limit: ROWS }),
    sql: [
      `SELECT * FROM orders INDEXED BY orders_by_account WHERE account = ?1 AND created_at >= ?2 AND created_at <= ?3
       AND status IN (2, 3, 4) ORDER BY created_at DESC, order_id DESC LIMIT ${ROWS + 1}`,
      `SELECT state FROM algo_orders INDEXED BY algo_orders_by_account WHERE account = ?1 AND parent_id = 0
       AND created_at >= ?2 AND created_at <= ?3 AND status IN ('FILLED', 'CANCELLED', 'REJECTED')
       ORDER BY created_at DESC, algo_order_id DESC LIMIT ${ROWS + 1}`,
    ],
    span: DAY_MS,
  },
  {
    name: "trades",
    signed: false,
    request: asked("trades", { limit: ROWS }),
    sql: [
      `SELECT * FROM fills INDEXED BY fills_by_account WHERE account = ?1 AND at >= ?2 - ?3
       ORDER BY at DESC, trade_id DESC LIMIT ${ROWS + 1}`,
    ],
    span: DAY_MS,
  },
  {
    name: "/v1/trades",
    signed: true,
    request: got(`/v1/trades?size=${ROWS}`),
    sql: [
      `SELECT * FROM ${FILLS_OF_ACCOUNT} ORDER BY trade_id DESC LIMIT ${ROWS} OFFSET 0`,
      `SELECT count(*) AS count FROM ${FILLS_OF_ACCOUNT}`,
    ],
    span: DAY_MS,
  },
  {
    name: "/v1/orders",
    signed: true,
    request: got(`/v1/orders?status=FILLED&size=${ROWS}`),
    sql: [
      `SELECT * FROM orders WHERE order_id IN
       (SELECT order_id FROM ${ORDERS_OF_ACCOUNT} ORDER BY created_at DESC, order_id DESC LIMIT ${ROWS} OFFSET 0)
       ORDER BY created_at DESC, order_id DESC`,
      `SELECT count(*) AS count FROM ${ORDERS_OF_ACCOUNT}`,
    ],
    span: DAY_MS,
  },
  {
    name: "/v1/kline",
    signed: false,
    request: got(`/v1/kline?symbol=${SYMBOL}&type=1m&limit=${CANDLES}`),
    sql: CANDLES_SQL,
    span: CANDLES * MINUTE_MS,
  },
  {
    name: "tv/history",
    signed: false,
    request: ({ now }) => {
      const to = Math.floor(now / 1_000);
      const from = to - (CANDLES * MINUTE_MS) / 1_000;
      return got(`/v1/tv/history?symbol=${SYMBOL}&resolution=1&from=${from}&to=${to}`)({ wallet: "", now });
    },
    sql: CANDLES_SQL,
    span: CANDLES * MINUTE_MS,
  },
  {
    name: "statistics",
    signed: true,
    request: got("/v1/client/statistics"),
    sql: [
      `SELECT day, volume, fee FROM account_days WHERE account = ?1 AND day >= ?2 / ${DAY_MS} AND ${UNUSED} ORDER BY day`,
      `SELECT volume_total AS volume FROM account_days WHERE account = ?1 AND ${UNUSED} ORDER BY day DESC LIMIT 1`,
    ],
    // The year to date, late in a year.
    span: 326 * DAY_MS,
  },
  {
    name: "statistics/daily",
    signed: true,
    request: ({ now }) => {
      const date = (days: number) => new Date(now - days * DAY_MS).toISOString().slice(0, 10);
      const path = `/v1/client/statistics/daily?start_date=${date(30)}&end_date=${date(1)}&size=${ROWS}`;
      return got(path)({ wallet: "", now });
    },
    sql: [
      `SELECT * FROM account_days WHERE account = ?1 AND day < ?2 / ${DAY_MS} AND ${UNUSED} ORDER BY day DESC LIMIT 1`,
      `SELECT * FROM account_days WHERE account = ?1 AND day BETWEEN ?2 / ${DAY_MS} AND ?3 / ${DAY_MS} - 1
       AND value IS NOT NULL ORDER BY day`,
    ],
    span: 30 * DAY_MS,
  },
];
