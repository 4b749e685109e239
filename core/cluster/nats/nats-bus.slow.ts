import { expect, test } from "bun:test";
import { connect, type NatsConnection } from "@nats-io/transport-node";
import type { Message } from "../ports/bus.ts";
import { type BatchRow, writeRow } from "../records/batch-row.ts";
import { NO_TERM, type NodeId } from "../records/term.ts";
import { encodeMessage } from "./message-codec.ts";
import { Seal } from "./seal.ts";
import { BusEnd, TEST_KEY } from "./testing/bus-end.ts";
import { asksForNats, NatsServer } from "./testing/nats-server.ts";

if (!asksForNats) console.warn("the bus is not tested: nats-server is not installed");
const testBus = test.skipIf(!asksForNats);

const [ONE, TWO, THREE] = ["00000000000000a1", "00000000000000a2", "00000000000000a3"] as const;
const TERM = { timeline: 1, epoch: 3, node: ONE };
const question = (id: number): Message => ({ type: "question", from: ONE, id });

function rowOf(bytes: number): BatchRow {
  const start = { batch: 4, last: 9, at: 1_000, hash: new Uint8Array(32).fill(1), term: NO_TERM };
  const origin = { node: TWO, number: 5, deadline: 3_000, untilDisconnect: true };
  return writeRow(start, TERM, 2_000, [{ at: 2_000, payload: new Uint8Array(bytes).fill(9), origin }]);
}

const row = rowOf(20);
const confirmed = { batch: row.batch, hash: row.hash };
const EACH_TYPE: readonly Message[] = [
  {
    ...{ type: "frame", term: TERM, from: ONE, number: 2 },
    commands: [{ number: 6, deadline: 7, payload: row.records, untilDisconnect: true }],
  },
  { type: "beat", term: TERM, confirmed, nextFrames: new Map([[TWO as NodeId, 3]]) },
  { type: "refusal", term: TERM, number: 6, reason: "too many orders" },
  { type: "published", confirmed, row },
  { type: "published", confirmed, row: null },
  question(8),
  { type: "reply", id: 8, confirmed: 5 },
];

async function areUp(...ends: readonly BusEnd[]): Promise<void> {
  await Promise.all(ends.map((end) => end.until(() => end.bus.isUp)));
}

/** A client that can reach the server and has no key. */
async function stranger(server: NatsServer): Promise<NatsConnection & AsyncDisposable> {
  const connection = await connect({ servers: [`127.0.0.1:${server.port}`], reconnect: false });
  return Object.assign(connection, { [Symbol.asyncDispose]: () => connection.close() });
}

testBus("a message of each type comes as it was sent, to one node or to all others", async () => {
  await using server = await NatsServer.start();
  await using one = new BusEnd(server.url, ONE);
  await using two = new BusEnd(server.url, TWO);
  await using three = new BusEnd(server.url, THREE);
  await areUp(one, two, three);
  for (const message of EACH_TYPE) one.bus.send(TWO, message);
  for (const message of EACH_TYPE) one.bus.send("others", message);
  await two.until(() => two.messages.length === 2 * EACH_TYPE.length);
  await three.until(() => three.messages.length === EACH_TYPE.length);
  expect(two.messages).toEqual([...EACH_TYPE, ...EACH_TYPE]);
  expect(three.messages).toEqual([...EACH_TYPE]);
  two.bus.send(ONE, question(9));
  await one.until(() => one.messages.length > 0);
  expect(one.ids).toEqual([9]);
});

testBus("only what bears the cluster's seal is heard, and only by the node that it was sealed for", async () => {
  await using server = await NatsServer.start();
  await using one = new BusEnd(server.url, ONE);
  await using two = new BusEnd(server.url, TWO);
  await using otherKey = new BusEnd(server.url, THREE, new Uint8Array(32).fill(8));
  await using thief = await stranger(server);
  await areUp(one, two, otherKey);
  const caught = Promise.withResolvers<Uint8Array>();
  thief.subscribe(`evermark.test.${ONE}`, { callback: (_, { data }) => caught.resolve(new Uint8Array(data)) });
  await thief.flush();
  two.bus.send(ONE, question(1));
  const sealed = await caught.promise;
  await one.until(() => one.ids.length === 1);

  const changed = sealed.slice();
  changed[changed.length - 1]! ^= 1;
  thief.publish(`evermark.test.${TWO}`, encodeMessage(question(2)));
  thief.publish(`evermark.test.${TWO}`, new Uint8Array(5));
  thief.publish(`evermark.test.${TWO}`, sealed);
  thief.publish("evermark.test.others", sealed);
  thief.publish(`evermark.test.${TWO}`, changed);
  thief.publish(`evermark.test.${TWO}`, new Seal(TEST_KEY).put(`evermark.test.${TWO}`, new Uint8Array([9, 9])));
  otherKey.bus.send(TWO, question(3));
  // Another connection's messages may overtake these.
  while (two.bus.counts.unsealed < 6 || two.bus.counts.unread < 1) await Bun.sleep(1);
  one.bus.send(TWO, question(4));
  await two.until(() => two.ids.includes(4));
  expect(two.ids).toEqual([4]);
  expect(two.bus.counts).toMatchObject({ received: 1, unsealed: 6, unread: 1 });

  // A node hears a message sealed for it as often as it is sent: the protocol treats it as a duplicate.
  thief.publish(`evermark.test.${ONE}`, sealed);
  await one.until(() => one.ids.length === 2);
  expect(one.ids).toEqual([1, 1]);
});

testBus(
  "while a killed server is away all that is sent is dropped, and its successor brings nothing of it",
  async () => {
    await using server = await NatsServer.start();
    await using one = new BusEnd(server.url, ONE);
    await using two = new BusEnd(server.url, TWO);
    await areUp(one, two);
    await server.kill();
    for (let id = 1; id <= 100; id++) one.bus.send(TWO, question(id));
    await Promise.all([one, two].map((end) => end.until(() => !end.bus.isUp)));
    for (let id = 101; id <= 200; id++) one.bus.send(TWO, question(id));
    expect(one.bus.counts.dropped).toBeGreaterThanOrEqual(100);
    await server.start();
    await areUp(one, two);
    one.bus.send(TWO, question(201));
    await two.until(() => two.ids.includes(201));
    expect(two.ids).toEqual([201]);
    expect(one.statuses.filter((status) => status.startsWith("down")).length).toBeGreaterThan(0);
  },
);

testBus("a server that stands still is given up, whatever it was sent, and comes back", async () => {
  await using server = await NatsServer.start();
  await using one = new BusEnd(server.url, ONE);
  await areUp(one);
  server.pause();
  // More than any buffer on the way to the server holds.
  const large: Message = { type: "published", confirmed, row: rowOf(400_000) };
  for (let i = 0; i < 100; i++) one.bus.send(TWO, large);
  expect(one.bus.counts.dropped).toBeGreaterThan(0);
  await one.until(() => !one.bus.isUp);
  one.bus.send(TWO, question(1));
  server.wake();
  await areUp(one);
  await using two = new BusEnd(server.url, TWO);
  await areUp(two);
  one.bus.send(TWO, question(2));
  await two.until(() => two.ids.includes(2));
  expect(two.ids).toEqual([2]);
});

testBus("what is larger than a server takes is counted and not sent; what it takes arrives", async () => {
  await using server = await NatsServer.start();
  await using one = new BusEnd(server.url, ONE);
  await using two = new BusEnd(server.url, TWO);
  await areUp(one, two);
  one.bus.send(TWO, { type: "published", confirmed, row: rowOf(2_000_000) });
  expect(one.bus.counts).toMatchObject({ oversize: 1, sent: 0 });
  const large: Message = { type: "published", confirmed, row: rowOf(1_000_000) };
  one.bus.send(TWO, large);
  await two.until(() => two.messages.length > 0);
  expect(two.messages).toEqual([large]);
});

/** A process that sends more than any buffer holds, and does not read. */
const FLOOD = `
  import { connect } from "@nats-io/transport-node";
  const [port, subject] = process.argv.slice(1);
  const line = await connect({ servers: ["127.0.0.1:" + port], reconnect: false });
  const closed = line.closed();
  while (!line.isClosed()) {
    line.publish(subject, new Uint8Array(1_000_000));
    await Promise.race([line.flush().catch(() => {}), closed]);
    if (line.stats().outMsgs >= 40) await line.close();
  }
`;

testBus("a node that does not read is cut off by its server, and comes back", async () => {
  await using server = await NatsServer.start('max_pending: 4194304\nwrite_deadline: "200ms"\n');
  await using one = new BusEnd(server.url, ONE);
  await using two = new BusEnd(server.url, TWO);
  await areUp(one, two);
  // This process reads nothing until the flooding process has ended.
  const flood = [process.execPath, "-e", FLOOD, String(server.port), `evermark.test.${TWO}`];
  expect(Bun.spawnSync(flood, { cwd: import.meta.dir }).stderr.toString()).toBe("");
  await two.until(() => two.statuses.some((status) => status.startsWith("down")));
  await areUp(one, two);
  one.bus.send(TWO, question(1));
  await two.until(() => two.ids.includes(1));
});
