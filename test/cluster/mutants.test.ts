import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { mutated, REPOSITORY } from "./mutant-hunt.ts";
import { MUTANTS } from "./mutants.ts";

test.each(MUTANTS.map((mutant) => [mutant.name, mutant] as const))(
  "this mutant can be made from the protocol: %s",
  (_, { edits }) => {
    const texts = new Map<string, string>();
    for (const edit of edits) {
      const before = texts.get(edit.file) ?? readFileSync(join(REPOSITORY, edit.file), "utf8");
      texts.set(edit.file, mutated(before, edit));
      expect(texts.get(edit.file)).not.toBe(before);
    }
  },
);
