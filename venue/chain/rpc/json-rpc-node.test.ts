// How one node can behave: a server that answers as a test says, over real HTTP.

import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Hex } from "viem";
import type { Block } from "./chain-reader.ts";
import { JsonRpcNode } from "./json-rpc-node.ts";
import { NodeReader } from "./node-reader.ts";
import { isTrouble, type TroubleKind } from "./trouble.ts";

type RpcRequest = { readonly id: number; readonly method: string; readonly params: readonly unknown[] };

let server: ReturnType<typeof Bun.serve>;
let answer: (asked: RpcRequest) => Response | Promise<Response>;
let requests: RpcRequest[] = [];

beforeAll(() => {
  server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: async (request) => {
      const question = (await request.json()) as RpcRequest;
      requests.push(question);
      return answer(question);
    },
  });
});
afterAll(() => server.stop(true));

const SECRET = "key-of-a-provider";
const LIMITS = { timeoutMs: 5_000, patience: 2, pauseMs: 1, bytesMax: 20_000 };

function node(limits: Partial<typeof LIMITS> = {}): JsonRpcNode {
  requests = [];
  return new JsonRpcNode(`http://127.0.0.1:${server.port}/v3/${SECRET}`, { ...LIMITS, ...limits });
}

function answers(make: (question: RpcRequest) => unknown): void {
  answer = (question) => Response.json({ jsonrpc: "2.0", id: question.id, result: make(question) });
}

function says(response: () => Response): void {
  answer = response;
}

function refuses(error: unknown, status = 200): void {
  answer = ({ id }) => Response.json({ jsonrpc: "2.0", id, error }, { status });
}

async function troubleOf(promise: Promise<unknown>): Promise<[TroubleKind, string]> {
  try {
    await promise;
  } catch (error) {
    if (!isTrouble(error)) throw error;
    expect(`${error.message} ${error.stack} ${String(error.cause)}`).not.toContain(SECRET);
    return [error.kind, error.message];
  }
  throw new Error("there was no trouble");
}
const kindOf = async (promise: Promise<unknown>): Promise<TroubleKind> => (await troubleOf(promise))[0];

const hash = (n: number): Hex => `0x${n.toString(16).padStart(64, "0")}`;
const ADDRESS: Hex = `0x${"aa".repeat(20)}`;
const wireBlock = (n: number) => ({
  number: `0x${n.toString(16)}`,
  hash: hash(n),
  parentHash: hash(n - 1),
  timestamp: "0x1",
});
const block = (n: number): Block => ({ number: n, hash: hash(n), parent: hash(n - 1), timestamp: 1 });
const wireLog = (more: object = {}) => ({
  address: ADDRESS,
  blockNumber: "0x5",
  blockHash: hash(5),
  transactionHash: hash(77),
  logIndex: "0x0",
  topics: [hash(1)],
  data: "0x",
  ...more,
});
const query = { addresses: [ADDRESS], from: 3, to: block(6) };

test("a request that a node puts off is repeated a few times, and then fails", async () => {
  for (const refuse of [
    () => refuses({ code: -32_005, message: "limit exceeded" }),
    () => refuses({ code: 429, message: "too many requests" }),
    () => refuses({ code: -32_000, message: "daily requests per second reached" }),
    () => {
      answer = () => new Response("slow down", { status: 429 });
    },
  ]) {
    refuse();
    expect(await kindOf(node().request("eth_chainId", []))).toBe("limited");
    expect(requests.length).toBe(1 + LIMITS.patience);
  }
  let left = 1;
  answer = ({ id }) => (left-- > 0 ? new Response("", { status: 429 }) : Response.json({ id, result: "0xc4" }));
  expect(await new NodeReader(node()).chainId()).toBe(196);
});

test("a range that is too large is distinguished from too many requests, however it is worded", async () => {
  for (const message of [
    "query returned more than 10000 results",
    "eth_getLogs is limited to a 1024 block range",
    "block range is too wide",
    "exceed maximum block range: 2000",
    "query timeout exceeded",
  ]) {
    refuses({ code: -32_005, message });
    expect(await kindOf(new NodeReader(node()).logs(query))).toBe("too_large");
  }
  answers(() => Array.from({ length: 100 }, () => wireLog()));
  expect(await kindOf(new NodeReader(node()).logs(query))).toBe("too_large");
});

test("each kind of failed answer is named, without showing the URL", async () => {
  const kinds: [TroubleKind, () => void][] = [
    ["away", () => says(() => new Response("down", { status: 503 }))],
    ["away", () => says(() => new Response("<html>"))],
    ["garbage", () => says(() => Response.json([]))],
    ["garbage", () => says(() => Response.json("0xc4"))],
    ["garbage", () => says(() => Response.json({ jsonrpc: "2.0", id: 1 }))],
    ["garbage", () => says(() => Response.json({ jsonrpc: "2.0", id: 999_999, result: "0xc4" }))],
    ["garbage", () => refuses("no")],
    ["refused", () => refuses({ code: -32_601, message: "no such method" })],
  ];
  for (const [kind, arrange] of kinds) {
    arrange();
    expect(await kindOf(node().request("eth_chainId", []))).toBe(kind);
  }
  answer = () => new Promise(() => {});
  expect(await troubleOf(node({ timeoutMs: 20 }).request("eth_chainId", []))).toEqual([
    "away",
    `127.0.0.1:${server.port} did not answer eth_chainId: not in time`,
  ]);
  const closing = node();
  const waiting = kindOf(closing.request("eth_chainId", []));
  closing.close();
  expect(await waiting).toBe("away");
});

test("a call that reverts carries the revert's data", async () => {
  refuses({ code: 3, message: "execution reverted", data: "0xA29C4986" });
  const call = new NodeReader(node()).call({ to: ADDRESS, data: "0x" }, "latest");
  await expect(call).rejects.toMatchObject({ kind: "reverted", data: "0xa29c4986" });
});

test("blocks, numbers and receipts of other shapes are refused", async () => {
  const reader = new NodeReader(node());
  const wrong: [() => Promise<unknown>, readonly unknown[]][] = [
    [() => reader.chainId(), ["196", "0x", "0x00c4", "-0x1", 196, null, `0x${"f".repeat(14)}`]],
    [
      () => reader.block(5),
      [
        wireBlock(6),
        { ...wireBlock(5), hash: "0x12" },
        { ...wireBlock(5), number: "0x-5" },
        { ...wireBlock(5), parentHash: null },
        { ...wireBlock(5), timestamp: 5 },
        [],
        "0x5",
      ],
    ],
    [() => reader.receipt(hash(1)), [{}, { ...receipt, transactionHash: hash(2) }, { ...receipt, status: "0x2" }]],
    [() => reader.balance(ADDRESS, 5), [`0x${"f".repeat(65)}`, "1"]],
    [() => reader.code(ADDRESS, 5), ["0x123", "60"]],
  ];
  for (const [ask, values] of wrong) {
    for (const value of values) {
      answers(() => value);
      expect(await kindOf(ask())).toBe("garbage");
    }
  }
  answers(() => null);
  expect([await reader.block(5), await reader.receipt(hash(1))]).toEqual([undefined, undefined]);
});
const receipt = {
  ...{ transactionHash: hash(1), blockNumber: "0x5", blockHash: hash(5) },
  ...{ status: "0x1", gasUsed: "0x5208" },
};

test("logs that were not asked for are refused, duplicates are dropped, and the order is the chain's", async () => {
  const reader = new NodeReader(node());
  const give = (...logs: readonly object[]) =>
    answers(({ method }) => (method === "eth_getLogs" ? logs : wireBlock(6)));
  for (const log of [
    wireLog({ address: `0x${"bb".repeat(20)}` }),
    wireLog({ blockNumber: "0x2" }),
    wireLog({ blockNumber: "0x7" }),
    wireLog({ blockNumber: "0x6" }),
    wireLog({ removed: true }),
    wireLog({ blockHash: null }),
    wireLog({ topics: ["0x01"] }),
    wireLog({ data: "0x1" }),
    wireLog({ logIndex: "0x-1" }),
  ]) {
    give(log);
    expect(await kindOf(reader.logs(query))).toBe("garbage");
  }
  give(wireLog(), wireLog({ logIndex: "0x1", blockHash: hash(55) }));
  expect(await kindOf(reader.logs(query))).toBe("garbage");
  give(wireLog(), wireLog({ data: "0x01" }));
  expect(await kindOf(reader.logs(query))).toBe("garbage");
  give(wireLog());
  expect(await kindOf(reader.logs({ ...query, topics: [hash(2)] }))).toBe("garbage");
  expect(await kindOf(reader.logs({ ...query, to: { ...block(6), hash: hash(66) } }))).toBe("elsewhere");

  give(wireLog({ logIndex: "0x2" }), wireLog(), wireLog({ logIndex: "0x2" }));
  expect((await reader.logs({ ...query, topics: [[hash(1), hash(2)]] })).map(({ index }) => index)).toEqual([0, 2]);
});
