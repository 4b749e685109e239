import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { type ByteSource, millis, silent } from "@evermark/engine";
import { deposit, openAccount } from "@evermark/engine/testing/setup.ts";
import { DAY_MS, dayOf } from "../../sums/candle-sums.ts";
import type { Tables } from "../tables/tables.ts";
import { countIn } from "../testing/databases.ts";
import { EngineJournal } from "../testing/engine-journal.ts";
import type { TapeStep } from "../testing/event-tape.ts";
import { inTemporaryDirectory } from "../testing/projected.ts";
import { tapeReplica, writeTapeJournal } from "../testing/tape-journal.ts";
import { engineReplica } from "./engine-replica.ts";
import type { FromHistory, Question } from "./history-protocol.ts";
import { HistoryService } from "./history-service.ts";
import { type OpenHistory, openFollower } from "./open-follower.ts";

const STEPS: TapeStep[] = Array.from({ length: 100 }, (_, i) => ({ kind: "place", choice: i }));
const ORDERS_OF_0: Question = {
  type: "query",
  name: "orders",
  parameters: [{ account: 0, page: 1, size: 100, sort: "CREATED_TIME_ASC" }],
};

type Run = (service: HistoryService, sent: FromHistory[], tables: Tables, historyFile: string) => Promise<void>;

interface ServiceTerms {
  readonly disk?: { readonly freeBytes: number; readonly bytes: number };
  readonly storeMs?: number;
}

async function withService(run: Run, brokenAt = -1, { disk, ...terms }: ServiceTerms = {}) {
  await inTemporaryDirectory(async (directory) => {
    const paths = await writeTapeJournal(directory, STEPS);
    let left = brokenAt;
    const makeReplica = (state: ByteSource | undefined) =>
      tapeReplica(state, () => {
        if (left-- === 0) throw new Error("the replica broke");
      });
    const options = { paths, durable: 0, makeReplica, onRebuild: () => {} };
    const sent: FromHistory[] = [];
    const send = (message: FromHistory) => {
      // These tests are not about how much is kept.
      if (message.type !== "kept") sent.push(structuredClone(message));
    };
    const fail = (error: unknown) => sent.push({ type: "failed", error: String(error) });
    const service = new HistoryService({ options, send, fail, ...terms, ...(disk && { disk: () => disk }) });
    const opened: OpenHistory[] = [];
    service.begin(() => {
      opened.push(openFollower(options));
      return opened[0]!;
    });
    expect(sent.splice(0)).toEqual([{ type: "projected", position: 0 }]);
    await run(service, sent, opened[0]!.tables, paths.history);
    service.receive({ type: "ask", id: 0, after: 0, question: { type: "close" } });
  });
}

/** Waits: the service works on in turns of its own. */
async function until(isReached: () => boolean): Promise<void> {
  while (!isReached()) await Bun.sleep(1);
}

const answers = (sent: FromHistory[]) => sent.filter((message) => message.type === "answer");

test("a question waits until its position is projected, and triggers that at once", async () => {
  await withService(async (service, sent) => {
    service.receive({ type: "ask", id: 1, after: 40, question: ORDERS_OF_0 });
    expect(service.position).toBe(40);
    expect(answers(sent)).toMatchObject([{ id: 1, result: { total: 10 } }]);
    service.receive({ type: "ask", id: 2, after: 0, question: { type: "catch_up" } });
    await until(() => answers(sent).length > 1);
    expect(answers(sent)[1]).toMatchObject({ id: 2, result: 40 });
  });
});

test("without a question, durable commands are gathered and projected soon", async () => {
  await withService(async (service, sent) => {
    service.receive({ type: "durable", position: 30 });
    service.receive({ type: "durable", position: 60 });
    expect(service.position).toBe(0);
    while (service.position < 60) await Bun.sleep(5);
    expect(sent).toEqual([{ type: "projected", position: 60 }]);
  });
});

test("a question that can't be answered is refused, and the next one is answered", async () => {
  await withService(async (service, sent) => {
    const broken: Question = { type: "query", name: "trades", parameters: [{}, "no limit"] };
    service.receive({ type: "ask", id: 1, after: 0, question: broken });
    service.receive({ type: "ask", id: 2, after: 0, question: ORDERS_OF_0 });
    expect(sent).toMatchObject([
      { type: "refused", id: 1 },
      { type: "answer", id: 2, result: { total: 0 } },
    ]);
  });
});

test("an answer includes what is not committed yet, and it is committed soon", async () => {
  await withService(
    async (service, sent, _tables, historyFile) => {
      const other = new Database(historyFile, { readonly: true });
      const stored = () => (other.query("SELECT position FROM meta").get() as { position: number }).position;
      service.receive({ type: "ask", id: 1, after: 40, question: ORDERS_OF_0 });
      expect(answers(sent)).toMatchObject([{ id: 1, result: { total: 10 } }]);
      expect(stored()).toBe(0);
      await until(() => stored() === 40);
      other.close();
    },
    -1,
    { storeMs: 200 },
  );
});

test("while nothing can be committed, what is committed is answered, the rest refused; history resumes on its own", async () => {
  await withService(async (service, sent, _tables, historyFile) => {
    service.receive({ type: "ask", id: 1, after: 10, question: ORDERS_OF_0 });
    service.receive({ type: "ask", id: 2, after: 10, question: { type: "keep" } });
    await until(() => sent.length >= 3);
    const other = new Database(historyFile);
    other.run("BEGIN IMMEDIATE");
    service.receive({ type: "ask", id: 3, after: 40, question: ORDERS_OF_0 });
    service.receive({ type: "ask", id: 4, after: 10, question: ORDERS_OF_0 });
    await until(() => sent.length >= 6);
    other.run("ROLLBACK");
    other.close();
    expect(sent).toMatchObject([
      { type: "projected", position: 10 },
      { type: "answer", id: 1, result: { total: 3 } },
      { type: "answer", id: 2, result: 10 },
      { type: "held_up", reason: "another program has its file locked (database is locked)" },
      { type: "refused", id: 3, isPassing: true },
      { type: "answer", id: 4, result: { total: 3 } },
    ]);
    while (service.position < 40) await Bun.sleep(10);
    expect(sent.slice(6)).toMatchObject([{ type: "resumed" }, { type: "projected", position: 40 }]);
    service.receive({ type: "ask", id: 5, after: 40, question: ORDERS_OF_0 });
    await until(() => answers(sent).length > 3);
    expect(answers(sent).at(-1)).toMatchObject({ id: 5, result: { total: 10 } });
  });
});

test("what was read but cannot be committed is rolled back, and is there again once there is space", async () => {
  await withService(async (service, sent, tables) => {
    service.receive({ type: "ask", id: 1, after: 10, question: { type: "catch_up" } });
    service.store();
    service.receive({ type: "ask", id: 2, after: 40, question: ORDERS_OF_0 });
    await until(() => answers(sent).length === 2);
    const execute = tables.execute.bind(tables);
    tables.execute = (sql) => {
      if (sql === "COMMIT") throw Object.assign(new Error("no room"), { code: "SQLITE_FULL" });
      execute(sql);
    };
    service.receive({ type: "ask", id: 3, after: 40, question: { type: "keep" } });
    await until(() => sent.some(({ type }) => type === "held_up"));
    service.receive({ type: "ask", id: 4, after: 10, question: ORDERS_OF_0 });
    service.receive({ type: "ask", id: 5, after: 40, question: ORDERS_OF_0 });
    // Long enough for another attempt, which finds no space either.
    await Bun.sleep(400);
    tables.execute = execute;
    await until(() => sent.at(-1)?.type === "projected");
    service.receive({ type: "ask", id: 6, after: 40, question: ORDERS_OF_0 });
    await until(() => answers(sent).length === 4);
    expect(sent).toMatchObject([
      { type: "projected", position: 10 },
      { type: "answer", id: 1, result: 10 },
      { type: "projected", position: 40 },
      { type: "answer", id: 2, result: { total: 10 } },
      { type: "held_up", reason: "its disk is full (no room)" },
      { type: "refused", id: 3, isPassing: true },
      { type: "answer", id: 4, result: { total: 3 } },
      { type: "refused", id: 5, isPassing: true },
      { type: "resumed" },
      { type: "projected", position: 40 },
      { type: "answer", id: 6, result: { total: 10 } },
    ]);
  });
});

const FULL = { freeBytes: 0, bytes: 1e9 };
const storedIn = (historyFile: string): number => {
  using other = new Database(historyFile, { readonly: true });
  return (other.query("SELECT position FROM meta").get() as { position: number }).position;
};

test("on a full disk, what is projected is still answered, and committed once there is space", async () => {
  const disk = { ...FULL };
  const run: Run = async (service, sent, _tables, historyFile) => {
    service.receive({ type: "ask", id: 1, after: 40, question: ORDERS_OF_0 });
    service.store();
    service.receive({ type: "ask", id: 2, after: 40, question: ORDERS_OF_0 });
    await until(() => answers(sent).length === 2);
    service.receive({ type: "ask", id: 3, after: 60, question: { type: "catch_up" } });
    service.receive({ type: "ask", id: 4, after: 60, question: { type: "keep" } });
    await until(() => sent.some(({ type }) => type === "refused"));
    expect(sent.filter(({ type }) => type !== "projected")).toMatchObject([
      { type: "answer", id: 1, result: { total: 10 } },
      { type: "held_up", reason: "its disk is full (0 bytes are left)" },
      { type: "answer", id: 2, result: { total: 10 } },
      { type: "answer", id: 3, result: 60 },
      { type: "refused", id: 4, isPassing: true },
    ]);
    expect(storedIn(historyFile)).toBe(0);
    disk.freeBytes = 1e9;
    await until(() => sent.at(-1)?.type === "resumed");
    expect(storedIn(historyFile)).toBe(60);
  };
  await withService(run, -1, { disk });
});

test("what a full disk has rolled back is projected again without the disk", async () => {
  const disk = { ...FULL, freeBytes: 1e9 };
  const run: Run = async (service, sent, tables, historyFile) => {
    service.receive({ type: "ask", id: 1, after: 40, question: ORDERS_OF_0 });
    await until(() => answers(sent).length === 1);
    const execute = tables.execute.bind(tables);
    tables.execute = (sql) => {
      if (sql === "COMMIT") throw Object.assign(new Error("no room"), { code: "SQLITE_FULL" });
      execute(sql);
    };
    disk.freeBytes = 0;
    // As if the disk filled up between the check for space and the commit.
    service.receive({ type: "ask", id: 2, after: 40, question: { type: "keep" } });
    await until(() => sent.some(({ type }) => type === "refused"));
    await until(() => sent.at(-1)?.type === "projected");
    service.receive({ type: "ask", id: 3, after: 40, question: ORDERS_OF_0 });
    await until(() => answers(sent).length === 2);
    expect(answers(sent)[1]).toMatchObject({ id: 3, result: { total: 10 } });
    expect(storedIn(historyFile)).toBe(0);
    tables.execute = execute;
    disk.freeBytes = 1e9;
    await until(() => sent.at(-1)?.type === "resumed");
    expect(storedIn(historyFile)).toBe(40);
  };
  await withService(run, -1, { disk });
});

test("when projecting fails, the whole thread fails instead of leaving questions open", async () => {
  await withService(async (service, sent) => {
    service.receive({ type: "ask", id: 1, after: 40, question: ORDERS_OF_0 });
    await until(() => sent.length > 0);
    expect(sent).toEqual([{ type: "failed", error: "Error: the replica broke" }]);
  }, 20);
});

test("a position that the journal does not have is a failure, not an endless wait", async () => {
  await withService(async (service, sent) => {
    service.receive({ type: "ask", id: 1, after: STEPS.length + 1, question: ORDERS_OF_0 });
    await until(() => sent.length > 0);
    expect(sent).toMatchObject([{ type: "failed", error: expect.stringContaining("corrupt") }]);
  });
});

test("keeping a copy answers with the position of the copy", async () => {
  await withService(async (service, sent) => {
    service.receive({ type: "ask", id: 1, after: 25, question: { type: "keep" } });
    await until(() => answers(sent).length > 0);
    expect(answers(sent)).toMatchObject([{ id: 1, result: 25 }]);
  });
});

test("while a day of many accounts is being closed, questions are answered; those about the day wait for all of it", async () => {
  await inTemporaryDirectory(async (directory) => {
    const journal = new EngineJournal(directory, silent);
    const last = await journal.open();
    const opening = Array.from({ length: 1_000 }, (_, n) => openAccount(10 + n, "even"));
    await journal.append(opening);
    const many = opening.map(({ accountId }) => journal.engine.findAccount(accountId));
    const before = await journal.append(many.map((account) => deposit(account, 1_000_000, `faucet:${account}:1`)));
    const day = dayOf(journal.engine.now);
    const durable = await journal.append([{ type: "tick", at: millis((day + 1) * DAY_MS) }]);
    await journal.close();
    expect(durable).toBe(last + 2_001);

    const sent: FromHistory[] = [];
    const openWhenAnswered: number[] = [];
    const open = () => countIn(tables!, "account_days WHERE value IS NULL");
    const options = { paths: journal.paths, durable: before, makeReplica: engineReplica, onRebuild: () => {} };
    const service = new HistoryService({
      options,
      send(message) {
        sent.push(message);
        if (message.type === "answer") openWhenAnswered.push(open());
      },
      fail: (error) => sent.push({ type: "failed", error }),
    });
    let tables: Tables | undefined;
    service.begin(() => {
      const following = openFollower(options);
      tables = following.tables;
      return following;
    });
    await until(() => service.position === before);
    const figures: Question = {
      type: "query",
      name: "accountDays",
      parameters: [{ account: many[0], from: day, to: day }],
    };
    service.receive({ type: "ask", id: 1, after: durable, question: figures });
    service.receive({ type: "ask", id: 2, after: durable, question: ORDERS_OF_0 });
    await until(() => answers(sent).length === 2);
    expect(answers(sent)).toMatchObject([{ id: 2 }, { id: 1, result: [{ day, value: 1_000_000 }] }]);
    expect(openWhenAnswered[0]).toBeGreaterThan(0);
    expect(openWhenAnswered[1]).toBe(0);
    service.receive({ type: "ask", id: 3, after: 0, question: { type: "close" } });
  });
});
