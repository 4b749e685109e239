// Keys about what clients may ask, and how much of it.

import { wholeNumber, yesOrNo } from "../values/value-kinds.ts";
import { key } from "./key.ts";

export const LIMIT_KEYS = {
  "public_query.wallets": key({
    kind: yesOrNo(),
    fallback: true,
    placeholder: "",
    description: "whether POST /v1/public/query shows the holdings and activity of wallets' accounts",
  }),
  "limits.factor": key({
    kind: wholeNumber(1, 1_000_000),
    fallback: { sandbox: 10, production: 1 },
    placeholder: "number",
    description: "factor for every rate limit that the interface does not fix",
  }),
  "limits.requests_per_ip": key({
    kind: wholeNumber(1, 1_000_000),
    fallback: 500,
    placeholder: "number",
    description:
      "requests per second of one address, or of one IPv6 network of 64 bits, over all calls; multiplied by `limits.factor`",
  }),
  "limits.sockets": key({
    isOwn: true,
    kind: wholeNumber(0, 1_000_000),
    fallback: 0,
    placeholder: "number",
    description: "open connections in total, for requests and streams; 0: as many as the limit of open files allows",
  }),
  "limits.sockets_per_ip": key({
    isOwn: true,
    kind: wholeNumber(0, 1_000_000),
    fallback: 0,
    placeholder: "number",
    description:
      "open connections of one address, or of one IPv6 network of 64 bits; 0: 1000, but at most half of the total",
  }),
  "limits.connections": key({
    isOwn: true,
    kind: wholeNumber(1, 1_000_000),
    fallback: 10_000,
    placeholder: "number",
    description: "open stream connections in total, at most four fifths of `limits.sockets`",
  }),
  "limits.connections_per_ip": key({
    kind: wholeNumber(1, 1_000_000),
    fallback: 50,
    placeholder: "number",
    description: "open stream connections of one address, counted separately for public and private",
  }),
  "limits.private_connections_per_account": key({
    kind: wholeNumber(1, 1_000_000),
    fallback: 20,
    placeholder: "number",
    description: "open private stream connections of one account",
  }),
  "limits.topics_per_connection": key({
    kind: wholeNumber(1, 1_000_000),
    fallback: 300,
    placeholder: "number",
    description: "number of topics to which one connection may subscribe",
  }),
} as const;
