// How long a venue that has lost its machine is unavailable: from a backup in a directory to a data directory that a
// venue can start on, with every object checked against its hash and the journal against its chain. The baseline is a
// bare copy of the same files. The start itself comes after that (see restart).

import { closeSync, cpSync, fsyncSync, mkdirSync, openSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { dataPaths, keepGenesis } from "@evermark/core";
import { Backup, openStore, readStore, restore as restoreFrom } from "@evermark/core/backup/index.ts";
import { assert, type Command, encodeCommand } from "@evermark/engine";
import { openJournal } from "@evermark/journal";
import { type Benchmark, figureOf, type Samples } from "../figures/measure.ts";
import { OrderMaker, openingOf } from "../flow/order-maker.ts";
import { ORDER_MIX, PRICES_PER_SIDE, RESTING } from "../flow/order-mix.ts";
import { scratchDirectory } from "../processes/scratch-directory.ts";

const COMMANDS = 10_000_000;
const QUICK_COMMANDS = 20_000;
const AT_ONCE = 20_000;
const SHAPE = { accounts: 1_000, markets: 1, mix: ORDER_MIX, resting: RESTING, pricesPerSide: PRICES_PER_SIDE };

export const restore: Benchmark = {
  name: "restore",
  about: "seconds from a backup of 10 M commands to a directory that a venue starts on",
  onRequest: true,
  async run({ quick }, report) {
    const commands = quick ? QUICK_COMMANDS : COMMANDS;
    const samples = await restoreTimes(commands, quick ? 1 : 2);
    report(figureOf("restore", "s", "a bare copy of its journal", samples));
  },
};

async function restoreTimes(commands: number, turns: number): Promise<Samples> {
  const samples = { ours: [] as number[], theirs: [] as number[] };
  await scratchDirectory(async (directory) => {
    const [data, place] = [join(directory, "data"), join(directory, "backup")];
    const last = await writeVenue(data, commands);
    await backUp(data, place);
    for (let turn = 0; turn < turns; turn++) {
      samples.theirs.push(await seconds(() => copy(dataPaths(data).journal, join(directory, `copy-${turn}`))));
      samples.ours.push(
        await seconds(async () => {
          const restored = join(directory, `restored-${turn}`);
          mkdirSync(restored);
          const { position } = await restoreFrom(readStore(place), restored);
          assert(position === last, "everything is restored", { position, last });
        }),
      );
    }
  });
  return samples;
}

/** Writes a journal of an order mix, and the venue's name next to it. @returns the last position */
async function writeVenue(data: string, count: number): Promise<number> {
  const paths = dataPaths(data);
  const maker = new OrderMaker(SHAPE);
  const flow = maker.newFlow(Math.max(RESTING, AT_ONCE));
  const { journal } = openJournal({ directory: paths.journal, listener: { onDurable() {}, onFailure: broken } });
  const append = (command: Command) => journal.append(command.at, encodeCommand(command));
  for (const command of openingOf(SHAPE)) append(command);
  let last = 0;
  const appendFlow = async () => {
    for (let n = 0; n < flow.length; n++) last = append(flow.command(n));
    while (journal.durablePosition < last) await Bun.sleep(1);
    flow.clear();
  };
  maker.addResting(flow, RESTING);
  await appendFlow();
  for (let written = 0; written < count; written += AT_ONCE) {
    maker.addMixed(flow, Math.min(AT_ONCE, count - written));
    await appendFlow();
  }
  await journal.close();
  return last;
}

async function backUp(data: string, place: string): Promise<void> {
  const paths = dataPaths(data);
  keepGenesis(paths, { info() {}, warn: broken, error: broken });
  const store = openStore(place);
  await (await Backup.open({ paths }, store)).run();
  store.close();
}

function copy(from: string, to: string): void {
  cpSync(from, to, { recursive: true });
  for (const name of readdirSync(to)) {
    const file = openSync(join(to, name), "r+");
    fsyncSync(file);
    closeSync(file);
  }
}

async function seconds(run: () => Promise<void> | void): Promise<number> {
  const startedAt = performance.now();
  await run();
  return (performance.now() - startedAt) / 1_000;
}

function broken(error: unknown): never {
  throw error;
}
