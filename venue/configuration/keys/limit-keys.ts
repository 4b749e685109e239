// Keys about what clients may ask, and how much of it.

import { wholeNumber, yesOrNo } from "../values/kinds.ts";
import { key } from "./key.ts";

export const LIMIT_KEYS = {
  "public_query.wallets": key({
    kind: yesOrNo(),
    fallback: true,
    placeholder: "",
    description: "whether POST /v1/public/query shows what the accounts of a wallet hold and do",
  }),
  "limits.factor": key({
    kind: wholeNumber(1, 1_000_000),
    fallback: { sandbox: 10, production: 1 },
    placeholder: "number",
    description: "multiplies every rate limit that the interface does not state",
  }),
  "limits.requests_per_ip": key({
    kind: wholeNumber(1, 1_000_000),
    fallback: 500,
    placeholder: "number",
    description:
      "requests a second of one address, or one IPv6 network of 64 bits, whatever they ask for; times `limits.factor`",
  }),
  "limits.sockets": key({
    isOwn: true,
    kind: wholeNumber(0, 1_000_000),
    fallback: 0,
    placeholder: "number",
    description:
      "open connections in all, for requests and streams; 0: as many as the limit of open files leaves room for",
  }),
  "limits.sockets_per_ip": key({
    isOwn: true,
    kind: wholeNumber(0, 1_000_000),
    fallback: 0,
    placeholder: "number",
    description: "of them those of one address, or one IPv6 network of 64 bits; 0: 1000, but at most half of all",
  }),
  "limits.connections": key({
    isOwn: true,
    kind: wholeNumber(1, 1_000_000),
    fallback: 10_000,
    placeholder: "number",
    description: "open stream connections in all, at most four fifths of `limits.sockets`",
  }),
  "limits.connections_per_ip": key({
    kind: wholeNumber(1, 1_000_000),
    fallback: 50,
    placeholder: "number",
    description: "open stream connections of one address, public and private each",
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
    description: "topics that one connection may subscribe to",
  }),
} as const;
