import { expect, test } from "bun:test";
import { FairTurns } from "./fair-turns.ts";

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Takes longer than one turn may. */
function work(): void {
  for (const end = performance.now() + 1; performance.now() < end; );
}

async function untilNothingWaits(turns: FairTurns): Promise<void> {
  while (turns.waiting > 0) await nextTurn();
}

test("a few jobs are done as they come, and one turn does only so many", async () => {
  const turns = new FairTurns();
  for (let i = 0; i < 16; i++) expect(turns.hasRoom).toBe(true);
  work();
  expect(turns.hasRoom).toBe(false);
  await nextTurn();
  expect(turns.hasRoom).toBe(true);
});

test("nothing overtakes a job that waits", async () => {
  const turns = new FairTurns();
  const done: string[] = [];
  turns.later("a", 1, () => done.push("first"));
  expect([turns.hasRoom, turns.waiting]).toEqual([false, 1]);
  turns.later("a", 1, () => done.push("second"));
  await untilNothingWaits(turns);
  expect(done).toEqual(["first", "second"]);
  expect(turns.hasRoom).toBe(true);
});

test("waiting jobs are done round robin: by address, within an address by connection, within a connection in order", async () => {
  const turns = new FairTurns();
  const done: string[] = [];
  const ask = (address: string, connection: string, count: number) => {
    for (let i = 1; i <= count; i++) turns.later(address, connection, () => done.push(`${address}${connection}${i}`));
  };
  ask("flood", "x", 5);
  ask("flood", "y", 2);
  ask("honest", "z", 2);
  await untilNothingWaits(turns);
  expect(done.join(" ")).toBe("floodx1 honestz1 floody1 honestz2 floodx2 floody2 floodx3 floodx4 floodx5");
});

test("known connections have every other turn, however many addresses are unknown", async () => {
  const turns = new FairTurns();
  const done: string[] = [];
  for (let i = 1; i <= 6; i++) turns.later(`crowd ${i}`, 1, () => done.push(`c${i}`));
  for (let i = 1; i <= 2; i++) turns.later("a", 1, () => done.push(`a${i}`), true);
  turns.later("b", 1, () => done.push("b1"), true);
  await untilNothingWaits(turns);
  expect(done.join(" ")).toBe("a1 c1 b1 c2 a2 c3 c4 c5 c6");
});

test("a turn does a bounded amount of work before other work runs", async () => {
  const turns = new FairTurns();
  let done = 0;
  for (let i = 0; i < 10; i++) {
    turns.later(i % 2 === 0 ? "flood" : "another", 1, () => {
      work();
      done++;
    });
  }
  let rounds = 0;
  for (; done < 10; rounds++) await nextTurn();
  // One job a turn: each takes longer than a turn may.
  expect(rounds).toBeGreaterThanOrEqual(9);
});

test("the follow-up work of a job counts as part of the job", async () => {
  const turns = new FairTurns();
  let done = 0;
  for (let i = 0; i < 10; i++) {
    turns.later(i % 2 === 0 ? "flood" : "another", 1, () => {
      void Promise.resolve()
        .then(work)
        .then(() => done++);
    });
  }
  let rounds = 0;
  for (; done < 10; rounds++) await nextTurn();
  expect(rounds).toBeGreaterThanOrEqual(9);
});

test("of thousands of jobs that wait on one connection, each is done once, in order", async () => {
  const turns = new FairTurns();
  const done: number[] = [];
  for (let i = 0; i < 5_000; i++) turns.later("flood", 1, () => done.push(i));
  await untilNothingWaits(turns);
  expect(done).toEqual(Array.from({ length: 5_000 }, (_, i) => i));
});
