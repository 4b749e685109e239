// Runs `evermark backup` in a separate process, as an operator does.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { readManifest, readStore } from "@evermark/core/backup/index.ts";
import { PROGRAM } from "./venue-process.ts";

interface Ended {
  readonly code: number | null;
  readonly out: readonly string[];
  readonly err: readonly string[];
}

interface BackupProcess {
  /** Resolves with the first line that contains the text; rejects if the process ends without such a line. */
  untilPrinted(text: string): Promise<string>;
  kill(signal: NodeJS.Signals): void;
  readonly ended: Promise<Ended>;
}

export function startEvermark(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): BackupProcess {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...environment },
  });
  const out: string[] = [];
  const err: string[] = [];
  const waiting: { readonly text: string; readonly resolve: (line: string) => void }[] = [];
  createInterface({ input: child.stdout }).on("line", (line) => {
    out.push(line);
    for (const { text, resolve } of waiting) if (line.includes(text)) resolve(line);
  });
  createInterface({ input: child.stderr }).on("line", (line) => void err.push(line));
  const ended = new Promise<Ended>((resolve) => child.on("close", (code) => resolve({ code, out, err })));
  return {
    ended,
    kill: (signal) => void child.kill(signal),
    untilPrinted(text) {
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      const found = out.find((line) => line.includes(text));
      if (found !== undefined) resolve(found);
      waiting.push({ text, resolve });
      ended.then(() => reject(new Error(`it exited without "${text}": ${err.join("\n")}`)));
      return promise;
    },
  };
}

/** Runs it until it ends. */
export function evermark(args: readonly string[], environment?: Readonly<Record<string, string>>): Promise<Ended> {
  return startEvermark(args, environment).ended;
}

/** The last position of a backup; 0 if there is no backup. */
export async function positionOf(place: string): Promise<number> {
  const found = await readManifest(readStore(place));
  return found?.manifest.segments.at(-1)?.position ?? 0;
}

/** The first position of the journal that the backup has. */
export async function oldestIn(place: string): Promise<number> {
  return (await readManifest(readStore(place)))?.manifest.oldest ?? 1;
}
