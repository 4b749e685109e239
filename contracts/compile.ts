// Solidity into ABIs and bytecode, with the compiler that package.json pins. Everything that decides the bytes is here, and
// nothing of it depends on the machine: compiled anywhere, the same source gives the same artifacts.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, relative } from "node:path";
import { Glob } from "bun";
import type { Abi, Hex } from "viem";

const root = join(import.meta.dir, "..");
const require = createRequire(import.meta.url);

/** Of the contracts that are on a chain; and of those that only tests put on one. */
const ON_CHAIN: Readonly<Record<string, string>> = {
  "contracts/src/Vault.sol": "Vault",
  "contracts/src/TestUsdc.sol": "TestUsdc",
  "contracts/src/TestToken.sol": "TestToken",
  "contracts/src/DepositReceiver.sol": "DepositReceiver",
  "contracts/src/VaultTimelock.sol": "VaultTimelock",
};

/** How often a piece of code is thought to run: the more, the less each call costs, and the longer the code. */
const RUNS = 1000;
/** With more it would be longer than a contract may be. All others keep theirs: addresses come from code. */
const RUNS_OF: Readonly<Record<string, number>> = { "contracts/src/Vault.sol": 200 };

export interface Compiled {
  readonly name: string;
  readonly abi: Abi;
  /** Of deployment, without the constructor's arguments. */
  readonly bytecode: Hex;
  readonly isForTests: boolean;
}

export interface Input {
  readonly language: "Solidity";
  readonly sources: Readonly<Record<string, { readonly content: string }>>;
  readonly settings: object;
}

interface Output {
  readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[];
  readonly contracts: Readonly<Record<string, Readonly<Record<string, OutputContract>>>>;
}

interface OutputContract {
  readonly abi: Abi;
  readonly evm: { readonly bytecode: { readonly object: string } };
}

interface Package {
  readonly version: string;
}

/** What is compiled in one way. */
interface Pass {
  readonly runs: number;
  readonly wanted: readonly string[];
}

interface Solc {
  version(): string;
  compile(input: string, callbacks: { import(path: string): { contents: string } | { error: string } }): string;
}

/** What the compiler is asked, in its own terms. */
export function compilerInput(
  selection: readonly string[] = ["abi", "evm.bytecode.object"],
  { runs, wanted }: Pass = { runs: RUNS, wanted: ["*"] },
): Input {
  const paths = [...new Glob("contracts/src/**/*.sol").scanSync(root)].sort();
  return {
    language: "Solidity",
    sources: Object.fromEntries(paths.map((path) => [path, { content: source(path) }])),
    settings: {
      optimizer: { enabled: true, runs },
      // What every chain that a contract may come to has understood for years.
      evmVersion: "paris",
      // No hash of the sources at the end of the code, so that a comment changes no address.
      metadata: { bytecodeHash: "none", appendCBOR: false },
      outputSelection: Object.fromEntries(wanted.map((path) => [path, { "*": selection }])),
    },
  };
}

/** Of all that decides the artifacts: our sources, the settings, and the versions of what comes from elsewhere. */
export function inputHash(): string {
  const versions = ["solc", "@openzeppelin/contracts"].map(
    (name) => (require(`${name}/package.json`) as Package).version,
  );
  return createHash("sha256")
    .update(JSON.stringify([versions, compilerInput(), RUNS_OF]))
    .digest("hex");
}

/** @throws what the compiler complains about; a warning is a complaint as well */
export function compile(): readonly Compiled[] {
  return passes()
    .flatMap(compileOnce)
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function passes(): Pass[] {
  const sources = Object.keys(compilerInput().sources);
  const usual = sources.filter((path) => RUNS_OF[path] === undefined);
  return [{ runs: RUNS, wanted: usual }, ...Object.entries(RUNS_OF).map(([path, runs]) => ({ runs, wanted: [path] }))];
}

function compileOnce(pass: Pass): readonly Compiled[] {
  const input = compilerInput(undefined, pass);
  const { errors = [], contracts } = JSON.parse(compileJson(JSON.stringify(input))) as Output;
  if (errors.length > 0) throw new Error(errors.map((error) => error.formattedMessage).join("\n"));
  const found: Compiled[] = [];
  for (const [path, inFile] of Object.entries(contracts)) {
    for (const [name, { abi, evm }] of Object.entries(inFile)) {
      const isForTests = path.startsWith("contracts/src/testing/");
      if (ON_CHAIN[path] !== name && !isForTests) continue;
      found.push({ name, abi, bytecode: `0x${evm.bytecode.object}`, isForTests });
    }
  }
  return found;
}

/** @param input and the answer as the compiler's documentation has them */
export function compileJson(input: string): string {
  return (require("solc") as Solc).compile(input, { import: (path) => ({ contents: source(path) }) });
}

export function compilerVersion(): string {
  return (require("solc") as Solc).version();
}

function source(path: string): string {
  return readFileSync(path.startsWith("@") ? require.resolve(path) : join(root, relative(".", path)), "utf8");
}
