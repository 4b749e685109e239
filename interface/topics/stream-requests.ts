// One-time requests over a stream: `{"event":"request","params":{"type":…}}`. Streams 5.1.

import Type from "typebox";
import { levels } from "./market-topics.ts";
import { integer, text } from "./topic.ts";

export const streamRequests = {
  orderbook: {
    params: Type.Object({ type: Type.Literal("orderbook"), symbol: text }),
    /** `ts` is the book's version: the next `orderbookupdate` has it as `prevTs`. */
    data: Type.Object({ symbol: text, ts: integer, ...levels }),
    source: "streams 5.1",
  },
} as const;
