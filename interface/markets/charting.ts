// Market data for charting libraries, by TradingView's "universal data feed" protocol. Its clients look for their fields
// at the top level of an answer, and for `s` in a refusal; success and time are beside them. Interface 4.10, errors 8.2.

import Type from "typebox";
import { endpoint, perIp } from "../rows/endpoint.ts";
import { orNull, symbol } from "../rows/shapes.ts";

/** In minutes; or days, weeks and months, with or without the 1. */
const RESOLUTIONS = ["1", "3", "5", "15", "30", "60", "240", "720", "1D", "1W", "1M", "D", "W", "M"] as const;
/** The resolutions that the venue announces. */
export const CHART_RESOLUTIONS = RESOLUTIONS.slice(0, -3);
const KLINE_RESOLUTIONS = ["1m", "5m", "15m", "30m", "1h", "4h", "12h", "1d", "1w", "1mon"] as const;
const BARS_MAX = 2_000;
const KLINES_MAX = 1_000;

/** Seconds since 1970, in the range of dates. A chart that asks for very many bars reaches below 0. */
const seconds = (description: string) =>
  Type.Integer({ minimum: -8_640_000_000_000, maximum: 8_640_000_000_000, description });

const text = (description: string) => Type.String({ description });
const flag = (description: string) => Type.Boolean({ description });
const column = (description: string) => Type.Array(Type.Number(), { description });
const texts = (description: string) => Type.Array(Type.String(), { description });
const integers = (description: string) => Type.Array(Type.Integer(), { description });
const flags = (description: string) => Type.Array(Type.Boolean(), { description });
const lists = (description: string) => Type.Array(Type.Array(Type.String()), { description });

const titled = { id: text("its name for programs"), title: text("its name for people") };
const customField = Type.Object({
  ...titled,
  tooltip: text("text shown beside it"),
  alignment: text("`left` or `right`"),
});
const none = "empty: the venue adds no columns to the chart's own";

const ok = Type.Literal("ok", { description: "always ok" });

const accountWords = Type.Object(
  {
    accountSummaryRow: Type.Array(Type.Object(titled), { description: none }),
    accountManager: Type.Array(
      Type.Object({ ...titled, columns: Type.Array(Type.Object(titled), { description: none }) }),
      {
        description: none,
      },
    ),
    durations: Type.Array(
      Type.Object({
        ...titled,
        hasDatePicker: flag("whether the user picks a date for it"),
        hasTimePicker: flag("whether the user picks a time of day for it"),
        default: flag("whether it is the default choice"),
        supportedOrderTypes: texts("order types for which it can be chosen"),
      }),
      { description: "how long an order can rest: the only choice is until it is cancelled" },
    ),
    orderCustomFields: Type.Array(customField, { description: none }),
    orderHistoryCustomFields: Type.Array(customField, { description: none }),
    positionCustomFields: Type.Array(customField, { description: none }),
    pullingInterval: Type.Object(
      {
        quotes: Type.Integer({ description: "milliseconds between two requests for prices" }),
        orders: Type.Integer({ description: "the same for orders" }),
        positions: Type.Integer({ description: "the same for positions" }),
        accountManager: Type.Integer({ description: "the same for the account's summary" }),
        balances: Type.Integer({ description: "the same for balances" }),
      },
      { description: "how often a chart without streams requests data" },
    ),
  },
  { description: "contents of a trading panel beside the chart" },
);

const bars = {
  s: Type.Enum(["ok", "no_data"], { description: "`no_data`: there is no bar in the requested time range" }),
  t: integers("when each bar begins, oldest first, in seconds since 1970"),
  o: column("first prices; for a bar without a trade, the previous close"),
  h: column("highest prices"),
  l: column("lowest prices"),
  c: column("last prices"),
  v: column("traded quantities, in base currency"),
};

export const charting = {
  getChartConfig: endpoint({
    method: "GET",
    path: "/v1/tv/config",
    summary: "What this venue offers to charts",
    auth: "none",
    limit: perIp(10),
    query: Type.Object({
      locale: Type.Optional(
        Type.String({
          pattern: "^[A-Za-z]{2,3}([_-][A-Za-z0-9]{1,8})*$",
          description: "a language such as `en`; the answer is the same for all",
        }),
      ),
    }),
    beside: Type.Object({
      s: ok,
      d: accountWords,
      supported_resolutions: texts("minutes, and `1D`, `1W`, `1M`"),
      supports_group_request: flag("true: symbols are listed by `/v1/tv/symbol_info`"),
      supports_search: flag("false: the library searches that list itself"),
      supports_marks: flag("false: there are no marks on bars"),
      supports_timescale_marks: flag("false: there are no marks on the time scale"),
      supports_time: flag("false: every answer carries the venue's time as `timestamp`"),
      exchanges: Type.Array(Type.Object({ value: text("id"), name: text("name"), desc: text("description") }), {
        description: "one: this venue",
      }),
      symbols_types: Type.Array(Type.Object({ value: text("id"), name: text("name") }), {
        description: "one: `crypto`",
      }),
    }),
    charting: true,
    source: "interface 4.10",
  }),
  getChartSymbols: endpoint({
    method: "GET",
    path: "/v1/tv/symbol_info",
    summary: "Every market in columns: entries at the same place in the lists belong to the same market",
    auth: "none",
    limit: perIp(10),
    query: Type.Object({ group: Type.String({ minLength: 1, description: "any word; there is only one group" }) }),
    beside: Type.Object({
      s: ok,
      symbol: texts("PERP_<BASE>_USDC"),
      description: texts("description for people to read"),
      currency: texts("currency of the prices: `USDC`"),
      "base-currency": texts("currency that is traded"),
      "exchange-listed": texts("id of this venue"),
      "exchange-traded": texts("the same"),
      minmovement: integers("a price step, in units of 1 ÷ `pricescale`"),
      minmovement2: integers("0: no second scale"),
      fractional: flags("false: prices are decimals"),
      pricescale: integers("units in 1 USDC: 10 for prices with one decimal"),
      root: texts("currency that is traded"),
      "root-description": texts("the same"),
      "has-intraday": flags("true"),
      "has-no-volume": flags("false"),
      type: texts("`crypto`"),
      "is-cfd": flags("false"),
      ticker: texts("name to use with `/v1/tv/history`: the symbol"),
      timezone: texts("`Etc/UTC`: days begin at 00:00 UTC"),
      "session-regular": texts("`24x7`"),
      "session-extended": texts("`24x7`"),
      "session-premarket": texts("empty"),
      "session-postmarket": texts("empty"),
      "supported-resolutions": lists("minutes, and `1D`, `1W`, `1M`"),
      "has-daily": flags("true"),
      "intraday-multipliers": lists("minutes of the bars that need not be built from smaller ones"),
      "has-weekly-and-monthly": flags("true"),
      pointvalue: Type.Array(Type.Number(), {
        description: "USDC that one unit gains when the price rises by 1: always 1",
      }),
      expiration: Type.Array(orNull(Type.Integer()), { description: "null: a perpetual does not expire" }),
      "bar-source": texts("`trade`: bars are built from trades"),
      "bar-transform": texts("`none`"),
      "bar-fillgaps": texts("`true`: a bar without a trade has the last close as all its prices"),
      isin: texts("empty"),
      wkn: texts("empty"),
    }),
    charting: true,
    source: "interface 4.10",
  }),
  getChartBars: endpoint({
    method: "GET",
    path: "/v1/tv/history",
    summary: `Bars of a market in a time range, oldest first; at most the latest ${BARS_MAX} of them`,
    auth: "none",
    limit: perIp(10),
    query: Type.Object({
      symbol,
      resolution: Type.Enum([...RESOLUTIONS], { description: "length of a bar: minutes, or a day, a week, a month" }),
      from: seconds("no bar begins before this time, in seconds since 1970"),
      to: seconds("all bars begin before this time, in seconds since 1970"),
      countback: Type.Optional(
        Type.Integer({
          minimum: 1,
          description: `number of bars before \`to\`, whatever \`from\` is; a number above ${BARS_MAX} counts as ${BARS_MAX}`,
        }),
      ),
    }),
    beside: Type.Object({
      ...bars,
      nextTime: Type.Optional(
        Type.Integer({
          description:
            "with `no_data`: when the nearest bar before the requested time begins, in seconds since 1970; absent if there is none",
        }),
      ),
    }),
    charting: true,
    errors: ["core_unavailable"],
    source: "interface 4.10, errors 8.2",
  }),
  getChartKlines: endpoint({
    method: "GET",
    path: "/v1/tv/kline_history",
    summary: "The latest candles of a market before a given time, in columns, oldest first",
    auth: "none",
    limit: perIp(10),
    query: Type.Object({
      symbol,
      resolution: Type.Enum([...KLINE_RESOLUTIONS], { description: "length of a candle" }),
      from: Type.Optional(seconds("no candle begins before this time, in seconds since 1970")),
      to: Type.Optional(seconds("all candles begin before this time, in seconds since 1970; default now")),
      limit: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: KLINES_MAX,
          default: KLINES_MAX,
          description: "maximum number of candles",
        }),
      ),
    }),
    beside: Type.Object({ ...bars, a: column("traded values, in USDC") }),
    charting: true,
    errors: ["core_unavailable"],
    source: "interface 4.10, errors 8.2",
  }),
} as const;
