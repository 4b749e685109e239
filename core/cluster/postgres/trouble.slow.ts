// Lease and journal over a real PostgreSQL whose connections break, and which is held up.

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { openPostgres, serverComplaints } from "./index.ts";
import { LineProxy } from "./testing/line-proxy.ts";
import { FIRST_ROW, NodeCalls, nodeIdOf, rowBehind } from "./testing/node-calls.ts";
import { PostgresNode, STEADY_CLOCK, venueOn } from "./testing/postgres-node.ts";
import { isPostgresAsked, PostgresServer } from "./testing/postgres-server.ts";

describe.skipIf(!isPostgresAsked)("PostgreSQL in trouble", () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await PostgresServer.start();
  });
  afterAll(() => server[Symbol.asyncDispose]());

  const rowsAre = (url: string, count: number) =>
    server.until(`(SELECT count(*) = ${count} FROM evermark.batches)`, url);
  const sessionWaits = (url: string, event: string, what = "%") =>
    server.until(
      `EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = '${event}'
        AND xact_start IS NOT NULL AND query LIKE '${what}')`,
      url,
    );

  test("C3: if an answer is lost, the outcome is unknown, and the row itself shows what happened", async () => {
    const url = await venueOn(server);
    await using line = await LineProxy.start(server.port);
    await using node = await PostgresNode.open(line.url(url), 1);
    const row = rowBehind(FIRST_ROW, await node.lead());
    line.holdsAnswers = true;
    const outcome = node.append(row, FIRST_ROW);
    await rowsAre(url, 2);
    line.cut();
    expect(await outcome).toBe("unknown");
    line.holdsAnswers = false;
    await node.connect(1);
    expect(await node.append(row, FIRST_ROW)).toBe("unknown");
    expect(await node.rowsBehind(FIRST_ROW)).toEqual({ rows: [row], confirmed: 1 });
  });

  test("C4: if a statement is lost, the outcome is unknown too, and repeating it carries it out", async () => {
    const url = await venueOn(server);
    await using line = await LineProxy.start(server.port);
    await using node = await PostgresNode.open(line.url(url), 1);
    const row = rowBehind(FIRST_ROW, await node.lead());
    line.holdsQuestions = true;
    const outcome = node.append(row, FIRST_ROW);
    line.cut();
    expect(await outcome).toBe("unknown");
    line.holdsQuestions = false;
    await node.connect(1);
    expect(await node.rowsBehind(FIRST_ROW)).toEqual({ rows: [], confirmed: 1 });
    expect(await node.append(row, FIRST_ROW)).toBe("appended");
  });

  test("C9: a statement that arrived in part holds its place until the next leader's session ends its session", async () => {
    const url = await venueOn(server);
    await using line = await LineProxy.start(server.port);
    await using former = await PostgresNode.open(line.url(url), 1);
    await using next = await PostgresNode.open(url, 2);
    const before = await former.lead();
    line.isHalving = true;
    const half = former.append(rowBehind(FIRST_ROW, before, 1), FIRST_ROW);
    await sessionWaits(url, "ClientRead", "%INSERT%");
    line.vanish();
    expect(await half).toBe("unknown");
    const { row } = (await next.look())!;
    const term = { timeline: 1, epoch: 2, node: next.id };
    expect(await next.claim(row, 2)).toBe(1);
    const barrier = rowBehind(FIRST_ROW, term, 2);
    // A session that ends no others waits for the key.
    const waiting = `SET lock_timeout = 300; INSERT INTO evermark.batches SELECT 2, 1, 1, '', 2, 2, 0, '', '', '', ''`;
    await expect(server.sql(waiting, url)).rejects.toThrow("lock timeout");
    await next.connect(2);
    expect(await next.append(barrier, FIRST_ROW)).toBe("appended");
    expect(await next.rowsBehind(FIRST_ROW)).toEqual({ rows: [barrier], confirmed: 1 });
  });

  test("a renewal that arrived in part holds the lease until a claimant has waited as long as its sender does", async () => {
    const url = await venueOn(server);
    await using line = await LineProxy.start(server.port);
    await using former = await PostgresNode.open(line.url(url), 1);
    await using next = await PostgresNode.open(url, 2);
    const before = await former.lead();
    line.isHalving = true;
    const half = former.renew(before, FIRST_ROW);
    await sessionWaits(url, "ClientRead", "%UPDATE%");
    line.vanish();
    expect(await half).toBe("unknown");
    const { row } = (await next.look())!;
    let timeline: number | null = null;
    for (let tries = 0; timeline === null && tries < 5; tries++) timeline = await next.claim(row, 2);
    expect(timeline).toBe(1);
  });

  test("a node's next session ends its own statement that arrived in part, at the lease as at the journal", async () => {
    const url = await venueOn(server);
    await using line = await LineProxy.start(server.port);
    await using node = await PostgresNode.open(line.url(url), 1);
    const term = await node.lead();
    line.isHalving = true;
    const row = rowBehind(FIRST_ROW, term);
    const halves = [node.renew(term, FIRST_ROW), node.append(row, FIRST_ROW)];
    await sessionWaits(url, "ClientRead", "%UPDATE%");
    await sessionWaits(url, "ClientRead", "%INSERT%");
    line.vanish();
    expect(await Promise.all(halves)).toEqual(["unknown", "unknown"]);
    line.isHalving = false;
    await node.connect(1);
    expect(await node.renew(term, FIRST_ROW)).toBe("renewed");
    expect(await node.append(row, FIRST_ROW)).toBe("appended");
  });

  test("C7: a cancelled wait for the standby comes as a warning, and never counts as success", async () => {
    const url = await venueOn(server);
    await using node = await PostgresNode.open(url, 1);
    const term = await node.lead();
    const row = rowBehind(FIRST_ROW, term);
    await server.stall(true);
    const cancel = async () => {
      await sessionWaits(url, "SyncRep");
      await server.sql(
        "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'SyncRep'",
        url,
      );
    };
    const appended = node.append(row, FIRST_ROW);
    await cancel();
    expect(await appended).toBe("unknown");
    const renewed = node.renew(term, FIRST_ROW, 1);
    await cancel();
    expect(await renewed).toBe("unknown");
    const { row: seen } = (await node.look())!;
    const claimed = node.claim(seen, 2);
    await cancel();
    expect(await claimed).toBeNull();
    // This server shows all of it, but perhaps no other one has it.
    expect((await node.look())!.row).toMatchObject({ epoch: 2, node: node.id });
    expect(await node.rowsBehind(FIRST_ROW)).toEqual({ rows: [row], confirmed: 1 });
    await server.stall(false);
  });

  test("C7: a row that waits for the standby is seen by no other session, until its own session is ended", async () => {
    const url = await venueOn(server);
    await using node = await PostgresNode.open(url, 1);
    await using other = await PostgresNode.open(url, 2);
    await other.connect(0);
    const row = rowBehind(FIRST_ROW, await node.lead());
    await server.stall(true);
    const appended = node.append(row, FIRST_ROW);
    await sessionWaits(url, "SyncRep");
    expect(await other.rowsBehind(FIRST_ROW)).toEqual({ rows: [], confirmed: 1 });
    expect(await appended).toBe("unknown");
    await node.connect(1);
    await rowsAre(url, 2);
    expect(await node.rowsBehind(FIRST_ROW)).toEqual({ rows: [row], confirmed: 1 });
    await server.stall(false);
  });

  test("C4: an error while the session lives means that nothing happened", async () => {
    const url = await venueOn(server);
    await using node = await PostgresNode.open(url, 1);
    const row = rowBehind(FIRST_ROW, await node.lead());
    await server.sql("ALTER TABLE evermark.batches ADD CONSTRAINT none CHECK (batch < 2)", url);
    expect(await node.append(row, FIRST_ROW)).toBe("failed");
    await server.sql("ALTER TABLE evermark.batches DROP CONSTRAINT none", url);
    // An error at the commit, after the count of rows.
    const late = "CREATE CONSTRAINT TRIGGER late AFTER INSERT ON evermark.batches DEFERRABLE INITIALLY DEFERRED";
    await server.sql(
      `CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
         $$ BEGIN RAISE 'no space' USING ERRCODE = 'disk_full'; END $$;
       ${late} FOR EACH ROW EXECUTE FUNCTION full_disk()`,
      url,
    );
    expect(await node.append(row, FIRST_ROW)).toBe("failed");
    expect(await node.rowsBehind(FIRST_ROW)).toEqual({ rows: [], confirmed: 1 });
    await server.sql("DROP TRIGGER late ON evermark.batches", url);
    expect(await node.append(row, FIRST_ROW)).toBe("appended");
  });

  test("an error that also ends the session decides nothing", async () => {
    const url = await venueOn(server);
    await using node = await PostgresNode.open(url, 1);
    const row = rowBehind(FIRST_ROW, await node.lead());
    await server.sql(
      `CREATE FUNCTION ended() RETURNS trigger LANGUAGE plpgsql AS
         $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); PERFORM pg_sleep(10); RETURN NEW; END $$;
       CREATE TRIGGER ends BEFORE INSERT ON evermark.batches FOR EACH ROW EXECUTE FUNCTION ended()`,
      url,
    );
    expect(await node.append(row, FIRST_ROW)).toBe("unknown");
  });

  test("C1: of two appends that race for one place exactly one gets in, each time", async () => {
    const url = await venueOn(server);
    await using one = await PostgresNode.open(url, 1);
    await using two = await PostgresNode.open(url, 2);
    const term = await one.lead();
    await two.connect(0);
    let head = FIRST_ROW;
    for (let i = 0; i < 300; i++) {
      const rows = [rowBehind(head, term, 1), rowBehind(head, term, 2)];
      const racers = i % 2 === 0 ? [one, two] : [two, one];
      const outcomes = await Promise.all(racers.map((node, n) => node.append(rows[n]!, head)));
      expect(outcomes.toSorted()).toEqual(["appended", "unknown"]);
      const read = await one.rowsBehind(head);
      head = rows[outcomes.indexOf("appended")]!;
      expect(read).toEqual({ rows: [head], confirmed: 1 });
    }
  });

  test("C5: if PostgreSQL stands still, each statement is answered as lost, once, within two seconds", async () => {
    const url = await venueOn(server);
    await using node = await PostgresNode.open(url, 1);
    const term = await node.lead();
    const row = rowBehind(FIRST_ROW, term);
    const answers: unknown[] = [];
    const { row: seen } = (await node.look())!;
    const startedAt = performance.now();
    server.signal("SIGSTOP");
    node.lease.look((answer) => answers.push(answer));
    node.lease.claim(seen, { epoch: 9, node: node.id }, (answer) => answers.push(answer));
    node.lease.renew(term, FIRST_ROW, 1, (answer) => answers.push(answer));
    const outcome = node.append(row, FIRST_ROW);
    expect(await outcome).toBe("unknown");
    while (answers.length < 3) await Bun.sleep(5);
    // The machine may be slow; PostgreSQL was not the one that answered.
    expect(performance.now() - startedAt).toBeGreaterThan(1_900);
    expect(answers).toEqual([null, null, "unknown"]);
    server.signal("SIGCONT");
    await node.connect(1);
    expect((await node.look())!.timeline).toBe(1);
    expect(answers).toHaveLength(3);
  });

  test("C5: an answer that arrives after the machine has slept past its deadline is ignored", async () => {
    let sleptMs = 0;
    const clock = { steady: () => performance.now() + sleptMs };
    const url = await venueOn(server);
    const opened = await openPostgres({ url, node: nodeIdOf(1), clock });
    const node = new NodeCalls(nodeIdOf(1), opened);
    const term = await node.lead();
    const outcomes = [node.append(rowBehind(FIRST_ROW, term), FIRST_ROW), node.renew(term, FIRST_ROW)];
    sleptMs = 2_000;
    expect(await Promise.all(outcomes)).toEqual(["unknown", "unknown"]);
    await rowsAre(url, 2);
    await opened.close();
  });

  test("a session whose statements may reach any server process is refused by name", async () => {
    const url = await venueOn(server);
    await using line = await LineProxy.start(server.port);
    line.isPooling = true;
    const opened = openPostgres({ url: line.url(url), node: "00000000000000aa", clock: STEADY_CLOCK });
    await expect(opened).rejects.toThrow("is a pooler");
    expect((await serverComplaints(line.url(url), true)).map(({ name }) => name)).toContain("pooler_between");
  });
});
