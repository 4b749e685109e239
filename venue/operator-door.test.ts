import { expect, test } from "bun:test";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { OperatorCall, OperatorDoor, type OperatorRequest } from "./operator-door.ts";
import { memoryVenue } from "./testing/memory-venue.ts";

const NOW = 1_779_269_143_700;
const NEWS: OperatorRequest = { do: "announce", message: "a new market", url: "", kind: "" };

/** A venue whose door leads to a folder, and the commands that came through it. */
function venueAt(folder: string) {
  const { venue, engine, failJournal } = memoryVenue();
  const door = new OperatorDoor({ folder, sequencer: venue.sequencer, wall: () => NOW, log: venue.log });
  const look = async (): Promise<void> => {
    door.look();
    await Promise.resolve();
  };
  return { engine, look, failJournal };
}

test("what an operator asks for is carried out and answered", async () => {
  using temporary = temporaryDirectory();
  const folder = join(temporary.path, "operator");
  const { engine, look } = venueAt(folder);
  // Before anybody has asked, there is not even a folder.
  await look();
  const announced = new OperatorCall(folder, NEWS, NOW);
  expect(announced.answer()).toBeUndefined();
  await look();
  expect(announced.answer()).toEqual({ created: 1 });
  expect(engine.announcements()).toMatchObject([{ announcementId: 1, message: "a new market" }]);

  const withdrawn = new OperatorCall(folder, { do: "withdraw_announcement", announcementId: 1 }, NOW);
  const again = new OperatorCall(folder, { do: "withdraw_announcement", announcementId: 1 }, NOW);
  await look();
  const answers = [withdrawn.answer(), again.answer()];
  expect(answers.filter((answer) => answer !== undefined && "created" in answer)).toHaveLength(1);
  expect(answers).toContainEqual({ refused: "no announcement 1 is active" });
  expect(engine.announcements()).toEqual([]);
  expect(readdirSync(folder)).toEqual([]);
});

test("what is refused, can't be made durable, or is no request, is said", async () => {
  using temporary = temporaryDirectory();
  const { engine, look, failJournal } = venueAt(temporary.path);
  const before = engine.commandCount;
  const blank = new OperatorCall(temporary.path, { ...NEWS, message: " " } as OperatorRequest, NOW);
  await look();
  expect(blank.answer()).toEqual({ refused: "message must not be blank" });
  failJournal("the disk is full");
  const unlucky = new OperatorCall(temporary.path, NEWS, NOW);
  await look();
  expect(unlucky.answer()).toEqual({ refused: "the disk is full" });
  failJournal(null);
  const wrong: unknown[] = [
    { do: "credit_deposit", account: 1, amount: 1, source: "faucet", reference: "x" },
    { do: "announce", message: 5, url: "", kind: "" },
    { do: "announce", message: "x" },
    { do: "withdraw_announcement", announcementId: "1" },
    null,
  ];
  for (const request of wrong) {
    const call = new OperatorCall(temporary.path, request as OperatorRequest, NOW);
    await look();
    expect(call.answer()).toMatchObject({ refused: expect.stringContaining("can't be read") });
  }
  expect(engine.commandCount).toBe(before + 1);
});

test("a request is carried out once, and not when it has lain there for long", async () => {
  using temporary = temporaryDirectory();
  const { engine, look } = venueAt(temporary.path);
  const late = new OperatorCall(temporary.path, NEWS, NOW - 60_001);
  await look();
  expect(late.answer()).toMatchObject({ refused: expect.any(String) });
  const taken = new OperatorCall(temporary.path, NEWS, NOW);
  await look();
  await look();
  expect([engine.announcements().length, taken.withdraw()]).toEqual([1, false]);
  const back = new OperatorCall(temporary.path, NEWS, NOW);
  expect(back.withdraw()).toBe(true);
  await look();
  expect(engine.announcements()).toHaveLength(1);
});

test("what else lies there is left alone", async () => {
  using temporary = temporaryDirectory();
  const { engine, look } = venueAt(temporary.path);
  const before = engine.commandCount;
  mkdirSync(join(temporary.path, "notes"));
  writeFileSync(join(temporary.path, "x.request"), JSON.stringify({ ...NEWS, asked_at: NOW }));
  await look();
  expect([engine.commandCount, readdirSync(temporary.path).length]).toEqual([before, 2]);
});
