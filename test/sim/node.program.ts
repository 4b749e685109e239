// The same world in another JavaScript engine: started by in-node.ts, prints the hash of the state at its end.

import { createHash } from "node:crypto";
import { simulate, withoutModel } from "./simulate.ts";

// The one function of Bun's own that the journal needs.
if (!("Bun" in globalThis)) {
  const hash = (bytes: Uint8Array, into: Uint8Array) => into.set(createHash("sha256").update(bytes).digest());
  Object.assign(globalThis, { Bun: { SHA256: { hash } } });
}

const [seed = "", commands = "", judged = ""] = process.argv.slice(2);
const { hash, violation } = await simulate({
  seed: Number(seed),
  commands: Number(commands),
  judged: judged === "judged",
  makeJudge: withoutModel,
});
if (violation !== undefined) throw violation;
process.stdout.write(hash);
