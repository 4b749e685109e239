// Hostile requests to every endpoint: each begins as the endpoint expects it, and then one thing is made wrong.

import { sign } from "node:crypto";
import { type EndpointRow, isPreview } from "@evermark/interface/rows/endpoint.ts";
import { below, type Random } from "@evermark/journal/testing/seeded-random.ts";
import { credentials, type Identity, privateKeyOf } from "./attacker.ts";
import { requestBytes } from "./bare-wire.ts";
import { type Schema, sampleObject } from "./filled-rows.ts";
import { forgeries } from "./forgeries.ts";
import { costlyBody, oddPath, poisonedJson, poisonedWithoutNumbers, poisonedWord } from "./poison.ts";

export interface HostileRequest {
  readonly row: EndpointRow;
  /** What was made wrong, by its name in a list. */
  readonly kind: string;
  readonly bytes: Buffer;
  /** The expected kind of answer. */
  readonly expects: Expectation;
  /** Whether it asks for a preview, and is answered accordingly. */
  readonly isPreview: boolean;
}

/** `any`: a documented answer; `denied`: never carried out; `loose`: so broken that the connection may just be closed. */
export type Expectation = "any" | "denied" | "loose";

export interface Attackers {
  readonly self: Identity;
  readonly other: Identity;
}

export interface Draft {
  method: string;
  path: string;
  query: string;
  body: string;
  /** Headers in addition to the credentials. */
  headers: (readonly [string, string])[];
}

/** Makes one thing wrong. @returns undefined when it does not apply to this endpoint */
type Fault = (draft: Draft, row: EndpointRow, random: Random, attackers: Attackers) => Expectation | undefined;

const JSON_TYPE = ["Content-Type", "application/json"] as const;
const TYPES = [
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "application/json5",
  "a",
  "",
];
const METHODS = ["PATCH", "OPTIONS", "HEAD", "TRACE", "FOO", "get", "DELETE", "PUT", "POST", "GET"];

const faults: Readonly<Record<string, Fault>> = {
  "as documented": () => "any",
  "a poisoned member": (draft, row, random) => {
    const places = [
      draft.body !== "" && "body",
      draft.query !== "" && "query",
      row.params !== undefined && "path",
    ].filter((place) => place !== false);
    const place = places[below(random, places.length)];
    if (place === undefined) return undefined;
    if (place === "body") draft.body = withPoison(draft.body, random, jsonPoisonFor(row));
    else if (place === "query") draft.query = draft.query.replace(/=[^&]*/, () => `=${poisonedWord(random)}`);
    else draft.path = row.path.replaceAll(/\{[a-z_]+\}/g, () => poisonedWord(random));
    return "any";
  },
  "a missing member": (draft, _row, random) => {
    if (draft.body !== "") draft.body = withoutMember(draft.body, random);
    else if (draft.query !== "") draft.query = draft.query.split("&").slice(1).join("&");
    else return undefined;
    return "any";
  },
  "unknown members": (draft, _row, random) => {
    const name = ["__proto__", "constructor", "account_id", "status", "toString", "é", ""][below(random, 7)]!;
    if (draft.body !== "") draft.body = draft.body.replace("{", `{${JSON.stringify(name)}:{"a":[1]},`);
    else draft.query += `&${encodeURIComponent(name)}=1&${name}[]=2`;
    return "any";
  },
  "members twice": (draft) => {
    if (draft.body.length > 2) draft.body = `${draft.body.slice(0, -1)},${draft.body.slice(1)}`;
    else if (draft.query !== "") draft.query += `&${draft.query}`;
    else return undefined;
    return "any";
  },
  "a body that is something else": (draft, row, random) => {
    if (row.body === undefined) return undefined;
    draft.body = jsonPoisonFor(row)(random);
    return "any";
  },
  "an expensive body": (draft, row, random) => {
    if (row.body === undefined) return undefined;
    draft.body = costlyBody(random);
    return "loose";
  },
  "a body where none belongs": (draft, row, random) => {
    if (row.body !== undefined) return undefined;
    draft.body = poisonedJson(random);
    draft.headers.push(JSON_TYPE);
    return "any";
  },
  "another content type": (draft, row, random) => {
    if (row.body === undefined) return undefined;
    draft.headers = [["Content-Type", TYPES[below(random, TYPES.length)]!]];
    return "any";
  },
  "another method": (draft, row, random) => {
    draft.method = METHODS[below(random, METHODS.length)]!;
    return draft.method === row.method ? undefined : "loose";
  },
  "another spelling of the path": (draft, _row, random) => {
    draft.path = oddPath(random, draft.path);
    return "loose";
  },
  "too many headers": (draft, _row, random) => {
    const headers: readonly (readonly [string, string])[] = [
      ["X-Long", "a".repeat(1_000 * (1 + below(random, 30)))],
      ["Cookie", "a=b; ".repeat(1_000)],
      ["Expect", "100-continue"],
      ["Content-Encoding", "gzip"],
      ["X-Forwarded-For", "127.0.0.1, ::1, 10.0.0.1"],
      ["Forwarded", "for=127.0.0.1;proto=https"],
      ["Origin", "https://elsewhere.example"],
      ["X-Http-Method-Override", "DELETE"],
      ["Range", "bytes=0-0"],
      ["Connection", "upgrade"],
      ["Transfer-Encoding", "identity"],
      ["x-recv-window", poisonedWord(random)],
    ];
    draft.headers.push(headers[below(random, headers.length)]!);
    for (let i = below(random, 90); i > 0; i--) draft.headers.push([`X-${i}`, "1"]);
    return "loose";
  },
};

/** Faults with which no sandbox control can be carried out. */
const HARMLESS_CONTROLS = new Set(["a body that is something else", "an expensive body", "another method"]);

/** The relative frequency of each fault. */
const WEIGHTS: Readonly<Record<string, number>> = {
  "as documented": 4,
  "a poisoned member": 8,
  "an expensive body": 0.2,
};

/** One request to an endpoint; the same for the same random numbers and the same attackers. */
export function hostileRequest(row: EndpointRow, random: Random, attackers: Attackers): HostileRequest {
  const { self } = attackers;
  for (;;) {
    const draft = draftOf(row, random, self);
    if (row.auth === "signed" && random() < 0.2) return forged(row, draft, random, attackers);
    const kind = weighted(random);
    // Moving the sandbox's time and prices, or halting it, would harm honest traders, by design.
    if (row.auth === "sandbox" && !HARMLESS_CONTROLS.has(kind)) continue;
    const expects = faults[kind]!(draft, row, random, attackers);
    if (expects === undefined) continue;
    return { row, kind, bytes: requestBytesOf(draft, row, self), expects, isPreview: asksOnly(row, draft) };
  }
}

/** A request as the endpoint expects it, without credentials. */
export function draftOf(row: EndpointRow, random: Random, self: Identity): Draft {
  const params = sampleObject(allRequired(row.params), random, self);
  const query = sampleObject((row.query ?? {}) as Schema, random, self);
  return {
    method: row.method,
    path: row.path.replaceAll(/\{([a-z_]+)\}/g, (_, name: string) => encodeURIComponent(String(params[name]))),
    query: Object.entries(query)
      .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
      .join("&"),
    body: row.body === undefined ? "" : JSON.stringify(sampleObject(row.body as Schema, random, self)),
    headers: row.body === undefined ? [] : [JSON_TYPE],
  };
}

function forged(row: EndpointRow, draft: Draft, random: Random, { self, other }: Attackers): HostileRequest {
  const request = { method: draft.method, path: targetOf(draft), body: draft.body };
  const isPreview = asksOnly(row, draft);
  const canRead = isPreview || row.scopes?.includes("read") === true;
  const names = [...Object.keys(forgeries), ...(canRead ? [] : ["a read-only key"])];
  const kind = names[below(random, names.length)]!;
  const headers = forgeries[kind]?.(request, { self, other, random }) ?? readOnly(request, self);
  const bytes = requestBytes(draft.method, request.path, [...draft.headers, ...headers], draft.body);
  return { row, kind, bytes, expects: "denied", isPreview };
}

function asksOnly(row: EndpointRow, { body }: Draft): boolean {
  try {
    const members: unknown = JSON.parse(body);
    return typeof members === "object" && members !== null && isPreview(row, members as Record<string, unknown>);
  } catch {
    return false;
  }
}

function readOnly({ method, path, body }: { method: string; path: string; body: string }, self: Identity) {
  const time = String(self.now());
  const signature = sign(null, Buffer.from(`${time}${method}${path}${body}`), privateKeyOf(self.reader));
  return credentials(self.signer.accountId, self.reader.publicKey, time, signature.toString("base64url"));
}

function requestBytesOf(draft: Draft, row: EndpointRow, self: Identity): Buffer {
  const target = targetOf(draft);
  const readsBody = draft.method === "POST" || draft.method === "PUT";
  const signed = row.auth === "signed" ? self.headers(draft.method, target, readsBody ? draft.body : "") : [];
  return requestBytes(draft.method, target, [...draft.headers, ...signed], draft.body);
}

/** The target on the request line. */
export function targetOf({ path, query }: Draft): string {
  return query === "" ? path : `${path}?${query}`;
}

function weighted(random: Random): string {
  const names = Object.keys(faults);
  const total = names.reduce((sum, name) => sum + (WEIGHTS[name] ?? 1), 0);
  let left = random() * total;
  for (const name of names) {
    left -= WEIGHTS[name] ?? 1;
    if (left < 0) return name;
  }
  return names[0]!;
}

function jsonPoisonFor({ auth }: EndpointRow): (random: Random) => string {
  return auth === "sandbox" ? poisonedWithoutNumbers : poisonedJson;
}

/** Replaces one member in an object's text, at any depth, by any text. */
function withPoison(body: string, random: Random, poison: (random: Random) => string): string {
  const MARK = '"\u0001poisoned\u0001"';
  const value: unknown = JSON.parse(body);
  let inside: unknown = value;
  for (;;) {
    if (typeof inside !== "object" || inside === null) break;
    const members = inside as Record<string, unknown>;
    const names = Object.keys(members);
    if (names.length === 0) return poison(random);
    const name = names[below(random, names.length)]!;
    if (typeof members[name] === "object" && random() < 0.7) inside = members[name];
    else {
      members[name] = JSON.parse(MARK.replaceAll("\u0001", "\\u0001"));
      break;
    }
  }
  return JSON.stringify(value).replace(MARK.replaceAll("\u0001", "\\u0001"), () => poison(random));
}

function withoutMember(body: string, random: Random): string {
  const value = JSON.parse(body) as Record<string, unknown>;
  const names = Object.keys(value);
  delete value[names[below(random, names.length)] ?? ""];
  return JSON.stringify(value);
}

/** Path parameters are never left out, so all are required. */
function allRequired(schema: unknown): Schema {
  const { properties = {} } = (schema ?? {}) as Schema;
  return { type: "object", properties, required: Object.keys(properties) };
}
