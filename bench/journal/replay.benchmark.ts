// A restart without a snapshot: commands per second from a journal on disk, through its checks, the codec and the
// engine. The baseline is applying the same commands from memory.

import { assert, decodeCommand, Engine, encodeCommand, silent } from "@evermark/engine";
import { openJournal } from "@evermark/journal";
import { valueAtLeast } from "../figures/budget.ts";
import { type Benchmark, figureOf, inTurns, perSecond } from "../figures/measure.ts";
import { makeOrderMix, type OrderMix } from "../flow/order-mix.ts";
import { scratchDirectory } from "../processes/scratch-directory.ts";

const GOAL = 1_000_000;

export const replay: Benchmark = {
  name: "replay",
  about: "commands/s restarting from a journal",
  async run({ quick }, report) {
    const mix = makeOrderMix(quick ? 5_000 : 300_000);
    const commands = [...mix.opening, ...mix.filling.commands, ...mix.mixed.commands];
    await scratchDirectory(async (directory) => {
      await writeJournal(directory, commands);
      const samples = await inTurns({
        runs: quick ? 1 : 5,
        ours: () => replayFrom(directory, commands.length),
        theirs: () => applyAll(commands),
      });
      report(figureOf("replay", "commands/s", "engine alone", samples));
      report(figureOf("replay", "commands/s", "goal", { ...samples, theirs: [GOAL] }, valueAtLeast(GOAL)));
    });
  },
};

async function writeJournal(directory: string, commands: OrderMix["opening"]): Promise<void> {
  const fail = (error: Error) => {
    throw error;
  };
  const { journal } = openJournal({ directory, listener: { onDurable() {}, onFailure: fail } });
  for (const command of commands) journal.append(command.at, encodeCommand(command));
  await journal.close();
}

async function replayFrom(directory: string, count: number): Promise<number> {
  const engine = new Engine();
  const listener = { onDurable() {}, onFailure() {} };
  let opened: ReturnType<typeof openJournal> | undefined;
  const rate = perSecond(count, () => {
    opened = openJournal({
      directory,
      listener,
      replay: { after: 0, record: ({ payload }) => void engine.apply(decodeCommand(payload), silent) },
    });
  });
  assert(engine.commandCount === count, "every command is replayed", { replayed: engine.commandCount, count });
  await opened?.journal.close();
  return rate;
}

function applyAll(commands: OrderMix["opening"]): number {
  const engine = new Engine();
  return perSecond(commands.length, () => {
    for (const command of commands) engine.apply(command, silent);
  });
}
