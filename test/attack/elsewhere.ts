// What a web page of another origin can make its reader's browser send to this machine: requests with a host name of
// its own that resolves to this machine, with several hosts, or from its origin. The sandbox's controls and its chain's
// node do nothing for them, and a request with several hosts is always refused.

import { endpoints } from "@evermark/interface/endpoints.ts";
import type { EndpointRow } from "@evermark/interface/rows/endpoint.ts";
import { STREAM_PATHS } from "@evermark/interface/streams/topics.ts";
import { below, type Random } from "@evermark/journal/testing/seeded-random.ts";
import { filePaths } from "@evermark/venue/http/pages/reference/site.ts";
import type { Identity } from "./attacker.ts";
import { type Reply, requestBytes, UPGRADE, Wire } from "./bare-wire.ts";
import { poisonedJson } from "./poison.ts";
import { draftOf, targetOf } from "./requests.ts";
import type { Target } from "./target.ts";

export interface ElsewhereMove {
  readonly kind: string;
  readonly outcome: string;
  readonly complaint: string | undefined;
  readonly detail: string;
}

type Headers = readonly (readonly [string, string])[];
type Play = (target: Target, random: Random, self: Identity) => Promise<Omit<ElsewhereMove, "kind">>;

const JSON_TYPE = ["Content-Type", "application/json"] as const;
const ORIGINS = [
  "https://elsewhere.example",
  "http://localhost.elsewhere.example",
  "null",
  "",
  "file://",
  "http://[::2]",
];
const hosts = (port: number): readonly string[] => [
  "elsewhere.example",
  `elsewhere.example:${port}`,
  `127.0.0.1.elsewhere.example:${port}`,
  "localhost.elsewhere.example",
  "localhost.",
  "0.0.0.0",
  `127.0.0.1@elsewhere.example:${port}`,
  "[::ffff:127.0.0.1]",
  "192.0.2.1",
];

const controls: readonly EndpointRow[] = endpoints.filter(({ auth }: EndpointRow) => auth === "sandbox");
const ofSandbox: readonly EndpointRow[] = endpoints.filter(
  ({ auth, sandboxOnly }: EndpointRow) => auth === "sandbox" || sandboxOnly === true,
);
const pages = ["/", "/terminal/", "/terminal/index.html", "/health", "/ready", "/nothing", ...filePaths];

/** The amount in a call that changes the node's state, which must not have been carried out. */
const GIFT = "0x56bc75e2d63100000";

const plays: Readonly<Record<string, Play>> = {
  "a control with another host name": async (target, random, self) => {
    const host = oneOf(hosts(target.port), random);
    return refusedControl(target, oneOf(controls, random), [["Host", host]], random, self);
  },
  "a control called by a page of another origin": async (target, random, self) => {
    const own = random() < 0.5 ? [["Host", `127.0.0.1:${target.port}`] as const] : [];
    const headers = [...own, ["Origin", oneOf(ORIGINS, random)] as const];
    return refusedControl(target, oneOf(ofSandbox, random), headers, random, self);
  },
  "a control with two Host headers": async (target, random, self) =>
    refusedControl(target, oneOf(ofSandbox, random), twoHosts(target, random), random, self),
  "a page with two Host headers": async (target, random) => {
    const path = oneOf(pages, random);
    const method = random() < 0.8 ? "GET" : "POST";
    return ofTwoHosts(target, requestBytes(method, path, twoHosts(target, random)), `${method} ${path}`);
  },
  "an endpoint with two Host headers": async (target, random, self) => {
    const row = oneOf(
      endpoints.filter(({ auth }: EndpointRow) => auth !== "sandbox"),
      random,
    );
    const bytes = bytesOf(row, twoHosts(target, random), random, self);
    return ofTwoHosts(target, bytes, `${row.method} ${row.path}`);
  },
  "a stream with two Host headers": async (target, random, self) => {
    const path = oneOf(Object.values(STREAM_PATHS), random).replace("{account_id}", self.signer.accountId);
    return ofTwoHosts(target, requestBytes("GET", path, [...UPGRADE, ...twoHosts(target, random)]), `GET ${path}`);
  },
  "the chain's node called by a page of another origin": async (target, random) => {
    const node = await nodeOf(target);
    if (node === undefined) return { outcome: "no node", complaint: undefined, detail: "" };
    const dice = random();
    const own = ["Host", `127.0.0.1:${node.port}`] as const;
    const headers: Headers =
      dice < 0.4
        ? [["Host", oneOf(hosts(node.port), random)]]
        : dice < 0.7
          ? [own, ["Origin", oneOf(ORIGINS, random)]]
          : twoHosts(node, random);
    const account = `0x${Array.from({ length: 40 }, () => below(random, 16).toString(16)).join("")}`;
    const request = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "anvil_setBalance", params: [account, GIFT] });
    const type = oneOf(["application/json", "text/plain", "application/x-www-form-urlencoded"], random);
    const reply = await sendOnce(node, requestBytes("POST", "/", [...headers, ["Content-Type", type]], request));
    const detail = `> POST / ${JSON.stringify(headers)} ${request}\n  < ${textOf(reply)}`;
    const complaint = refusal(reply, [400, 403]) ?? (await richComplaint(node, account));
    return { outcome: classOf(reply), complaint, detail };
  },
  "the chain's node with a malformed request": async (target, random) => {
    const node = await nodeOf(target);
    if (node === undefined) return { outcome: "no node", complaint: undefined, detail: "" };
    const bytes = oneOf(malformedRequests, random)(random);
    const reply = await sendOnce(node, bytes);
    const isBad =
      reply.kind === "silent" || (reply.kind === "answer" && (reply.status === 500 || reply.status === 101));
    const detail = `> ${bytes.toString("latin1").slice(0, 400)}\n  < ${textOf(reply)}`;
    return { outcome: classOf(reply), complaint: isBad ? `answered with ${classOf(reply)}` : undefined, detail };
  },
};

const malformedRequests: readonly ((random: Random) => Buffer)[] = [
  () => requestBytes("GET", "/", []),
  () => requestBytes("OPTIONS", "/", [["Origin", "http://localhost"]]),
  () => requestBytes("GET", "/", UPGRADE),
  () => requestBytes("PUT", "/x", [JSON_TYPE], "{}"),
  (random) => requestBytes("POST", "/", [JSON_TYPE], poisonedJson(random)),
  (random) =>
    requestBytes("POST", "/", [JSON_TYPE], `{"jsonrpc":"2.0","id":${poisonedJson(random)},"method":"eth_call"}`),
  (random) =>
    requestBytes("POST", "/", [JSON_TYPE], `{"id":1,"method":"eth_getLogs","params":${poisonedJson(random)}}`),
  () => requestBytes("POST", "/", [JSON_TYPE], " ".repeat(2_000_000)),
  () => requestBytes("POST", "/", [JSON_TYPE], "[".repeat(100_000)),
];

export async function elsewhereMove(target: Target, random: Random, self: Identity): Promise<ElsewhereMove> {
  const kind = oneOf(Object.keys(plays), random);
  return { kind, ...(await plays[kind]!(target, random, self)) };
}

/** A control that would be carried out if it came from elsewhere. */
async function refusedControl(target: Target, row: EndpointRow, headers: Headers, random: Random, self: Identity) {
  const bytes = bytesOf(row, headers, random, self);
  const reply = await sendOnce(target, bytes);
  const detail = `> ${bytes.toString("latin1").slice(0, 800)}\n  < ${textOf(reply)}`;
  return { outcome: classOf(reply), complaint: refusal(reply, [400, 404]), detail };
}

async function ofTwoHosts(target: Target, bytes: Buffer, name: string) {
  const reply = await sendOnce(target, bytes);
  return { outcome: classOf(reply), complaint: refusal(reply, [400]), detail: `> ${name}\n  < ${textOf(reply)}` };
}

function refusal(reply: Reply, expected: readonly number[]): string | undefined {
  if (reply.kind === "silent") return "no answer";
  // Too many requests from the attacker's address, or a venue that is closing the connection.
  if (reply.kind === "closed" || reply.status === 429 || reply.status === 503) return undefined;
  return expected.includes(reply.status) ? undefined : `answered with ${reply.status}`;
}

/** @returns a complaint when the node has given an account money for a page of another origin */
async function richComplaint(node: Target, account: string): Promise<string | undefined> {
  const request = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_getBalance", params: [account, "latest"] });
  const reply = await sendOnce(node, requestBytes("POST", "/", [JSON_TYPE], request));
  if (reply.kind !== "answer" || reply.status === 503) return undefined;
  if (reply.status !== 200) return `a program on this machine was answered with ${reply.status}`;
  return reply.body.includes('"0x0"') ? undefined : "the node executed a request of a page of another origin";
}

function bytesOf(row: EndpointRow, headers: Headers, random: Random, self: Identity): Buffer {
  const draft = draftOf(row, random, self);
  const path = targetOf(draft);
  const readsBody = row.method === "POST" || row.method === "PUT";
  const signed = row.auth === "signed" ? self.headers(row.method, path, readsBody ? draft.body : "") : [];
  return requestBytes(row.method, path, [...headers, ...draft.headers, ...signed], draft.body);
}

function twoHosts({ port }: Target, random: Random): Headers {
  const own = ["Host", random() < 0.5 ? "localhost" : `127.0.0.1:${port}`] as const;
  const other = ["Host", random() < 0.3 ? own[1] : oneOf(hosts(port), random)] as const;
  return random() < 0.5 ? [own, other] : [other, own];
}

/** The node of the sandbox's own chain, if it has one. */
async function nodeOf(target: Target): Promise<Target | undefined> {
  const reply = await sendOnce(target, requestBytes("GET", "/v1/public/chain_info", []));
  const port = reply.kind === "answer" && /"public_rpc_url":"http:\/\/127\.0\.0\.1:(\d+)"/.exec(reply.body)?.[1];
  if (!port) return undefined;
  return { ...target, url: `http://127.0.0.1:${port}`, host: "127.0.0.1", port: Number(port) };
}

async function sendOnce(target: Target, bytes: Buffer): Promise<Reply> {
  const wire = await Wire.open(target);
  wire.write(bytes);
  const reply = await wire.answer();
  wire.close();
  return reply;
}

const oneOf = <One>(all: readonly One[], random: Random): One => all[below(random, all.length)]!;
const classOf = (reply: Reply): string => (reply.kind === "answer" ? String(reply.status) : reply.kind);
const textOf = (reply: Reply): string =>
  reply.kind === "answer" ? `${reply.status} ${reply.body.slice(0, 300)}` : reply.kind;
