// `evermark cluster status`: how a venue of several nodes stands, as its database shows it.

import type { VenueStatus } from "@evermark/core/cluster/move/index.ts";
import type { Command } from "commander";
import { moveFrom } from "../cluster-move.ts";
import { addConfigurationOptions, type FlagValues } from "../configuration-options.ts";
import { CommandMistake } from "../explain.ts";
import { print } from "../report.ts";

export function addCluster(program: Command): void {
  const command = program
    .command("cluster")
    .description("show of a venue of several nodes who leads, how far the journal is, and which nodes are there")
    .argument("<act>", "status")
    .option("--json", "print JSON");
  addConfigurationOptions(command).action(run);
}

async function run(act: string, values: FlagValues): Promise<void> {
  if (act !== "status") throw new CommandMistake(`act: ${act}; expected status`);
  const { venueStatus } = await import("@evermark/core/cluster/move/index.ts");
  const status = await venueStatus(moveFrom(values).url);
  print({ data: status, lines: statusLines(status, Date.now()) }, values.json === true);
}

/** @param now of this machine's clock */
export function statusLines(status: VenueStatus, now: number): string[] {
  const { database, leader, epoch, isRenewed, batch, confirmed, position, at, nodes, standbys, complaints } = status;
  const holder = isRenewed
    ? `${leader}, epoch ${epoch}`
    : `${leader}, epoch ${epoch}: it has not renewed its lease for a second`;
  const list = (name: string, rows: readonly string[]) =>
    rows.length === 0 ? [`${name}none`] : rows.map((row, i) => `${i === 0 ? name : " ".repeat(name.length)}${row}`);
  return [
    `database   ${database}`,
    `leader     ${leader === null ? "none" : holder}`,
    `journal    batch ${batch}, confirmed up to ${confirmed}; ${position} commands`,
    `time       ${new Date(at).toISOString()}, ${((now - at) / 1_000).toFixed(1)} s ago by this machine's clock`,
    ...list(
      "nodes      ",
      nodes.map((node) => (node === leader ? `${node} leads` : node)),
    ),
    ...list(
      "standbys   ",
      standbys.map(({ name, state, sync }) => `${name} ${state}, ${sync}`),
    ),
    ...complaints.map((text) => `note       ${text}`),
  ];
}
