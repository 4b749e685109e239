import { afterAll, expect, test } from "bun:test";
import { JsonRpcNode } from "../rpc/json-rpc-node.ts";
import { NodesWriter } from "./chain-writer.ts";

type Answer = (method: string) => unknown;

const servers: Bun.Server<undefined>[] = [];
afterAll(() => Promise.all(servers.map((server) => server.stop(true))));

/** A node with scripted answers: a value is a result, an `Error` an error. */
function node(answer: Answer): JsonRpcNode {
  const server = Bun.serve({
    port: 0,
    async fetch(request) {
      const { id, method } = (await request.json()) as { id: number; method: string };
      const said = answer(method);
      if (said instanceof Error) return Response.json({ id, error: { code: -32_000, message: said.message } });
      return Response.json({ id, result: said });
    },
  });
  servers.push(server);
  return new JsonRpcNode(server.url.href, { patience: 0, timeoutMs: 1_000 });
}

const priced = (base: string, tip: string): JsonRpcNode =>
  node((method) => (method === "eth_maxPriorityFeePerGas" ? tip : { baseFeePerGas: base }));
const refusing = (message: string): JsonRpcNode => node(() => new Error(message));

test("the price is the median of the nodes' answers, whatever a single node says", async () => {
  const writer = new NodesWriter([
    priced("0xa", "0x2"),
    priced("0xffffffffffffff", "0xffffffffffffff"),
    priced("0xb", "0x1"),
  ]);
  expect(await writer.gasPrice()).toEqual({ baseFee: 11n, tip: 2n });
  expect(await new NodesWriter([priced("0xa", "0x2"), refusing("no")]).gasPrice()).toEqual({ baseFee: 10n, tip: 2n });
  expect(await new NodesWriter([node(() => "0x30d40"), node(() => "0x5208")]).gasOf({ to: "0x", data: "0x" })).toBe(
    21_000n,
  );
});

test("an answer that is no valid price is refused", async () => {
  for (const wrong of [null, "-1", "12", 7, `0x${"f".repeat(65)}`, undefined]) {
    expect(new NodesWriter([node(() => ({ baseFeePerGas: wrong }))]).gasPrice()).rejects.toThrow("an amount");
  }
});

test("a transaction counts as sent when one node accepts it or has it, whatever the others say", async () => {
  const sent = (...nodes: JsonRpcNode[]) => new NodesWriter(nodes).broadcast("0x02");
  expect(
    await sent(
      refusing("nonce is odd"),
      node(() => `0x${"1".repeat(64)}`),
    ),
  ).toBeNull();
  for (const known of ["already known", "AlreadyKnown: transaction already imported", "nonce too low: next nonce 5"]) {
    expect(await sent(refusing("whatever"), refusing(known))).toBeNull();
  }
  expect(await sent(refusing("insufficient funds for gas"), refusing("whatever"))).toContain(
    "insufficient funds for gas",
  );
});
