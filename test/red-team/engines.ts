// The engine that the ring plays against: this checkout's, or another one's, so that older rules can be searched as
// well.

import { join, resolve } from "node:path";
import type { NewEngine } from "./plan-play.ts";

/** @param path the folder of another engine; "" for this one */
export async function engineFrom(path: string): Promise<NewEngine> {
  const file = path === "" ? "@evermark/engine" : join(resolve(path), "index.ts");
  const { Engine } = (await import(file)) as typeof import("@evermark/engine");
  return () => new Engine();
}
