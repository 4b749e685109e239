// What `evermark import` and `evermark export` have in common: which database is meant, how far the move has come, and what it
// came to, in the same words on both sides so that they can be compared.

import type { Moved } from "@evermark/core/cluster/move/index.ts";
import type { Configuration } from "@evermark/venue/configuration/configuration.ts";
import { configurationFrom, type FlagValues } from "./configuration-options.ts";
import { CommandMistake } from "./explain.ts";

/** From one line about how far it has come to the next. */
const SAY_EVERY_MS = 5_000;

/**
 * What these commands need of a configuration: of a node's, or of one of a venue that stands alone.
 * @throws {CommandMistake}, {ConfigurationMistake}
 */
export function moveFrom(values: FlagValues): { readonly url: string; readonly configuration: Configuration } {
  // The venue that is moved may be in production, and a database alone makes no node.
  const configuration = configurationFrom({ ...values, cluster: "none", bus: "none" });
  const said = values.cluster ?? process.env.EVERMARK_CLUSTER;
  const url = said === undefined ? configurationFrom(values).cluster?.postgres : String(said);
  const isDatabase = url !== undefined && /^postgres(?:ql)?:\/\/[^/]+\/./.test(url) && URL.canParse(url);
  // It may have a password, so it is not repeated.
  if (!isDatabase) throw new CommandMistake("cluster: expected postgres://user:password@host:port/database");
  return { url, configuration };
}

/** On standard error now and then, never on standard output, which may be for programs. */
export function sayProgress(): (position: number) => void {
  let saidAt = performance.now();
  return (position) => {
    const now = performance.now();
    if (now < saidAt + SAY_EVERY_MS) return;
    saidAt = now;
    process.stderr.write(`position ${position}\n`);
  };
}

export function linesOf({ venue, batches, commands, hash, stateHash }: Moved & { readonly venue: string }): string[] {
  return [
    `venue      ${venue}`,
    `commands   ${commands} in ${batches} batches`,
    `hash       ${hash}`,
    `state      ${stateHash}`,
  ];
}
