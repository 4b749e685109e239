import { describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { Engine, priceE8, quantityE8, silent } from "@evermark/engine";
import { addBroker, deposit, listMarket, openAccount, placeOrder } from "@evermark/engine/testing/setup.ts";
import { defaultMarket } from "@evermark/engine/testing/vectors.ts";
import fc from "fast-check";
import { SnapshotStore } from "./snapshots.ts";
import { SimulatedDisk } from "./testing/simulated-disk.ts";
import { allOf, newestSnapshot } from "./testing/snapshot-bytes.ts";
import { temporaryDirectory } from "./testing/temporary-directory.ts";
import { text } from "./testing/test-journal.ts";

const directory = "/snapshots";
const hash = new Uint8Array(32).fill(5);

async function storeWith(...positions: number[]): Promise<{ disk: SimulatedDisk; store: SnapshotStore }> {
  const disk = new SimulatedDisk(1);
  const store = new SnapshotStore({ directory, disk });
  for (const position of positions) await store.write({ position, hash, bytes: text(`state ${position}`) });
  return { disk, store };
}

test("the newest snapshot at or below a position is read back as it was written", async () => {
  const { store } = await storeWith(10, 30, 20);
  expect(store.list()).toEqual([30, 20, 10]);
  expect(newestSnapshot(store)).toEqual({ snapshot: { position: 30, hash, bytes: text("state 30") }, skipped: [] });
  expect(newestSnapshot(store, 29).snapshot?.position).toBe(20);
  expect(newestSnapshot(store, 9)).toEqual({ snapshot: undefined, skipped: [] });
});

test("a snapshot with any flipped bit is skipped and reported, and an older one is found", async () => {
  const { disk, store } = await storeWith(10, 20);
  const name = "snapshot-0000000000000020.state";
  const path = join(directory, name);
  for (let byte = 0; byte < disk.content(path).length; byte++) {
    // Four bytes of the header are zero and mean nothing, but the checksum covers them too.
    disk.flipBit(path, byte, byte % 8);
    const { snapshot, skipped } = newestSnapshot(store);
    expect(snapshot?.position).toBe(10);
    expect(skipped.map((invalid) => invalid.name)).toEqual([name]);
    disk.flipBit(path, byte, byte % 8);
  }
  expect(newestSnapshot(store).snapshot?.position).toBe(20);
});

describe("an engine's snapshot that is damaged", () => {
  const path = join(directory, "snapshot-0000000000000020.state");

  async function engineSnapshots(): Promise<{ disk: SimulatedDisk; store: SnapshotStore; engine: Engine }> {
    const engine = new Engine();
    engine.apply(listMarket(defaultMarket("PERP_SOL_USDC"), 15_000_000_000), silent);
    engine.apply(addBroker("builder", 60, 30), silent);
    for (let n = 0; n < 5; n++) {
      const account = engine.apply(openAccount(n, "builder"), silent).created;
      engine.apply(deposit(account, 1_000_000_000, `faucet:${account}:1`), silent);
      const order = placeOrder({ account, price: priceE8(14_000_000_000), quantity: quantityE8(100_000_000) });
      engine.apply({ ...order, clientOrderId: `order-${n}` }, silent);
    }
    const disk = new SimulatedDisk(1);
    const store = new SnapshotStore({ directory, disk });
    await store.write({ position: 20, hash, bytes: engine.snapshot() });
    return { disk, store, engine };
  }

  test("restores nothing, wherever a bit has flipped, whatever its bytes then mean", async () => {
    const { disk, store, engine } = await engineSnapshots();
    expect(store.restoreNewest(Engine.restoreFrom).snapshot?.made.stateHash()).toBe(engine.stateHash());
    for (let byte = 0; byte < disk.content(path).length; byte += 7) {
      disk.flipBit(path, byte, byte % 8);
      const { snapshot, skipped } = store.restoreNewest(Engine.restoreFrom);
      expect({ byte, snapshot, skipped }).toMatchObject({ byte, snapshot: undefined, skipped: [{ isDamaged: true }] });
      disk.flipBit(path, byte, byte % 8);
    }
  });

  test("restores nothing when a part of it is zeros or missing", async () => {
    const { disk, store } = await engineSnapshots();
    const whole = disk.content(path).slice();
    const file = disk.open(path, "write");
    for (let byte = 0; byte < whole.length; byte += 512) {
      if (whole.subarray(byte, byte + 512).every((each) => each === 0)) continue;
      file.write(new Uint8Array(Math.min(512, whole.length - byte)), byte);
      expect(store.restoreNewest(Engine.restoreFrom)).toMatchObject({ snapshot: undefined });
      file.write(whole.subarray(byte, byte + 512), byte);
    }
    expect(store.restoreNewest(Engine.restoreFrom).snapshot).toBeDefined();
    for (let size = whole.length - 1; size > 0; size -= 511) {
      file.truncate(size);
      expect(store.restoreNewest(Engine.restoreFrom)).toMatchObject({ snapshot: undefined });
    }
  });

  test("is distinguished from one of a format that is no longer read", async () => {
    const { store, engine } = await engineSnapshots();
    const foreign = engine.snapshot().slice();
    foreign[0] = 1;
    await store.write({ position: 30, hash, bytes: foreign });
    const { snapshot, skipped } = store.restoreNewest(Engine.restoreFrom);
    expect([snapshot?.position, skipped.map(({ isDamaged }) => isDamaged)]).toEqual([20, [false]]);
    expect(store.isWhole(30)).toBe(true);
  });

  test("is distinguished from one of an unknown later format, which no start skips", async () => {
    const { disk, store, engine } = await engineSnapshots();
    const later = engine.snapshot().slice();
    later[0] = 99;
    await store.write({ position: 30, hash, bytes: later });
    const refused =
      /^snapshot snapshot-0{14}30\.state was written by a newer Evermark \(format 99; this one knows up to \d+\)/;
    expect(() => store.restoreNewest(Engine.restoreFrom)).toThrow(refused);
    disk.flipBit("/snapshots/snapshot-0000000000000030.state", 200, 3);
    expect(store.restoreNewest(Engine.restoreFrom).snapshot?.position).toBe(20);
  });

  test("may be in a file of an unknown later format", async () => {
    const { disk, store } = await engineSnapshots();
    const file = disk.open(path, "write");
    file.write(Uint8Array.of(3), 8);
    expect(store.restoreNewest(Engine.restoreFrom)).toMatchObject({ skipped: [{ isDamaged: true }] });
    const bytes = disk.content(path);
    file.write(createHash("sha256").update(bytes.subarray(0, 64)).update(bytes.subarray(96)).digest(), 64);
    expect(() => store.restoreNewest(Engine.restoreFrom)).toThrow(
      "snapshot snapshot-0000000000000020.state was written by a newer Evermark (format 3; this one knows up to 2)",
    );
  });
});

describe("what is kept beside a state", () => {
  const beside = text("kept of the same commands");

  test("is read back with it, and callers that need it skip a snapshot without it", async () => {
    const { store } = await storeWith(10);
    await store.write({ position: 20, hash, bytes: text("state 20"), beside });
    await store.write({ position: 30, hash, bytes: text("state 30") });
    expect(store.restoreNewest(allOf).snapshot).toMatchObject({ position: 30, beside: null });
    const needed = store.restoreNewest(allOf, 40, (kept) => kept !== null);
    expect(needed.snapshot).toEqual({ position: 20, hash, made: Buffer.from(text("state 20")), beside });
    expect(needed.skipped).toEqual([
      {
        name: "snapshot-0000000000000030.state",
        reason: "it lacks what has to stand beside the state",
        isDamaged: false,
      },
    ]);
    expect(store.restoreNewest(allOf, 40, (_, position) => position < 20).snapshot?.position).toBe(10);
  });

  test("is damaged with it, wherever a bit has flipped", async () => {
    const { disk, store } = await storeWith(10);
    await store.write({ position: 20, hash, bytes: text("state 20"), beside });
    const path = join(directory, "snapshot-0000000000000020.state");
    for (let byte = 0; byte < disk.content(path).length; byte++) {
      disk.flipBit(path, byte, byte % 8);
      const { snapshot, skipped } = store.restoreNewest(allOf);
      expect({ byte, position: snapshot?.position }).toEqual({ byte, position: 10 });
      expect(skipped.map(({ isDamaged }) => isDamaged)).toEqual([true]);
      disk.flipBit(path, byte, byte % 8);
    }
  });

  test("counts as damaged when its reader fails on wrong bytes", async () => {
    const { disk, store } = await storeWith();
    await store.write({ position: 20, hash, bytes: text("state 20"), beside });
    disk.flipBit(join(directory, "snapshot-0000000000000020.state"), 110, 3);
    const refuses = () => {
      throw new Error("these bytes mean nothing");
    };
    expect(store.restoreNewest(allOf, 20, refuses).skipped).toMatchObject([{ isDamaged: true }]);
  });
});

test("a power loss while a snapshot is written leaves a whole snapshot or none", async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer(), fc.nat(40), async (seed, microtasks) => {
      const disk = new SimulatedDisk(seed);
      const store = new SnapshotStore({ directory, disk, pieceBytes: 1000 });
      await store.write({ position: 1, hash, bytes: text("first") });
      const second = store.write({ position: 2, hash, bytes: new Uint8Array(9000).fill(1) });
      // Never settles when the process dies before the last sync.
      second.catch(() => {});
      for (let i = 0; i < microtasks; i++) await Promise.resolve();
      disk.losePower();
      const { snapshot, skipped } = newestSnapshot(new SnapshotStore({ directory, disk }));
      expect(skipped).toEqual([]);
      expect(snapshot?.position === 1 || snapshot?.bytes.length === 9000).toBe(true);
    }),
    { numRuns: 300 },
  );
});

test("a full disk fails the snapshot and leaves the older ones alone", async () => {
  const { disk, store } = await storeWith(10);
  disk.capacity = 200;
  expect(store.write({ position: 20, hash, bytes: new Uint8Array(1000) })).rejects.toThrow("ENOSPC");
  expect(newestSnapshot(store).snapshot?.position).toBe(10);
  disk.capacity = Number.POSITIVE_INFINITY;
  await store.write({ position: 20, hash, bytes: new Uint8Array(1000) });
  expect(newestSnapshot(store).snapshot?.position).toBe(20);
});

test("snapshots of many pieces work on the real disk, and so does an empty one", async () => {
  using temporary = temporaryDirectory();
  const store = new SnapshotStore({ directory: temporary.path });
  const bytes = new Uint8Array(10_000_000).map((_, i) => i % 251);
  await store.write({ position: 1, hash, bytes: new Uint8Array(0) });
  expect(newestSnapshot(store).snapshot?.bytes.length).toBe(0);
  await store.write({ position: 2, hash, bytes });
  expect(Buffer.compare(newestSnapshot(store).snapshot?.bytes ?? new Uint8Array(0), bytes)).toBe(0);
});
