// Keys about the default markets, and about where prices come from.

import { millionths, oneOf, text, wholeNumber, yesOrNo } from "../values/value-kinds.ts";
import { key } from "./key.ts";

export const PRICE_KEYS = {
  demo: key({
    kind: yesOrNo(),
    fallback: { sandbox: true, production: false },
    placeholder: "",
    description: "whether demo traders are active in the markets of a sandbox",
  }),
  past_days: key({
    kind: wholeNumber(0, 7),
    fallback: { sandbox: 3, production: 0 },
    placeholder: "days",
    description: "days of past demo trading, at simulated prices, with which a new sandbox begins; 0: it begins empty",
  }),
  prices: key({
    kind: oneOf("simulated", "manual", "feeds"),
    fallback: { sandbox: "simulated", production: "feeds" },
    placeholder: "source",
    description:
      "feeds: index prices come from the `[[sources]]`, and in a sandbox are simulated for markets without sources; " +
      "simulated: all are simulated; manual: they change only with POST /sandbox/prices",
  }),
  "feeds.currency": key({
    kind: text(/^[A-Z][A-Z0-9]{1,11}$/, "a currency such as USD"),
    fallback: "USD",
    placeholder: "currency",
    description: "currency of index prices; a source that is quoted in another currency is converted",
  }),
  "feeds.max_spread": key({
    kind: millionths(0.000001, 0.2),
    fallback: 0.02,
    placeholder: "fraction",
    description: "largest distance between bid and ask, as a fraction; quotes with a larger one do not count",
  }),
  "feeds.quiet_seconds": key({
    kind: wholeNumber(10, 3_600),
    fallback: 300,
    placeholder: "seconds",
    description: "how long a quote continues to count while its feed is alive but reports nothing new, in seconds",
  }),
  seed: key({
    kind: wholeNumber(0, 4_294_967_295),
    fallback: 1,
    placeholder: "number",
    description: "seed of simulated prices and demo traders: the same seed gives the same trades",
  }),
  default_markets: key({
    kind: yesOrNo(),
    fallback: { sandbox: true, production: false },
    placeholder: "",
    description: "whether the 13 default markets are listed in addition to those of the file",
  }),
} as const;
