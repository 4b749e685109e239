import { expect, test } from "bun:test";
import { venueWords } from "./venue-words.ts";

test("the venue's messages are shown without wire names", () => {
  const said = {
    "order_quantity is invalid: 5": "Size is invalid: 5.",
    "the price of PERP_ETH_USDC is in doubt: nothing leaves while a position is open there":
      "The price of ETH-PERP is in doubt: nothing leaves while a position is open there.",
    "PERP_BTC_USDC is HALTED: no orders are accepted": "BTC-PERP is halted: no orders are accepted.",
    "PERP_BTC_USDC is REDUCE_ONLY": "BTC-PERP is reduce only.",
    "max_notional is exceeded.": "Max notional is exceeded.",
    "too many requests": "Too many requests.",
    "": "",
  };
  for (const [message, words] of Object.entries(said)) expect(venueWords(message)).toBe(words);
});
