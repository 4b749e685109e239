import { expect, test } from "bun:test";
import { HOLES } from "./holes.ts";
import { ENGINE, opened } from "./holes-hunt.ts";
import { findKit } from "./kits.ts";

test.each(HOLES.map((hole) => [hole.name, hole] as const))(
  "this hole can be opened in the engine: %s",
  async (_, hole) => {
    for (const edit of hole.edits) expect(await opened(ENGINE, edit)).toContain(edit.to);
    for (const kit of hole.kits) expect(findKit(kit)?.name).toBe(kit);
  },
);
