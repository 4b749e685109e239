// The simulated disk is only useful if it is as unkind as real ones.

import { expect, test } from "bun:test";
import { SimulatedDisk } from "./simulated-disk.ts";

const PATH = "/directory/file";

function afterPowerLoss(seed: number, prepare: (disk: SimulatedDisk) => void): Uint8Array | "no file" {
  const disk = new SimulatedDisk(seed);
  prepare(disk);
  disk.losePower();
  return disk.list("/directory").includes("file") ? disk.content(PATH) : "no file";
}

function outcomes(prepare: (disk: SimulatedDisk) => void): (Uint8Array | "no file")[] {
  return Array.from({ length: 200 }, (_, seed) => afterPowerLoss(seed, prepare));
}

test("a synced file, name and bytes, survives every power loss", () => {
  const results = outcomes((disk) => {
    const file = disk.open(PATH, "create");
    file.write(new Uint8Array(2000).fill(1), 0);
    file.sync();
    disk.syncDirectory("/directory");
  });
  for (const result of results) expect(result).toEqual(new Uint8Array(2000).fill(1));
});

test("a file whose directory was not synced may be gone", () => {
  const results = outcomes((disk) => disk.open(PATH, "create").sync());
  expect(results.filter((result) => result === "no file").length).toBeGreaterThan(20);
  expect(results.filter((result) => result !== "no file").length).toBeGreaterThan(20);
});

test("unsynced bytes arrive whole, in part, with holes or not at all", () => {
  const shapes = new Set<string>();
  const results = outcomes((disk) => {
    const file = disk.open(PATH, "create");
    file.sync();
    disk.syncDirectory("/directory");
    file.write(new Uint8Array(2048).fill(1), 0);
  });
  for (const result of results) {
    if (result === "no file") throw new Error("its name was synced");
    const sectors = [0, 512, 1024, 1536].map((at) =>
      result.subarray(at, at + 512).every((byte) => byte === 1) ? "x" : "-",
    );
    shapes.add(result.length === 0 ? "empty" : sectors.join(""));
  }
  for (const shape of ["empty", "xxxx", "xx--", "---x", "x-x-"]) expect([...shapes]).toContain(shape);
});

test("after a failed sync the next one succeeds without writing what was lost", () => {
  const lost = outcomes((disk) => {
    const file = disk.open(PATH, "create");
    file.sync();
    disk.syncDirectory("/directory");
    file.write(new Uint8Array(512).fill(1), 0);
    disk.failNext("sync", "EIO");
    expect(() => file.sync()).toThrow("EIO");
    file.sync();
  }).filter((result) => result.length < 512);
  expect(lost.length).toBeGreaterThan(20);
});

test("a full disk takes the part of a write that fits", () => {
  const disk = new SimulatedDisk(1);
  disk.capacity = 1000;
  const file = disk.open(PATH, "create");
  expect(() => file.write(new Uint8Array(1500), 0)).toThrow("ENOSPC");
  expect(file.size()).toBe(1000);
});

test("a file that was open when the process died cannot be used", () => {
  const disk = new SimulatedDisk(1);
  const file = disk.open(PATH, "create");
  disk.killProcess();
  expect(() => file.write(new Uint8Array(1), 0)).toThrow("opened before the crash");
});

test("a process that died can no longer rename files", () => {
  const disk = new SimulatedDisk(1);
  const dead = disk.forProcess();
  dead.open(PATH, "create");
  disk.killProcess();
  expect(() => dead.rename(PATH, "/directory/other")).toThrow("a process that died");
  expect(disk.forProcess().list("/directory")).toEqual(["file"]);
});

test("a copy holds what the process sees, survives a power loss, and is independent", () => {
  const disk = new SimulatedDisk(1);
  disk.open(PATH, "create").write(new Uint8Array(700).fill(1), 0);
  const copy = disk.copy(2);
  copy.losePower();
  expect(copy.paths).toEqual([PATH]);
  expect(copy.content(PATH)).toEqual(new Uint8Array(700).fill(1));
  copy.flipBit(PATH, 3, 0);
  expect([disk.content(PATH)[3], copy.content(PATH)[3]]).toEqual([1, 0]);
});
