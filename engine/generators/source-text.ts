// Pieces of TypeScript source, formatted as the formatter would leave them.

const LINE_WIDTH = 120;

/** A doc comment at the given indentation. */
export function docComment(text: string, indent: string): string {
  const single = `${indent}/** ${text} */`;
  if (single.length <= LINE_WIDTH) return `${single}\n`;
  const lines = wrapped(text, LINE_WIDTH - indent.length - " * ".length).map((line) => `${indent} * ${line}\n`);
  return `${indent}/**\n${lines.join("")}${indent} */\n`;
}

/** `import type` when everything imported is a type; empty when there are no names. */
export function importOf(names: readonly string[], from: string): string {
  if (names.length === 0) return "";
  const sorted = [...new Set(names)].sort((a, b) => bare(a).localeCompare(bare(b)));
  const areTypes = sorted.every((name) => name.startsWith("type "));
  const [word, list] = areTypes ? ["import type", sorted.map(bare)] : ["import", sorted];
  const single = `${word} { ${list.join(", ")} } from "${from}";\n`;
  if (single.length <= LINE_WIDTH + 1) return single;
  return `${word} {\n${list.map((name) => `  ${name},\n`).join("")}} from "${from}";\n`;
}

export function capitalized(name: string): string {
  return name[0]!.toUpperCase() + name.slice(1);
}

function bare(name: string): string {
  return name.replace(/^type /, "");
}

function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = "";
    }
    line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
