// The tables of markets: trades, candles, funding, liquidations, and what builders' accounts traded.

import { type FundingEvent, type LiquidationEvent, type MarginMode, SIDES } from "@evermark/engine";
import type { CandleInterval } from "../../sums/candle-sums.ts";
import { COUNTS_ON, counted, json, orNull, since, table, text, whole, word } from "./column.ts";

/** The resolutions that are stored; longer intervals are rolled up from them. */
export const STORED_RESOLUTIONS = ["1m", "1h", "1d"] as const satisfies readonly CandleInterval[];

/** Trades that each market keeps for lists of its latest trades: what they show must not depend on how old the trades are. */
export const LATEST_TRADES = 500;

/** The broker id of the sums of the whole venue. */
export const WHOLE_VENUE = "";

type LiquidationTransfer = Extract<LiquidationEvent, { type: "transferred" }>;
type Mode = Extract<FundingEvent, { marginMode: unknown }>["marginMode"] & MarginMode;

export const marketTables = {
  trades: table({
    meaning: "Public trades.",
    columns: {
      market: whole("number"),
      match_id: whole("number"),
      price: whole("ticks"),
      quantity: whole("lots"),
      taker_side: word(SIDES),
      at: whole("ms"),
      taker: since(7, orNull(whole("number", "account of the taker; null for rows written before version 7"))),
    },
    key: ["market", "match_id"],
    leaves: { group: "trades", begun: "at", newest: LATEST_TRADES },
  }),

  candles: table({
    meaning:
      "Candles of minutes, hours and days; all three are stored, since a thousand daily candles would take over a million minutes to add up.",
    columns: {
      market: whole("number"),
      resolution: word(STORED_RESOLUTIONS),
      start: whole("ms"),
      open: whole("ticks"),
      high: whole("ticks"),
      low: whole("ticks"),
      close: whole("ticks"),
      volume: whole("lots"),
      amount: whole("micros"),
      count: whole("count", "number of trades"),
    },
    key: ["market", "resolution", "start"],
  }),

  broker_minutes: table({
    meaning: "What the accounts of a builder traded, by minute; each maker or taker side counts.",
    columns: {
      start: whole("ms"),
      market: whole("number"),
      broker_id: text(),
      volume: whole("lots"),
      amount: whole("micros"),
      count: whole("count", "number of maker or taker sides"),
    },
    key: ["start", "market", "broker_id"],
    leaves: { group: "trades", begun: "start" },
  }),

  volume_hours: table({
    meaning:
      "Total volume since the venue began, by hour: for each builder with every maker or taker side of its accounts, for the venue with " +
      "each match once. The volume of any range of whole hours is the difference of two rows.",
    since: 7,
    columns: {
      broker_id: text("empty for the whole venue"),
      start: whole("ms"),
      total: whole("micros", "total up to the end of the hour; many years of trading fit into 64 bits"),
    },
    key: ["broker_id", "start"],
  }),

  funding_rates: table({
    meaning: "The rate of every funding settlement.",
    columns: { market: whole("number"), at: whole("ms"), rate: whole("10⁻¹⁰"), mark: whole("ticks") },
    key: ["market", "at"],
    indices: {
      funding_rates_by_time: {
        on: ["at", "market"],
        since: 6,
        meaning: "For the settlements of all markets since a given time.",
      },
    },
  }),

  funding_payments: table({
    meaning: "What every position paid or received in a funding settlement; accrued until its position is settled.",
    columns: {
      payment_id: counted(),
      account: whole("number"),
      market: whole("number"),
      margin_mode: text<Mode>(),
      rate: whole("10⁻¹⁰"),
      mark: whole("ticks"),
      fee: whole("micros", "paid if positive, received if negative"),
      at: whole("ms"),
      settled_at: whole("ms", "0 until the position is settled"),
      quantity: since(7, orNull(whole("lots", "signed; null for rows written before version 7"))),
    },
    key: ["payment_id"],
    indices: {
      funding_payments_by_account: { on: ["account", "at", "market"] },
      funding_payments_unsettled: { on: ["account"], where: "settled_at = 0" },
    },
    leaves: { group: "positions", begun: "at", once: "settled_at > 0", over: "settled_at", newest: COUNTS_ON },
  }),

  liquidation_transfers: table({
    meaning:
      "Each time positions changed hands without a trade: the account that gave them and the account that took them.",
    columns: {
      transfer_id: counted(),
      liquidation_id: whole("number"),
      kind: text<LiquidationTransfer["kind"]>(),
      account: whole("number", "account that gave the positions"),
      taker: whole("number"),
      at: whole("ms"),
      event: json<LiquidationTransfer>("as the engine emitted it"),
    },
    key: ["transfer_id"],
    indices: {
      liquidation_transfers_by_account: { on: ["account", "at", "kind"] },
      liquidation_transfers_by_taker: { on: ["taker", "at", "kind"] },
      liquidation_transfers_by_time: { on: ["at", "kind"] },
      liquidation_transfers_by_liquidation: { on: ["liquidation_id", "at"], since: 6 },
    },
    leaves: { group: "positions", begun: "at", newest: COUNTS_ON },
  }),

  liquidation_markets: table({
    meaning: "The markets of each transfer, for lists of one market.",
    columns: { transfer_id: whole("number"), market: whole("number") },
    key: ["transfer_id", "market"],
    indices: {
      liquidation_markets_by_market: {
        on: ["market", "transfer_id"],
        since: 7,
        meaning: "For the liquidations of one market, newest first.",
      },
    },
    leavesWith: { table: "liquidation_transfers", by: "transfer_id" },
  }),
};
