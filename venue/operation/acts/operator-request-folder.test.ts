import { expect, test } from "bun:test";
import { mkdirSync, readdirSync, rmSync, statSync, watch, writeFileSync } from "node:fs";
import { join } from "node:path";
import { addBroker } from "@evermark/engine/testing/setup.ts";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { OperatorActs } from "../../api/sandbox/operator-acts.ts";
import { memoryVenue } from "../../testing/memory-venue.ts";
import {
  OperatorCall,
  type OperatorRequest,
  OperatorRequestFolder,
  type TakenRequest,
} from "./operator-request-folder.ts";

const NOW = 1_779_269_143_700;
const NEWS: OperatorRequest = { do: "announce", input: { message: "a new market" } };
const WITHDRAW: OperatorRequest = { do: "withdraw_announcement", input: { announcement_id: 1 } };

/** A venue whose operator's folder is this one, with a function that handles its requests. */
function venueAt(folder: string) {
  const { venue, engine, apply, failJournal } = memoryVenue();
  const acts = new OperatorActs(venue);
  const carryOut = async ({ do: act, input, by }: TakenRequest) => acts.ready(act, input).run(by, () => {});
  const door = new OperatorRequestFolder({ folder, carryOut, wall: () => NOW, log: venue.log });
  const look = () => door.look();
  return { engine, apply, door, look, failJournal };
}

test("an operator's request is carried out and answered", async () => {
  using temporary = temporaryDirectory();
  const folder = join(temporary.path, "operator");
  const { engine, look } = venueAt(folder);
  // Before the first request, not even the folder exists.
  await look();
  const announced = new OperatorCall(folder, NEWS, NOW);
  expect(announced.answer()).toBeUndefined();
  // The operator's umask may differ from the venue's.
  expect(statSync(folder).mode & 0o077).toBe(0);
  await look();
  expect(announced.answer()).toEqual({ done: { announcement_id: 1 } });
  expect(engine.announcements()).toMatchObject([{ announcementId: 1, message: "a new market" }]);

  const withdrawn = new OperatorCall(folder, WITHDRAW, NOW);
  const again = new OperatorCall(folder, WITHDRAW, NOW);
  await look();
  const answers = [withdrawn.answer(), again.answer()];
  expect(answers.filter((answer) => answer !== undefined && "done" in answer)).toHaveLength(1);
  expect(answers).toContainEqual({ refused: "no announcement 1 is active" });
  expect(engine.announcements()).toEqual([]);
  expect(readdirSync(folder)).toEqual([]);
});

test("a request that is refused, can't be made durable, or is invalid, is answered with the reason", async () => {
  using temporary = temporaryDirectory();
  const { engine, look, failJournal } = venueAt(temporary.path);
  const before = engine.commandCount;
  const blank = new OperatorCall(temporary.path, { ...NEWS, input: { message: " " } }, NOW);
  await look();
  expect(blank.answer()).toEqual({ refused: "message must not be blank" });
  failJournal("the disk is full");
  const unlucky = new OperatorCall(temporary.path, NEWS, NOW);
  await look();
  expect(unlucky.answer()).toMatchObject({ refused: expect.stringContaining("the disk is full") });
  failJournal(null);
  const wrong: unknown[] = [
    { do: "announce", message: "x" },
    { do: "announce", input: [] },
    { do: 5, input: {} },
    null,
  ];
  for (const request of wrong) {
    const call = new OperatorCall(temporary.path, request as OperatorRequest, NOW);
    await look();
    expect(call.answer()).toMatchObject({ refused: expect.stringContaining("can't be read") });
  }
  const refused: [OperatorRequest, string][] = [
    [{ do: "announce", input: { message: 5 } }, "message is invalid"],
    [{ do: "announce", input: {} }, "message must not be blank"],
    [{ do: "withdraw_announcement", input: { announcement_id: "x" } }, "announcement_id is invalid"],
    [{ do: "halt", input: { halted: true, halt: 1 } }, "halt is unknown"],
    [{ do: "creditDeposit" as never, input: { account_id: "x", amount: 1, tx_id: "x" } }, "creditDeposit is unknown"],
    [{ do: "toString" as never, input: {} }, "toString is unknown"],
  ];
  for (const [request, why] of refused) {
    const call = new OperatorCall(temporary.path, request, NOW);
    await look();
    expect(call.answer()).toMatchObject({ refused: expect.stringContaining(why) });
  }
  expect(engine.commandCount).toBe(before + 1);
});

test("operators' acts in production are those of a sandbox, and all input may be text", async () => {
  using temporary = temporaryDirectory();
  const { engine, apply, look } = venueAt(temporary.path);
  apply(addBroker("demo", 60, 30));
  const ask = async (request: OperatorRequest) => {
    const call = new OperatorCall(temporary.path, request, NOW);
    await look();
    return call.answer();
  };
  const symbol = "PERP_ETH_USDC";
  expect(await ask({ do: "market", input: { symbol, state: "REDUCE_ONLY", reason: "thin book" } })).toEqual({
    done: { symbol, state: "REDUCE_ONLY", reason: "OPERATOR" },
  });
  expect(await ask({ do: "halt", input: { halted: "true", reason: "an incident" } })).toEqual({ done: {} });
  expect(engine.venue()).toMatchObject({ halted: true });
  expect(await ask({ do: "builder", input: { broker_id: "demo", minimum_tier: "2" } })).toMatchObject({
    done: { broker_id: "demo", minimum_tier: 2 },
  });
  const noAccount = { do: "account", input: { account_id: "0x1", transfers_allowed: "true" } } as const;
  expect(await ask(noAccount)).toEqual({ refused: "account does not exist" });
});

test("a request is carried out once, and not after it has lain there too long", async () => {
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

test("a watched folder's requests are carried out at once, until the venue stops", async () => {
  using temporary = temporaryDirectory();
  const folder = join(temporary.path, "operator");
  const { engine, door, look } = venueAt(folder);
  door.watch();
  for (let count = 1; count <= 3; count++) {
    const call = new OperatorCall(folder, NEWS, NOW);
    // Nothing but the watched folder makes the venue look.
    while (call.answer() === undefined) await Bun.sleep(1);
    expect(engine.announcements()).toHaveLength(count);
  }
  door.stop();
  // As when a venue is stopped while it starts: the request stays, though others that watch have noticed it.
  door.watch();
  const noticed = Promise.withResolvers<void>();
  const watcher = watch(folder, (_, name) => name?.endsWith(".request") && noticed.resolve());
  const late = new OperatorCall(folder, NEWS, NOW);
  await noticed.promise;
  watcher.close();
  expect(readdirSync(folder)).toEqual([expect.stringMatching(/\.request$/)]);
  await look();
  expect(late.answer()).toMatchObject({ done: {} });
});

test("a folder that can't be watched is still read when the venue looks", async () => {
  using temporary = temporaryDirectory();
  const folder = join(temporary.path, "operator");
  writeFileSync(folder, "not a folder");
  const { door, look } = venueAt(folder);
  door.watch();
  rmSync(folder);
  const call = new OperatorCall(folder, NEWS, NOW);
  await look();
  expect(call.answer()).toMatchObject({ done: {} });
  door.stop();
});

test("other files in the folder are left alone", async () => {
  using temporary = temporaryDirectory();
  const { engine, look } = venueAt(temporary.path);
  const before = engine.commandCount;
  mkdirSync(join(temporary.path, "notes"));
  writeFileSync(join(temporary.path, "x.request"), JSON.stringify({ ...NEWS, asked_at: NOW }));
  await look();
  expect([engine.commandCount, readdirSync(temporary.path).length]).toEqual([before, 2]);
});
