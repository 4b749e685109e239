import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { linesOf, moveFrom } from "./cluster-move.ts";
import { explain } from "./explain.ts";

const DATABASE = "postgres://evermark:secret@db.example:5433/venue";
const NO_DATABASE = "cluster: expected postgres://user:password@host:port/database";

function mistakeIn(cluster: string | undefined): string {
  try {
    return moveFrom(cluster === undefined ? {} : { cluster }).url;
  } catch (error) {
    return explain(error);
  }
}

test("--cluster may name the database alone, although a node also needs a bus", () => {
  expect(moveFrom({ cluster: DATABASE }).url).toBe(DATABASE);
  process.env.EVERMARK_CLUSTER = DATABASE;
  try {
    expect(moveFrom({ data: "/somewhere" })).toMatchObject({
      url: DATABASE,
      configuration: { dataDirectory: "/somewhere", cluster: null },
    });
  } finally {
    delete process.env.EVERMARK_CLUSTER;
  }
});

test("a node's configuration file names the database too", () => {
  using directory = temporaryDirectory();
  const config = join(directory.path, "node.toml");
  writeFileSync(config, `cluster = "${DATABASE}"\nbus = "nats://127.0.0.1:4222"\n`);
  expect(moveFrom({ config }).url).toBe(DATABASE);
});

test("a URL that is not of a database is refused, and its password is not repeated", () => {
  for (const wrong of [undefined, "none", "http://a:secret@b/c", "postgres://a:secret@b", "postgres://a:secret@b/"])
    expect(mistakeIn(wrong)).toBe(NO_DATABASE);
});

test("import and export report what was moved in the same lines", () => {
  expect(linesOf({ venue: "aa", batches: 2, commands: 7, hash: "bb", stateHash: "cc" })).toEqual([
    "venue      aa",
    "commands   7 in 2 batches",
    "hash       bb",
    "state      cc",
  ]);
});
