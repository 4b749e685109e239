// Keys about the venue's mode, where it listens, and how its terminal presents it.

import { networks, oneOf, portBesideOrOff, portOrOff, text, wholeNumber } from "../values/value-kinds.ts";
import { key } from "./key.ts";

export const VENUE_KEYS = {
  mode: key({
    kind: oneOf("sandbox", "production"),
    fallback: "sandbox",
    placeholder: "mode",
    description: "a sandbox has a faucet, simulated prices and the /sandbox controls; production has none of these",
  }),
  port: key({
    isOwn: true,
    kind: wholeNumber(0, 65_535),
    fallback: 8196,
    placeholder: "port",
    description: "port for REST, WebSocket and web pages; 0: a free port",
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
      "port for `GET /metrics`, and nothing else; beside: 1000 above `port`, or a free port if that is 0 or taken; off: no metrics",
  }),
  "metrics.host": key({
    isOwn: true,
    kind: text(/^[A-Za-z0-9.:_-]+$/, "a host name or address"),
    fallback: "127.0.0.1",
    placeholder: "address",
    description: "address on which the metrics are served",
  }),
  "console.port": key({
    isOwn: true,
    kind: portBesideOrOff(),
    fallback: { sandbox: "beside", production: "off" },
    placeholder: "port",
    description:
      "port of the operator's console, at `/operator`; beside: 2000 above `port`, or a free port if that is 0 or taken; off: no console",
  }),
  "console.host": key({
    isOwn: true,
    kind: text(/^[A-Za-z0-9.:_-]+$/, "a host name or address"),
    fallback: "127.0.0.1",
    placeholder: "address",
    description:
      "address on which the console is served. It uses plain HTTP, so any other address requires a proxy with TLS in front",
  }),
  "attesters.port": key({
    isOwn: true,
    kind: portOrOff(),
    fallback: "off",
    placeholder: "port",
    description: "port at which attesters on other machines follow the journal (`evermark attest`); off: no such port",
  }),
  "attesters.host": key({
    isOwn: true,
    kind: text(/^[A-Za-z0-9.:_-]+$/, "a host name or address"),
    fallback: "127.0.0.1",
    placeholder: "address",
    description: "address to listen on for attesters",
  }),
  trusted_proxies: key({
    isOwn: true,
    kind: networks(),
    fallback: "none",
    placeholder: "networks",
    description: "proxies whose `X-Forwarded-For` header identifies the client; it is ignored from others",
  }),
  data: key({
    isOwn: true,
    kind: text(/^[^\0]+$/, "a directory"),
    fallback: "./data",
    placeholder: "directory",
    description: "directory for journal, snapshots and history; used by one process at a time",
  }),
  brand: key({
    kind: text(/^[a-z][a-z0-9]{0,15}$/, "up to 16 lower-case letters and digits, a letter first"),
    fallback: "svc",
    placeholder: "token",
    description: "word used in names of headers, query parameters and keys",
  }),
  "terminal.name": key({
    kind: text(/^[^\p{Cc}]{1,40}$/u, "a text of up to 40 characters"),
    fallback: "Evermark",
    placeholder: "name",
    description: "name of the venue in the terminal",
  }),
  "terminal.accent": key({
    kind: text(/^(?:#[0-9a-fA-F]{6}|none)$/, "# and 6 hex digits, or none"),
    fallback: "none",
    placeholder: "colour",
    description: "colour of buttons and links in the terminal; none: the default colour",
  }),
  "terminal.logo": key({
    isOwn: true,
    kind: text(/^[^\0]+$/, "a file, or none"),
    fallback: "none",
    placeholder: "file",
    description: "SVG, PNG or WebP image beside the venue's name",
  }),
  "terminal.broker": key({
    kind: text(/^[a-z0-9_-]{1,64}$/, "the id of a broker, or first"),
    fallback: "first",
    placeholder: "id",
    description: "builder under which the terminal opens accounts; first: the first builder of the file",
  }),
} as const;
