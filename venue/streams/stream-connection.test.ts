import { expect, test } from "bun:test";
import type { ServerWebSocket } from "bun";
import { createMetrics } from "../operation/reports/metrics.ts";
import { Backlogs } from "./backlogs.ts";
import { Channel } from "./channel.ts";
import { STREAM_LIMITS } from "./limits.ts";
import { StreamConnection } from "./stream-connection.ts";

/** A connection whose socket records the frames sent: one list for each write. */
function opened() {
  const metrics = createMetrics().streams;
  const admission = {
    kind: "public",
    ip: "",
    account: 0,
    key: undefined,
    takesOrders: false,
    ownOrders: undefined,
  } as const;
  const connection = new StreamConnection(admission, STREAM_LIMITS, 0, metrics, new Backlogs([]));
  const writes: string[][] = [];
  const socket = {
    cork(write: () => void) {
      writes.push([]);
      write();
    },
    sendText: (frame: string) => writes.at(-1)!.push(frame),
    close: (code: number) => writes.push([`closed ${code}`]),
    getBufferedAmount: () => 0,
  };
  connection.opened(socket as unknown as ServerWebSocket<StreamConnection>);
  return { connection, writes, metrics };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test("frames that several channels send in one moment are one write, in the order in which they were sent", async () => {
  const { connection, writes, metrics } = opened();
  const [trades, bests] = ["trade", "bbo"].map((topic) => new Channel(topic, { count: 1 }, false));
  connection.listen("trade", [trades!]);
  connection.listen("bbo", [bests!]);
  for (const channel of [trades!, bests!, trades!]) channel.publish(1, 1_000);
  expect(writes).toEqual([]);
  await turn();
  const topics = writes.map((frames) => frames.map((frame) => JSON.parse(frame).topic));
  expect(topics).toEqual([["trade", "bbo", "trade"]]);
  expect(metrics.frames.count).toBe(3);
  expect(metrics.bytes.count).toBe(writes.flat().join("").length);

  trades!.publish(2, 2_000);
  await turn();
  expect(writes).toHaveLength(2);
});

test("an answer comes after the frames that wait", async () => {
  const { connection, writes } = opened();
  connection.sendTogether("frame");
  connection.send("answer");
  expect(writes).toEqual([["frame", "answer"]]);
  await turn();
  expect(writes).toHaveLength(1);
});

test("a client that is disconnected first gets the frames sent before", () => {
  const { connection, writes } = opened();
  connection.sendTogether("frame");
  connection.close(1_008, "policy");
  expect(writes).toEqual([["frame"], ["closed 1008"]]);
});

test("nothing is sent over a connection that has ended", async () => {
  const { connection, writes, metrics } = opened();
  const channel = new Channel("trade", { count: 1 }, false);
  connection.listen("trade", [channel]);
  channel.publish(1, 1_000);
  connection.closed();
  expect(channel.hasListeners).toBe(false);
  channel.publish(2, 1_000);
  await turn();
  expect(writes).toEqual([]);
  expect(metrics.frames.count).toBe(0);
});
