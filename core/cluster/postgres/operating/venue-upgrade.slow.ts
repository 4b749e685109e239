import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { PostgresNode, PROGRAM, venueOn } from "../testing/postgres-node.ts";
import { isPostgresAsked, PostgresServer } from "../testing/postgres-server.ts";
import { askForBehaviour, venueVersions } from "./venue-upgrade.ts";

const [OLDER, NEWER] = [PROGRAM, { ...PROGRAM, version: "1.3.0", behaviours: { oldest: 3, newest: 6 } }];

describe.skipIf(!isPostgresAsked)("the behaviour of a venue of several nodes", () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await PostgresServer.start();
  });
  afterAll(() => server[Symbol.asyncDispose]());

  test("can be asked for once every running node carries it out; a node that does not is named", async () => {
    const url = await venueOn(server);
    await using one = await PostgresNode.open(url, 1);
    await using two = await PostgresNode.open(url, 2);
    await one.roll({ program: NEWER, behaviour: 5 });
    await two.roll({ program: OLDER, behaviour: 4 });
    const { behaviour, nodes } = await venueVersions(url);
    expect([behaviour, nodes.map(({ program }) => program!.version)]).toEqual([5, ["1.3.0", "1.2.3"]]);
    await expect(askForBehaviour(url, 6)).rejects.toThrow(
      `can't have behaviour 6: node ${two.id}, which is Evermark 1.2.3, carries out behaviours 2 to 5, not 6`,
    );
    expect((await one.roll({ program: NEWER }))!.wanted).toBe(0);

    await two.roll({ program: NEWER });
    await askForBehaviour(url, 6);
    await askForBehaviour(url, 6);
    expect([(await one.roll())!.wanted, (await two.roll())!.wanted]).toEqual([6, 6]);
    // The behaviour never falls.
    await askForBehaviour(url, 5);
    expect((await one.roll())!.wanted).toBe(6);
  });

  test("a killed node counts for ten seconds, and a node that does not say what it can do is an obstacle", async () => {
    const url = await venueOn(server);
    await using node = await PostgresNode.open(url, 1);
    await node.roll();
    await server.sql("UPDATE evermark.nodes SET version = NULL, newest_behaviour = NULL", url);
    await expect(askForBehaviour(url, 5)).rejects.toThrow("does not report what it supports");
    await server.sql("UPDATE evermark.nodes SET written = now() - interval '11 s'", url);
    await askForBehaviour(url, 5);
    expect((await venueVersions(url)).nodes).toEqual([]);
  });
});
