// The simulator has to find a broken core: three ways of breaking it, each in a world that runs into the fault.

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

test("an intact core violates nothing", async () => {
  expect([await claimIn(1_000), await claimIn(1_088)]).toEqual([undefined, undefined]);
});

test("answering a command before it is durable is found", async () => {
  const { submitAt } = JournalSequencer.prototype;
  broken.push(
    spyOn(JournalSequencer.prototype, "submitAt").mockImplementation(function (this: JournalSequencer, ...submitted) {
      submitAt.apply(this, submitted);
      this.onDurable(this.appliedPosition + 1);
    }),
  );
  // The core then writes a snapshot of a state that the journal does not have.
  expect(await claimIn(1_000)).toContain("is not of the journal");
});

test("leaving commands that the disk refused without an answer is found", async () => {
  broken.push(spyOn(JournalSequencer.prototype, "onFailure").mockImplementation(() => {}));
  expect(await claimIn(1_088)).toBe("every command received before the end is answered");
});

test("naming a snapshot by the position before its own is found", async () => {
  const { write } = SnapshotStore.prototype;
  broken.push(
    spyOn(SnapshotStore.prototype, "write").mockImplementation(function (this: SnapshotStore, { position, ...state }) {
      return write.call(this, { ...state, position: position - 1 });
    }),
  );
  expect(await claimIn(1_000)).toContain("is not of the journal");
});
