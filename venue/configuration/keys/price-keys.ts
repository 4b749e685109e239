// Keys about the default markets, and about where prices come from.

import { millionths, oneOf, text, wholeNumber, yesOrNo } from "../values/kinds.ts";
import { key } from "./key.ts";

export const PRICE_KEYS = {
  demo: key({
    kind: yesOrNo(),
    fallback: { sandbox: true, production: false },
    placeholder: "",
    description: "demo traders that make a sandbox's markets live",
  }),
  past_days: key({
    kind: wholeNumber(0, 7),
    fallback: { sandbox: 3, production: 0 },
    placeholder: "days",
    description: "of demo trading at simulated prices, which a new sandbox begins with; 0: it begins empty",
  }),
  prices: key({
    kind: oneOf("simulated", "manual", "feeds"),
    fallback: { sandbox: "simulated", production: "feeds" },
    placeholder: "source",
    description:
      "feeds: index prices are those of the `[[sources]]`, and in a sandbox move by themselves where a market has none; " +
      "simulated: all move by themselves; manual: only POST /sandbox/prices moves them",
  }),
  "feeds.currency": key({
    kind: text(/^[A-Z][A-Z0-9]{1,11}$/, "a currency such as USD"),
    fallback: "USD",
    placeholder: "currency",
    description: "what index prices are in; a source that is quoted in another currency is converted",
  }),
  "feeds.max_spread": key({
    kind: millionths(0.000001, 0.2),
    fallback: 0.02,
    placeholder: "fraction",
    description: "a quote whose ask lies further above its bid counts for nothing, as a fraction",
  }),
  "feeds.quiet_seconds": key({
    kind: wholeNumber(10, 3_600),
    fallback: 300,
    placeholder: "seconds",
    description: "how long a quote is repeated while its feed lives and says nothing new",
  }),
  seed: key({
    kind: wholeNumber(0, 4_294_967_295),
    fallback: 1,
    placeholder: "number",
    description: "of simulated prices and demo traders: same seed, same tape",
  }),
  default_markets: key({
    kind: yesOrNo(),
    fallback: { sandbox: true, production: false },
    placeholder: "",
    description: "whether the 13 default markets are listed beside those of the file",
  }),
} as const;
