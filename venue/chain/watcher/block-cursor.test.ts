import { expect, test } from "bun:test";
import { join } from "node:path";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import type { Hex } from "viem";
import { Cursor, type Place } from "./block-cursor.ts";

const vault: Hex = `0x${"5a".repeat(20)}`;

test("concurrent saves leave an intact file, as when the chain stops during its last round", async () => {
  using directory = temporaryDirectory();
  const path = join(directory.path, "cursor.json");
  const opened = () => new Cursor({ path, chainId: 196, vault, deployedBlock: 1, commands: () => 0 });
  const cursor = opened();
  for (let block = 1; block <= 20; block++) {
    const place: Place = { block, hash: `0x${"0".repeat(64)}`, deposits: 0, lastDepositBlock: 1, logs: 0 };
    cursor.advance(place);
    await Promise.all([cursor.save(), cursor.save(), cursor.save()]);
    expect(opened().place).toEqual(place);
  }
});
