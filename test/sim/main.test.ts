import { expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Engine } from "@evermark/engine";
import { findKit } from "../red-team/kits.ts";
import { freshPlan } from "../red-team/mutation.ts";
import { play } from "../red-team/plan-play.ts";
import { recordingOf, recordingText } from "../red-team/written-find.ts";
import { Dice } from "../workload/dice.ts";

async function sim(...args: string[]): Promise<{ code: number; output: string; errors: string }> {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, "main.ts"), ...args], {
    stdout: "pipe",
    stderr: "pipe",
  });
  const [output, errors] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  return { code: await child.exited, output, errors };
}

test("a seed is simulated, and a summary is printed", async () => {
  const { code, output } = await sim("--seed", "5", "--steps", "200");
  expect(output).toMatch(/simulated hours +\d/);
  expect(output).toMatch(/commands +\d+: accepted \d+, refused \d+/);
  expect(output).toMatch(/state hash +[0-9a-f]{64}/);
  expect(code).toBe(0);
});

test("a recording is played again, and its failure is printed", async () => {
  const directory = mkdtempSync(join(tmpdir(), "evermark-sim-"));
  try {
    const file = join(directory, "recording.json");
    const wrong = { do: "command", command: { type: "confirm_digest", at: 5_000, digest: "00".repeat(16) } };
    const settings = { segmentBytes: 1_000, snapshotEveryCommands: 100, keepSnapshots: 1, prune: false };
    const steps = [wrong, { do: "write" }, { do: "sync" }];
    writeFileSync(file, JSON.stringify({ seed: 1, judged: true, settings, claim: "", steps }));
    const { code, output } = await sim("--replay", file);
    expect(output).toContain("claim: what commands 1 to 0 do here is not what they did when they were new");
    expect(code).toBe(1);
  } finally {
    rmSync(directory, { recursive: true });
  }
});

test("a hunt prints what it saw, and ends", async () => {
  const { code, output } = await sim("--minutes", "0.02", "--steps", "60", "--seed", "5", "--workers", "1");
  expect(output).toMatch(/worlds +\d+/);
  expect(output).toMatch(/failed +0/);
  expect(code).toBe(0);
});

test("a value that is not a number is refused", async () => {
  const { code, errors } = await sim("--seed", "five");
  expect(code).toBe(2);
  expect(errors).toBe("option '--seed <number>' argument 'five' is invalid. expected a whole number\n");
});

test("a ring of wallets that finds no profit succeeds, and prints how far each kit got", async () => {
  const { code, output } = await sim("--ring", "--minutes", "0.02", "--kit", "far-close,speck", "--workers", "1");
  expect(output).toMatch(/far-close +\d+ worlds, \d+ commands/);
  expect(output).toMatch(/finds +0/);
  expect(code).toBe(0);
});

test("an unknown kit is refused", async () => {
  const { code, errors } = await sim("--ring", "--kit", "luck");
  expect(code).toBe(2);
  expect(errors).toContain("--kit luck: expected one of far-close, ");
});

test("a ring's recording is played again, with every command and the fund's balance after it", async () => {
  const directory = mkdtempSync(join(tmpdir(), "evermark-ring-"));
  try {
    const file = join(directory, "ring.json");
    const plan = freshPlan(new Dice(1), findKit("cover")!);
    const played = play(plan, () => new Engine());
    writeFileSync(file, recordingText(recordingOf("cover", 1, { plan, played })));
    const { code, output } = await sim("--ring", "--replay", file);
    expect(output).toContain('"type":"top_up_insurance"');
    expect(output).toContain("--- the ring begins");
    expect(output).toContain(`fund ${plan.setting.fund}.00`);
    expect(output).toMatch(/the ring gains -?\d+\.\d\d; the fund lost/);
    expect(code).toBe(0);
  } finally {
    rmSync(directory, { recursive: true });
  }
});
