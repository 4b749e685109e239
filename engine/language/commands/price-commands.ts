// Reports of outside price sources, pinned prices, and the clock. Rules 0.2, 6.1.

import { list, market, price, quantity, small, time, type ValuesOf } from "../field.ts";
import { type CommandOf, commands } from "./declaration.ts";

/** One index source's report for one market. */
const SOURCE_PRICE = {
  market: market(),
  source: small("source", "Number of the source among the market's sources, counted from 0."),
  price: price("Any number: one that cannot be a price of the market is accepted as a report but does not count."),
  volume: quantity("Base volume of the last 4 hours; 0 when unknown."),
};
export type SourcePrice = ValuesOf<typeof SOURCE_PRICE>;

export const PRICE_COMMANDS = commands({
  oracle_prices: {
    tag: 13,
    does: "Reports of index price sources; they count from the next tick on. Rules 6.1.",
    from: ["venue"],
    refusals: [],
    fields: { prices: list(SOURCE_PRICE) },
  },
  set_index_prices: {
    tag: 14,
    does: "Sets index prices by hand; they stay until changed, never go stale, and move the mark price at once.",
    from: ["operator"],
    refusals: ["invalid_parameter", "refused"],
    fields: {
      prices: list({
        market: market(),
        price: price(
          "0 returns the price to its sources: it stays until the next tick with a price of the sources, which is accepted however far " +
            "away it is.",
        ),
      }),
    },
  },
  tick: {
    tag: 15,
    does: "A tick of the clock: `at` is a whole second. Runs everything that is due, in the sequence of rules 0.2.",
    from: ["venue"],
    refusals: [],
    fields: {},
  },
  start_session: {
    tag: 49,
    does:
      "Records that the venue was started or restarted. No market liquidates until its index has been fresh once, and the time " +
      "during which the venue did not run does not count as silence of the sources.",
    from: ["venue"],
    refusals: ["invalid_parameter"],
    fields: { resumesAt: time("Where venue time resumes; the ticks in between are made up for.") },
  },
});

type Of = typeof PRICE_COMMANDS;
export type OraclePrices = CommandOf<Of, "oracle_prices">;
export type SetIndexPrices = CommandOf<Of, "set_index_prices">;
export type Tick = CommandOf<Of, "tick">;
export type StartSession = CommandOf<Of, "start_session">;
