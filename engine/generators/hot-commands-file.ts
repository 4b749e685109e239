// Writes engine/language/codec/hot-commands.ts: the encoding of the commands that make up most traffic, unrolled from their
// declarations. A command made as one literal has the shape that the engine's handlers are compiled for, and nothing is
// looked up on the way.

import { join } from "node:path";
import { DECLARATIONS } from "../language/commands/commands.ts";
import type { Declaration } from "../language/commands/declaration.ts";
import type { Field } from "../language/field.ts";

export const HOT_COMMANDS_PATH = join(import.meta.dir, "../language/codec/hot-commands.ts");

/** Relative to the file that is written. */
const BASE = "../../base";
const HEAD = `// Made by \`npm run generate\` from the declarations of commands: the bytes of those that most traffic consists of, written out.
// Changes here are overwritten.

import type { ByteReader, ByteWriter } from "${BASE}/storage/bytes.ts";
import type { Millis } from "${BASE}/units.ts";
`;

/** The whole file, formatted. */
export function hotCommandsFile(): string {
  const hot = Object.entries(DECLARATIONS).filter(([, { hot }]) => hot);
  const types = hot.map(([type]) => pascal(type)).sort();
  const lists = new Map<string, string>();
  for (const [, { fields }] of hot) {
    for (const [name, { bytes }] of Object.entries(fields)) {
      if (!isWords(bytes)) continue;
      const [list, words] = [listOf(name), wordsOf(bytes)];
      if ((lists.get(list) ?? words) !== words) throw new Error(`${name} is of other words in another hot command`);
      lists.set(list, words);
    }
  }
  return `${HEAD}import type { ${types.join(", ")} } from "../commands/commands.ts";
import { readWord } from "./fields.ts";

${[...lists].map(([name, words]) => `const ${name} = ${words} as const;`).join("\n")}

export const HOT_COMMANDS = {
${hot.map(([type, declaration]) => codecOf(type, declaration)).join("\n")}
};
`;
}

function codecOf(type: string, { fields }: Declaration): string {
  const entries = Object.entries(fields);
  return `  ${type}: {
    write(out: ByteWriter, c: ${pascal(type)}): void {
${entries.map(([name, field]) => `      ${writing(name, field)}`).join("\n")}
    },
    read: (input: ByteReader, at: Millis): ${pascal(type)} => ({
      type: "${type}",
      at,
${entries.map(([name, field]) => `      ${name}: ${reading(pascal(type), name, field)},`).join("\n")}
    }),
  },`;
}

function writing(name: string, { bytes, lacks }: Field): string {
  if (isWords(bytes)) return `out.u8(${listOf(name)}.indexOf(c.${name}));`;
  if (bytes === "bool") return `out.u8(c.${name}${lacks ? " === true" : ""} ? 1 : 0);`;
  return `out.${plain(name, bytes)}(c.${name});`;
}

function reading(type: string, name: string, { bytes, absent }: Field): string {
  const read = readingOf(type, name, bytes);
  return absent === undefined ? read : `input.done ? ${JSON.stringify(absent)} : ${read}`;
}

function readingOf(type: string, name: string, bytes: Field["bytes"]): string {
  if (isWords(bytes)) return `readWord(input, ${listOf(name)})`;
  if (bytes === "bool") return "input.u8() === 1";
  if (bytes === "text") return "input.text()";
  return `input.${plain(name, bytes)}() as ${type}["${name}"]`;
}

function plain(name: string, bytes: Field["bytes"]): string {
  if (bytes === "f64" || bytes === "i32" || bytes === "text") return bytes;
  throw new Error(`${name}: a field like this is not written out; leave "hot" away, or teach it here`);
}

function isWords(bytes: Field["bytes"]): bytes is readonly string[] {
  return Array.isArray(bytes);
}

function listOf(name: string): string {
  return `${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}S`;
}

function wordsOf(words: readonly string[]): string {
  return `[${words.map((word) => JSON.stringify(word)).join(", ")}]`;
}

function pascal(type: string): string {
  return type.replace(/(^|_)([a-z])/g, (_, __, letter: string) => letter.toUpperCase());
}
