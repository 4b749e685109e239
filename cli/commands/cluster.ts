// `evermark cluster`: reads and changes a venue of several nodes through its database, regardless of which node leads.

import type { LossQuestion } from "@evermark/core/cluster/host/index.ts";
import type { VenueStatus } from "@evermark/core/cluster/move/index.ts";
import { type Difference, readShared, writtenHow } from "@evermark/venue/configuration/shared-configuration.ts";
import type { Command } from "commander";
import { moveFrom } from "../cluster-move.ts";
import { addConfigurationOptions, configurationFrom, type FlagValues } from "../configuration-options.ts";
import { CommandMistake } from "../explain.ts";
import { print } from "../report.ts";
import { sharedChange } from "../shared-change.ts";
import { programWords, upgrade } from "../upgrade.ts";

const ACTS = { status, configure, upgrade, "accept-loss": acceptLoss };

export function addCluster(program: Command): void {
  const command = program
    .command("cluster")
    .description(
      "for a venue of several nodes: status shows which node leads, the position of the journal, the nodes, and why a node does not become the " +
        "leader or the venue is halted; configure shows what the configuration given here would change in the shared configuration of " +
        "all nodes, and with --apply changes it; upgrade shows the version of each node, and with --apply raises the behaviour to that of " +
        "this version, once every running node supports it; accept-loss lets a venue continue that is halted because another database " +
        "server has taken over, without the commands that this server lacks",
    )
    .argument("<act>", Object.keys(ACTS).join(" or "))
    .option("--apply", "with configure: change the configuration; with upgrade: raise the behaviour")
    .option(
      "--at <position>",
      "with accept-loss: the position where the journal ends, as shown without this option; accepts the loss",
    )
    .option("--json", "print JSON");
  addConfigurationOptions(command).action(async (act: string, values: FlagValues) => {
    if (!Object.hasOwn(ACTS, act)) throw new CommandMistake(`act: ${act}; expected ${Object.keys(ACTS).join(" or ")}`);
    await ACTS[act as keyof typeof ACTS](values);
  });
}

async function status(values: FlagValues): Promise<void> {
  const { venueStatus } = await import("@evermark/core/cluster/move/index.ts");
  const shown = await venueStatus(moveFrom(values).url);
  print({ data: shown, lines: statusLines(shown, Date.now()) }, values.json === true);
}

async function configure(values: FlagValues): Promise<void> {
  const { changeConfiguration, databaseAt, readConfiguration } = await import("@evermark/core/cluster/move/index.ts");
  const { url, configuration: wanted } = moveFrom(values);
  const kept = await readConfiguration(url);
  if (kept === null)
    throw new CommandMistake(`the database at ${databaseAt(url)} has no venue; the first node creates it`);
  if (kept === "")
    throw new CommandMistake(
      "no node of this version has started yet: the first one that does stores its configuration",
    );
  // The database and bus that a node connects to are not part of the configuration that all nodes share.
  const before = configurationFrom({ ...values, cluster: "none", bus: "none" }, readShared(kept));
  const changes = sharedChange(before, wanted);
  const isApplied = values.apply === true && changes.length > 0;
  if (isApplied) await changeConfiguration(url, kept, wanted.shared);
  const data = { changes: changes.map(({ key, venue, own }) => ({ key, before: venue, after: own })), isApplied };
  print({ data, lines: changeLines(changes, isApplied) }, values.json === true);
}

async function acceptLoss(values: FlagValues): Promise<void> {
  const { LossDecision, newNodeId } = await import("@evermark/core/cluster/host/index.ts");
  await using decision = await LossDecision.open(moveFrom(values).url, newNodeId());
  const found = await decision.look();
  const { last, isDecided } = found;
  const isWanted = values.at !== undefined && !isDecided;
  if (values.at !== undefined && values.at !== String(last.last))
    throw new CommandMistake(`at: ${values.at}; expected ${last.last}, where the journal ends`);
  if (isWanted) await decision.accept(last.last);
  const data = { position: last.last, batch: last.batch, node: last.term.node, isDecided, isAccepted: isWanted };
  print(
    { data, lines: isWanted ? [`the venue continues after position ${last.last}`] : lossLines(found) },
    values.json === true,
  );
  if (!isDecided && !isWanted) process.exitCode = 1;
}

export function lossLines({ last, timeline, isDecided }: LossQuestion): string[] {
  const ends = `the journal ends at position ${last.last} (batch ${last.batch})`;
  if (isDecided) return [`there is nothing to decide: ${ends}, on the current server`];
  return [
    `server     another one has taken over (timeline ${timeline}) since the venue was last led (timeline ${last.term.timeline})`,
    `journal    ${ends}, written by node ${last.term.node}`,
    "missing    reachable nodes put back what it lacks; each node's log and /health name the node that can't be reached",
    `Nothing was changed. To continue from position ${last.last}: evermark cluster accept-loss --at ${last.last}`,
  ];
}

export function changeLines(changes: readonly Difference[], isApplied: boolean): string[] {
  if (changes.length === 0) return ["the venue already has this configuration"];
  const rest = isApplied
    ? "changed. Restart the nodes one after another, the leader last: until then none of the others can lead"
    : "nothing was changed; to change it: --apply";
  return [...changes.map(({ key, venue, own }) => `${key}: ${writtenHow(venue)} → ${writtenHow(own)}`), rest];
}

/** @param now by this machine's clock */
export function statusLines(status: VenueStatus, now: number): string[] {
  const { database, leader, epoch, isRenewed, begins, batch, confirmed, position, at, movedMs } = status;
  const { nodes, rows, standbys, complaints } = status;
  const holder = isRenewed
    ? `${leader}, epoch ${epoch}`
    : `${leader}, epoch ${epoch}: it has not renewed its lease for a second`;
  const age = ((now + movedMs - at) / 1_000).toFixed(1);
  const moved = movedMs === 0 ? "" : `, moved forward by ${movedMs / 1_000} s`;
  const from = begins.batch === 1 ? "" : `; kept from batch ${begins.batch}, position ${begins.position}`;
  const list = (name: string, rows: readonly string[]) =>
    rows.length === 0 ? [`${name}none`] : rows.map((row, i) => `${i === 0 ? name : " ".repeat(name.length)}${row}`);
  return [
    `database   ${database}`,
    `leader     ${leader === null ? "none" : holder}`,
    `journal    batch ${batch}, confirmed up to ${confirmed}; ${position} commands${from}`,
    `time       ${new Date(at).toISOString()}, ${age} s ago by this machine's clock${moved}`,
    ...list(
      "nodes      ",
      nodes.map((node) => (node === leader ? `${node} leads` : node)),
    ),
    ...list(
      "rows       ",
      rows.map(
        ({ node, batch: at, silentMs, program }) =>
          `${node} at batch ${at}, ${(silentMs / 1_000).toFixed(1)} s ago; ${programWords(program)}`,
      ),
    ),
    ...rows
      .filter(({ isFresh, trouble }) => isFresh && trouble !== null)
      .map(({ node, trouble }) => `doubt      ${node}: ${trouble}`),
    ...list(
      "standbys   ",
      standbys.map(({ name, state, sync }) => `${name} ${state}, ${sync}`),
    ),
    ...complaints.map((text) => `note       ${text}`),
  ];
}
