// Opens each hole in a copy of the engine and lets the ring look for it, for a limited processor time. Each hole has a
// process of its own: with one copy after another in the same process, everything that they share gets slower and
// slower.

import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { engineFrom } from "./engines.ts";
import { type Edit, HOLES, type Hole } from "./holes.ts";
import { findKit } from "./kits.ts";
import type { NewEngine } from "./plan-play.ts";
import { dollars } from "./ring-hunt.ts";
import { Search } from "./search.ts";

const SECONDS_MAX = 240;
/** How many searches of each kit take turns: a single one might follow a useless lead for minutes. */
const SEARCHES = 3;
const WORLDS_A_ROUND = 100;
export const ENGINE = join(dirname(import.meta.dir), "..", "engine");

/** @returns how many holes were not found */
export async function huntHoles(seed: number, print: (text: string) => void): Promise<number> {
  let missed = 0;
  for (const [number, { name }] of HOLES.entries()) {
    const args = [join(import.meta.dir, "holes.child.ts"), number, seed].map(String);
    const child = Bun.spawn([process.execPath, ...args], { stdout: "pipe", stderr: "inherit" });
    const found = (await new Response(child.stdout).text()).trim();
    if ((await child.exited) !== 0) throw new Error(`the search for a hole failed: ${name}`);
    if (found === "") missed++;
    print(`${name}: ${found === "" ? `not found in ${SECONDS_MAX} s` : found}`);
  }
  return missed;
}

/** Looks for one hole. @returns the find as text; "" for none */
export async function huntHole(hole: Hole, seed: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "evermark-hole-"));
  await cp(ENGINE, folder, { recursive: true });
  for (const edit of hole.edits) await writeFile(join(folder, edit.file), await opened(folder, edit));
  const found = look(hole, seed, await engineFrom(folder));
  await rm(folder, { recursive: true });
  return found;
}

/** The text of a file of the engine with one part replaced. */
export async function opened(engine: string, { file, from, to }: Edit): Promise<string> {
  const text = await readFile(join(engine, file), "utf8");
  const parts = text.split(from);
  if (parts.length !== 2)
    throw new Error(`${file} contains the text that a hole changes ${parts.length - 1} times instead of once: ${from}`);
  return parts.join(to);
}

function look({ kits }: Hole, seed: number, newEngine: NewEngine): string {
  const wanted = Array.from({ length: SEARCHES }, () => kits).flat();
  const searches = wanted.map((name, number) => new Search(findKit(name)!, seed * 1_000 + number, newEngine));
  const seconds = () => process.cpuUsage().user / 1_000_000;
  for (const from = seconds(); seconds() - from < SECONDS_MAX; ) {
    for (const search of searches) {
      for (let left = WORLDS_A_ROUND; left > 0; left--) {
        const find = search.next();
        if (find === undefined) continue;
        const { gain, harm } = find.played.score;
        const result = find.played.fault || harm || `the ring gains ${dollars(gain)}`;
        const worlds = searches.reduce((sum, each) => sum + each.worlds, 0);
        return `${search.kit.name} after ${(seconds() - from).toFixed(1)} s, ${worlds} worlds: ${result}`;
      }
    }
  }
  return "";
}
