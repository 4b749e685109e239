// What `evermark import` and `evermark export` share: which database is meant, progress lines, and the result, in the
// same words on both sides so that the two can be compared.

import type { MoveSummary } from "@evermark/core/cluster/move/index.ts";
import type { Configuration } from "@evermark/venue/configuration/configuration.ts";
import { configurationFrom, type FlagValues } from "./configuration-options.ts";
import { CommandMistake } from "./explain.ts";

/** Between two progress lines. */
const SAY_EVERY_MS = 5_000;

/**
 * The database URL and the configuration for a move, from the configuration of a node or of a single-process venue.
 * @throws {CommandMistake}, {ConfigurationMistake}
 */
export function moveFrom(values: FlagValues): { readonly url: string; readonly configuration: Configuration } {
  // The moved venue may be in production mode, which this command need not satisfy; a database without a bus is not a
  // complete node configuration.
  const configuration = configurationFrom({ ...values, cluster: "none", bus: "none" });
  const said = values.cluster ?? process.env.EVERMARK_CLUSTER;
  const url = said === undefined ? configurationFrom(values).cluster?.postgres : String(said);
  const isDatabase = url !== undefined && /^postgres(?:ql)?:\/\/[^/]+\/./.test(url) && URL.canParse(url);
  // The URL may contain a password, so the message does not repeat it.
  if (!isDatabase) throw new CommandMistake("cluster: expected postgres://user:password@host:port/database");
  return { url, configuration };
}

/** Prints progress on standard error every few seconds; standard output is kept for results, which programs may read. */
export function sayProgress(): (position: number) => void {
  let saidAt = performance.now();
  return (position) => {
    const now = performance.now();
    if (now < saidAt + SAY_EVERY_MS) return;
    saidAt = now;
    process.stderr.write(`position ${position}\n`);
  };
}

export function linesOf({
  venue,
  batches,
  commands,
  hash,
  stateHash,
}: MoveSummary & { readonly venue: string }): string[] {
  return [
    `venue      ${venue}`,
    `commands   ${commands} in ${batches} batches`,
    `hash       ${hash}`,
    `state      ${stateHash}`,
  ];
}
