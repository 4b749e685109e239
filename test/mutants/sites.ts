// Every mutant of a file, in the order of its text.

import { type Mutant, mutantOf } from "./mutant.ts";
import { operators } from "./operators.ts";
import { parseSource, walk } from "./syntax.ts";

export function mutantsOf(file: string, text: string, names: readonly string[] = Object.keys(operators)): Mutant[] {
  const source = parseSource(file, text);
  const found: Mutant[] = [];
  walk(source.tree, (node, around) => {
    for (const name of names) {
      for (const edits of operators[name]!(node, around, source)) {
        found.push(mutantOf(source, name, node, around, edits));
      }
    }
  });
  return found;
}
