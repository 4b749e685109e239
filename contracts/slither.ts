// `npm run slither`: static analysis of what will be on a chain. Ends with 1 on a finding above "low" that is not explained in
// `slither-explained.json`, and on an explanation of what is found no more. Needs Python 3.10 or newer; installs slither
// under node_modules/.

import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { program } from "@evermark/cli/command-line/command-line.ts";
import { compilerInput } from "./compile.ts";

const VERSION = "0.11.6";
const root = join(import.meta.dir, "..");
const environment = join(root, "node_modules", ".cache", "evermark-slither");
const binaries = join(environment, process.platform === "win32" ? "Scripts" : "bin");

interface Finding {
  readonly check: string;
  readonly impact: string;
  readonly description: string;
  readonly elements: readonly {
    readonly type: string;
    readonly name: string;
    readonly type_specific_fields?: Parent;
  }[];
}

interface Parent {
  readonly parent?: { readonly name: string };
}

interface Report {
  readonly success: boolean;
  readonly error: string | null;
  readonly results: { readonly detectors?: readonly Finding[] };
}

program("npm run slither", "Static analysis of the contracts.").parse();

process.exitCode = judge(analyse(), explained());

function analyse(): readonly Finding[] {
  install();
  const input = join(environment, "input.json");
  const output = join(environment, "report.json");
  const solc = join(environment, "solc");
  const contract = ["abi", "metadata", "devdoc", "userdoc", "evm.bytecode", "evm.deployedBytecode"];
  const { settings, ...rest } = compilerInput();
  const outputSelection = { "*": { "*": contract, "": ["ast"] } };
  writeFileSync(input, JSON.stringify({ ...rest, settings: { ...settings, outputSelection } }));
  writeFileSync(solc, `#!/bin/sh\nexec "${process.execPath}" "${join(import.meta.dir, "solc.ts")}" "$@"\n`);
  chmodSync(solc, 0o755);
  rmSync(output, { force: true });
  const flags = ["--compile-force-framework", "solc-json", "--solc", solc, "--json", output, "--exclude-dependencies"];
  const filters = ["--filter-paths", "contracts/src/testing|node_modules|@openzeppelin"];
  const { stderr } = Bun.spawnSync([join(binaries, "slither"), input, ...flags, ...filters], { cwd: root });
  if (!existsSync(output)) throw new Error(`slither wrote no report: ${stderr}`);
  const report = JSON.parse(readFileSync(output, "utf8")) as Report;
  if (!report.success) throw new Error(`slither failed: ${report.error}`);
  return (report.results.detectors ?? []).filter(({ impact }) => impact === "High" || impact === "Medium");
}

/** By what is found and where: why it is none. */
function explained(): Readonly<Record<string, string>> {
  return JSON.parse(readFileSync(join(import.meta.dir, "slither-explained.json"), "utf8")) as Record<string, string>;
}

function judge(findings: readonly Finding[], reasons: Readonly<Record<string, string>>): number {
  const found = new Map(findings.map((finding) => [keyOf(finding), finding]));
  const news = [...found].filter(([key]) => reasons[key] === undefined);
  const gone = Object.keys(reasons).filter((key) => !found.has(key));
  for (const [key, { impact, description }] of news) console.error(`${impact} ${key}\n${description}`);
  for (const key of gone) console.error(`explained, but no longer found: ${key}`);
  console.log(`slither: ${found.size} findings above low, ${news.length} of them unexplained`);
  return news.length + gone.length > 0 ? 1 : 0;
}

function keyOf({ check, elements }: Finding): string {
  const place = elements.find(({ type }) => type === "function" || type === "variable") ?? elements[0];
  const parent = place?.type_specific_fields?.parent?.name;
  return [check, [parent, place?.name].filter(Boolean).join(".")].join(" ");
}

function install(): void {
  const marker = join(environment, VERSION);
  if (existsSync(marker)) return;
  rmSync(environment, { recursive: true, force: true });
  mkdirSync(environment, { recursive: true });
  run("python3", "-m", "venv", environment);
  run(join(binaries, "python"), "-m", "pip", "install", "--quiet", `slither-analyzer==${VERSION}`);
  writeFileSync(marker, "");
}

function run(...command: string[]): void {
  const { exitCode, stderr } = Bun.spawnSync(command);
  if (exitCode !== 0) throw new Error(`${command.join(" ")} ended with ${exitCode}: ${stderr}`);
}
