// `npm run contracts`: compiles, and writes what others import.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { program } from "@evermark/cli/command-line/command-line.ts";
import { type Compiled, compile, inputHash } from "./compile.ts";

const HEAD = "// Written by `npm run contracts`.\n\n";

/** Text of each file that compiling gives, by its path in this folder, and the hash of what all of it was made of. */
export function artifacts(): ReadonlyMap<string, string> {
  const files = compile().map((contract) => [pathOf(contract), textOf(contract)] as const);
  return new Map([...files, ["artifacts/sources-hash.ts", `${HEAD}export const sourcesHash = "${inputHash()}";\n`]]);
}

/** Files of artifacts that differ from what the sources give, are missing or should not be there. */
export function staleArtifacts(fresh: ReadonlyMap<string, string>): string[] {
  const stale = [...fresh].filter(([path, text]) => !existsSync(at(path)) || readFileSync(at(path), "utf8") !== text);
  return [...stale.map(([path]) => path), ...present().filter((path) => !fresh.has(path))].sort();
}

function pathOf({ name, isForTests }: Compiled): string {
  return isForTests ? `artifacts/testing/${name}.ts` : `artifacts/${name}.ts`;
}

function textOf({ name, abi, bytecode }: Compiled): string {
  const variable = name[0]!.toLowerCase() + name.slice(1);
  const rows = abi.map((item) => `  ${JSON.stringify(item)},\n`).join("");
  return [
    HEAD,
    `export const ${variable}Abi = [\n${rows}] as const;\n\n`,
    `export const ${variable}Bytecode =\n  "${bytecode}";\n`,
  ].join("");
}

function present(): string[] {
  const inFolder = (folder: string) =>
    existsSync(at(folder))
      ? readdirSync(at(folder))
          .filter((name) => name.endsWith(".ts"))
          .map((name) => `${folder}/${name}`)
      : [];
  return [...inFolder("artifacts"), ...inFolder("artifacts/testing")];
}

function at(path: string): string {
  return join(import.meta.dir, path);
}

function write(fresh: ReadonlyMap<string, string>): void {
  for (const path of present()) rmSync(at(path));
  for (const [path, text] of fresh) {
    mkdirSync(dirname(at(path)), { recursive: true });
    writeFileSync(at(path), text);
  }
}

if (import.meta.main) {
  const { check, gas } = program("npm run contracts --", "Compiles the contracts, and writes what others import.")
    .option("--check", "write nothing, and check that the written files match the sources")
    .option("--gas", "measure what calls cost, and write the figures")
    .parse()
    .opts<{ readonly check?: true; readonly gas?: true }>();
  if (gas) {
    // Not before it is wanted: it needs artifacts, which may be what is missing.
    const { gasPage, measureGas } = await import("./testing/gas-table.ts");
    writeFileSync(at("gas.md"), gasPage(await measureGas()));
    process.exit();
  }
  const fresh = artifacts();
  const stale = staleArtifacts(fresh);
  if (!check) write(fresh);
  else if (stale.length > 0) {
    console.error(`out of date with the sources: ${stale.join(", ")}; run npm run contracts`);
    process.exitCode = 1;
  }
}
