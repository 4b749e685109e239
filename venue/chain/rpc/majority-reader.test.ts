// Several nodes, some of which lag, lie or are away.

import { describe, expect, test } from "bun:test";
import pino from "pino";
import { createMetrics } from "../../operation/reports/metrics.ts";
import { type Manner, ScriptedChain } from "../testing/scripted-chain.ts";
import { MajorityReader } from "./majority-reader.ts";
import { NodeReader } from "./node-reader.ts";
import { NodeStates, nodeMetrics } from "./node-states.ts";
import { isTrouble } from "./trouble.ts";

function several(...manners: Manner[]) {
  const chain = new ScriptedChain();
  for (let i = 0; i < 20; i++) chain.mine();
  const nodes = manners.map((manner, i) => Object.assign(chain.node(`node${i}`), { manner }));
  const lines: { node: string; state?: string; msg: string }[] = [];
  const log = pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const metrics = createMetrics();
  const states = new NodeStates(log, nodeMetrics(metrics.registry));
  const reader = new MajorityReader(
    nodes.map((node) => new NodeReader(node)),
    states,
  );
  return { chain, nodes, reader, lines, states, metrics };
}

async function kindOf(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!isTrouble(error)) throw new Error("there was no trouble");
  return error.kind;
}

describe("the head of several nodes", () => {
  const heights: [Manner[], number][] = [
    [["honest", "honest", "honest"], 20],
    [["honest", "honest", "lags"], 20],
    [["honest", "lags", "lags"], 16],
    [["honest", "honest", "forks"], 20],
    [["honest", "away", "honest"], 20],
    [["garbage", "honest", "honest"], 20],
    [["honest", "lags"], 16],
    [["lags"], 16],
  ];
  for (const [manners, height] of heights) {
    test(`is at ${height} when they are: ${manners.join(", ")}`, async () => {
      const { reader, chain } = several(...manners);
      const head = await reader.head();
      expect([head.number, head.hash]).toEqual([height, chain.blocks[height]!.hash]);
    });
  }

  test("is not known without a majority", async () => {
    expect(await kindOf(several("honest", "away", "away").reader.head())).toBe("no_majority");
    expect(await kindOf(several("honest", "forks").reader.head())).toBe("no_majority");
    expect(await kindOf(several("away", "away").reader.head())).toBe("away");
  });
});

test("logs are those of the majority, and a node that disagrees is named once", async () => {
  const { reader, nodes, lines, states, metrics, chain } = several("honest", "invents", "honest");
  const to = await reader.head();
  const query = { addresses: ["0x00000000000000000000000000000000000000aa"], from: 1, to } as const;
  for (let i = 0; i < 5; i++) expect(await reader.logs(query)).toEqual([]);
  await reader.block(1);
  expect(lines.filter(({ node }) => node === "node1")).toMatchObject([{ state: "disagrees" }]);
  expect(await metrics.text()).toContain('evermark_chain_node_fine{node="node1"} 0');

  nodes[1]!.manner = "honest";
  for (let i = 0; i < 10; i++) await reader.block(i);
  expect(states.of("node1")).toBe("fine");
  expect(lines.at(-1)).toMatchObject({ node: "node1", msg: "chain node is fine again" });

  nodes[1]!.manner = "lags";
  await reader.head();
  await reader.block(chain.head.number);
  expect(states.of("node1")).toBe("lags");
});

test("a range that is too large for one of two nodes is too large for both", async () => {
  const { reader } = several("honest", "short");
  const to = await reader.head();
  const addresses = ["0x00000000000000000000000000000000000000aa"] as const;
  expect(await kindOf(reader.logs({ addresses, from: 1, to }))).toBe("too_large");
  expect(await reader.logs({ addresses, from: 19, to })).toEqual([]);
});
