// Starts a local node in the given directory, prints its process id, and waits to be killed.

import { join } from "node:path";
import { readFacts } from "@evermark/journal/checksummed-file.ts";
import pino from "pino";
import { findAnvil } from "../anvil-program.ts";
import { LocalNode } from "../local-node.ts";

const directory = process.argv[2]!;
const node = new LocalNode({
  directory,
  program: findAnvil()!,
  chainId: 196,
  port: 0,
  confirmations: 1,
  blockSeconds: 0,
  log: pino({ enabled: false }),
  onDurable() {},
  onState() {},
  onRestart() {},
});
await node.start();
const note = readFacts(join(directory, "node.json"));
process.stdout.write(String(typeof note === "object" && (note.facts as { pid: number }).pid));
setInterval(() => {}, 60_000);
