// The first commands of a journal: the behaviour of the engine under which its commands are given from here on, and the key
// by which the engine's tables are hashed, which a venue draws once. The key distinguishes the venue from every other one
// (genesis-file.ts).

import { BEHAVIOUR, type Engine, Fault } from "@evermark/engine";
import { thisMachine } from "./machine.ts";
import { isUnavailable, type Sequencer, type Unstamped } from "./sequencing.ts";

/** Options of `sendFirstCommands`. */
interface FirstCommandsOptions {
  readonly drawKey?: () => string;
  /**
   * Whether the venue continues under its program's newest behaviour. A node of a cluster never decides that alone, because
   * the others may be of other versions.
   */
  readonly raises?: boolean;
}

/** @throws {Fault} when the commands could not be journaled, for instance because the disk is full */
export async function sendFirstCommands(
  engine: Engine,
  sequencer: Pick<Sequencer, "send">,
  { drawKey = thisMachine.drawKey, raises = true }: FirstCommandsOptions = {},
): Promise<void> {
  const isNew = engine.commandCount === 0;
  const commands: Unstamped[] = [];
  if (isNew || (raises && engine.behaviour !== BEHAVIOUR)) commands.push({ type: "set_behaviour", version: BEHAVIOUR });
  if (!engine.isKeyed) commands.push({ type: "set_hash_key", key: drawKey() });
  // Sent at once: a command between them would be where the venue's name is read.
  await Promise.all(commands.map((command) => succeed(sequencer, command)));
}

async function succeed(sequencer: Pick<Sequencer, "send">, command: Unstamped): Promise<void> {
  const result = await sequencer.send(command);
  if (isUnavailable(result)) throw new Fault(`${command.type} could not be journaled: ${result.unavailable}`);
  if (result.rejection !== null) throw new Fault(`${command.type}: ${result.rejection.message}`);
}
