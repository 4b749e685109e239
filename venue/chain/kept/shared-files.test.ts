import { expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { vaultFiles } from "./chain-files.ts";

const VAULT = `196-0x${"ab".repeat(20)}.json`;
const [CURSOR, DEPARTURES, SIGNED] = [`cursor-${VAULT}`, `departures-${VAULT}`, `signed-196-0x${"ab".repeat(20)}.log`];

/** Notes shared by two nodes; only the present leader can use them. */
class Notes {
  readonly kept = new Map<string, string>();
  readonly order: string[] = [];
  isThere = true;
  leader = 1;

  of(node: number) {
    return {
      spend: async () => null,
      take: async () => (this.isThere && node === this.leader ? new Map(this.kept) : null),
      keep: async (_: string, name: string, text: string) => {
        if (!this.isThere || node !== this.leader) return false;
        this.order.push(name);
        this.kept.set(name, text);
        return true;
      },
    };
  }
}

function setup(root: string) {
  const notes = new Notes();
  const node = (number: number) => {
    const directory = join(root, `node-${number}`);
    mkdirSync(directory, { recursive: true });
    return {
      files: vaultFiles(notes.of(number), directory),
      write: (name: string, text: string) => writeFileSync(join(directory, name), text),
      read: (name: string) => readFileSync(join(directory, name), "utf8"),
      names: () => readdirSync(directory).sort(),
    };
  };
  return { notes, node };
}

test("a leader's shared files are in the next leader's directory before that begins, and a machine's own files are not", async () => {
  using root = temporaryDirectory();
  const { notes, node } = setup(root.path);
  const [one, two] = [node(1), node(2)];
  expect(await one.files.take()).toBe(true);
  one.write(DEPARTURES, "accepted");
  one.write(CURSOR, "block 7");
  one.write(SIGNED, "by this key");
  expect(await one.files.share()).toBe(true);
  two.write(CURSOR, "block 3, of a term of before");
  expect(await two.files.take()).toBe(false);
  notes.leader = 2;
  expect(await two.files.take()).toBe(true);
  expect([two.read(DEPARTURES), two.read(CURSOR)]).toEqual(["accepted", "block 7"]);
  expect(two.names()).toEqual([CURSOR, DEPARTURES]);
  one.write(CURSOR, "block 8");
  expect(await one.files.share()).toBe(false);
  expect(notes.kept.get(CURSOR)).toBe("block 7");
});

test("cursors are stored after the facts derived up to them, and only changed files are stored again", async () => {
  using root = temporaryDirectory();
  const { notes, node } = setup(root.path);
  const one = node(1);
  one.write(CURSOR, "block 1");
  one.write(DEPARTURES, "none");
  expect(await one.files.share()).toBe(true);
  expect(notes.order.splice(0)).toEqual([DEPARTURES, CURSOR]);
  one.write(CURSOR, "block 2");
  expect(await one.files.share()).toBe(true);
  expect(notes.order.splice(0)).toEqual([CURSOR]);
  one.write(DEPARTURES, "one");
  one.write(CURSOR, "block 3");
  notes.isThere = false;
  expect(await one.files.share()).toBe(false);
  expect([...notes.kept.values()].sort()).toEqual(["block 2", "none"]);
  notes.isThere = true;
  expect(await one.files.share()).toBe(true);
  expect(notes.order).toEqual([DEPARTURES, CURSOR]);
});

test("a venue that has no notes yet continues with the files of the node that leads first", async () => {
  using root = temporaryDirectory();
  const { notes, node } = setup(root.path);
  const one = node(1);
  one.write(CURSOR, "block 5, of a venue alone");
  expect(await one.files.take()).toBe(true);
  expect(one.read(CURSOR)).toBe("block 5, of a venue alone");
  expect(await one.files.share()).toBe(true);
  expect(notes.kept.get(CURSOR)).toBe("block 5, of a venue alone");
});
