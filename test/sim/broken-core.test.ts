// A simulator is only worth something if it finds what is broken: the core, in three ways, each in a world that meets it.

import { afterEach, expect, spyOn, test } from "bun:test";
import { JournalSequencer } from "@evermark/core";
import { SnapshotStore } from "@evermark/journal";
import { simulate, withoutModel } from "./simulate.ts";

const broken: { mockRestore(): void }[] = [];

afterEach(() => {
  for (const method of broken.splice(0)) method.mockRestore();
});

async function claimIn(seed: number): Promise<string | undefined> {
  const { violation } = await simulate({ seed, commands: 400, judged: false, makeJudge: withoutModel });
  return violation?.claim;
}

test("nothing, where nothing is broken", async () => {
  expect([await claimIn(1_000), await claimIn(1_088)]).toEqual([undefined, undefined]);
});

test("a command that is answered before it is durable", async () => {
  const { submitAt } = JournalSequencer.prototype;
  broken.push(
    spyOn(JournalSequencer.prototype, "submitAt").mockImplementation(function (this: JournalSequencer, ...submitted) {
      submitAt.apply(this, submitted);
      this.onDurable(this.appliedPosition + 1);
    }),
  );
  // The snapshot that it brings about is of a state that the journal never had.
  expect(await claimIn(1_000)).toContain("is not of the journal");
});

test("commands that the disk has refused, and that nobody was answered for", async () => {
  broken.push(spyOn(JournalSequencer.prototype, "onFailure").mockImplementation(() => {}));
  expect(await claimIn(1_088)).toBe("what was taken before the end is answered");
});

test("a snapshot under the position before its own", async () => {
  const { write } = SnapshotStore.prototype;
  broken.push(
    spyOn(SnapshotStore.prototype, "write").mockImplementation(function (this: SnapshotStore, { position, ...state }) {
      return write.call(this, { ...state, position: position - 1 });
    }),
  );
  expect(await claimIn(1_000)).toContain("is not of the journal");
});
