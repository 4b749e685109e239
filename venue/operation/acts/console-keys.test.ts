import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { keptLog } from "../../testing/kept-log.ts";
import { type ConsoleKey, ConsoleKeys } from "./console-keys.ts";

const NOW = 1_779_269_143_700;
const keyOf = (name: string, changes: Partial<ConsoleKey> = {}): ConsoleKey => ({
  ...{ name, key: `ed25519:${name}`, roles: ["view"], grantedBy: "root", grantedAt: NOW, expiresAt: NOW + 1_000 },
  ...changes,
});

test("a key works from its grant to its end, over restarts, and a name has one key", () => {
  using folder = temporaryDirectory();
  const path = join(folder.path, "operator");
  const keys = new ConsoleKeys(path, keptLog([]));
  for (const granted of [keyOf("a"), keyOf("b", { expiresAt: null }), keyOf("a", { key: "ed25519:c" })])
    keys.grant(granted);
  const again = new ConsoleKeys(path, keptLog([]));
  expect(again.list().map(({ name, key }) => [name, key])).toEqual([
    ["b", "ed25519:b"],
    ["a", "ed25519:c"],
  ]);
  expect(again.find("ed25519:a", NOW)).toBeUndefined();
  expect(again.find("ed25519:c", NOW + 999)?.name).toBe("a");
  expect(again.find("ed25519:c", NOW + 1_000)).toBeUndefined();
  expect(again.find("ed25519:b", NOW + 1e12)?.name).toBe("b");
  expect([again.remove("b"), again.remove("b")]).toEqual([true, false]);
  expect(new ConsoleKeys(path, keptLog([])).list()).toHaveLength(1);
});

test("a damaged file of keys lets no key in, and is set aside", () => {
  using folder = temporaryDirectory();
  new ConsoleKeys(folder.path, keptLog([])).grant(keyOf("a"));
  writeFileSync(join(folder.path, "console-keys.json"), '{"format":1,"keys":[]}\n00000000\n');
  const lines: string[] = [];
  const keys = new ConsoleKeys(folder.path, keptLog(lines));
  expect(keys.list()).toEqual([]);
  expect(lines.join()).toContain("are damaged; the file was set aside");
  keys.grant(keyOf("b"));
  expect(new ConsoleKeys(folder.path, keptLog([])).find("ed25519:b", NOW)?.name).toBe("b");
});
