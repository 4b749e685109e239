// Keys about the venue's mode, where it listens, and how its terminal presents it.

import { networks, oneOf, portBesideOrOff, portOrOff, text, wholeNumber } from "../values/kinds.ts";
import { key } from "./key.ts";

export const VENUE_KEYS = {
  mode: key({
    kind: oneOf("sandbox", "production"),
    fallback: "sandbox",
    placeholder: "mode",
    description: "sandbox has a faucet, simulated prices and the /sandbox controls; production has none of them",
  }),
  port: key({
    isOwn: true,
    kind: wholeNumber(0, 65_535),
    fallback: 8196,
    placeholder: "port",
    description: "REST, WebSocket and pages; 0 takes a free one",
  }),
  host: key({
    isOwn: true,
    kind: text(/^[A-Za-z0-9.:_-]+$/, "a host name or address"),
    fallback: "127.0.0.1",
    placeholder: "address",
    description: "address to listen on",
  }),
  "metrics.port": key({
    isOwn: true,
    kind: portBesideOrOff(),
    fallback: "beside",
    placeholder: "port",
    description:
      "`GET /metrics`, and nothing else; beside: 1000 above `port`, or a free one where that is 0 or taken; off: nowhere",
  }),
  "metrics.host": key({
    isOwn: true,
    kind: text(/^[A-Za-z0-9.:_-]+$/, "a host name or address"),
    fallback: "127.0.0.1",
    placeholder: "address",
    description: "address to show the metrics on",
  }),
  "console.port": key({
    isOwn: true,
    kind: portBesideOrOff(),
    fallback: { sandbox: "beside", production: "off" },
    placeholder: "port",
    description:
      "the operator's console, at `/operator`; beside: 2000 above `port`, or a free one where that is 0 or taken; off: nowhere",
  }),
  "console.host": key({
    isOwn: true,
    kind: text(/^[A-Za-z0-9.:_-]+$/, "a host name or address"),
    fallback: "127.0.0.1",
    placeholder: "address",
    description: "address to show the console on: it speaks plain HTTP, so any other needs a proxy with TLS in front",
  }),
  "attesters.port": key({
    isOwn: true,
    kind: portOrOff(),
    fallback: "off",
    placeholder: "port",
    description: "where attesters on other machines follow the journal (`evermark attest`); off: nowhere",
  }),
  "attesters.host": key({
    isOwn: true,
    kind: text(/^[A-Za-z0-9.:_-]+$/, "a host name or address"),
    fallback: "127.0.0.1",
    placeholder: "address",
    description: "address to listen on for them",
  }),
  trusted_proxies: key({
    isOwn: true,
    kind: networks(),
    fallback: "none",
    placeholder: "networks",
    description: "proxies whose `X-Forwarded-For` says who the client is; that of others is ignored",
  }),
  data: key({
    isOwn: true,
    kind: text(/^[^\0]+$/, "a directory"),
    fallback: "./data",
    placeholder: "directory",
    description: "journal, snapshots and history; one process at a time",
  }),
  brand: key({
    kind: text(/^[a-z][a-z0-9]{0,15}$/, "up to 16 lower-case letters and digits, a letter first"),
    fallback: "svc",
    placeholder: "token",
    description: "the word in header names, query names and key names",
  }),
  "terminal.name": key({
    kind: text(/^[^\p{Cc}]{1,40}$/u, "a text of up to 40 characters"),
    fallback: "Evermark",
    placeholder: "name",
    description: "what the terminal calls the venue",
  }),
  "terminal.accent": key({
    kind: text(/^(?:#[0-9a-fA-F]{6}|none)$/, "# and 6 hex digits, or none"),
    fallback: "none",
    placeholder: "colour",
    description: "colour of what can be pressed in the terminal; none: its own",
  }),
  "terminal.logo": key({
    isOwn: true,
    kind: text(/^[^\0]+$/, "a file, or none"),
    fallback: "none",
    placeholder: "file",
    description: "SVG, PNG or WebP picture beside the venue's name",
  }),
  "terminal.broker": key({
    kind: text(/^[a-z0-9_-]{1,64}$/, "the id of a broker, or first"),
    fallback: "first",
    placeholder: "id",
    description: "builder that accounts are opened under in the terminal; first: the first one of the file",
  }),
} as const;
