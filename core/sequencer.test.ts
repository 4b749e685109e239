import { expect, test } from "bun:test";
import { Engine, millis, silent } from "@evermark/engine";
import { type JournalListener, openJournal, readJournal } from "@evermark/journal";
import { smallDisk } from "@evermark/journal/testing/small-disk.ts";
import { JournalSequencer } from "./sequencer.ts";
import { isUnavailable, type Unstamped } from "./sequencing.ts";

/** A sequencer over a real engine and a real journal, on a disk that can be filled. */
function sequencerOnSmallDisk() {
  const disk = smallDisk();
  const engine = new Engine();
  const states: (string | null)[] = [];
  const faults: unknown[] = [];
  let now = 1_779_269_143_700;
  const sequencer = new JournalSequencer({
    engine,
    clock: { now: () => now },
    observer: { batch() {}, applied() {} },
    audit: true,
    lastAt: 0,
    appliedPosition: 0,
    onApplied() {},
    onFault: (error) => faults.push(error),
    onJournalState: (error) => states.push(error === null ? null : "refused"),
  });
  const listener: JournalListener = {
    onDurable: (position) => sequencer.onDurable(position),
    onFailure: (error, firstLost, certain) => sequencer.onFailure(error, firstLost, certain),
  };
  const { journal } = openJournal({ directory: disk.directory, disk: disk.disk, listener });
  sequencer.attach(journal, { ...silent, commandEnd() {} });
  return { disk, engine, sequencer, journal, states, faults, setNow: (ms: number) => (now = ms) };
}

/** Longer than the space that the journal has reserved ahead, so that it can't fit in there. */
const bulky: Unstamped = {
  type: "oracle_prices",
  prices: Array.from({ length: 20_000 }, () => ({ market: 0, source: 0, price: 1 as never, volume: 0 as never })),
};
const command: Unstamped = { type: "settle_pnl", account: 0, nonce: 0 };

test("on a full disk, a command that cannot be made durable is refused without a trace; later ones are taken", async () => {
  const { disk, sequencer, engine, journal, states } = sequencerOnSmallDisk();
  using _disk = disk;
  expect(isUnavailable(await sequencer.send(command))).toBe(false);
  const before = engine.stateHash();

  disk.fill();
  const refused = await Promise.all([sequencer.send(bulky), sequencer.send(command)]);
  expect(refused).toMatchObject([
    { unavailable: expect.stringContaining("nothing happened") },
    { unavailable: expect.stringContaining("nothing happened") },
  ]);
  expect(engine.stateHash()).toBe(before);
  expect(sequencer.appliedPosition).toBe(1);

  disk.makeRoom();
  expect(await sequencer.send(command)).toMatchObject({ position: 2 });
  expect(states).toEqual(["refused", null]);
  await journal.close();
  expect([...readJournal(disk.directory, 1)].map(({ position }) => position)).toEqual([1, 2]);
});

test("after a fault nothing more is applied, and every waiting caller is answered once", async () => {
  const { disk, sequencer, engine, journal, faults } = sequencerOnSmallDisk();
  using _disk = disk;
  engine.apply({ type: "tick", at: millis(1_900_000_000_000) }, silent);
  const first = [sequencer.send(command), sequencer.send(command)];
  // These are on their way to the disk when the fault occurs.
  await Promise.resolve();
  const later = Bun.sleep(0).then(() => sequencer.send(command));
  // Commands that were on their way may be on the disk.
  const uncertain = { unavailable: "the venue has stopped on a broken invariant", isUncertain: true };
  expect(await Promise.all([...first, later])).toEqual([uncertain, uncertain, uncertain]);
  await journal.close();
  expect(faults).toHaveLength(1);
  expect(sequencer.appliedPosition).toBe(0);
});

test("commands are stamped in order although the clock steps back, in the journal too", async () => {
  const { disk, sequencer, journal, setNow } = sequencerOnSmallDisk();
  using _disk = disk;
  const stamps: number[] = [];
  for (const now of [5_000, 9_000, 1_000, 8_999, 9_001]) {
    setNow(now);
    const result = await sequencer.send(command);
    if (!isUnavailable(result)) stamps.push(result.at);
  }
  expect(stamps).toEqual([5_000, 9_000, 9_000, 9_000, 9_001]);
  await journal.close();
  expect([...readJournal(disk.directory, 1)].map(({ at }) => at)).toEqual(stamps);
});

test("commands taken before the end are still made durable and answered; later ones are refused", async () => {
  const { disk, sequencer, journal } = sequencerOnSmallDisk();
  using _disk = disk;
  const open = sequencer.send(command);
  sequencer.close("the venue is shutting down");
  expect(await sequencer.send(command)).toEqual({ unavailable: "the venue is shutting down" });
  await journal.close();
  expect(await open).toMatchObject({ position: 1 });
});
