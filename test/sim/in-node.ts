// Runs a world under Node.js, whose JavaScript engine differs from Bun's, to see that both reach the same state. The
// TypeScript sources are bundled first, because Node.js can't read them.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** @returns the state's hash at the end of each seed's world */
export async function hashesInNode(seeds: readonly number[], commands: number, judged: boolean): Promise<string[]> {
  const directory = mkdtempSync(join(tmpdir(), "evermark-sim-"));
  try {
    const program = await bundle(directory);
    const hashes: string[] = [];
    for (const seed of seeds) hashes.push(await runInNode(program, seed, commands, judged));
    return hashes;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

async function bundle(directory: string): Promise<string> {
  const entrypoints = [join(import.meta.dir, "node.program.ts")];
  const { success, logs, outputs } = await Bun.build({
    entrypoints,
    target: "node",
    format: "esm",
    outdir: directory,
    naming: "[name].mjs",
  });
  if (!success) throw new AggregateError(logs, "the simulation could not be bundled for Node.js");
  return outputs[0]!.path;
}

async function runInNode(program: string, seed: number, commands: number, judged: boolean): Promise<string> {
  const child = Bun.spawn(["node", program, String(seed), String(commands), judged ? "judged" : ""], {
    stdout: "pipe",
    stderr: "pipe",
  });
  const [hash, errors] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  if ((await child.exited) !== 0) throw new Error(`seed ${seed} failed under Node.js:\n${errors}`);
  return hash;
}
