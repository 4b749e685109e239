// Nodes of two versions as one venue, and how its operator upgrades it from one to the next. The older program is a
// copy of this one whose newest behaviour is the previous one: real processes, each with what its version supports.

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { AnswerLost, ApiError, type Client } from "@evermark/client";
import { dataPaths } from "@evermark/core";
import { asksForNats } from "@evermark/core/cluster/nats/testing/nats-server.ts";
import { isPostgresAsked } from "@evermark/core/cluster/postgres/testing/postgres-server.ts";
import { BEHAVIOUR, decodeCommand } from "@evermark/engine";
import { readJournal } from "@evermark/journal";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { filesOf, WorkingCopy } from "../../mutants/working-copy.ts";
import { evermark } from "../../witness/backup-process.ts";
import { expectHistoryOfJournal, expectOneTruth } from "../../witness/proven-directory.ts";
import { startRefused } from "../../witness/venue-process.ts";
import { RoamingTrader, type VenueNode, VenueNodes } from "./venue-nodes.ts";

const REPOSITORY = join(import.meta.dir, "../../..");
const MINUTES = 60_000;
const OLDER = BEHAVIOUR - 1;
/** Between two orders: an account may have 200 open. */
const BETWEEN_MS = 400;

/** The program of the previous version. */
class OlderProgram implements Disposable {
  readonly #copy = new WorkingCopy(
    REPOSITORY,
    filesOf(REPOSITORY).filter((file) => !/^(test|docs|bench)\//.test(file)),
  );
  readonly command: readonly string[] = [process.execPath, join(this.#copy.root, "cli/main.ts")];

  constructor() {
    this.#change("engine/base/behaviour.ts", `BEHAVIOUR = ${BEHAVIOUR};`, `BEHAVIOUR = ${OLDER};`);
    const { version } = JSON.parse(readFileSync(join(REPOSITORY, "package.json"), "utf8")) as { version: string };
    this.#change("package.json", `"version": "${version}"`, '"version": "0.0.1"');
  }

  #change(file: string, from: string, to: string): void {
    const text = this.#copy.read(file);
    expect(text.split(from).length).toBe(2);
    this.#copy.write(file, text.replace(from, to));
  }

  [Symbol.dispose](): void {
    this.#copy.remove();
  }
}

const order = (client_order_id: string) =>
  ({
    symbol: "PERP_BTC_USDC",
    side: "BUY",
    order_type: "LIMIT",
    order_price: 40_000,
    order_quantity: 0.001,
    client_order_id,
  }) as const;

/** Places one order after another, each at the next node, and again when the outcome is not known. */
class SteadyOrders {
  /** The order id of each client order id that was answered. */
  readonly placed = new Map<string, number>();
  readonly #trader: RoamingTrader;
  readonly #nodes: readonly VenueNode[];
  #isOver = false;
  readonly #ended: Promise<void>;

  constructor(trader: RoamingTrader, nodes: readonly VenueNode[]) {
    this.#trader = trader;
    this.#nodes = nodes;
    this.#ended = this.#run();
  }

  /** Waits until `count` more orders are placed. */
  async more(count: number): Promise<void> {
    const until = this.placed.size + count;
    while (this.placed.size < until) await Bun.sleep(10);
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await this.#ended;
  }

  async #run(): Promise<void> {
    let tries = 0;
    for (let i = 0; !this.#isOver; i++) {
      for (;;) {
        using at = this.#trader.at(this.#nodes);
        const id = await placed(at.via(tries++ % this.#nodes.length), `steady-${i}`);
        if (id !== null) {
          this.placed.set(`steady-${i}`, id);
          break;
        }
        await Bun.sleep(20);
      }
      await Bun.sleep(BETWEEN_MS);
    }
  }
}

/** @returns null when the outcome is not known, or the order was not placed */
async function placed(client: Client, id: string): Promise<number | null> {
  try {
    return (await client.orders.placeOrder(order(id))).order_id;
  } catch (error) {
    if (error instanceof AnswerLost || (error instanceof ApiError && [429, 503].includes(error.status))) return null;
    throw error;
  }
}

async function openIds(client: Client): Promise<Map<string, number>> {
  const orders = new Map<string, number>();
  for (let page = 1; ; page++) {
    const { rows } = await client.orders.getOrders({ status: "INCOMPLETE", page, size: 100 });
    for (const { client_order_id, order_id } of rows) orders.set(client_order_id!, order_id);
    if (rows.length < 100) return orders;
  }
}

/** The behaviours that a journal sets, in order. */
function behavioursIn(directory: string): number[] {
  const versions: number[] = [];
  for (const { payload } of readJournal(dataPaths(directory).journal, 1)) {
    const command = decodeCommand(payload);
    if (command.type === "set_behaviour") versions.push(command.version);
  }
  return versions;
}

describe.skipIf(!(asksForNats && isPostgresAsked))("nodes of two versions", () => {
  let older: OlderProgram;
  beforeAll(() => {
    older = new OlderProgram();
  }, MINUTES);
  afterAll(() => older[Symbol.dispose](), MINUTES);

  test(
    "are one venue under the older behaviour; the nodes are replaced one by one, and then the behaviour is raised",
    async () => {
      using temporary = temporaryDirectory();
      await using venue = await VenueNodes.start(3, temporary.path, { command: older.command });
      const upgrade = (...flags: string[]) =>
        evermark(["cluster", "upgrade", ...flags], { EVERMARK_CLUSTER: venue.database });
      using trader = await RoamingTrader.at(venue.nodes);
      const orders = new SteadyOrders(trader, venue.nodes);
      await orders.more(6);

      for (const [i, node] of venue.nodes.entries()) {
        expect(await node.process.terminate()).toEqual({ code: 0, signal: null });
        await venue.run(node, [], null);
        await orders.more(6);
        if (i === 2) continue;
        // While older nodes run nothing changes, and the refusal names one of them.
        const { code, err } = await upgrade("--apply");
        expect([code, err.join()]).toEqual([
          1,
          expect.stringContaining(`, which is Evermark 0.0.1, carries out behaviours 1 to ${OLDER}, not ${BEHAVIOUR}`),
        ]);
      }
      expect((await upgrade()).out.at(-1)).toBe(`nothing was changed; to raise it to ${BEHAVIOUR}: --apply`);
      const { code, out, err } = await upgrade("--apply");
      expect([code, err, out.at(-1)]).toEqual([
        0,
        [],
        expect.stringContaining(`every node has behaviour ${BEHAVIOUR}`),
      ]);
      expect((await upgrade("--apply")).out.at(-1)).toBe(`the venue has behaviour ${BEHAVIOUR} already`);
      await orders.more(6);

      // The older program can't be a node of this venue any more.
      const { messages } = await startRefused({
        ...{ dataDirectory: join(temporary.path, "late"), command: older.command, flags: venue.flags },
      });
      expect(messages.join()).toContain(
        `the venue is to have behaviour ${BEHAVIOUR}, as its operator has asked for; this Evermark 0.0.1 carries out 1 to ${OLDER}`,
      );

      await orders.end();
      using reconnected = trader.at(venue.nodes);
      for (const i of venue.nodes.keys()) expect(await openIds(reconnected.via(i))).toEqual(orders.placed);
      for (const { process } of venue.nodes) expect(await process.terminate()).toEqual({ code: 0, signal: null });
      for (const { directory } of venue.nodes) {
        expect(behavioursIn(directory)).toEqual([OLDER, BEHAVIOUR]);
        expectOneTruth(directory);
        await expectHistoryOfJournal(directory);
      }
    },
    10 * MINUTES,
  );

  test(
    "a node that was away while the behaviour was raised, and does not support it, reports this and ends",
    async () => {
      using temporary = temporaryDirectory();
      await using venue = await VenueNodes.start(1, temporary.path, { command: older.command });
      const [former] = venue.nodes;
      const newer = await venue.add([], null);
      await former!.process.untilLogged("this node leads");
      // It is stopped for so long that it counts as ended.
      former!.process.signal("SIGSTOP");
      const upgrade = () => evermark(["cluster", "upgrade", "--apply"], { EVERMARK_CLUSTER: venue.database });
      while ((await upgrade()).code !== 0) await Bun.sleep(500);
      former!.process.signal("SIGCONT");
      expect((await former!.process.ended).code).toBe(1);
      expect(former!.process.logged("the venue goes on under what this version can't carry out")).toBeDefined();
      using trader = await RoamingTrader.at([newer]);
      await trader.via(0).orders.placeOrder(order("afterwards"));
    },
    5 * MINUTES,
  );
});
